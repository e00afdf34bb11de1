import { createPasswords } from "supabase-compatible-backend";
import type { Clock, Log } from "supabase-compatible-backend/core";
import type { Database, Queryable } from "supabase-compatible-backend/database";
import { isLive, people, SAMPLE_PASSWORD } from "#supabase/sample/people.ts";
import {
  profileRows,
  redemptionRows,
  subscriberRows,
  userRows,
} from "#supabase/sample/rows/accounts.ts";
import { businessRows, claimRows } from "#supabase/sample/rows/businesses.ts";
import { countRows } from "#supabase/sample/rows/counts.ts";
import { enquiryRows } from "#supabase/sample/rows/enquiries.ts";
import { feedbackRows } from "#supabase/sample/rows/feedback.ts";
import {
  jobRows,
  revealRows,
  savedJobRows,
  savedProviderRows,
} from "#supabase/sample/rows/jobs.ts";
import { quoteRows } from "#supabase/sample/rows/quotes.ts";
import { availabilityRows, serviceRows } from "#supabase/sample/rows/services.ts";
import { samplePostcodes } from "#supabase/sample/written.ts";
import { awaitingPictures, PICTURES_MARKER } from "./sample-pictures.ts";

export { sampleSignIns } from "#supabase/sample/people.ts";
export { type Upload, uploadSamplePictures } from "./sample-pictures.ts";

/** The row of `_backend.state` that records that the sample was loaded, or declined with `--empty`. */
const MARKER = "sample";

/** Statements that do more than insert rows into one table; the rows are one JSON parameter. */
const STATEMENTS = {
  // Few and rounded; an operator's own list is not replaced.
  postcodes:
    "select public.load_postcodes($1) where not exists (select from search.places where kind = 'outward')",
  users: `
    insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
      confirmation_token, recovery_token, email_change_token_new, email_change, last_sign_in_at,
      raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
    select '00000000-0000-0000-0000-000000000000', id, 'authenticated', 'authenticated', email, $2,
      created_at + interval '6 minutes', '', '', '', '', last_sign_in_at,
      '{"provider": "email", "providers": ["email"]}',
      metadata || jsonb_build_object('sub', id, 'email', email, 'email_verified', true, 'phone_verified', false),
      created_at, created_at
    from jsonb_to_recordset($1::jsonb) as r (id uuid, email text, created_at timestamptz,
      last_sign_in_at timestamptz, metadata jsonb)`,
  identities: `
    insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at,
      created_at, updated_at)
    select gen_random_uuid(), id::text, id, raw_user_meta_data || '{"email_verified": true}', 'email',
      last_sign_in_at, created_at, created_at
    from auth.users where id in (select id from jsonb_to_recordset($1::jsonb) as r (id uuid))`,
  profiles: `
    update public.profiles p set bio = r.bio, categories = r.categories, show_phone = r.show_phone,
      phone_number = coalesce(r.phone_number, p.phone_number), skills = r.skills,
      social_links = r.social_links, created_at = r.created_at
    from jsonb_to_recordset($1::jsonb) as r (id uuid, created_at timestamptz, bio text,
      categories text[], phone_number text, show_phone boolean, skills jsonb, social_links jsonb)
    where p.id = r.id`,
  coupons: `
    update public.coupons c
    set redeemed = (select count(*) from public.coupon_redemptions r where r.code = c.code)`,
  // Told when they were posted; who unlocked the contact has looked.
  matches: `insert into public.job_matches (job_id, provider_id, told_at, mailed_at, seen_at)
    select j.id, f.provider_id, j.told_at, j.told_at, r.revealed_at
    from public.jobs j cross join lateral private.fitting_members(j) as f
    left join public.job_contact_reveals r on r.job_id = j.id and r.provider_id = f.provider_id
    where j.status = 'open'`,
} as const;

