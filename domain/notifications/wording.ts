import { DEFAULT_PLANS } from "#domain/membership/plans.ts";
import { lengthOf } from "#domain/values/characters.ts";
import { INPUT_LIMITS, tooLong } from "#domain/values/limits.ts";
import {
  type ComposedMail,
  line,
  type Mail,
  type MailData,
  type MailSite,
  type Wording,
  wordsOf,
} from "./mail.ts";
import {
  WORDING_INCOMPLETE,
  WORDING_LINE_UNSAFE,
  WORDING_NEEDS_LINK,
  WORDING_TEXT_UNSAFE,
} from "./messages.ts";
import { SAMPLE_DATA } from "./sample.ts";

const PLACEHOLDER = /\{\{([a-z_]+)\}\}/g;

/** Control characters, which could end a header, and the signs of HTML. */
const NOT_IN_LINE = /[\p{Cc}\p{Zl}\p{Zp}<>]/u;

/** A subject with its values, in characters. */
const LONGEST_SENT_SUBJECT = 200;

const LINK = "{{link}}";

const NO_SITE: MailSite = { name: "", colour: "", company: "", plans: DEFAULT_PLANS, url: "" };

/** The sample's facts for one mail. */
export const sampleOf = (mail: Mail): MailData => ({ ...SAMPLE_DATA, ...mail.sample });

/** The placeholders that the words of a mail may contain. */
export const placeholdersOf = (mail: Mail): string[] => [
  ...(mail.button ? ["link"] : []),
  "site",
  ...Object.keys(mail.values?.(sampleOf(mail), NO_SITE) ?? {}),
];

/** Those that its text must contain. */
export const requiredOf = (mail: Mail): string[] => [
  ...(mail.button ? ["link"] : []),
  ...(mail.required ?? []),
];

const PARTS = ["subject", "heading", "text"] as const;

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((one) => one.trim())
    .filter(Boolean);

const lengthError = (words: Wording): string | undefined => {
  const part = PARTS.find((one) => lengthOf(words[one]) > INPUT_LIMITS[`mail_${one}`]);
  return part && tooLong(INPUT_LIMITS[`mail_${part}`], `the ${part}`);
};

/**
 * Why a mail cannot have these words, as a sentence for admins; null if it can. The database has the same rule
 * (`private.mail_wording_error`).
 */
export const wordingError = (mail: Mail, value: unknown): string | null => {
  const words = (value ?? {}) as Wording;
  const hasParts = Object.keys(words).length === PARTS.length;
  if (!hasParts || PARTS.some((part) => typeof words[part] !== "string" || !words[part].trim()))
    return WORDING_INCOMPLETE;
  const long = lengthError(words);
  if (long) return long;
  if (NOT_IN_LINE.test(words.subject) || NOT_IN_LINE.test(words.heading))
    return WORDING_LINE_UNSAFE;
  if (words.text.split("\n").some((one) => NOT_IN_LINE.test(one))) return WORDING_TEXT_UNSAFE;
  const allowed = placeholdersOf(mail);
  const all = PARTS.map((part) => words[part]).join("\n");
  const rest = allowed.reduce((left, name) => left.replaceAll(`{{${name}}}`, " "), all);
  if (/\{\{|\}\}/.test(rest))
    return `Please use only these placeholders: ${allowed.map((name) => `{{${name}}}`).join(", ")}`;
  for (const name of requiredOf(mail)) {
    if (name !== "link" && !words.text.includes(`{{${name}}}`))
      return `Please put {{${name}}} into the text. The email is of no use without it.`;
    if (name === "link" && (all.split(LINK).length !== 2 || !linesOf(words.text).includes(LINK)))
      return WORDING_NEEDS_LINK;
  }
  return null;
};

const fill = (text: string, values: Record<string, string>): string =>
  text.replace(PLACEHOLDER, (_whole, name: string) => values[name] ?? "");

/** The lines as paragraphs. One with a placeholder that has no value is left out. */
const fillLines = (lines: readonly string[], values: Record<string, string>): string[] =>
  lines
    .filter((one) => [...one.matchAll(PLACEHOLDER)].every(([, name = ""]) => values[name]))
    .map((one) => fill(one, values));

/** A mail's words with their values. The original words replace those that are missing or against the rules. */
export const composeWords = (mail: Mail, given: unknown, values: Record<string, string>) => {
  const own = wordingError(mail, given) === null ? (given as Wording) : null;
  const words = own ?? wordsOf(mail);
  const lines = linesOf(words.text);
  const link = lines.indexOf(LINK);
  const end = link < 0 ? lines.length : link;
  const paragraphs = fillLines(lines.slice(0, end), values);
  return {
    subject: line(fill(words.subject, values), LONGEST_SENT_SUBJECT),
    preview: (!own && mail.preview && fill(mail.preview, values)) || (paragraphs[0] ?? ""),
    heading: fill(words.heading, values),
    paragraphs,
    small: fillLines(lines.slice(end + 1), values),
  };
};

/** The mail for these facts, with the words that admins gave it or its own. */
export const composeMail = (
  mail: Mail,
  data: MailData,
  site: MailSite,
  given: unknown = null,
): ComposedMail => ({
  ...composeWords(mail, given, { site: line(site.name, 60), ...mail.values?.(data, site) }),
  facts: mail.facts?.(data, site) ?? [],
  button: mail.button?.(data) ?? null,
  ...(mail.why && { why: mail.why }),
});
