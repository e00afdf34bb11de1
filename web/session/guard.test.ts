import { expect, it } from "vitest";
import { judge } from "./guard.ts";
import type { Profile, Session } from "./session.ts";
import { NO_SUBSCRIPTION } from "./subscription.ts";

const signedIn = (account_type: string | null, isSubscribed = false): Session => ({
  status: "signed-in",
  user: { id: "1" } as Extract<Session, { status: "signed-in" }>["user"],
  profile: account_type === null ? null : ({ account_type } as Profile),
  subscription: { ...NO_SUBSCRIPTION, isSubscribed },
});

const strict = { accountType: "provider", subscription: true } as const;

const state = (status: string) => ({ status, user: { id: "1" } }) as Session;
const unread = { ...signedIn(null), loadFailed: true } as Session;

it.each([
  ["waits before anything else", state("loading"), strict, "wait"],
  ["sends a visitor to the login", state("signed-out"), strict, "login"],
  ["sends who owes the second step there, whoever it is", state("second-step"), {}, "second-step"],
  ["denies the wrong type before it asks for a membership", signedIn("client"), strict, "denied"],
  ["denies whoever has no profile", signedIn(null), strict, "denied"],
  ["sends a provider without one to the membership", signedIn("provider"), strict, "membership"],
  ["lets a member in", signedIn("provider", true), strict, "enter"],
  ["lets a client in without a subscription", signedIn("client"), { subscription: true }, "enter"],
  ["says of an account that could not be read no more than that", unread, strict, "failed"],
  ["lets anybody signed in where nothing is asked", signedIn(null), {}, "enter"],
] as const)("the guard %s", (_what, session, demands, verdict) => {
  expect(judge(session, demands)).toBe(verdict);
});
