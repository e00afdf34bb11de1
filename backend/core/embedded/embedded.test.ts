import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  asRoot,
  embeddedClone,
  kill9,
  ordinary,
  processes,
  until,
} from "#backend/tests/embedded-clone.ts";

let project: ReturnType<typeof embeddedClone>;
beforeAll(() => {
  project = embeddedClone();
});
afterEach(() => project.kill());
afterAll(() => project?.remove());

test("as an ordinary user, refuses a second start on one folder, and another major version, in one line, and loses nothing", async () => {
  const folder = project.dataFolder();
  const first = await project.start(folder, ordinary);
  expect(first.report).toMatchObject({ identity: "self", starts: 1 });
  const second = await project.start(folder, ordinary);
  expect(second.report.refused).toBe(
    `The data folder ${folder} is in use by process ${first.child.pid}: stop it, or set DATA_DIR to another folder.`,
  );
  await first.stop();
  expect(processes("postgres", folder)).toEqual([]);

  const file = path.join(folder, "postgres", "PG_VERSION");
  const ours = readFileSync(file, "utf8");
  writeFileSync(file, "17\n");
  const refused = await project.start(folder, ordinary);
  expect(refused.report.refused).toMatch(
    /is of PostgreSQL 17, and this release brings 18: back it up with the release/,
  );
  writeFileSync(file, ours);
  const again = await project.start(folder, ordinary);
  expect(again.report.starts).toBe(2);
  await again.stop();
});

test("as an ordinary user, a path too long for a socket's address uses a private folder, and leaves none behind", async () => {
  const folder = path.join(project.dataFolder(), "x".repeat(60), "y".repeat(60));
  const first = await project.start(folder, ordinary);
  const { host = "" } = first.report;
  expect(path.dirname(host)).toBe(project.base);
  await kill9(first.child);
  await until(() => processes("postgres", folder).length === 0);
  const second = await project.start(folder, ordinary);
  expect(second.report.starts).toBe(2);
  expect(existsSync(host)).toBe(false);
  await second.stop();
  expect(existsSync(second.report.host ?? "")).toBe(false);
});

test("as an ordinary user, kill -9 of Node ends the server, kill -9 of the server is recovered, and nothing acknowledged is lost", async () => {
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

test("as an ordinary user, a server that outlived Node and its watchdog is stopped by the next start", async () => {
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

/** Whether this machine lets anybody make user namespaces. If not, there is nothing to test. */
const namespaces = spawnSync("unshare", ["--user", "--map-root-user", "true"]).status === 0;

if (asRoot) {
  const limited = (capabilities: string) => [
    "setpriv",
    `--bounding-set=-all${capabilities}`,
    "--inh-caps=-all",
  ];

  describe("as root", () => {
    test("runs as a user of its own", async () => {
      const folder = path.join(project.base, "data of root");
      const run = await project.start(folder);
      expect(run.report).toMatchObject({ identity: "user", starts: 1 });
      const [pid] = processes("bin/postgres -D", folder);
      expect(
        spawnSync("ps", ["-o", "uid=", "-p", String(pid)], { encoding: "utf8" }).stdout,
      ).not.toBe("0");
      await run.stop();
    });

    const inNamespace = namespaces ? test : () => {};

    inNamespace("a user without a name runs it in a user namespace", async () => {
      const folder = project.dataFolder();
      chmodSync(folder, 0o777);
      const nameless = [
        "setpriv",
        "--reuid=54399",
        "--regid=54399",
        "--clear-groups",
        "--inh-caps=-all",
      ];
      const run = await project.start(folder, nameless);
      expect(run.report).toMatchObject({ identity: "namespace", starts: 1 });
      await run.stop();
    });

    describe("with the clone in a folder that nobody else can enter", () => {
      let hidden: string;
      let home: string;
      beforeAll(() => {
        hidden = path.join(project.base, "private home");
        mkdirSync(hidden, { mode: 0o700 });
        home = path.join(hidden, "a clone");
        renameSync(project.clone, home);
      });
      let count = 0;
      const hiddenData = () => path.join(home, `.data ${++count}`);

      test("runs without user namespaces and with hardly any capability, and then in one", async () => {
        const folder = hiddenData();
        const first = await project.start(folder, limited(",+chown,+setuid,+setgid"), home);
        expect(first.report).toMatchObject({ identity: "handed", starts: 1 });
        await kill9(first.child);
        await until(() => processes("bin/postgres -D", first.report.host ?? "").length === 0);
        if (!namespaces) return;
        const second = await project.start(folder, limited(",+chown,+dac_override,+setfcap"), home);
        expect(second.report).toMatchObject({ identity: "namespace", starts: 2 });
        await second.stop();
      });

      inNamespace("runs in a user namespace where root may not change users", async () => {
        const run = await project.start(hiddenData(), limited(",+setfcap"), home);
        expect(run.report).toMatchObject({ identity: "namespace", starts: 1 });
        await run.stop();
      });

      test("explains in one line what to do when nothing works", async () => {
        const run = await project.start(hiddenData(), limited(""), home);
        expect(run.report.refused).toMatch(/^PostgreSQL cannot be run here: .* set DATA_DIR/);
        expect(run.report.refused).not.toContain("\n");
      });
    });
  });
}
