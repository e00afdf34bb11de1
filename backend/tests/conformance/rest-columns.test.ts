import { describe, expect, test, vi } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { ADA, startWorld } from "./rest-world.ts";

const world = perFile(startWorld);

const refusal = async (method: string, path: string, options = {}) => {
  const { status, json } = await world.request(method, path, options);
  return [status, (json() as { code: string }).code];
};

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
      expect(await refusal("GET", path)).toEqual([401, "42501"]);
      const head = await world.request("HEAD", path, { headers: { prefer: "count=exact" } });
      expect([head.status, head.text]).toEqual([401, ""]);
      // Without a body, the message is in the header.
      expect(head.headers.get("proxy-status")).toMatch(
        /^PostgREST; error=42501; details="permission denied for table (people|vault)"$/,
      );
      const token = await world.token({ role: "authenticated", sub: ADA });
      expect(await refusal("GET", path, { token })).toEqual([403, "42501"]);
    });
  }

  test("are left out of everything", async () => {
    const person = { id: 2, name: "Max", verified: false, city_id: 2 };
    const whole = { ...person, salary: 100 };
    const service = await world.as(ADA, "service_role");
    for (const [client, shown] of [
      [world.anon, person],
      [await world.as(ADA), person],
      [service, whole],
    ] as const) {
      const people = () => client.from("people");
      expect((await people().select("*").eq("id", 2)).data).toEqual([shown]);
      expect((await people().select("id, *").eq("id", 2).single()).data).toEqual(shown);
      expect((await client.from("cities").select("people(*)").eq("id", 2)).data).toEqual([
        { people: [shown] },
      ]);
      expect((await client.from("cities").select("...people(*)").eq("id", 2)).data).toEqual([
        Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, [value]])),
      ]);
      const head = await people().select("*", { count: "exact", head: true });
      expect([head.status, head.count]).toEqual([200, 2]);
      expect((await people().update({ name: "Max" }).eq("id", 2).select()).data).toEqual([shown]);
    }
    const csv = await world.request("GET", "/people?id=eq.2", { headers: { accept: "text/csv" } });
    expect(csv.text).toBe("id,name,verified,city_id\n2,Max,f,2");
  });

  test("are shown as soon as they are granted", async () => {
    const names = async () => Object.keys((await world.anon.from("people").select("*")).data?.[0]);
    await world.backend.db.query("grant select (salary) on people to anon");
    await vi.waitFor(async () => expect(await names()).toContain("salary"));
    await world.backend.db.query("revoke select (salary) on people from anon");
    await vi.waitFor(async () => expect(await names()).not.toContain("salary"));
  });

  test("cannot be written, nor returned by a write", async () => {
    const body = { id: 70, name: "x" };
    const full = { prefer: "return=representation" };
    expect(await refusal("POST", "/people", { body: { ...body, salary: 1 } })).toEqual([
      401,
      "42501",
    ]);
    expect(await refusal("POST", "/people", { body: { ...body, verified: true } })).toEqual([
      401,
      "42501",
    ]);
    expect(await refusal("POST", "/people?select=salary", { body, headers: full })).toEqual([
      401,
      "42501",
    ]);
    expect(await refusal("PATCH", "/people?id=eq.1", { body: { verified: true } })).toEqual([
      401,
      "42501",
    ]);
    expect(await refusal("PATCH", "/people?salary=gt.0", { body: { name: "x" } })).toEqual([
      401,
      "42501",
    ]);
    expect(await refusal("DELETE", "/people?id=eq.1")).toEqual([401, "42501"]);
    const upsert = { prefer: "resolution=merge-duplicates" };
    expect(
      await refusal("POST", "/people", {
        body: { ...body, id: 1, verified: true },
        headers: upsert,
      }),
    ).toEqual([401, "42501"]);
    const made = await world.request("POST", "/people?select=id,name", { body, headers: full });
    expect([made.status, made.json()]).toEqual([201, [body]]);
    const [person] = await world.backend.db.query("select * from people where id = 1");
    expect(person).toMatchObject({ name: "Eve", salary: 5000, verified: false });
  });
});
