import { FunctionsFetchError, FunctionsHttpError } from "@supabase/supabase-js";
import { expect, it, vi } from "vitest";
import { NO_PROVIDER } from "#domain/accounts/admin.ts";
import type { Db } from "#web/session/database.ts";
import { createProvider } from "./writes.ts";

vi.stubGlobal("window", { location: { origin: "https://site.example" } });

const VALUES = {
  ...NO_PROVIDER,
  first_name: "Ada",
  last_name: "Byron",
  business_name: "Engines Ltd",
};

/** A client whose function fails with this error, and which records what was removed. */
const clientThat = (error: unknown) => {
  const removed: string[] = [];
  const bucket = {
    upload: async () => ({ error: null }),
    getPublicUrl: (path: string) => ({ data: { publicUrl: `https://site.example/${path}` } }),
    remove: async (paths: string[]) => removed.push(...paths),
  };
  const db = {
    storage: { from: () => bucket },
    functions: { invoke: async () => ({ data: null, error }) },
  };
  return { db: db as unknown as Db, removed };
};

const picture = new File(["x"], "logo.png", { type: "image/png" });

it("removes the picture of a provider who was refused, and says why", async () => {
  const body = JSON.stringify({
    code: "email_taken",
    message: "This email is already registered. Use another, or leave it out.",
  });
  const { db, removed } = clientThat(new FunctionsHttpError(new Response(body, { status: 409 })));
  await expect(createProvider(db, { values: VALUES, picture })).rejects.toThrow(
    "This email is already registered. Use another, or leave it out.",
  );
  expect(removed).toEqual([expect.stringMatching(/^providers\/engines-ltd-/)]);
});

it.each([
  ["lost", new FunctionsFetchError(new TypeError("Failed to fetch"))],
  ["a fault", new FunctionsHttpError(new Response("{}", { status: 502 }))],
])("keeps the picture where the response is %s: the provider may exist", async (_what, error) => {
  const { db, removed } = clientThat(error);
  await expect(createProvider(db, { values: VALUES, picture })).rejects.toBe(error);
  expect(removed).toEqual([]);
});
