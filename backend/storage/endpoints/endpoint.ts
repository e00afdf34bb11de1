import type { Context } from "hono";
import type { StorageContext } from "../context.ts";
import { refuse } from "../errors.ts";

/** One route's handler. Refusals are thrown; the route table turns them into responses. */
export type Endpoint = (context: StorageContext, c: Context) => Promise<Response>;

/**
 * A part of the path, decoded once; empty if the route has none of that name. Throws `invalidKey` for one
 * with a null character, which PostgreSQL's texts cannot contain.
 */
export const pathPart = (c: Context, name: "bucket" | "name"): string => {
  const part = c.req.param(name) ?? "";
  if (part.includes("\0")) {
    throw refuse("invalidKey", { message: `Invalid key: ${part.slice(0, 100)}` });
  }
  return part;
};
