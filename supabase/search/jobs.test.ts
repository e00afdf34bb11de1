import { beforeAll, describe, expect, it } from "vitest";
import { projectDatabase } from "#tests/project-database.ts";

/** What search_jobs() finds, beside a plain question to the jobs themselves. */
const test = projectDatabase();
const POSTER = "a0000000-0000-4000-8000-000000000001";
const CATEGORIES = [
  "IT",
  "IT > Cyber Security",
  "Construction/Trade > Roofing",
  "Events > Weddings",
];
const PLACES = ["Leeds", "leeds  LS6", "York", "100%_wool\\town", null];
const BUDGETS = ["£150-300", "up to £1k", "£25/hour", "£500", "from £2,000", "to be agreed", null];

interface Found {
  total: number;
  jobs: { id: string; title: string }[];
}
interface Search {
  category?: string | null;
  location?: string | null;
  type?: string;
  from?: number | null;
  to?: number | null;
  skip?: number;
  size?: number;
  after?: string | null;
}

const search = async (each: Search) => {
  const { category, location, type = "any", from, to, size = 5, skip = 0, after } = each;
  const values = [category, location, type, from, to, size, skip, after].map(
    (value) => value ?? null,
  );
  const [row] = await test.db.query<{ found: Found }>(
    "select public.search_jobs($1, $2, $3, $4, $5, $6, $7, $8) as found",
    values,
  );
  return row?.found ?? { total: -1, jobs: [] };
};

const plainly = async (each: Search) => {
  const { category, location, type = "any", from, to, size = 5, skip = 0, after } = each;
  const rows = await test.db.query<{ id: string }>(
    `select id from public.jobs j where status = 'open' and expires_at > now()
       and ($1::text is null or j.category_keys @> array[$1])
       and ($2::text is null or strpos(lower(regexp_replace(location, '\\s+', ' ', 'g')), lower(btrim(regexp_replace($2, '\\s+', ' ', 'g')))) > 0)
       and ($3 = 'any' or ($3 = 'range' and budget_type is not null) or ($3 = 'hourly' and budget_type = 'hourly')
         or ($3 = 'fixed' and budget_type in ('fixed', 'range')))
       and ($3 = 'any' or $4::int is null or budget_max >= $4 or budget_max is null)
       and ($3 = 'any' or $5::int is null or budget_min <= $5 or budget_min is null)
       and ($6::timestamptz is null or posted_date > $6)
     order by posted_date desc, id`,
    [category, location, type, from, to, after].map((value) => value ?? null),
  );
  return { total: rows.length, ids: rows.slice(skip, skip + size).map(({ id }) => id) };
};

const post = (n: number) =>
  test.db.query(
    `insert into public.jobs (title, description, category, location, budget, user_id, contact_email, posted_date)
     values ($1, 'x', $2, $3, $4, $5, 'hush@secret.example', now() - make_interval(hours => $6))`,
    [
      `Job ${n}`,
      CATEGORIES[n % CATEGORIES.length],
      PLACES[(n * 3) % PLACES.length],
      BUDGETS[(n * 5) % BUDGETS.length],
      POSTER,
      (n * 37) % 300,
    ],
  );

const SEARCHES: Search[] = [null, ...CATEGORIES].flatMap((category) =>
  [null, "leeds", "e", "LEEDS  ls", "%", "_", "\\", "nowhere"].flatMap((location) => [
    { category, location },
    { category, location, skip: 5 },
    { category, location, skip: 45, size: 7 },
    { category, location, type: "range", from: 0, to: 500_000 },
    { category, location, type: "range", from: 40_000, to: null },
    { category, location, type: "hourly", from: null, to: 2_500, size: 50 },
    { category, location, type: "fixed", from: 20_000, to: 60_000 },
    { category, location, type: "any", from: 1, to: 2 },
    { category, location, after: new Date(Date.now() - 100 * 3_600_000).toISOString() },
  ]),
);

