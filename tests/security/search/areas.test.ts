import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { projectDatabase } from "#tests/project-database.ts";
import { idOf, list } from "./fill.ts";
import { LISTED } from "./golden.ts";

/** Places, postcodes and what an area covers, against plain trigonometry. */
const test = projectDatabase();

const POSTCODES = `name,latitude,longitude
ls6,53.820,-1.567
ls6 2,53.815,-1.560
ls6 3,53.825,-1.578
ls1,53.797,-1.548
ls16,53.850,-1.600
yo1,53.960,-1.080
`;

const load = async (content: string) =>
  (
    await test.db.query<{ found: unknown }>("select public.load_postcodes($1) as found", [content])
  )[0]?.found;
const locate = async (typed: string) =>
  (
    await test.db.query<{ name: string | null; kind: string | null }>(
      "select name, kind from search.locate($1)",
      [typed],
    )
  )[0];

beforeAll(() => load(POSTCODES));

/** Miles over a ball (haversine). */
const miles = (from: readonly [number, number], to: readonly [number, number]): number => {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [south, west, north, east] = [from[0], from[1], to[0], to[1]].map(radians) as [
    number,
    number,
    number,
    number,
  ];
  const half =
    Math.sin((north - south) / 2) ** 2 +
    Math.cos(south) * Math.cos(north) * Math.sin((east - west) / 2) ** 2;
  return 2 * 3958.8 * Math.asin(Math.sqrt(half));
};

const PLACE = fc.tuple(
  fc.integer({ min: 49_900, max: 59_000 }).map((thousandths) => thousandths / 1000),
  fc.integer({ min: -6000, max: 1700 }).map((thousandths) => thousandths / 1000),
);

it("a circle covers what is within its miles, by plain trigonometry", async () => {
  await fc.assert(
    fc.asyncProperty(PLACE, PLACE, fc.integer({ min: 1, max: 100 }), async (base, at, radius) => {
      // Near ones, so that both answers occur.
      const here: [number, number] = [base[0] + (at[0] - 54) / 4, base[1] + (at[1] + 2) / 4];
      const distance = miles(base, here);
      // The map is off by a fifth of one per cent, and `real` by a few yards.
      if (Math.abs(distance - radius) < radius * 0.004 + 0.01) return;
      const [row] = await test.db.query<{ covered: boolean }>(
        `select coalesce(search.covers(circle(search.map_point($1, $2), $3), '{}', search.map_point($4, $5), '{}'), false) as covered`,
        [...base, radius, ...here],
      );
      expect(row?.covered).toBe(distance < radius);
    }),
    { numRuns: 300 },
  );
});

it("a list covers what is at most 3 miles from one of its places", async () => {
  const towns = await test.db.query<{ name: string; latitude: number; longitude: number }>(
    "select name, latitude, longitude from search.places where kind = 'town' order by name limit 400",
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...towns),
      fc.integer({ min: -80, max: 80 }).map((thousandths) => thousandths / 1000),
      fc.integer({ min: -80, max: 80 }).map((thousandths) => thousandths / 1000),
      async ({ name, latitude, longitude }, north, east) => {
        const here: [number, number] = [latitude + north, longitude + east];
        const distance = miles([latitude, longitude], here);
        if (Math.abs(distance - 3) < 0.03) return;
        const [row] = await test.db.query<{ covered: boolean }>(
          `select coalesce(search.covers(null, array[$1], at, search.places_around(at)), false) as covered
           from search.map_point($2, $3) as at`,
          [name, ...here],
        );
        expect(row?.covered, name).toBe(distance < 3);
      },
    ),
    { numRuns: 200 },
  );
});

it.each([
  ["LS6 3AB", "LS6 3"],
  ["ls63ab", "LS6 3"],
  ["Headingley, Leeds LS6-3AB", "LS6 3"],
  ["Flat B2, 1 St Mary's Road, Leeds LS6 3AB", "LS6 3"],
  ["M1, LS6/3AB", "LS6 3"],
  ["Flat B2 1st Floor, ls6,3ab", "LS6 3"],
  ["M1, LS1 1ST", "LS1"],
  ["14 Hyde Park Road, Leeds LS7 4AB", "leeds"],
  ["LS6 2", "LS6 2"],
  ["ＬＳ６ ２ＡＡ", "LS6 2"],
  ["LS6", "LS6"],
  ["LS6 9", "LS6"],
  ["LS16", "LS16"],
  ["Leeds", "leeds"],
  ["nowhere at all", null],
])("%j is measured from %j", async (typed, name) => {
  expect((await locate(typed))?.name ?? null).toBe(name);
});

