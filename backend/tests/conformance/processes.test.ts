import path from "node:path";
import { expect, test, vi } from "vitest";
import { cliKeys } from "#backend/core/tokens/keys.ts";
import { startCli } from "#backend/tests/cli-process.ts";
import { bareDatabase } from "#backend/tests/database.ts";
import { newFolder, writeFiles } from "#backend/tests/folders.ts";
import { perFile } from "#backend/tests/per-file.ts";

/* Two processes of the backend's command on one DATABASE_URL: what one does, the other knows. */

const SIGN_INS = 24;
/** Wrong passwords for one account from one network. */
const GUESSES = SIGN_INS / 3;
const PASSWORD = "correct horse battery";

const folder = newFolder("processes-");
const database = perFile(bareDatabase);
const keys = (await cliKeys()).api;
writeFiles(path.join(folder, "supabase"), {
  "config.toml": `project_id = "processes"
[auth]
refresh_token_reuse_interval = 0
[auth.rate_limit]
email_sent = 100
sign_in_sign_ups = ${SIGN_INS}
[auth.email]
enable_confirmations = false
max_frequency = "10m"`,
  "migrations/20260101000000_films.sql": `create table films (id int primary key, title text not null);
     alter table films enable row level security;
     create policy "All may read." on films for select using (true);
     alter publication supabase_realtime add table films;`,
});
/** At once: whichever is first migrates, and the other one waits for it. */
const running = perFile(async () => {
  const { host, user, database: name } = database.connection;
  const DATABASE_URL = `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}`;
  const start = () => startCli(folder, { env: { DATABASE_URL } });
  const [one, two] = await Promise.all([start(), start()]);
  return {
    urls: [one.url, two.url] as const,
    close: () => Promise.all([one, two].map(({ stop }) => stop("SIGTERM"))),
  };
});

const post = async (url: string, at: string, body: unknown, key = keys.anon) => {
  const response = await fetch(`${url}${at}`, {
    method: "POST",
    headers: { apikey: key, authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const parsed = (text ? JSON.parse(text) : {}) as Record<string, string>;
  return { status: response.status, body: parsed };
};

/** Asks both at once. */
const both = (at: string, body: unknown) =>
  Promise.all(running.urls.map((url) => post(url, at, body)));
const statuses = (responses: { status: number }[]) => responses.map(({ status }) => status).sort();

test("a refresh token is valid once, in whichever process", async () => {
  const person = { email: "ada@example.org", password: PASSWORD };
  const { body } = await post(running.urls[0], "/auth/v1/signup", person);
  const refresh = (token: string | undefined) =>
    both("/auth/v1/token?grant_type=refresh_token", { refresh_token: token });
  const responses = await refresh(body.refresh_token);
  expect(statuses(responses)).toEqual([200, 400]);
  // The second use of the same token ended the whole session, for both.
  const fresh = responses.find(({ status }) => status === 200)?.body.refresh_token;
  expect(statuses(await refresh(fresh))).toEqual([400, 400]);
});

test("a one-time code is valid once, in whichever process", async () => {
  const email = "ben@example.org";
  const link = { type: "magiclink", email };
  const generate = "/auth/v1/admin/generate_link";
  const { body } = await post(running.urls[0], generate, link, keys.serviceRole);
  const responses = await both("/auth/v1/verify", { type: "email", email, token: body.email_otp });
  expect(statuses(responses)).toEqual([200, 403]);
});

test("a mail leaves once, and a second one in the same time from neither", async () => {
  const people = ["cyd", "dan", "eve", "fay"].map((name) => `${name}@example.org`);
  for (const email of people) {
    const responses = await both("/auth/v1/otp", { email, create_user: true });
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  }
  const sent = async () => {
    const response = await fetch(`${running.urls[0]}/_mailbox/api/v1/messages`);
    const { messages } = (await response.json()) as { messages: { To: { Address: string }[] }[] };
    return messages.flatMap(({ To }) => To.map(({ Address }) => Address)).sort();
  };
  await vi.waitFor(async () => expect(await sent()).toEqual(people), { timeout: 30_000 });
  const row = "select count(*)::int as all, max(attempts) as most from _backend.outbox";
  expect(await database.db.query(row)).toEqual([{ all: people.length, most: 1 }]);
});

test("what an address may do is counted for both together", async () => {
  const wrong = { email: "nobody@example.org", password: "wrong horse" };
  const responses: { status: number }[] = [];
  // Each gets fewer requests than it would allow alone; together they get more.
  for (let round = 0; round < GUESSES - 2; round++)
    responses.push(...(await both("/auth/v1/token?grant_type=password", wrong)));
  expect(responses[0]?.status).toBe(400);
  expect(statuses(responses)).toContain(429);
});
