import path from "node:path";
import type { SupabaseClient } from "@supabase/supabase-js";
import { expect, vi } from "vitest";
import { startTestBackend, type TestBackend } from "#backend/tests/backend.ts";
import { dataOf, officialClient } from "#backend/tests/official-client.ts";

/** The people of `fixtures/rest/seed.sql`. */
export const ADA = "00000000-0000-4000-8000-00000000000a";
export const BEN = "00000000-0000-4000-8000-00000000000b";

type Table = ReturnType<ReturnType<SupabaseClient["from"]>["select"]>;

export interface RequestOptions {
  body?: unknown;
  headers?: Record<string, string>;
  token?: string;
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
export const startWorld = async (settings: Record<string, string> = {}) => {
  const backend = await startTestBackend({
    project: path.join(import.meta.dirname, "fixtures/rest"),
    prepare: (db) => configure(db, settings),
  });
  const { url, keys } = backend;
  /** The official client with the public key only. */
  const anon = officialClient(url, keys.anon);
  const token = (claims: Record<string, unknown>) =>
    backend.tokens.sign({ exp: Math.floor(Date.now() / 1000) + 3600, ...claims });
  /** A bare request below `/rest/v1`; JSON bodies are written from objects. */
  const request = async (
    method: string,
    target: string,
    { body, headers = {}, token: bearer }: RequestOptions = {},
  ) => {
    const response = await backend.request(`/rest/v1${target}`, {
      method,
      body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
      headers: {
        apikey: keys.anon,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        ...headers,
      },
    });
    const text = await response.text();
    // Typed by each test: the shape of a response is what it is about.
    const json = (): unknown => JSON.parse(text);
    return { status: response.status, headers: response.headers, text, json };
  };
  return {
    backend,
    anon,
    token,
    request,
    sql: (text: string, values?: unknown[]) => backend.db.query(text, values),
    /** The official client signed in as somebody. */
    as: async (sub: string, role = "authenticated") =>
      officialClient(url, keys.anon, await token({ sub, role })),
    /** Reads a table with the official client; a refusal fails the test. */
    rows: async (table: string, select: string, narrow = (query: Table): Table => query) =>
      (await dataOf(narrow(anon.from(table).select(select)))) as unknown[],
    /** One header of the response to the same request. */
    header: async (name: string, ...input: Parameters<typeof request>) =>
      (await request(...input)).headers.get(name),
    /** Expects the same to be refused with this status, and this code, or more, in its body. */
    refuses: vi.defineHelper(
      async (status: number, why: string | object, ...input: Parameters<typeof request>) => {
        const response = await request(...input);
        const body = typeof why === "string" ? { code: why } : why;
        expect([response.status, response.json()]).toMatchObject([status, body]);
      },
    ),
    close: backend.close,
  };
};

export type World = Awaited<ReturnType<typeof startWorld>>;

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
