import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { beforeAll, expect, vi } from "vitest";
import { startTestBackend } from "#backend/tests/backend.ts";
import { officialClient } from "#backend/tests/official-client.ts";
import { perFile } from "#backend/tests/per-file.ts";

export const STORAGE_PROJECT = path.join(import.meta.dirname, "fixtures", "storage");

/** A backend with the storage fixture, and clients of the real supabase-js for it. */
export const startStorageWorld = async (
  more: Pick<
    NonNullable<Parameters<typeof startTestBackend>[0]>,
    "prepare" | "pictures" | "configure"
  > = {},
) => {
  const backend = await startTestBackend({ project: STORAGE_PROJECT, ...more });
  const { url, keys } = backend;
  /** The address of a route of the API. */
  const at = (route: string) => `${url}/storage/v1/${route}`;
  return {
    ...backend,
    at,
    /** Somebody new, signed in, with a folder of their own. */
    async person() {
      const id = randomUUID();
      const exp = Math.floor(backend.clock.now() / 1000) + 3600;
      const token = await backend.tokens.sign({ sub: id, role: "authenticated", exp });
      const client = officialClient(url, keys.anon, token);
      return {
        id,
        token,
        client,
        /** Where nobody else reads their folder. */
        box: client.storage.from("private"),
        /** Calls a route as no client library would. */
        send: (method: string, route: string, { headers, ...init }: RequestInit = {}) =>
          fetch(at(route), {
            method,
            headers: { authorization: `Bearer ${token}`, ...headers },
            ...init,
          }),
      };
    },
    admin: officialClient(url, keys.serviceRole),
    visitor: officialClient(url, keys.anon),
    /** Paths of all stored files, below the data folder. */
    files: () =>
      readdirSync(path.join(backend.dataDir, "storage"), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name)),
  };
};

export type Person = Awaited<ReturnType<Awaited<ReturnType<typeof startStorageWorld>>["person"]>>;

/** Ada, in whose folder is a diary, and Eve. */
export const withDiary = () => {
  const world = perFile(startStorageWorld);
  const ada = perFile(() => world.person());
  const eve = perFile(() => world.person());
  beforeAll(() => ada.box.upload(`${ada.id}/diary.txt`, "dear diary"));
  return { world, ada, eve, diary: () => textOf(ada.box.download(`${ada.id}/diary.txt`)) };
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

export const NOT_FOUND = ["404", "NoSuchKey"] as const;
export const DENIED = ["403", "AccessDenied"] as const;
export const INVALID = ["400", "InvalidRequest"] as const;
export const TOO_LARGE = ["413", "EntityTooLarge"] as const;

/** Expects the client's call to be refused with this status and code of its body. */
export const refused = vi.defineHelper(
  async (call: PromiseLike<{ error: unknown }>, ...why: [statusCode: string, code: string]) =>
    expect(refusal((await call).error)).toEqual(why),
);

/** The text of a file that was downloaded. */
export const textOf = async (download: PromiseLike<{ data: Blob | null }>) =>
  (await download).data?.text();
