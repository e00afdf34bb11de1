import { createPasswords } from "supabase-compatible-backend";
import { silentLog } from "supabase-compatible-backend/core";
import { beforeAll, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "#backend/tests/database.ts";
import { perTest } from "#backend/tests/per-file.ts";
import { availability } from "#supabase/sample/availability.ts";
import { people } from "#supabase/sample/people.ts";
import { services } from "#supabase/sample/written.ts";
import { projectDatabase } from "#tests/project-database.ts";
import { THE_PROJECT } from "#tests/the-project.ts";
import { declineSample, hasSample, loadSample, sampleSignIns } from "./sample.ts";

const NOW = Date.now();
const clock = { now: () => NOW };
const TABLES =
  `auth.users auth.identities public.profiles public.subscribers public.coupon_redemptions
  public.feedback public.feedback_replies public.jobs public.job_contact_reveals
  public.job_quotes public.saved_jobs public.saved_providers public.enquiries
  public.enquiry_messages public.businesses public.business_claims public.services
  public.availability stats.provider_days`.split(/\s+/);

const counts = async ({ db }: TestDatabase) =>
  Object.fromEntries(
    await Promise.all(
      TABLES.map(async (table) => {
        const [row] = await db.query<{ n: number }>(`select count(*)::int as n from ${table}`);
        return [table, row?.n];
      }),
    ),
  ) as Record<string, number>;

const test = projectDatabase();
let first: boolean;
let loaded: Record<string, number>;

beforeAll(async () => {
  first = await loadSample({ db: test.db, clock, log: silentLog });
  loaded = await counts(test);
});

const rows = <R extends Record<string, unknown>>(text: string, values?: readonly unknown[]) =>
  test.db.query<R>(text, values);

it("a loaded sample is there, whole", () => {
  expect(first).toBe(true);
  expect(loaded["auth.users"]).toBe(people.length);
  expect(loaded["auth.identities"]).toBe(people.length);
  expect(loaded["public.profiles"]).toBe(people.length);
  expect(loaded["public.jobs"]).toBeGreaterThanOrEqual(40);
  expect(loaded["public.feedback"]).toBeGreaterThanOrEqual(250);
  expect(loaded["public.feedback_replies"]).toBeGreaterThanOrEqual(85);
  expect(loaded["public.businesses"]).toBe(30);
  expect(loaded["public.services"]).toBe(services.length);
  expect(loaded["public.availability"]).toBe(Object.keys(availability).length);
  for (const table of TABLES) expect(loaded[table], table).toBeGreaterThan(0);
});

it("a loaded sample is not loaded twice", async () => {
  expect(await loadSample({ db: test.db, clock, log: silentLog })).toBe(false);
  expect(await counts(test)).toEqual(loaded);
  expect(await hasSample(test.db)).toBe(true);
});

it("a loaded sample gives nobody a telephone number outside the ranges that Ofcom reserves for drama", async () => {
  const texts = await rows<{ text: string }>(
    `select to_jsonb(p)::text as text from public.profiles p
     union all select to_jsonb(j)::text from public.jobs j
     union all select to_jsonb(f)::text from public.feedback f
     union all select to_jsonb(u)::text from auth.users u`,
  );
  const numbers = texts.flatMap(({ text }) => text.match(/"(?:\\+44|0)[\d ]{8,}"/g) ?? []);
  expect(numbers.length).toBeGreaterThan(80);
  expect(
    numbers.filter(
      (number) =>
        !/^"(07700 900\d{3}|020 7946 0\d{3}|029 2018 0\d{3}|028 9649 6\d{3}|0191 498 0\d{3}|01(13|14|15|16|17|18|21|31|41|51|61) 496 0\d{3}|01632 960\d{3})"$/.test(
          number,
        ),
    ),
  ).toEqual([]);
  const mails = await rows<{ email: string }>(
    `select email from auth.users union select contact_email from public.jobs
     union select business_email from public.businesses`,
  );
  expect(
    mails.filter(
      ({ email }) => !/^[a-z.]+@([a-z]+\.)?(example\.com|solutionz\.example)$/.test(email),
    ),
  ).toEqual([]);
});

it("a loaded sample happens in order: nothing before its people signed up, nothing after now", async () => {
  const wrong = await rows(
    `select f.title from public.feedback f join public.profiles p on p.id = f.provider_id
       join public.profiles a on a.id = f.user_id
       left join public.feedback_replies r on r.feedback_id = f.id
     where f.created_at < greatest(p.created_at, a.created_at) or f.created_at > $1
       or r.created_at not between f.created_at and $1 or f.moderated_at not between f.created_at and $1
     union all
     select j.title from public.jobs j join public.profiles p on p.id = j.user_id
       left join public.job_contact_reveals r on r.job_id = j.id
     where j.posted_date not between p.created_at and $1 or r.revealed_at not between j.posted_date and $1
     union all
     select e.subject from public.enquiries e join public.profiles p on p.id = e.provider_id
       join public.profiles c on c.id = e.sender_id join public.enquiry_messages m on m.enquiry_id = e.id
     where m.created_at not between greatest(e.created_at, p.created_at, c.created_at) and e.last_message_at
       or e.last_message_at > $1 or m.read_at not between m.created_at and $1
       or m.author_id not in (e.sender_id, e.provider_id)
     union all
     select b.business_name from public.businesses b join public.profiles p on p.id = b.owner_user_id
     where b.claim_date not between b.created_at and $1`,
    [new Date(NOW).toISOString()],
  );
  expect(wrong).toEqual([]);
});

it("a loaded sample admits the printed accounts, confirmed, with their password", async () => {
  const passwords = createPasswords(test.db, { inFlight: 2 });
  for (const { email, password } of sampleSignIns) {
    const [user] = await rows<{ hash: string; confirmed: boolean }>(
      `select encrypted_password as hash, email_confirmed_at is not null as confirmed
       from auth.users where email = $1`,
      [email],
    );
    expect(user?.confirmed, email).toBe(true);
    expect(await passwords.verify(password, user?.hash ?? null)).toEqual({
      matches: true,
      outdated: false,
    });
  }
  expect(await rows("select distinct encrypted_password from auth.users")).toHaveLength(1);
  expect(await rows("select from public.profiles where account_type = 'admin'")).toEqual([]);
});

it("no sample arrives after it was declined, or where there are accounts already", async () => {
  const test = await perTest(testDatabase({ project: THE_PROJECT }));
  await test.db.query(
    "insert into auth.users (id, email) values (gen_random_uuid(), 'a@example.com')",
  );
  expect(await loadSample({ db: test.db, clock, log: silentLog })).toBe(false);
  await test.db.query("delete from auth.users");
  await declineSample(test.db);
  expect(await loadSample({ db: test.db, clock, log: silentLog })).toBe(false);
  expect(await hasSample(test.db)).toBe(false);
  expect((await counts(test))["auth.users"]).toBe(0);
});

it("no sample is left incomplete by a load that fails half way", async () => {
  const test = await perTest(testDatabase({ project: THE_PROJECT }));
  await test.db.query("alter table public.business_claims add check (status <> 'pending')");
  await expect(loadSample({ db: test.db, clock, log: silentLog })).rejects.toThrow(/check/);
  expect(Object.values(await counts(test)).every((n) => n === 0)).toBe(true);
  expect(await hasSample(test.db)).toBe(false);
});
