import { beforeEach, expect, it, vi } from "vitest";
import { DEACTIVATED } from "#domain/accounts/messages.ts";
import { NETWORK_ISSUE } from "#domain/site/faults.ts";
import { OUR_FAULT } from "#domain/site/messages.ts";
import type { Db } from "#web/session/database.ts";
import { logInAsAdmin, SECOND_STEP } from "./log-in.ts";

const here = vi.hoisted(() => ({ status: "signed-in", adopt: (): unknown => null }));
vi.mock("#web/session/session.ts", () => ({
  adoptSession: async () => ({ ...(here.adopt() as object), session: here }),
}));
beforeEach(() => {
  here.status = "signed-in";
});

/** Logs `Boss` in with these responses; `asked` is the identity that was sent, `done` what followed. */
const attempt = async (responses: { signIn?: unknown; profile?: unknown; adopt?: unknown }) => {
  const emails: string[] = [];
  const done: string[] = [];
  const signedIn = { data: { user: { id: "one" }, session: {} }, error: null };
  const trial = {
    auth: {
      signInWithPassword: async ({ email }: { email: string }) => {
        emails.push(email);
        return responses.signIn ?? signedIn;
      },
      signOut: async () => done.push("signed out"),
    },
    rpc: async () => responses.profile,
  } as unknown as Db;
  const db = {} as Db;
  here.adopt = () => {
    done.push("adopted");
    return responses.adopt ?? { error: null };
  };
  const input = { username: "  Boss ", password: "x", domain: "admin.example" };
  return { outcome: await logInAsAdmin(db, trial, input), emails, done };
};
const profile = (account_type: string) => ({ data: account_type, error: null });
const deactivated = {
  data: null,
  error: { message: DEACTIVATED, code: "42501", details: "deactivated" },
};

it("signs in the identity of the username, and nobody but an active admin", async () => {
  const admin = await attempt({ profile: profile("admin") });
  expect(admin).toEqual({ outcome: null, emails: ["boss@admin.example"], done: ["adopted"] });
  for (const other of [profile("client"), profile("provider"), deactivated]) {
    const { outcome, done } = await attempt({ profile: other });
    expect(outcome).toBe("Not authorized. Admin access only.");
    expect(done).toEqual(["signed out"]);
  }
});

it("words every other failure as the specification does", async () => {
  const invalid = "Invalid credentials. Please try again.";
  const removed = "Your account is deactivated. Reason: Left the team.";
  const wait = "Too many attempts. Please wait 2 minutes before trying again.";
  for (const [error, words] of [
    [{ message: "Invalid login credentials", status: 400 }, invalid],
    [{ message: "", status: 400 }, invalid],
    [{ message: removed, status: 403 }, removed],
    [{ message: "Failed to fetch" }, NETWORK_ISSUE],
    [{ message: wait, status: 429 }, wait],
  ] as const)
    expect((await attempt({ signIn: { data: {}, error } })).outcome).toBe(words);
  const unexpected = "An unexpected error occurred. Please try again.";
  const unread = await attempt({ profile: { data: null, error: { message: "x", code: "42501" } } });
  expect(unread).toMatchObject({ outcome: unexpected, done: ["signed out"] });
  const refused = await attempt({ profile: profile("admin"), adopt: { error: {} } });
  expect(refused.outcome).toBe(unexpected);
  const broken = { data: null, error: { message: "{}", status: 503 } };
  for (const responses of [
    { signIn: { ...broken, data: {} } },
    { profile: broken },
    { profile: profile("admin"), adopt: broken },
  ])
    expect((await attempt(responses)).outcome).toBe(OUR_FAULT);
  here.status = "second-step";
  expect((await attempt({ profile: profile("admin") })).outcome).toBe(SECOND_STEP);
});
