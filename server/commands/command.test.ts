import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../root.ts";
import { sentenceOf } from "./command.ts";

test.each([
  [
    { code: "EACCES", syscall: "mkdir", path: "/data" },
    /^This user may not use \/data \(EACCES\): /,
  ],
  [
    { code: "EROFS", syscall: "open", path: "/data/keys.json" },
    /^\/data\/keys\.json is on a read-only/,
  ],
  [
    { code: "EACCES", syscall: "listen", address: "127.0.0.1", port: 80 },
    /port 80: set PORT to 1024/,
  ],
  [{ code: "EADDRNOTAVAIL", syscall: "listen", address: "192.0.2.1", port: 80 }, /set HOST to/],
  [{ code: "ENOENT", syscall: "open", path: "/data" }, /^bare$/],
])("what the system refused is a sentence: %j", (facts, words) => {
  expect(sentenceOf(Object.assign(new Error("bare"), facts))).toMatch(words);
});

test("npm's scripts become the site, or run the command, with their exit code", () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [path.join(ROOT, "server/run.ts"), ...args], {
      encoding: "utf8",
      env: { PATH: process.env.PATH, PORT: "http" },
    });
  for (const name of ["start", "audit"]) {
    const { status, stderr } = run(name);
    expect(stderr).toBe("PORT must be a whole number from 0 to 65535\n");
    expect(status).toBe(1);
  }
});
