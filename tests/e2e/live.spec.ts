import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { startSite } from "./process.ts";

const LIVE = {
  SITE_MODE: "live",
  SITE_URL: "https://www.example.org",
  SMTP_URL: "smtp://127.0.0.1:9",
  STRIPE_SECRET_KEY: "sk_live_none",
  STRIPE_WEBHOOK_SECRET: "whsec_none",
  STRIPE_PRICE_MONTHLY: "price_none",
  STRIPE_PRICE_YEARLY: "price_none_either",
  ADMIN_SETUP_TOKEN: "0123456789abcdef",
};

const freePort = async (): Promise<string> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return String(port);
};

test("live mode shows no mailbox, no test checkout and no sample", async ({ request }) => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "live-"));
  // What it prints is the public address, so the port must be known beforehand.
  const port = await freePort();
  const site = await startSite(dataDir, { ready: / is at /, env: { ...LIVE, PORT: port } });
  const here = `http://127.0.0.1:${port}`;
  try {
    const status = async (at: string) => (await request.get(here + at)).status();
    expect(await status("/")).toBe(200);
    expect(await status("/_mailbox")).toBe(404);
    expect(await status("/_mailbox/api/v1/messages")).toBe(404);
    expect(await status("/_test-checkout/cs_test_1")).toBe(404);
    expect(site.output()).not.toContain("Sample sign-ins");
    const home = await request.get(here);
    expect(home.headers()["strict-transport-security"]).toContain("max-age=");
    const config = await request.get(`${here}/config.json`);
    expect(await config.json()).toMatchObject({ supabaseUrl: "https://www.example.org" });
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

test("a missing setting stops the start with one line that names it", async () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "live-"));
  const { ADMIN_SETUP_TOKEN: _left_out, ...rest } = LIVE;
  await expect(startSite(dataDir, { ready: / is at /, env: rest })).rejects.toThrow(
    /ADMIN_SETUP_TOKEN must be set when SITE_MODE is live/,
  );
  rmSync(dataDir, { recursive: true, force: true });
});
