import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "#backend/tests/folders.ts";
import { ROOT } from "#server/root.ts";

const SECRET = "hunter2-of-the-database";
const ADDRESS = `postgres://ann:${SECRET}@127.0.0.1:9/market`;

test.each([
  ["move", [ADDRESS]],
  ["move", ["--from", `postgre://ann:${SECRET}@127.0.0.1/market`, "--to", "/nonexistent"]],
  ["move", ["--from", ADDRESS, "--to", "/nonexistent"]],
  ["restore", [`--key=${SECRET}`]],
  ["admin", ["create", `--password=${SECRET}`]],
])("npm run %s %j fails without repeating what may be a secret", (command, args) => {
  const folder = newFolder("secret-arguments-");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(ROOT, `server/commands/${command}.ts`), ...args],
    { cwd: folder, encoding: "utf8", env: { PATH: process.env.PATH, DATA_DIR: folder } },
  );
  expect(status).toBe(1);
  expect(stderr).toMatch(/\w{3}/);
  expect(stdout + stderr).not.toContain(SECRET);
});

test("no command reads its arguments by itself", () => {
  const commands = globSync(path.join(ROOT, "server/commands/*.ts"));
  const own = commands.filter((file) => /import .*\bparseArgs\b/.test(readFileSync(file, "utf8")));
  expect(own.map((file) => path.basename(file))).toEqual(["command.ts"]);
});
