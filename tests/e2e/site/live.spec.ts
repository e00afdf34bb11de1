import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import { startSite } from "#tests/e2e/process.ts";

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

test("live mode shows no mailbox, no test checkout and no sample", async ({ request, page }) => {
  test.setTimeout(120_000);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "live-"));
  const directory = async (at: string, query = "") =>
    (await request.get(`${at}/directory${query}`)).text();
  const trialProviders = async (at: string) => {
    const { anonKey } = (await (await request.get(`${at}/config.json`)).json()) as {
      anonKey: string;
    };
    const response = await request.get(`${at}/rest/v1/rpc/trial_providers`, {
      headers: { apikey: anonKey },
    });
    return response.json() as Promise<{ name: string }[]>;
  };

  // A trial on the same database first, with nobody in it: its directory shows an invented provider.
  const trial = await startSite(dataDir, { args: ["--empty"], ready: / is at / });
  try {
    expect(await directory(trial.url)).toMatch(/Test Provider.*No profile yet/s);
    await page.goto(`${trial.url}/directory`);
    await expect(page.getByText("Using test data")).toBeVisible();
    const keys = JSON.parse(readFileSync(path.join(dataDir, "keys.json"), "utf8"));
    const auth = { persistSession: false, autoRefreshToken: false };
    const service = createClient(trial.url, keys.api.serviceRole, { auth });
    const { error } = await service.auth.admin.createUser({
      email: "unpaid@people.example",
      password: "correct horse battery",
      email_confirm: true,
      user_metadata: {
        first_name: "Una",
        last_name: "Paid",
        account_type: "provider",
        business_name: "Unpaid Ltd",
        phone_number: "+44 7700 900123",
        location: "Leeds",
        categories: ["IT"],
      },
    });
    expect(error).toBeNull();
    expect(await trialProviders(trial.url)).toMatchObject([{ name: "Una Paid" }]);
    expect(await directory(trial.url, "?sort=newest")).toMatch(/Unpaid Ltd.*No profile yet/s);
    // They are real.
    await page.goto(`${trial.url}/directory?sort=newest`);
    await page.getByRole("searchbox").first().focus();
    await expect(page.locator("html[data-hydrated]")).toBeAttached();
    await expect(page.getByText("Unpaid Ltd")).toBeVisible();
    await expect(page.getByText("Using test data")).toHaveCount(0);
  } finally {
    await trial.stop();
  }

  // What it prints is the public address, so the port must be known beforehand.
  const port = await freePort();
  const site = await startSite(dataDir, { ready: / is at /, env: { ...LIVE, PORT: port } });
  const here = `http://127.0.0.1:${port}`;
  try {
    // Nobody made up, and nobody who did not pay, whatever was shown while this was a trial.
    expect(await directory(here)).not.toMatch(/Test Provider|Using test data|No profile yet/);
    expect(await trialProviders(here)).toEqual([]);
    const status = async (at: string) => (await request.get(here + at)).status();
    expect(await status("/")).toBe(200);
    expect(await status("/_mailbox")).toBe(404);
    expect(await status("/_mailbox/api/v1/messages")).toBe(404);
    expect(await status("/_test-checkout/cs_test_1")).toBe(404);
    expect(site.output()).not.toContain("Sample sign-ins");
    for (const at of ["/", "/healthz", "/config.json", "/rest/v1/jobs", "/nothing/here"]) {
      const { "strict-transport-security": only, "x-content-type-options": sniffing } = (
        await request.get(here + at)
      ).headers();
      expect([at, only, sniffing]).toEqual([at, "max-age=31536000", "nosniff"]);
    }
    const config = await request.get(`${here}/config.json`);
    expect(await config.json()).toMatchObject({ supabaseUrl: "https://www.acme-market.co.uk" });
    // Without the owner's token nobody becomes the first admin.
    const setup = await request.post(`${here}/functions/v1/admin-setup`, {
      headers: { apikey: ((await config.json()) as { anonKey: string }).anonKey },
      data: { username: "boss", password: "correct horse battery" },
    });
    expect([401, 403]).toContain(setup.status());
  } finally {
    await site.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
