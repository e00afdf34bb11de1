import { createTransport } from "nodemailer";
import { stopReviewsPath } from "#domain/feedback/feedback.ts";
import {
  type ComposedMail,
  line,
  type MailData,
  type MailSite,
} from "#domain/notifications/mail.ts";
import { htmlOf, textOf } from "#domain/notifications/mail-layout.ts";
import { MAILS, settingOfMail } from "#domain/notifications/mails.ts";
import { composeMail, sampleOf } from "#domain/notifications/wording.ts";
import type { Db } from "../_shared/database.ts";
import { required, sitePage } from "../_shared/environment.ts";
import { replyAddress } from "../_shared/reply-address.ts";

/** A claimed notice. */
export type Claimed = NonNullable<Awaited<ReturnType<typeof takeNotice>>["data"]>[number];

/** The words that admins gave to mails, by the setting's key. */
type Wordings = ReadonlyMap<string, unknown>;

/** Throws if they cannot be read: the notices wait. */
export const wordingsOf = async (db: Db): Promise<Wordings> => {
  const { data } = await db
    .from("site_settings")
    .select("key, value")
    .like("key", "mail_%")
    .throwOnError();
  return new Map(data.map(({ key, value }) => [key, value]));
};

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
const unsubscribeOf = ({ kind, data, topic, unsubscribe_token }: Claimed): string | null =>
  kind === "review_invitation"
    ? sitePage(stopReviewsPath(String((data as MailData).stop)))
    : topic === "account" || !unsubscribe_token
      ? null
      : sitePage(
          `/unsubscribe?token=${unsubscribe_token}&topic=${topic}${kind === "visitor_jobs" ? "&visitor=" : ""}`,
        );

/** A test of such a mail has the line too, with a link that stops nothing. */
const shownUnsubscribe = ({ kind, data }: Claimed): string | null =>
  kind === "mail_test" && MAILS[String((data as MailData).mail)]?.topic
    ? sitePage("/unsubscribe")
    : null;

/** An address without a name of its own is the site's. */
const senderOf = (from: string, { name }: MailSite) =>
  from.includes("<") ? from : { name, address: from };

/** A mail that an admin is trying out: {mail, words} of the sample. */
const composeTest = ({ mail: kind, words }: MailData, site: MailSite): ComposedMail | null => {
  const mail = MAILS[String(kind)];
  if (!mail) return null;
  const composed = composeMail(mail, sampleOf(mail), site, words);
  return { ...composed, subject: line(`Test: ${composed.subject}`) };
};

/** Where the receiver of a message answers it by mail. */
const replyAddressOf = ({ kind, data }: Claimed): string | null => {
  const { enquiry_id, person } = data as MailData;
  return kind === "enquiry" ? replyAddress(enquiry_id, person) : null;
};

const compose = (notice: Claimed, site: MailSite, wordings: Wordings): ComposedMail | null => {
  const data = {
    ...(notice.data as object),
    first_name: notice.first_name,
    takes_reply: replyAddressOf(notice) !== null,
  };
  if (notice.kind === "mail_test") return composeTest(data, site);
  const mail = MAILS[notice.kind];
  return mail ? composeMail(mail, data, site, wordings.get(settingOfMail(notice.kind))) : null;
};

/** The mail of a notice; null if its kind has no text. Sent twice, it has the same Message-ID. */
export const mailOf = (notice: Claimed, site: MailSite, wordings: Wordings) => {
  const mail = compose(notice, site, wordings);
  if (!mail) return null;
  const unsubscribe = unsubscribeOf(notice);
  const shown = unsubscribe ?? shownUnsubscribe(notice);
  return {
    from: senderOf(required("MAIL_FROM"), site),
    to: notice.address,
    replyTo: replyAddressOf(notice) ?? undefined,
    subject: mail.subject,
    html: htmlOf(mail, site, shown),
    text: textOf(mail, site, shown),
    messageId: `<${notice.id}@${new URL(site.url).hostname}>`,
    headers: {
      // RFC 3834: no program answers it.
      "Auto-Submitted": "auto-generated",
      ...(unsubscribe && {
        "List-Unsubscribe": `<${unsubscribe}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
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
