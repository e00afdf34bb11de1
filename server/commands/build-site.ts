import { ensureBuilt } from "../build.ts";
import { ROOT } from "../root.ts";
import { runCommand, say } from "./command.ts";

/** `npm run build`: builds the site as a start would, so that the next start need not. */
runCommand(async () =>
  say((await ensureBuilt(ROOT)) ? "Built the site." : "The build is up to date."),
);
