import { expect, it } from "vitest";
import { badgeSvg } from "./badge.ts";

const badge = (change: Partial<Parameters<typeof badgeSvg>[0]>) =>
  badgeSvg({ name: "Dovetail Yard", site: "Solutionz", average: 4.84, count: 31, ...change });

it.each([
  ["markup", '"><script>alert(1)</script>', "&lt;script&gt;"],
  ["an entity", "Smith & Sons", "Smith &amp; Sons"],
  ["a long name", "x".repeat(200), `${"x".repeat(39)}…`],
  ["another script", "مؤسسة النور", "مؤسسة النور"],
  ["what nobody sees", "A\u202eB\uffffC", "ABC"],
  ["emoji whole", "👩‍🔧".repeat(40), `${"👩‍🔧".repeat(13)}…`],
])("shows %s as text", (_what, name, shown) => {
  const svg = badge({ name });
  expect(svg).toContain(shown);
  expect(svg).not.toContain("<script");
});
