import { expect, it } from "vitest";
import { draw } from "#tests/draw.tsx";
import { LegalScreen } from "./legal-screen.tsx";

/** The parts of a page with this text that lead on, each as its name and its links. */
const navigationOf = (text: string) => {
  const legal = { text, changedAt: "2026-11-02T10:00:00Z" };
  const html = draw(<LegalScreen title="Privacy notice" legal={legal} />);
  return [...html.matchAll(/<nav aria-label="([^"]+)".*?<\/nav>/gs)].map(([nav, name]) => [
    name,
    [...nav.matchAll(/href="([^"]+)"/g)].map(([, href]) => href),
  ]);
};

it("leads to its own parts and to related pages, each under a name of its own", () => {
  const related = ["Related pages", ["/terms", "/how-we-keep-this-fair"]];
  expect(navigationOf("## What we store\n\nYour name.\n\n## Your rights\n\nMany.")).toEqual([
    ["On this page", ["#part-1", "#part-2"]],
    related,
  ]);
  expect(navigationOf("We store your name.")).toEqual([related]);
});
