import { beforeAll, describe, expect, test } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { type RecentClient, refused, startWorld } from "./rest-world.ts";

const world = perFile(startWorld);
beforeAll(async () => {
  await world.backend.db.query("insert into film_actors (film_id, actor_id) values (4, 2)");
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
    const none = await world.request("POST", "/actors", {
      body: [],
      headers: { prefer: "return=representation,resolution=merge-duplicates" },
    });
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
    const made = await world.request("PUT", "/actors?id=eq.50", {
      body: { id: 50, name: "Fifty" },
      headers: FULL,
    });
    expect([made.status, made.json()]).toEqual([201, [{ id: 50, name: "Fifty", nickname: null }]]);
    const changed = await world.request("PUT", "/actors?id=eq.50", {
      body: { id: 50, name: "L" },
      headers: FULL,
    });
    expect([changed.status, changed.json()]).toMatchObject([200, [{ name: "L" }]]);
    await world.refuses(400, "PGRST115", "PUT", "/actors?id=eq.50", {
      body: { id: 51, name: "LI" },
    });
    await world.refuses(405, "PGRST105", "PUT", "/actors?id=gt.1", { body: { id: 50, name: "x" } });
    await world.refuses(400, "PGRST114", "PUT", "/actors?id=eq.50&limit=1", {
      body: { id: 50, name: "x" },
    });
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
    expect([updated.status, updated.count, updated.data]).toEqual([
      200,
      2,
      [
        {
          id: 2,
          nickname: "bb",
          films: [{ title: "The Quiet Mountain" }, { title: "The Long Rain" }],
        },
        { id: 3, nickname: "bb", films: [{ title: "Night Train" }] },
      ],
    ]);
    const nobody = await world.anon.from("actors").update({ nickname: "x" }).eq("id", 999).select();
    expect([nobody.status, nobody.data]).toEqual([200, []]);
    const nothing = await world.anon.from("actors").update({}).eq("id", 2).select();
    expect([nothing.status, nothing.data]).toEqual([200, []]);
  });

  test("single on a change undoes it when it is not one row", async () => {
    const before = await actors();
    const { status, error } = await world.anon
      .from("actors")
      .update({ name: "All" })
      .gt("id", 0)
      .select()
      .single();
    expect([status, error?.code, error?.details]).toEqual([
      406,
      "PGRST116",
      `The result contains ${before.length} rows`,
    ]);
    const removed = await world.anon.from("actors").delete().gt("id", 0).select().single();
    expect(removed.error?.code).toBe("PGRST116");
    expect(await actors()).toEqual(before);
  });

  test("maxAffected undoes a change that affects too many rows", async () => {
    const before = await actors();
    const client = world.anon as unknown as RecentClient;
    const { status, error } = await client
      .from("actors")
      .update({ name: "All" })
      .gt("id", 0)
      .maxAffected(1);
    expect([status, error?.code]).toEqual([400, "PGRST124"]);
    expect(await actors()).toEqual(before);
    const fine = await client.from("actors").update({ name: "Bo" }).eq("id", 2).maxAffected(1);
    expect(fine.status).toBe(204);
  });

  test("a change of every row has to be explicit", async () => {
    const update = await world.anon.from("actors").update({ name: "All" });
    expect([update.status, update.error?.code, update.error?.message]).toEqual([
      400,
      "21000",
      "UPDATE requires a WHERE clause",
    ]);
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
