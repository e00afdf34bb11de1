import { beforeEach, describe, expect, it } from "vitest";
import type { Functions, Person } from "#tests/functions.ts";
import { ANONYMOUS, allowed, FORBIDDEN, refused } from "#tests/security/people.ts";
import { testFunctions } from "#tests/security/test-functions.ts";

/** Reviews by customers without an account, whom a provider asked: by a link, once a mailbox, never of oneself. */
const functions = testFunctions();
const visitor = () => functions.visitor();
const sql: Functions["sql"] = (...query) => functions.sql(...query);

let count = 0;
let provider: Person;
let code: string;
const link = async (person: Person, renew = false) =>
  (await person.client.rpc("my_review_link", { renew })).data ?? "";
beforeEach(async () => {
  count += 1;
  provider = await functions.person("provider", `paul${count}`);
  await functions.join(provider);
  code = await link(provider);
});

const WORDS = () => ({
  code,
  rating: 5,
  title: "A dry cellar",
  description: "It has stayed dry.",
  work: "A cellar",
  worked_on: "2025-03",
});
const start = (email: string, content: object = {}, db = visitor()) =>
  db.rpc("start_draft", {
    p_kind: "review",
    p_email: email,
    p_name: "Carla Customer",
    p_content: { ...WORDS(), ...content } as never,
    p_age: 9000,
  });
const mailed = async (email: string, kind = "draft_confirm") => {
  const [notice] = await sql<{ data: Record<string, string> }>(
    "select data from notify.notices where address = $1 and kind = $2 order by created_at desc limit 1",
    [email, kind],
  );
  return notice?.data;
};
const finish = (token: unknown) =>
  functions.answerTo<Record<string, string>>(null, "finish-draft", { token });
const review = async (email: string, content: object = {}) => {
  await allowed(start(email, content));
  return finish((await mailed(email))?.token);
};
const reviews = () =>
  sql<Record<string, unknown>>("select * from public.feedback where provider_id = $1", [
    provider.id,
  ]);

