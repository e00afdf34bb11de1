import type { SupabaseClient } from "@supabase/supabase-js";
import { describe, expect, it } from "vitest";
import { switchUser } from "#tests/security/admin-people.ts";
import { A_JOB, allowed, PASSWORD } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { accountIn, signInAt } from "#tests/security/two-step-people.ts";

const world = testWorld();
/** A client who signed in before this was done to the account. */
const clientAfter = async (name: string, change: string) => {
  const { id, email } = await accountIn(world, name, "client");
  const client = await signInAt(world, email);
  await world.sql(`${change} where id = $1`, [id]);
  return { id, client };
};

const CONTACT = "To object, write to the contact address at the foot of this site.";
const deactivate = (id: string, reason?: string) =>
  switchUser(world, id, "is_active", false, reason ? { reason } : {});

describe("a refused write", () => {
  const post = ({ client, id }: { client: SupabaseClient; id: string }) =>
    client.from("jobs").insert({ ...A_JOB, user_id: id });

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
});

describe("a deactivated account", () => {
  const signIn = (email: string) =>
    world.visitor.auth.signInWithPassword({ email, password: PASSWORD });

  it("is refused at login with the reason and how to object, and everywhere else", async () => {
    const { id, email, client } = world.people.rival;
    await allowed(deactivate(id, "Copied reviews"));
    const { error, data } = await signIn(email);
    expect(data.session).toBeNull();
    expect([error?.status, error?.message]).toEqual([
      403,
      `Your account is deactivated. Reason: Copied reviews. ${CONTACT}`,
    ]);
    expect((await client.auth.refreshSession()).error).not.toBeNull();
    expect(await world.count("auth.sessions where user_id = $1", [id])).toBe(0);
  });

  it("learns the reason only with the right password", async () => {
    const { email } = world.people.rival;
    const { error } = await world.visitor.auth.signInWithPassword({ email, password: "guessed" });
    expect(error?.message).toBe("Invalid login credentials");
  });

  it("is given the site's address to write to, where one is set", async () => {
    await world.sql(
      `update public.site_settings set value = '"help@site.example"' where key = 'contact_email'`,
    );
    const { error } = await signIn(world.people.rival.email);
    expect(error?.message).toContain("To object, write to help@site.example.");
  });

  it("signs in again as soon as it is active", async () => {
    const { id, email } = world.people.rival;
    await switchUser(world, id, "is_active", true);
    await allowed(signIn(email));
  });
});