const agreeOnAll = async () => {
  for (const each of SEARCHES) {
    const [found, plain] = [await search(each), await plainly(each)];
    const label = JSON.stringify(each);
    expect(found.total, label).toBe(plain.total);
    expect(
      found.jobs.map(({ id }) => id),
      label,
    ).toEqual(plain.ids);
  }
};

beforeAll(async () => {
  await test.db.query("insert into auth.users (id, email) values ($1, 'poster@people.example')", [
    POSTER,
  ]);
  for (let n = 0; n < 120; n++) await post(n);
});

it("the job search finds what a plain question finds, in the same order", async () => {
  await agreeOnAll();
});

it("the job search follows what becomes of the jobs, exactly", async () => {
  const changes = [
    "update public.jobs set status = 'closed' where title like '%7'",
    "update public.jobs set location = 'Hull', budget = '£99' where title like '%3'",
    "update public.jobs set category = 'Education', categories = '{Education,IT}' where title like '%5'",
    "delete from public.jobs where title like '%9'",
    "update public.jobs set status = 'open' where title like '%17'",
    "update public.jobs set title = title || '!'",
    "update public.jobs set expires_at = now() - interval '1 minute' where title like '%1!'",
  ];
  for (const change of changes) await test.db.query(change);
  await agreeOnAll();
});

it("the job search gives an empty page after the last, counts only when requested, and swaps reversed bounds", async () => {
  const { total } = await search({});
  expect(await search({ skip: total })).toEqual({ total, jobs: [], place: null });
  expect(await search({ skip: 2_000_000_000 })).toEqual({ total, jobs: [], place: null });
  expect(await search({ size: 0 })).toEqual({ total, jobs: [], place: null });
  expect((await search({ size: 1_000 })).jobs).toHaveLength(50);
  expect(await search({ type: "range", from: 60_000, to: 20_000 })).toEqual(
    await search({ type: "range", from: 20_000, to: 60_000 }),
  );
  expect(await search({ category: "Arson" })).toEqual({ total: 0, jobs: [], place: null });
});

it.each(["", "free", null])("the job search refuses the budget type %j", async (type) => {
  await expect(
    test.db.query("select public.search_jobs(budget_type => $1)", [type]),
  ).rejects.toThrow("Please choose a budget type: any, range, hourly or fixed.");
});

it("the job search contains no contact", async () => {
  expect(JSON.stringify(await search({ size: 50 }))).not.toMatch(/hush|contact/);
});

const locate = (id: string, location: string) =>
  test.db.query("update public.jobs set location = $2 where id = $1", [id, location]);

it("a postcode includes the surroundings, as in the directory, and says so", async () => {
  const { jobs } = await search({ size: 3 });
  const [near, far, named] = jobs.map(({ id }) => id);
  await locate(near ?? "", "Wakefield");
  await locate(far ?? "", "Plymouth");
  await locate(named ?? "", "WF1 area");
  for (const code of ["WF1", "wf1 2ab"]) {
    const found = await search({ location: code, size: 50 });
    const ids = found.jobs.map(({ id }) => id);
    expect(ids).toContain(near);
    expect(ids).not.toContain(far);
    expect(ids).toContain(named);
    expect(found).toMatchObject({ place: { name: "wakefield", area: "WF", within: 10 } });
  }
});

it("a postcode of an unknown place is searched for as it is written", async () => {
  const { jobs } = await search({ size: 1 });
  await locate(jobs[0]?.id ?? "", "Unit zz9 yard");
  const found = await search({ location: "zz9" });
  expect(found.jobs.map(({ id }) => id)).toEqual([jobs[0]?.id]);
  expect(found).toMatchObject({ place: null });
});

