import path from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { expect, vi } from "vitest";
import { startTestBackend, type TestBackend } from "#backend/tests/backend.ts";

/** The people of `fixtures/rest/seed.sql`. */
export const ADA = "00000000-0000-4000-8000-00000000000a";
export const BEN = "00000000-0000-4000-8000-00000000000b";

interface LooseTable {
  Row: Record<string, unknown>;
  Insert: Record<string, unknown>;
  Update: Record<string, unknown>;
  Relationships: [];
}

/** What the client's types let call only where they know that the protocol is a recent one. */
export type RecentClient = SupabaseClient<{
  __InternalSupabase: { PostgrestVersion: "14" };
  public: { Tables: Record<string, LooseTable>; Views: never; Functions: never };
}>;

export interface World {
  backend: TestBackend;
  /** The official client with the public key only. */
  anon: SupabaseClient;
  /** The official client signed in as somebody. */
  as(sub: string, role?: string): Promise<SupabaseClient>;
  token(claims: Record<string, unknown>): Promise<string>;
  /** A bare request below `/rest/v1`; JSON bodies are written from objects. */
  request(method: string, path: string, options?: RequestOptions): Promise<ApiResponse>;
  /** Expects the same to be refused with this status, and this code in its body. */
  refuses(status: number, code: string, ...request: Parameters<World["request"]>): Promise<void>;
  close(): Promise<void>;
}

export interface RequestOptions {
  body?: unknown;
  headers?: Record<string, string>;
  token?: string;
}

interface ApiResponse {
  status: number;
  headers: Headers;
  text: string;
  // Typed by each test: the shape of a response is what it is about.
  json: () => unknown;
}

/** Settings of the API, as operators make them in the database; here in this database only. */
export const configure = async (
  db: TestBackend["db"],
  settings: Record<string, string>,
): Promise<void> => {
  for (const [name, value] of Object.entries(settings)) {
    await db.query(`do $$ begin execute format(
      'alter role authenticator in database %I set pgrst.${name} = %L',
      current_database(), '${value}'); end $$`);
  }
  await db.query("notify pgrst, 'reload config'");
};

/** The world of films behind a whole backend, and the official client in front of it. */
export const startWorld = async (settings: Record<string, string> = {}): Promise<World> => {
  const backend = await startTestBackend({
    project: path.join(import.meta.dirname, "fixtures/rest"),
    prepare: (db) => configure(db, settings),
  });
  const quiet = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false };
  const token = (claims: Record<string, unknown>) =>
    backend.tokens.sign({ exp: Math.floor(Date.now() / 1000) + 3600, ...claims });
  const world: World = {
    backend,
    token,
    anon: createClient(backend.url, backend.keys.anon, { auth: quiet }),
    async as(sub, role = "authenticated") {
      const authorization = `Bearer ${await token({ sub, role })}`;
      return createClient(backend.url, backend.keys.anon, {
        auth: quiet,
        global: { headers: { authorization } },
      });
    },
    async request(method, target, { body, headers = {}, token: bearer } = {}) {
      const response = await backend.request(`/rest/v1${target}`, {
        method,
        body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
        headers: {
          apikey: backend.keys.anon,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
          ...headers,
        },
      });
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        text,
        json: () => JSON.parse(text),
      };
    },
    refuses: vi.defineHelper(async (status, code, ...request) => {
      const response = await world.request(...request);
      expect([response.status, (response.json() as { code?: string }).code]).toEqual([
        status,
        code,
      ]);
    }),
    close: backend.close,
  };
  return world;
};

/** Expects the official client's call to be refused. */
export const refused = vi.defineHelper(
  async (
    query: PromiseLike<{ status: number; error: { code: string } | null }>,
    status: number,
    code: string,
  ) => {
    const response = await query;
    expect([response.status, response.error?.code]).toEqual([status, code]);
  },
);

/** Reads with the official client; a refusal fails the test. */
export const read = async <T>(query: PromiseLike<{ data: T; error: unknown }>): Promise<T> => {
  const { data, error } = await query;
  expect(error).toBeNull();
  return data;
};
