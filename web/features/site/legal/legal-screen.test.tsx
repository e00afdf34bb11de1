import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import { LegalScreen } from "./legal-screen.tsx";

const show = (text: string) => {
  const Stub = createRoutesStub([
    {
      path: "/",
      Component: () => (
        <LegalScreen title="Privacy notice" legal={{ text, changedAt: "2026-11-02T10:00:00Z" }} />
      ),
    },
  ]);
  return renderToStaticMarkup(<Stub initialEntries={["/"]} />);
};

/** The parts that lead on, each as its name and its links. */
const navigationOf = (text: string) => {
  return [...show(text).matchAll(/<nav aria-label="([^"]+)".*?<\/nav>/gs)].map(([nav, name]) => [
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
