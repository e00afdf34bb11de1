import { beforeAll, describe, expect, it } from "vitest";
import { postJob, refused, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

/** Whatever the spelling in which a name or place was typed, and the one in which it is searched, they meet. */
const world = testWorld();
const { query } = {
  query: (text: string, values: unknown[]) => world.sql(text, values),
};
const admin = () => world.people.admin.client;

const rpc = async <T>(name: string, args: object, client = world.visitor): Promise<T> => {
  const { data, error } = await client.rpc(name, args);
  if (error) throw error;
  return data as T;
};

const PLACES: [stored: string, ...typed: string[]][] = [
  [
    "Weston-super-Mare",
    "Weston Super Mare",
    "weston‑super‑mare",
    "WESTON - SUPER",
    "weston\u00a0super",
  ],
  ["Stoke-on-Trent", "Stoke on Trent", "stoke–on–trent", "stoke-on trent"],
  ["King's Lynn", "Kings Lynn", "King’s Lynn", "kingʼs lynn", "KINGS-LYNN"],
  ["Kings Lynn", "King's Lynn"],
  ["St. Albans", "St Albans", "Saint Albans", "saint alb"],
  ["Saint Ives, Cornwall", "St Ives", "St. Ives, Cornwall", "st ives cornwall"],
  ["Ynys Môn", "Ynys Mon"],
  ["Hull, East Yorkshire", "hull east yorkshire", "Hull ,East Yorkshire", "yorkshire"],
  ["Brighton & Hove", "brighton and hove", "Brighton＆Hove"],
  ["Bo’ness", "Boness", "bo'ness"],
  ["Newcastle\u200b upon Tyne", "newcastle-upon-tyne"],
  ["Derry/Londonderry", "derry londonderry"],
];

describe.each(PLACES)("a place written %j", (stored, ...typed) => {
  let job: string;
  beforeAll(async () => {
    await world.setProfile("member", "location = $2", stored);
    job = await postJob(world.people.seeker, { location: stored });
    return async () => {
      await query("delete from public.jobs where id = $1", [job]);
    };
  });

  it.each([stored, ...typed])("is found by %j", async (location) => {
    const { jobs } = await rpc<{ jobs: { id: string }[] }>("search_jobs", { location });
    expect(jobs.map(({ id }) => id)).toEqual([job]);
    const { providers } = await rpc<{ providers: { user_id: string }[] }>("search_providers", {
      location,
    });
    expect(providers.map(({ user_id }) => user_id)).toContain(world.people.member.id);
  });

  it("is found nowhere else", async () => {
    const { jobs } = await rpc<{ jobs: unknown[] }>("search_jobs", { location: "Dundee" });
    expect(jobs).toEqual([]);
  });
});

it("what is suggested for a place finds it", async () => {
  const suggested = async (typed: string) =>
    (await rpc<{ text: string }[]>("suggest_search", { typed, field: "location" })).map(
      ({ text }) => text,
    );
  for (const typed of ["weston-s", "Weston S", "weston‑super"])
    expect(await suggested(typed), typed).toContain("weston super mare");
  for (const typed of ["king's l", "kings l", "KING’S-LYNN"])
    expect(await suggested(typed), typed).toContain("kings lynn");
  for (const typed of ["st. alb", "saint alb", "St Alb"])
    expect(await suggested(typed), typed).toEqual(["st albans"]);
  expect(await suggested("sain")).not.toEqual([]);
});

it("two spellings of a town are one town of a category's page", async () => {
  const towns = ["Kings Lynn", "King's Lynn", "king’s-lynn"];
  const people = ["member", "unconfirmed", "lapsed"] as const;
  await world.setMembership("lapsed", "subscription_end = now() + interval '1 year'");
  for (const [at, who] of people.entries())
    await world.setProfile(world.people[who].id, "location = $2", towns[at]);
  const page = await rpc<{ towns: { slug: string; providers: number }[] }>("category_page", {
    category: "IT",
  });
  expect(page.towns.find(({ slug }) => slug === "kings-lynn")?.providers).toBe(3);
  expect(page.towns.filter(({ slug }) => slug.includes("lynn"))).toHaveLength(1);
});

const NAMES: [stored: string, ...typed: string[]][] = [
  ["O'Neill & Sons", "O’Neill", "oneill and sons", "O´NEILL&SONS", "ＯʼＮＥＩＬＬ"],
  ["O’Neill Roofing", "O'Neill Roof", "oneill-roofing", "“O’Neill” Roofing"],
  ["Café Zoë", "cafe zoe", "CAFE\u0301 ZOE\u0308"],
  ["Smith-Jones, Ltd.", "smith jones ltd", "Smith – Jones Ltd"],
  ["100%_wool\\shop", "100%_wool", "wool\\shop"],
];

describe.each(NAMES)("a name written %j", (stored, ...typed) => {
  beforeAll(async () => {
    await world.setProfile("rival", "business_name = $2", stored);
    await query("delete from public.businesses", []);
    await rows(admin().from("businesses").insert({ business_name: stored }).select("id"));
    await query("delete from public.feedback", []);
    await query(
      "insert into public.feedback (provider_id, user_id, rating, title) values ($1, $2, 5, $3)",
      [world.people.member.id, world.people.seeker.id, stored],
    );
  });

  it.each([stored, ...typed])("is found by %j", async (search) => {
    const businesses = await rpc<unknown[]>("search_businesses", { query: search });
    expect(businesses).toHaveLength(1);
    expect(await rpc("get_admin_businesses", { search }, admin())).toHaveLength(1);
    const users = await rpc<{ total: number }>("admin_users", { search }, admin());
    expect(users.total).toBe(1);
    const feedback = await rpc<{ total: number }>("admin_feedback", { search }, admin());
    expect(feedback.total).toBe(1);
    const log = await rpc<{ items: unknown[] }>("admin_audit_log", { target: search }, admin());
    expect(log.items.length).toBeGreaterThan(0);
  });

  it.each(typed)("is the same business as a longer %j", async (spelt) => {
    const whole = stored.replace("O'Neill", "O\u02bcneill").replace("-", " ").toUpperCase();
    const again = admin()
      .from("businesses")
      .insert({ business_name: ` ${whole} ` });
    await refused(again, "409 PT409", spelt);
  });
});

it("nothing but signs that are never compared lists everybody, and no business", async () => {
  const all = await rpc<{ total: number }>("admin_users", {}, admin());
  for (const search of ["-", "’", ". ,"]) {
    expect((await rpc<{ total: number }>("admin_users", { search }, admin())).total).toBe(
      all.total,
    );
    expect(await rpc("search_businesses", { query: search })).toEqual([]);
  }
});
