import { createClient } from "@supabase/supabase-js";
import { beforeAll, expect, test } from "vitest";
import { startTestBackend } from "#backend/tests/backend.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { authenticatorCode } from "#backend/tests/totp.ts";
import { THE_PROJECT } from "#tests/the-project.ts";
import {
  type AdminContext,
  create,
  list,
  removeSecondFactor,
  resetPassword,
  setEmail,
  switchAdmin,
} from "./admin-commands.ts";
import { createCallSite } from "./call-running-site.ts";

const DOMAIN = "admin.solutionz.internal";
const PASSWORD = "correct horse battery";

const backend = perFile(() => startTestBackend({ project: THE_PROJECT }));
let lines: string[] = [];
let context: AdminContext;

beforeAll(async () => {
  context = {
    call: createCallSite(backend.url, backend.keys.serviceRole),
    siteUrl: "http://localhost:3000",
    adminDomain: DOMAIN,
    say: (line) => lines.push(line),
  };
  // The first admin as admin-setup creates them: with a username, and no mailbox.
  const { id } = await context.call<{ id: string }>("POST", "/auth/v1/admin/users", {
    email: `boss@${DOMAIN}`,
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { first_name: "boss", last_name: "", account_type: "client" },
  });
  const body = { user_id: id, username: "boss" };
  await context.call("POST", "/rest/v1/rpc/make_first_admin", body);
});

const outputOf = async (command: Promise<void>): Promise<string> => {
  lines = [];
  await command;
  return lines.join("\n");
};

const ANN = "ann@example.org";

/** That a command says this. */
const says = async (command: Promise<void>, words: string | RegExp) =>
  expect(await outputOf(command)).toMatch(words);

const client = () =>
  createClient(backend.url, backend.keys.anon, {
    auth: { persistSession: false, autoRefreshToken: false },
  });

/** Logs somebody in with the password of all; gives their client, and why they were refused. */
const logIn = async (email: string) => {
  const someone = client();
  const { error } = await someone.auth.signInWithPassword({ email, password: PASSWORD });
  return { auth: someone.auth, error };
};

const audited = async () =>
  (
    await backend.db.query<{ action: string }>(
      "select action from public.audit_log where reason = 'by the operator' order by id",
    )
  ).map(({ action }) => action);

test("the first admin's missing mailbox is listed, and set-email gives them one", async () => {
  await says(list(context), /^boss@.*: active, .*NO MAILBOX/);
  await outputOf(setEmail(context, "boss", "boss@example.org"));
  await says(list(context), /^boss@example\.org \(boss\): active, .*never logged in$/);
  expect((await logIn("boss@example.org")).error).toBeNull();
  const [row] = await backend.db.query(
    "select email from public.profiles where account_type = 'admin'",
  );
  expect(row).toEqual({ email: "boss@example.org" });
  expect(await audited()).toContain("set email");
});

test("create makes an admin with a mailbox, who gets a link to choose a password", async () => {
  const output = await outputOf(create(context, ANN, { name: "Ann Lee", print: false }));
  expect(output).toMatch(/is an admin.*\n.*was sent to ann@example\.org/);
  await expect.poll(() => backend.mails.filter(({ to }) => to === ANN)).toHaveLength(1);
  const [row] = await backend.db.query(
    "select account_type, first_name, last_name, is_visible from public.profiles where email = 'ann@example.org'",
  );
  expect(row).toEqual({
    account_type: "admin",
    first_name: "Ann",
    last_name: "Lee",
    is_visible: false,
  });
  expect(await audited()).toContain("make admin");
  await expect(create(context, `ann@${DOMAIN}`, { print: false })).rejects.toThrow(
    "receives no mail",
  );
  await expect(create(context, "ann", { print: false })).rejects.toThrow("no email address");
  await expect(create(context, ANN, { print: false })).rejects.toThrow(/already/i);
});

/** A context whose calls to this path never return. */
const interrupted = (at: string): AdminContext => ({
  ...context,
  call: (method, path, body) =>
    path.includes(at) ? new Promise(() => {}) : context.call(method, path, body),
});

