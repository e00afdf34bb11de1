import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { embeddedClone, kill9, ordinary, processes, until } from "#backend/tests/embedded-clone.ts";

let project: ReturnType<typeof embeddedClone>;
beforeAll(() => {
  project = embeddedClone();
});
afterEach(() => project.kill());
afterAll(() => project?.remove());

test("kill -9 of Node ends the server, kill -9 of the server is recovered, and nothing acknowledged is lost", async () => {
  const folder = project.dataFolder();
  const first = await project.start(folder, ordinary);
  await kill9(first.child);
  await until(() => processes("postgres", folder).length === 0);
  const second = await project.start(folder, ordinary);
  expect(second.report.starts).toBe(2);
  for (const pid of processes("bin/postgres -D", folder)) process.kill(pid, "SIGKILL");
  await until(() => second.events.includes("embedded.ended"));
  await kill9(second.child);
  const third = await project.start(folder, ordinary);
  expect(third.report.starts).toBe(3);
  await third.stop();
});

test("a server that outlived Node and its watchdog is stopped by the next start", async () => {
  const folder = project.dataFolder();
  const first = await project.start(folder, ordinary);
  const [server] = processes("bin/postgres -D", folder).filter((pid) =>
    existsSync(path.join(folder, "postgres", "postmaster.pid"))
      ? readFileSync(path.join(folder, "postgres", "postmaster.pid"), "utf8").startsWith(`${pid}\n`)
      : false,
  );
  const parents = processes("sh -c", folder);
  first.child.kill("SIGSTOP");
  for (const pid of parents) process.kill(pid, "SIGKILL");
  await kill9(first.child);
  expect(processes("bin/postgres -D", folder)).toContain(server);
  const second = await project.start(folder, ordinary);
  expect(second.report.starts).toBe(2);
  expect(second.events).toContain("embedded.orphan_stopped");
  await second.stop();
});
