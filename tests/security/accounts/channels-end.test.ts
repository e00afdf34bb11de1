import type { RealtimeChannel, SupabaseClient } from "@supabase/supabase-js";
import { createClient } from "@supabase/supabase-js";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { inbox, subscribe } from "#backend/tests/conformance/realtime-world.ts";
import { SESSION_ENDED } from "#domain/accounts/sessions.ts";
import { editUser, switchUser } from "#tests/security/admin-people.ts";
import { postJob } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { accountIn, signInAt } from "#tests/security/two-step-people.ts";

/** What a channel still receives after its session has ended: nothing, a second or two later. */
const world = testWorld();
const clients: SupabaseClient[] = [];
beforeAll(async () => {
  // The widest rule that somebody could write: everybody signed in receives and sends everything.
  for (const what of [
    "select to authenticated using (true)",
    "insert to authenticated with check (true)",
  ])
    await world.sql(`create policy "${what.slice(0, 6)} all" on realtime.messages for ${what}`);
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.realtime.disconnect();
});

const clientWith = async (token: () => string): Promise<SupabaseClient> => {
  const client = createClient(world.backend.url, world.backend.keys.anon, {
    auth: { persistSession: false, autoRefreshToken: false },
    accessToken: async () => token(),
  });
  clients.push(client);
  await client.realtime.setAuth();
  return client;
};

const tokenOf = async (client: SupabaseClient) =>
  (await client.auth.getSession()).data.session?.access_token ?? "";

/** A private channel that receives everything there is, and all that it received. */
const listener = async (client: SupabaseClient, topic: string, isPrivate = true) => {
  const received = inbox<string>();
  const channel: RealtimeChannel = client
    .channel(topic, { config: { private: isPrivate, presence: { enabled: true } } })
    .on("broadcast", { event: "*" }, ({ event }) => received.put(`broadcast ${event}`))
    .on("presence", { event: "join" }, ({ key }) => received.put(`presence ${key}`))
    .on("postgres_changes", { event: "INSERT", schema: "public", table: "jobs" }, () =>
      received.put("job"),
    );
  const closed = inbox<string>();
  channel.on("system", {}, ({ status, message }) => {
    if (status === "error") closed.put(message);
    if (message === "Subscribed to PostgreSQL") received.put("ready");
  });
  const response = await subscribe(channel);
  return { channel, received, closed, response };
};

const say = async (topic: string, word: string, isPrivate = true) => {
  const client = createClient(world.backend.url, world.backend.keys.serviceRole);
  clients.push(client);
  const channel = client.channel(topic, {
    config: { private: isPrivate, presence: { key: word } },
  });
  await subscribe(channel);
  await channel.track({ word });
  await channel.send({ type: "broadcast", event: word, payload: {} });
  await postJob({ id: world.people.seeker.id, client: world.service }, { title: word });
};

let count = 0;
const somebody = async () => {
  count += 1;
  const { id, email } = await accountIn(world, `listener${count}`, "client");
  const person = await signInAt(world, email);
  return { topic: `room ${count}`, id, person, token: await tokenOf(person) };
};
const WAYS: [string, (person: { id: string; client: SupabaseClient }) => PromiseLike<unknown>][] = [
  ["a global sign-out", ({ client }) => client.auth.signOut({ scope: "global" })],
  ["a sign-out on this device", ({ client }) => client.auth.signOut({ scope: "local" })],
  ["a deactivation", ({ id }) => switchUser(world, id, "is_active", false)],
  ["another account type", ({ id }) => editUser(world, id, { account_type: "admin" })],
  [
    "the end of its device",
    ({ id }) => world.sql("delete from auth.sessions where user_id = $1", [id]),
  ],
];

describe("a channel", () => {
  it.each(WAYS)("receives nothing more after %s, and is not joined again", async (_way, end) => {
    const { topic, id, person, token } = await somebody();
    const other = await listener(await clientWith(() => world.people.rival.token), topic);
    const ending = await clientWith(() => token);
    const one = await listener(ending, topic);
    expect(one.response.status).toBe("SUBSCRIBED");
    await one.received.wait(1);
    await other.received.wait(1);
    await say(topic, "before");
    for (const { received } of [one, other]) {
      await received.wait(4);
      const all = ["broadcast before", "job", "presence before", "ready"];
      expect(received.items.toSorted()).toEqual(all);
    }

    await end({ id, client: person });
    await one.closed.wait(1);
    expect(one.closed.items).toEqual(["Session has ended"]);
    await say(topic, "after");
    await other.received.wait(7);
    expect(other.received.items).toContain("broadcast after");
    expect(one.received.items).toHaveLength(4);

    const again = await listener(await clientWith(() => token), `${topic} again`, false);
    expect(again.response).toMatchObject({
      status: "CHANNEL_ERROR",
      error: expect.stringContaining(SESSION_ENDED.message),
    });
    const sent = await world.request("/realtime/v1/api/broadcast", {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: { messages: [{ topic, event: "x", payload: {}, private: true }] },
    });
    expect(sent.status).toBe(401);
  });

  it("is silent once the end is announced, before it is closed", async () => {
    const { topic, id, token } = await somebody();
    const one = await listener(await clientWith(() => token), topic);
    await one.received.wait(1);
    const words = inbox<string>();
    const speaker = createClient(world.backend.url, world.backend.keys.serviceRole);
    clients.push(speaker);
    const channel = speaker.channel(topic, { config: { private: true, broadcast: { ack: true } } });
    await subscribe(channel);
    await world.sql("delete from auth.sessions where user_id = $1", [id]);
    // The database's next message comes after the end.
    await world.sql("select pg_notify('realtime', '{}')");
    while (one.closed.items.length === 0) {
      await channel.send({ type: "broadcast", event: `word ${words.items.length}`, payload: {} });
      words.put("sent");
    }
    // How many came before is up to the machine; the last ones, until the channel was closed, are heard by nobody.
    expect(one.received.items.length).toBeLessThan(words.items.length - 2);
  });
});
