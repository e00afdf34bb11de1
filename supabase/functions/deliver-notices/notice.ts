/** What a notice says, in plain words: the layout escapes them and puts them into HTML and text. */
export interface Notice {
  subject: string;
  /** The line that mail programs show beside the subject. */
  preview?: string;
  heading: string;
  paragraphs: readonly string[];
  facts?: readonly { label: string; value: string }[];
  /** One thing to do next; `path` is one of the site, beginning with a slash. */
  button?: { label: string; path: string };
  /** Beneath, in small print. */
  small?: string;
}

/** What every notice may mention of the site. */
export interface Site {
  name: string;
  /** Without a slash at the end. */
  url: string;
}

/** The facts that the database queued beside the kind; their shape is the kind's own. */
export type NoticeData = Record<string, unknown>;

/** Writes one kind of notice. `data.first_name` is the receiver's, empty for bare addresses. */
export type WriteNotice = (data: NoticeData, site: Site) => Notice;

/** A fact as one line of text of at most `limit` characters: what people typed may hold anything. */
export const line = (value: unknown, limit = 200): string => {
  const text = String(value ?? "")
    .replace(/\s+/g, " ")
    .trim();
  return text.length > limit ? `${text.slice(0, limit - 1).trimEnd()}…` : text;
};

/** A moment as '21 November 2026', in London; what is no moment as it stands. */
export const day = (value: unknown): string => {
  const moment = new Date(String(value));
  if (Number.isNaN(moment.getTime())) return line(value, 40);
  return new Intl.DateTimeFormat("en-GB", {
    dateStyle: "long",
    timeZone: "Europe/London",
  }).format(moment);
};

/** A moment as '21 November 2026, 14:05', in London. */
export const moment = (value: unknown): string =>
  new Intl.DateTimeFormat("en-GB", {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "Europe/London",
  }).format(new Date(String(value)));

/** Why an admin acted, as a paragraph; none where no reason was given. */
export const because = (reason: unknown): string[] => {
  const words = line(reason, 500);
  return words ? [`The reason given: ${words}`] : [];
};
