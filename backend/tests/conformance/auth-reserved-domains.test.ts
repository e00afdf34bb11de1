import { afterAll, beforeAll, expect, it } from "vitest";
import { clientAt, newEmail, operatorOf, PASSWORD, signedUp } from "./auth-people.ts";
import {
  accountsWith,
  errorOf,
  newAccount,
  signInBy,
  withProvider,
} from "./auth-provider-people.ts";
import { EMAIL, type Saml, signInAt, startSaml } from "./auth-saml-people.ts";

/* A domain that the project reserves for accounts that the operator makes. */

const RESERVED = "root@staff.internal.example";

const { backend, provider } = withProvider();
let saml: Saml;
beforeAll(async () => {
  saml = await startSaml();
  for (const { core } of [backend, saml.backend])
    core.project.config.auth.email.reservedDomains = ["staff.internal.example"];
});
afterAll(() => saml?.backend.close());

it("gets the response of an invalid address, wherever an account could be created", async () => {
  const { client } = await signedUp(backend);
  const ways: ((email: string) => PromiseLike<{ error: unknown }>)[] = [
    (email) => clientAt(backend).auth.signUp({ email, password: PASSWORD }),
    (email) => clientAt(backend).auth.signInWithOtp({ email }),
    (email) => client.auth.updateUser({ email }),
    (email) => operatorOf(backend).auth.admin.inviteUserByEmail(email),
  ];
  for (const way of ways) {
    const { error: none } = await way("root@-.-");
    expect(none).toMatchObject({ status: 400, code: "validation_failed" });
    for (const email of [RESERVED, RESERVED.toUpperCase(), ` ${RESERVED} `]) {
      const { error } = await way(email);
      expect(error).toEqual(none);
    }
  }
  expect(await accountsWith(backend, RESERVED)).toEqual([]);
});

it("is not proven by another site or a company", async () => {
  for (const name of ["google", "github"] as const) {
    const account = newAccount({ email: RESERVED });
    const target = await signInBy(backend, provider, name, account);
    expect(errorOf(target)).toBe("validation_failed");
  }
  expect(await accountsWith(backend, RESERVED)).toEqual([]);

  const { target } = await signInAt(saml, { nameId: "r", attributes: { [EMAIL]: [RESERVED] } });
  expect(target.href).toMatch(/error/);
  expect(await accountsWith(saml.backend, RESERVED)).toEqual([]);
});

it("is the operator's to make accounts at, which sign in", async () => {
  const made = await operatorOf(backend).auth.admin.createUser({
    email: RESERVED,
    password: PASSWORD,
    email_confirm: true,
  });
  expect(made.error).toBeNull();
  const { error } = await clientAt(backend).auth.signInWithPassword({
    email: RESERVED,
    password: PASSWORD,
  });
  expect(error).toBeNull();
  expect(
    (await clientAt(backend).auth.signUp({ email: newEmail(), password: PASSWORD })).error,
  ).toBeNull();
});
