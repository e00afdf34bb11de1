import { describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { ADA, BEN, inbox, options, startRealtimeWorld, subscribe } from "./realtime-world.ts";

const world = perFile(startRealtimeWorld);

describe("presence", () => {
  const person = async (topic: string, key: string, who: string | null = null, config = {}) => {
    const client = await world.client(who);
    const received = inbox<{ event: string; key?: string }>();
    const synced = inbox<Record<string, unknown>>();
    const channel = client.channel(topic, options({ presence: { key }, ...config }));
    for (const event of ["join", "leave"] as const)
      channel.on("presence", { event } as { event: "join" }, ({ key }) =>
        received.put({ event, key }),
      );
    channel.on("presence", { event: "sync" }, () => synced.put(channel.presenceState()));
    expect((await subscribe(channel)).status).toBe("SUBSCRIBED");
    return { client, channel, received, synced };
  };

  it("shows who is present, joins, changes and leaves, and who just vanishes", async () => {
    const ada = await person("lobby", "ada");
    expect(await ada.channel.track({ mood: "calm" })).toBe("ok");
    await ada.received.wait(1);
    const ben = await person("lobby", "ben");
    const [state] = await ben.synced.wait(1);
    expect(state).toEqual({ ada: [{ mood: "calm", presence_ref: expect.any(String) }] });
    await ben.channel.track({ n: 1 });
    await ada.received.wait(2);
    await ben.channel.track({ n: 2 });
    await ada.received.wait(4);
    expect(ada.channel.presenceState()).toMatchObject({ ben: [{ n: 2 }] });
    await ben.channel.untrack();
    await ada.received.wait(5);
    expect(Object.keys(ada.channel.presenceState())).toEqual(["ada"]);
    await ben.channel.track({ n: 3 });
    await ada.received.wait(6);
    await ben.client.realtime.disconnect();
    expect((await ada.received.wait(7)).at(-1)).toEqual({ event: "leave", key: "ben" });
  });

  it("of a private channel is shown and changed only as its policies say", async () => {
    const ada = await person(`user:${ADA}`, "ada", ADA, { private: true });
    expect(await ada.channel.track({ n: 1 })).toBe("ok");
    expect((await ada.received.wait(1))[0]).toEqual({ event: "join", key: "ada" });
    const ben = await person("team", "ben", BEN, { private: true });
    expect(await ben.channel.track({ n: 1 })).toBe("error");
    const again = await person("team", "ada", ADA, { private: true });
    expect(again.channel.presenceState()).toEqual({});
  });
});
