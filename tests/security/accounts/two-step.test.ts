import type { SupabaseClient } from "@supabase/supabase-js";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { jobActs } from "#tests/security/jobs/lifecycle-acts.ts";
import { A_JOB, allowed, FORBIDDEN, postJob, refused, rows } from "#tests/security/people.ts";
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
    const review = { provider_id: world.people.member.id, user_id: id, rating: 1, title: "No" };
    await refused(thief.from("feedback").insert(review), FORBIDDEN);
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

    // The owner's own calls pass, so these were refused for the missing step.
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

  it("removes nothing of a provider's, and adds nothing", async () => {
    const { id, email } = await account("lister", "provider");
    const owner = await signIn(email);
    await protect(owner);
    const saved = (client: SupabaseClient) => client.from("saved_providers");
    await allowed(saved(owner).insert({ user_id: id, provider_id: world.people.member.id }));
    const thief = await signIn(email);
    await saved(thief).delete().eq("user_id", id);
    const more = { user_id: id, provider_id: world.people.hidden.id };
    await refused(saved(thief).insert(more), FORBIDDEN);
    expect(await rows(saved(owner).select())).toHaveLength(1);
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
    await jobActs(() => world).live("1 year", id);
    const job_id = await postJob(world.people.seeker);
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
