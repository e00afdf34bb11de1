import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { makeOwnFolder, removeLeftFolders } from "./own-folder.ts";

test("folders of killed processes go, and those of living ones and of others stay", async () => {
  const prefix = `left-${crypto.randomUUID().slice(0, 8)}-`;
  const own = makeOwnFolder(prefix);
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  const named = (pid: number | undefined, began = "1") =>
    own.replace(/-\d+-\d+-(\w+)$/, `-${pid}-${began}-$1`);
  const dead = named(child.pid);
  const reused = named(process.pid);
  const elsewhere = dead.replace(/-\d+-(\d+-1-\w+)$/, "-1-$1");
  const strange = `${own.slice(0, -8)}x y`;
  for (const folder of [dead, reused, elsewhere, strange]) {
    mkdirSync(folder);
    writeFileSync(`${folder}/s`, "");
  }
  try {
    removeLeftFolders(prefix);
    for (const folder of [own, elsewhere, strange]) expect(existsSync(folder)).toBe(true);
    for (const folder of [dead, reused]) expect(existsSync(folder)).toBe(false);
  } finally {
    for (const folder of [own, elsewhere, strange])
      rmSync(folder, { recursive: true, force: true });
  }
});
