import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { startEmbedded } from "#backend/kernel/embedded.ts";
import { silentLog } from "#backend/kernel/log.ts";
import { startSite } from "./process.ts";
import { open } from "./site.ts";

const READY = / is at /;
const root = path.resolve(import.meta.dirname, "../..");

const temporary = () => mkdtempSync(path.join(os.tmpdir(), "elsewhere-"));

test("the site runs on a PostgreSQL of the operator's own", async ({ page }) => {
  const [databaseDir, dataDir] = [temporary(), temporary()];
  const database = await startEmbedded({ dataDir: databaseDir, log: silentLog, durable: false });
  const { host, user } = database.connection;
  try {
    const site = await startSite(dataDir, {
      ready: READY,
      env: {
        DATABASE_URL: `postgres://${user}@localhost/postgres?host=${encodeURIComponent(host)}`,
      },
    });
    await page.goto(`${site.url}/directory`);
    // The sample is for the embedded database: nobody's own one is filled with it. In trial mode an
    // empty directory shows the test provider (decision 13).
    await expect(page.getByText("No profile yet")).toHaveCount(1);
    expect((await page.request.get(`${site.url}/readyz`)).status()).toBe(200);
    await site.stop();
  } finally {
    await database.stop();
    rmSync(databaseDir, { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true });
  }
});

/** Starts the backend alone, as a Supabase somewhere else, and gives its address and keys. */
const startBackendAlone = async () => {
  const child: ChildProcess = spawn(
    process.execPath,
    ["backend/cli.ts", "supabase", "--port", "0"],
    {
      cwd: root,
      env: { ...process.env, SITE_URL: "http://localhost:3000" },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let output = "";
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const read = (label: string) => new RegExp(`${label}: (\\S+)`).exec(output)?.[1];
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on("data", (chunk) => {
      output += chunk;
      if (read("service_role")) resolve();
    });
    void gone.then(() => reject(new Error(`The backend ended:\n${output}`)));
  });
  return {
    env: {
      SUPABASE_URL: read("API URL") ?? "",
      SUPABASE_ANON_KEY: read("anon key") ?? "",
      SUPABASE_SERVICE_ROLE_KEY: read("service_role") ?? "",
    },
    async stop() {
      child.kill("SIGTERM");
      await gone;
    },
  };
};

test("the site runs against a Supabase on another origin", async ({ page }) => {
  const dataDir = temporary();
  const supabase = await startBackendAlone();
  const site = await startSite(dataDir, { ready: READY, env: supabase.env });
  try {
    const refused: string[] = [];
    page.on("console", (message) => {
      if (/Content Security Policy|CORS/i.test(message.text())) refused.push(message.text());
    });
    const config = await page.request.get(`${site.url}/config.json`);
    expect(await config.json()).toMatchObject({ supabaseUrl: supabase.env.SUPABASE_URL });
    await page.goto(`${site.url}/directory`);
    await expect(page.getByText("No profile yet")).toHaveCount(1);
    await open(page, `${site.url}/login`);
    await page.getByLabel("Email", { exact: true }).fill("nobody@example.com");
    await page.getByLabel("Password", { exact: true }).fill("wrong password");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByText("Login failed")).toBeVisible();
    expect(refused).toEqual([]);
  } finally {
    await site.stop();
    await supabase.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
