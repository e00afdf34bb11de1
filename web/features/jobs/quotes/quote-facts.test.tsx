import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { QuoteBadge } from "./quote-facts.tsx";

it("does not say that a quote is waiting to the client it waits for", () => {
  const badge = (toDecide: boolean, expired = false) =>
    renderToStaticMarkup(
      <QuoteBadge quote={{ state: "sent", expired }} jobStatus="open" toDecide={toDecide} />,
    );
  expect(badge(false)).toContain("Waiting");
  expect(badge(true)).toBe("");
  expect(badge(true, true)).toContain("Expired");
});