it("a text keeps the first half alone of every whole postcode, however it is written", async () => {
  const digit = fc.constantFrom(..."0123456789");
  const code = fc.tuple(
    fc.constantFrom("LS6", "m1", "SW1A", "b21", "W1T"),
    fc.constantFrom("", " ", "  ", "-", "–", "/", ".", "_", ",", ", "),
    digit,
    fc.constantFrom("AB", "xy", " ab", "-PQ"),
  );
  const word = fc.constantFrom("Flat B2, 1", "Unit A4", "M1", "Leeds", "off the A65", "2");
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(word, code), { maxLength: 4 }), async (parts) => {
      const typed = parts.flatMap(([word, [outward, gap, sector, letters]]) => [
        word,
        `${outward}${gap}${sector}${gap.startsWith(",") ? letters.slice(-2) : letters}`,
      ]);
      const [row] = await test.db.query<{ text: string }>(
        "select search.shorten_postcodes($1) as text",
        [typed.join(" | ")],
      );
      expect(row?.text).toBe(
        parts.flatMap(([word, [outward]]) => [word, outward.toUpperCase()]).join(" | "),
      );
    }),
  );
});

describe("a list of postcodes", () => {
  const many = `${POSTCODES}${Array.from({ length: 600 }, (_, n) => `zz${Math.floor(n / 10)} ${n % 10},51,0\n`).join("")}`;

  it("is replaced as a whole, and lets 'LS63' mean LS6 3", async () => {
    expect(await load(many)).toEqual({ sectors: 602, outwards: 4 });
    expect((await locate("LS63"))?.name).toBe("LS6 3");
    expect(await load(POSTCODES)).toEqual({ sectors: 2, outwards: 4 });
    expect((await locate("zz1 1"))?.name ?? null).toBeNull();
  });

  it.each([
    ["", "Please send rows"],
    ["name,latitude,longitude\n", "These are not"],
    ["name,latitude,longitude\nleeds,53.8,-1.5\n", "These are not"],
    ["name,latitude,longitude\nls6,12,-1.5\n", "places_latitude_check"],
    ["name,latitude,longitude\nls6,x,-1.5\n", "invalid input syntax"],
  ])("that is %j is refused, and what was loaded stays", async (content, why) => {
    await expect(load(content)).rejects.toThrow(why);
    expect((await locate("LS6"))?.name).toBe("LS6");
  });
});

