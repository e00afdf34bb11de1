import { beforeEach, describe, expect, it } from "vitest";
import {
  allowed,
  dataOf,
  FORBIDDEN,
  NAMES,
  type Name,
  openClient,
  outcome,
  PASSWORD,
  refused,
  rows,
} from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

/** Claims to businesses and who decides them (P-27). */
const world = testWorld();
let business: string;
let guarded: string;
beforeEach(async () => {
  await world.sql("delete from private.rate_limits");
  const made = await world.sql<{ id: string }>(
    "insert into public.businesses (business_name, business_email) values ('Bakery', ' Member@people.example'), ('Guarded', 'x@guarded.example') returning id",
  );
  [business, guarded] = made.map(({ id }) => id) as [string, string];
});

const OTHERS = NAMES.filter((name) => name !== "admin");
const PICTURE = ["public.businesses", "public.business_claims", "public.audit_log"];
const admin = () => world.people.admin.client;
const claim = (who: Name, business_id: string) => world.rpc(who, "claim_business", { business_id });
const ownerOf = (id: string) => world.stored<string | null>("businesses.owner_user_id", id);
const claimed = (column: "id" | "status") => (who: Name, id: string) =>
  world.see<string>(
    `select ${column} from public.business_claims where claimant_id = $1 and business_id = $2`,
    [world.people[who].id, id],
  );
const [claimOf, statusOf] = [claimed("id"), claimed("status")];
const decide = async (who: Name, id: string, approve: unknown) =>
  admin().rpc("admin_decide_claim", { claim_id: await claimOf(who, id), approve });

describe("what admins call", () => {
  it("lists businesses with addresses, by name or address, a page at a time", async () => {
    const list = (args: object) => rows(admin().rpc("get_admin_businesses", args));
    const found = await list({ search: "x@guarded", page_size: 1 });
    expect(found).toMatchObject([
      { business_name: "Guarded", business_email: "x@guarded.example" },
    ]);
    expect(found[0]?.total_count).toBeGreaterThan(0);
    for (const search of ["%", "_", "\\", "' or true --"])
      expect(await list({ search })).toEqual([]);
    expect(await list({ page_size: -1, page_offset: -9 })).toHaveLength(1);
  });

  it("lists the businesses of one state, which the total counts", async () => {
    await claim("seeker", guarded);
    const list = (state: string) =>
      rows(admin().rpc("get_admin_businesses", { state, page_size: 100 }));
    const statesOf = async (id: string) => {
      const states = ["unclaimed", "waiting", "claimed"];
      const lists = await Promise.all(states.map(list));
      for (const found of lists) expect(found[0]?.total_count ?? 0).toBe(found.length);
      return states.filter((_, at) => lists[at]?.some((one) => one.id === id));
    };
    expect(await statesOf(guarded)).toEqual(["waiting"]);
    await decide("seeker", guarded, false);
    expect(await statesOf(guarded)).toEqual(["unclaimed"]);
    await claim("rival", guarded);
    await decide("rival", guarded, true);
    expect(await statesOf(guarded)).toEqual(["claimed"]);
    const unknown = await admin().rpc("get_admin_businesses", { state: "lost" });
    expect(unknown.error?.code).toBe("22023");
  });
});

describe("the claims that wait", () => {
  const waiting = () => rows(admin().rpc("get_admin_claims"));
  it("come with both addresses, and only while nobody has decided", async () => {
    await claim("rival", guarded);
    await claim("member", business);
    expect((await waiting()).filter(({ business_id }) => business_id === business)).toEqual([]);
    expect(await waiting()).toContainEqual(
      expect.objectContaining({
        business_name: "Guarded",
        business_email: "x@guarded.example",
        claimant_email: world.people.rival.email,
        claimant_type: "client",
      }),
    );
    await decide("rival", guarded, false);
    expect((await waiting()).filter(({ business_id }) => business_id === guarded)).toEqual([]);
  });

  it("give nobody but an admin an address, in parts or by another method", async () => {
    await claim("rival", guarded);
    for (const who of [...OTHERS, "visitor"] as const) {
      const client = world.clientOf(who);
      for (const answer of [
        await client.rpc("get_admin_claims").select("business_email"),
        await client.rpc("get_admin_claims", {}, { get: true }),
        await client.rpc("get_admin_claims", {}, { head: true, count: "exact" }),
        await client.from("businesses").select("business_email"),
      ]) {
        const status = who === "visitor" ? 401 : 403;
        expect([who, answer.status, answer.data ?? null]).toEqual([who, status, null]);
      }
    }
  });
});

