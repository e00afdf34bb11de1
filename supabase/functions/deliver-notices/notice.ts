/** The text of a notice: the layout escapes it and writes it as HTML and text. */
export interface Notice {
  subject: string;
  /** The line that mail programs show beside the subject. */
  preview?: string;
  heading: string;
  paragraphs: readonly string[];
  facts?: readonly { label: string; value: string }[];
  /** The next step; `path` is a path of the site, beginning with a slash. */
  button?: { label: string; path: string };
  /** The small print below. */
  small?: string;
}

/** The facts about the site that every notice may use. */
export interface MailSite {
  name: string;
  /** The brand's own colour as `#rrggbb`; empty for the default's colours. */
  colour: string;
  /** Who runs the site, as one line; may be empty. */
  company: string;
  /** Without a trailing slash. */
  url: string;
}

/** The facts that the database queued with the kind, in the kind's own form. */
export type NoticeData = Record<string, unknown>;

/**
 * Writes one kind of notice. `data.first_name` is the receiver's, empty for addresses without an account.
 */
type WriteNotice = (data: NoticeData, site: MailSite) => Notice;

/** The notices of a topic, by kind (`notify.notice_kinds`). */
export type Notices = Record<string, WriteNotice>;

/** A fact as one line of text of at most `limit` characters: people may have typed anything. */
export const line = (value: unknown, limit = 200): string => {
  const text = String(value ?? "")
    .replace(/\s+/g, " ")
    .trim();
  return text.length > limit ? `${text.slice(0, limit - 1).trimEnd()}…` : text;
};

/** A date as '21 November 2026', in London; any other text unchanged. */
export const day = (value: unknown): string => {
  const moment = new Date(String(value));
  if (Number.isNaN(moment.getTime())) return line(value, 40);
  return new Intl.DateTimeFormat("en-GB", {
    dateStyle: "long",
    timeZone: "Europe/London",
  }).format(moment);
};

/** A time as '21 November 2026, 14:05', in London. */
export const moment = (value: unknown): string =>
  new Intl.DateTimeFormat("en-GB", {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "Europe/London",
  }).format(new Date(String(value)));

/** An admin's reason, as a paragraph; none if no reason was given. */
export const because = (reason: unknown): string[] => {
  const words = line(reason, 500);
  return words ? [`The reason given: ${words}`] : [];
};

/** The small print of a notice about a decision against the receiver. */
export const IF_MISTAKEN = "If you think that this is a mistake, please write to us.";

/** The button of a notice about how an account signs in. */
export const SECURITY_BUTTON = {
  label: "Look at your account security",
  path: "/account?tab=security",
} as const;
