import { existsSync } from "node:fs";
import path from "node:path";
import { NODE_ENVIRONMENT, NODE_FLAGS } from "./node-options.ts";
import { ROOT } from "./root.ts";

/**
 * `node server/run.ts start`, `dev` or the name of a command: what npm's scripts of these names do. It reads `.env`, of
 * which nothing replaces a variable that is set.
 */
const [name = "", ...args] = process.argv.splice(2);

const RELOADED = [
  "server",
  "backend",
  ...["config.toml", "migrations", "seed", "templates"].map((part) => `supabase/${part}`),
];

/** Becomes the site: Node.js starts anew in this process, with flags that only a start can take. */
const become = (flags: readonly string[], env: NodeJS.ProcessEnv): void => {
  const main = path.join(ROOT, "server/main.ts");
  const argv = [process.execPath, ...flags, ...process.execArgv, main, ...args];
  if (!process.execve) throw new Error("Please use Node.js 24 on Linux or macOS.");
  process.execve(process.execPath, argv, { ...env, ...process.env });
};

const settings = path.join(ROOT, ".env");
if (existsSync(settings)) process.loadEnvFile(settings);

if (name === "start") become(NODE_FLAGS, NODE_ENVIRONMENT);
else if (name === "dev") {
  args.unshift("--dev");
  const paths = RELOADED.map((each) => `--watch-path=${path.join(ROOT, each)}`);
  become(["--watch", ...paths], {});
} else {
  process.argv.push(...args);
  await import(`./commands/${path.basename(name)}.ts`);
}
