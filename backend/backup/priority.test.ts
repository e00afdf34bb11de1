import { existsSync, readFileSync } from "node:fs";
import os from "node:os";
import { expect, test } from "vitest";
import { bareDatabase } from "#backend/tests/database.ts";
import { perTest } from "#backend/tests/per-file.ts";
import { lowerPriority } from "./priority.ts";
import { withSession } from "./session.ts";

test.runIf(existsSync("/proc/self/autogroup"))(
  "a session's process yields to other sessions of the system",
  async () => {
    const { connection } = await perTest(bareDatabase());
    await withSession(connection, async (client) => {
      await lowerPriority(client, 10);
      const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
      const pid = rows[0]?.pid ?? 0;
      expect(os.getPriority(pid)).toBe(10);
      expect(readFileSync(`/proc/${pid}/autogroup`, "utf8")).toMatch(/ nice 10$/m);
    });
  },
);
