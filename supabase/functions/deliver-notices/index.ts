// Sends due notices. Only the scheduler calls it, with the service key.
import type { MailSite } from "#domain/notifications/mail.ts";
import { requireService } from "../_shared/caller.ts";
import { asService, type Db } from "../_shared/database.ts";
import { sitePage } from "../_shared/environment.ts";
import { logFault, posted, respondAlive } from "../_shared/http.ts";
import { siteBrand } from "../_shared/site-brand.ts";
import {
  type Claimed,
  CONNECTIONS,
  isPlaceholderAddress,
  mailOf,
  openMail,
  reasonOf,
  takeNotice,
  wordingsOf,
} from "./mail.ts";

/** Milliseconds after which one call claims nothing more; the scheduler calls again. */
const GOES_ON = 10_000;
/** How often recording a notice's result is tried, and milliseconds between two attempts. */
const NOTES = 5;
const NOTE_AGAIN = 1_000;

interface Outcome {
  p_error?: string;
  p_final?: boolean;
}

/** Without this record, a notice is sent again when its claim ends. */
const note = async (db: Db, id: string, outcome: Outcome): Promise<void> => {
  for (let tried = 1; ; tried++) {
    const { error } = await db.rpc("finish_notice", { p_id: id, ...outcome });
    if (!error) return;
    if (tried === NOTES) return logFault("deliver-notices", new Error(error.message));
    await new Promise((resolve) => setTimeout(resolve, NOTE_AGAIN));
  }
};

/**
 * Claims and sends one notice after the other on each connection, so that none is claimed before it is
 * sent. Ends when nothing more is due, when the mail server refuses, or after `GOES_ON`.
 */
const deliverDue = async (db: Db): Promise<{ sent: number; failed: number }> => {
  const [brand, wordings] = await Promise.all([siteBrand(db), wordingsOf(db)]);
  const site: MailSite = { ...brand, url: sitePage("") };
  const transport = openMail();
  const until = Date.now() + GOES_ON;
  let sent = 0;
  let failed = 0;
  /** Whether the server refused a mail temporarily, and so may refuse others. */
  let down = false;

  const send = async (notice: Claimed): Promise<Outcome> => {
    try {
      const mail = mailOf(notice, site, wordings);
      if (isPlaceholderAddress(notice.address)) return { p_error: "no mailbox", p_final: true };
      if (!mail) {
        failed += 1;
        return { p_error: "no words for this kind", p_final: true };
      }
      await transport.sendMail(mail);
      sent += 1;
      return {};
    } catch (error) {
      failed += 1;
      const { reason, final } = reasonOf(error);
      down ||= !final;
      return { p_error: reason, p_final: final };
    }
  };

  const goOn = async (): Promise<void> => {
    while (!down && Date.now() < until) {
      const { data } = await takeNotice(db).throwOnError();
      const [notice] = data;
      if (!notice) return;
      await note(db, notice.id, await send(notice));
    }
  };

  try {
    const ends = await Promise.allSettled(Array.from({ length: CONNECTIONS }, goOn));
    const fault = ends.find((end) => end.status === "rejected");
    if (fault) throw fault.reason;
  } finally {
    transport.close();
  }
  return { sent, failed };
};

Deno.serve(
  posted("deliver-notices", async (request) => {
    requireService(request);
    return respondAlive("deliver-notices", deliverDue(asService()));
  }),
);
