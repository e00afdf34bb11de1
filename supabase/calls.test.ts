import type { SupabaseClient } from "@supabase/supabase-js";
import { beforeAll, describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import {
  ANONYMOUS,
  allowed,
  dataOf,
  type Name,
  postJob,
  refused,
  rows,
  startWorld,
} from "#tests/security/people.ts";

/**
 * The two specifications' calls (section 7): every read, with everything that may be read and counted alone, by each
 * kind of person, as nobody is refused a table for a column that they may not see; and the writes that no test of a
 * noun makes.
 */
const world = perFile(startWorld);

const id = (who: Name) => world.people[who].id;
let job: string;
let feedback: string;
let business: string;

beforeAll(async () => {
  const { seeker, member, admin } = world.people;
  job = await postJob(seeker, {
    location: "Leeds",
    budget: "£25/hour",
    contact_name: "Secret Sue",
    contact_email: "secret@people.example",
  });
  const [provider_id, user_id] = [member.id, seeker.id];
  const about = { provider_id, user_id, rating: 5, title: "Good" };
  const listed = { business_name: "Bakery", business_email: "secret@bakery.example" };
  const made = [
    seeker.client.from("feedback").insert(about).select("id").single(),
    admin.client.from("businesses").insert(listed).select("id").single(),
  ];
  const ids = await Promise.all(made.map((one) => dataOf<{ id: string }>(one)));
  [feedback, business] = ids.map((one) => one.id) as [string, string];
  await allowed(member.client.from("saved_jobs").insert({ provider_id, job_id: job }));
  await allowed(seeker.client.from("saved_providers").insert({ provider_id, user_id }));
});

type Select = ReturnType<SupabaseClient["from"]>["select"];
type Filter = (query: ReturnType<Select>) => PromiseLike<unknown>;

const MEMBERS = ["seeker", "member", "plain", "admin"] as const;

/** The relation, the call's conditions, whether visitors may read it, and what else is asked for. */
const READS: [relation: string, read: Filter, open: boolean, embedded?: string][] = [
  // The first specification.
  ["profiles", (q) => q.eq("id", id("member")), false],
  ["subscribers", (q) => q.eq("user_id", id("member")), false],
  ["businesses", (q) => q.ilike("business_name", "%bak%").limit(5), true],
  // Feedback and replies.
  ["feedback_replies", (q) => q.eq("feedback_id", feedback), true],
  [
    "feedback",
    (q) => q.eq("provider_id", id("member")).order("created_at", { ascending: false }),
    true,
  ],
  ["feedback", (q) => q.eq("provider_id", id("member")).eq("user_id", id("seeker")), true],
  ["feedback", (q) => q.eq("id", feedback), true, "feedback_replies(*)"],
  ["reviews", (q) => q.eq("reviewer_id", id("seeker")).eq("provider_id", id("member")), true],
  // Profiles and directory.
  ["public_providers", (q) => q.eq("user_id", id("member")), true],
  ["public_providers", (q) => q, true],
  ["profiles", (q) => q.eq("account_type", "provider"), false],
  // Jobs.
  [
    "jobs",
    (q) =>
      q
        .eq("category", "IT")
        .ilike("location", "%leeds%")
        .ilike("budget", "%hour%")
        .order("posted_date", { ascending: false })
        .range(0, 4),
    true,
  ],
  [
    "jobs",
    (q) => q.not("budget", "ilike", "%day%").gte("budget_max", 1).lte("budget_min", 1e6),
    true,
  ],
  ["saved_jobs", (q) => q.eq("provider_id", id("member")), false, "jobs(*)"],
  ["jobs", (q) => q.in("id", [job]), true],
  ["saved_providers", (q) => q.eq("user_id", id("seeker")), false],
  ["public_providers", (q) => q.in("id", [id("member")]), true],
  // Administration.
  ["businesses", (q) => q.gte("created_at", "2020-01-01"), true],
  ["profiles", (q) => q.eq("is_visible", true).eq("is_active", true), false],
  ["feedback", (q) => q.eq("approved", false), true],
  ["businesses", (q) => q.eq("id", business), true],
  ["categories", (q) => q.eq("is_active", true).order("group_name").order("display_order"), true],
  ["categories", (q) => q.eq("is_active", true), false, "provider_categories(count)"],
  ["provider_categories", (q) => q, false, "categories(name), profiles(*)"],
  ["user_sessions", (q) => q.eq("is_active", true), false],
];

const HIDDEN = /contact_(name|email|phone)"|secret|edit_reason|payment_|business_email/i;

describe.each(READS)("%s %#", (relation, filter, open, embedded) => {
  const select = embedded ? `*, ${embedded}` : "*";
  const read = (client: SupabaseClient, head: boolean) =>
    filter(client.from(relation).select(select, { count: "exact", head })) as PromiseLike<{
      data: object[] | null;
      count: number | null;
      error: unknown;
      status: number;
    }>;

  const isRead = async (client: SupabaseClient) => {
    const { data, count, error } = await read(client, false);
    expect(error).toBeNull();
    expect(JSON.stringify(data)).not.toMatch(HIDDEN);
    expect(await read(client, true)).toMatchObject({ error: null, count, data: null });
  };

  it.each(MEMBERS)("is read and counted by %s", (who) => isRead(world.people[who].client));

  it(`is ${open ? "read and counted" : "not read"} by visitors`, async () => {
    if (open) return isRead(world.visitor);
    await refused(read(world.visitor, false) as never, ANONYMOUS);
    expect((await read(world.visitor, true)).status).toBe(401);
  });
});

it("the reads find what is there", async () => {
  const found = async (who: Name, nr: number) => {
    const [relation, filter] = READS[nr] as (typeof READS)[number];
    const { data } = (await filter(world.from(who, relation).select("*"))) as {
      data: object[];
    };
    return data.length;
  };
  const anything = await Promise.all(READS.map((_, nr) => found("admin", nr)));
  const empty = READS.filter((_, nr) => anything[nr] === 0).map(([relation]) => relation);
  expect(empty).toEqual(["feedback_replies", "saved_jobs", "saved_providers"]);
  const nrOf = (name: string) => READS.findIndex(([relation]) => relation === name);
  expect(await found("member", nrOf("saved_jobs"))).toBe(1);
  expect(await found("seeker", nrOf("saved_providers"))).toBe(1);
});

it.each([
  { bio: "I mend things." },
  { first_name: "Mem" },
  { last_name: "Ber" },
  { business_name: "Member & Co" },
  { location: "York" },
  { phone_number: "+44 7700 900111" },
  { social_links: { website: "https://member.example" } },
  { skills: [{ name: "Soldering", category: "IT" }] },
  { work_samples: [] },
])("a provider's profile is updated with %j", async (changed) => {
  const { id, client } = world.people.member;
  const [row] = await rows(
    client
      .from("profiles")
      .update({ ...changed, updated_at: new Date().toISOString() })
      .eq("id", id)
      .select("*"),
  );
  expect(row).toMatchObject(changed);
});

it("jobs are selected by budget, counted, newest first, a page at a time", async () => {
  const contact = { contact_name: "Sue", contact_email: "sue@people.example" };
  for (const [title, budget] of [
    ["By the hour", "£25/hour"],
    ["A fixed price", "£150-300"],
  ])
    await postJob(world.people.seeker, { ...contact, title, budget, location: "York" });
  const list = () =>
    world.visitor
      .from("jobs")
      .select("title", { count: "exact" })
      .eq("location", "York")
      .order("posted_date", { ascending: false });
  const page = await list().range(0, 0);
  expect([page.count, page.data]).toEqual([2, [{ title: "A fixed price" }]]);
  expect(await rows(list().ilike("budget", "%hour%"))).toEqual([{ title: "By the hour" }]);
  // Bounds are stored in pence.
  const within = list().gte("budget_max", 20_000).lte("budget_min", 20_000);
  expect(await rows(within)).toEqual([{ title: "A fixed price" }]);
});
