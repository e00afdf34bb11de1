import { beforeEach, expect, it, vi } from "vitest";
import { OUR_FAULT } from "#domain/site/messages.ts";
import type { Db } from "#web/session/database.ts";
import { admit, logIn } from "./log-in.ts";

const here = vi.hoisted(() => ({
  session: {} as Record<string, unknown>,
  adopt: (): unknown => null,
}));
vi.mock("#web/session/client.ts", () => ({ fromHead: () => "Solutionz" }));
vi.mock("#web/session/session.ts", () => ({
  adoptSession: async () => ({ ...(here.adopt() as object), session: here.session }),
}));
beforeEach(() => {
  here.session = { status: "signed-in", profile: null, subscription: { isSubscribed: false } };
});

/** The calls of a login, with given responses; `done` lists which were made. */
const service = (responses: Partial<Record<"signIn" | "profile" | "adopt", unknown>>) => {
  const { signIn, profile, adopt } = responses;
  const done: string[] = [];
  const signedIn = {
    data: { user: { id: "one" }, session: { access_token: "a", refresh_token: "r" } },
    error: null,
  };
  const trial = {
    auth: {
      signInWithPassword: async () => signIn ?? signedIn,
      signOut: async ({ scope }: { scope: string }) => done.push(`signed out ${scope}`),
    },
    rpc: async () => profile,
  } as unknown as Db;
  const db = {} as Db;
  here.adopt = () => {
    done.push("adopted");
    return adopt ?? { error: null };
  };
  const run = (target: string | null = null) =>
    logIn(db, trial, { email: "a@b.example", password: "x", accountType: "client", target });
  /** As from a link, on the seeker's tab. */
  const follow = () =>
    admit(db, trial, signedIn.data.session, { accountType: "client", target: null }, true);
  return { done, run, follow };
};

const CLIENT = { data: "client", error: null };

it.each([
  [{ message: "Invalid login credentials", status: 400 }, "Invalid login credentials", false],
  [
    { message: "", status: 400 },
    "Failed to sign in. Please check your credentials and try again.",
    false,
  ],
  [
    { message: "Failed to fetch", status: 0 },
    "Network issue: please check your connection and try again.",
    false,
  ],
  [{ message: "{}", status: 500 }, OUR_FAULT, false],
  [{ message: "Service Unavailable", status: 503 }, OUR_FAULT, false],
  [{ message: "Email not confirmed", code: "email_not_confirmed" }, "Email not confirmed", true],
])("describes %j in words", async (error, message, unconfirmed) => {
  const { done, run } = service({ signIn: { data: {}, error } });
  expect(await run()).toEqual({ kind: "refused", message, unconfirmed });
  expect(done).toEqual([]);
});

it("signs out a person who chose the wrong type, before the site uses the session", async () => {
  const profile = { data: "provider", error: null };
  const { done, run } = service({ profile });
  expect(await run()).toMatchObject({
    kind: "refused",
    message:
      "This account is registered as a Solutionz Provider. Please use the correct account type to log in.",
  });
  expect(done).toEqual(["signed out local"]);
});

it("keeps the session of a sign-in that cannot be repeated until the right type is pressed", async () => {
  const { done, follow } = service({ profile: { data: "provider", error: null } });
  const outcome = await follow();
  expect(outcome).toMatchObject({ kind: "refused", registeredAs: "provider" });
  expect(done).toEqual([]);
  const preparedSession = outcome.kind === "refused" ? outcome.preparedSession : undefined;
  expect(await preparedSession?.enter()).toMatchObject({ kind: "signed-in" });
  expect(done).toEqual(["adopted"]);
});

it("keeps no session of an admin", async () => {
  const { done, follow } = service({ profile: { data: "admin", error: null } });
  expect(await follow()).toMatchObject({ kind: "refused", registeredAs: "admin" });
  expect(done).toEqual(["signed out local"]);
});

it("leads to the directory when the profile cannot be read, and to the target first", async () => {
  const unread = { data: null, error: { message: "Internal Server Error" } };
  const kind = "signed-in";
  expect(await service({ profile: unread }).run()).toEqual({ kind, path: "/directory" });
  const target = "/post-job";
  expect(await service({ profile: CLIENT }).run(target)).toEqual({ kind, path: target });
});

it("leaves the second step and a refused session to the caller", async () => {
  expect(
    await service({ profile: CLIENT, adopt: { error: { message: "Gone", status: 403 } } }).run(),
  ).toMatchObject({ kind: "refused", message: "Gone" });
  here.session = { status: "second-step" };
  expect(await service({ profile: CLIENT }).run()).toEqual({ kind: "second-step" });
});