describe("the directory", () => {
  /** Made here: who is based where, and the area that they give. */
  const PEOPLE = {
    leeds: [601, "Leeds", {}],
    york: [602, "York", { base: "York", miles: 30 }],
    hull: [603, "Hull", { places: ["LS6", "York"] }],
    truro: [604, "Truro", { whole_uk: true }],
    bath: [605, "Bath", { base: "Bath", miles: 20 }],
  } as const;
  beforeAll(async () => {
    for (const [n, town, area] of Object.values(PEOPLE)) {
      await list(test.db, n, { ...LISTED.volt, town, name: "Wren Zed", business: `Zed ${n}` }, n);
      const {
        base = null,
        miles = null,
        whole_uk = false,
        places = [],
      } = area as Partial<{
        base: string;
        miles: number;
        whole_uk: boolean;
        places: string[];
      }>;
      await test.db.query(
        `insert into public.availability (provider_id, base, miles, whole_uk, places)
         values ($1, $2, $3, $4, $5)`,
        [idOf(n), base, miles, whole_uk, places],
      );
    }
  });
  const names = Object.fromEntries(Object.entries(PEOPLE).map(([name, [n]]) => [idOf(n), name]));
  const find = async (location: string, options = "within := 10") => {
    const [row] = await test.db.query<{
      found: { providers: { user_id: string; covers: boolean; miles: number | null }[] };
    }>(`select public.search_providers(service := 'zed', location := $1, ${options}) as found`, [
      location,
    ]);
    const found = row?.found.providers ?? [];
    return Object.fromEntries(
      found.map(({ user_id, covers, miles: away }) => [
        names[user_id],
        covers ? `covers, ${away}` : away,
      ]),
    );
  };

  it("finds who is there, and whose area covers it", async () => {
    expect(await find("Leeds")).toEqual({
      leeds: 0,
      york: "covers, 22",
      hull: "covers, 50",
      truro: "covers, 286",
    });
    expect(await find("LS6 3AB")).toMatchObject({ leeds: 2, york: "covers, 22" });
    expect(Object.keys(await find("Bath"))).toEqual(expect.arrayContaining(["bath", "truro"]));
    expect(await find("Inverness")).toMatchObject({ truro: expect.stringContaining("covers") });
  });

  it("finds in a place, too, whose area covers it, and says nothing of distances", async () => {
    expect(await find("Leeds", "within := null")).toEqual({
      leeds: null,
      york: "covers, null",
      hull: "covers, null",
      truro: "covers, null",
    });
    expect(Object.keys(await find("eed", "within := null"))).toEqual(["leeds"]);
  });

  it("orders them by distance, and leaves out who does not cover it on request", async () => {
    const nearest = "sort := 'distance', within := 10";
    expect(Object.keys(await find("Leeds", nearest))).toEqual(["leeds", "york", "hull", "truro"]);
    expect(Object.keys(await find("LS6", "covering := true")).sort()).toEqual([
      "hull",
      "truro",
      "york",
    ]);
    await expect(find("Nowhereham", "covering := true")).rejects.toThrow(
      "Please type a town or a postcode that we know.",
    );
  });

  it("shows them on a town's page of a category, which is the town's", async () => {
    const [row] = await test.db.query<{
      found: { town: string; total: number; providers: { user_id: string; covers: boolean }[] };
    }>("select public.category_page($1, 'leeds') as found", [LISTED.volt.categories[0]]);
    const found = row?.found;
    expect([found?.town, found?.total]).toEqual(["Leeds", 4]);
    expect(
      Object.fromEntries(found?.providers.map((one) => [names[one.user_id], one.covers]) ?? []),
    ).toEqual({ leeds: false, york: true, hull: true, truro: true });
  });

  it("follows a change of the area at once", async () => {
    await test.db.query("update public.availability set miles = 5 where provider_id = $1", [
      idOf(602),
    ]);
    expect(await find("Leeds")).not.toHaveProperty("york");
  });
});

describe("a job", () => {
  const post = async (location: string) => {
    const [row] = await test.db.query<{ location: string; sector: string | null; known: boolean }>(
      `insert into public.jobs (user_id, title, description, category, location, contact_name, contact_email)
       values ($1, 'Fix a gate', 'It hangs from one hinge.', 'Construction/Trade > Plumber', $2, 'Jo', 'jo@search.example')
       returning location, sector, position is not null as known`,
      [idOf(700), location],
    );
    return row;
  };
  beforeAll(async () => {
    await list(test.db, 700, LISTED.volt, 1);
    await test.db.query("update public.profiles set account_type = 'client' where id = $1", [
      idOf(700),
    ]);
  });

  it.each([
    ["Leeds LS6 3AB", "Leeds LS6", "LS6 3"],
    ["ls63ab", "LS6", "LS6 3"],
    ["l s 6_3 a b", "LS6", "LS6 3"],
    ["12 Otley Road, Leeds, LS6 - 3AB", "12 Otley Road, Leeds, LS6", "LS6 3"],
    ["Leeds LS6", "Leeds LS6", null],
    ["Leeds", "Leeds", null],
  ])(
    "in %j shows %j, and keeps %j for those who may see the contact",
    async (typed, location, sector) => {
      expect(await post(typed)).toEqual({ location, sector, known: true });
    },
  );

  it("is measured from its first half in searches, and from its sector for members", async () => {
    // A sector far from its first half shows which of the two is meant.
    await load(POSTCODES.replace("ls6 3,53.825,-1.578", "ls6 3,53.960,-1.080"));
    const [row] = await test.db.query(
      `with job as (
         insert into public.jobs (user_id, title, description, category, location, contact_name, contact_email)
         values ($1, 'Light a shed', 'It is dark.', $2, 'LS6 3AB', 'Jo', 'jo@search.example') returning jobs)
       select (jobs).position::text = (select position::text from search.places where name = 'ls6') as public,
         (select miles from private.fitting_members(jobs) where provider_id = $3) as miles from job`,
      [idOf(700), LISTED.volt.categories[0], idOf(602)],
    );
    expect(row).toEqual({ public: true, miles: 0 });
    await load(POSTCODES);
    const [moved] = await test.db.query(
      `select bool_and(j.position::text = p.position::text) as public
       from public.jobs j cross join search.places p where j.sector = 'LS6 3' and j.location = 'LS6' and p.name = 'ls6'`,
    );
    expect(moved).toEqual({ public: true });
  });
});
