import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { newFolder, writeFiles } from "#backend/tests/folders.ts";
import { ensureBuilt } from "./build.ts";

let root: string;
beforeEach(() => {
  root = newFolder("build-");
  writeFiles(root, { "web/home.ts": "1" });
});

/** A script in place of the build tool, which records its id; `rest` is what it does then. */
const tool = (rest: string) =>
  writeFiles(root, {
    "node_modules/@react-router/dev/bin.cjs": `const fs = require("fs");
     fs.appendFileSync("runs", process.pid + "\\n");
     ${rest}`,
  });
const builds = `fs.mkdirSync("build/client", { recursive: true }); fs.writeFileSync("build/client/a.js", "a")`;
const runs = (): number[] =>
  existsSync(path.join(root, "runs"))
    ? readFileSync(path.join(root, "runs"), "utf8").trim().split("\n").map(Number)
    : [];
const lives = (pid: number | undefined): boolean => {
  try {
    return process.kill(pid ?? 0, 0);
  } catch {
    return false;
  }
};

/** Builds, and says so before the tool runs. */
const expectBuild = async () => {
  const before = runs().length;
  const started = vi.fn(() => expect(runs()).toHaveLength(before));
  expect(await ensureBuilt(root, started)).toBe(true);
  expect(started).toHaveBeenCalledOnce();
};

test("several that start at once build once, and again when a source has changed", async () => {
  tool(builds);
  const results = await Promise.all([1, 2, 3].map(() => ensureBuilt(root)));
  expect(results.filter(Boolean)).toHaveLength(1);
  expect(existsSync(path.join(root, "build/client/a.js.br"))).toBe(true);
  expect(existsSync(path.join(root, "build.lock"))).toBe(false);
  writeFiles(root, { "web/home.ts": "2" });
  await expectBuild();
  expect(runs()).toHaveLength(2);
});

test("a killed builder ends its tool too, and makes nobody wait", async () => {
  tool("setInterval(() => {}, 1000)");
  const script = `import(${JSON.stringify(path.join(import.meta.dirname, "build.ts"))})
    .then(({ ensureBuilt }) => ensureBuilt(${JSON.stringify(root)}))`;
  const builder = spawn(process.execPath, ["-e", script], { stdio: "inherit" });
  await vi.waitFor(() => expect(runs()).toHaveLength(1), { timeout: 30_000 });
  const ended = once(builder, "exit");
  builder.kill("SIGKILL");
  await ended;
  tool(builds);
  await expectBuild();
  await vi.waitFor(() => expect(lives(runs()[0])).toBe(false), { timeout: 30_000 });
}, 60_000);

test("a build that fails reports why, and can be tried again", async () => {
  tool(`console.error("no such route"); process.exit(1)`);
  await expect(ensureBuilt(root)).rejects.toThrow(/could not be built:\nno such route/);
  tool(builds);
  await expectBuild();
});
