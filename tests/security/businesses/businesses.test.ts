import { beforeAll, describe, expect, it } from "vitest";
import {
  allowed,
  FORBIDDEN,
  type Name,
  openClient,
  outcome,
  refused,
  rows,
} from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

const world = testWorld();
let bakery: string;
let claimed: string;
const SECRET = "owner@bakery.example";

beforeAll(async () => {
  const made = await world.sql<{ id: string }>(
    `insert into public.businesses (business_name, business_email, owner_user_id, claimed, claim_date) values
      ('Bread_100% Ltd', $1, null, false, null), ('Claimed Ltd', 'x@y.example', $2, true, now()) returning id`,
    [SECRET, world.people.hidden.id],
  );
  [bakery, claimed] = made.map(({ id }) => id) as [string, string];
});

const businesses = (who: Name | "visitor") => world.from(who, "businesses");
const EVERYBODY = ["visitor", "seeker", "member", "retired", "admin"] as const;
const PICTURE = ["public.businesses", "public.business_claims"];

describe("a business's address and owner", () => {
  it.each([
    ["selected", "select=business_email"],
    ["selected by alias", "select=name:owner_user_id"],
    ["filtered on", "select=id&business_email=eq.owner@bakery.example"],
    ["filtered on by pattern", "select=id&business_email=like.o*"],
    ["filtered on in a tree", "select=id&or=(id.not.is.null,business_email.is.null)"],
    ["ordered by", "select=id&order=business_email"],
    ["ordered by owner", "select=id&order=owner_user_id"],
    ["seen through the owner", "select=id,profiles(email)"],
    ["counted", "select=business_email,count()"],
  ])("cannot be %s", async (_way, query) => {
    for (const who of EVERYBODY) {
      const as = who === "visitor" ? undefined : who;
      const response = await world.request(`/rest/v1/businesses?${query}`, { as });
      expect([400, 401, 403], `${who}: ${response.text}`).toContain(response.status);
      expect(response.text).not.toContain(SECRET);
      const head = await world.request(`/rest/v1/businesses?${query}`, {
        as,
        method: "HEAD",
        headers: { prefer: "count=exact" },
      });
      expect([head.status, head.headers.get("content-range")]).toEqual([response.status, null]);
    }
  });

  it("are not in what the public reads", async () => {
    for (const who of ["visitor", "seeker", "member", "admin"] as const) {
      const [whole] = await rows(businesses(who).select("*").eq("id", bakery));
      expect(Object.keys(whole ?? {}).join(" "), who).toBe("id business_name claimed created_at");
    }
    const [row] = await rows(
      businesses("visitor").select("id, business_name, claimed").eq("id", bakery),
    );
    expect(row).toEqual({ id: bakery, business_name: "Bread_100% Ltd", claimed: false });
    const found = await world.rpc("visitor", "search_businesses", { query: "bread" });
    expect(found.data).toEqual([{ id: bakery, business_name: "Bread_100% Ltd" }]);
  });

  it.each([
    [SECRET, true],
    [` ${SECRET.toUpperCase()} `, true],
    ["owner@bakery.exampl", false],
    ["%", false],
    ["owner@bakery.exampl_", false],
    ["", false],
    ["x".repeat(10_000), false],
    ["' or '1'='1", false],
  ])("%j is confirmed as the business's own with yes or no alone: %s", async (email, expected) => {
    const isBusinessEmail = (business_id: string) =>
      world.rpc("visitor", "is_business_email", { business_id, email });
    expect((await isBusinessEmail(bakery)).data).toBe(expected);
    expect((await isBusinessEmail(crypto.randomUUID())).data).toBe(false);
    await refused(isBusinessEmail("me"), "400 22P02");
  });
});

describe("guesses", () => {
  const calls = [
    ["is_business_email", { business_id: crypto.randomUUID(), email: "a@b.example" }, 60],
    ["search_businesses", { query: "no such business" }, 150],
  ] as const;
  it.each(calls)("by %s are limited by network", async (name, args, most) => {
    const guess = (ip: string) =>
      outcome(openClient(world.backend, undefined, { ip }).rpc(name, args));
    for (let number = 0; number < most; number++)
      expect(await guess(`198.51.100.${number}`), `${number}`).toBe("let in");
    expect(await guess("198.51.100.200")).toBe("429 PT429");
    expect(await guess("192.0.2.1"), "another network").toBe("let in");
  });
});

