import { createListener } from "supabase-compatible-backend/process";
import { expect, it } from "vitest";
import { perTest } from "#backend/tests/per-file.ts";
import { FAILED, plainPage, startingPage } from "./plain-page.ts";

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

it("serves a waiting page, and reports that it is alive, until the site is ready", async () => {
  const at = { host: "127.0.0.1", port: 0, inUse: "in use" };
  const listener = await perTest(createListener({ ...at, starting: startingPage }));
  const site = `http://127.0.0.1:${await listener.take()}`;
  const page = await fetch(`${site}/directory`, { headers: { accept: "text/html" } });
  expect([page.status, page.headers.get("retry-after")]).toEqual([503, "5"]);
  const html = await page.text();
  expect(html).toContain("<h1>Back in a moment</h1>");
  expect(html).toContain('<meta http-equiv="refresh" content="5">');
  const call = await fetch(`${site}/rest/v1/jobs`);
  expect(call.status).toBe(503);
  expect(await call.json()).toEqual({ error: expect.stringContaining("Back in a moment") });
  expect((await fetch(`${site}/readyz`)).status).toBe(503);
  expect((await fetch(`${site}/healthz`)).status).toBe(200);
  listener.open(
    async () => new Response("open"),
    () => false,
  );
  expect(await (await fetch(site)).text()).toBe("open");
});
