import { beforeAll, describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { startTwo } from "#tests/security/two-processes.ts";

/** Tables and views that config.toml declares the same for every visitor. */
const SHARED = ["categories", "feedback", "feedback_replies", "public_providers", "site_settings"];

const world = perFile(startTwo);
let member: string;
let seeker: string;
beforeAll(async () => {
  member = world.people.member.id;
  seeker = world.people.seeker.id;
  await world.owner(
    `insert into public.feedback (provider_id, user_id, rating, title, description)
      values ($1, $2, 4, 'Good', 'Came at once.')`,
    [member, seeker],
  );
});

const isCached = async (address: string) => (await world.request(address)).headers.has("age");

describe("rows that are the same for every visitor", () => {
  it("are those of a few tables and views, which say so", async () => {
    const { relations } = world.backend.core.project.config.api.cache;
    expect([...relations.keys()].toSorted()).toEqual([...SHARED, "reviews"].toSorted());
    for (const table of [...SHARED, "services", "availability", "jobs", "businesses"]) {
      const columns = { site_settings: "key", availability: "provider_id" }[table] ?? "id";
      const address = `/rest/v1/${table}?select=${columns}&limit=1`;
      if (SHARED.includes(table)) await world.warm(address);
      else
        expect([await isCached(address), await isCached(address)], table).toEqual([false, false]);
    }
  });

  it("depend on nobody's claims, and on no clock but the end of a membership", async () => {
    const rules = await world.see<string>(
      `select string_agg(tablename || ': ' || qual, '; ' order by tablename, policyname)
        from pg_policies where tablename = any ($1) and 'anon' = any (roles) and cmd = 'SELECT'`,
      [SHARED],
    );
    // Visitors are no admins; what a reply rests on beside its row is its feedback.
    expect(rules).not.toMatch(/now\(|current_|uid\(|jwt/);
    expect(rules.split("; ").map((rule) => rule.split(":")[0])).toEqual(
      SHARED.filter((name) => name !== "public_providers"),
    );
    const view = await world.see<string>(
      "select pg_get_viewdef('public.public_providers'::regclass)",
    );
    expect(view.match(/\b(now|current_\w+|uid|jwt|clock_timestamp|random|\w*setting)\(/g)).toEqual([
      "now(",
    ]);
    expect(view).toContain("membership_end > now()");
  });

  it("are not granted to signed-in people, nor what they see to visitors", async () => {
    const address = `/rest/v1/feedback?select=id,description&provider_id=eq.${member}`;
    await world.owner("update public.feedback set approved = false, moderated_at = now()");
    expect(await world.found(address)).toEqual([]);
    const own = await world.request(address, { as: "seeker" });
    expect([own.headers.has("age"), own.headers.get("cache-control")]).toEqual([false, "no-store"]);
    expect(own.text).toContain("Came at once.");
    expect(await world.found(address)).toEqual([]);
    await world.owner("update public.feedback set approved = true");
  });
});

describe("an account that changes nothing", () => {
  const NOBODY = "00000000-0000-0000-0000-000000000000";
  it.each<[string, string, string, unknown]>([
    ["feedback that is not there", "PATCH", `feedback?id=eq.${NOBODY}`, { approved: true }],
    ["no feedback", "POST", "feedback", []],
    ["a reply", "PATCH", `feedback_replies?id=eq.${NOBODY}`, { reply_text: "x" }],
    ["a category", "PATCH", `categories?id=eq.${NOBODY}`, { name: "x" }],
    [
      "a name of somebody unlisted",
      "PATCH",
      "profiles?account_type=eq.provider",
      { first_name: "Z" },
    ],
  ])("cannot prevent others' responses by %s", async (_, method, path, body) => {
    const addresses = [
      "/rest/v1/categories?select=id&limit=1",
      "/rest/v1/feedback?select=id&limit=1",
      "/rest/v1/public_providers?select=id&limit=1",
      "/rest/v1/rpc/search_providers?page_size=1",
    ];
    for (const address of addresses) await world.warm(address);
    const { status, text } = await world.request(`/rest/v1/${path}`, { as: "plain", method, body });
    expect([200, 201, 204], text).toContain(status);
    for (const address of addresses) expect(await isCached(address), address).toBe(true);
  });
});

describe("a change ends only what rests on it", () => {
  const ABOUT_ONE = ["profile", "spelled", "several", "misspelled", "page"];
  const LISTS = ["everybody", "search", "rated", "words", "elsewhere", "category", "categoryPage"];
  it.each<[string, string, string[], string[]]>([
    ...Object.entries({
      "a telephone number": "show_phone = true, phone_number = '01134960000'",
      "a business name": "business_name = 'Renamed'",
      "a town": "location = 'Hull'",
      "a provider who hides": "is_visible = false",
      "one who is back": "is_visible = true",
    }).map(([what, change]): [string, string, string[], string[]] => [
      what,
      `update public.profiles set ${change} where id = $1`,
      [...ABOUT_ONE, ...LISTS],
      ["another", "anotherPage", "others", "settings", "jobs"],
    ]),
    [
      "a plan",
      "update public.subscribers set subscription_tier = 'monthly' where user_id = $1",
      ["profile", "everybody"],
      ["another", "anotherPage", "settings", "jobs"],
    ],
    [
      "a rating",
      "update public.feedback set rating = 6 - rating where provider_id = $1",
      [...ABOUT_ONE, ...LISTS, "feedback", "summary"],
      ["another", "anotherPage", "others", "settings", "jobs"],
    ],
    [
      "feedback",
      "update public.feedback set title = 'Changed' where provider_id = $1",
      ["profile", "page", "feedback", "summary"],
      ["search", "another", "anotherPage", "settings", "jobs", "everybody"],
    ],
    [
      "a setting",
      "update public.site_settings set updated_at = clock_timestamp() where key = 'site_name' and $1 <> ''",
      ["settings"],
      ["profile", "page", "several", "search", "another", "jobs", "feedback"],
    ],
  ])("%s", async (_, change, ends, stored) => {
    const see = (question: string) => world.see<string>(question, [member]);
    const ofMember = await see("select categories[1] from public.profiles where id = $1");
    const addresses: Record<string, string> = {
      profile: `/rest/v1/public_providers?select=name&user_id=eq.${member}`,
      // PostgreSQL reads it as the same id.
      spelled: `/rest/v1/public_providers?select=name&user_id=eq.${member.toUpperCase()}`,
      another: `/rest/v1/public_providers?select=name&user_id=eq.${seeker}`,
      several: `/rest/v1/public_providers?select=name&user_id=in.(${seeker},${member})`,
      misspelled: `/rest/v1/public_providers?select=name&user_id=in.(${seeker.toUpperCase()},${member})`,
      others: `/rest/v1/public_providers?select=name&user_id=in.(${seeker})`,
      page: `/rest/v1/rpc/provider_page?provider_id=${member}`,
      anotherPage: `/rest/v1/rpc/provider_page?provider_id=${seeker}`,
      everybody: "/rest/v1/public_providers?select=name",
      search: "/rest/v1/rpc/search_providers?page_size=60",
      rated: "/rest/v1/rpc/search_providers?page_size=1&page_offset=50&sort=rating",
      words: "/rest/v1/rpc/search_providers?service=zeppelin",
      elsewhere: "/rest/v1/rpc/search_providers?location=Penzance",
      category: `/rest/v1/rpc/search_providers?category=${encodeURIComponent(ofMember)}`,
      categoryPage: `/rest/v1/rpc/category_page?category=${encodeURIComponent(ofMember)}`,
      feedback: `/rest/v1/feedback?select=id,reply:feedback_replies(id)&provider_id=eq.${member}`,
      summary: `/rest/v1/rpc/feedback_summary?p_provider=${member}`,
      settings: "/rest/v1/site_settings?select=key&limit=1",
      jobs: "/rest/v1/rpc/search_jobs?page_size=1",
    };
    for (const address of Object.values(addresses)) await world.warm(address);
    await world.owner(change, [member]);
    for (const name of stored) expect(await isCached(addresses[name] ?? ""), name).toBe(true);
    for (const name of ends) expect(await isCached(addresses[name] ?? ""), name).toBe(false);
  });
});
