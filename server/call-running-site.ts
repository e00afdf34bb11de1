import { existsSync } from "node:fs";
import path from "node:path";
import { loadKeys } from "#backend/core/tokens/keys.ts";
import { readConfig } from "./config.ts";

/**
 * Calls one address of a site's API as the operator. Rejects with the response's message when it refuses.
 */
type PostJson = <Result>(path: string, body: object) => Promise<Result>;

/**
 * For commands that call the running site. It is at SITE_URL, or where a local start listens; the key comes
 * from DATA_DIR or SUPABASE_SERVICE_ROLE_KEY.
 */
export const callRunningSite = async (environment: NodeJS.ProcessEnv): Promise<PostJson> => {
  const config = readConfig(environment);
  const address = config.SUPABASE_URL ?? config.SITE_URL ?? `http://localhost:${config.PORT}`;
  const dataDir = path.resolve(config.DATA_DIR);
  if (!config.SUPABASE_SERVICE_ROLE_KEY && !existsSync(path.join(dataDir, "keys.json"))) {
    throw new Error(`DATA_DIR (${config.DATA_DIR}) holds no keys: set it to the running site's.`);
  }
  const key = config.SUPABASE_SERVICE_ROLE_KEY ?? (await loadKeys(dataDir)).api.serviceRole;
  return async <Result>(path: string, body: object): Promise<Result> => {
    const response = await fetch(`${address.replace(/\/+$/, "")}${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        apikey: key,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) {
      throw new Error(
        `The site answered ${response.status}: ${(await response.text()).slice(0, 300)}`,
      );
    }
    return (await response.json()) as Result;
  };
};
