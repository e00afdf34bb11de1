import path from "node:path";
import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { startTestBackend } from "#backend/tests/backend.ts";
import { newFolder, writeFiles } from "#backend/tests/folders.ts";
import { perFile, perTest } from "#backend/tests/per-file.ts";
import { accepted, newEmail, PASSWORD, refused, startAuth, withPeople } from "./auth-people.ts";

/** What a project's config.toml, templates and hooks change. */
const CONFIG = `
project_id = "hooked"
[auth]
site_url = "https://site.example"
minimum_password_length = 8
recovery_minimum_password_length = 6
reveal_registered = true
password_requirements = "letters_digits"
[auth.email]
enable_confirmations = true
max_frequency = "60s"
[auth.email.template.confirmation]
subject = "Hello {{ .Data.first_name }}"
content_path = "./supabase/templates/confirmation.html"
[auth.email.template.recovery]
content_path = "./supabase/templates/recovery.html"
[auth.hook.before_user_created]
enabled = true
uri = "pg-functions://postgres/public/only_example_org"
[auth.hook.custom_access_token]
enabled = true
uri = "pg-functions://postgres/public/add_claims"
`;

const MIGRATION = `
create function public.only_example_org(event jsonb) returns jsonb language sql as $$
  select case when event -> 'user' ->> 'email' like '%@example.org' then '{}'::jsonb
    else '{"error": {"http_code": 403, "message": "Only people of example.org may join"}}' end
$$;
create function public.add_claims(event jsonb) returns jsonb language sql as $$
  select jsonb_build_object('claims', (event -> 'claims') || jsonb_build_object(
    'team', 'blue', 'sub', '00000000-0000-0000-0000-000000000000', 'how', event ->> 'authentication_method', 'method', event -> 'metadata' ->> 'name')
    || case when event -> 'claims' -> 'user_metadata' ? 'robot' then '{"aal": 2}' else '{}' end::jsonb)
    #- case when event -> 'claims' -> 'user_metadata' ? 'robot' then '{claims,role}' else '{}' end::text[]
$$;
create table public.people (id uuid primary key references auth.users on delete cascade, age int check (age > 17));
create function public.new_person() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.people (id, age) values (new.id, (new.raw_user_meta_data ->> 'age')::int);
  return new;
end $$;
create trigger new_person after insert on auth.users for each row execute function public.new_person();
`;

const CONFIRMATION = `<p>Dear {{ .Data.first_name }}{{ if .Data.title }} ({{ .Data.title }}){{ end }},</p>
<a href="{{ .SiteURL }}/confirm?token_hash={{ .TokenHash }}&amp;type=signup&amp;name={{ .Data.first_name }}">Confirm</a>`;

const folder = newFolder("project-");
writeFiles(folder, {
  "supabase/config.toml": CONFIG,
  "supabase/migrations/20260101000000_hooks.sql": MIGRATION,
  "supabase/templates/confirmation.html": CONFIRMATION,
  "supabase/templates/recovery.html": "<p>{{ .TokenHash }}</p>",
  "supabase/templates/recovery.txt": "Hash <{{ .TokenHash }}>\n",
});
const backend = perFile(async () =>
  withPeople(await startTestBackend({ project: path.join(folder, "supabase") })),
);

const strong = `${PASSWORD} 1`;

it("writes mails as the project words them, and nothing of a stranger's as HTML", async () => {
  const email = newEmail();
  const data = { first_name: `"><script>alert(1)</script>&x=`, age: 20 };
  await accepted(backend.auth().signUp({ email, password: strong, options: { data } }));
  const mail = backend.mailTo(email);
  expect(mail.subject).toBe('Hello "><script>alert(1)</script>&x=');
  expect(mail.html).not.toContain("<script>");
  expect(mail.html).toContain("name=%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E%26x%3D");
  const token_hash = /token_hash=([0-9a-f]{56})&amp;type=signup/.exec(mail.html)?.[1] ?? "";
  const verified = await backend.auth().verifyOtp({ type: "signup", token_hash });
  expect(verified.data.user?.email).toBe(email);
});

describe("the project's own rules", () => {
  it("refuse in the hook's words, but a request for a link does not reveal who has an account", async () => {
    const email = "somebody@elsewhere.example";
    const why = "Only people of example.org may join";
    await refused(backend.auth().signUp({ email, password: strong }), "unknown", 403, why);
    const otp = () => backend.auth().signInWithOtp({ email });
    expect((await otp()).error).toBeNull();
    await refused(otp(), "over_email_send_rate_limit");
    expect(backend.mailsTo(email)).toEqual([]);
    expect(await backend.accountsWith(email)).toEqual([]);
  });

  it("refuse by trigger, and the person can try again at once", async () => {
    const email = newEmail();
    const signUp = (age: unknown) =>
      backend.auth().signUp({ email, password: strong, options: { data: { age } } });
    await refused(signUp(12), "validation_failed", 422, "Database error saving new user");
    expect((await signUp("old")).error).toMatchObject({ status: 422 });
    expect(backend.mailsTo(email)).toEqual([]);
    expect((await signUp(18)).error).toBeNull();
    await refused(signUp(40), "over_email_send_rate_limit");
    backend.clock.advance(61);
    expect((await signUp(40)).error).toBeNull();
    const row =
      "select p.age from public.people p join auth.users u on u.id = p.id where u.email = $1";
    expect(await backend.db.query(row, [email])).toEqual([{ age: 40 }]);
  });

  it("add claims, but cannot change whose session it is", async () => {
    const email = newEmail();
    const account = { email, password: strong, email_confirm: true, user_metadata: { age: 30 } };
    const made = await backend.admin().createUser(account);
    const { data } = await backend.signIn(email, strong);
    expect(decodeJwt(data.session?.access_token ?? "")).toMatchObject({
      team: "blue",
      how: "password",
      method: "customize-access-token",
      sub: made.data.user?.id,
    });
  });

  it("create no token without the required claims", async () => {
    const email = newEmail();
    const user_metadata = { age: 30, robot: true };
    const account = { email, password: strong, email_confirm: true, user_metadata };
    await backend.admin().createUser(account);
    const response = await backend.attempt(email, strong);
    expect(response.status).toBe(500);
    expect(response.body).toMatchObject({
      error_code: "unexpected_failure",
      msg: "output claims do not conform to the expected schema: \n- (root): role is required\n- aal: Invalid type. Expected: string, given: integer\n",
    });
    expect(backend.errors.splice(0)).toHaveLength(1);
  });

  it("require kinds of characters", async () => {
    const account = { email: newEmail(), password: "only letters" };
    const { error } = await backend.auth().signUp(account);
    expect(error).toMatchObject({ code: "weak_password", reasons: ["characters"] });
  });
});

describe("without confirmations", () => {
  it("closed sign-up makes no account, also not by link", async () => {
    const closed = await perTest(
      startAuth((auth) => {
        auth.email.enableConfirmations = false;
        auth.enableSignup = false;
      }),
    );
    const email = newEmail();
    await refused(closed.auth().signUp({ email, password: PASSWORD }), "signup_disabled", 422);
    expect((await closed.auth().signInWithOtp({ email })).error).toBeNull();
    expect(await closed.db.query("select 1 from auth.users")).toEqual([]);
    expect(closed.mails).toEqual([]);
  });

  it("a hook that cannot be run stops the start", async () => {
    await expect(
      startAuth((auth) => {
        auth.hooks.send_sms = { enabled: true, uri: "https://sms.example", secrets: null };
      }),
    ).rejects.toThrow(/auth\.hook\.send_sms cannot be run/);
  });
});
