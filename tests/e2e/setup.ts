import path from "node:path";
import { ensureBuilt } from "#server/build.ts";

/** Builds the pages once, before several sites start on them. */
export default () => ensureBuilt(path.resolve(import.meta.dirname, "../.."));
