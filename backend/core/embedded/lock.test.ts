import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { newFolder } from "#backend/tests/folders.ts";
import { takeLock } from "./lock.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = newFolder("lock-");
  file = path.join(folder, "postgres.lock");
});

test("stays locked until it is released, and leaves nothing behind", () => {
  const release = takeLock(file, "the folder");
  expect(() => takeLock(file, "the folder")).toThrow(
    `The data folder the folder is in use by process ${process.pid}: stop it, or set DATA_DIR to another folder.`,
  );
  release();
  expect(readdirSync(folder)).toEqual([]);
  takeLock(file, "the folder")();
});

test("the lock of a dead process is taken over", async () => {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  writeFileSync(file, JSON.stringify({ pid: child.pid, began: "1" }));
  const release = takeLock(file, folder);
  expect(JSON.parse(readFileSync(file, "utf8")).pid).toBe(process.pid);
  release();
  expect(existsSync(file)).toBe(false);
});

test("a living process with the same id that began at another time is not the holder", () => {
  writeFileSync(file, JSON.stringify({ pid: process.pid, began: "1" }));
  takeLock(file, folder)();
});

test.each(["", "{", "null", "7", '{"pid":"x"}'])("a lock file with %j locks nothing", (text) => {
  writeFileSync(file, text);
  takeLock(file, folder)();
});

test("giving back leaves a lock that is no longer ours", () => {
  const release = takeLock(file, folder);
  const theirs = JSON.stringify({ pid: 1, began: "2" });
  writeFileSync(file, theirs);
  release();
  expect(readFileSync(file, "utf8")).toBe(theirs);
});
