import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./root.ts";

/** This program's version. */
export const release = (
  JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")) as { version: string }
).version;
