import { expect, it } from "vitest";
import { queryOf } from "#tests/query.ts";
import type { Db } from "#web/session/database.ts";
import { decideReport, type Hidable } from "./writes.ts";

const INPUT = { id: "r", uphold: true, reason: "It names people." };

/** A database that writes down its calls, and answers with `data`. */
const fakeDb = (data: unknown = null) => {
  const calls: unknown[] = [];
  const rpc = (...call: unknown[]) => {
    calls.push(call);
    return queryOf({ data });
  };
  return { db: { rpc } as unknown as Db, calls };
};

const DECIDED = [
  "admin_decide_report",
  { report_id: "r", uphold: true, reason: "It names people." },
];

it.each<[Hidable["type"], unknown]>([
  [
    "profile",
    [
      "admin_toggle_user_status",
      { target_user_id: "x", status_field: "is_visible", new_value: false, reason: INPUT.reason },
    ],
  ],
  ["job", ["admin_stop_job", { job_id: "x", reason: INPUT.reason }]],
  [
    "feedback",
    ["admin_moderate_feedback", { items: [{ id: "x" }], approve: false, reason: INPUT.reason }],
  ],
])("hides a %s before it decides the case", async (type, hidden) => {
  const { db, calls } = fakeDb([{ outcome: "done" }]);
  await decideReport(db, { ...INPUT, hide: { type, id: "x" } });
  expect(calls).toEqual([hidden, DECIDED]);
});

it("hides nothing unless told to", async () => {
  const { db, calls } = fakeDb();
  await decideReport(db, INPUT);
  expect(calls).toEqual([DECIDED]);
});

it("leaves the case open if the feedback could not be hidden", async () => {
  const { db, calls } = fakeDb([{ outcome: "refused", message: "It changed." }]);
  const deciding = decideReport(db, { ...INPUT, hide: { type: "feedback", id: "x" } });
  await expect(deciding).rejects.toMatchObject({ message: "It changed." });
  expect(calls).toHaveLength(1);
});
