import { expect, it } from "vitest";
import { FAILED, plainPage } from "./plain-page.ts";

const request = (accept: string, words = FAILED, status = 500) =>
  plainPage(new Request("http://site.example/", { headers: { accept } }), words, status, {});

it("gives people a page and a way to try again, and programs JSON", async () => {
  const page = request("text/html,application/xhtml+xml");
  expect([page.status, page.headers.get("content-type")]).toEqual([
    500,
    "text/html; charset=utf-8",
  ]);
  const html = await page.text();
  expect(html).toContain("<h1>Something went wrong</h1>");
  expect(html).toContain("Please try again in a few seconds.");
  expect(html).toContain(">Try again</a>");
  expect(await request("application/json").json()).toEqual({
    error: "Something went wrong. The fault is on our side. Please try again in a few seconds.",
  });
});
