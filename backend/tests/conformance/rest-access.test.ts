import { describe, expect, test, vi } from "vitest";
import { encoded, officialClient } from "#backend/tests/official-client.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { ADA, BEN, refused, startWorld } from "./rest-world.ts";

const world = perFile(startWorld);

describe("the caller", () => {
  test("nobody: a key is needed", async () => {
    const keyless = { headers: { apikey: "" } };
    await world.refuses(401, { message: "No API key found in request" }, "GET", "/films", keyless);
  });

  test("a token that is not ours, is over, or names another algorithm, with the reason", async () => {
    const of = (claims: Record<string, unknown>) => world.token({ role: "anon", ...claims });
    const soon = Math.floor(Date.now() / 1000) + 600;
    const [header, payload] = (await world.token({ role: "service_role" })).split(".");
    const none = `${encoded({ alg: "none", typ: "JWT" })}.${payload}.`;
    const swapped = `${header}.${encoded({ role: "service_role" })}.AAAA`;
    for (const token of [swapped, "a.b.c", "nonsense", "x".repeat(5000)])
      await world.refuses(401, "PGRST301", "GET", "/films", { token });
    const undecoded = "None of the keys was able to decode the JWT";
    const unsecured = "JWT is unsecured but expected 'alg' was not 'none'";
    const unsuitable = "No suitable key or wrong key type";
    const algorithm = "Wrong or unsupported encoding algorithm";
    const audience = "The JWT 'aud' claim must be a string or an array of strings";
    const expired = await of({ role: "authenticated", sub: ADA, exp: 1000 });
    const cases: [token: string, code: string, message: string, details?: string][] = [
      ["", "PGRST301", "Empty JWT is sent in Authorization header"],
      ["a.b", "PGRST301", "Expected 3 parts in JWT; got 2"],
      [`${header}.${payload}.AAAA`, "PGRST301", unsuitable, undecoded],
      [none, "PGRST301", algorithm, unsecured],
      [expired, "PGRST303", "JWT expired"],
      [await of({ iat: "late" }), "PGRST303", "The JWT 'iat' claim must be a number"],
      [await of({ aud: [1] }), "PGRST303", audience],
      [await of({ nbf: soon }), "PGRST303", "JWT not yet valid"],
      [await of({ iat: soon }), "PGRST303", "JWT issued at future"],
      [await of({ nbf: "late" }), "PGRST303", "The JWT 'nbf' claim must be a number"],
    ];
    for (const [token, code, message, details = null] of cases) {
      const headers = { authorization: `Bearer ${token}` };
      const refusal = await world.request("GET", "/films", { headers });
      expect(refusal.json()).toEqual({ code, message, details, hint: null });
      const why = `Bearer error="invalid_token", error_description="${message}"`;
      expect([refusal.status, refusal.headers.get("www-authenticate")]).toEqual([401, why]);
    }
  });

  test("a role that callers may not become, or that does not exist", async () => {
    const by = async (role: string) => ({ token: await world.token({ role, sub: ADA }) });
    for (const [role, status, code] of [
      ["postgres", 403, "42501"],
      ["supabase_admin", 403, "42501"],
      ["nobody_knows", 401, "22023"],
      ["none", 401, "PGRST303"],
    ] as const)
      await world.refuses(status, code, "GET", "/films", await by(role));
    const statusOf = async (role: string) =>
      (await world.request("GET", "/films", await by(role))).status;
    expect(await statusOf("authenticator")).toBeGreaterThanOrEqual(400);
    expect(await statusOf('anon"; drop table films; --')).toBe(401);
  });

  test("opaque keys have the rights of the keys they replace", async () => {
    const { url, keys } = world.backend;
    const outside = officialClient(url, keys.publishable ?? "");
    expect((await outside.from("vault").select()).error?.code).toBe("42501");
    const gold = [{ id: 1, secret: "gold", film_id: 1 }];
    const inside = officialClient(url, keys.secret ?? "");
    expect((await inside.from("vault").select()).data).toEqual(gold);
  });
});

