import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  allowed,
  FORBIDDEN,
  type Name,
  outcome,
  refused,
  rows,
  type World,
} from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

/** Who gets a mail about a claim, who may answer it, and what nobody learns by it (P-27). */
const world = testWorld();
let bakery: string;
let nameless: string;
const OWN = "owner@bakery.example";

const sql: World["sql"] = (...query) => world.sql(...query);
beforeEach(async () => {
  await sql("delete from public.businesses");
  await sql("delete from notify.notices; delete from private.rate_limits");
  const made = await sql<{ id: string }>(
    `insert into public.businesses (business_name, business_email) values ('Bakery', '${OWN}'), ('No Address', null) returning id`,
  );
  [bakery, nameless] = made.map(({ id }) => id) as [string, string];
});
afterEach(() => sql("delete from auth.mfa_factors"));

const admin = () => world.people.admin.client;
const claim = (who: Name, business_id = bakery) =>
  world.rpc(who, "claim_business", { business_id });
const send = (business_id = bakery, who: Name | "visitor" = "admin") =>
  world.rpc(who, "admin_send_claim_link", { business_id });
const answer = (link_key: unknown, confirm: unknown = true, who: Name | "visitor" = "visitor") =>
  world.rpc(who, "answer_claim", { link_key, confirm });
const about = (link_key: unknown) => world.rpc("visitor", "claim_by_link", { link_key });
const noticesOf = async (kind: string) =>
  sql<{ to: string; data: Record<string, unknown> }>(
    `select coalesce(n.address, p.first_name) as to, n.data from notify.notices n
     left join public.profiles p on p.id = n.user_id where n.kind = $1 order by 1`,
    [kind],
  );
const keyOf = async () => String((await noticesOf("claim_question")).at(-1)?.data.link_key);
const ownerOf = (id: string) => world.stored<string | null>("businesses.owner_user_id", id);

describe("sending the claim link", () => {
  it("sends one mail a day, however often and by however many it is pressed", async () => {
    const responses = await Promise.all([send(), send(), send(), send()]);
    expect(responses.map(({ data }) => data).toSorted()).toEqual([false, false, false, true]);
    expect((await send()).data).toBe(false);
    expect(await noticesOf("claim_invitation")).toEqual([
      { to: OWN, data: { business: "Bakery", business_id: bakery } },
    ]);
    const [shown] = await rows(admin().rpc("get_admin_businesses", { search: "bakery" }));
    expect(shown?.link_sent_at).not.toBeNull();
    expect(await world.lastAct()).toBe("send claim link");
    await sql("update public.businesses set claim_link_sent_at = now() - interval '25 hours'");
    expect((await send()).data).toBe(true);
    expect(await noticesOf("claim_invitation")).toHaveLength(2);
  });

  it("is refused for a claimed, missing or addressless business, and beyond the day's limit", async () => {
    const setClaimed = (to: string) =>
      sql(`update public.businesses set claimed = ${to} where id = $1`, [bakery]);
    await refused(send(nameless), "409 PT409");
    await refused(send(crypto.randomUUID()), "404 PT404");
    await setClaimed("true, claim_date = now()");
    await refused(send(), "409 PT409");
    await setClaimed("false, claim_date = null");
    await sql(`insert into public.businesses (business_name, business_email, claim_link_sent_at)
      select 'Chain ' || n, '${OWN}', now() from generate_series(1, 3) n`);
    await refused(send(), "429 PT429");
    expect(await noticesOf("claim_invitation")).toEqual([]);
  });
});

