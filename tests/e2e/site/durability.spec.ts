import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, request, test } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import pg from "pg";
import { socketFolder } from "#tests/bench/site.ts";
import { mailTo } from "#tests/e2e/mailbox.ts";
import { startSite } from "#tests/e2e/process.ts";

const PASSWORD = "correct horse battery";

/** A client of the site at this address, as a browser has one. */
const clientOf = async (url: string) => {
  const config = (await (await fetch(`${url}/config.json`)).json()) as { anonKey: string };
  return createClient(url, config.anonKey, { auth: { persistSession: false } });
};

const confirmationToken = async (url: string, address: string): Promise<string> => {
  const api = await request.newContext({ baseURL: url });
  let token = "";
  await expect
    .poll(async () => {
      const search = await api.get(
        `/_mailbox/api/v1/search?query=to:${encodeURIComponent(address)}`,
      );
      const { messages } = (await search.json()) as { messages: { ID: string }[] };
      if (!messages[0]) return "";
      const mail = await api.get(`/_mailbox/api/v1/message/${messages[0].ID}`);
      const { Text } = (await mail.json()) as { Text: string };
      token = /token_hash=([^&\s]+)/.exec(Text)?.[1] ?? "";
      return token;
    })
    .not.toBe("");
  await api.dispose();
  return token;
};

test("kill -9 loses nothing that was acknowledged", async ({ request: api }) => {
  test.setTimeout(180_000);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "durable-"));
  const ready = / is at /;
  try {
    let site = await startSite(dataDir, { args: ["--empty"], ready });
    const email = "durable@example.com";
    const visitor = await clientOf(site.url);
    const signedUp = await visitor.auth.signUp({
      email,
      password: PASSWORD,
      options: { data: { first_name: "Dora", account_type: "client", location: "Leeds" } },
    });
    expect(signedUp.error).toBeNull();
    // Killed with the mail barely out: it is still there, and its link still good.
    await site.kill();

    // This time with two workers, whose primary is killed.
    site = await startSite(dataDir, { args: ["--empty"], ready, env: { WORKERS: "2" } });
    const confirmed = await clientOf(site.url);
    const token = await confirmationToken(site.url, email);
    const { data, error } = await confirmed.auth.verifyOtp({ token_hash: token, type: "signup" });
    expect(error).toBeNull();
    const userId = data.user?.id ?? "";
    const { error: refused } = await confirmed.from("jobs").insert({
      title: "Durable",
      description: "Still there",
      category: "IT",
      user_id: userId,
      contact_email: email,
    });
    expect(refused).toBeNull();
    // Writes go on until the moment of the kill; whatever was acknowledged must survive.
    let acknowledged = 0;
    let killed = false;
    const writing = (async () => {
      for (let number = 1; !killed && number < 10_000; number += 1) {
        const response = await confirmed
          .from("profiles")
          .update({ bio: String(number) })
          .eq("id", userId);
        if (response.error) return;
        acknowledged = number;
      }
    })();
    await expect.poll(() => acknowledged).toBeGreaterThan(50);
    // A notice is under way when the process ends, and its task with it.
    const database = new pg.Client({
      host: socketFolder(dataDir),
      user: "postgres",
      database: "postgres",
    });
    await database.connect();
    await database.query("begin");
    await database.query(
      "select notify.account($1, 'password_changed', jsonb_build_object('changed_at', now()))",
      [userId],
    );
    await database.query("update notify.notices set claimed_until = now() + interval '10 minutes'");
    await database.query(
      "update private.scheduled_tasks set running_until = now() + interval '2 minutes' where function_name = 'deliver-notices'",
    );
    await database.query("commit");
    await database.end();
    await site.kill();
    killed = true;
    await writing;

    site = await startSite(dataDir, { args: ["--empty"], ready });
    const again = await clientOf(site.url);
    const { data: jobs } = await again.from("jobs").select("title").eq("user_id", userId);
    expect(jobs).toEqual([{ title: "Durable" }]);
    expect((await again.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    const { data: own } = await again.from("profiles").select("bio").eq("id", userId).single();
    expect(Number(own?.bio)).toBeGreaterThanOrEqual(acknowledged);
    // An embedded database has no other process: what was under way is due at once, not in ten minutes.
    await mailTo(api, email, /password was changed/, site.url);
    await site.stop();
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
