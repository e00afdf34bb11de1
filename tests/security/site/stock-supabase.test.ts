import { afterAll, beforeAll, expect, test } from "vitest";
import { startHostedDatabase } from "#tests/hosted-database.ts";

let hosted: Awaited<ReturnType<typeof startHostedDatabase>>;

beforeAll(async () => {
  hosted = await startHostedDatabase();
});
afterAll(() => hosted?.stop());

test("the folder applies as postgres, each file in a session of its own", async () => {
  await hosted.applyMigrations();
  const [owner] = await hosted.session("postgres", [
    "select rolsuper from pg_roles where rolname = current_user",
  ]);
  expect(owner).toEqual({ rolsuper: false });
});

test("rows arrive by the script, sign-ups by the auth service, and invalid ones are handled in any session", async () => {
  await hosted.loadSeed();
  const meta = JSON.stringify({
    account_type: "provider",
    first_name: "Pat",
    last_name: "Field",
    business_name: "Field Plumbing",
    location: "Manchester",
    categories: ["Construction/Trade > Plumber"],
  });
  const id = crypto.randomUUID();
  await hosted.session("platform", [
    "set role supabase_auth_admin",
    `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
     values ('${id}', 'pat@example.com', now(), '${meta}')`,
  ]);
  await hosted.session("postgres", [
    "set role service_role",
    `insert into public.subscribers (user_id, email, subscribed, subscription_tier, subscription_end)
     values ('${id}', 'pat@example.com', true, 'monthly', now() + interval '1 month')`,
  ]);
  const [found] = await hosted.session("postgres", [
    "set role anon",
    "select public.search_providers('plumer', 'Machester') as page",
  ]);
  expect(found).toMatchObject({
    page: { total: 1, corrected: "plumber", providers: [{ business_name: "Field Plumbing" }] },
  });
});
