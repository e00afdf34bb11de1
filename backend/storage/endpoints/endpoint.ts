import type { Context } from "hono";
import type { StorageContext } from "../context.ts";

/** One route's work. Refusals are thrown; the route table turns them into answers. */
export type Endpoint = (context: StorageContext, c: Context) => Promise<Response>;

/** A part of the path, decoded once; empty when the route has none of that name. */
export const pathPart = (c: Context, name: "bucket" | "name"): string => c.req.param(name) ?? "";