/** Inserts rows whose members are named as the table's columns. */
const insert = async (tx: Queryable, table: string, rows: readonly object[]): Promise<void> => {
  const columns = Object.keys(rows[0] ?? {}).join(", ");
  await tx.query(
    `insert into ${table} (${columns})
     select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
};

const insertAll = async (tx: Queryable, now: number, passwordHash: string): Promise<void> => {
  await tx.query(STATEMENTS.postcodes, [samplePostcodes()]);
  const users = JSON.stringify(userRows(now));
  await tx.query(STATEMENTS.users, [users, passwordHash]);
  await tx.query(STATEMENTS.identities, [users]);
  await tx.query(STATEMENTS.profiles, [JSON.stringify(profileRows(now))]);
  await insert(tx, "public.services", serviceRows());
  await insert(tx, "public.availability", availabilityRows());
  const { hires, feedback, replies } = feedbackRows(now);
  await insert(tx, "public.hires", hires);
  await insert(tx, "public.feedback", feedback);
  await insert(tx, "public.feedback_replies", replies);
  // After the feedback: until now there is no listing that each row would have to refresh.
  await insert(tx, "public.subscribers", subscriberRows(now));
  await insert(tx, "public.coupon_redemptions", redemptionRows(now));
  await tx.query(STATEMENTS.coupons);
  await insert(tx, "public.jobs", jobRows(now));
  await insert(tx, "public.job_contact_reveals", revealRows(now));
  await insert(tx, "public.job_quotes", quoteRows(now));
  await tx.query(STATEMENTS.matches);
  await insert(tx, "public.saved_jobs", savedJobRows(now));
  await insert(tx, "public.saved_providers", savedProviderRows(now));
  const { enquiries, messages } = enquiryRows(now);
  await insert(tx, "public.enquiries", enquiries);
  await insert(tx, "public.enquiry_messages", messages);
  await insert(tx, "public.businesses", businessRows(now));
  await insert(tx, "public.business_claims", claimRows(now));
  await insert(tx, "stats.provider_days", countRows(now));
};

/** False if the marker existed already. Two processes that start at once wait for each other. */
const mark = async (tx: Queryable, value: string): Promise<boolean> => {
  const rows = await tx.query(
    "insert into _backend.state (key, value) values ($1, $2) on conflict do nothing returning key",
    [MARKER, value],
  );
  return rows.length > 0;
};

/** Nobody charges the sample's monthly members, so each start renews them. */
const renewMonthly = async (db: Queryable, now: number): Promise<void> => {
  const members = people.filter(
    (person) => person.type === "provider" && person.plan === "monthly",
  );
  await db.query(
    `update public.subscribers set subscription_end = $2::timestamptz + interval '30 days'
     where user_id = any ($1::uuid[]) and subscribed and subscription_tier = 'monthly'
       and not cancel_at_period_end and payment_subscription is null
       and subscription_end < $2::timestamptz`,
    [members.filter(isLive).map(({ id }) => id), new Date(now).toISOString()],
  );
};

interface SampleOptions {
  /** Connected as the owner of the schemas. */
  db: Database;
  clock: Clock;
  log: Log;
  /** Ends the load at once; nothing of it is then there. */
  signal?: AbortSignal;
}

/** Milliseconds for each statement, however busy the machine is. */
const LOAD_WITHIN = 10 * 60_000;

/**
 * Loads the sample marketplace, without the pictures, into a migrated database without accounts, in one
 * transaction with dates relative to the clock. True if it was loaded now; false if it was loaded or
 * declined before, or if anybody has signed up. A later start only renews the sample's monthly members.
 */
export const loadSample = async ({ db, clock, log, signal }: SampleOptions): Promise<boolean> => {
  const [state] = await db.query<{ value: string }>(
    "select value from _backend.state where key = $1",
    [MARKER],
  );
  if (state) {
    if (state.value === "loaded") await renewMonthly(db, clock.now());
    return false;
  }
  const passwordHash = await createPasswords(db, { inFlight: 1 }).hash(SAMPLE_PASSWORD);
  const startedAt = performance.now();
  const load = async (tx: Queryable): Promise<boolean> => {
    await tx.query("set local statement_timeout = 0");
    const [{ inUse } = { inUse: true }] = await tx.query<{ inUse: boolean }>(
      'select exists (select from auth.users) as "inUse"',
    );
    if (inUse || !(await mark(tx, "loaded"))) return false;
    await insertAll(tx, clock.now(), passwordHash);
    await tx.query("insert into _backend.state (key, value) values ($1, $2)", [
      PICTURES_MARKER,
      JSON.stringify(awaitingPictures()),
    ]);
    return true;
  };
  const loaded = await db.transaction(load, { within: LOAD_WITHIN, signal });
  if (loaded)
    log.info("sample.loaded", { milliseconds: Math.round(performance.now() - startedAt) });
  return loaded;
};

/** Records that this database starts empty (`--empty`), so that no later start loads the sample. */
export const declineSample = async (db: Database): Promise<void> => {
  await mark(db, "declined");
};

/** Whether the sample is in this database, so that its sign-ins can be printed. */
export const hasSample = async (db: Queryable): Promise<boolean> => {
  const rows = await db.query("select from _backend.state where key = $1 and value = 'loaded'", [
    MARKER,
  ]);
  return rows.length > 0;
};
