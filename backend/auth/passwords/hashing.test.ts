import { argon2Sync } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { expect, it } from "vitest";
import { derive } from "./hashing.ts";

const parameters = {
  message: "secret",
  nonce: Buffer.from("somesaltsomesalt"),
  memory: 1024,
  passes: 1,
  parallelism: 1,
  tagLength: 32,
};

it("gives simultaneous callers their own tags", async () => {
  const words = ["one", "two", "three", "four"];
  const tags = await Promise.all(words.map((message) => derive({ ...parameters, message })));
  expect(tags).toEqual(words.map((message) => argon2Sync("argon2id", { ...parameters, message })));
});

it("reports impossible parameters, and continues", async () => {
  await expect(derive({ ...parameters, memory: 1 })).rejects.toThrow(/memory/);
  expect(await derive(parameters)).toHaveLength(32);
});

/** The niceness of each thread of this process, on Linux (proc_pid_stat(5), field 19). */
const nicenesses = (): number[] =>
  readdirSync("/proc/self/task").map((thread) => {
    const line = readFileSync(`/proc/self/task/${thread}/stat`, "utf8");
    return Number(line.slice(line.lastIndexOf(")") + 2).split(" ")[16]);
  });

it("runs at a lower priority than the threads that serve requests", async () => {
  await derive(parameters);
  // On other systems threads have no priority of their own.
  const own = process.platform === "linux" ? nicenesses() : [getPriority() + 5];
  expect(own).toContain(Math.min(19, getPriority() + 5));
});
