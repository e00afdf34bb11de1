import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "@playwright/test";
import { startOnEmptyFolder } from "#tests/e2e/process.ts";

const LIVE = {
  SITE_MODE: "live",
  SITE_URL: "https://www.acme-market.co.uk",
  SMTP_URL: "smtp://127.0.0.1:9",
  MAIL_FROM: "Acme <hello@acme-market.co.uk>",
  STRIPE_SECRET_KEY: "sk_live_51Qk2vTJd8fXyB4n",
  STRIPE_WEBHOOK_SECRET: "whsec_7GhT2mPq9LcVxR4w",
  STRIPE_PRICE_MONTHLY: "price_none",
  STRIPE_PRICE_YEARLY: "price_none_either",
  ADMIN_SETUP_TOKEN: "9f1c4be07a52d863",
};

/** Below the ports that systems lend to connections, one of which could take it before the site does. */
const freePort = async (): Promise<string> => {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const server = createServer().listen(port, "127.0.0.1");
    const free = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!free) continue;
    server.close();
    await once(server, "close");
    return String(port);
  }
};

test("live mode shows no mailbox, no test checkout, no sample, and nobody who did not pay", async ({
  request,
}) => {
  // What it prints is the public address, so the port must be known beforehand.
  const port = await freePort();
  const env = { ...LIVE, PORT: port };
  const site = await startOnEmptyFolder("live-", { ready: / is at /, env });
  const here = `http://127.0.0.1:${port}`;
  try {
    const status = async (at: string) => (await request.get(here + at)).status();
    expect(await status("/")).toBe(200);
    expect(await status("/_mailbox")).toBe(404);
    expect(await status("/_mailbox/api/v1/messages")).toBe(404);
    expect(await status("/_test-checkout/cs_test_1")).toBe(404);
    expect(site.output()).not.toContain("Sample sign-ins");
    // A trial with nobody in it shows an invented provider.
    const directory = await (await request.get(`${here}/directory`)).text();
    expect(directory).not.toMatch(/Test Provider|Using test data|No profile yet/);
    const config = await request.get(`${here}/config.json`);
    const { anonKey, supabaseUrl } = (await config.json()) as Record<string, string>;
    expect(supabaseUrl).toBe("https://www.acme-market.co.uk");
    const headers = { apikey: anonKey ?? "" };
    const unpaid = await request.get(`${here}/rest/v1/rpc/trial_providers`, { headers });
    expect(await unpaid.json()).toEqual([]);
    // Without the owner's token nobody becomes the first admin.
    const data = { username: "boss", password: "correct horse battery" };
    const setup = await request.post(`${here}/functions/v1/admin-setup`, { headers, data });
    expect([401, 403]).toContain(setup.status());
  } finally {
    await site.stop();
  }
});
