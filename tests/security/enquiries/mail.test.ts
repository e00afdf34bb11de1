import { describe, expect, it } from "vitest";
import { DOMAIN, mailWorld, SECRET } from "./mail-world.ts";

/** Replies by mail (P-51): whoever has the address is the person only with their own sender. */
const { addressFor, client, member, messages, post, refusals, send, sql, ...mails } = mailWorld();
const { answer, deliver, env, mailOf } = mails;

describe("a reply by mail", () => {
  it("is a message of the conversation, mailed to the other side, who can reply too", async () => {
    // This member's membership has never begun: it is as free as an answer on the site.
    const to = await addressFor();
    expect(to).toMatch(/^reply\+[0-9a-v]{52}@reply\.solutionz\.example$/);
    const text = "Monday suits me.\r\n\r\nOn Mon, Solutionz wrote:\r\n> Could you come?";
    expect(await send({ to, text })).toBe("added");
    const read = client().client.from("enquiry_messages").select("body, author_id");
    const { data } = await read.eq("author_id", member().id);
    expect(data).toEqual([{ body: "Monday suits me.", author_id: member().id }]);
    const [mail] = await deliver();
    expect(mail?.to).toMatchObject([{ address: client().email }]);
    expect(mail?.text).toContain("Monday suits me.");
    expect(mail?.text).toContain("Reply to this email or answer on the site.");
    expect(JSON.stringify(mail)).not.toContain(member().email);
    const back = mail?.replyTo?.[0]?.address ?? "";
    expect(back).not.toBe(to);
    expect(await send({ from: client().email, to: back, text: "See you then." })).toBe("added");
    const [again] = await deliver();
    expect(again?.text).toContain("See you then.");
    expect(JSON.stringify(again)).not.toContain(client().email);
  });

  it.each([
    ["neither", {}],
    ["a domain alone", { INBOUND_MAIL_DOMAIN: DOMAIN }],
    ["a secret alone", { INBOUND_MAIL_SECRET: SECRET }],
  ])("is off with %s: mails have no reply address and say so", async (_what, given) => {
    const to = await addressFor();
    delete env().INBOUND_MAIL_DOMAIN;
    delete env().INBOUND_MAIL_SECRET;
    Object.assign(env(), given);
    await answer("And on Tuesday?");
    const [mail] = await deliver();
    expect(mail?.replyTo).toBeUndefined();
    expect(mail?.text).toContain("replies to this email aren't delivered");
    expect((await post(mailOf({ to }))).status).toBe(404);
    expect(await messages()).toEqual([]);
  });

  it("is taken from the mail service alone", async () => {
    const mail = mailOf({ to: await addressFor() });
    for (const given of [
      "",
      "Bearer x",
      `Bearer ${SECRET}x`,
      `Basic ${btoa("mail:x")}`,
      "Basic %",
      `Bearer ${env().SUPABASE_SERVICE_ROLE_KEY}`,
    ])
      expect((await post(mail, "message/rfc822", given)).status, given).toBe(401);
    expect((await post("x".repeat(10 * 1_048_576 + 1))).status).toBe(413);
    expect(await messages()).toEqual([]);
    expect((await post(mail, "message/rfc822", `Basic ${btoa(`mail:${SECRET}`)}`)).status).toBe(
      200,
    );
    expect(await messages()).toHaveLength(1);
  });

  it("is taken out of what services wrap around it", async () => {
    const to = await addressFor();
    const form = new FormData();
    form.set("body-mime", mailOf({ to, text: "From Mailgun" }));
    const file = new FormData();
    file.set("email", new Blob([mailOf({ to, text: "From SendGrid" })]));
    const json = JSON.stringify({ RawEmail: mailOf({ to, text: "From Postmark" }) });
    expect((await post(json, "application/json")).status).toBe(200);
    for (const body of [form, file]) {
      const request = new Request("http://x", { method: "POST", body });
      const type = request.headers.get("content-type") ?? "";
      expect((await post(await request.arrayBuffer(), type)).status).toBe(200);
    }
    expect(await messages()).toEqual(["From Postmark", "From Mailgun", "From SendGrid"]);
    for (const [body, type] of [
      ["{}", "application/json"],
      ["x", "multipart/form-data"],
      ["[", "application/json"],
    ] as const)
      expect((await post(body, type)).status).toBe(400);
  });

  it("shows nobody's address that a mail program quotes", async () => {
    const to = await addressFor();
    const text = `Yes. ${member().email.toUpperCase()} <${to}> wrote to me@shop.example`;
    expect(await send({ to, text })).toBe("added");
    expect(await messages()).toEqual([
      "Yes. [address removed] <[address removed]> wrote to me@shop.example",
    ]);
  });

  it("that nests parts without end or names nobody has no words, and takes no longer than its length", async () => {
    const nested = Array.from(
      { length: 400 },
      (_, depth) => `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}`,
    ).join("\r\n");
    expect(await send({ to: await addressFor(), more: [nested] })).toBe("refused");
    // Quadratic time would be minutes.
    expect(await send({ to: "a".repeat(100_000) })).toBe("ignored");
  });

  it("is added once, however often it arrives", async () => {
    const to = await addressFor();
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => send({ to, id: "<once@mail.example>" })),
    );
    expect(outcomes.sort()).toEqual(["added", "received before", "received before"]);
    expect(await messages()).toHaveLength(1);
  });

  it("needs the person's own address of the conversation", async () => {
    const to = await addressFor();
    const forged = to.replace(/.(?=@)/, (last) => (last === "0" ? "1" : "0"));
    // Unknown senders hear nothing: they may be forged.
    expect(await send({ to: forged, from: "anyone@elsewhere.example" })).toBe("ignored");
    expect(await send({ to: `reply+${"v".repeat(52)}@${DOMAIN}` })).toBe("ignored");
    expect(await send({ to: `hello@${DOMAIN}` })).toBe("ignored");
    expect(await send({ to: to.replace(DOMAIN, "elsewhere.example") })).toBe("ignored");
    expect(await refusals()).toEqual([]);
    expect(await send({ to: forged })).toBe("refused");
    // The other side, with this person's address.
    expect(await send({ to, from: client().email })).toBe("refused");
    expect(await messages()).toEqual([]);
    const reasons = [
      "This reply address is not valid. Please answer on the site.",
      "A reply came from another address. Please write from the address of your account.",
    ];
    expect(await refusals()).toEqual(reasons.map((reason) => ({ user_id: member().id, reason })));
    expect(
      await sql(
        "select 1 from public.enquiry_messages where author_id <> $1 and body <> 'Could you come?'",
        [member().id],
      ),
    ).toEqual([]);
  });
});
