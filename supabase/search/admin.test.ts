import { beforeAll, expect, it } from "vitest";
import { projectDatabase } from "#tests/project-database.ts";

const ADMIN = "ad300000-0000-4000-8000-000000000000";
const idOf = (n: number) => `ad300000-0000-4000-8000-${String(n).padStart(12, "0")}`;

const test = projectDatabase();
beforeAll(async () => {
  const { db } = test;
  await db.transaction(async (tx) => {
    await tx.query("set local session_replication_role = replica");
    await tx.query("insert into auth.users (id, email) values ($1, 'admin@find.example')", [ADMIN]);
    await tx.query(
      "insert into public.profiles (id, account_type, first_name, last_name, email) values ($1, 'admin', 'Ada', 'Min', 'admin@find.example')",
      [ADMIN],
    );
    for (let n = 1; n <= 30; n++) {
      await tx.query("insert into auth.users (id, email) values ($1, $2)", [
        idOf(n),
        `n${n}@find.example`,
      ]);
      // Some came at the same moment: then the id decides.
      await tx.query(
        `insert into public.profiles (id, account_type, first_name, last_name, business_name, email, created_at)
         values ($1, 'provider', 'Pat', $2, $3, $4, timestamptz '2026-01-01' + make_interval(days => $5 / 3))`,
        [idOf(n), `No ${n % 7}`, n === 5 ? "Pots &Pans" : "Works", `n${n}@find.example`, n],
      );
      await tx.query(
        `insert into public.feedback (id, provider_id, rating, title, description, author_name, approved, moderated_at, is_public, created_at)
         values ($1, $1, 4, $2, 'x', 'Jo', $3, $4, $3, timestamptz '2026-01-02' + make_interval(days => $5 / 2))`,
        [
          idOf(n),
          n === 9 ? "%off! really!!!" : "Good",
          n % 3 === 0,
          n % 3 === 1 ? null : "2026-01-03",
          n,
        ],
      );
    }
  });
});

interface Page {
  total: number;
  ids: string[];
}

/** A question as an admin asks it. */
const asAdmin = <Row extends Record<string, unknown>>(question: string, values: unknown[]) =>
  test.db.transaction(async (tx) => {
    const claims = JSON.stringify({ sub: ADMIN, role: "authenticated", aal: "aal1" });
    await tx.query("select set_config('request.jwt.claims', $1, true)", [claims]);
    return tx.query<Row>(question, values);
  });

const page = async (call: string, values: unknown[], list: string): Promise<Page> => {
  type Found = Record<string, never>;
  const [row] = await asAdmin<{ found: Found }>(`select public.${call} as found`, values);
  const { total, [list]: rows } = row?.found ?? {};
  return { total: total ?? 0, ids: ((rows ?? []) as { id: string }[]).map(({ id }) => id) };
};

const feedback = (state: string | null, search: string | null, size: number, skip: number) =>
  page("admin_feedback($1, $2, $3, $4)", [state, search, size, skip], "items");
const users = (search: string | null, sort: string, size: number, skip: number) =>
  page("admin_users(null, $1, $2, $3, $4)", [search, size, skip, sort], "users");

it.each([null, "approved", "pending", "hidden"])(
  "the admins' tables give feedback (%s) page by page, from either end, everybody once",
  async (state) => {
    const whole = await feedback(state, null, 100, 0);
    expect(whole.total).toBe(state ? 10 : 30);
    expect(whole.ids).toHaveLength(whole.total);
    const [plain] = await test.db.query<{ ids: string[] }>(
      `select array_agg(id::text order by ${state === "pending" ? "created_at, id desc" : "created_at desc, id"}) as ids
     from public.feedback where $1::text is null or case when approved then 'approved' when moderated_at is null then 'pending' else 'hidden' end = $1`,
      [state],
    );
    expect(whole.ids).toEqual(plain?.ids);
    for (const size of [1, 4, 7]) {
      const parts: string[] = [];
      for (let skip = 0; skip < whole.total + size; skip += size)
        parts.push(...(await feedback(state, null, size, skip)).ids);
      expect(parts).toEqual(whole.ids);
    }
    for (const skip of [whole.total, whole.total + 1, 1_000_000])
      expect(await feedback(state, null, 20, skip)).toEqual({ total: whole.total, ids: [] });
  },
);

it.each(["newest", "oldest", "name"])(
  "the admins' tables give accounts (%s) page by page, everybody once",
  async (sort) => {
    const whole = await users(null, sort, 100, 0);
    expect(whole.ids).toHaveLength(31);
    const parts: string[] = [];
    for (let skip = 0; skip < 35; skip += 4) parts.push(...(await users(null, sort, 4, skip)).ids);
    expect(parts).toEqual(whole.ids);
  },
);

it("finds a sign at the beginning of a word, several anywhere, and nobody without one", async () => {
  expect(await feedback(null, "%", 20, 0)).toEqual({ total: 1, ids: [idOf(9)] });
  expect(await feedback("approved", "!!!", 20, 0)).toEqual({ total: 1, ids: [idOf(9)] });
  expect(await feedback("hidden", "!!!", 20, 0)).toEqual({ total: 0, ids: [] });
  expect(await feedback(null, "£", 20, 0)).toEqual({ total: 0, ids: [] });
  expect(await users("&", "newest", 20, 0)).toEqual({ total: 1, ids: [idOf(5)] });
  expect((await users("@", "newest", 20, 0)).total).toBe(0);
  expect((await users("_", "newest", 20, 0)).total).toBe(0);
  // What has letters as well is found as ever.
  expect((await users("&pans", "newest", 20, 0)).ids).toEqual([idOf(5)]);
});

const businesses = async (search: string | null, size: number, skip: number) => {
  const rows = await asAdmin<{ business_name: string; total_count: string }>(
    "select business_name, total_count from public.get_admin_businesses($1, $2, $3)",
    [search, size, skip],
  );
  const names = rows.map(({ business_name }) => business_name);
  return { total: Number(rows[0]?.total_count ?? 0), names };
};
beforeAll(() =>
  test.db.query(
    `insert into public.businesses (business_name, business_email, created_at)
     select 'Loom & Thread ' || n, case when n % 2 = 0 then 'n' || n || '@weavers.example' end,
       timestamptz '2026-02-01' + make_interval(days => n / 2)
     from generate_series(1, 9) as n`,
  ),
);

it("the admins' businesses are listed newest first, page by page, everyone once, and are found by name and address", async () => {
  const whole = await businesses(null, 100, 0);
  expect(whole.total).toBe(9);
  expect(whole.names[0]).toMatch(/ [89]$/);
  const parts: string[] = [];
  for (let skip = 0; skip < 12; skip += 4) parts.push(...(await businesses(null, 4, skip)).names);
  expect(parts).toEqual(whole.names);
  expect((await businesses("@WEAVERS", 20, 0)).total).toBe(4);
  expect((await businesses("ad 7", 20, 0)).names).toEqual(["Loom & Thread 7"]);
  // One or two letters match only at the beginning of a word, here as among the accounts.
  expect((await businesses("th", 2, 0)).total).toBe(9);
  expect((await businesses("oo", 2, 0)).total).toBe(0);
  expect((await businesses("oom", 2, 0)).total).toBe(9);
});
