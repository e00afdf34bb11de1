import { existsSync } from "node:fs";
import path from "node:path";
import { loadKeys } from "supabase-compatible-backend/project";
import { type Config, readConfig } from "../settings/config.ts";

/**
 * Calls one address of a site's API as the operator. Rejects with the response's message when it refuses.
 */
export type CallSite = <Result>(
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  body?: object,
) => Promise<Result>;

/** `CallSite` for a site at this address with this secret key. */
export const createCallSite = (address: string, key: string): CallSite => {
  const base = address.replace(/\/+$/, "");
  return async <Result>(method: string, path: string, body?: object): Promise<Result> => {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        apikey: key,
        ...(body ? { "content-type": "application/json" } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }).catch((cause: unknown) => {
      throw new Error(`No site answers at ${base}: start it, or set SITE_URL or PORT to its own`, {
        cause,
      });
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`The site answered ${response.status}: ${text.slice(0, 300)}`);
    return (text === "" ? null : JSON.parse(text)) as Result;
  };
};

const WITHIN = 8_000;

const isAlive = (address: string): Promise<boolean> =>
  fetch(`${address.replace(/\/+$/, "")}/healthz`, { signal: AbortSignal.timeout(WITHIN) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** SITE_URL, or where a start on this machine listens: the name may not lead here yet, or not from here. */
const addressOf = async ({ SITE_URL, HOST, PORT }: Config): Promise<string> => {
  const host = HOST === "0.0.0.0" || HOST === "::" ? "localhost" : HOST;
  const local = `http://${host.includes(":") ? `[${host}]` : host}:${PORT}`;
  if (!SITE_URL) return local;
  return !(await isAlive(SITE_URL)) && (await isAlive(local)) ? local : SITE_URL;
};

/**
 * For commands that call the running site. The key comes from DATA_DIR or SUPABASE_SERVICE_ROLE_KEY.
 */
export const callRunningSite = async (environment: NodeJS.ProcessEnv): Promise<CallSite> => {
  const config = readConfig(environment);
  const address = config.SUPABASE_URL ?? (await addressOf(config));
  const dataDir = path.resolve(config.DATA_DIR);
  if (!config.SUPABASE_SERVICE_ROLE_KEY && !existsSync(path.join(dataDir, "keys.json"))) {
    throw new Error(`DATA_DIR (${config.DATA_DIR}) has no keys: set it to the running site's.`);
  }
  const key = config.SUPABASE_SERVICE_ROLE_KEY ?? (await loadKeys(dataDir)).api.serviceRole;
  return createCallSite(address, key);
};
