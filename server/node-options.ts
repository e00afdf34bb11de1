import path from "node:path";
import { ROOT } from "./root.ts";

/** How Node.js runs the site: with one arena, 140 MB less under load. */
export const NODE_FLAGS = ["--max-semi-space-size=8", "--max-old-space-size=1024"];

/** What must be known before Node.js starts. */
export const NODE_ENVIRONMENT = {
  MALLOC_ARENA_MAX: "1",
  NODE_COMPILE_CACHE: path.join(ROOT, "node_modules/.cache/compiled"),
};
