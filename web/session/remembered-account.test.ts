import type { User } from "@supabase/supabase-js";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Profile } from "./session-state.ts";
import { ACCOUNT_KEY, STORAGE_KEY } from "./storage-keys.ts";
import { NO_SUBSCRIPTION } from "./subscription.ts";
import { memoryStorage } from "./token-storage.ts";

let stored: ReturnType<typeof memoryStorage>;
const dataset: Record<string, string> = {};

beforeEach(() => {
  stored = memoryStorage();
  vi.stubGlobal("localStorage", stored);
  vi.stubGlobal("document", { documentElement: { dataset } });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A page that was just opened. */
const openPage = async () => {
  vi.resetModules();
  const { publish, SIGNED_OUT } = await import("./session-state.ts");
  const { rememberedUnread, rememberUnread } = await import("./remembered-account.ts");
  return { publish, SIGNED_OUT, rememberedUnread, rememberUnread };
};

const storeSession = (id: string) => stored.setItem(STORAGE_KEY, JSON.stringify({ user: { id } }));

const signedIn = (id: string) =>
  ({
    status: "signed-in",
    user: { id } as User,
    profile: { first_name: "Cleo", last_name: "Walker", account_type: "client" } as Profile,
    subscription: NO_SUBSCRIPTION,
  }) as const;

/** A page on which Cleo is signed in, with three unread messages. */
const signIn = async () => {
  const page = await openPage();
  storeSession("cleo");
  page.publish(signedIn("cleo"));
  page.rememberUnread("cleo", 3);
  expect(JSON.parse(stored.getItem(ACCOUNT_KEY) ?? "")).toMatchObject({
    id: "cleo",
    profile: { first_name: "Cleo", account_type: "client" },
    unread: 3,
  });
  expect(dataset.account).toBe("client");
  return page;
};

it("remembers the person of the stored session on the next page", async () => {
  await signIn();
  expect((await openPage()).rememberedUnread("cleo")).toBe(3);
});

it("forgets the person with a sign-out, and when the service has ended the session", async () => {
  const page = await signIn();
  stored.removeItem(STORAGE_KEY);
  page.publish(page.SIGNED_OUT);
  expect(stored.getItem(ACCOUNT_KEY)).toBeNull();
  for (const ended of ["ask", "declined"] as const) {
    const { publish } = await signIn();
    stored.removeItem(STORAGE_KEY);
    publish({ ...signedIn("cleo"), ended });
    expect(stored.getItem(ACCOUNT_KEY), ended).toBeNull();
    expect(dataset).not.toHaveProperty("account");
  }
});

it("remembers the person while only the page's scripts cannot be loaded", async () => {
  const page = await signIn();
  page.publish(page.SIGNED_OUT);
  expect(stored.getItem(ACCOUNT_KEY)).not.toBeNull();
  expect((await openPage()).rememberedUnread("cleo")).toBe(3);
});

it("shows nobody else's name while another person's session is stored, or none", async () => {
  await signIn();
  storeSession("sam");
  expect((await openPage()).rememberedUnread("cleo")).toBe(0);
  stored.removeItem(STORAGE_KEY);
  expect((await openPage()).rememberedUnread("cleo")).toBe(0);
});
