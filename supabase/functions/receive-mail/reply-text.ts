import { decodeHTML } from "entities";

/** The words of HTML, without quotations, in time that grows with its length alone. */
export const textOfHtml = (html: string): string => {
  let text = "";
  let skipped: string | null = null;
  for (const piece of html.split("<")) {
    const end = piece.indexOf(">");
    const tag = /^\/?[a-z0-9]+/i.exec(piece.slice(0, Math.max(end, 0)))?.[0].toLowerCase() ?? "";
    const words = piece.slice(end + 1).replace(/\s+/g, " ");
    if (skipped) {
      if (tag !== `/${skipped}`) continue;
      skipped = null;
    } else if (["blockquote", "head", "script", "style"].includes(tag)) {
      skipped = tag;
      continue;
    }
    text += /^(?:br|hr|\/(?:p|div|li|tr|h\d|blockquote))$/.test(tag) ? `\n${words}` : words;
  }
  return decodeHTML(text).replaceAll("\u00a0", " ");
};

/** What mail programs write between a reply and the mail that it answers, in English. */
const ATTRIBUTION =
  /^(?:-{2,}\s*(?:original message|forwarded message|reply above this line)\s*-{2,}|begin forwarded message:|_{20,}|on .{4,300}\bwrote:)$/i;
/** Any language: a line that ends with a colon, straight above a quotation. */
const INTRODUCES = /:$/;
const HEADER = /^\*?[\p{L} ]{2,20}:\*? \S/u;
/** An email address (RFC 5321, 4.5.3.1), bounded so that the time grows with the text's length alone. */
export const ADDRESS = /[^\s<>,;:"()[\]]{1,64}@[^\s<>,;:"()[\]]{1,255}/g;
const SIGNATURE =
  /^(?:--|—|sent from (?:my |outlook|mail|yahoo|proton).{0,60}|get outlook for .{0,30})$/i;

const startsQuotation = (lines: readonly string[], at: number): boolean => {
  const [here = "", next = "", third = ""] = lines.slice(at, at + 3);
  return (
    ATTRIBUTION.test(here) ||
    // Long attributions are broken over two lines or three.
    (/^on /i.test(here) &&
      (ATTRIBUTION.test(`${here} ${next}`) || ATTRIBUTION.test(`${here} ${next} ${third}`))) ||
    (INTRODUCES.test(here) && (next.startsWith(">") || (next === "" && third.startsWith(">")))) ||
    // The quoted mail's headers, in any language, with a name's address or a subject among them.
    ([here, next, third].every((line) => HEADER.test(line)) &&
      (/<[^<>\s]{1,64}@|^\*?subject:/im.test([here, next, third].join("\n")) ||
        /^\*?from:/i.test(here)))
  );
};

/** Characters; a reply is above what it quotes, and no message is as long. */
const LONGEST = 100_000;

/** A text without these addresses, which the other side must not see. */
export const withoutAddresses = (text: string, isSecret: (address: string) => boolean): string =>
  text.replace(ADDRESS, (address) => (isSecret(address) ? "[address removed]" : address));

/** What a person wrote, without the mail that they answered, their signature and signs that cannot be shown. */
export const replyText = (text: string): string => {
  const lines = text
    .slice(0, LONGEST)
    .replace(/\r\n?/g, "\n")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is removed
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "")
    .split("\n")
    .map((line) => line.trimEnd());
  // Some programs indent what they write above a quotation.
  const trimmed = lines.map((line) => line.trim());
  const end = trimmed.findIndex((line, at) => SIGNATURE.test(line) || startsQuotation(trimmed, at));
  return lines
    .slice(0, end < 0 ? lines.length : end)
    .filter((line) => !line.trimStart().startsWith(">"))
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
    .toWellFormed();
};
