import { renderToStaticMarkup } from "react-dom/server";
import { UNSAFE_ErrorResponseImpl } from "react-router";
import { expect, it } from "vitest";
import { ReadableError } from "#domain/faults.ts";
import { ErrorScreen } from "./error-screen.tsx";

it.each([
  [new ReadableError("The well is dry"), "The well is dry"],
  [new TypeError("x is not a function"), "An unexpected error occurred"],
  [
    new TypeError("Failed to fetch dynamically imported module: /x.js"),
    "Network issue: please check your connection and try again.",
  ],
  [{ message: "" }, "An unexpected error occurred"],
  [null, "An unexpected error occurred"],
  ["thrown words", "An unexpected error occurred"],
  [
    new UNSAFE_ErrorResponseImpl(503, "Service Unavailable", ""),
    "The site is very busy right now. Please try again in a few seconds.",
  ],
])("says something went wrong for %j, and offers to try again", (error, words) => {
  const html = renderToStaticMarkup(<ErrorScreen error={error} />);
  expect(html).toContain("Something went wrong");
  expect(html).toContain(words);
  expect(html).toContain("Try again");
});
