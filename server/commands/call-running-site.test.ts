import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { callRunningSite } from "./call-running-site.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A site that responds with its name. */
const startSite = async (name: string): Promise<number> => {
  const server = createServer((request, response) => {
    response.end(request.url === "/healthz" ? '{"ok":true}' : JSON.stringify(name));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  closing.push(() => server.closeAllConnections());
  return port;
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