test("create completes what it was interrupted in, and takes over nobody's account", async () => {
  const profiles = () =>
    backend.db.query("select account_type from public.profiles where email = 'eve@example.net'");
  void create(interrupted("operator_make_admin"), "eve@example.net", { print: true });
  await expect.poll(profiles).toEqual([{ account_type: "client" }]);
  await says(create(context, "Eve@example.net", { print: true }), "is an admin");
  expect(await profiles()).toEqual([{ account_type: "admin" }]);

  const body = { email: "fay@example.org", email_confirm: true };
  await context.call("POST", "/auth/v1/admin/users", body);
  await expect(create(context, "fay@example.org", { print: true })).rejects.toThrow(/already/i);
});

test("set-email that was interrupted is recorded by a repeat", async () => {
  void setEmail(interrupted("operator_record"), "eve@example.net", "eva@example.org");
  const found = () =>
    backend.db.query("select id from public.profiles where email = 'eva@example.org'");
  await expect.poll(found).toHaveLength(1);
  const before = (await audited()).filter((action) => action === "set email").length;
  await outputOf(setEmail(context, "eve@example.net", "eva@example.org"));
  expect((await audited()).filter((action) => action === "set email")).toHaveLength(before + 1);
  await outputOf(switchAdmin(context, "eva@example.org", false, "left"));
});

test("reset-password prints a link that works once", async () => {
  const output = await outputOf(resetPassword(context, ANN, { print: true }));
  const link = new URL(/http\S+/.exec(output)?.[0] ?? "");
  const token_hash = link.searchParams.get("token") ?? "";
  const someone = client();
  const verified = await someone.auth.verifyOtp({ token_hash, type: "recovery" });
  expect(verified.error).toBeNull();
  expect((await someone.auth.updateUser({ password: PASSWORD })).error).toBeNull();
  expect((await client().auth.verifyOtp({ token_hash, type: "recovery" })).error).not.toBeNull();
});

test("remove-second-factor admits an admin who lost the device", async () => {
  const ann = await logIn(ANN);
  const enrolled = await ann.auth.mfa.enroll({ factorType: "totp" });
  const { id = "", totp } = { ...enrolled.data };
  const code = authenticatorCode(totp?.secret ?? "", backend.clock.now());
  expect((await ann.auth.mfa.challengeAndVerify({ factorId: id, code })).error).toBeNull();
  await says(list(context), /ann@example\.org.*: active, two-step verification/);
  await says(removeSecondFactor(context, ANN), /without a second/);
  await says(list(context), /ann@example\.org.*: active, no two-step/);
  await says(removeSecondFactor(context, ANN), /has no second/);
});

test("an admin is found by the name that the list shows, if only one has it", async () => {
  await says(removeSecondFactor(context, "Boss"), /^boss@example\.org has no/);
  await outputOf(create(context, "ann.two@example.org", { name: "Ann Lee", print: true }));
  await expect(removeSecondFactor(context, "ann lee")).rejects.toThrow(
    "Several admins are called ann lee: give the email",
  );
  await outputOf(switchAdmin(context, "ann.two@example.org", false, "left"));
});

test("deactivate ends an admin's sessions, and never the last admin's; activate undoes it", async () => {
  const ann = await logIn(ANN);
  await says(switchAdmin(context, ANN, false, "left"), /is deactivated/);
  expect((await ann.auth.getUser()).error).not.toBeNull();
  await says(switchAdmin(context, ANN, false, "left"), /already/);
  const back = await outputOf(switchAdmin(context, ANN, true, "back"));
  expect(back).toBe("ann@example.org is active.");
  expect((await logIn(ANN)).error).toBeNull();
  await outputOf(switchAdmin(context, ANN, false, "left"));
  await expect(switchAdmin(context, "boss@example.org", false, "x")).rejects.toThrow("last admin");
  await expect(switchAdmin(context, "nobody@example.org", false, "x")).rejects.toThrow(
    "No admin has",
  );
});

test("nobody but the operator may run these commands", async () => {
  for (const name of ["operator_list_admins", "operator_make_admin", "operator_record"]) {
    const someone = createCallSite(backend.url, backend.keys.anon);
    const body = { target_user_id: crypto.randomUUID(), action: "x" };
    await expect(someone("POST", `/rest/v1/rpc/${name}`, body)).rejects.toThrow(/40[134]/);
  }
});
