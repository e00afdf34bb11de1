// Ends this process, as a power cut does, just before the calls that KILL_AT names have all come, in their order:
// `node --import tests/kill-at.ts …` with KILL_AT='["rename keys.json", "sql commit"]'. Nothing is left to timing.
import child from "node:child_process";
import files from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import pg from "pg";

const steps = (JSON.parse(process.env.KILL_AT ?? "[]") as string[]).map(
  (text) => new RegExp(text, "i"),
);

const reach = (call: string): void => {
  if (!steps[0]?.test(call)) return;
  steps.shift();
  if (steps.length === 0) process.kill(process.pid, "SIGKILL");
};

/** Reports each call of a function, by the name and the text or list that it is given, before it is carried out. */
const watch = <Name extends string>(
  owner: Record<Name, unknown>,
  name: Name,
  textOf: (given: unknown[]) => unknown,
): void => {
  const real = owner[name] as (...given: unknown[]) => unknown;
  owner[name] = function watched(this: unknown, ...given: unknown[]) {
    reach(textOf(given) as string);
    return real.apply(this, given);
  };
};

for (const name of ["mkdir", "open", "rename", "rm", "writeFile"] as const)
  watch(files, name, ([file, to]) => `${name} ${file} ${name === "rename" ? to : ""}`);
watch(child, "spawnSync", ([program, given]) => `spawn ${program} ${given}`);
syncBuiltinESMExports();

const { Connection } = pg as unknown as {
  Connection: { prototype: Record<"query" | "parse", unknown> };
};
watch(Connection.prototype, "query", ([text]) => `sql ${text}`);
watch(Connection.prototype, "parse", ([query]) => `sql ${(query as { text: string }).text}`);
