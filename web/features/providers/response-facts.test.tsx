import { expect, it } from "vitest";
import { draw, wordsOf } from "#tests/draw.tsx";
import { ResponseFacts } from "./response-facts.tsx";

const FACTS = { questions: 23, answered: 22, reply_minutes: 150, hires: 7 };
const shown = (facts: typeof FACTS | Record<keyof typeof FACTS, null> | null) =>
  wordsOf(draw(<ResponseFacts facts={facts} />));

it("gives each fact with its number of cases", () => {
  expect(shown(FACTS)).toContain("Usually replies within 3 hours (from 23 conversations)");
  expect(shown(FACTS)).toContain("Messages and quotes answered 96% (22 of 23)");
  expect(shown(FACTS)).toContain("Hired through this site by 7 customers (confirmed by both)");
});

it("leaves out what has too few cases", () => {
  const none = { questions: null, answered: null, reply_minutes: null, hires: null };
  expect(shown(null)).toBe("");
  expect(shown(none)).toBe("");
  expect(shown({ ...FACTS, ...none, hires: 5 } as never)).not.toContain("replies");
});
