import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { type Functions, type Person, startFunctions } from "#tests/functions.ts";

export const SECRET = "secret-of-the-mail-service";
export const DOMAIN = "reply.solutionz.example";

interface Sent {
  from?: string;
  to: string;
  text?: string;
  id?: string;
  more?: string[];
}

/** A client and a member in one conversation, whose mails can be answered; each test begins with no message. */
export const mailWorld = () => {
  let functions: Functions;
  let client: Person;
  let member: Person;
  let talk: string;

  const sql: Functions["sql"] = (...query) => functions.sql(...query);
  const own = (text: string) => functions.backend.db.transaction((tx) => tx.query(text));

  beforeAll(async () => {
    functions = await startFunctions();
    client = await functions.person("client", "carla");
    member = await functions.person("provider", "pat");
  });
  afterAll(() => functions?.close());

  const deliver = async () => {
    await functions.asServer("deliver-notices");
    return functions.post.mails.splice(0);
  };
  const answer = (message: string) =>
    client.client.rpc("answer_enquiry", { enquiry_id: talk, message }).throwOnError();
  /** The address in the mail of a message to the member. */
  const addressFor = async (message = "Could you come?"): Promise<string> => {
    await answer(message);
    const [mail] = await deliver();
    return mail?.replyTo?.[0]?.address ?? "";
  };

  beforeEach(async () => {
    Object.assign(functions.env, { INBOUND_MAIL_DOMAIN: DOMAIN, INBOUND_MAIL_SECRET: SECRET });
    await own(
      "delete from public.enquiries; delete from public.enquiry_blocks; delete from public.account_deletions; delete from public.jobs; delete from notify.notices",
    );
    await sql("update public.profiles set is_active = true");
    const [made] = await sql<{ id: string }>(
      "insert into public.enquiries (sender_id, provider_id, subject) values ($1, $2, 'My roof') returning id",
      [client.id, member.id],
    );
    talk = made?.id ?? "";
    functions.post.mails.length = 0;
  });

  let count = 0;
  const mailOf = ({
    from = `Pat <${member.email}>`,
    to,
    text = "Monday suits me.",
    id,
    more = [],
  }: Sent) =>
    [
      `From: ${from}`,
      `To: ${to}`,
      "Subject: Re: Message from Carla",
      `Message-ID: ${id ?? `<${++count}@mail.example>`}`,
      ...more,
      "Content-Type: text/plain; charset=utf-8",
      "",
      text,
    ].join("\r\n");
  const post = (body: BodyInit, type = "message/rfc822", authorization = `Bearer ${SECRET}`) =>
    functions.call("receive-mail", { body, headers: { authorization, "content-type": type } });
  const send = async (mail: Sent): Promise<string> => {
    const response = await post(mailOf(mail));
    expect(response.status).toBe(200);
    return ((await response.json()) as { outcome: string }).outcome;
  };
  const messages = () =>
    functions.see<string[]>(
      "select coalesce(json_agg(body order by created_at), '[]') from public.enquiry_messages where author_id = $1",
      [member.id],
    );
  /** What the sender is told of a reply that was not delivered. */
  const refusals = () =>
    sql<{ user_id: string; reason: string }>(
      "select user_id, data ->> 'reason' as reason from notify.notices where kind = 'reply_refused'",
    );

  return {
    env: () => functions.env,
    client: () => client,
    member: () => member,
    ...{ sql, own, deliver, answer, addressFor, mailOf, post, send, messages, refusals },
  };
};
