import { beforeAll, describe, expect, it } from "vitest";
import { dataOf } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

const world = testWorld();
beforeAll(async () => {
  await world.sql(
    `update public.profiles set location = 'Hull, East Yorkshire', categories = '{IT > Cyber Security}', bio = 'We mend kites'
     where account_type = 'provider'`,
  );
});

const UNLISTED = ["plain", "lapsed", "hidden", "idle", "seeker", "admin"] as const;
const NOBODY = "00000000-0000-0000-0000-000000000000";

const call = (name: string, args: Record<string, unknown>) =>
  dataOf<unknown>(world.rpc("visitor", name as never, args as never, { get: true }));

describe("what search engines read", () => {
  it("lists listed providers in the sitemap, and nobody else", async () => {
    const { member, unconfirmed } = world.people;
    const listed = [member.id, unconfirmed.id].sort();
    expect(await call("sitemap_starts", { kind: "providers" })).toEqual([listed[0]]);
    const entries = (await call("sitemap_page", { kind: "providers", first_id: NOBODY })) as [
      string,
    ][];
    expect(entries.map(([id]) => id)).toEqual(listed);
    const rest = (await call("sitemap_page", {
      kind: "providers",
      first_id: listed[1],
      page_size: 0,
    })) as [string][];
    expect(rest.map(([id]) => id)).toEqual([listed[1]]);
  });

  it("has no other kind of list", async () => {
    for (const kind of ["profiles", "", "providers'; --"]) {
      expect(await call("sitemap_starts", { kind })).toEqual([]);
      expect(await call("sitemap_page", { kind, first_id: NOBODY })).toEqual([]);
    }
  });

  it("counts and names no unlisted person on a category's page, whatever the category", async () => {
    const page = (category: string, town_slug?: string) =>
      call("category_page", { category, ...(town_slug ? { town_slug } : {}) }) as Promise<{
        total: number;
        town: string | null;
        towns: unknown[];
        providers: { user_id: string }[];
      }>;
    const whole = await page("IT");
    expect(whole).toMatchObject({
      total: 2,
      towns: [{ slug: "hull", name: "Hull", providers: 2, miles: null }],
    });
    expect(await page("IT > Cyber Security", "hull")).toMatchObject({
      total: 2,
      town: "Hull",
      towns: [],
    });
    expect(await page("IT", "leeds")).toMatchObject({ total: 0, town: null, providers: [] });
    // A town's page has the nearest others, with how far they are; where nobody knows, last.
    const moveTo = (place: string) => world.setProfile("unconfirmed", "location = $2", place);
    await moveTo("Leeds");
    const [leeds] = (await page("IT", "hull")).towns as { name: string; miles: number }[];
    expect(leeds?.name).toBe("Leeds");
    expect(leeds?.miles).toBeGreaterThan(45);
    expect(leeds?.miles).toBeLessThan(60);
    await moveTo("Nowherebury");
    expect((await page("IT", "hull")).towns).toMatchObject([{ name: "Nowherebury", miles: null }]);
    await moveTo("Hull, East Yorkshire");
    const shown = whole.providers.map(({ user_id }) => user_id);
    for (const who of UNLISTED) expect(shown, who).not.toContain(world.people[who].id);
    for (const odd of ["", "' | '", "IT' & !'x", "\\", "a\\'b", "%"]) {
      expect((await page(odd)).total, odd).toBe(0);
    }
    // Public columns only.
    expect(Object.keys(whole.providers[0] ?? {}).sort()).toEqual(
      `bio business_name covers hours image_url location main_category name picture price_pence
      price_unit rating_average rating_count title user_id`.split(/\s+/),
    );
  });

  it("returns 410 only for people who have left for good", async () => {
    const isDeletedPage = async (id: string) =>
      ((await call("provider_page", { provider_id: id })) as { departed: boolean }).departed;
    const { db } = world.backend;
    for (const who of [...UNLISTED, "member"] as const) {
      expect(await isDeletedPage(world.people[who].id), who).toBe(false);
    }
    expect(await isDeletedPage(NOBODY)).toBe(false);
    const { id } = world.people.lapsed;
    await world.setProfile(id, "account_type = 'client'");
    expect(await isDeletedPage(id)).toBe(true);
    await world.setProfile(id, "account_type = 'provider'");
    expect(await isDeletedPage(id)).toBe(false);
    await db.query("delete from auth.users where id = any($1)", [[id, world.people.seeker.id]]);
    expect(await isDeletedPage(id)).toBe(true);
    expect(await isDeletedPage(world.people.seeker.id)).toBe(false);
  });
});
