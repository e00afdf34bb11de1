import type { SupabaseClient } from "@supabase/supabase-js";
import { describe, expect, it } from "vitest";
import { SESSION_ENDED } from "#domain/accounts/sessions.ts";
import { outcome, PASSWORD } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { accountIn, signInAt } from "#tests/security/two-step-people.ts";

const world = testWorld();
/** A client who signed in before this was done to the account. */
const clientAfter = async (name: string, change: string) => {
  const { id, email } = await accountIn(world, name, "client");
  const client = await signInAt(world, email);
  await world.backend.db.query(`${change} where id = $1`, [id]);
  return { id, client };
};

const CONTACT = "To object, write to the contact address at the foot of this site.";
const deactivate = (id: string, reason?: string) =>
  world.people.admin.client.rpc("admin_toggle_user_status", {
    target_user_id: id,
    status_field: "is_active",
    new_value: false,
    ...(reason ? { reason } : {}),
  });

describe("a refused write", () => {
  const post = ({ client, id }: { client: SupabaseClient; id: string }) =>
    client.from("jobs").insert({
      user_id: id,
      title: "Fence",
      description: "A fence of ten metres",
      category: "IT",
      categories: ["IT"],
      contact_email: "a@b.example",
    });

  it("names the account that is deactivated, and how to object", async () => {
    const { error } = await post(
      await clientAfter("idler", "update public.profiles set is_active = false"),
    );
    expect(error).toMatchObject({
      code: "42501",
      message: "Your account is deactivated.",
      details: "deactivated",
      hint: CONTACT,
    });
  });

  it("names the address that is not confirmed", async () => {
    const { error } = await post(
      await clientAfter("doubtful", "update auth.users set email_confirmed_at = null"),
    );
    expect(error).toMatchObject({ code: "42501", details: "unconfirmed" });
    expect(error?.message).toBe("Please verify your email to continue.");
  });

  it("names the session that has ended, and then nothing but that", async () => {
    expect(await outcome(post(world.people.seeker))).toBe("let in");
    await world.backend.db.query("delete from auth.sessions where user_id = $1", [
      world.people.seeker.id,
    ]);
    const { error, status } = await post(world.people.seeker);
    expect(status).toBe(401);
    expect(error).toMatchObject(SESSION_ENDED);
  });

  it("names the membership that is missing", async () => {
    const { client, id } = world.people.plain;
    const { error } = await client.from("services").insert({ provider_id: id, title: "Fences" });
    expect(error).toMatchObject({ code: "42501", message: "Subscription required" });
  });
});

describe("a deactivated account", () => {
  const signIn = (email: string) =>
    world.visitor.auth.signInWithPassword({ email, password: PASSWORD });

  it("is refused at login with the reason and how to object, and everywhere else", async () => {
    const { id, email, client } = world.people.rival;
    expect(await outcome(deactivate(id, "Copied reviews"))).toBe("let in");
    const { error, data } = await signIn(email);
    expect(data.session).toBeNull();
    expect([error?.status, error?.message]).toEqual([
      403,
      `Your account is deactivated. Reason: Copied reviews. ${CONTACT}`,
    ]);
    expect((await client.auth.refreshSession()).error).not.toBeNull();
    const sessions = "select count(*)::int from auth.sessions where user_id = $1";
    expect(await world.see(sessions, [id])).toBe(0);
  });

  it("learns the reason only with the right password", async () => {
    const { email } = world.people.rival;
    const { error } = await world.visitor.auth.signInWithPassword({ email, password: "guessed" });
    expect(error?.message).toBe("Invalid login credentials");
  });

  it("is given the site's address to write to, where one is set", async () => {
    await world.backend.db.query(
      `update public.site_settings set value = '"help@site.example"' where key = 'contact_email'`,
    );
    const { error } = await signIn(world.people.rival.email);
    expect(error?.message).toContain("To object, write to help@site.example.");
  });

  it("signs in again as soon as it is active", async () => {
    const { id, email } = world.people.rival;
    await world.people.admin.client.rpc("admin_toggle_user_status", {
      target_user_id: id,
      status_field: "is_active",
      new_value: true,
    });
    expect((await signIn(email)).error).toBeNull();
  });
});
