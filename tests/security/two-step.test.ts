import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { authenticatorCode } from "#tests/totp.ts";
import {
  FORBIDDEN,
  metadataOf,
  outcome,
  PASSWORD,
  rows,
  startWorld,
  type World,
} from "./people.ts";

/** What a password alone, an old session or somebody else's device gets where a second step is asked. */
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1";

let addresses = 0;
const signIn = async (email: string, agent = CHROME): Promise<SupabaseClient> => {
  addresses += 1;
  const ip = `10.77.0.${addresses}`;
  const client = createClient(world.backend.url, world.backend.keys.anon, {
    auth: { persistSession: false, autoRefreshToken: false, experimental: { recoveryCodes: true } },
    global: {
      headers: { "user-agent": agent },
      fetch: (input, init) => world.backend.ask(new Request(input, init).url, init, ip),
    },
  });
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return client;
};

const account = async (name: string, type: "client" | "provider" | "admin") => {
  const email = `${name}@people.example`;
  const { data, error } = await world.service.auth.admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    user_metadata: metadataOf(name, type === "admin" ? "client" : type),
  });
  if (error) throw error;
  const { id } = data.user;
  if (type === "admin") {
    await world.backend.db.query(
      "update public.profiles set account_type = 'admin' where id = $1",
      [id],
    );
  }
  return { id, email };
};

/** Switches two-step verification on; gives the client at aal2. */
const protect = async (client: SupabaseClient) => {
  const { data, error } = await client.auth.mfa.enroll({ factorType: "totp" });
  if (error) throw error;
  const code = authenticatorCode(data.totp.secret, world.backend.clock.now());
  const proven = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code });
  if (proven.error) throw proven.error;
  world.backend.clock.advance(30);
  return data;
};

const job = (id: string) => ({
  title: "A gate",
  description: "For the garden",
  category: "IT",
  user_id: id,
  contact_email: "a@people.example",
});

const noticesTo = (id: string) =>
  world.see<string[] | null>(
    "select array_agg(kind order by created_at) from private.notices where user_id = $1",
    [id],
  );

