import { expect, it } from "vitest";
import { MAY_CALL, MAY_READ, rolesFor } from "#tests/security/administration-allowed.ts";
import { ANONYMOUS, outcome } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

/** A visitor with the public key at every table, view and function there is, none named by hand. */
const world = testWorld();

const named = async (question: string): Promise<string[]> => {
  const found = await world.sql<{ name: string }>(question);
  return found.map(({ name }) => name);
};
const relations = () =>
  named(`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm') order by 1`);

it("reads what is public, and nothing else", async () => {
  for (const table of await relations()) {
    const response = await world.request(`/rest/v1/${table}?limit=1`);
    if (MAY_READ[table]?.includes("anon")) {
      // A whole row is refused too where it has a private column.
      expect([200, 401], table).toContain(response.status);
    } else {
      expect(response.status, table).toBe(401);
      expect(JSON.parse(response.text), table).toMatchObject({ code: "42501" });
    }
  }
});

it("writes nothing anywhere", async () => {
  const tables = await named(`select 'public.' || relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`);
  const before = await world.picture(...tables);
  for (const table of await relations()) {
    const [column] = await named(`select attname as name from pg_attribute
      where attrelid = 'public.${table}'::regclass and attnum > 0 and attidentity = '' and attgenerated = '' order by attnum limit 1`);
    const path = `/rest/v1/${table}`;
    for (const [method, query, body] of [
      ["POST", "", {}],
      ["POST", "?columns=", [{}]],
      ["PATCH", `?${column}=not.is.null`, { [column ?? ""]: null }],
      ["DELETE", `?${column}=not.is.null`, undefined],
    ] as const) {
      const response = await world.request(`${path}${query}`, { method, body });
      const { code } = JSON.parse(response.text);
      const refusal = query === "?columns=" ? "400 PGRST100" : ANONYMOUS;
      // A view of several tables is written by nobody at all.
      const refusals = tables.includes(`public.${table}`) ? [refusal] : [refusal, "400 55000"];
      expect(refusals, `${method} ${table}`).toContain(`${response.status} ${code}`);
    }
  }
  expect(await world.picture(...tables)).toBe(before);
});

it("calls what is public, and nothing else", async () => {
  const functions = await world.sql<{ name: string; args: string[] | null }>(
    `select proname as name, proargnames[1:pronargs] as args from pg_proc
      where pronamespace = 'public'::regnamespace and prokind = 'f' order by 1`,
  );
  expect(functions.length).toBeGreaterThan(15);
  for (const { name, args } of functions) {
    const given = Object.fromEntries((args ?? []).map((arg) => [arg, null]));
    const result = await outcome(world.rpc("visitor", name, given));
    // Nothing but nulls may be refused as wrong or unknown, never for want of a right, and never breaks it.
    if (rolesFor(MAY_CALL[name]).includes("anon"))
      expect(result, name).toMatch(/^let in$|^40[04] /);
    else expect(result, name).toBe(ANONYMOUS);
  }
});

it("learns from no hint what else there is", async () => {
  const functions = await named(`select distinct proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f' order by 1`);
  const misspelt = [
    ...(await relations()).map((name) => `${name}x`),
    ...functions.map((name) => `rpc/${name}x`),
  ];
  const results = await Promise.all(
    misspelt.map(async (path) => {
      const { text } = await world.request(`/rest/v1/${path}`);
      const { hint } = JSON.parse(text) as { hint: string | null };
      return /public\.(\w+)/.exec(hint ?? "")?.[1] ?? null;
    }),
  );
  const names = [...new Set(results.filter((name) => name !== null))];
  expect(names.length).toBeGreaterThan(5);
  const open = (name: string) => (MAY_READ[name] ?? rolesFor(MAY_CALL[name])).includes("anon");
  expect(names.filter((name) => !open(name))).toEqual([]);
});

it.each([
  ["GET", "/auth/v1/admin/users"],
  ["POST", "/auth/v1/admin/users"],
  ["POST", "/auth/v1/invite"],
  ["POST", "/auth/v1/admin/generate_link"],
])("and everybody signed in is refused the operator's %s %s", async (method, path) => {
  for (const as of [undefined, "seeker", "admin"] as const) {
    const body = method === "GET" ? undefined : { email: "new@people.example", type: "magiclink" };
    const response = await world.request(path, { as, method, body });
    expect([401, 403], `${as}: ${response.text}`).toContain(response.status);
    expect(response.text).not.toMatch(/@people\.example|action_link|hashed_token/);
  }
  expect(await world.count("auth.users where email like 'new@%'")).toBe(0);
});
