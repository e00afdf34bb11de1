import { describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { bareSocket, joining } from "./realtime-bare-socket.ts";
import { startRealtimeWorld } from "./realtime-world.ts";

const world = perFile(startRealtimeWorld);

const bare = (query?: string) => bareSocket(world.backend, { query });

describe("a socket", () => {
  it("is opened by a key of ours only", async () => {
    await expect(bare("vsn=2.0.0")).rejects.toThrow("401");
    await expect(bare("apikey=nonsense")).rejects.toThrow("401");
    await expect(bare(`apikey=${world.backend.keys.anon}&vsn=9`)).rejects.toThrow("400");
    const exp = Math.floor(world.backend.clock.now() / 1000) + 60;
    const roleless = await world.backend.tokens.sign({ exp });
    await expect(bare(`apikey=${roleless}&vsn=2.0.0`)).rejects.toThrow("403");
    const { socket } = await bare(`apikey=${world.backend.keys.publishable}&vsn=2.0.0`);
    socket.close();
  });

  it("gets replies to its heartbeats, and the events that Phoenix knows", async () => {
    const { say, received, socket } = await bare();
    say(null, "1", "phoenix", "heartbeat", {});
    say(...joining("realtime:a"));
    say("1", "2", "realtime:a", "phx_leave", {});
    say("1", "3", "realtime:a", "broadcast", { event: "x" });
    say(...joining("elsewhere"));
    say(...joining("realtime:"));
    const frames = (await received.wait(7)).map(([, ref, , event, payload]) => [
      ref,
      event,
      payload,
    ]);
    const ok = (response: unknown) => ({ status: "ok", response });
    const error = (reason: string) => ({ status: "error", response: { reason } });
    const nameless = "TopicNameRequired: You must provide a topic name";
    expect(frames).toEqual([
      ["1", "phx_reply", ok({})],
      ["1", "phx_reply", ok({ postgres_changes: [] })],
      ["2", "phx_reply", ok({})],
      ["1", "phx_close", {}],
      ["3", "phx_reply", error("unmatched topic")],
      ["1", "phx_reply", error("unmatched topic")],
      ["1", "phx_reply", error(nameless)],
    ]);
    socket.close();
  });

  it.each<[string, string | Buffer, code?: number]>([
    ["no JSON", "{{{"],
    ["no frame", "[1,2,3]"],
    ["an object", "{}"],
    ["null", "null"],
    ["a topic that is no text", '["1","1",{},"phx_join",{}]'],
    ["a payload that is a list", '["1","1","realtime:a","phx_join",[]]'],
    ["no bytes", Buffer.alloc(0)],
    ["bytes of another kind", Buffer.from([9, 1, 2, 3, 4, 5, 6, 7])],
    ["bytes that end too early", Buffer.from([3, 200, 200, 200, 200, 200, 1])],
    ["too large a frame", "x".repeat(1024 * 1024 + 1), 1009],
    ["bytes around no JSON", Buffer.from([3, 0, 0, 1, 1, 0, 1, 65, 65, 123])],
  ])("that sends %s is closed, and nobody else", async (_, frame, code = 1008) => {
    const other = await bare();
    const { socket, closed } = await bare();
    socket.send(frame);
    expect(await closed).toBe(code);
    await other.beat();
    other.socket.close();
  });

  it("may put anything where a configuration is expected", async () => {
    const { received, say, socket } = await bare();
    const odd = [null, 1, "x", [], { a: null }, { __proto__: null }];
    const configs = odd.flatMap((value) => [
      { broadcast: value, presence: value, postgres_changes: value, private: value },
      { postgres_changes: [value], presence: { key: value }, broadcast: { replay: value } },
    ]);
    for (const [index, config] of configs.entries())
      say(...joining(`realtime:odd ${index}`, config, `${index}`));
    say("0", "e", "realtime:odd 0", "__proto__", {});
    say("0", "e", "realtime:odd 0", "constructor", {});
    say(null, "end", "phoenix", "heartbeat", {});
    for (let count = 1; ; count++) {
      const last = (await received.wait(count)).at(count - 1);
      if (last?.[1] === "end") break;
    }
    socket.close();
  });

  it("has a bounded number of channels", async () => {
    const { received, say, socket } = await bare();
    for (let number = 0; number <= 100; number++)
      say(...joining(`realtime:${number}`, {}, `${number}`));
    const last = (await received.wait(101)).at(-1);
    expect(last?.[4]).toEqual({
      status: "error",
      response: { reason: "ChannelRateLimitReached: Too many channels" },
    });
    socket.close();
  });

  it("that floods with large messages is closed sooner", async () => {
    const { received, say, socket, closed } = await bare();
    say(...joining("realtime:large"));
    await received.wait(1);
    world.backend.clock.stop();
    const payload = { event: "x", payload: { text: "x".repeat(200_000) } };
    for (let number = 0; number < 30; number++)
      say("1", `${number}`, "realtime:large", "broadcast", payload);
    expect(await closed).toBe(1013);
    world.backend.clock.start();
    socket.terminate();
  });

  it("that floods a channel is put out of it", async () => {
    const { received, say, socket } = await bare();
    say(...joining("realtime:flood"));
    await received.wait(1);
    world.backend.clock.stop();
    for (let number = 0; number < 400; number++)
      say("1", null, "realtime:flood", "broadcast", { event: "x", payload: {} });
    const [, system, close] = await received.wait(3);
    expect(system?.[4]).toMatchObject({ status: "error", message: "Too many messages per second" });
    expect(close?.[3]).toBe("phx_close");
    world.backend.clock.start();
    socket.terminate();
  });

  it("that is silent for a minute is closed", async () => {
    const { closed, beat } = await bare();
    const busy = await bare();
    await beat();
    world.backend.clock.advance(50);
    await busy.beat();
    world.backend.clock.advance(20);
    expect(await closed).toBe(1006);
    expect(busy.socket.readyState).toBe(busy.socket.OPEN);
    busy.socket.close();
  });
});
