import { describe, expect, it } from "vitest";
import { TOO_MANY_CATEGORIES } from "#domain/accounts/messages.ts";
import { FORBIDDEN, outcome, refused, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

const world = testWorld();

describe("a person's own profile", () => {
  it("can be changed in the fields that belong to them", async () => {
    const { client, id } = world.people.seeker;
    const [row] = await rows(
      client.from("profiles").update({ bio: "Hello" }).eq("id", id).select("bio, updated_at"),
    );
    expect(row?.bio).toBe("Hello");
    const [stamp] = await rows(
      client.from("profiles").update({ updated_at: "1999-01-01" }).eq("id", id).select(),
    );
    expect(String(stamp?.updated_at)).not.toMatch(/^1999/);
  });

  it.each([
    { account_type: "admin" },
    { is_active: true },
    { is_visible: true },
    { email: "other@people.example" },
    { id: crypto.randomUUID() },
    { created_at: "1999-01-01" },
    { bio: "smuggled", account_type: "admin" },
  ])("refuses %j", async (change) => {
    const before = await world.picture("public.profiles");
    for (const who of ["seeker", "plain", "admin", "retired"] as const) {
      const { client, id } = world.people[who];
      await refused(client.from("profiles").update(change).eq("id", id), FORBIDDEN);
      await refused(client.from("profiles").upsert({ id, ...change }), FORBIDDEN);
    }
    expect(await world.picture("public.profiles")).toBe(before);
  });

  it.each([
    ["an unknown column", { salary: 1 }, "400 PGRST204"],
    ["a wrong type", { show_phone: { a: 1 } }, /^400 /],
    ["a text for a list", { categories: "IT" }, "400 22P02"],
    ["null where something must be", { first_name: null }, "400 23502"],
    ["an endless text", { bio: "b".repeat(5001) }, "400 23514"],
    ["an unknown category", { categories: ["Arson"] }, "400 23514"],
    ["a script for a link", { social_links: { x: "javascript:alert(1)" } }, "400 23514"],
    ["a list for links", { social_links: [] }, "400 23514"],
    ["a script for a picture", { profile_image_url: "javascript:alert(1)" }, "400 23514"],
    ["a service twice", { skills: [{ name: "a" }, { name: " A " }] }, "400 23514"],
    ["services of a wrong shape", { skills: ["a"] }, "400 23514"],
    ["services that are no list", { skills: { name: "a" } }, /^400 22023|^400 23514/],
    [
      "a script in the portfolio",
      { work_samples: [{ id: "1", imageUrl: "javascript:1" }] },
      "400 23514",
    ],
    [
      "a script as its medium",
      { work_samples: [{ id: "1", media: [{ url: "data:text/html,x", type: "image" }] }] },
      "400 23514",
    ],
    ["a NUL", { bio: "a\u0000b" }, /^400 /],
  ])("refuses %s with its code", async (_what, change, expected) => {
    const { client, id } = world.people.member;
    await world.unchanged(["public.profiles"], () =>
      refused(client.from("profiles").update(change).eq("id", id), expected),
    );
  });

  it.each([
    ["no first name", { first_name: "  " }, "First name is required"],
    ["no last name", { last_name: "" }, "Last name is required"],
    ["a short number", { phone_number: "12345" }, "Invalid phone number format"],
    ["a number with letters", { phone_number: "+44 7700 9OO123" }, "Invalid phone number format"],
    ["a plus in the middle", { phone_number: "0770+900123" }, "Invalid phone number format"],
    ["sixteen digits", { phone_number: "1234567890123456" }, "Invalid phone number format"],
    ["no category", { categories: [] }, "Please select at least one business category"],
    // Counted before any is looked up, or the message would name one.
    ["24,000 categories", { categories: Array(24_000).fill("Arson") }, TOO_MANY_CATEGORIES],
  ])("of a provider keeps sign-up's rules: %s", async (_what, change, message) => {
    const { client, id } = world.people.member;
    const before = await world.picture("public.profiles");
    const { status, error } = await client.from("profiles").update(change).eq("id", id);
    expect([status, error?.code, error?.message]).toEqual([400, "23514", message]);
    expect(await world.picture("public.profiles")).toBe(before);
  });

  it("accepts links of http and https only, also under an unknown name", async () => {
    const { client, id } = world.people.member;
    const links = (social_links: object) =>
      outcome(client.from("profiles").update({ social_links }).eq("id", id));
    for (const address of [
      "javascript:alert(1)",
      "data:text/html,x",
      " https://x.example",
      "//x.example",
      'https://x.example/"><script>',
      7,
    ]) {
      expect(await links({ mastodon: address }), String(address)).toBe("400 23514");
    }
    const socialLinks = { website: "https://a.example", mastodon: "https://b.example" };
    expect(await links(socialLinks)).toBe("let in");
    const [row] = await rows(client.from("profiles").select("social_links").eq("id", id));
    expect(row).toEqual({ social_links: socialLinks });
  });
});

describe("another person's profile", () => {
  it("is read by nobody but an admin", async () => {
    const { people } = world;
    for (const who of ["seeker", "member", "hidden", "lapsed"] as const) {
      const { client, id } = people[who];
      expect(await rows(client.from("profiles").select("id"))).toEqual([{ id }]);
      expect(await rows(client.from("profiles").select().eq("email", people.plain.email))).toEqual(
        [],
      );
      const { count } = await client.from("profiles").select("id", { count: "exact", head: true });
      expect(count).toBe(1);
    }
    const all = await rows(people.admin.client.from("profiles").select("id"));
    expect(all.length).toBeGreaterThanOrEqual(10);
  });

  it("is not reached through what refers to it", async () => {
    const { client } = world.people.seeker;
    for (const table of ["feedback", "jobs", "public_providers", "saved_providers"]) {
      const response = await world.request(
        `/rest/v1/${table}?select=*,profiles(email,phone_number)`,
        { as: "seeker" },
      );
      expect(response.text, table).not.toContain("member@people.example");
      expect(response.status, table).toBeLessThan(500);
    }
    expect(await rows(client.from("provider_categories").select())).toEqual([]);
    const own = world.from("plain", "provider_categories").select("provider_id");
    expect(new Set((await rows(own)).map(({ provider_id }) => provider_id))).toEqual(
      new Set([world.people.plain.id]),
    );
  });

  it("is written, made or removed by nobody", async () => {
    const before = await world.picture("public.profiles", "public.provider_categories");
    const { id } = world.people.member;
    for (const who of ["seeker", "plain", "admin"] as const) {
      const { client } = world.people[who];
      const profiles = () => client.from("profiles");
      expect(await rows(profiles().update({ bio: "pwned" }).eq("id", id).select("id"))).toEqual([]);
      await refused(profiles().insert({ id: crypto.randomUUID() }), FORBIDDEN);
      await refused(profiles().delete().eq("id", id), FORBIDDEN);
      const links = client.from("provider_categories");
      await refused(links.insert({ provider_id: id, category_id: id }), FORBIDDEN);
    }
    expect(await world.picture("public.profiles", "public.provider_categories")).toBe(before);
  });
});
