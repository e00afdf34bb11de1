import { beforeAll, describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { ADA, BEN, startRealtimeWorld } from "./realtime-world.ts";

/* What goes wrong for one listener is nobody else's loss. */

const world = perFile(startRealtimeWorld);
beforeAll(async () => {
  await world.backend.db.query(`
    create table ratios (id int primary key, share int not null, word text, spare int);
    -- So many that rows are looked up by their key: a scan would ask the policy of every row there is.
    insert into ratios select -n, 1 from generate_series(1, 20000) n;
    analyze ratios;
    alter table ratios enable row level security;
    create policy "divides" on ratios for select to authenticated using (1 / share >= 0);
    create policy "all" on ratios for select to anon using (true);
    grant select on ratios to anon, authenticated;
    -- A type whose texts cannot be had of some values, as a regular expression fails on some.
    create type fussy as (name char);
    create function fussy_text(fussy) returns text language plpgsql immutable as $$
    begin
      if $1.name = 'b' then raise exception 'fussy'; end if;
      return $1.name;
    end $$;
    create cast (fussy as text) with function fussy_text(fussy);
    create table moods (id int primary key, mood fussy);
    grant select on moods to anon;
    alter publication supabase_realtime add table ratios, moods;
  `);
});

/** Listens to inserts; the rows arrive by their keys. */
const ears = async (who: string | null, table: string, filter?: string) => {
  const wanted = { event: "INSERT", schema: "public", table, filter };
  const { received, system } = await world.changes(who, wanted);
  const keys = async (count: number) => (await received.wait(count)).map(({ new: row }) => row.id);
  return { keys, received, system };
};

describe("a question that fails", () => {
  it("by a policy on one row costs its reader that row, and the others nothing", async () => {
    const [ada, ben, anybody] = [
      await ears(ADA, "ratios"),
      await ears(BEN, "ratios", "id=gt.2"),
      await ears(null, "ratios"),
    ];
    await world.sql("insert into ratios select n, n - 3 from generate_series(1, 6) n");
    expect(await anybody.keys(6)).toEqual([1, 2, 3, 4, 5, 6]);
    // -1/2 and -1/1 are 0 and -1: the policy lets 1 and not 2 through; 3 divides by nothing.
    expect(await ada.keys(4)).toEqual([1, 4, 5, 6]);
    expect(await ben.keys(3)).toEqual([4, 5, 6]);
  });

  it("by a policy on every row is abandoned after some attempts, and the feed continues", async () => {
    const [ada, anybody] = [await ears(ADA, "ratios"), await ears(null, "ratios")];
    await world.sql("insert into ratios select n, 0 from generate_series(1000, 1190) n");
    await world.sql("insert into ratios values (2000, 1)");
    await anybody.keys(192);
    expect(await ada.keys(1)).toEqual([2000]);
  });

  it("by one listener's filter ends that filter, with a message, and nobody else's", async () => {
    const [whole, fussy] = [
      await ears(null, "moods"),
      await ears(null, "moods", "mood=like.b%,mood=like.a%"),
    ];
    const others = await Promise.all(
      ["id=gt.0", "id=eq.2", "mood=eq.(b)"].map((filter) => ears(null, "moods", filter)),
    );
    await world.sql("insert into moods values (1, '(a)'), (2, '(b)')");
    expect(await whole.keys(2)).toEqual([1, 2]);
    expect((await fussy.system.wait(2)).at(-1)).toMatchObject({
      status: "error",
      message:
        "Unable to subscribe to changes with given parameters. fussy: [schema: public, table: moods]",
    });
    await world.sql("insert into moods values (3, '(b)')");
    expect(await whole.keys(3)).toEqual([1, 2, 3]);
    const [all, second, b] = others;
    expect(await all?.keys(3)).toEqual([1, 2, 3]);
    expect(await second?.keys(1)).toEqual([2]);
    expect(await b?.keys(2)).toEqual([2, 3]);
    expect(fussy.received.items).toEqual([]);
  });
});