describe("a claim under another address", () => {
  it("asks the business by its own address, and notifies the admins; neither learns the other's address", async () => {
    expect((await claim("rival")).data).toBe("pending");
    const [question] = await noticesOf("claim_question");
    expect(question).toEqual({
      to: OWN,
      data: {
        business: "Bakery",
        business_id: bakery,
        claimant: "Rival Tester",
        link_key: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
    expect((await noticesOf("claim_waiting")).map(({ to }) => to)).toEqual(["Admin"]);
    const all = await sql<{ data: object }>("select data from notify.notices");
    expect(JSON.stringify(all)).not.toContain("@");
    // Nothing that would open the link is stored.
    expect(await world.picture("private.claim_links")).not.toContain(question?.data.link_key);
  });

  it("made by hand sends mails as well, and one that is approved at once asks nobody", async () => {
    const { client, id } = world.people.rival;
    const row = { business_id: bakery, claimant_id: id };
    await allowed(client.from("business_claims").insert(row));
    expect(await noticesOf("claim_question")).toHaveLength(1);
    await sql(
      "update public.businesses set business_email = 'seeker@people.example' where id = $1",
      [nameless],
    );
    expect((await claim("seeker", nameless)).data).toBe("approved");
    expect(await noticesOf("claim_question")).toHaveLength(1);
    expect((await noticesOf("claim_approved")).map(({ to }) => to)).toEqual(["Seeker"]);
    expect(await noticesOf("claim_settled")).toEqual([]);
  });

  it("is repeated by its claimant at most once a day and three times, and by nobody else", async () => {
    const again = (who: Name | "visitor", business_id = bakery) =>
      world.rpc(who, "notify_claim", { business_id });
    await claim("rival");
    const first = await keyOf();
    expect((await again("rival")).data).toBe(true);
    expect(await noticesOf("claim_question")).toHaveLength(1);
    for (let day = 0; day < 4; day += 1) {
      await sql("update private.claim_links set sent_at = now() - interval '25 hours'");
      expect((await again("rival")).data).toBe(true);
    }
    expect(await noticesOf("claim_question")).toHaveLength(3);
    // Each mail's link ends the one before.
    expect((await about(first)).data).toBeNull();
    for (const who of ["seeker", "member", "admin"] as const) {
      await refused(again(who), "404 PT404", who);
    }
    for (const who of ["idle", "unconfirmed", "retired"] as const) {
      await refused(again(who), FORBIDDEN, who);
    }
    await claim("seeker", nameless);
    expect((await again("seeker", nameless)).data).toBe(false);
  });

  it("floods neither one mailbox nor with one person's claims", async () => {
    const make = async (count: number, address: string | null) =>
      sql<{ id: string }>(
        `insert into public.businesses (business_name, business_email)
         select 'Shop ' || n, coalesce(replace($2, '@', '+' || n || '@'), 'shop' || n || '@shops.example') from generate_series(1, $1) n returning id`,
        [count, address],
      );
    for (const { id } of await make(7, null)) await claim("rival", id);
    expect(await noticesOf("claim_question")).toHaveLength(5);
    await sql("delete from notify.notices");
    for (const { id } of await make(4, "one@shops.example")) await claim("seeker", id);
    expect(await noticesOf("claim_question")).toHaveLength(3);
  });
});

describe("the link to the business's own address", () => {
  it("names the claimant, and gives the business to nobody else, once", async () => {
    await claim("rival");
    await claim("seeker");
    const questions = await noticesOf("claim_question");
    const key = questions.find(({ data }) => data.claimant === "Rival Tester")?.data.link_key;
    expect((await about(key)).data).toEqual({ business: "Bakery", claimant: "Rival Tester" });
    const both = await Promise.all([outcome(answer(key)), outcome(answer(key, false))]);
    expect(both.toSorted()).toEqual(["404 PT404", "let in"]);
    if (both[0] !== "let in") return;
    expect(await ownerOf(bakery)).toBe(world.people.rival.id);
    expect((await about(key)).data).toBeNull();
    expect((await noticesOf("claim_approved")).map(({ to }) => to)).toEqual(["Rival"]);
    expect((await noticesOf("claim_refused")).map(({ to }) => to)).toEqual(["Seeker"]);
    const decided = await noticesOf("claim_decided");
    expect(decided.map(({ to }) => to)).toEqual(["Admin", "Admin"]);
    expect(JSON.stringify(decided)).not.toContain("@");
    expect(await noticesOf("claim_settled")).toEqual([]);
  });

  it("refuses as well, and then gives nothing", async () => {
    await claim("rival");
    const key = await keyOf();
    expect((await answer(key, false)).data).toBe("refused");
    expect(await ownerOf(bakery)).toBeNull();
    expect((await noticesOf("claim_refused")).map(({ to }) => to)).toEqual(["Rival"]);
    await refused(answer(key), "404 PT404");
    expect(
      await world.see("select reason from public.audit_log order by id desc limit 1"),
    ).toContain("own address");
  });

  const SET = "update public.businesses set";
  it.each([
    ["is over", "update private.claim_links set expires_at = now()"],
    [
      "went to an address that is no longer the business's",
      `${SET} business_email = 'new@bakery.example'`,
    ],
    ["is of a business that was claimed since", `${SET} claimed = true, claim_date = now()`],
    [
      "is of somebody who was deactivated",
      "update public.profiles set is_active = false where first_name = 'Rival'",
    ],
  ])("does nothing where it %s", async (_what, change) => {
    await claim("rival");
    const key = await keyOf();
    await sql(change);
    expect((await about(key)).data).toBeNull();
    await world.unchanged(["public.business_claims"], () => refused(answer(key), "404 PT404"));
    await sql("update public.profiles set is_active = true where first_name = 'Rival'");
  });

  it.each([["x"], [""], [null], ["%"], ["' or true --"], ["0".repeat(64)], ["x".repeat(10_000)]])(
    "cannot be guessed: %j",
    async (key) => {
      await claim("rival");
      expect((await about(key)).data).toBeNull();
      await refused(answer(key), "404 PT404");
      await refused(answer(await keyOf(), null), "404 PT404");
    },
  );

  it("can be obtained only from the email", async () => {
    await claim("rival");
    for (const who of ["visitor", "rival", "admin"] as const) {
      await refused(world.from(who, "claim_links").select(), "404 PGRST205");
      const sent = world.from(who, "businesses").select("claim_link_sent_at");
      await refused(sent, /^40[13] 42501$/);
      for (const name of ["ask_business", "tell_admins", "claim_decided"]) {
        await refused(world.rpc(who, name), "404 PGRST202");
      }
    }
  });
});

it("an admin's decision is mailed to the claimant, the other admins and the business, whose address nobody sees", async () => {
  await claim("rival");
  const [{ id } = { id: "" }] = await sql<{ id: string }>("select id from public.business_claims");
  await allowed(admin().rpc("admin_decide_claim", { claim_id: id, approve: true }));
  expect((await noticesOf("claim_approved")).map(({ to }) => to)).toEqual(["Rival"]);
  expect((await noticesOf("claim_settled")).map(({ to }) => to)).toEqual([OWN]);
  // The only other admin is deactivated, and the one who decided knows.
  expect(await noticesOf("claim_decided")).toEqual([]);
  expect(JSON.stringify(await sql("select data from notify.notices"))).not.toContain("@");
});
