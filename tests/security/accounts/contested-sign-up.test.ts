import { describe, expect, it } from "vitest";
import { allowed, metadataOf, newestLink, openClient, PASSWORD } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { postConfirmation } from "#web/features/accounts/posted.ts";
import type { Db } from "#web/session/database.ts";

/** One address signed up with several passwords before it is confirmed: its owner chooses (P-32). */
const world = testWorld();
const STRANGERS = "a stranger's own choice";
const CHOSEN = "the owner's new choice";

let people = 0;
const newEmail = () => `contested${++people}@people.example`;
const visitor = () => openClient(world.backend);
/** Signs up and gives the secret of the mail's link; the pause between two mails is over afterwards. */
const signUp = async (email: string, password: string, first_name: string) => {
  const data = { ...metadataOf("x", "client"), first_name };
  await allowed(visitor().auth.signUp({ email, password, options: { data } }));
  world.backend.clock.advance(61);
  return linkTo(email);
};
const linkTo = (email: string) => newestLink(world.backend, email);
const follow = async (token_hash: string) => {
  const client = visitor();
  await allowed(client.auth.verifyOtp({ token_hash, type: "signup" }));
  return client;
};
const mustChoose = async (client: ReturnType<typeof visitor>) =>
  (await client.rpc("must_choose_password")).data;
const logsIn = async (email: string, password: string) =>
  (await visitor().auth.signInWithPassword({ email, password })).error === null;

describe("an address that was signed up with two passwords", () => {
  it.each([0, 1])(
    "takes the password of whoever confirms, by link %i, and its names",
    async (n) => {
      const email = newEmail();
      const links = [
        await signUp(email, PASSWORD, "Alice"),
        await signUp(email, STRANGERS, "Mallory"),
      ];
      const owner = await follow(links[n] as string);
      for (const password of [PASSWORD, STRANGERS])
        expect(await logsIn(email, password)).toBe(false);
      expect(await mustChoose(owner)).toBe(true);
      const { data } = await owner.from("profiles").select("first_name");
      expect(data).toEqual([{ first_name: ["Alice", "Mallory"][n] }]);

      await allowed(owner.auth.updateUser({ password: CHOSEN }));
      expect(await mustChoose(owner)).toBe(false);
      expect(await logsIn(email, CHOSEN)).toBe(true);
      // From now on the current one is needed.
      const again = await owner.auth.updateUser({ password: STRANGERS });
      expect(again.error?.code).toBe("reauthentication_needed");
    },
  );

  it("also takes it where the other one asked for a sign-in link", async () => {
    const email = newEmail();
    await signUp(email, PASSWORD, "Alice");
    await visitor().auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    await expect.poll(() => world.backend.mails.filter(({ to }) => to === email).length).toBe(2);
    expect(await mustChoose(await follow(linkTo(email)))).toBe(true);
  });

  it("says so to a browser without scripts, with the way to a password", async () => {
    const email = newEmail();
    await signUp(email, PASSWORD, "Alice");
    const token_hash = await signUp(email, STRANGERS, "Mallory");
    const address = new URL(
      `https://site.example/confirm-email?token_hash=${token_hash}&type=signup`,
    );
    const posted = await postConfirmation(visitor() as Db, new FormData(), address);
    expect(posted).toMatchObject({ done: true, title: "Email Confirmed" });
    expect(posted.messages[0]).toMatch(/no password chosen earlier works.*Forgot your password/);
  });
});

describe("nobody else must choose", () => {
  it("where one password was chosen, however often", async () => {
    const email = newEmail();
    await signUp(email, PASSWORD, "Alica");
    expect(await mustChoose(await follow(await signUp(email, PASSWORD, "Alice")))).toBe(false);
    expect(await logsIn(email, PASSWORD)).toBe(true);
  });

  it("who logs in with another site's account", async () => {
    const { client, id } = world.people.rival;
    await world.sql("update auth.users set encrypted_password = '' where id = $1", [id]);
    expect(await mustChoose(client)).toBe(true);
    await world.sql(
      `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
       values ('x', $1, '{"sub": "x"}', 'google', now(), now(), now())`,
      [id],
    );
    expect(await mustChoose(client)).toBe(false);
  });
});