describe("a password without the second step", () => {
  it("changes nothing and reveals nothing of a client", async () => {
    const { id, email } = await account("careful", "client");
    const owner = await signIn(email);
    const factor = await protect(owner);
    const posted = await owner.from("jobs").insert(job(id));
    expect(posted.error).toBeNull();

    const thief = await signIn(email);
    const before = await world.picture("public.profiles", "public.jobs", "public.feedback");
    expect((await thief.rpc("session_stands")).data).toBe(false);
    await thief.from("profiles").update({ first_name: "Thief" }).eq("id", id);
    expect(await outcome(thief.from("jobs").insert(job(id)))).toBe(FORBIDDEN);
    expect(
      await outcome(
        thief
          .from("feedback")
          .insert({ provider_id: world.people.member.id, user_id: id, rating: 1, title: "No" }),
      ),
    ).toBe(FORBIDDEN);
    expect(await outcome(thief.rpc("my_devices"))).toBe(FORBIDDEN);
    expect(await outcome(thief.rpc("end_device", { p_id: crypto.randomUUID() }))).toBe(FORBIDDEN);
    expect((await thief.auth.updateUser({ password: "mine from now on" })).error?.code).toBe(
      "insufficient_aal",
    );
    expect((await thief.auth.mfa.unenroll({ factorId: factor.id })).error?.code).toBe(
      "insufficient_aal",
    );
    expect((await thief.auth.mfa.enroll({ factorType: "totp" })).error).not.toBeNull();
    expect((await thief.auth.mfa.recoveryCodes.generate()).error).not.toBeNull();
    expect(await world.picture("public.profiles", "public.jobs", "public.feedback")).toBe(before);

    // The same calls of the owner pass, so they were refused for the missing step.
    const renamed = owner
      .from("profiles")
      .update({ first_name: "Owner" })
      .eq("id", id)
      .select("id");
    expect(await rows(renamed)).toHaveLength(1);
    expect(await rows(owner.rpc("my_devices"))).not.toHaveLength(0);
  });

  it("changes no file and no choice", async () => {
    const { id, email } = await account("shown", "client");
    const owner = await signIn(email);
    await protect(owner);
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#c2410c" } })
      .png()
      .toBuffer();
    const put = (client: SupabaseClient, name: string) =>
      client.storage
        .from("avatars")
        .upload(`${id}/${name}.png`, png, { upsert: true, contentType: "image/png" });
    const choose = (client: SupabaseClient) =>
      client
        .from("notification_settings")
        .update({ email_notifications: false })
        .eq("user_id", id)
        .select("email_notifications");
    expect((await put(owner, "mine")).error).toBeNull();
    const files = () =>
      world.see("select array_agg(name) from storage.objects where name like $1", [`${id}/%`]);

    const thief = await signIn(email);
    expect((await put(thief, "new")).error).not.toBeNull();
    expect((await put(thief, "mine")).error).not.toBeNull();
    await thief.storage.from("avatars").remove([`${id}/mine.png`]);
    expect(await files()).toEqual([`${id}/mine.png`]);
    expect(await rows(choose(thief))).toEqual([]);

    // The same of the owner passes.
    expect((await put(owner, "mine")).error).toBeNull();
    expect(await rows(choose(owner))).toEqual([{ email_notifications: false }]);
    expect((await owner.storage.from("avatars").remove([`${id}/mine.png`])).error).toBeNull();
    expect(await files()).toBeNull();
  });

  it("reads nothing that is the account's own, and takes nothing away", async () => {
    const { id, email } = await account("lister", "provider");
    const owner = await signIn(email);
    await protect(owner);
    const { member, seeker } = world.people;
    const write = async (...writes: PromiseLike<{ error: unknown }>[]) => {
      for (const { error } of await Promise.all(writes)) expect(error).toBeNull();
    };
    await write(
      owner.from("saved_providers").insert({ user_id: id, provider_id: member.id }),
      owner.from("job_alerts").insert({ user_id: id, frequency: "daily" }),
      owner.rpc("allow_support", { p_hours: 24 }),
    );
    await world.backend.db.query(
      `with said as (insert into public.enquiries (sender_id, provider_id, subject) values ($1, $2, 'Roof') returning id)
       insert into public.enquiry_messages (enquiry_id, author_id, body) select id, $1, 'Hello' from said`,
      [seeker.id, id],
    );
    const enquiry_id = await world.see<string>(
      "select id from public.enquiries where provider_id = $1",
      [id],
    );

    await world.backend.db.query(
      "insert into public.enquiry_blocks (user_id, blocked_id) values ($1, $2)",
      [id, member.id],
    );
    await world.backend.db.query(
      "insert into public.coupon_redemptions (user_id, code) values ($1, 'FIRST100')",
      [id],
    );
    await world.backend.db.query(
      "insert into public.payments (id, user_id, pence, currency, paid_at) values ('in_1', $1, 299, 'gbp', now())",
      [id],
    );
    await world.backend.db.query(
      `with posted as (
         insert into public.jobs (title, description, category, user_id, contact_email)
         values ('A', 'B', 'IT', $2, 'a@people.example') returning id),
       saved as (insert into public.saved_jobs (provider_id, job_id) select $1, id from posted)
       insert into public.job_contact_reveals (provider_id, job_id) select $1, id from posted`,
      [id, seeker.id],
    );

    const thief = await signIn(email);
    const own = (client: SupabaseClient) => [
      client.from("saved_providers").select(),
      client.from("saved_jobs").select(),
      client.from("job_alerts").select("id"),
      client.from("consents").select("purpose"),
      client.from("notification_settings").select("email_notifications"),
      client.from("enquiry_blocks").select("blocked_id"),
      client.from("payments").select("id"),
      client.from("coupon_redemptions").select("code"),
      client.from("job_contact_reveals").select("job_id"),
    ];
    for (const found of await Promise.all(own(thief).map(rows))) expect(found).toEqual([]);
    for (const found of await Promise.all(own(owner).map(rows))) expect(found).not.toEqual([]);
    const before = await world.picture(
      "public.saved_providers",
      "public.job_alerts",
      "public.consents",
      "public.enquiry_blocks",
      "public.enquiry_messages",
    );
    await thief.from("saved_providers").delete().eq("user_id", id);
    await thief.from("job_alerts").delete().eq("user_id", id);
    for (const call of [
      thief.from("saved_providers").insert({ user_id: id, provider_id: world.people.rival.id }),
      thief.rpc("block_enquirer", { enquiry_id, blocked: true }),
      thief.rpc("read_enquiry", { enquiry_id }),
      thief.rpc("withdraw_support"),
      thief.rpc("support_looks"),
    ]) {
      expect(await outcome(call)).toBe(FORBIDDEN);
    }
    expect(
      await world.picture(
        "public.saved_providers",
        "public.job_alerts",
        "public.consents",
        "public.enquiry_blocks",
        "public.enquiry_messages",
      ),
    ).toBe(before);

    await write(
      owner.rpc("read_enquiry", { enquiry_id }),
      owner.rpc("block_enquirer", { enquiry_id, blocked: true }),
      owner.rpc("withdraw_support"),
      owner.rpc("support_looks"),
    );
  });

  it("neither reads nor deletes the jobs of a client", async () => {
    const { id, email } = await account("closer", "client");
    const owner = await signIn(email);
    await protect(owner);
    await owner.from("jobs").insert(job(id));
    await owner.from("jobs").update({ status: "closed" }).eq("user_id", id);
    const thief = await signIn(email);
    const mine = (client: SupabaseClient) =>
      rows(client.from("jobs").select("id").eq("user_id", id));
    await thief.from("jobs").delete().eq("user_id", id);
    expect(await mine(thief)).toEqual([]);
    expect(await mine(owner)).toHaveLength(1);
    await owner.from("jobs").delete().eq("user_id", id);
    expect(await mine(owner)).toEqual([]);
  });

  it("reveals no contact to a member", async () => {
    const { id, email } = await account("reader", "provider");
    await world.backend.db.query(
      `insert into public.subscribers (user_id, subscribed, subscription_tier, subscription_end)
       values ($1, true, 'yearly', now() + interval '1 year')`,
      [id],
    );
    const poster = world.people.seeker;
    await world.backend.db.query(
      "insert into public.jobs (title, description, category, user_id, contact_email) values ('A', 'B', 'IT', $1, 'a@people.example')",
      [poster.id],
    );
    const job_id = await world.see<string>("select id from public.jobs where user_id = $1", [
      poster.id,
    ]);
    const owner = await signIn(email);
    await protect(owner);
    const thief = await signIn(email);
    expect(await outcome(thief.rpc("reveal_job_contact", { job_id }))).toBe(FORBIDDEN);
    expect(await outcome(owner.rpc("reveal_job_contact", { job_id }))).toBe("let in");
  });

  it("does not administer", async () => {
    const { email } = await account("chief", "admin");
    const owner = await signIn(email);
    expect(await outcome(owner.rpc("admin_dashboard_counts"))).toBe("let in");
    await protect(owner);
    const thief = await signIn(email);
    expect(await outcome(thief.rpc("admin_dashboard_counts"))).toBe(FORBIDDEN);
    expect(await outcome(thief.rpc("get_admin_user_details"))).toBe(FORBIDDEN);
    expect(await rows(thief.from("audit_log").select("id"))).toEqual([]);
    expect(await rows(thief.from("profiles").select("id"))).toHaveLength(1);
    expect(await outcome(owner.rpc("admin_dashboard_counts"))).toBe("let in");
  });
});

