import { expect, it } from "vitest";
import { draw } from "#tests/draw.tsx";
import type { Health } from "./health.ts";
import { Troubles } from "./health-troubles.tsx";

const sound = { troubles: [], server: { storage: true, disk: true, mail: true } };

it.each([
  [[], "Nobody is emailed"],
  [["olive@Admin.Solutionz.Internal"], "Nobody is emailed"],
  [["olive@admin.solutionz.internal", "ann@people.example"], "Admins are emailed"],
])("promises an email only where an admin has a mailbox: %j", (admins, words) => {
  const health = { ...sound, admins } as unknown as Health;
  const settings = { adminDomain: "admin.solutionz.internal" };
  expect(draw(<Troubles health={health} />, { settings })).toContain(words);
});
