import { createContext, runInContext } from "node:vm";
import { expect, test } from "vitest";
import { FIRST_PAINT } from "./first-paint.ts";
import { ACCOUNT_KEY, STORAGE_KEY } from "./storage-keys.ts";

/** Runs the first script in a browser that has only what it uses before the page's own elements. */
const openPage = (
  address: string,
  { page = {}, stored = {} }: { page?: object; stored?: Record<string, string> } = {},
) => {
  const dataset: Record<string, string> = { ...page };
  const visited: string[] = [];
  const { pathname, search, hash } = new URL(address, "https://www.example.org");
  const storage = { getItem: (key: string) => stored[key] ?? null };
  const location = { pathname, search, hash, replace: (to: string) => visited.push(`to ${to}`) };
  const context = createContext({
    document: { documentElement: { dataset }, observe() {} },
    location,
    history: { state: null, replaceState: (_: null, __: string, to: string) => visited.push(to) },
    localStorage: Object.assign(Object.create(storage), stored),
    sessionStorage: Object.create(storage),
    performance: { getEntriesByType: () => [] },
    addEventListener() {},
    MutationObserver: class {
      observe() {}
    },
    HTMLScriptElement: {},
  });
  runInContext(FIRST_PAINT, context);
  return { dataset, visited };
};

test("names nothing that only this project has", () => {
  expect(FIRST_PAINT).not.toMatch(/\bvalues\.|__vi|import/);
});

test("takes other sites' parameters out of the address, and no other", () => {
  expect(openPage("/directory?q=a&utm_source=x&fbclid=1&page=2#list").visited).toEqual([
    "/directory?q=a&page=2#list",
  ]);
  expect(openPage("/directory?q=a").visited).toEqual([]);
});

test("sends a visitor of a guarded page to the login, and a person who may be signed in nowhere", () => {
  const page = { login: "/login?return=%2Faccount" };
  expect(openPage("/account", { page }).visited).toEqual(["to /login?return=%2Faccount"]);
  const stored = {
    [STORAGE_KEY]: JSON.stringify({ user: { id: "1" } }),
    [ACCOUNT_KEY]: JSON.stringify({ id: "1", profile: { account_type: "provider" } }),
  };
  const { dataset, visited } = openPage("/directory/1", { page, stored });
  expect(visited).toEqual([]);
  expect(dataset).toMatchObject({ session: "stored", account: "provider", own: "" });
});
