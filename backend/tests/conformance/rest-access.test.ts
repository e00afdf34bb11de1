import { createClient } from "@supabase/supabase-js";
import { describe, expect, test } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { ADA, BEN, startWorld } from "./rest-world.ts";

const world = perFile(startWorld);

const refusal = async (method: string, path: string, options = {}) => {
  const { status, json } = await world.request(method, path, options);
  return [status, (json() as { code: string }).code];
};

describe("the caller", () => {
  test("nobody: a key is needed", async () => {
    const { status, json } = await world.request("GET", "/films", { headers: { apikey: "" } });
    expect([status, json()]).toMatchObject([401, { message: "No API key found in request" }]);
  });

  test("a token that is not ours, is over, or names another algorithm", async () => {
    const expired = await world.token({ role: "authenticated", sub: ADA, exp: 1000 });
    const [header, payload] = (await world.token({ role: "service_role" })).split(".");
    const none = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url")}.${payload}.`;
    const swapped = `${header}.${Buffer.from('{"role":"service_role"}').toString("base64url")}.AAAA`;
    const late = await world.request("GET", "/films", { token: expired });
    expect([late.status, late.json(), late.headers.get("www-authenticate")]).toEqual([
      401,
      { code: "PGRST303", message: "JWT expired", details: null, hint: null },
      'Bearer error="invalid_token", error_description="JWT expired"',
    ]);
    for (const token of [none, swapped, "a.b.c", "nonsense", "x".repeat(5000)]) {
      const { status, json } = await world.request("GET", "/films", { token });
      expect([status, json()]).toMatchObject([401, { code: "PGRST301" }]);
    }
  });

  test("a refused token is reported with the reason", async () => {
    const why = async (authorization: string) => {
      const { status, headers, json } = await world.request("GET", "/films", {
        headers: { authorization },
      });
      const { code, message, details } = json() as Record<string, unknown>;
      const challenge = `Bearer error="invalid_token", error_description="${message}"`;
      expect([status, headers.get("www-authenticate")]).toEqual([401, challenge]);
      return [code, message, details];
    };
    const of = async (claims: Record<string, unknown>) =>
      why(`Bearer ${await world.token({ role: "anon", ...claims })}`);
    const soon = Math.floor(Date.now() / 1000) + 600;
    expect(await why("Bearer")).toEqual([
      "PGRST301",
      "Empty JWT is sent in Authorization header",
      null,
    ]);
    expect(await why("Bearer a.b")).toEqual(["PGRST301", "Expected 3 parts in JWT; got 2", null]);
    const [header, payload] = (await world.token({ role: "anon" })).split(".");
    expect(await why(`Bearer ${header}.${payload}.AAAA`)).toEqual([
      "PGRST301",
      "No suitable key or wrong key type",
      "None of the keys was able to decode the JWT",
    ]);
    const unsigned = Buffer.from('{"alg":"none"}').toString("base64url");
    expect(await why(`Bearer ${unsigned}.${payload}.`)).toEqual([
      "PGRST301",
      "Wrong or unsupported encoding algorithm",
      "JWT is unsecured but expected 'alg' was not 'none'",
    ]);
    expect(await of({ iat: "late" })).toEqual([
      "PGRST303",
      "The JWT 'iat' claim must be a number",
      null,
    ]);
    expect(await of({ aud: [1] })).toEqual([
      "PGRST303",
      "The JWT 'aud' claim must be a string or an array of strings",
      null,
    ]);
    expect(await of({ nbf: soon })).toEqual(["PGRST303", "JWT not yet valid", null]);
    expect(await of({ iat: soon })).toEqual(["PGRST303", "JWT issued at future", null]);
    expect(await of({ nbf: "late" })).toEqual([
      "PGRST303",
      "The JWT 'nbf' claim must be a number",
      null,
    ]);
  });

  test("a role that callers may not become, or that does not exist", async () => {
    const role = async (name: string) =>
      refusal("GET", "/films", { token: await world.token({ role: name, sub: ADA }) });
    expect(await role("postgres")).toEqual([403, "42501"]);
    expect(await role("supabase_admin")).toEqual([403, "42501"]);
    expect(await role("nobody_knows")).toEqual([401, "22023"]);
    expect(await role("none")).toEqual([401, "PGRST303"]);
    expect((await role("authenticator"))[0]).toBeGreaterThanOrEqual(400);
    expect((await role('anon"; drop table films; --'))[0]).toBe(401);
  });

  test("opaque keys have the rights of the keys they replace", async () => {
    const { publishable = "", secret = "" } = world.backend.keys;
    const quiet = { auth: { persistSession: false, autoRefreshToken: false } };
    const outside = createClient(world.backend.url, publishable, quiet);
    expect((await outside.from("vault").select()).error?.code).toBe("42501");
    const inside = createClient(world.backend.url, secret, quiet);
    expect((await inside.from("vault").select()).data).toEqual([
      { id: 1, secret: "gold", film_id: 1 },
    ]);
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
    const forged = await ada.from("diaries").insert({ entry: "x", owner: BEN });
    expect([forged.status, forged.error?.code]).toEqual([403, "42501"]);
    const anonymous = await world.anon.from("diaries").insert({ entry: "x" });
    expect([anonymous.status, anonymous.error?.code]).toEqual([401, "42501"]);
    const changed = await ada.from("diaries").update({ entry: "changed" }).gt("id", 0).select("id");
    expect(changed.data).toEqual([{ id: 1 }]);
    const given = await ada.from("diaries").update({ owner: BEN }).eq("id", 1);
    expect([given.status, given.error?.code]).toEqual([403, "42501"]);
    const taken = await ada.from("diaries").upsert({ id: 2, entry: "taken", owner: ADA });
    expect([taken.status, taken.error?.code]).toEqual([403, "42501"]);
    const removed = await ada.from("diaries").delete().gt("id", 1).select("id");
    expect(removed.data).toEqual([]);
    const made = await ada.from("diaries").insert({ entry: "mine" }).select("owner").single();
    expect(made.data).toEqual({ owner: ADA });
    const rows = await world.backend.db.query(
      "select id, owner, entry from diaries where id < 4 order by id",
    );
    expect(rows).toEqual([
      { id: 1, owner: ADA, entry: "changed" },
      { id: 2, owner: BEN, entry: "theirs" },
      { id: 3, owner: BEN, entry: "shown" },
    ]);
  });

  test("a failed request leaves nothing of its caller on the connection", async () => {
    const service = await world.as(ADA, "service_role");
    for (let turn = 0; turn < 12; turn++) {
      await service
        .from("films")
        .select()
        .eq("id", "wrong" as never);
      expect((await world.anon.from("diaries").select("id")).data).toEqual([{ id: 3 }]);
      expect((await world.anon.rpc("who_am_i")).data).toMatchObject({ role: "anon", sub: null });
    }
  });

  test("schemas that are not exposed cannot be reached by any name", async () => {
    for (const path of [
      "/auth.users",
      "/%22auth%22.%22users%22",
      "/pg_catalog.pg_roles",
      "/pg_roles",
      "/users",
    ]) {
      expect((await world.request("GET", path)).status).toBe(404);
    }
    for (const profile of ["auth", "pg_catalog", "storage", "_backend", "public,auth", "PUBLIC"]) {
      const { status } = await world.request("GET", "/users", {
        headers: { "accept-profile": profile },
      });
      expect(status).toBe(406);
    }
    expect((await world.request("POST", "/rpc/pg_sleep", { body: {} })).status).toBe(404);
    expect((await world.request("GET", "/diaries?select=owner(email)")).status).toBe(400);
  });

  test("no hint names what the caller's role may not touch", async () => {
    const hints = async (token?: string) =>
      Promise.all(
        [
          "/vaul",
          "/people?select=salari",
          "/rpc/hidden_functio",
          "/films?select=vaul(*)",
          "/film",
          "/people?select=nam",
        ].map(async (path) => {
          const { status, json } = await world.request("GET", path, token ? { token } : {});
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
