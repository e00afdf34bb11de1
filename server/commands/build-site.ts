import { ensureBuilt } from "../build.ts";
import { ROOT } from "../root.ts";

/** `npm run build`: builds the site as a start would, so that the next start need not. */
ensureBuilt(ROOT).then(
  (built) => process.stdout.write(built ? "Built the site.\n" : "The build is up to date.\n"),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
