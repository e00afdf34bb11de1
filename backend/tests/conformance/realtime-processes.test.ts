import { describe, expect, it } from "vitest";
import { testDatabase } from "#backend/tests/database.ts";
import { perFile } from "#backend/tests/per-file.ts";
import {
  inbox,
  listen,
  options,
  REALTIME_PROJECT,
  startProcess,
  subscribe,
} from "./realtime-world.ts";

const database = perFile(() => testDatabase({ project: REALTIME_PROJECT }));
const start = () =>
  startProcess({ project: database.project, connection: database.connection, migrate: false });
const first = perFile(start);
const second = perFile(start);

describe("two processes on one database", () => {
  it("carry broadcasts between their clients, however long, in order and once", async () => {
    const received = inbox<{ event: string; payload: unknown }>();
    const here = first.client().channel("shared", options({ broadcast: { self: true } }));
    const there = second
      .client()
      .channel("shared")
      .on("broadcast", { event: "*" }, ({ event, payload }) => received.put({ event, payload }));
    await Promise.all([subscribe(here), subscribe(there)]);
    const long = { text: "é".repeat(50_000) };
    await here.send({ type: "broadcast", event: "short", payload: { n: 1 } });
    await here.send({ type: "broadcast", event: "long", payload: long });
    await here.send({ type: "broadcast", event: "end", payload: {} });
    expect(await received.wait(3)).toEqual([
      { event: "short", payload: { n: 1 } },
      { event: "long", payload: long },
      { event: "end", payload: {} },
    ]);
    await database.db.query(`select realtime.send('{}', 'sql', 'shared', false)`);
    expect((await received.wait(4)).at(-1)?.event).toBe("sql");
  });

  it("share who is present, also with one that starts later, until a process ends", async () => {
    const person = async (process: typeof first, key: string) => {
      const received = inbox<string>();
      const channel = process.client().channel("lobby", options({ presence: { key } }));
      channel.on("presence", { event: "join" }, ({ key }) => received.put(`+${key}`));
      channel.on("presence", { event: "leave" }, ({ key }) => received.put(`-${key}`));
      await subscribe(channel);
      return { channel, received };
    };
    const [ada, ben] = [await person(first, "ada"), await person(second, "ben")];
    await ada.channel.track({ n: 1 });
    await ben.received.wait(1);
    await ben.channel.track({ n: 2 });
    expect(await ada.received.wait(2)).toEqual(["+ada", "+ben"]);
    const third = await start();
    const cyd = await person(third, "cyd");
    await cyd.channel.track({ n: 3 });
    await ada.received.wait(3);
    expect((await cyd.received.wait(3)).sort()).toEqual(["+ada", "+ben", "+cyd"]);
    await third.close();
    expect((await ada.received.wait(4)).at(-1)).toBe("-cyd");
  });

  it("both send the changes of either", async () => {
    const received = inbox<unknown>();
    for (const process of [first, second]) {
      const boards = { event: "INSERT", schema: "public", table: "boards" } as const;
      const channel = process.client().channel("boards");
      channel.on("postgres_changes", boards, ({ new: row }) => received.put(row.name));
      await listen(channel);
    }
    await first.backend.db.query("insert into boards (name) values ('everywhere')");
    expect(await received.wait(2)).toEqual(["everywhere", "everywhere"]);
  });
});
