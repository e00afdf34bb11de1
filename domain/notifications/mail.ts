import type { Plans } from "#domain/membership/plans.ts";
import { firstOf, lengthOf } from "#domain/values/characters.ts";
import { formatLongDay, formatLongMoment } from "#domain/values/dates.ts";
import { visibleText } from "#domain/values/visible-text.ts";

/**
 * The words of a mail: plain text with placeholders such as `{{site}}`. Each line of the text is a paragraph.
 * The line `{{link}}` is where the button is; what follows it is small print.
 */
export interface Wording {
  subject: string;
  heading: string;
  text: string;
}

/** A mail as it is sent: the layout escapes its texts and writes them as HTML and text. */
export interface ComposedMail {
  subject: string;
  /** The line that mail programs show beside the subject. */
  preview: string;
  heading: string;
  paragraphs: readonly string[];
  facts: readonly Fact[];
  button: Button | null;
  /** The small print below the button. */
  small: readonly string[];
  /** Why somebody without an account receives it. */
  why?: string | undefined;
}

export interface Fact {
  label: string;
  value: string;
}

/** The next step; `path` is a path of the site, beginning with a slash. */
export interface Button {
  label: string;
  path: string;
}

/** The facts about the site that every mail may use. */
export interface MailSite {
  name: string;
  /** The brand's own colour as `#rrggbb`; empty for the default's colours. */
  colour: string;
  /** Who runs the site, as one line; may be empty. */
  company: string;
  /** Without a trailing slash. */
  url: string;
  /** What is on sale. */
  plans: Plans;
}

/** The facts that were queued with the kind, in the kind's own form. `first_name` is the receiver's. */
export type MailData = Record<string, unknown>;

/** A mail of the system. Admins may replace its words; its facts and its button are always the same. */
export interface Mail extends Pick<Wording, "subject" | "text"> {
  /** Who receives it, and when. */
  about: string;
  /** The choice of `notification_settings` with which its receiver can stop it; without one it is always sent. */
  topic?: "email" | "job_alerts";
  /** The subject, if left out. */
  heading?: string;
  /** The line beside the subject, for the original words; otherwise the first paragraph. */
  preview?: string;
  /** Its own placeholders. All mails have `site`, and `link` if they have a button. */
  values?: (data: MailData, site: MailSite) => Record<string, string>;
  facts?: (data: MailData, site: MailSite) => Fact[];
  button?: (data: MailData) => Button;
  /** Why its receiver has it, where that is neither an account nor something that they asked for. */
  why?: string;
  /** Placeholders that its text must contain, beside `link`. */
  required?: readonly string[];
  /** What its sample has in place of `SAMPLE_DATA`. */
  sample?: MailData;
}

/** The mails of a topic, by kind (`notify.mail_kinds`, or auth's template). */
export type Mails = Record<string, Mail>;

/** A fact as one line of text of at most `limit` characters: people may have typed anything. */
export const line = (value: unknown, limit = 200): string => {
  const text = visibleText(String(value ?? "")).replace(/\s+/g, " ");
  return lengthOf(text) > limit ? `${firstOf(text, limit - 1).trimEnd()}…` : text;
};

/** A date as '21 November 2026', in London; any other text unchanged. */
export const day = (value: unknown): string => {
  const text = String(value);
  return Number.isNaN(Date.parse(text)) ? line(value, 40) : formatLongDay(text);
};

/** A time as '21 November 2026 at 14:05', in London. */
export const moment = (value: unknown): string => formatLongMoment(String(value));

/** An admin's reason as a placeholder; empty if none was given. */
export const reasonIn = ({ reason }: MailData): { reason: string } => ({
  reason: line(reason, 500),
});

/** The paragraph of an admin's reason, left out if none was given. */
export const BECAUSE = "The reason given: {{reason}}";

/** The small print of a notice about a decision against the receiver. */
export const IF_MISTAKEN = "If you think that this is a mistake, please write to us.";

/** The button of a notice about how an account signs in. */
export const securityButton = (): Button => ({
  label: "Check your account security",
  path: "/account?tab=security",
});

/** The words of a mail alone. */
export const wordsOf = ({ subject, heading = subject, text }: Mail): Wording => ({
  subject,
  heading,
  text,
});

/** Paragraphs as the text of a wording. */
export const paragraphs = (...all: readonly string[]): string => all.join("\n\n");