describe("words, distance and order", () => {
  const POSTED = [
    { title: "Mend a weathervane", location: "Leeds", budget: "£90", days: 9 },
    { title: "Two weathervanes", location: "Wakefield", budget: "from £400", days: 3 },
    { title: "Gilded cockerel", location: "Plymouth", budget: "£25/hour", days: 6 },
    { title: "Cockerel", location: "Nowhere-on-Sea", budget: null, days: 1 },
  ];
  const find = async (query: object) => {
    const [row] = await test.db.query<{ found: Found & { place: unknown } }>(
      `select public.search_jobs(words => $1, location => $2, within => $3, sort => coalesce($4, 'newest'), category => $5) as found`,
      ["words", "location", "within", "sort", "category"].map(
        (name) => (query as Record<string, unknown>)[name] ?? null,
      ),
    );
    const found = row?.found ?? { total: -1, jobs: [], place: null };
    return { ...found, titles: found.jobs.map(({ title }) => title) };
  };

  beforeAll(async () => {
    for (const [n, { title, location, budget, days }] of POSTED.entries())
      await test.db.query(
        `insert into public.jobs (title, description, category, location, budget, user_id, contact_email, posted_date, expires_at)
         values ($1, 'On the crooked spire', 'Pets/Animals > Dog Walking', $2, $3, $4, 'hush@secret.example', now() - make_interval(mins => $5), now() + make_interval(days => $6))`,
        [title, location, budget, POSTER, n + 1, days],
      );
    await test.db.query(
      "insert into search.synonyms (term, means) values ('weathercock', 'weathervane'), ('tall tower', 'spire')",
    );
  });

  it.each([
    ["weathervane", ["Mend a weathervane", "Two weathervanes"]],
    ["mending the WEATHERVANES", ["Mend a weathervane"]],
    ["weatherv", ["Mend a weathervane", "Two weathervanes"]],
    ["weathercock", ["Mend a weathervane", "Two weathervanes"]],
    ["tall tower", POSTED.map(({ title }) => title)],
    ["walk cockerel", ["Gilded cockerel", "Cockerel"]],
    ["the", []],
    ["hush", []],
    ["***", []],
    ["weathervane' | !x:*", []],
  ])("finds jobs by the words %j", async (typed, titles) => {
    expect(await find({ words: typed })).toMatchObject({ total: titles.length, titles });
  });

  it("does not find a job that is no longer open", async () => {
    await test.db.query("update public.jobs set status = 'closed' where title = 'Cockerel'");
    expect((await find({ words: "cockerel" })).titles).toEqual(["Gilded cockerel"]);
    await test.db.query("update public.jobs set status = 'open' where title = 'Cockerel'");
    await test.db.query(
      "update public.jobs set posted_date = now() - interval '4 minutes', expires_at = now() + interval '1 day' where title = 'Cockerel'",
    );
  });

  it("measures a distance from a town, and says how far each job is", async () => {
    const category = "Pets/Animals";
    expect((await find({ category, location: "leeds" })).titles).toEqual(["Mend a weathervane"]);
    const near = await find({ category, location: "leeds", within: 10 });
    expect(near.titles).toEqual(["Mend a weathervane", "Two weathervanes"]);
    expect(near.place).toEqual({ name: "leeds", area: null, within: 10 });
    expect(near.jobs).toMatchObject([{ miles: 0 }, { miles: 8 }]);
    expect((await find({ category, location: "wakefield", within: 5 })).titles).toEqual([
      "Two weathervanes",
    ]);
    // A place that nobody knows is matched as it is written.
    const unknown = await find({ category, location: "nowhere-on", within: 50 });
    expect(unknown).toMatchObject({ titles: ["Cockerel"], place: null });
  });

  it.each([
    ["newest", {}, POSTED.map(({ title }) => title)],
    ["nearest", { location: "wakefield" }, ["Two weathervanes", "Mend a weathervane"]],
    ["nearest", { location: "plymouth", within: 200 }, ["Gilded cockerel"]],
    ["budget", {}, ["Two weathervanes", "Mend a weathervane", "Gilded cockerel", "Cockerel"]],
    ["closing", {}, ["Cockerel", "Two weathervanes", "Gilded cockerel", "Mend a weathervane"]],
    ["closing", { words: "weathervane" }, ["Two weathervanes", "Mend a weathervane"]],
  ])("orders by %s", async (sort, query, titles) => {
    expect((await find({ category: "Pets/Animals", sort, ...query })).titles).toEqual(titles);
  });

  it("refuses an order that it does not know", async () => {
    await expect(find({ sort: "richest" })).rejects.toThrow("Please choose an order");
  });
});
