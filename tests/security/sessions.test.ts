import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { metadataOf, openClient, PASSWORD, startWorld, type World } from "./people.ts";

/** What somebody with a borrowed session, or with nothing but an address, gets out of it. */
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

const account = (id: string) =>
  world.see(
    "select row (encrypted_password, email, email_change)::text from auth.users where id = $1",
    [id],
  );

describe("a borrowed session", () => {
  it.each([
    ["another password", { password: "mine from now on" }],
    ["another address", { email: "thief@people.example" }],
    ["both", { password: "mine from now on", email: "thief@people.example" }],
  ])("does not get the account %s", async (_what, change) => {
    const { id, client } = world.people.seeker;
    const before = await account(id);
    expect((await client.auth.updateUser(change)).error).toMatchObject({
      status: 400,
      code: "reauthentication_needed",
    });
    for (const guess of ["", "wrong", `${PASSWORD} `]) {
      const { error } = await client.auth.updateUser({ ...change, current_password: guess });
      expect(error).toMatchObject({ status: 400, code: "invalid_credentials" });
    }
    expect(await account(id)).toBe(before);
  });

  it("of its owner does, with the current password", async () => {
    const { client } = world.people.rival;
    const changed = await client.auth.updateUser({
      password: "another good one",
      current_password: PASSWORD,
    });
    expect(changed.error).toBeNull();
  });

  it("that a recovery link opened may choose a password, and no other address", async () => {
    const email = "forgetful@people.example";
    const made = await world.service.auth.admin.generateLink({
      type: "signup",
      email,
      password: PASSWORD,
      options: { data: metadataOf("forgetful", "client") },
    });
    const client = openClient(world.backend);
    const tokenOf = (link: typeof made) => link.data.properties?.hashed_token ?? "";
    await client.auth.verifyOtp({ type: "signup", token_hash: tokenOf(made) });
    const recovery = await world.service.auth.admin.generateLink({ type: "recovery", email });
    const token_hash = recovery.data.properties?.hashed_token ?? "";
    expect((await client.auth.verifyOtp({ type: "recovery", token_hash })).error).toBeNull();
    expect((await client.auth.updateUser({ email: "x@people.example" })).error?.code).toBe(
      "reauthentication_needed",
    );
    expect((await client.auth.updateUser({ password: "remembered" })).error).toBeNull();
  });
});

describe("an address alone", () => {
  it("does not tell whether it has an account, by any kind of link", async () => {
    const asker = () => openClient(world.backend).auth;
    const asked = async (email: string) => [
      (await asker().signInWithOtp({ email })).error,
      (await asker().signInWithOtp({ email })).error?.code,
      (await asker().signInWithOtp({ email, options: { shouldCreateUser: false } })).error?.code,
    ];
    expect(await asked("nobody@people.example")).toEqual(await asked("member@people.example"));
    expect(
      await world.see("select count(*)::int from auth.users where email = $1", [
        "nobody@people.example",
      ]),
    ).toBe(0);
  });

  it("cannot be flooded with mail", async () => {
    const ask = async (email: string) =>
      (await openClient(world.backend).auth.resetPasswordForEmail(email)).error?.code ?? "sent";
    const mails = (email: string) => world.backend.mails.filter(({ to }) => to === email).length;
    for (const [email, exists] of [
      ["plain@people.example", true],
      ["stranger@people.example", false],
    ] as const) {
      const answers: string[] = [];
      for (let minute = 1; minute <= 20; minute += 1) {
        answers.push(await ask(email));
        const written = exists ? Math.min(minute, 6) : 0;
        await expect.poll(() => mails(email)).toBe(written);
        world.backend.clock.advance(61);
      }
      expect(answers.slice(0, 6)).toEqual(Array(6).fill("sent"));
      expect(new Set(answers.slice(6))).toEqual(new Set(["over_email_send_rate_limit"]));
      world.backend.clock.advance(3600);
      expect(await ask(email)).toBe("sent");
    }
  });
});