describe("search_businesses", () => {
  it.each(["", " ", "b", "%%", "__", "%a%", "b%d", "\\%"])(
    "gives nothing for %j",
    async (query) => {
      expect(await rows(world.rpc("visitor", "search_businesses", { query }))).toEqual([]);
    },
  );

  it("treats % and _ as plain characters, and gives five at most", async () => {
    const search = (query: string) => rows(world.rpc("visitor", "search_businesses", { query }));
    expect(await search("d_100%")).toHaveLength(1);
    await world.sql(
      "insert into public.businesses (business_name) select 'Chain ' || n from generate_series(1, 9) n",
    );
    expect(await search("chain")).toHaveLength(5);
  });
});

describe("businesses", () => {
  it("are added and renamed by admins", async () => {
    const added = businesses("admin").insert({
      business_name: "New",
      business_email: "n@n.example",
    });
    const [row] = await rows<{ id: string }>(added.select("id"));
    const newer = businesses("admin").update({ business_name: "Newer" });
    const renamed = newer.eq("id", row?.id ?? "");
    expect(await rows(renamed.select("business_name"))).toEqual([{ business_name: "Newer" }]);
  });

  it("are added, renamed and removed by nobody else, nor given away by anyone", async () => {
    const before = await world.picture(...PICTURE);
    for (const who of ["seeker", "member", "hidden", "retired"] as const) {
      await refused(businesses(who).insert({ business_name: "x" }), FORBIDDEN, who);
      const renamed = businesses(who).update({ business_email: "me@x.example" }).eq("id", claimed);
      expect(await rows(renamed.select("id")), who).toEqual([]);
    }
    for (const who of ["member", "admin"] as const) {
      const me = { owner_user_id: world.people[who].id };
      for (const change of [me, { claimed: true }, { claim_date: "2020-01-01" }, { id: bakery }]) {
        await refused(businesses(who).update(change).eq("id", bakery), FORBIDDEN);
      }
      await refused(businesses(who).delete().eq("id", bakery), FORBIDDEN);
    }
    expect(await world.picture(...PICTURE)).toBe(before);
  });
});

describe("a claim", () => {
  const claims = (who: Name | "visitor") => world.from(who, "business_claims");
  const claim = (who: Name, more: Record<string, unknown> = {}) =>
    claims(who).insert({ business_id: bakery, claimant_id: world.people[who].id, ...more });

  it("is made by confirmed people in their own name, once, and decides nothing", async () => {
    await allowed(claim("member"));
    await refused(claim("member"), "409 23505");
    expect(await rows(claims("member").select("status, decided_at"))).toEqual([
      { status: "pending", decided_at: null },
    ]);
    expect(await world.stored("businesses.claimed", bakery)).toBe(false);
    expect(await rows(claims("admin").select("id"))).toHaveLength(1);
  });

  it("is refused to others, and where it is forged", async () => {
    const before = await world.picture(...PICTURE);
    for (const who of ["idle", "unconfirmed", "retired"] as const) {
      await refused(claim(who), FORBIDDEN, who);
    }
    for (const more of [
      { claimant_id: world.people.rival.id },
      { business_id: claimed },
      { business_id: crypto.randomUUID() },
      { status: "approved", decided_at: "2020-01-01" },
      { decided_by: world.people.admin.id },
    ]) {
      await refused(claim("seeker", more), FORBIDDEN, JSON.stringify(more));
    }
    expect(await world.picture(...PICTURE)).toBe(before);
  });

  it("is seen by its claimant and admins, and changed or withdrawn by nobody", async () => {
    const before = await world.picture(...PICTURE);
    for (const who of ["seeker", "hidden", "retired"] as const) {
      expect(await rows(claims(who).select()), who).toEqual([]);
    }
    for (const who of ["member", "admin"] as const) {
      const approve = claims(who).update({ status: "approved" }).eq("business_id", bakery);
      await refused(approve, FORBIDDEN, who);
      await refused(claims(who).delete().eq("business_id", bakery), FORBIDDEN, who);
    }
    expect(await world.picture(...PICTURE)).toBe(before);
  });
});
