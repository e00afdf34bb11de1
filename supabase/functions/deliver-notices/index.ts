// Sends the notices that are due. Called by the scheduler with the service key, and by nobody else.
import { createTransport } from "nodemailer";
import { requireService } from "../_shared/caller.ts";
import { asService, type Db } from "../_shared/database.ts";
import { required, sitePage } from "../_shared/environment.ts";
import { Refusal } from "../_shared/errors.ts";
import { json, logFault, posted } from "../_shared/http.ts";
import { siteName } from "../_shared/site-name.ts";
import { htmlOf, textOf } from "./layout.ts";
import type { Site } from "./notice.ts";
import { NOTICES } from "./notices.ts";

/** How many are claimed and sent at a time, and how many times one call goes on. */
const BATCH = 20;
const ROUNDS = 10;

type Taken = NonNullable<Awaited<ReturnType<typeof take>>>[number];

const take = async (db: Db) => {
  const { data, error } = await db.rpc("take_notices", { p_limit: BATCH });
  if (error) throw new Refusal("unavailable", { cause: error });
  return data;
};

/** RFC 8058: mail programs offer the link as a button of their own, and post to it. */
const unsubscribeOf = ({ topic, unsubscribe_token }: Taken): string | null =>
  topic === "account" || !unsubscribe_token
    ? null
    : sitePage(`/unsubscribe?token=${unsubscribe_token}&topic=${topic}`);

const mailOf = (notice: Taken, site: Site) => {
  const write = NOTICES[notice.kind];
  if (!write) return null;
  const words = write({ ...(notice.data as object), first_name: notice.first_name }, site);
  const unsubscribe = unsubscribeOf(notice);
  return {
    from: required("MAIL_FROM"),
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

/** Admins, and providers whose address is not known, have one at a domain that receives no mail. */
const nobodyReads = (address: string): boolean =>
  address.toLowerCase().endsWith(`@${required("ADMIN_DOMAIN").toLowerCase()}`);

/** The server's own kind of refusal, without the address, which SMTP errors may quote. */
const reasonOf = (error: unknown): { reason: string; final: boolean } => {
  const { code, command, responseCode } = error as Record<string, unknown>;
  const final = command === "RCPT TO" && typeof responseCode === "number" && responseCode >= 550;
  return { reason: [code ?? "ERROR", command, responseCode].filter(Boolean).join(" "), final };
};

Deno.serve(
  posted("deliver-notices", async (request) => {
    requireService(request);
    const db = asService();
    const site: Site = { name: await siteName(db), url: sitePage("") };
    const transport = createTransport({
      url: required("SMTP_URL"),
      pool: true,
      connectionTimeout: 5_000,
      greetingTimeout: 5_000,
      socketTimeout: 10_000,
    });
    let sent = 0;
    let failed = 0;
    const deliver = async (notice: Taken): Promise<void> => {
      let outcome: { p_error?: string; p_final?: boolean } = {};
      try {
        const mail = mailOf(notice, site);
        if (nobodyReads(notice.address)) outcome = { p_error: "no mailbox", p_final: true };
        else if (mail) await transport.sendMail(mail);
        else outcome = { p_error: "no words for this kind", p_final: true };
      } catch (error) {
        const { reason, final } = reasonOf(error);
        outcome = { p_error: reason, p_final: final };
      }
      if (!outcome.p_error) sent += 1;
      else if (outcome.p_error !== "no mailbox") failed += 1;
      // Unsaid, the notice is sent again after its claim: better twice than never.
      const { error } = await db.rpc("finish_notice", { p_id: notice.id, ...outcome });
      if (error) logFault("deliver-notices", new Error(error.message));
    };
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const taken = await take(db);
        await Promise.all(taken.map(deliver));
        if (taken.length < BATCH || failed > 0) break;
      }
    } finally {
      transport.close();
    }
    return json({ sent, failed });
  }),
);