describe("another user's rows", () => {
  test("are not read, not even embedded, counted or by a view of their absence", async () => {
    const ada = await world.as(ADA);
    expect((await world.anon.from("diaries").select("id")).data).toEqual([{ id: 3 }]);
    const own = await ada.from("diaries").select("id", { count: "exact" }).order("id");
    expect([own.data, own.count]).toEqual([[{ id: 1 }, { id: 3 }], 2]);
    const embedded = await ada.from("films").select("id, diaries(id)").lte("id", 2).order("id");
    expect(embedded.data).toEqual([
      { id: 1, diaries: [{ id: 1 }] },
      { id: 2, diaries: [{ id: 3 }] },
    ]);
    const joined = await world.anon.from("films").select("id, diaries!inner(id)");
    expect(joined.data).toEqual([{ id: 2, diaries: [{ id: 3 }] }]);
    expect((await ada.from("diaries").select().eq("id", 2).maybeSingle()).data).toBeNull();
  });

  test("the same form of request by different people gives each their own rows", async () => {
    const [ada, ben] = [await world.as(ADA), await world.as(BEN)];
    const service = await world.as(ADA, "service_role");
    const ids = async (client: typeof ada) =>
      (await client.from("diaries").select("id").order("id")).data?.map(({ id }) => id);
    for (let turn = 0; turn < 8; turn++) {
      const [mine, theirs, all, nobody] = await Promise.all(
        [ada, ben, service, world.anon].map(ids),
      );
      expect([mine, theirs, all, nobody]).toEqual([[1, 3], [2, 3], [1, 2, 3], [3]]);
    }
  });

  test("are not written, changed or removed", async () => {
    const ada = await world.as(ADA);
    await refused(ada.from("diaries").insert({ entry: "x", owner: BEN }), 403, "42501");
    await refused(world.anon.from("diaries").insert({ entry: "x" }), 401, "42501");
    const changed = await ada.from("diaries").update({ entry: "changed" }).gt("id", 0).select("id");
    expect(changed.data).toEqual([{ id: 1 }]);
    await refused(ada.from("diaries").update({ owner: BEN }).eq("id", 1), 403, "42501");
    await refused(ada.from("diaries").upsert({ id: 2, entry: "taken", owner: ADA }), 403, "42501");
    const removed = await ada.from("diaries").delete().gt("id", 1).select("id");
    expect(removed.data).toEqual([]);
    const made = await ada.from("diaries").insert({ entry: "mine" }).select("owner").single();
    expect(made.data).toEqual({ owner: ADA });
    const rows = await world.sql("select id, owner, entry from diaries where id < 4 order by id");
    expect(rows).toEqual([
      { id: 1, owner: ADA, entry: "changed" },
      { id: 2, owner: BEN, entry: "theirs" },
      { id: 3, owner: BEN, entry: "shown" },
    ]);
  });

  test("a failed request leaves nothing of its caller on the connection", async () => {
    const service = await world.as(ADA, "service_role");
    for (let turn = 0; turn < 12; turn++) {
      await service.from("films").select().filter("id", "eq", "wrong");
      expect((await world.anon.from("diaries").select("id")).data).toEqual([{ id: 3 }]);
      expect((await world.anon.rpc("who_am_i")).data).toMatchObject({ role: "anon", sub: null });
    }
  });

  test("schemas that are not exposed cannot be reached by any name", async () => {
    const paths = "/auth.users /%22auth%22.%22users%22 /pg_catalog.pg_roles /pg_roles /users";
    for (const path of paths.split(" "))
      expect((await world.request("GET", path)).status).toBe(404);
    for (const profile of ["auth", "pg_catalog", "storage", "_backend", "public,auth", "PUBLIC"]) {
      const headers = { "accept-profile": profile };
      expect((await world.request("GET", "/users", { headers })).status).toBe(406);
    }
    expect((await world.request("POST", "/rpc/pg_sleep", { body: {} })).status).toBe(404);
    expect((await world.request("GET", "/diaries?select=owner(email)")).status).toBe(400);
  });

  test("no hint names what the caller's role may not touch", async () => {
    const paths =
      "/vaul /people?select=salari /rpc/hidden_functio /films?select=vaul(*) /film /people?select=nam";
    const hints = async (token?: string) =>
      Promise.all(
        paths.split(" ").map(async (path) => {
          const { status, json } = await world.request("GET", path, { token });
          const { hint, details } = json() as { hint: string | null; details: unknown };
          expect(status).toBeLessThan(500);
          expect(JSON.stringify(details)).not.toMatch(/vault|salary|hidden_function/);
          return hint?.match(/vault|salary|hidden_function|films|name/)?.[0] ?? null;
        }),
      );
    const open = [null, null, null, null, "films", "name"];
    expect(await hints()).toEqual(open);
    expect(await hints(await world.token({ role: "authenticated", sub: ADA }))).toEqual(open);
    const all = ["vault", "salary", "hidden_function", "vault", "films", "name"];
    expect(await hints(world.backend.keys.serviceRole)).toEqual(all);
  });
});

