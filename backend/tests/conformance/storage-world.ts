import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import path from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import sharp from "sharp";
import { expect, vi } from "vitest";
import { startTestBackend, type TestBackend } from "#backend/tests/backend.ts";

export const STORAGE_PROJECT = path.join(import.meta.dirname, "fixtures", "storage");

export interface Person {
  id: string;
  token: string;
  client: SupabaseClient;
}

export interface StorageWorld extends TestBackend {
  admin: SupabaseClient;
  visitor: SupabaseClient;
  /** The address of a route of the API. */
  at(route: string): string;
  /** Somebody new, signed in, with a folder of their own. */
  person(): Promise<Person>;
  /** Paths of all stored files, below the data folder. */
  files(): string[];
}

const options = { auth: { persistSession: false, autoRefreshToken: false } };

/** A backend with the storage fixture, and clients of the real supabase-js for it. */
export const startStorageWorld = async (
  more: Pick<
    NonNullable<Parameters<typeof startTestBackend>[0]>,
    "prepare" | "pictures" | "configure"
  > = {},
): Promise<StorageWorld> => {
  const backend = await startTestBackend({ project: STORAGE_PROJECT, ...more });
  const as = (token: string) =>
    createClient(backend.url, backend.keys.anon, {
      ...options,
      global: { headers: { Authorization: `Bearer ${token}` } },
    });
  return {
    ...backend,
    at: (route) => `${backend.url}/storage/v1/${route}`,
    async person() {
      const id = randomUUID();
      const exp = Math.floor(backend.clock.now() / 1000) + 3600;
      const token = await backend.tokens.sign({ sub: id, role: "authenticated", exp });
      return { id, token, client: as(token) };
    },
    admin: createClient(backend.url, backend.keys.serviceRole, options),
    visitor: createClient(backend.url, backend.keys.anon, options),
    files: () =>
      readdirSync(path.join(backend.dataDir, "storage"), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name)),
  };
};

/** A real picture of one colour. */
export const png = (width = 40, height = 20): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: "#c2410c" } })
    .png()
    .toBuffer();

/** Storage returns 400 for every refusal; the body has the real status. */
export const refusal = (error: unknown): [statusCode: string, code: string | undefined] | null => {
  if (!error) return null;
  const { statusCode, code } = error as { statusCode: string; code?: string };
  return [statusCode, code];
};

/** Expects the client's call to be refused with this status and code of its body. */
export const refused = vi.defineHelper(
  async (call: PromiseLike<{ error: unknown }>, ...why: [statusCode: string, code: string]) =>
    expect(refusal((await call).error)).toEqual(why),
);

/** The text of a file that was downloaded. */
export const textOf = async (download: PromiseLike<{ data: Blob | null }>) =>
  (await download).data?.text();
