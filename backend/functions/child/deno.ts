import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** A function's handler, in Deno's own form, which the hosted runtime has too. */
export type Handler = (request: Request, info: ServeInfo) => Response | Promise<Response>;

interface ServeInfo {
  remoteAddr: { transport: "tcp"; hostname: string; port: number };
  completed: Promise<void>;
}

const handlerOf = (given: unknown[]): Handler => {
  for (const value of given) {
    if (typeof value === "function") return value as Handler;
    const { handler } = (value ?? {}) as { handler?: unknown };
    if (typeof handler === "function") return handler as Handler;
  }
  throw new TypeError("Deno.serve was given no handler");
};

const pathOf = (path: string | URL) => (path instanceof URL ? fileURLToPath(path) : path);

/**
 * The part of Deno's global that Supabase's Edge runtime provides and functions use. `onServe` receives the
 * handler. Other parts do not exist here: a function that needs them fails on first use.
 */
export const denoGlobal = (onServe: (handler: Handler) => void) => ({
  serve(...given: unknown[]) {
    onServe(handlerOf(given));
    // The hosted runtime's server object; it ends with its process.
    return {
      addr: { transport: "tcp", hostname: "localhost", port: 0 },
      finished: new Promise<void>(() => undefined),
      ref() {},
      unref() {},
      shutdown: async () => undefined,
    };
  },
  env: {
    get: (name: string) => process.env[name],
    has: (name: string) => name in process.env,
    set: (name: string, value: string) => {
      process.env[name] = value;
    },
    delete: (name: string) => {
      delete process.env[name];
    },
    toObject: () => ({ ...process.env }),
  },
  args: [],
  cwd: () => process.cwd(),
  readFile: async (path: string | URL) => new Uint8Array(await readFile(pathOf(path))),
  readTextFile: (path: string | URL) => readFile(pathOf(path), "utf8"),
  build: { os: process.platform, arch: process.arch },
  version: { deno: "2", v8: process.versions.v8, typescript: "" },
});

/** `EdgeRuntime.waitUntil`: work that continues after the response. */
export const edgeRuntime = {
  waitUntil(work: Promise<unknown>) {
    Promise.resolve(work).catch((error) => console.error(error));
  },
};
