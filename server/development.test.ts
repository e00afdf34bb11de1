import { expect, test } from "vitest";
import { atEnd } from "#backend/tests/per-file.ts";
import { startOnEmptyFolder } from "#tests/e2e/process.ts";

test("in development a page comes with hot reload, and its scripts as they are written", async () => {
  // The test runner's own variables change what Vite does.
  const env = { NODE_ENV: "development", VITEST: "" };
  const started = { args: ["--dev", "--empty"], ready: / is at /, env };
  const site = await startOnEmptyFolder("development ", started);
  atEnd(site.stop);
  // Until its first page is compiled, a slow machine says that it is busy.
  const page = async () => (await fetch(`${site.url}/categories`)).text();
  await expect.poll(page, { timeout: 50_000 }).toContain("/web/entry.client.tsx");
  for (const path of ["/@vite/client", "/web/entry.client.tsx"]) {
    const script = await fetch(site.url + path);
    expect([script.status, script.headers.get("content-type")]).toEqual([200, "text/javascript"]);
  }
}, 120_000);
