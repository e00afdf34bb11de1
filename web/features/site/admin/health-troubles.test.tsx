import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import type { Health } from "./health.ts";
import { Troubles } from "./health-troubles.tsx";

vi.mock("#web/session/settings.ts", () => ({
  useSettings: () => ({ adminDomain: "admin.solutionz.internal" }),
}));

const sound = { troubles: [], server: { storage: true, disk: true, mail: true } };

it.each([
  [[], "Nobody is emailed"],
  [["olive@Admin.Solutionz.Internal"], "Nobody is emailed"],
  [["olive@admin.solutionz.internal", "ann@people.example"], "Admins are emailed"],
])("promises an email only where an admin has a mailbox: %j", (admins, words) => {
  const health = { ...sound, admins } as unknown as Health;
  expect(renderToStaticMarkup(<Troubles health={health} />)).toContain(words);
});
