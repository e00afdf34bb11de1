import { describe, expect, it } from "vitest";
import { ANONYMOUS, NAMES, notAnAdmin, outcome, rows } from "./people.ts";
import { testWorld } from "./test-world.ts";

/** The users screen's calls: by those who may not, and with what they do not take. */
const world = testWorld();

const OTHERS = NAMES.filter((name) => name !== "admin");
const PICTURE = ["public.profiles", "public.provider_categories", "public.audit_log"];
const DETAILS = { first_name: "Eve", last_name: "Law", business_name: "Taken Over Ltd" };

describe("admin_make_provider", () => {
  it("is refused to everybody but admins, even for themselves", async () => {
    const before = await world.picture(...PICTURE);
    const call = { target_user_id: world.people.rival.id, details: DETAILS };
    expect(await outcome(world.visitor.rpc("admin_make_provider", call))).toBe(ANONYMOUS);
    for (const who of OTHERS) {
      const { client, id } = world.people[who];
      for (const target_user_id of [id, world.people.rival.id]) {
        const { status, error } = await client.rpc("admin_make_provider", {
          ...call,
          target_user_id,
        });
        expect([status, error?.message], who).toEqual([403, notAnAdmin(who)]);
      }
    }
    expect(await world.picture(...PICTURE)).toBe(before);
  });

  it.each([
    ["nobody", () => crypto.randomUUID(), DETAILS, "404 PT404"],
    ["a provider", () => world.people.member.id, DETAILS, "404 PT404"],
    ["an admin", () => world.people.admin.id, DETAILS, "404 PT404"],
    ["a list", () => world.people.seeker.id, ["first_name"], "400 PT400"],
    ["no last name", () => world.people.seeker.id, { ...DETAILS, last_name: " " }, "400 PT400"],
    ["no business", () => world.people.seeker.id, { ...DETAILS, business_name: 5 }, "400 PT400"],
    [
      "an unknown category",
      () => world.people.seeker.id,
      { ...DETAILS, categories: ["Nonsense"] },
      "400 23514",
    ],
    [
      "a script for a website",
      () => world.people.seeker.id,
      { ...DETAILS, website: "javascript:alert(1)" },
      "400 23514",
    ],
    [
      "a script for a picture",
      () => world.people.seeker.id,
      { ...DETAILS, profile_image_url: "javascript:alert(1)" },
      "400 23514",
    ],
  ])("makes no provider of or with %s", async (_what, target, details, expected) => {
    const before = await world.picture(...PICTURE);
    const call = { target_user_id: target(), details };
    expect(await outcome(world.people.admin.client.rpc("admin_make_provider", call))).toBe(
      expected,
    );
    expect(await world.picture(...PICTURE)).toBe(before);
  });
});

describe("get_admin_user_details", () => {
  const page = (args: object) =>
    rows<{ first_name: string; total_count: number; categories: string[] }>(
      world.people.admin.client.rpc("get_admin_user_details", args),
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

  it.each(["%", "_", "\\", "'; drop table profiles; --", "$1", "x".repeat(5000)])(
    "counts %j as letters",
    async (search) => {
      expect(await page({ search })).toEqual([]);
    },
  );

  it.each(["newest; drop table x", "", "email", "created_at desc"])(
    "ignores the unknown order %j",
    async (sort) => {
      expect(await page({ sort, page_size: 100 })).toEqual(await page({ page_size: 100 }));
    },
  );

  it.each([
    [{ page_size: -5 }, 1],
    [{ page_size: 1_000_000 }, NAMES.length],
    [{ page_offset: -1, page_size: 3 }, 3],
    [{ page_offset: 2_000_000_000 }, 0],
  ])("limits %j to the range", async (args, length) => {
    expect(await page(args)).toHaveLength(length);
  });
});