describe("a review by the link", () => {
  it("is published by the mailed press, without an account or a session, and says what it is", async () => {
    expect((await visitor().rpc("review_link_owner", { code })).data).toMatchObject({
      id: provider.id,
    });
    await allowed(start("carla@new.example"));
    expect(await reviews()).toEqual([]);
    const done = await finish((await mailed("carla@new.example"))?.token);
    expect(done).toMatchObject({ status: 200, body: { kind: "review", tokenHash: null } });
    expect(await sql("select from auth.users where email = 'carla@new.example'")).toEqual([]);
    const { data } = await visitor().from("feedback").select("*").eq("provider_id", provider.id);
    expect(data).toMatchObject([
      {
        user_id: null,
        invited: true,
        verified: false,
        in_contact: false,
        author_name: "Carla Customer",
        work: "A cellar",
        worked_on: "2025-03-01",
      },
    ]);
    expect(JSON.stringify(data)).not.toMatch(/carla@|hash|network/);
    const summary = await visitor().rpc("feedback_summary", { p_provider: provider.id });
    expect(summary.data).toEqual([{ rating: 5, total: 1, verified: 0, invited: 1 }]);
    const card = visitor().from("public_providers").select("rating_count");
    expect((await card.eq("user_id", provider.id).single()).data).toEqual({ rating_count: 1 });
    const received = "select from notify.notices where user_id = $1 and kind = 'feedback_received'";
    expect(await sql(received, [provider.id])).toHaveLength(1);
  });

  it("is one for each mailbox and provider, whoever has written first", async () => {
    expect((await review("d.ora+1@gmail.com")).status).toBe(200);
    const again = await review("dora@googlemail.com");
    expect(again).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/already/) },
    });
    expect(await reviews()).toHaveLength(1);

    const client = await functions.person("client", `cleo${count}`);
    expect((await review(client.email)).status).toBe(200);
    const own = { provider_id: provider.id, user_id: client.id, rating: 1, title: "Again" };
    expect((await client.client.from("feedback").insert(own)).error?.code).toBe("23505");

    const other = await functions.person("client", `other${count}`);
    const first = { ...own, user_id: other.id };
    await allowed(other.client.from("feedback").insert(first));
    expect((await review(other.email)).status).toBe(409);
    expect(await reviews()).toHaveLength(3);
  });

  it("is never of oneself: not by the account's or the business's mailbox, nor signed in", async () => {
    const refused = async (email: string) => {
      await allowed(start(email));
      expect(await mailed(email, "draft_refused")).toMatchObject({ why: "own" });
      expect(await mailed(email)).toBeUndefined();
    };
    await refused(provider.email.replace("@", "+me@"));
    await sql(
      "insert into public.businesses (business_name, business_email, owner_user_id, claimed, claim_date) values ('Own', 'office@own.example', $1, true, now())",
      [provider.id],
    );
    await refused("office@own.example");
    expect((await start("friend@new.example", {}, provider.client)).error?.code).toBe("PT403");
    // Who takes over the address between the two presses.
    await start("later@own.example");
    await sql(
      "update public.businesses set business_email = 'later@own.example' where owner_user_id = $1",
      [provider.id],
    );
    const taken = await finish((await mailed("later@own.example"))?.token);
    expect(taken.body.message).toMatch(/yourself/);
    expect(await reviews()).toEqual([]);
  });

  it("needs a link that works: not an unknown or renewed one, nor of who is not listed", async () => {
    await start("early@new.example");
    const early = (await mailed("early@new.example"))?.token;
    const old = code;
    code = await link(provider, true);
    expect(code).not.toBe(old);
    expect(code).toMatch(/^[a-z2-9]{10}$/);
    expect((await start("a@new.example", { code: old })).error?.message).toMatch(/renewed/);
    for (const wrong of ["aaaaaaaaaa", "", null, "x".repeat(10_000)])
      expect((await start("a@new.example", { code: wrong })).error?.code).toBe("PT404");
    expect((await visitor().rpc("review_link_owner", { code: old })).error?.code).toBe("PT409");
    await functions.setProfile(provider, "is_visible = false");
    expect((await start("a@new.example")).error?.message).toMatch(/not listed/);
    expect((await finish(early)).body.message).toMatch(/not listed/);
    await functions.setProfile(provider, "is_visible = true");
    expect((await finish(early)).status).toBe(200);
  });

  it.each([
    ["no stars", { rating: 0 }, /rating/],
    ["six stars", { rating: 6 }, /rating/],
    ["stars in words", { rating: "5; drop" }, /rating/],
    ["no title", { title: "\u200b " }, /title/],
    ["a title of 10,000", { title: "x".repeat(10_000) }, /at most 150/],
    ["10,000 characters", { description: "x".repeat(10_000) }, /at most 4,000/],
    ["no work", { work: "" }, /what the work was/],
    ["a month to come", { worked_on: "2099-01" }, /month/],
    ["no month", { worked_on: "2025-13" }, /month/],
    ["a day", { worked_on: "2025-03-01" }, /month/],
  ])("is refused with %s", async (_what, change, words) => {
    expect((await start("b@new.example", change)).error?.message).toMatch(words);
  });

  it("cannot be forged by who may write feedback, and claims no hire", async () => {
    const client = await functions.person("client", `forger${count}`);
    const row = { provider_id: provider.id, user_id: client.id, rating: 5, title: "Mine" };
    const write = (values: object) => client.client.from("feedback").insert(values as never);
    for (const more of [
      { invited: true },
      { work: "x" },
      { mailbox_hash: "\\x00" },
      { network: "x" },
      { removal_hash: "\\x00" },
    ])
      await refused(write({ ...row, ...more }), FORBIDDEN);
    for (const column of ["mailbox_hash", "network", "removal_hash"])
      await refused(client.client.from("feedback").select(column), FORBIDDEN);
    await refused(write({ ...row, user_id: null }), FORBIDDEN);
  });

  it("is removed by its author's link, and by nobody else's guess", async () => {
    await review("eva@new.example");
    const { token } = (await mailed("eva@new.example", "review_published")) ?? {};
    const remove = (one = "") => visitor().rpc("remove_review", { token: one });
    expect((await remove("00000000-0000-4000-8000-000000000000")).data).toBe(false);
    expect(await reviews()).toHaveLength(1);
    expect((await remove(token)).data).toBe(true);
    expect((await remove(token)).data).toBe(false);
    expect(await reviews()).toEqual([]);
  });

  it("is emptied where a moderator has hidden it, and not published anew; the audit log has no hash", async () => {
    await review("hid@new.example");
    const { token } = (await mailed("hid@new.example", "review_published")) ?? {};
    const admin = await functions.person("admin", `hider${count}`);
    const [item] = await reviews();
    const acts = { items: [{ id: item?.id }], approve: false, reason: "Not about work" };
    await admin.client.rpc("admin_moderate_feedback", acts as never);
    expect((await visitor().rpc("remove_review", { token: token ?? "" })).data).toBe(true);
    expect(await reviews()).toMatchObject([{ is_public: false, description: null, work: null }]);
    expect(JSON.stringify(await reviews())).not.toMatch(/cellar|Carla/i);
    expect((await review("hid@new.example")).status).toBe(409);
    const log = await sql("select before, after from public.audit_log where target_id = $1", [
      item?.id,
    ]);
    expect(log.length).toBeGreaterThan(0);
    expect(JSON.stringify(log)).not.toMatch(/_hash|network/);
  });

  it("counts no more once the same person reviews a hire", async () => {
    const client = await functions.person("client", `hirer${count}`);
    await review(client.email);
    const [hire] = await sql<{ id: string }>(
      `insert into public.hires (client_id, provider_id, confirmed_at, done_at, reviewable_at)
       values ($1, $2, now(), now(), now() - interval '1 day') returning id`,
      [client.id, provider.id],
    );
    const own = { provider_id: provider.id, user_id: client.id };
    const row = { ...own, rating: 4, title: "Again", hire_id: hire?.id };
    await allowed(client.client.from("feedback").insert(row as never));
    const summary = async () =>
      (await visitor().rpc("feedback_summary", { p_provider: provider.id })).data;
    expect(await summary()).toEqual([{ rating: 4, total: 1, verified: 1, invited: 0 }]);
    // While the newer one is hidden, theirs is the older one.
    await sql("update public.feedback set moderated_at = now() where hire_id = $1", [hire?.id]);
    expect(await summary()).toEqual([{ rating: 5, total: 1, verified: 0, invited: 1 }]);
  });

  /** An account at another spelling of a mailbox reviews as everybody does. */
  const signedIn = async (mailbox: string, about = provider.id) => {
    const person = await functions.person("client", `spelt${count}.${Math.random()}`);
    await functions.setProfile(person, "email = $2", mailbox);
    const row = { provider_id: about, user_id: person.id, rating: 5, title: "Again" };
    return (await person.client.from("feedback").insert(row as never)).error;
  };

  it("is never of oneself, whichever spelling of the mailbox an account has", async () => {
    await functions.setProfile(provider, "email = $2", `pro.vider${count}@gmail.com`);
    for (const spelt of [`provider${count}+me@gmail.com`, `p.rovider${count}@googlemail.com`])
      expect((await signedIn(spelt))?.message).toMatch(/^You cannot review yourself/);
  });

  it("and an account's review at the same moment are one", async () => {
    for (let n = 0; n < 4; n++) {
      const mailbox = (tag = "") => `race${count}.${n}${tag}@old.example`;
      await allowed(start(mailbox("+b")));
      const token = (await mailed(mailbox("+b")))?.token;
      const [byLink, byAccount] = await Promise.all([finish(token), signedIn(mailbox())]);
      expect([byLink.status, byAccount?.code ?? 200].sort()).toEqual(
        byLink.status === 200 ? [200, "23505"] : [200, 409],
      );
    }
    expect(await reviews()).toHaveLength(4);
  });

  it("waits for a moderator from the eleventh of a day on", async () => {
    for (let n = 0; n < 10; n++) await review(`crowd${n}.${count}@many.example`);
    expect(await review(`crowd10.${count}@many.example`)).toMatchObject({
      body: { is_public: false },
    });
    const all = await reviews();
    expect(all.filter((item) => item.is_public)).toHaveLength(10);
    expect(all).toHaveLength(11);
  });

  it("tells admins how many came from its network, for 90 days", async () => {
    await review("f1@new.example");
    await review("f2@new.example");
    await sql("update public.feedback set network = 'same' where provider_id = $1", [provider.id]);
    const admin = await functions.person("admin", `ada${count}`);
    const list = async () =>
      (await admin.client.rpc("admin_feedback", { page_size: 100 })).data?.items.filter(
        (item) => item.provider_id === provider.id,
      );
    expect(await list()).toMatchObject([{ invited: true, same_network: 1 }, { same_network: 1 }]);
    await sql(
      "update public.feedback set created_at = now() - interval '91 days' where provider_id = $1",
      [provider.id],
    );
    await sql("select private.delete_old_rows()");
    expect(await list()).toMatchObject([{ same_network: 0 }, { same_network: 0 }]);
  });
});