describe("columns that a role was not granted", () => {
  const parts: [string, string][] = [
    ["read", "/people?select=salary"],
    ["filtered on", "/people?select=id&salary=gt.0"],
    ["filtered on in a tree", "/people?select=id&or=(id.eq.1,salary.gt.0)"],
    ["ordered by", "/people?select=id&order=salary"],
    ["read as text", "/people?select=id,x:salary::text"],
    ["read through to_jsonb", "/people?select=id,salary->x"],
    ["counted by", "/people?select=id&salary=is.null&limit=0"],
    ["embedded", "/cities?select=name,people(salary)"],
    ["filtered on when embedded", "/cities?select=name,people!inner(id)&people.salary=gt.0"],
    ["ordered by when embedded", "/cities?select=name,people(id)&people.order=salary"],
    ["spread", "/people?select=id,...cities(name,people(salary))"],
    ["a table embedded", "/films?select=id,vault(secret)"],
    ["a table as a filter", "/films?select=id,vault!inner()"],
    ["a table by absence", "/films?select=id,vault()&vault=is.null"],
  ];
  for (const [name, path] of parts) {
    test(`cannot be ${name}`, async () => {
      await world.refuses(401, "42501", "GET", path);
      const head = await world.request("HEAD", path, { headers: { prefer: "count=exact" } });
      expect([head.status, head.text]).toEqual([401, ""]);
      // Without a body, the message is in the header.
      expect(head.headers.get("proxy-status")).toMatch(
        /^PostgREST; error=42501; details="permission denied for table (people|vault)"$/,
      );
      const token = await world.token({ role: "authenticated", sub: ADA });
      await world.refuses(403, "42501", "GET", path, { token });
    });
  }

  test("are left out of everything", async () => {
    const person = { id: 2, name: "Max", verified: false, city_id: 2 };
    const whole = { ...person, salary: 100 };
    for (const [client, shown] of [
      [world.anon, person],
      [await world.as(ADA), person],
      [await world.as(ADA, "service_role"), whole],
    ] as const) {
      const people = () => client.from("people");
      const inhabitants = (select: string) => client.from("cities").select(select).eq("id", 2);
      expect((await people().select("*").eq("id", 2)).data).toEqual([shown]);
      expect((await people().select("id, *").eq("id", 2).single()).data).toEqual(shown);
      expect((await inhabitants("people(*)")).data).toEqual([{ people: [shown] }]);
      const spread = Object.entries(shown).map(([name, value]) => [name, [value]]);
      expect((await inhabitants("...people(*)")).data).toEqual([Object.fromEntries(spread)]);
      const head = await people().select("*", { count: "exact", head: true });
      expect([head.status, head.count]).toEqual([200, 2]);
      expect((await people().update({ name: "Max" }).eq("id", 2).select()).data).toEqual([shown]);
    }
    const csv = await world.request("GET", "/people?id=eq.2", { headers: { accept: "text/csv" } });
    expect(csv.text).toBe("id,name,verified,city_id\n2,Max,f,2");
  });

  test("are shown as soon as they are granted", async () => {
    const names = async () => Object.keys((await world.anon.from("people").select("*")).data?.[0]);
    await world.sql("grant select (salary) on people to anon");
    await vi.waitFor(async () => expect(await names()).toContain("salary"));
    await world.sql("revoke select (salary) on people from anon");
    await vi.waitFor(async () => expect(await names()).not.toContain("salary"));
  });

  test("cannot be written, nor returned by a write", async () => {
    const body = { id: 70, name: "x" };
    const full = { prefer: "return=representation" };
    const merge = { prefer: "resolution=merge-duplicates" };
    const taken = { ...body, id: 1, verified: true };
    for (const [method, path, options] of [
      ["POST", "/people", { body: { ...body, salary: 1 } }],
      ["POST", "/people", { body: { ...body, verified: true } }],
      ["POST", "/people?select=salary", { body, headers: full }],
      ["PATCH", "/people?id=eq.1", { body: { verified: true } }],
      ["PATCH", "/people?salary=gt.0", { body: { name: "x" } }],
      ["DELETE", "/people?id=eq.1", {}],
      ["POST", "/people", { body: taken, headers: merge }],
    ] as const)
      await world.refuses(401, "42501", method, path, options);
    const made = await world.request("POST", "/people?select=id,name", { body, headers: full });
    expect([made.status, made.json()]).toEqual([201, [body]]);
    const [person] = await world.sql("select * from people where id = 1");
    expect(person).toMatchObject({ name: "Eve", salary: 5000, verified: false });
  });
});
