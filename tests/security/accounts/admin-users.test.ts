import { describe, expect, it } from "vitest";
import { dataOf, NAMES, PASSWORD, refused, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

/** The users screen's calls: by those who may not, and with what they do not take. */
const world = testWorld();

const PICTURE = ["public.profiles", "public.provider_categories", "public.audit_log"];
const DETAILS = { first_name: "Eve", last_name: "Law", business_name: "Taken Over Ltd" };

describe("admin_make_provider", () => {
  const seeker = () => world.people.seeker.id;
  const SCRIPT = "javascript:alert(1)";
  it.each([
    ["nobody", () => crypto.randomUUID(), DETAILS, "404 PT404"],
    ["a provider", () => world.people.member.id, DETAILS, "404 PT404"],
    ["an admin", () => world.people.admin.id, DETAILS, "404 PT404"],
    ["a list", seeker, ["first_name"], "400 PT400"],
    ["no last name", seeker, { ...DETAILS, last_name: " " }, "400 PT400"],
    ["no business", seeker, { ...DETAILS, business_name: 5 }, "400 PT400"],
    ["an unknown category", seeker, { ...DETAILS, categories: ["Nonsense"] }, "400 23514"],
    ["a script for a website", seeker, { ...DETAILS, website: SCRIPT }, "400 23514"],
    ["a script for a picture", seeker, { ...DETAILS, profile_image_url: SCRIPT }, "400 23514"],
  ])("makes no provider of or with %s", async (_what, target, details, expected) => {
    const call = { target_user_id: target(), details };
    await world.unchanged(PICTURE, () =>
      refused(world.rpc("admin", "admin_make_provider", call), expected),
    );
  });
});

describe("get_admin_user_details", () => {
  const page = (args: object) =>
    rows<{ first_name: string; total_count: number; categories: string[] }>(
      world.rpc("admin", "get_admin_user_details", args),
    );

  it("filters, searches, sorts and counts", async () => {
    const providers = await page({ type: "provider", page_size: 2 });
    expect(providers).toHaveLength(2);
    const all = await page({ page_size: 100 });
    expect(all).toHaveLength(NAMES.length);
    const names = (await page({ sort: "name" })).map(({ first_name }) => first_name);
    expect(names).toEqual(names.toSorted());
    expect(await page({ search: "member ltd" })).toMatchObject([{ first_name: "Member" }]);
    expect(await page({ search: "Rival Tester" })).toMatchObject([{ total_count: 1 }]);
    expect((await page({ search: "member" }))[0]?.categories).toHaveLength(3);
    expect(providers[0]?.total_count).toBe(
      all.filter(({ categories }) => categories.length > 0).length,
    );
    expect(await page({ type: "nobody" })).toEqual([]);
  });

  it.each([
    [{ page_size: -5 }, 1],
    [{ page_size: 1_000_000 }, NAMES.length],
    [{ page_offset: -1, page_size: 3 }, 3],
    [{ page_offset: 2_000_000_000 }, 0],
  ])("limits %j to the range", async (args, length) => {
    expect(await page(args)).toHaveLength(length);
  });
});

describe("a status", () => {
  interface User {
    id: string;
    first_name: string;
    created_at: string;
  }
  interface Found {
    users: User[];
    total: number;
    more: boolean;
  }
  const boss = () => world.people.admin.client;
  const find = (args: object) => dataOf<Found>(boss().rpc("admin_users", args));
  const namesOf = (users: readonly User[]) =>
    users.map(({ first_name }) => first_name.toLowerCase());

  const STATUSES = [
    ["members", ["hidden", "idle", "member", "unconfirmed"]],
    ["non-members", ["lapsed", "plain"]],
    ["hidden", ["hidden"]],
    ["inactive", ["idle", "retired"]],
  ] as const;

  it.each(STATUSES)("%s: in every order, counted, page by page", async (status, names) => {
    const newest = await find({ status });
    expect(newest).toMatchObject({ total: names.length, more: false });
    expect(namesOf(newest.users).toSorted()).toEqual(names);
    const counted = "select private.count_admin_accounts(null, null, $1, 2)::int";
    expect(await world.see(counted, [status])).toBe(Math.min(names.length, 2));
    const oldest = await find({ status, sort: "oldest" });
    expect(oldest.users).toEqual(newest.users.toReversed());
    expect(namesOf((await find({ status, sort: "name" })).users)).toEqual(names);
    const parts: User[] = [];
    for (let page_offset = 0; page_offset <= names.length; page_offset += 1) {
      const { users, total } = await find({ status, page_size: 1, page_offset });
      expect(total).toBe(names.length);
      parts.push(...users);
    }
    expect(parts).toEqual(newest.users);
  });

  it("follows what changes: a membership that ends, a profile that is hidden or is no provider's", async () => {
    const { plain } = world.people;
    const end = (days: number) =>
      world.setMembership("member", "subscription_end = now() + make_interval(days => $2)", days);
    await world.setProfile("plain", "is_visible = false");
    await end(-1);
    expect(namesOf((await find({ status: "hidden", sort: "name" })).users)).toEqual([
      "hidden",
      "plain",
    ]);
    expect((await find({ status: "members" })).total).toBe(3);
    const without = await find({ status: "non-members", sort: "name" });
    expect(namesOf(without.users)).toEqual(["lapsed", "member", "plain"]);
    await world.setProfile("plain", "account_type = 'client'");
    expect((await find({ status: "hidden" })).total).toBe(1);
    expect((await find({ status: "non-members" })).total).toBe(2);
    await world.setProfile("plain", "account_type = 'provider', is_visible = true");
    await plain.client.auth.signInWithPassword({ email: plain.email, password: PASSWORD });
    await end(300);
  });

  it.each(["admin_users", "admin_export_users"])(
    "that does not exist is refused by %s",
    async (name) => {
      for (const status of ["", "Hidden", "all", "hidden' or true --"]) {
        const { error } = await boss().rpc(name, { status });
        expect(error).toMatchObject({
          code: "22023",
          message: "Please choose a status: members, non-members, hidden or inactive.",
        });
      }
    },
  );
});
