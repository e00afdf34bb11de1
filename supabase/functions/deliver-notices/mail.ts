import { createTransport } from "nodemailer";
import type { Db } from "../_shared/database.ts";
import { required, sitePage } from "../_shared/environment.ts";
import { htmlOf, textOf } from "./layout.ts";
import type { MailSite } from "./notice.ts";
import { NOTICES } from "./notices.ts";

/** A claimed notice. */
export type Claimed = NonNullable<Awaited<ReturnType<typeof takeNotice>>["data"]>[number];

/** Claims the next notice that is due and wanted. */
export const takeNotice = (db: Db) => db.rpc("take_notices", { p_limit: 1 });

/** Connections to the mail server, and so the number of notices sent at once. */
export const CONNECTIONS = 5;

/**
 * A pool of connections. The wait for the server's final reply is long, because hanging up early would send
 * the mail twice; the claim of a notice lasts longer.
 */
export const openMail = () =>
  createTransport({
    url: required("SMTP_URL"),
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: 5_000,
    greetingTimeout: 10_000,
    socketTimeout: 60_000,
  });

/** RFC 8058: mail programs show the link as a button of their own, and post to it. */
const unsubscribeOf = ({ topic, unsubscribe_token }: Claimed): string | null =>
  topic === "account" || !unsubscribe_token
    ? null
    : sitePage(`/unsubscribe?token=${unsubscribe_token}&topic=${topic}`);

/** An address without a name of its own is the site's. */
const senderOf = (from: string, { name }: MailSite) =>
  from.includes("<") ? from : { name, address: from };

/** The mail of a notice; null if its kind has no text. Sent twice, it has the same Message-ID. */
export const mailOf = (notice: Claimed, site: MailSite) => {
  const write = NOTICES[notice.kind];
  if (!write) return null;
  const words = write({ ...(notice.data as object), first_name: notice.first_name }, site);
  const unsubscribe = unsubscribeOf(notice);
  return {
    from: senderOf(required("MAIL_FROM"), site),
    to: notice.address,
    subject: words.subject,
    html: htmlOf(words, site, unsubscribe),
    text: textOf(words, site, unsubscribe),
    messageId: `<${notice.id}@${new URL(site.url).hostname}>`,
    headers: unsubscribe
      ? {
          "List-Unsubscribe": `<${unsubscribe}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
      : {},
  };
};

/** Admins, and providers whose address is unknown, have one at a domain that receives no mail. */
export const isPlaceholderAddress = (address: string): boolean =>
  address.toLowerCase().endsWith(`@${required("ADMIN_DOMAIN").toLowerCase()}`);

/** The kind of the server's refusal, without the address, which SMTP errors may quote. */
export const reasonOf = (error: unknown): { reason: string; final: boolean } => {
  const { code, command, responseCode } = error as Record<string, unknown>;
  const final = command === "RCPT TO" && typeof responseCode === "number" && responseCode >= 550;
  return { reason: [code ?? "ERROR", command, responseCode].filter(Boolean).join(" "), final };
};
