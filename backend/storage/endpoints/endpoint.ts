import type { Context } from "hono";
import type { StorageContext } from "../context.ts";
import { refuse } from "../errors.ts";

const isText = (encoded: string): boolean => {
  try {
    decodeURIComponent(encoded);
    return true;
  } catch {
    return false;
  }
};

/** One route's work. Refusals are thrown; the route table turns them into answers. */
export type Endpoint = (context: StorageContext, c: Context) => Promise<Response>;

/**
 * A part of the path, decoded once; empty when the route has none of that name. Throws `invalidKey` for
 * an address that means no text.
 */
export const pathPart = (c: Context, name: "bucket" | "name"): string => {
  const part = c.req.param(name) ?? "";
  // What cannot be decoded comes as it stands, like a name that has the sign itself.
  if (part.includes("%") && !isText(new URL(c.req.url).pathname)) {
    throw refuse("invalidKey", { message: `Invalid key: ${part}` });
  }
  return part;
};
