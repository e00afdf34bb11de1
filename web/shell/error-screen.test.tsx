import { renderToStaticMarkup } from "react-dom/server";
import { UNSAFE_ErrorResponseImpl } from "react-router";
import { expect, it } from "vitest";
import { ReadableError } from "#domain/site/faults.ts";
import { ErrorScreen } from "./error-screen.tsx";

it.each([
  [new ReadableError("The well is dry"), "The well is dry"],
  [new TypeError("x is not a function"), "An unexpected error occurred"],
  [
    new TypeError("Failed to fetch dynamically imported module: /x.js"),
    "Network issue: please check your connection and try again.",
  ],
  [{ message: "no", code: "XX000" }, "The fault is on our side."],
  [new Error("Unexpected Server Error"), "The fault is on our side."],
  [{ message: "" }, "An unexpected error occurred"],
  [null, "An unexpected error occurred"],
  ["thrown words", "An unexpected error occurred"],
])("shows that something went wrong for %j, and offers to try again", (error, words) => {
  const html = renderToStaticMarkup(<ErrorScreen error={error} />);
  expect(html).toContain("Something went wrong");
  expect(html).toContain(words);
  expect(html).toContain("Try again");
});

it.each([
  [400, "This page could not take what was sent", "go back, reload the page"],
  [405, "This page could not take what was sent", "go back, reload the page"],
  [500, "Something went wrong", "The fault is on our side."],
])("shows what to do next for a page's %i, and no status text", (status, title, text) => {
  const error = new UNSAFE_ErrorResponseImpl(status, "Method Not Allowed", "");
  const html = renderToStaticMarkup(<ErrorScreen error={error} />);
  expect(html).toContain(title);
  expect(html).toContain(text);
  expect(html).not.toContain("Method Not Allowed");
});
