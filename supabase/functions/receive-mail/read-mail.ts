import { createHash } from "node:crypto";
import PostalMime, { type Email } from "postal-mime";
import { required } from "../_shared/environment.ts";
import { parseReplyAddress } from "../_shared/reply-address.ts";
import { ADDRESS, replyText, textOfHtml, withoutAddresses } from "./reply-text.ts";

/** Bytes of a mail with its attachments. */
export const MAIL_LIMIT = 10 * 1_048_576;

/** Where the raw mail is in the requests of services that wrap it: Postmark's JSON; Mailgun's, SendGrid's form. */
const JSON_FIELDS = ["RawEmail"];
const FORM_FIELDS = ["body-mime", "email"];

/** The raw mail in a request's body; null if the body has another form. */
export const rawMailIn = async (
  body: Uint8Array<ArrayBuffer>,
  type: string,
): Promise<Uint8Array | string | null> => {
  const response = new Response(body, { headers: { "content-type": type } });
  try {
    if (/^application\/json\b/i.test(type)) {
      const wrapped = (await response.json()) as Record<string, unknown>;
      const found = JSON_FIELDS.map((name) => wrapped[name]).find(Boolean);
      return typeof found === "string" ? found : null;
    }
    if (/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type)) {
      const form = await response.formData();
      const found = FORM_FIELDS.map((name) => form.get(name)).find(Boolean);
      return typeof found === "object" && found
        ? new Uint8Array(await found.arrayBuffer())
        : (found ?? null);
    }
  } catch {
    return null;
  }
  return body;
};

/** Whether a program wrote this mail (RFC 3834): an answer to it could be answered for ever. */
const isAutomatic = ({ headers, from }: Email): boolean => {
  const of = (name: string): string =>
    headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase() ?? "";
  const [name = "", domain = ""] = (from?.address ?? "").toLowerCase().split("@");
  return (
    !["", "no"].includes(of("auto-submitted")) ||
    /^(bulk|junk|list|auto_reply)\b/.test(of("precedence")) ||
    ["x-autoreply", "x-autorespond", "list-id", "list-unsubscribe"].some((key) => of(key)) ||
    of("return-path") === "<>" ||
    of("content-type").startsWith("multipart/report") ||
    /^(mailer-daemon|postmaster)$/.test(name) ||
    domain === required("INBOUND_MAIL_DOMAIN")
  );
};

/** Characters of one header; no person writes to as many. */
const LONGEST_ADDRESSEES = 10_000;
/** Headers in which a mail's own addressee may be; mail servers add the last three. */
const ADDRESSEES = ["to", "cc", "delivered-to", "x-original-to", "x-forwarded-to"];

const addressesIn = ({ headers }: Email): string[] =>
  headers
    .filter(({ key }) => ADDRESSEES.includes(key))
    .flatMap(({ value }) => value.slice(0, LONGEST_ADDRESSEES).match(ADDRESS) ?? []);

export interface Reply {
  enquiry: string;
  proof: string;
  /** The sender's address, as the mail claims. */
  from: string;
  text: string;
  /** Equal for equal mails. */
  id: string;
}

/** Of a mail, its parts, and each of them, so much is parsed. Nobody writes as much above what they quote. */
const PARSED = { bytes: 524_288, parts: 100, partBytes: 131_072 };

/**
 * A mail without what no reply needs: the rest of long parts, which are attachments, and of very many. Parsing all of
 * 10 MB takes up to a minute.
 */
export const withoutLongParts = (raw: Uint8Array | string): Buffer => {
  const mail =
    typeof raw === "string"
      ? Buffer.from(raw)
      : Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const beginnings: Buffer[] = [];
  let left = PARSED.bytes;
  // A part begins with a line that begins so; the first has the mail's own headers.
  for (let at = 0; at >= 0 && left > 0 && beginnings.length < PARSED.parts; ) {
    const next = mail.indexOf("\n--", at + 1);
    const part = mail.subarray(at, next < 0 ? undefined : next);
    beginnings.push(part.subarray(0, Math.min(PARSED.partBytes, left)));
    left -= beginnings.at(-1)?.length ?? 0;
    at = next;
  }
  return Buffer.concat(beginnings);
};

/** The reply in a raw mail; null for a mail that a program wrote, that has no reply address or cannot be parsed. */
export const readReply = async (raw: Uint8Array | string): Promise<Reply | null> => {
  // An attached mail would otherwise be part of the text. What cannot be parsed no service need send again.
  const mail = await PostalMime.parse(withoutLongParts(raw), {
    forceRfc822Attachments: true,
  }).catch(() => null);
  const address = mail && addressesIn(mail).map(parseReplyAddress).find(Boolean);
  const from = mail?.from?.address?.toWellFormed();
  if (!address || !from || isAutomatic(mail)) return null;
  const id = createHash("sha256").update(mail.messageId ?? raw);
  return {
    ...address,
    from,
    text: withoutAddresses(
      replyText(mail.text?.trim() ? mail.text : textOfHtml(mail.html ?? "")),
      (other) => other.toLowerCase() === from.toLowerCase() || parseReplyAddress(other) !== null,
    ),
    id: id.update(` ${address.enquiry} ${address.proof}`).digest("hex").slice(0, 32),
  };
};
