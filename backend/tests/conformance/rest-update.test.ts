import { beforeAll, describe, expect, test } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { refused, startWorld } from "./rest-world.ts";

const world = perFile(startWorld);
beforeAll(async () => {
  await world.sql("insert into film_actors (film_id, actor_id) values (4, 2)");
});

const FULL = { prefer: "return=representation" };
const actors = async () =>
  world.backend.db.query<{ id: number; name: string; nickname: string | null }>(
    "select * from actors order by id",
  );

describe("upsert", () => {
  test("merges by the primary key or another unique one, or leaves alone", async () => {
    const merged = await world.anon
      .from("actors")
      .upsert([
        { id: 1, name: "Anna" },
        { id: 40, name: "Forty" },
      ])
      .select("id, name, nickname");
    expect([merged.status, merged.data]).toEqual([
      201,
      [
        { id: 1, name: "Anna", nickname: "A" },
        { id: 40, name: "Forty", nickname: null },
      ],
    ]);
    const again = await world.anon.from("actors").upsert({ id: 1, name: "Anne" });
    expect(again.status).toBe(200);
    const headers = { prefer: "return=representation,resolution=merge-duplicates" };
    const none = await world.request("POST", "/actors", { body: [], headers });
    expect([none.status, none.json()]).toEqual([200, []]);
    const updated = await world.anon
      .from("actors")
      .upsert({ id: 1, name: "Other" }, { ignoreDuplicates: true })
      .select();
    expect([updated.status, updated.data]).toEqual([201, []]);
    const byName = await world.anon
      .from("countries")
      .upsert({ name: "Peru", population: 7 }, { onConflict: "name" })
      .select("id, population");
    expect(byName.data).toEqual([{ id: 3, population: 7 }]);
    expect((await actors())[0]?.name).toBe("Anne");
  });

  test("PUT makes or replaces exactly the row of its address", async () => {
    const put = (filter: string, id: number, name: string) =>
      world.request("PUT", `/actors?${filter}`, { body: { id, name }, headers: FULL });
    const made = await put("id=eq.50", 50, "Fifty");
    expect([made.status, made.json()]).toEqual([201, [{ id: 50, name: "Fifty", nickname: null }]]);
    const changed = await put("id=eq.50", 50, "L");
    expect([changed.status, changed.json()]).toMatchObject([200, [{ name: "L" }]]);
    for (const [filter, id, status, code] of [
      ["id=eq.50", 51, 400, "PGRST115"],
      ["id=gt.1", 50, 405, "PGRST105"],
      ["id=eq.50&limit=1", 50, 400, "PGRST114"],
    ] as const) {
      const refused = await put(filter, id, "x");
      expect([refused.status, refused.json()]).toMatchObject([status, { code }]);
    }
    expect((await actors()).filter(({ id }) => id > 49)).toMatchObject([{ id: 50, name: "L" }]);
  });
});

describe("update and delete", () => {
  test("update returns as much as was requested", async () => {
    const silent = await world.anon.from("actors").update({ nickname: "b" }).eq("id", 2);
    expect([silent.status, silent.data]).toEqual([204, null]);
    const updated = await world.anon
      .from("actors")
      .update({ nickname: "bb" }, { count: "exact" })
      .in("id", [2, 3])
      .select("id, nickname, films(title)");
    expect([updated.status, updated.count]).toEqual([200, 2]);
    const films = [{ title: "The Quiet Mountain" }, { title: "The Long Rain" }];
    expect(updated.data).toEqual([
      { id: 2, nickname: "bb", films },
      { id: 3, nickname: "bb", films: [{ title: "Night Train" }] },
    ]);
    const nobody = await world.anon.from("actors").update({ nickname: "x" }).eq("id", 999).select();
    expect([nobody.status, nobody.data]).toEqual([200, []]);
    const nothing = await world.anon.from("actors").update({}).eq("id", 2).select();
    expect([nothing.status, nothing.data]).toEqual([200, []]);
  });

  test("single on a change undoes it when it is not one row", async () => {
    const before = await actors();
    const all = world.anon.from("actors").update({ name: "All" }).gt("id", 0).select();
    const { status, error } = await all.single();
    const details = `The result contains ${before.length} rows`;
    expect([status, error]).toMatchObject([406, { code: "PGRST116", details }]);
    const removed = await world.anon.from("actors").delete().gt("id", 0).select().single();
    expect(removed.error?.code).toBe("PGRST116");
    expect(await actors()).toEqual(before);
  });

  test("maxAffected undoes a change that affects too many rows", async () => {
    const before = await actors();
    const named = (name: string) => world.anon.from("actors").update({ name });
    type Update = ReturnType<typeof named>;
    // The client's types have it only where they know that the protocol is a recent one.
    const atMostOne = (update: Update) =>
      (update as unknown as { maxAffected(most: number): Update }).maxAffected(1);
    await refused(atMostOne(named("All").gt("id", 0)), 400, "PGRST124");
    expect(await actors()).toEqual(before);
    expect((await atMostOne(named("Bo").eq("id", 2))).status).toBe(204);
  });

  test("a change of every row has to be explicit", async () => {
    const update = await world.anon.from("actors").update({ name: "All" });
    const why = { code: "21000", message: "UPDATE requires a WHERE clause" };
    expect([update.status, update.error]).toMatchObject([400, why]);
    await refused(world.anon.from("actors").delete(), 400, "21000");
  });

  test("delete, with and without the deleted rows", async () => {
    await world.anon.from("actors").insert([
      { id: 60, name: "x" },
      { id: 61, name: "y" },
    ]);
    const silent = await world.anon.from("actors").delete({ count: "exact" }).eq("id", 60);
    expect([silent.status, silent.count, silent.data]).toEqual([204, 1, null]);
    const deleted = await world.anon.from("actors").delete().or("id.eq.61,id.eq.62").select("name");
    expect([deleted.status, deleted.data]).toEqual([200, [{ name: "y" }]]);
    await refused(world.anon.from("directors").delete().eq("id", 1), 409, "23503");
  });
});
