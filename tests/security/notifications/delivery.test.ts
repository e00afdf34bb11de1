import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Functions, Person } from "#tests/functions.ts";
import { testFunctions } from "#tests/security/test-functions.ts";

const functions = testFunctions();
let provider: Person;
let client: Person;

beforeAll(async () => {
  provider = await functions.person("provider", "paula");
  client = await functions.person("client", "carl");
});

const sql: Functions["sql"] = (...query) => functions.sql(...query);
const deliver = () => functions.asServer("deliver-notices");
const notify = (kind: string, data: object, key: string | null = null) =>
  sql("select notify.account($1, $2, $3, $4)", [provider.id, kind, JSON.stringify(data), key]);
const feedback = { provider_id: "x", author: "Ann <b>", rating: 4, title: "Good & quick" };
const state = () =>
  sql("select attempts, sent_at is not null as sent, last_error, data from notify.notices");

beforeEach(async () => {
  await sql("delete from notify.notices");
  await sql("update public.notification_settings set email_notifications = true");
  functions.post.mails.length = 0;
  functions.post.refuse = false;
});

describe("deliver-notices", () => {
  it("sends each notice once, escaped, with a way to stop them, and stores no content", async () => {
    await notify("feedback_received", feedback, "k1");
    await notify("feedback_received", feedback, "k1");
    const responses = await Promise.all([deliver(), deliver(), deliver()]);
    expect(responses.reduce((sum, { sent }) => sum + Number(sent), 0)).toBe(1);
    const [mail] = functions.post.mails;
    const to = [{ address: provider.email }];
    expect(mail).toMatchObject({ subject: "You have new feedback", to });
    expect(mail?.html).toContain("Good &amp; quick");
    expect(mail?.html).toContain("Ann &lt;b&gt;");
    expect(mail?.text).toContain("Good & quick");
    const headers = new Map(mail?.headers.map(({ key, value }) => [key, value]));
    expect(headers.get("list-unsubscribe")).toMatch(
      /^<http.*\/unsubscribe\?token=[0-9a-f-]{36}&topic=email>$/,
    );
    expect(headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(await state()).toEqual([{ attempts: 1, sent: true, last_error: null, data: {} }]);
  });

  it("has the words that admins gave it, and its own where those are broken", async () => {
    const words = {
      subject: "For {{name}}",
      heading: "Stars & more",
      text: "From {{author}}\n{{link}}",
    };
    const given = (value: object | null) =>
      sql("update public.site_settings set value = $1 where key = 'mail_feedback_received'", [
        JSON.stringify(value),
      ]);
    const sent = async () => {
      await notify("feedback_received", {
        ...feedback,
        author: "Ann {{name}}\r\nBcc: x@y.example",
      });
      await deliver();
      return functions.post.mails.pop();
    };
    await given(words);
    const mail = await sent();
    expect(mail?.subject).toBe("For paula");
    expect(mail?.html).toContain("Stars &amp; more");
    expect(mail?.text).toContain("From Ann {{name}} Bcc: x@y.example");
    expect(mail?.headers.map(({ key }) => key)).not.toContain("bcc");
    // Past the check, as an older release may have left them.
    await sql("alter table public.site_settings disable trigger check_site_setting");
    await given({ ...words, text: "No button" });
    expect((await sent())?.subject).toBe("You have new feedback");
    await given(null);
    await sql("alter table public.site_settings enable trigger check_site_setting");
  });

  it("is signed with the name that admins gave the site", async () => {
    const named = (name: string) =>
      sql("update public.site_settings set value = $1 where key = 'site_name'", [`"${name}"`]);
    for (const [set, signed] of [
      ["Local Hands", "Local Hands"],
      ["", "Solutionz"],
    ]) {
      await named(set ?? "");
      await notify("feedback_received", feedback);
      await deliver();
      expect(functions.post.mails.pop()?.text).toContain(signed);
    }
  });

  it("obeys the person's choices, and an inactive or unconfirmed account gets none", async () => {
    const settings = "public.notification_settings set email_notifications =";
    for (const [what, off, on, id] of [
      [settings, "false", "true", "user_id"],
      ["public.profiles set is_active =", "false", "true", "id"],
      ["auth.users set email_confirmed_at =", "null", "now()", "id"],
    ]) {
      await sql(`update ${what} ${off} where ${id} = $1`, [provider.id]);
      await notify("feedback_received", feedback);
      await deliver();
      await sql(`update ${what} ${on} where ${id} = $1`, [provider.id]);
    }
    expect(functions.post.mails).toEqual([]);
    expect(new Set((await state()).map((row) => row.last_error))).toEqual(new Set(["not wanted"]));
  });

  it("tries again later when the mail server refuses, and loses nothing", async () => {
    await notify("feedback_received", feedback);
    functions.post.refuse = true;
    expect(await deliver()).toEqual({ sent: 0, failed: 1 });
    expect(await deliver()).toEqual({ sent: 0, failed: 0 });
    expect(await state()).toMatchObject([{ attempts: 1, sent: false, data: feedback }]);
    functions.post.refuse = false;
    await sql("update notify.notices set due_at = now()");
    expect(await deliver()).toEqual({ sent: 1, failed: 0 });
    expect(functions.post.mails).toHaveLength(1);
  });

  it("sends again what a process that died had claimed, and nothing before it is due", async () => {
    await notify("feedback_received", feedback);
    await sql("update notify.notices set claimed_until = now() + interval '1 minute'");
    expect(await deliver()).toEqual({ sent: 0, failed: 0 });
    await sql("update notify.notices set claimed_until = now()");
    expect(await deliver()).toEqual({ sent: 1, failed: 0 });
  });

  it("claims a notice only when the mail server is free for it, and for longer than that takes", async () => {
    const server = Promise.withResolvers<void>();
    functions.post.slow = server.promise;
    try {
      for (let number = 0; number < 12; number++) await notify("feedback_received", feedback);
      const delivering = deliver();
      const claimed = () =>
        sql<{ left: number }>(
          "select extract(epoch from claimed_until - now())::int as left from notify.notices where claimed_until is not null",
        );
      await expect.poll(claimed).toHaveLength(5);
      for (const { left } of await claimed()) expect(left).toBeGreaterThan(500);
      server.resolve();
      expect(await delivering).toEqual({ sent: 12, failed: 0 });
      expect(new Set(functions.post.mails.map(({ messageId }) => messageId)).size).toBe(12);
    } finally {
      functions.post.slow = undefined;
    }
  });
});

it("a transaction that fails notifies nobody", async () => {
  const failed = functions.backend.db.transaction(async (tx) => {
    await tx.query("select notify.account($1, 'feedback_received')", [provider.id]);
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  expect(await deliver()).toEqual({ sent: 0, failed: 0 });
});

it("the provider is notified of feedback, and its author of the reply", async () => {
  const given = await client.client
    .from("feedback")
    .insert({ provider_id: provider.id, user_id: client.id, rating: 5, title: "Splendid" })
    .select("id")
    .single();
  expect(given.error).toBeNull();
  await deliver();
  const replied = await provider.client
    .from("feedback_replies")
    .insert({ feedback_id: given.data?.id ?? "", provider_id: provider.id, reply_text: "Thanks" });
  expect(replied.error).toBeNull();
  await deliver();
  expect(functions.post.mails.map(({ to, subject }) => [to?.[0]?.address, subject])).toEqual([
    [provider.email, "You have new feedback"],
    [client.email, "paula Ltd replied to your feedback"],
  ]);
});
