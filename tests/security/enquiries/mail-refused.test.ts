import { describe, expect, it } from "vitest";
import { postJob } from "#tests/security/people.ts";
import { DOMAIN, mailWorld } from "./mail-world.ts";

/** Replies by mail (P-51) that are not delivered: their sender gets one notice, and a program none. */
const { addressFor, client, deliver, member, messages, own, refusals, send, sql } = mailWorld();

describe("a reply by mail", () => {
  it.each<[string, string, string]>([
    [
      "a deactivated account",
      "update public.profiles set is_active = false where id = :me",
      "Your account cannot send messages at the moment. Please log in to see why.",
    ],
    [
      "an account that waits for its erasure",
      "insert into public.account_deletions (user_id, was_visible, closed_jobs) values (:me, true, '{}')",
      "Your account is about to be deleted. Please log in to keep it and answer on the site.",
    ],
    [
      "whom the other side blocked",
      "insert into public.enquiry_blocks values (:other, :me)",
      "This person is not accepting messages from you. Please contact someone else.",
    ],
    [
      "who blocked the other side",
      "insert into public.enquiry_blocks values (:me, :other)",
      "You have blocked this person. Please unblock them to send a message.",
    ],
    [
      "a conversation of long ago",
      "update public.enquiries set last_message_at = now() - interval '91 days'",
      "This reply address has expired. Please answer on the site.",
    ],
    [
      "a deleted conversation",
      "delete from public.enquiries",
      "This reply address is not valid. Please answer on the site.",
    ],
    [
      "who has written 20 messages today",
      "insert into public.enquiry_messages (enquiry_id, author_id, body) select e.id, :me, 'x' from public.enquiries e, generate_series(1, 20)",
      "You have reached the limit of 20 messages a day. Please try again tomorrow.",
    ],
  ])("is refused from %s, with one notice", async (_who, change, reason) => {
    const to = await addressFor();
    await own(
      change.replaceAll(":me", `'${member().id}'`).replaceAll(":other", `'${client().id}'`),
    );
    const before = await messages();
    for (const _time of [1, 2])
      expect(await send({ to, id: "<same@mail.example>" })).toBe("refused");
    expect(await messages()).toEqual(before);
    expect(await refusals()).toEqual([{ user_id: member().id, reason }]);
    const [mail] = (await deliver()).filter(
      ({ subject }) => subject === "Your reply wasn't delivered",
    );
    expect(mail?.to).toMatchObject([{ address: member().email }]);
    expect(mail?.text).toContain(reason);
    expect(mail?.replyTo).toBeUndefined();
  });

  it("is refused once the job is closed, and taken before", async () => {
    await sql("update public.enquiries set job_id = $1", [await postJob(client())]);
    const to = await addressFor();
    expect(await send({ to })).toBe("added");
    await sql("update public.jobs set status = 'closed'");
    expect(await send({ to })).toBe("refused");
    expect(await refusals()).toMatchObject([
      { reason: "This job is closed. Please answer on the site." },
    ]);
  });

  it.each([
    ["too long", "x".repeat(5_001), "Please use at most 5,000 characters"],
    ["empty", "> Could you come?", "Please write a message"],
  ])("is refused if it is %s", async (_what, text, reason) => {
    expect(await send({ to: await addressFor(), text })).toBe("refused");
    expect(await refusals()).toMatchObject([{ reason }]);
  });

  it.each([
    ["Auto-Submitted: auto-replied"],
    ["Precedence: bulk"],
    ["Return-Path: <>"],
    ["X-Autoreply: yes"],
    ["List-Id: <people.example>"],
  ])("is dropped without a word if a program wrote it: %s", async (header) => {
    expect(await send({ to: await addressFor(), more: [header] })).toBe("ignored");
    expect([await messages(), await refusals()]).toEqual([[], []]);
  });

  it("ends a loop of programs that do not say so", async () => {
    const to = await addressFor();
    for (let round = 0; round < 8; round++) await send({ to, text: "" });
    expect(await refusals()).toHaveLength(5);
    expect(await send({ to, from: `x@${DOMAIN}` })).toBe("ignored");
    await sql("update notify.notices set due_at = now()");
    for (const mail of await deliver())
      expect(mail.headers).toContainEqual(
        expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }),
      );
  });
});