it("is taken from a locked-out member by the operator, the recovery codes with it", async () => {
  const { id, email } = await account("locked", "client");
  const owner = await signIn(email);
  const factor = await protect(owner);
  expect((await owner.auth.mfa.recoveryCodes.generate()).error).toBeNull();
  const factors = async () => {
    const { data } = await world.service.auth.admin.mfa.listFactors({ userId: id });
    return data?.factors.length;
  };
  expect(await factors()).toBe(2);
  const path = `/auth/v1/admin/users/${id}/factors/${factor.id}`;
  expect((await world.ask(path, { method: "DELETE", as: "admin" })).status).toBe(403);
  expect(await factors()).toBe(2);
  const { serviceRole } = world.backend.keys;
  const headers = { apikey: serviceRole, authorization: `Bearer ${serviceRole}` };
  expect((await world.ask(path, { method: "DELETE", headers })).status).toBe(200);
  expect(await factors()).toBe(0);
  expect((await (await signIn(email)).rpc("session_stands")).data).toBe(true);
});

describe("an admin's session", () => {
  it.each([
    ["8 hours after the login", "8 hours", "0 minutes"],
    ["45 minutes after the last renewal", "2 hours", "45 minutes"],
    ["45 minutes after a login that was never renewed", "45 minutes", null],
  ])("is over %s, and its refresh token with it", async (what, age, renewed) => {
    const { id, email } = await account(`admin${what.length}`, "admin");
    const client = await signIn(email);
    const become = (created: string, refreshed: string | null) =>
      world.backend.db.query(
        `update auth.sessions set created_at = now() - $2::interval,
           refreshed_at = (now() - $3::interval) at time zone 'utc' where user_id = $1`,
        [id, created, refreshed],
      );
    await become("7 hours 59 minutes", "44 minutes");
    expect(await outcome(client.rpc("admin_dashboard_counts"))).toBe("let in");
    await become(age, renewed);
    expect(await outcome(client.rpc("admin_dashboard_counts"))).toBe(FORBIDDEN);
    await world.backend.db.query("select private.end_admin_sessions()");
    expect((await client.auth.refreshSession()).error?.code).toBe("refresh_token_not_found");
  });

  it("ends sooner than a member's", async () => {
    const { id, client } = world.people.rival;
    await world.backend.db.query(
      "update auth.sessions set created_at = now() - interval '20 days', refreshed_at = null where user_id = $1",
      [id],
    );
    await world.backend.db.query("select private.end_admin_sessions()");
    expect((await client.rpc("session_stands")).data).toBe(true);
  });
});