describe("a claim", () => {
  it("is approved at once for the business's own confirmed address", async () => {
    await claim("rival", business);
    expect((await claim("member", business)).data).toBe("approved");
    expect(await ownerOf(business)).toBe(world.people.member.id);
    expect(await statusOf("member", business)).toBe("approved");
    // Who else waited for it is refused.
    expect(await statusOf("rival", business)).toBe("refused");
    await refused(claim("seeker", business), "409 PT409");
  });

  it("waits for an admin under any other address, and is made once", async () => {
    expect((await claim("rival", business)).data).toBe("pending");
    expect((await claim("rival", business)).data).toBe("pending");
    expect(await ownerOf(business)).toBeNull();
    await refused(decide("rival", business, null), "400 PT400");
    await allowed(decide("rival", business, true));
    expect(await ownerOf(business)).toBe(world.people.rival.id);
    await refused(decide("rival", business, false), "409 PT409");
    expect(await ownerOf(business)).toBe(world.people.rival.id);
    expect(await world.lastAct()).toBe("approve claim");
  });

  it("that was refused is not made again, and gives nothing", async () => {
    await claim("rival", guarded);
    await allowed(decide("rival", guarded, false));
    await refused(claim("rival", guarded), "409 PT409");
    expect(await ownerOf(guarded)).toBeNull();
  });

  it("is refused to unconfirmed and deactivated people, and for a missing row", async () => {
    const before = await world.picture(...PICTURE);
    for (const who of ["unconfirmed", "idle", "retired"] as const) {
      await refused(claim(who, business), FORBIDDEN, who);
    }
    await refused(claim("seeker", crypto.randomUUID()), "404 PT404");
    const nothing = admin().rpc("admin_decide_claim", {
      claim_id: crypto.randomUUID(),
      approve: true,
    });
    await refused(nothing, "404 PT404");
    expect(await world.picture(...PICTURE)).toBe(before);
  });

  it("of two admins who decide at once is decided once", async () => {
    await claim("rival", guarded);
    const both = await Promise.all(
      [true, false].map((approve) => outcome(decide("rival", guarded, approve))),
    );
    expect(both.toSorted()).toEqual(["409 PT409", "let in"]);
  });
});

describe("a sign-up that claims", () => {
  const signUp = async (email: string, claimed: unknown) => {
    const data = { first_name: "Clay", account_type: "client", claim_business: claimed };
    const options = { email, password: PASSWORD, options: { data } };
    const made = await dataOf<{ user: { id: string } }>(
      openClient(world.backend).auth.signUp(options),
    );
    return made.user.id;
  };
  const confirm = (id: string) =>
    allowed(world.service.auth.admin.updateUserById(id, { email_confirm: true }));

  it("claims when the address is confirmed, and not before", async () => {
    const id = await signUp("x@guarded.example", guarded);
    expect(await ownerOf(guarded)).toBeNull();
    expect(await world.count("public.business_claims where claimant_id = $1", [id])).toBe(0);
    await confirm(id);
    expect(await ownerOf(guarded)).toBe(id);
  });

  it.each([
    ["another's", () => business],
    ["nothing there", () => crypto.randomUUID()],
    ["no id", () => "'; drop table x"],
    ["a thing", () => ({ a: 1 })],
  ])("under metadata of %s confirms in any case, and takes nothing", async (what, claimed) => {
    const id = await signUp(`c${crypto.randomUUID()}@other.example`, claimed());
    await confirm(id);
    expect(
      await world.see("select email_confirmed_at is not null from auth.users where id = $1", [id]),
    ).toBe(true);
    expect(await ownerOf(business)).toBeNull();
    expect(await world.count("public.business_claims where claimant_id = $1", [id])).toBe(
      what === "another's" ? 1 : 0,
    );
  });
});
