import { expect, it } from "vitest";
import { readInline, readText } from "./simple-text.ts";

it("has headings, paragraphs and lists", () => {
  const kinds = readText("One\nline.\r\n\r\n## Two\n\n- a\n- **b**").map(({ kind }) => kind);
  expect(kinds).toEqual(["paragraph", "heading", "list"]);
});

it("links to nothing that could run", () => {
  for (const href of ["javascript:alert(1)", "//evil.example", "data:text/html,x", "http://x"]) {
    expect(readInline(`[x](${href})`)).toEqual([{ kind: "text", text: `[x](${href})` }]);
  }
  expect(readInline("See [us](/terms) or [them](https://ico.org.uk).")).toEqual([
    { kind: "text", text: "See " },
    { kind: "link", text: "us", href: "/terms" },
    { kind: "text", text: " or " },
    { kind: "link", text: "them", href: "https://ico.org.uk" },
    { kind: "text", text: "." },
  ]);
  expect(readInline("<b>x</b>")).toEqual([{ kind: "text", text: "<b>x</b>" }]);
});
