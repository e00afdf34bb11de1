import type { SupabaseClient } from "@supabase/supabase-js";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { A_JOB, allowed, FORBIDDEN, outcome, refused, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { accountIn, protectIn, signInAt } from "#tests/security/two-step-people.ts";

/** What a password alone gets where a second step is required. */
const world = testWorld();

const signIn = (email: string, agent?: string) => signInAt(world, email, agent);
const account = (name: string, type: "client" | "provider" | "admin") =>
  accountIn(world, name, type);
const protect = (client: SupabaseClient) => protectIn(world, client);

const job = (id: string) => ({ ...A_JOB, user_id: id });

describe("a password without the second step", () => {
  it("changes nothing and reveals nothing of a client", async () => {
    const { id, email } = await account("careful", "client");
    const owner = await signIn(email);
    const factor = await protect(owner);
    await allowed(owner.from("jobs").insert(job(id)));

    const thief = await signIn(email);
    const before = await world.picture("public.profiles", "public.jobs", "public.feedback");
    await refused(thief.rpc("is_session_valid"), FORBIDDEN);
    await thief.from("profiles").update({ first_name: "Thief" }).eq("id", id);
    await refused(thief.from("jobs").insert(job(id)), FORBIDDEN);
    await refused(
      thief
        .from("feedback")
        .insert({ provider_id: world.people.member.id, user_id: id, rating: 1, title: "No" }),
      FORBIDDEN,
    );
    await refused(thief.rpc("my_devices"), FORBIDDEN);
    await refused(thief.rpc("end_device", { p_id: crypto.randomUUID() }), FORBIDDEN);
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
    await allowed(put(owner, "mine"));
    const files = () =>
      world.see("select array_agg(name) from storage.objects where name like $1", [`${id}/%`]);

    const thief = await signIn(email);
    expect((await put(thief, "new")).error).not.toBeNull();
    expect((await put(thief, "mine")).error).not.toBeNull();
    await thief.storage.from("avatars").remove([`${id}/mine.png`]);
    expect(await files()).toEqual([`${id}/mine.png`]);
    await refused(choose(thief), FORBIDDEN);

    // The owner’s passes.
    await allowed(put(owner, "mine"));
    expect(await rows(choose(owner))).toEqual([{ email_notifications: false }]);
    await allowed(owner.storage.from("avatars").remove([`${id}/mine.png`]));
    expect(await files()).toBeNull();
  });

  it("reads nothing of the account's own data, and removes nothing", async () => {
    const { id, email } = await account("lister", "provider");
    const owner = await signIn(email);
    await protect(owner);
    const { member, seeker } = world.people;
    const write = async (...writes: PromiseLike<{ error: unknown }>[]) => {
      for (const { error } of await Promise.all(writes)) expect(error).toBeNull();
    };
    await write(
      owner.from("saved_providers").insert({ user_id: id, provider_id: member.id }),
      owner.rpc("allow_support", { p_hours: 24 }),
    );
    await world.sql(
      `with said as (insert into public.enquiries (sender_id, provider_id, subject) values ($1, $2, 'Roof') returning id)
       insert into public.enquiry_messages (enquiry_id, author_id, body) select id, $1, 'Hello' from said`,
      [seeker.id, id],
    );
    const enquiry_id = await world.see<string>(
      "select id from public.enquiries where provider_id = $1",
      [id],
    );

    await world.sql("insert into public.enquiry_blocks (user_id, blocked_id) values ($1, $2)", [
      id,
      member.id,
    ]);
    await world.sql(
      "insert into public.coupon_redemptions (user_id, code) values ($1, 'FIRST100')",
      [id],
    );
    await world.sql(
      "insert into public.payments (id, user_id, pence, currency, paid_at) values ('in_1', $1, 299, 'gbp', now())",
      [id],
    );
    await world.sql(
      `with posted as (
         insert into public.jobs (title, description, category, user_id, contact_email)
         values ('A', 'B', 'IT', $2, 'a@people.example') returning id),
       saved as (insert into public.saved_jobs (provider_id, job_id) select $1, id from posted),
       told as (insert into public.job_matches (provider_id, job_id) select $1, id from posted)
       insert into public.job_contact_reveals (provider_id, job_id) select $1, id from posted`,
      [id, seeker.id],
    );

    const thief = await signIn(email);
    const own = (client: SupabaseClient) => [
      client.from("saved_providers").select(),
      client.from("saved_jobs").select(),
      client.from("job_matches").select("job_id"),
      client.from("consents").select("purpose"),
      client.from("notification_settings").select("email_notifications"),
      client.from("enquiry_blocks").select("blocked_id"),
      client.from("payments").select("id"),
      client.from("coupon_redemptions").select("code"),
      client.from("job_contact_reveals").select("job_id"),
    ];
    expect(new Set(await Promise.all(own(thief).map(outcome)))).toEqual(new Set([FORBIDDEN]));
    for (const found of await Promise.all(own(owner).map(rows))) expect(found).not.toEqual([]);
    const before = await world.picture(
      "public.saved_providers",
      "public.consents",
      "public.enquiry_blocks",
      "public.enquiry_messages",
    );
    await thief.from("saved_providers").delete().eq("user_id", id);
    for (const call of [
      thief.from("saved_providers").insert({ user_id: id, provider_id: world.people.rival.id }),
      thief.rpc("block_enquirer", { enquiry_id, blocked: true }),
      thief.rpc("read_enquiry", { enquiry_id }),
      thief.rpc("withdraw_support"),
      thief.rpc("list_support_views"),
    ]) {
      await refused(call, FORBIDDEN);
    }
    expect(
      await world.picture(
        "public.saved_providers",
        "public.consents",
        "public.enquiry_blocks",
        "public.enquiry_messages",
      ),
    ).toBe(before);

    await write(
      owner.rpc("read_enquiry", { enquiry_id }),
      owner.rpc("block_enquirer", { enquiry_id, blocked: true }),
      owner.rpc("withdraw_support"),
      owner.rpc("list_support_views"),
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
    await world.sql(
      `insert into public.subscribers (user_id, subscribed, subscription_tier, subscription_end)
       values ($1, true, 'yearly', now() + interval '1 year')`,
      [id],
    );
    const poster = world.people.seeker;
    await world.sql(
      "insert into public.jobs (title, description, category, user_id, contact_email) values ('A', 'B', 'IT', $1, 'a@people.example')",
      [poster.id],
    );
    const job_id = await world.see<string>("select id from public.jobs where user_id = $1", [
      poster.id,
    ]);
    const owner = await signIn(email);
    await protect(owner);
    const thief = await signIn(email);
    await refused(thief.rpc("reveal_job_contact", { job_id }), FORBIDDEN);
    await allowed(owner.rpc("reveal_job_contact", { job_id }));
  });

  it("does not administer", async () => {
    const { email } = await account("chief", "admin");
    const owner = await signIn(email);
    await allowed(owner.rpc("admin_dashboard_counts"));
    await protect(owner);
    const thief = await signIn(email);
    await refused(thief.rpc("admin_dashboard_counts"), FORBIDDEN);
    await refused(thief.rpc("get_admin_user_details"), FORBIDDEN);
    await refused(thief.from("audit_log").select("id"), FORBIDDEN);
    await refused(thief.from("profiles").select("account_type"), FORBIDDEN);
    // The login calls this before the step.
    expect((await thief.rpc("own_account_type")).data).toBe("admin");
    await allowed(owner.rpc("admin_dashboard_counts"));
  });
});

it("is removed for a locked-out member by the operator, with the recovery codes", async () => {
  const { id, email } = await account("locked", "client");
  const owner = await signIn(email);
  const factor = await protect(owner);
  await allowed(owner.auth.mfa.recoveryCodes.generate());
  const factors = async () => {
    const { data } = await world.service.auth.admin.mfa.listFactors({ userId: id });
    return data?.factors.length;
  };
  expect(await factors()).toBe(2);
  const path = `/auth/v1/admin/users/${id}/factors/${factor.id}`;
  expect((await world.request(path, { method: "DELETE", as: "admin" })).status).toBe(403);
  expect(await factors()).toBe(2);
  const { serviceRole } = world.backend.keys;
  const headers = { apikey: serviceRole, authorization: `Bearer ${serviceRole}` };
  expect((await world.request(path, { method: "DELETE", headers })).status).toBe(200);
  expect(await factors()).toBe(0);
  expect((await (await signIn(email)).rpc("is_session_valid")).data).toBe(true);
});
