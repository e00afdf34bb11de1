import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { allowed, postJob, startWorld } from "#tests/security/people.ts";

/** What ends cached responses: exact at every commit, and without a lock that commits wait for. */
const world = perFile(startWorld);
const connections: pg.Client[] = [];
const connect = async () => {
  const client = new pg.Client(world.backend.db.connection);
  await client.connect();
  connections.push(client);
  return client;
};
afterAll(async () => {
  await Promise.all(connections.map((client) => client.end()));
});

interface Changes {
  upto: string;
  tags: string[] | null;
  everything: boolean;
}
const since = async (upto: string | null): Promise<Changes> => {
  const [changes] = await world.sql<Changes & Record<string, unknown>>(
    "select * from private.list_cache_changes($1)",
    [upto],
  );
  if (!changes) throw new Error("There is no answer");
  return changes;
};
const change = (tag: string) => `insert into private.cache_changes (tags) values ('{${tag}}')`;
const purge = () => world.sql("select private.delete_old_cache_changes()");

describe("changes that end cached responses", () => {
  it("use no notification, because every commit would wait for its lock", async () => {
    const listener = await connect();
    const received: string[] = [];
    listener.on("notification", ({ channel, payload }) => received.push(`${channel} ${payload}`));
    for (const channel of ["pgrst", "notices", "realtime"])
      await listener.query(`listen ${channel}`);
    const { upto } = await since(null);
    const { member, seeker } = world.people;
    const review = { provider_id: member.id, user_id: seeker.id, rating: 5, title: "Fine work" };
    await allowed(seeker.client.from("feedback").insert(review));
    await postJob(seeker);
    const bio = { bio: "Gates and fences" };
    await allowed(member.client.from("profiles").update(bio).eq("id", member.id));
    await listener.query("select 1");
    expect(received).toEqual([]);
    expect(await world.count("notify.notices")).toBeGreaterThan(0);
    expect((await since(upto)).tags).toEqual(
      expect.arrayContaining(["feedback", "jobs", "directory", `listing:${member.id}`]),
    );
    // No channel is left out: no function sends any.
    const senders = await world.sql(
      `select oid::regprocedure from pg_proc where prosrc ~* 'pg_notify|\\mnotify\\s+[a-z_]+\\s*[,;]'
         and pronamespace in ('public'::regnamespace, 'private'::regnamespace, 'search'::regnamespace,
           'notify'::regnamespace, 'stats'::regnamespace, 'billing'::regnamespace, 'audit'::regnamespace)`,
    );
    expect(senders).toEqual([]);
  });

  it("are seen once, in the order of commits and not of beginnings", async () => {
    const slow = await connect();
    await slow.query("begin");
    await slow.query(change("early"));
    let { upto } = await since(null);
    await world.sql(change("late"));
    let changes = await since(upto);
    expect(changes).toMatchObject({ tags: ["late"], everything: false });
    ({ upto } = changes);
    // Not the same `upto`: it also counts the transactions of the server's other databases.
    expect(await since(upto)).toMatchObject({ tags: null, everything: false });
    await slow.query("commit");
    changes = await since(upto);
    expect(changes).toMatchObject({ tags: ["early"], everything: false });
    expect((await since(changes.upto)).tags).toBeNull();
  });

  it("are absent for a transaction that is rolled back, and cover everything where no tag is named", async () => {
    let { upto } = await since(null);
    const client = await connect();
    await client.query("begin");
    await client.query(change("undone"));
    await client.query("rollback");
    expect(await since(upto)).toMatchObject({ tags: null, everything: false });
    await world.sql("insert into private.cache_changes (tags) values (null)");
    expect((await since(upto)).everything).toBe(true);
    ({ upto } = await since(null));
    expect((await since(upto)).everything).toBe(false);
  });

  it("are listed once each, and cover everything where they are more than 5,000", async () => {
    const change = (count: number) =>
      world.sql(
        `insert into private.cache_changes (tags) select array['many', 'tag ' || n] from generate_series(1, ${count}) as n`,
      );
    const { upto } = await since(null);
    await change(5000);
    const changes = await since(upto);
    expect(changes.everything).toBe(false);
    expect(changes.tags).toHaveLength(5001);
    await change(6000);
    expect(await since(changes.upto)).toMatchObject({ tags: null, everything: true });
  });

  it("are deleted only after everybody could read them; a process that did not must drop everything", async () => {
    await purge();
    const { upto } = await since(null);
    await world.sql(change("between"));
    await purge();
    expect(await since(upto)).toMatchObject({ tags: ["between"], everything: false });
    await purge();
    expect(await world.count("private.cache_changes")).toBe(0);
    expect((await since(upto)).everything).toBe(true);
  });
});
