import { expect, it } from "vitest";
import { LIFECYCLES } from "../site-lifecycles.ts";
import { diagramOf, lifecyclePage, mayBecome } from "./lifecycle.ts";

it("is drawn in the docs from its tables", async () => {
  await expect(lifecyclePage(LIFECYCLES)).toMatchFileSnapshot("../../docs/lifecycles.md");
});

it.each(LIFECYCLES.map((lifecycle) => [lifecycle.noun, lifecycle] as const))(
  "of a %s begins, and leads between states that it has",
  (_noun, { states, events }) => {
    const names = new Set(Object.keys(states));
    expect(events.some(({ from }) => from === null)).toBe(true);
    for (const { from, to, by, says } of events) {
      expect(from === null || names.has(from)).toBe(true);
      expect(to === null || names.has(to)).toBe(true);
      expect(from ?? to).not.toBeNull();
      expect(by.length).toBeGreaterThan(0);
      expect(says).toMatch(/\.$/);
    }
    // Every state can be reached.
    for (const name of names) expect(events.some(({ to }) => to === name)).toBe(true);
  },
);

it("says what may follow what, and draws it", () => {
  const gate = {
    noun: "Door",
    about: "A door.",
    states: { open: "One may pass.", shut: "One may not." },
    events: [
      { name: "build", from: null, to: "shut", by: ["a carpenter"], says: "It stands." },
      { name: "open", from: "shut", to: "open", by: ["anybody"], says: "It opens." },
      { name: "burn", from: "open", to: null, by: ["fire"], says: "It is gone." },
    ],
  } as const;
  expect(mayBecome(gate, "shut", "open")).toBe(true);
  expect(mayBecome(gate, "open", "shut")).toBe(false);
  expect(diagramOf(gate).split("\n")).toEqual([
    "stateDiagram-v2",
    "  open",
    "  shut",
    "  [*] --> shut: build",
    "  shut --> open: open",
    "  open --> [*]: burn",
  ]);
});
