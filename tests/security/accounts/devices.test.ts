import type { SupabaseClient } from "@supabase/supabase-js";
import { describe, expect, it } from "vitest";
import { allowed, ENDED, type Name, PASSWORD, refused, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { accountIn, CHROME, protectIn, SAFARI, signInAt } from "#tests/security/two-step-people.ts";

/** What an old session or somebody else's device gets, and the mails about new ones. */
const world = testWorld();

const signIn = (email: string, agent?: string) => signInAt(world, email, agent);
const account = (name: string, type: "client" | "admin", email?: string) =>
  accountIn(world, name, type, email);
const protect = (client: SupabaseClient) => protectIn(world, client);

const noticesTo = (id: string) =>
  world.see<string[] | null>(
    "select array_agg(kind order by created_at) from notify.notices where user_id = $1",
    [id],
  );

describe("an admin's session", () => {
  it.each([
    ["8 hours after the login", "8 hours", "0 minutes"],
    ["45 minutes after the last renewal", "2 hours", "45 minutes"],
    ["45 minutes after a login that was never renewed", "45 minutes", null],
  ])("is over %s, and its refresh token with it", async (what, age, renewed) => {
    const { id, email } = await account(`admin${what.length}`, "admin");
    const client = await signIn(email);
    const become = (created: string, refreshed: string | null) =>
      world.sql(
        `update auth.sessions set created_at = now() - $2::interval,
           refreshed_at = (now() - $3::interval) at time zone 'utc' where user_id = $1`,
        [id, created, refreshed],
      );
    await become("7 hours 59 minutes", "44 minutes");
    await allowed(client.rpc("admin_dashboard_counts"));
    await become(age, renewed);
    await refused(client.rpc("admin_dashboard_counts"), ENDED);
    await world.sql("select private.end_admin_sessions()");
    expect((await client.auth.refreshSession()).error?.code).toBe("refresh_token_not_found");
  });

  it("ends sooner than a member's", async () => {
    const { id, client } = world.people.rival;
    await world.sql(
      "update auth.sessions set created_at = now() - interval '20 days', refreshed_at = null where user_id = $1",
      [id],
    );
    await world.sql("select private.end_admin_sessions()");
    expect((await client.rpc("is_session_valid")).data).toBe(true);
  });
});

it("user_sessions shows people their own rows, and admins all of them", async () => {
  const seen = async (who: Name) =>
    (await rows(world.from(who, "user_sessions").select())).map(({ user_id }) => user_id);
  for (const who of ["seeker", "member", "hidden"] as const)
    expect(await seen(who)).toEqual([world.people[who].id]);
  expect((await seen("admin")).length).toBeGreaterThan(5);
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
    await allowed(there.auth.getUser());

    expect((await here.rpc("end_device", { p_id: other })).data).toBe(true);
    expect(await rows(here.rpc("my_devices"))).toHaveLength(1);
    await refused(there.rpc("my_devices"), ENDED);
    expect((await there.auth.refreshSession()).error?.code).toBe("refresh_token_not_found");
  });
});

describe("mail", () => {
  it("sends a mail about a new kind of device, once, and not about the first sign-in", async () => {
    const { id, email } = await account("traveller", "client");
    const first = await signIn(email, CHROME);
    await first.auth.signOut();
    await signIn(email, CHROME);
    expect(await noticesTo(id)).toBeNull();
    await signIn(email, SAFARI);
    await signIn(email, SAFARI);
    expect(await noticesTo(id)).toEqual(["new_device"]);
    expect(
      await world.see("select data from notify.notices where user_id = $1", [id]),
    ).toMatchObject({ browser: "Safari", system: "iPhone" });
  });

  it("sends a mail about a new password and about two-step verification, each once", async () => {
    const { id, email } = await account("changing", "client");
    const client = await signIn(email);
    const wrong = await client.auth.updateUser({ password: "another one", current_password: "no" });
    expect(wrong.error).not.toBeNull();
    await client.auth.updateUser({ password: "another one", current_password: PASSWORD });
    expect(await noticesTo(id)).toEqual(["password_changed"]);
    const factor = await protect(client);
    expect(await noticesTo(id)).toEqual(["password_changed", "two_step"]);
    await allowed(client.auth.mfa.unenroll({ factorId: factor.id }));
    const last = await world.see(
      "select data from notify.notices where user_id = $1 order by created_at desc limit 1",
      [id],
    );
    expect(last).toMatchObject({ on: false });
  });

  it("sends the old address the new one, shortened", async () => {
    const { id, email } = await account("mover", "client");
    await world.sql("update auth.users set email = 'elsewhere@people.example' where id = $1", [id]);
    const [row] = await world.sql(
      "select kind, data ->> 'new_email' as new_email from notify.notices where address = $1",
      [email],
    );
    expect(row).toEqual({ kind: "email_changed", new_email: "e…@people.example" });
  });

  it("is not tried on an admin's identity, nor on an account that is being erased", async () => {
    const { id, email } = await account("leaver", "client");
    await protect(await signIn(email));
    await world.sql("delete from auth.users where id = $1", [id]);
    expect(await world.count("auth.users where id = $1", [id])).toBe(0);

    const boss = await account("boss", "client", "boss@admin.example.internal");
    await signIn(boss.email, CHROME);
    await signIn(boss.email, SAFARI);
    expect(await noticesTo(boss.id)).toBeNull();
  });
});
