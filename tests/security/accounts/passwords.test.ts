import { describe, expect, it } from "vitest";
import { allowed, metadataOf, openClient, PASSWORD } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { accountIn } from "#tests/security/two-step-people.ts";

/** Passwords that anybody tries first, and codes that nobody was shown. */
const world = testWorld();

const COMMON = /^Many people use this password, so it is easy to guess/;
const OWN = /^This password is too close to your name, your email address or the name of this site/;
const BLANK = "A password cannot be only spaces.";

const ada = (password: string) => ({
  email: "ada.lovelace@engines.example",
  password,
  options: { data: { ...metadataOf("Ada", "client"), last_name: "Lovelace" } },
});

describe("a password that is easy to guess", () => {
  it.each([
    ["password1", COMMON],
    ["PASSWORD1", COMMON],
    [" password1 ", COMMON],
    ["sunshine1", COMMON],
    ["aaaaaaaaaaaa", COMMON],
    ["1212121212", COMMON],
    ["        ", BLANK],
    ["\t \u00a0 \u2003   ", BLANK],
    ["solutionz", OWN],
    ["Solutionz2026!", OWN],
    ["adalovelace", OWN],
    ["Lovelace123", OWN],
    ["ada.lovelace", OWN],
    ["ada.lovelace@engines.example", OWN],
    ["engines2026", OWN],
  ])("signs nobody up: %j", async (password, message) => {
    const { data, error } = await openClient(world.backend).auth.signUp(ada(password));
    expect([data.user, error?.code, error?.status]).toEqual([null, "weak_password", 422]);
    expect(error?.message).toMatch(message);
  });

  it("is refused in every other place where one is chosen", async () => {
    const { client } = world.people.seeker;
    const weak = { status: 422, code: "weak_password" };
    const changed = client.auth.updateUser({ password: "iloveyou", current_password: PASSWORD });
    expect((await changed).error).toMatchObject({ ...weak, reasons: ["pwned"] });
    const { admin } = world.service.auth;
    const made = { email: "made@people.example", password: "password1", email_confirm: true };
    expect((await admin.createUser(made)).error).toMatchObject(weak);
    const id = world.people.seeker.id;
    expect((await admin.updateUserById(id, { password: "password1" })).error).toMatchObject(weak);

    const { email } = world.people.rival;
    const link = await admin.generateLink({ type: "recovery", email });
    const recovering = openClient(world.backend);
    const token_hash = link.data.properties?.hashed_token ?? "";
    await recovering.auth.verifyOtp({ type: "recovery", token_hash });
    for (const password of ["123456", "dragon", "      ", "abcde"]) {
      expect((await recovering.auth.updateUser({ password })).error).toMatchObject(weak);
    }
    // A refusal does not use up what the link was for.
    await allowed(recovering.auth.updateUser({ password: "gx7 qp" }));
  });

  it("is not one that only contains such a word", async () => {
    const words = ["my solutionz key", "lovelace wrote it", "passwort für Ada"];
    for (const [n, password] of words.entries()) {
      const account = { ...ada(password), email: `fine${n}@people.example` };
      await allowed(openClient(world.backend).auth.signUp(account));
    }
  });
});

it("opens nothing by a code that no mail shows: none exists to be guessed", async () => {
  const { email } = await accountIn(world, "codeless", "client");
  const client = openClient(world.backend);
  await allowed(client.auth.resetPasswordForEmail(email));
  const tokens = () =>
    world.sql<{ kind: string; code: string | null }>(
      `select t.token_type::text as kind, c.code_hash as code
         from auth.one_time_tokens t left join _backend.auth_codes c on c.token_id = t.id
        where t.user_id = (select id from auth.users where email = $1)`,
      [email],
    );
  await expect.poll(tokens).toEqual([{ kind: "recovery_token", code: null }]);
  const { error } = await client.auth.verifyOtp({ type: "recovery", email, token: "000000" });
  expect(error).toMatchObject({ code: "otp_expired" });

  // The one mail that shows a code has one of eight digits, which works.
  await client.auth.signInWithPassword({ email, password: PASSWORD });
  await allowed(client.auth.reauthenticate());
  const mail = world.backend.mails.findLast(({ to }) => to === email);
  const [nonce = ""] = /\b\d{8}\b/.exec(mail?.text ?? "") ?? [];
  await allowed(client.auth.updateUser({ nonce }));
});
