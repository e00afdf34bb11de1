// Takes an incoming mail from the mail service, and adds a reply to its conversation as the person who wrote it.
import { isSameSecret } from "../_shared/caller.ts";
import { asService } from "../_shared/database.ts";
import { optional } from "../_shared/environment.ts";
import { Refusal } from "../_shared/errors.ts";
import { json, posted, readBytes } from "../_shared/http.ts";
import { isProofFor, takesReplies } from "../_shared/reply-address.ts";
import { MAIL_LIMIT, rawMailIn, readReply } from "./read-mail.ts";

/** The secret as a bearer token, or as the password of a name, which services put into the address. */
const requireSecret = (request: Request): void => {
  const [, scheme = "", given = ""] =
    /^(bearer|basic) +(\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  const secret = optional("INBOUND_MAIL_SECRET") ?? "";
  let sent = given;
  if (/^basic$/i.test(scheme)) {
    try {
      sent = atob(given).replace(/^[^:]*:/, "");
    } catch {
      sent = "";
    }
  }
  if (!secret || !isSameSecret(sent, secret)) throw new Refusal("not_the_mail_service");
};

Deno.serve(
  posted("receive-mail", async (request) => {
    if (!takesReplies()) throw new Refusal("no_replies");
    requireSecret(request);
    const body = await readBytes(request, MAIL_LIMIT);
    const raw = await rawMailIn(body, request.headers.get("content-type") ?? "");
    if (raw === null) throw new Refusal("no_mail");
    const reply = await readReply(raw);
    // A mail that is refused is received all the same: services would send it again and again.
    if (!reply) return json({ outcome: "ignored" });
    const db = asService();
    const talk = await db
      .from("enquiries")
      .select("sender_id, provider_id")
      .eq("id", reply.enquiry)
      .maybeSingle();
    if (talk.error) throw new Refusal("unavailable", { cause: talk.error });
    const person = [talk.data?.sender_id, talk.data?.provider_id].find(
      (one) => one && isProofFor(reply.proof, reply.enquiry, one),
    );
    const { data } = await db
      .rpc("receive_reply", {
        p_mail: reply.id,
        p_from: reply.from,
        p_message: reply.text,
        ...(person ? { p_enquiry: reply.enquiry, p_person: person } : {}),
      })
      .throwOnError();
    return json({ outcome: data });
  }),
);