describe("devices", () => {
  it("are one's own to see and to end, and nobody else's", async () => {
    const { email } = await account("mobile", "client");
    const here = await signIn(email, CHROME);
    const there = await signIn(email, SAFARI);
    const listed = await rows<{ id: string }>(here.rpc("my_devices"));
    expect(listed).toMatchObject([
      { browser: "Chrome", system: "Windows", is_current: true },
      { browser: "Safari", system: "iPhone", is_current: false },
    ]);
    const other = listed[1]?.id ?? "";
    for (const who of ["rival", "admin"] as const) {
      const { client } = world.people[who];
      expect((await client.rpc("end_device", { p_id: other })).data, who).toBe(false);
    }
    expect(await outcome(world.visitor.rpc("my_devices"))).toMatch(/^401 /);
    expect(await outcome(world.visitor.rpc("end_device", { p_id: other }))).toMatch(/^401 /);
    expect((await there.auth.getUser()).error).toBeNull();

    expect((await here.rpc("end_device", { p_id: other })).data).toBe(true);
    expect(await rows(here.rpc("my_devices"))).toHaveLength(1);
    expect(await outcome(there.rpc("my_devices"))).toBe(FORBIDDEN);
    expect((await there.auth.refreshSession()).error?.code).toBe("refresh_token_not_found");
  });

  it.each([
    [CHROME, "Chrome", "Windows"],
    [SAFARI, "Safari", "iPhone"],
    [`${CHROME} Edg/140.0.0.0`, "Edge", "Windows"],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox", "Linux"],
    [
      "Mozilla/5.0 (Linux; Android 15; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
      "Samsung Internet",
      "Android",
    ],
    ["<script>alert(1)</script>", "A browser or app", ""],
    ["", "A browser or app", ""],
  ])("are told apart: %s", async (agent, browser, system) => {
    expect(
      await world.see("select array[private.browser_of($1), private.system_of($1)]", [agent]),
    ).toEqual([browser, system]);
  });
});

