import { expect, test } from "vitest";
import { DatabaseOutage } from "./database/outage.ts";
import { ClientDisconnected } from "./errors.ts";
import { jsonLog, logFailure } from "./log.ts";

const reported = (code: string) => Object.assign(new Error("refused"), { severity: "ERROR", code });

test.each([
  ["a lock that did not come", reported("55P03"), "warn"],
  ["a statement that took too long", reported("57014"), "warn"],
  ["more than one caller's share", new DatabaseOutage("busy", "refused"), "warn"],
  ["a caller who left", new ClientDisconnected(new Error("aborted")), "warn"],
  ["a database that is away", reported("57P01"), "error"],
  ["a fault", new TypeError("refused"), "error"],
])("%s is logged on its level, with a stack only if it is an error of ours", (_, error, level) => {
  const lines: string[] = [];
  logFailure(
    jsonLog((line) => lines.push(line)),
    "rest.failed",
    error,
    { path: "/" },
  );
  const [line = ""] = lines;
  expect(JSON.parse(line)).toMatchObject({ level, event: "rest.failed", path: "/" });
  expect([lines.length, line.includes("stack")]).toEqual([1, level === "error"]);
});
