import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { createDatabase } from "#backend/core/database/database.ts";
import { startEmbedded } from "#backend/core/embedded/embedded.ts";
import { silentLog } from "#backend/core/log.ts";
import {
  type RunningSite,
  startOnEmptyFolder,
  startProgram,
  startSite,
} from "#tests/e2e/process.ts";
import { fillLogin, open } from "#tests/e2e/site.ts";

const READY = / is at /;
const temporary = () => mkdtempSync(path.join(os.tmpdir(), "elsewhere-"));

/** Work for whoever is first: each task writes down that it was done. */
const TASKS = Array.from({ length: 12 }, (_, n) => `count-${"abcdefghijkl"[n]}`);
const taskSql = `create table private.runs (name text not null);
  ${TASKS.map((name) => {
    const procedure = `private.${name.replace("-", "_")}()`;
    return `create function ${procedure} returns void language sql as $$
        insert into private.runs values ('${name}') $$;
      insert into private.scheduled_tasks (name, run_every, procedure) values ('${name}', '1 day', '${procedure}');`;
  }).join("\n")}
  notify notices;`;

test("several processes of the site run on one PostgreSQL of the operator's own", async () => {
  // Both make their first start at once, which is most of the time.
  test.setTimeout(180_000);
  const [databaseDir, dataDir] = [temporary(), temporary()];
  const database = await startEmbedded({ dataDir: databaseDir, log: silentLog, durable: false });
  const { host, user } = database.connection;
  const db = createDatabase({ connection: database.connection, size: 2, log: silentLog });
  const start = () =>
    startSite(dataDir, {
      ready: READY,
      env: {
        WORKERS: "1",
        DATABASE_URL: `postgres://${user}@localhost/postgres?host=${encodeURIComponent(host)}`,
      },
    });
  try {
    // At once: whichever is first migrates and makes the keys, and the other one waits for it.
    const [site, other] = await Promise.all([start(), start()]);
    // The sample is for the embedded database: nobody's own one is filled with it. In trial mode an
    // empty directory shows the test provider (P-13).
    expect(await (await fetch(`${site.url}/directory`)).text()).toContain("No profile yet");
    expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
    // What one has signed, the other one believes.
    const keyOf = async ({ url }: RunningSite) =>
      ((await (await fetch(`${url}/config.json`)).json()) as { anonKey: string }).anonKey;
    expect(await keyOf(other)).toBe(await keyOf(site));

    // What is written past them is on the pages of each at once, though each has cached them: no answer is
    // older than the last commit.
    let cached = 0;
    for (const name of ["Twofold", "Threefold", "Fourfold"]) {
      await db.query(
        "update public.site_settings set value = to_jsonb($1::text) where key = 'site_name'",
        [name],
      );
      for (const { url } of [site, other, site, other]) {
        const found = await fetch(`${url}/categories`);
        expect(await found.text()).toContain(name);
        cached += Number(found.headers.has("age"));
      }
    }
    // Not each time: a task of the first minute may end what is cached.
    expect(cached).toBeGreaterThan(0);
    // Nothing says when these change: providers without a membership, whom a trial shows.
    await fetch(`${site.url}/directory`);
    expect((await fetch(`${site.url}/directory`)).headers.has("age")).toBe(false);
    // Links from elsewhere are the same page.
    const followed = async () =>
      (await fetch(`${site.url}/terms?utm_source=elsewhere&fbclid=x`)).headers.has("age");
    await fetch(`${site.url}/terms`);
    await expect.poll(followed).toBe(true);

    // Both are woken for the same work, and each piece is done by one.
    await db.query(taskSql);
    const runs = () => db.query<{ name: string }>("select name from private.runs order by 1");
    await expect.poll(async () => (await runs()).length).toBeGreaterThanOrEqual(TASKS.length);
    await Promise.all([site.stop(), other.stop()]);
    expect((await runs()).map(({ name }) => name)).toEqual(TASKS);
  } finally {
    await db.close();
    await database.stop();
    rmSync(databaseDir, { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true });
  }
});

/** Starts the backend alone, as a Supabase somewhere else, and gives its address and keys. */
const startBackendAlone = async () => {
  const { output, stop } = await startProgram(
    process.execPath,
    ["backend/cli.ts", "supabase", "--port", "0"],
    { SITE_URL: "http://localhost:3000" },
    (printed) => /service_role: \S/.test(printed),
  );
  const read = (label: string) => new RegExp(`${label}: (\\S+)`).exec(output())?.[1] ?? "";
  const env = {
    SUPABASE_URL: read("API URL"),
    SUPABASE_ANON_KEY: read("anon key"),
    SUPABASE_SERVICE_ROLE_KEY: read("service_role"),
  };
  return { env, stop };
};

test("the site runs against a Supabase on another origin", async ({ page }) => {
  const supabase = await startBackendAlone();
  const site = await startOnEmptyFolder("elsewhere-", { ready: READY, env: supabase.env });
  try {
    const refused: string[] = [];
    page.on("console", (message) => {
      if (/Content Security Policy|CORS/i.test(message.text())) refused.push(message.text());
    });
    const config = await page.request.get(`${site.url}/config.json`);
    expect(await config.json()).toMatchObject({ supabaseUrl: supabase.env.SUPABASE_URL });
    // Pictures of profiles are stored as paths.
    const picture = "/storage/v1/object/public/avatars/a%20b/avatar.png?v=1";
    const elsewhere = await page.request.get(site.url + picture, { maxRedirects: 0 });
    expect([elsewhere.status(), elsewhere.headers().location]).toEqual([
      307,
      supabase.env.SUPABASE_URL + picture,
    ]);
    await page.goto(`${site.url}/directory`);
    await expect(page.getByText("No profile yet")).toHaveCount(1);
    await open(page, `${site.url}/login`);
    await fillLogin(page, { email: "nobody@example.com", password: "wrong password" });
    await expect(page.getByText("Login failed")).toBeVisible();
    expect(refused).toEqual([]);
  } finally {
    await site.stop();
    await supabase.stop();
  }
});
