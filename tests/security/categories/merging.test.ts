import { describe, expect, it } from "vitest";
import { A_JOB, allowed, outcome, postJob, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { categoryActs } from "./acts.ts";

/** Two categories made one: everything that chose the one follows, and two admins never undo each other. */
const world = testWorld();
const { idOf, choose, selectionsOf, foundUnder } = categoryActs(() => world);

const TABLES = "public.categories public.profiles public.jobs search.synonyms public.audit_log";
const PICTURE = TABLES.split(" ");
const admin = () => world.people.admin.client;
const seenOf = (id: string) =>
  world.see<string>("select updated_at::text from public.categories where id = $1", [id]);
const merge = (from_id: string, into_id: string, more: object = {}) =>
  admin().rpc("admin_merge_categories", { from_id, into_id, reason: "The same trade", ...more });
const leadsTo = async (slug: string) =>
  (await world.rpc("visitor", "category_moved", { slug })).data;

describe("a merger", () => {
  it("moves providers, seekers, jobs and services, and says how many", async () => {
    const [nails, beauty] = await Promise.all([
      idOf("Hair & Beauty", "Nails"),
      idOf("Hair & Beauty", "Beauty & cosmetics"),
    ]);
    const [was, becomes] = ["Hair & Beauty > Nails", "Hair & Beauty > Beauty & cosmetics"];
    await choose("member", ["Other: Boats", was, becomes, "IT"]);
    await choose("plain", ["Hair & Beauty"]);
    await choose("seeker", [was]);
    await postJob(world.people.seeker, { title: "Gel", category: was, categories: [was, "IT"] });
    await world.sql(
      "insert into public.services (provider_id, title, category) values ($1, 'Gel', $2)",
      [world.people.member.id, was],
    );
    await world.sql(
      "insert into search.synonyms (term, means) values ('talons', 'nails') on conflict do nothing",
    );
    const counted = { providers: 1, seekers: 1, jobs: 1, services: 1 };
    expect(await admin().rpc("admin_category_reach", { category_id: nails })).toMatchObject({
      data: counted,
    });
    expect(await merge(nails, beauty)).toMatchObject({ data: counted, error: null });

    expect(await selectionsOf("member")).toEqual(["Other: Boats", becomes, "IT"]);
    expect(await selectionsOf("plain")).toEqual(["Hair & Beauty"]);
    expect(await selectionsOf("seeker")).toEqual([becomes]);
    const now = (of: string) => world.see(`select ${of} where title = 'Gel'`);
    expect(await now("categories from public.jobs")).toEqual([becomes, "IT"]);
    expect(await now("category from public.services")).toBe(becomes);
    expect(await foundUnder(becomes)).toContain(world.people.member.id);
    expect(await foundUnder(was)).toEqual([]);
    expect(
      await world.see(
        "select array_agg(term order by term) from search.synonyms where means = 'beauty cosmetics'",
      ),
    ).toEqual(expect.arrayContaining(["nails", "talons"]));
    expect(await leadsTo("nails")).toBe("Beauty & cosmetics");
    expect(
      await world.see(
        `select array_agg(action || ': ' || coalesce(reason, '-') || ' ' || (after ->> 'merged_into'))
          from public.audit_log where target_id = $1`,
        [nails],
      ),
    ).toEqual([`merge: The same trade ${becomes}`]);
  });

  it("is applied to forms that were open meanwhile", async () => {
    const [was, becomes] = ["Hair & Beauty > Nails", "Hair & Beauty > Beauty & cosmetics"];
    await choose("seeker", ["IT", was]);
    expect(await selectionsOf("seeker")).toEqual(["IT", becomes]);
    const row = { ...A_JOB, category: was, user_id: world.people.seeker.id };
    const posted = world.from("seeker", "jobs").insert(row).select("category, categories");
    expect(await rows(posted)).toEqual([{ category: becomes, categories: [becomes] }]);
  });

  it("of a group's last category also moves people who chose the whole group, and redirects its address", async () => {
    const alone = { group_name: "Lonely", name: "Hermits" };
    const [made] = await rows<{ id: string }>(
      admin().from("categories").insert(alone).select("id"),
    );
    await choose("plain", ["Lonely"]);
    await allowed(merge(made?.id ?? "", await idOf("Events", "Weddings")));
    expect(await selectionsOf("plain")).toEqual(["Events > Weddings"]);
    const lead = await Promise.all(["lonely", "hermits", "unknown"].map(leadsTo));
    expect(lead).toEqual(["Weddings", "Weddings", null]);
  });

  it("after a merger leads straight to the final category; restored, it returns alone", async () => {
    const nails = await idOf("Hair & Beauty", "Nails");
    const beauty = await idOf("Hair & Beauty", "Beauty & cosmetics");
    const other = await idOf("Hair & Beauty", "Other");
    await allowed(merge(beauty, other));
    const lead = await Promise.all(["nails", "beauty---cosmetics"].map(leadsTo));
    expect(lead).toEqual(["Other", "Other"]);
    await rows(admin().from("categories").update({ is_active: true }).eq("id", nails).select("id"));
    expect(await leadsTo("nails")).toBeNull();
    expect(await selectionsOf("member")).toEqual(["Other: Boats", "Hair & Beauty > Other", "IT"]);
    await choose("seeker", ["Hair & Beauty > Nails"]);
    expect(await selectionsOf("seeker")).toEqual(["Hair & Beauty > Nails"]);
  });

  it("is refused into itself, without a reason, of a missing or deleted one, and when another admin was faster", async () => {
    const [day, walk, train] = await Promise.all([
      idOf("Pets/Animals", "Dog Day-care"),
      idOf("Pets/Animals", "Dog Walking"),
      idOf("Pets/Animals", "Dog Training"),
    ]);
    const from_seen = await seenOf(day);
    const renamed = admin().from("categories").update({ name: "Day care" }).eq("id", day);
    await allowed(renamed);
    const before = await world.picture(...PICTURE);
    const outcomes = [
      await outcome(merge(day, day)),
      await outcome(merge(day, walk, { reason: " " })),
      await outcome(merge(day, walk, { reason: "x".repeat(501) })),
      await outcome(merge(day, crypto.randomUUID())),
      await outcome(merge(day, walk, { from_seen })),
      await outcome(merge(walk, day, { into_seen: from_seen })),
      await outcome(merge(await idOf("Lonely", "Hermits"), walk)),
      await outcome(admin().rpc("admin_category_reach", { category_id: crypto.randomUUID() })),
    ];
    expect(outcomes).toEqual([
      ...["400 PT400", "400 PT400", "400 PT400", "404 PT404"],
      ...["409 PT409", "409 PT409", "409 PT409", "404 PT404"],
    ]);
    expect(await world.picture(...PICTURE)).toBe(before);
    // Two admins, in both directions at once: one of them is refused.
    const both = await Promise.all([outcome(merge(day, train)), outcome(merge(train, day))]);
    expect(both.toSorted()).toEqual(["409 PT409", "let in"]);
  });
});

describe("a category", () => {
  it("that two admins change at once keeps the first change", async () => {
    const id = await idOf("IT", "SEO Specialist");
    const seen = await seenOf(id);
    const rename = (name: string) => {
      const renamed = admin().from("categories").update({ name }).eq("id", id);
      return rows<{ name: string }>(renamed.eq("updated_at", seen).select("name"));
    };
    const done = await Promise.all([rename("SEO"), rename("Search marketing")]);
    expect(done.flat()).toHaveLength(1);
    expect(await world.see("select name from public.categories where id = $1", [id])).toBe(
      done.flat()[0]?.name,
    );
  });
});
