import { describe, expect, it } from "vitest";
import { allowed, metadataOf, openClient, PASSWORD } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

/** What somebody with a borrowed session, or with nothing but an address, gets out of it. */
const world = testWorld();

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
    await allowed(client.auth.verifyOtp({ type: "recovery", token_hash }));
    expect((await client.auth.updateUser({ email: "x@people.example" })).error?.code).toBe(
      "reauthentication_needed",
    );
    await allowed(client.auth.updateUser({ password: "remembered" }));
  });
});

describe("an invited account that has a password already", () => {
  it("lets the link's reader choose one, and requires the current one of everyone else", async () => {
    const email = "invited@people.example";
    const made = await world.service.auth.admin.createUser({
      email,
      password: PASSWORD,
      user_metadata: metadataOf("invited", "client"),
    });
    expect(made.error).toBeNull();
    const invited = await world.service.auth.admin.generateLink({ type: "invite", email });
    const client = openClient(world.backend);
    const token_hash = invited.data.properties?.hashed_token ?? "";
    await allowed(client.auth.verifyOtp({ type: "invite", token_hash }));
    expect((await client.auth.updateUser({ email: "x@people.example" })).error?.code).toBe(
      "reauthentication_needed",
    );
    await allowed(client.auth.updateUser({ password: "chosen by me" }));
    const other = openClient(world.backend);
    const entered = await other.auth.signInWithPassword({ email, password: "chosen by me" });
    expect(entered.error).toBeNull();
    expect((await other.auth.updateUser({ password: "another one" })).error?.code).toBe(
      "reauthentication_needed",
    );
    // The link is used up, for whoever reads the mail later.
    const late = await openClient(world.backend).auth.verifyOtp({ type: "invite", token_hash });
    expect(late.error?.code).toBe("otp_expired");
  });
});

describe("an address alone", () => {
  it("does not reveal whether it has an account, by any kind of link", async () => {
    const asker = () => openClient(world.backend).auth;
    const outcomesFor = async (email: string) => [
      (await asker().signInWithOtp({ email })).error,
      (await asker().signInWithOtp({ email })).error?.code,
      (await asker().signInWithOtp({ email, options: { shouldCreateUser: false } })).error?.code,
    ];
    expect(await outcomesFor("nobody@people.example")).toEqual(
      await outcomesFor("member@people.example"),
    );
    expect(await world.count("auth.users where email = $1", ["nobody@people.example"])).toBe(0);
  });

  it("cannot be flooded with mail", async () => {
    const request = async (email: string) =>
      (await openClient(world.backend).auth.resetPasswordForEmail(email)).error?.code ?? "sent";
    const mails = (email: string) => world.backend.mails.filter(({ to }) => to === email).length;
    for (const [email, exists] of [
      ["plain@people.example", true],
      ["stranger@people.example", false],
    ] as const) {
      const responses: string[] = [];
      for (let minute = 1; minute <= 20; minute += 1) {
        responses.push(await request(email));
        const written = exists ? Math.min(minute, 18) : 0;
        await expect.poll(() => mails(email)).toBe(written);
        world.backend.clock.advance(61);
      }
      expect(responses.slice(0, 18)).toEqual(Array(18).fill("sent"));
      expect(new Set(responses.slice(18))).toEqual(new Set(["over_email_send_rate_limit"]));
      world.backend.clock.advance(3600);
      expect(await request(email)).toBe("sent");
    }
  });
});
