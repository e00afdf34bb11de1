import { beforeAll, expect, it } from "vitest";
import { accepted, newEmail, PASSWORD } from "./auth-people.ts";
import { errorOf, newAccount, withProvider } from "./auth-provider-people.ts";
import { EMAIL, samlBackend } from "./auth-saml-people.ts";

/* A domain that the project reserves for accounts that the operator makes. */

const RESERVED = "root@staff.internal.example";

const { backend, signInAt } = withProvider();
const saml = samlBackend();
beforeAll(() => {
  for (const { core } of [backend, saml])
    core.project.config.auth.email.reservedDomains = ["staff.internal.example"];
});

it("gets the response of an invalid address, wherever an account could be created", async () => {
  const { client } = await backend.signedUp();
  const ways: ((email: string) => PromiseLike<{ error: unknown }>)[] = [
    (email) => backend.auth().signUp({ email, password: PASSWORD }),
    (email) => backend.auth().signInWithOtp({ email }),
    (email) => client.auth.updateUser({ email }),
    (email) => backend.admin().inviteUserByEmail(email),
  ];
  for (const way of ways) {
    const { error: none } = await way("root@-.-");
    expect(none).toMatchObject({ status: 400, code: "validation_failed" });
    for (const email of [RESERVED, RESERVED.toUpperCase(), ` ${RESERVED} `]) {
      const { error } = await way(email);
      expect(error).toEqual(none);
    }
  }
  expect(await backend.accountsWith(RESERVED)).toEqual([]);
});

it("is not proven by another site or a company", async () => {
  for (const name of ["google", "github"] as const)
    expect(errorOf(await signInAt(name, newAccount({ email: RESERVED })))).toBe(
      "validation_failed",
    );
  expect(await backend.accountsWith(RESERVED)).toEqual([]);

  const { target } = await saml.signInBy({ nameId: "r", attributes: { [EMAIL]: [RESERVED] } });
  expect(target.href).toMatch(/error/);
  expect(await saml.accountsWith(RESERVED)).toEqual([]);
});

it("is the operator's to make accounts at, which sign in", async () => {
  await backend.account(RESERVED);
  await accepted(backend.signIn(RESERVED));
  await accepted(backend.auth().signUp({ email: newEmail(), password: PASSWORD }));
});