describe("mail", () => {
  it("tells of a new kind of device, once, and not of the first sign-in", async () => {
    const { id, email } = await account("traveller", "client");
    const first = await signIn(email, CHROME);
    await first.auth.signOut();
    await signIn(email, CHROME);
    expect(await noticesTo(id)).toBeNull();
    await signIn(email, SAFARI);
    await signIn(email, SAFARI);
    expect(await noticesTo(id)).toEqual(["new_device"]);
    expect(
      await world.see("select data from private.notices where user_id = $1", [id]),
    ).toMatchObject({ browser: "Safari", system: "iPhone" });
  });

  it("tells of another password and of two-step verification, each once", async () => {
    const { id, email } = await account("changing", "client");
    const client = await signIn(email);
    const wrong = await client.auth.updateUser({ password: "another one", current_password: "no" });
    expect(wrong.error).not.toBeNull();
    await client.auth.updateUser({ password: "another one", current_password: PASSWORD });
    expect(await noticesTo(id)).toEqual(["password_changed"]);
    const factor = await protect(client);
    expect(await noticesTo(id)).toEqual(["password_changed", "two_step"]);
    expect((await client.auth.mfa.unenroll({ factorId: factor.id })).error).toBeNull();
    const [last] = await world.backend.db.query<{ data: unknown }>(
      "select data from private.notices where user_id = $1 order by created_at desc limit 1",
      [id],
    );
    expect(last?.data).toMatchObject({ on: false });
  });

  it("says nothing of the same password stored anew at a sign-in", async () => {
    const { id, email } = await account("imported", "client");
    // A weaker hash, as an import would bring it.
    await world.backend.db.query("create extension if not exists pgcrypto with schema extensions");
    await world.backend.db.query(`update auth.users set encrypted_password = null where id = $1`, [
      id,
    ]);
    await world.backend.db.query(
      `update auth.users set encrypted_password = extensions.crypt($2, extensions.gen_salt('bf', 10)) where id = $1`,
      [id, PASSWORD],
    );
    const stored = () => world.see("select encrypted_password from auth.users where id = $1", [id]);
    const before = await stored();
    await signIn(email);
    expect(await stored()).not.toBe(before);
    expect(await noticesTo(id)).toBeNull();
  });

  it("tells the old address of the new one, shortened", async () => {
    const { id, email } = await account("mover", "client");
    await world.backend.db.query("update auth.users set email = $2 where id = $1", [
      id,
      "elsewhere@people.example",
    ]);
    const [told] = await world.backend.db.query(
      "select kind, data ->> 'new_email' as new_email from private.notices where address = $1",
      [email],
    );
    expect(told).toEqual({ kind: "email_changed", new_email: "e…@people.example" });
  });

  it("is not tried to an admin's identity, nor to an account that is being erased", async () => {
    const { id, email } = await account("leaver", "client");
    await protect(await signIn(email));
    await world.backend.db.query("delete from auth.users where id = $1", [id]);
    expect(await world.see("select count(*)::int from auth.users where id = $1", [id])).toBe(0);

    const internal = await world.service.auth.admin.createUser({
      email: "boss@admin.example.internal",
      password: PASSWORD,
      email_confirm: true,
      user_metadata: metadataOf("boss", "client"),
    });
    const boss = internal.data.user?.id ?? "";
    await signIn("boss@admin.example.internal", CHROME);
    await signIn("boss@admin.example.internal", SAFARI);
    expect(await noticesTo(boss)).toBeNull();
  });
});