describe("asking by email", () => {
  const send = async (...addresses: string[]) => {
    const { data, error } = await provider.client.rpc("ask_for_reviews", { addresses });
    return error ? error.code : data.map(({ outcome }) => outcome).join(" ");
  };
  const reminders = (...addresses: string[]) =>
    functions.see(
      "select count(*)::int from notify.notices where address = any ($1) and (data ->> 'reminder')::boolean",
      [addresses],
    );
  const counts = async () =>
    (await visitor().rpc("review_requests", { p_provider: provider.id })).data;

  it("mails each once, reminds once, and forgets the address", async () => {
    expect(await send(`Nina${count}@old.example`, "no address", provider.email)).toBe(
      "asked invalid own",
    );
    expect(await send(`nina${count}+x@old.example`)).toBe("before");
    const address = `nina${count}@old.example`;
    expect(await mailed(address, "review_invitation")).toMatchObject({ code, reminder: false });
    await sql("select private.invite_feedback()");
    const mails = () => sql("select from notify.notices where address = $1", [address]);
    expect(await mails()).toHaveLength(1);
    await sql("update private.review_invitations set invited_at = now() - interval '8 days'");
    for (let n = 0; n < 2; n++) await sql("select private.invite_feedback()");
    expect(await mails()).toHaveLength(2);
    expect(await mailed(address, "review_invitation")).toMatchObject({ reminder: true });
    const addresses = "select from private.review_invitations where address is not null";
    expect(await sql(addresses)).toEqual([]);
    expect(await send(address)).toBe("before");
    await sql("update private.review_invitations set invited_at = now() - interval '13 months'");
    await sql("select private.delete_old_rows()");
    expect(await send(address)).toBe("asked");
  });

  it("does not remind who has answered, nor by a provider who left", async () => {
    const [one, two] = [`one${count}@old.example`, `two${count}@old.example`];
    await send(one, two);
    expect(await counts()).toEqual([{ invited: 2 }]);
    await review(one);
    expect(await counts()).toEqual([{ invited: 2 }]);
    await sql("update private.review_invitations set invited_at = now() - interval '8 days'");
    await functions.setProfile(provider, "is_visible = false");
    await sql("select private.invite_feedback()");
    expect(await reminders(one, two)).toBe(0);
  });

  it("is twenty a week, and ends for good for who wants none, from anybody", async () => {
    const many = Array.from({ length: 20 }, (_, n) => `m${n}.${count}@old.example`);
    expect(await send(...many, "m21@old.example")).toBe("PT400");
    expect(await send(...many.slice(0, 19))).toBe(Array(19).fill("asked").join(" "));
    expect(await send(`x${count}@old.example`, `y${count}@old.example`)).toBe("asked week");
    const earlier = await functions.person("provider", `earlier${count}`);
    await functions.join(earlier);
    await earlier.client.rpc("ask_for_reviews", { addresses: [many[0] ?? ""] });
    const { stop } = (await mailed(many[0] ?? "", "review_invitation")) ?? {};
    const end = (id = "") => visitor().rpc("stop_review_mail", { id });
    expect((await end("00000000-0000-4000-8000-000000000000")).data).toBe(false);
    expect((await end(stop)).data).toBe(true);
    expect((await end(stop)).data).toBe(true);
    const other = await functions.person("provider", `rival${count}`);
    await functions.join(other);
    const sent = await other.client.rpc("ask_for_reviews", { addresses: many.slice(0, 2) });
    expect(sent.data?.map(({ outcome }) => outcome)).toEqual(["before", "asked"]);
    // Nor a reminder of the others, nor once they have left.
    await sql("update private.review_invitations set invited_at = now() - interval '8 days'");
    await sql("select private.invite_feedback()");
    expect(await reminders(many[0] ?? "")).toBe(0);
    await sql("delete from public.profiles where id in ($1, $2)", [earlier.id, other.id]);
    await sql("update private.review_invitations set invited_at = now() - interval '2 years'");
    await sql("select private.delete_old_rows()");
    expect(await send(many[0] ?? "")).toBe("before");
  });

  it("reaches nobody who has blocked the provider", async () => {
    const client = await functions.person("client", `blocker${count}`);
    await sql("insert into public.enquiry_blocks (user_id, blocked_id) values ($1, $2)", [
      client.id,
      provider.id,
    ]);
    expect(await send(client.email)).toBe("before");
  });

  it("is for listed providers: two tabs at once are one, and nobody reads the list", async () => {
    const client = await functions.person("client", `seeker${count}`);
    const idle = await functions.person("provider", `idle${count}`);
    const call = (who: Person) =>
      who.client.rpc("ask_for_reviews", { addresses: [`z${count}@old.example`] });
    for (const who of [client, idle]) expect((await call(who)).error?.code).toBe("PT403");
    const addresses = ["z@old.example"];
    await refused(visitor().rpc("ask_for_reviews", { addresses }), ANONYMOUS);
    const both = await Promise.all([call(provider), call(provider)]);
    expect(both.map(({ data }) => data?.[0]?.outcome).sort()).toEqual(["asked", "before"]);
    expect((await client.client.from("review_links").select("*")).data).toEqual([]);
    await refused(visitor().from("review_links").select("*"), ANONYMOUS);
    const made = { code: "aaaaaaaaaa", provider_id: provider.id };
    await refused(provider.client.from("review_links").insert(made), FORBIDDEN);
    const links = await Promise.all([link(idle), link(idle), link(idle)]);
    expect(new Set(links).size).toBe(1);
  });
});
