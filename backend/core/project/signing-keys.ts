import { readFileSync } from "node:fs";
import path from "node:path";
import type { JWK } from "jose";
import { algorithmOf } from "../tokens/tokens.ts";
import type { Reader } from "./reader.ts";

const DEMAND = "a file with a list of private keys (JWK) for ES256 or RS256";

const readList = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
};

/** The keys of `[auth] signing_keys_path`, as `supabase gen signing-key` writes them; null without any. */
export const readSigningKeys = (auth: Reader, folder: string): JWK[] | null => {
  const written = auth.optional("signing_keys_path");
  if (!written) return null;
  const keys = readList(path.resolve(folder, written));
  const usable =
    Array.isArray(keys) && keys.length > 0 && keys.every((key) => key?.d && algorithmOf(key));
  return usable ? (keys as JWK[]) : auth.fail("signing_keys_path", DEMAND);
};
