import type { SupabaseClient } from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import { expect, it } from "vitest";
import { exchange, registered, tokensFor } from "#backend/tests/conformance/auth-oauth-people.ts";
import { clientAt, raw } from "#backend/tests/conformance/auth-people.ts";
import { metadataOf, PASSWORD, rows } from "./people.ts";
import { testWorld } from "./test-world.ts";

/** What an application that a person has authorised can access in this marketplace: nothing. */
const world = testWorld();

let people = 0;
const somebody = async (type: "client" | "provider" | "admin" = "client") => {
  people += 1;
  const email = `apps${people}@people.example`;
  const { data, error } = await world.service.auth.admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    user_metadata: metadataOf(`apps${people}`, type === "admin" ? "client" : type),
  });
  if (error) throw error;
  if (type === "admin") {
    await world.backend.db.query(
      "update public.profiles set account_type = 'admin' where id = $1",
      [data.user.id],
    );
  }
  const client = clientAt(world.backend);
  await client.auth.signInWithPassword({ email, password: PASSWORD });
  return { id: data.user.id, email, client };
};

const connected = async (person: { client: SupabaseClient }, scope = "openid profile email") => {
  const app = await registered(world.backend);
  const tokens = await tokensFor(world.backend, person, app, { scope });
  return { app, ...tokens };
};

const call = (token: string, path: string, method = "GET", body?: unknown) =>
  world.backend.request(path, {
    method,
    headers: {
      apikey: world.backend.keys.anon,
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });

it("has the rights of a visitor, and learns who it is for", async () => {
  const person = await somebody();
  const { access_token: token, app } = await connected(person);
  expect(decodeJwt(token)).toMatchObject({ role: "anon", sub: person.id, client_id: app.id });
  const userinfo = await raw(world.backend, "GET", "/oauth/userinfo", { token });
  expect(userinfo.body).toMatchObject({ sub: person.id, email: person.email });
  expect(userinfo.body.name).toMatch(/^Apps\d+ Tester$/);
  for (const table of [
    "profiles",
    "subscribers",
    "notification_settings",
    "enquiries",
    "consents",
  ]) {
    const { status } = await call(token, `/rest/v1/${table}`);
    expect([401, 403, 404], table).toContain(status);
  }
  expect((await call(token, "/rest/v1/public_providers?select=id&limit=1")).status).toBe(200);
});

it("does nothing in the person's name, in tables, calls, files or functions", async () => {
  const person = await somebody("admin");
  const { access_token: token, app } = await connected(person);
  const before = await world.picture("public.profiles", "public.jobs", "public.enquiries");
  for (const [path, method, body] of [
    [`/rest/v1/profiles?id=eq.${person.id}`, "PATCH", { first_name: "Taken" }],
    ["/rest/v1/jobs", "POST", { description: "x", category: "IT" }],
    ["/rest/v1/rpc/my_devices", "POST", {}],
    ["/rest/v1/rpc/is_session_valid", "POST", {}],
    ["/rest/v1/rpc/admin_dashboard_counts", "POST", {}],
    ["/rest/v1/rpc/custom_access_token", "POST", { event: {} }],
    [`/storage/v1/object/portfolio/${person.id}/x.txt`, "POST", { a: 1 }],
    ["/functions/v1/delete-account", "POST", { password: PASSWORD }],
    ["/functions/v1/export-account", "POST", {}],
    ["/functions/v1/admin-delete-user", "POST", { userId: person.id }],
  ] as const) {
    const response = await call(token, path, method, body);
    expect(response.status, path).toBeGreaterThanOrEqual(400);
    expect(response.status, path).toBeLessThan(500);
  }
  expect(await world.picture("public.profiles", "public.jobs", "public.enquiries")).toBe(before);
  // Also where its token were a member's, the rules would not take it for the person.
  const judged = (claims: Record<string, unknown>) =>
    world.backend.db.transaction(async (tx) => {
      await tx.query(
        "select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)",
        [JSON.stringify(claims)],
      );
      const [row] = await tx.query<{ admin: boolean; valid: boolean }>(
        "select private.is_admin() as admin, private.is_session_valid() as valid",
      );
      return row;
    });
  const { data } = await person.client.auth.getSession();
  const own = decodeJwt(data.session?.access_token ?? "");
  expect(await judged(own)).toEqual({ admin: true, valid: true });
  expect(await judged({ ...own, client_id: app.id })).toEqual({ admin: false, valid: false });
});

it("learns nothing more about a deactivated person, until they are active again", async () => {
  const person = await somebody();
  const { app, refresh_token: first } = await connected(person);
  const switchTo = (active: boolean) =>
    world.backend.db.query("update public.profiles set is_active = $2 where id = $1", [
      person.id,
      active,
    ]);
  const renew = (refresh_token: string) =>
    exchange(world.backend, app, { grant_type: "refresh_token", refresh_token });
  await switchTo(false);
  const refused = await renew(first);
  expect(refused.status).toBe(403);
  expect(refused.body).not.toHaveProperty("access_token");
  await expect(connected(person)).rejects.toThrow("deactivated");
  await switchTo(true);
  expect(Object.keys(await connected(person))).toContain("access_token");
});

it("is no device of theirs, but is in a mail and in the export", async () => {
  const person = await somebody();
  await connected(person, "email");
  expect(await rows(person.client.rpc("my_devices"))).toHaveLength(1);
  const notices = await world.backend.db.query<{ kind: string; data: Record<string, string> }>(
    "select kind, data from notify.notices where user_id = $1 and kind in ('application', 'new_device')",
    [person.id],
  );
  expect(notices).toEqual([
    { kind: "application", data: expect.objectContaining({ name: "Ledger", scopes: "email" }) },
  ]);
  const query = await world.see<string>(
    "select query from private.export_parts() where name = 'applications'",
  );
  const parts = await world.backend.db.query(query, [person.id]);
  expect(parts).toEqual([
    { application: "Ledger", may_know: "email", granted_at: expect.any(Date), revoked_at: null },
  ]);
});
