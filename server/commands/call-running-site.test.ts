import { createServer } from "node:http";
import { expect, it } from "vitest";
import { listening } from "#backend/tests/listening.ts";
import { perTest } from "#backend/tests/per-file.ts";
import { callRunningSite } from "./call-running-site.ts";

/** A site that responds with its name. */
const startSite = async (name: string): Promise<number> => {
  const site = createServer((request, response) => {
    response.end(request.url === "/healthz" ? '{"ok":true}' : JSON.stringify(name));
  });
  return (await perTest(listening(site))).port;
};

const called = async (environment: Record<string, string>): Promise<string> => {
  const key = { HOST: "127.0.0.1", SUPABASE_SERVICE_ROLE_KEY: "a key of twenty characters" };
  const call = await callRunningSite({ ...key, ...environment });
  return call<string>("GET", "/anything");
};

it("calls the site at SITE_URL, and where it listens while that address does not lead to it", async () => {
  const [here, there] = [await startSite("here"), await startSite("there")];
  const PORT = String(here);
  expect(await called({ PORT })).toBe("here");
  expect(await called({ PORT, SITE_URL: `http://127.0.0.1:${there}` })).toBe("there");
  expect(await called({ PORT, SITE_URL: "http://127.0.0.1:9" })).toBe("here");
});

it("names SITE_URL if no site answers at either address", async () => {
  const environment = { PORT: "9", SITE_URL: "http://127.0.0.1:9/" };
  await expect(called(environment)).rejects.toThrow(
    "No site answers at http://127.0.0.1:9: start it",
  );
});
