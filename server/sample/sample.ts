import { createPasswords } from "#backend/auth/passwords/passwords.ts";
import type { Clock } from "#backend/core/clock.ts";
import type { Database, Queryable } from "#backend/core/database/database.ts";
import type { Log } from "#backend/core/log.ts";
import { isLive, people, SAMPLE_PASSWORD } from "#supabase/sample/people.ts";
import { profileRows, subscriberRows, userRows } from "#supabase/sample/rows/accounts.ts";
import { businessRows, claimRows } from "#supabase/sample/rows/businesses.ts";
import { feedbackRows } from "#supabase/sample/rows/feedback.ts";
import {
  jobRows,
  revealRows,
  savedJobRows,
  savedProviderRows,
} from "#supabase/sample/rows/jobs.ts";
import { availabilityRows, serviceRows } from "#supabase/sample/rows/offers.ts";
import { awaitingPictures, PICTURES_MARKER } from "./sample-pictures.ts";

export { sampleSignIns } from "#supabase/sample/people.ts";
export { type Upload, uploadSamplePictures } from "./sample-pictures.ts";

/** The row of `_backend.state` that records that the sample was loaded, or declined with `--empty`. */
const MARKER = "sample";

/** One statement for a whole table: the rows are one JSON parameter. */
const INSERTS = {
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
  feedback: `
    insert into public.feedback (id, provider_id, user_id, author_name, rating, title, description,
      approved, moderated_at, created_at)
    select id, provider_id, user_id, author_name, rating, title, description, approved, moderated_at,
      created_at
    from jsonb_to_recordset($1::jsonb) as r (id uuid, provider_id uuid, user_id uuid, author_name text,
      rating smallint, title text, description text, approved boolean, moderated_at timestamptz,
      created_at timestamptz)`,
  replies: `
    insert into public.feedback_replies (feedback_id, provider_id, reply_text, created_at, updated_at)
    select id, provider_id, reply, replied_at, replied_at
    from jsonb_to_recordset($1::jsonb) as r (id uuid, provider_id uuid, reply text, replied_at timestamptz)
    where reply is not null`,
  services: `
    insert into public.services (provider_id, title, description, price_pence, price_text, unit, position)
    select provider_id, title, description, price_pence, price_text, unit, position
    from jsonb_to_recordset($1::jsonb) as r (provider_id uuid, title text, description text,
      price_pence integer, price_text text, unit text, position integer)`,
  availability: `
    insert into public.availability (provider_id, hours, places, radius)
    select provider_id, hours, places, radius
    from jsonb_to_recordset($1::jsonb) as r (provider_id uuid, hours jsonb, places text[], radius text)`,
  subscribers: `
    insert into public.subscribers (user_id, email, subscribed, subscription_tier, subscription_end,
      cancel_at_period_end, promo_code, created_at)
    select user_id, email, subscribed, subscription_tier, subscription_end, cancel_at_period_end,
      promo_code, created_at
    from jsonb_to_recordset($1::jsonb) as r (user_id uuid, email text, subscribed boolean,
      subscription_tier text, subscription_end timestamptz, cancel_at_period_end boolean,
      promo_code text, created_at timestamptz)`,
  redemptions: `
    with redeemed as (
      insert into public.coupon_redemptions (user_id, code, redeemed_at)
      select user_id, promo_code, created_at
      from jsonb_to_recordset($1::jsonb) as r (user_id uuid, promo_code text, created_at timestamptz)
      where promo_code is not null returning code)
    update public.coupons c set redeemed = c.redeemed + used.count
    from (select code, count(*)::integer from redeemed group by code) as used where used.code = c.code`,
  jobs: `
    insert into public.jobs (id, title, description, category, categories, location, budget, user_id,
      contact_name, contact_email, contact_phone, status, posted_date, closed_at, expires_at)
    select id, title, description, category, categories, location, budget, user_id, contact_name,
      contact_email, contact_phone, status, posted_date, closed_at,
      -- Thirty days after it was posted, or was said to be still wanted, as with any job.
      posted_date + interval '30 days' * greatest(1, ceil(extract(epoch from now() - posted_date) / 2592000))
    from jsonb_to_recordset($1::jsonb) as r (id uuid, title text, description text, category text,
      categories text[], location text, budget text, user_id uuid, contact_name text,
      contact_email text, contact_phone text, status text, posted_date timestamptz,
      closed_at timestamptz)`,
  reveals: `
    insert into public.job_contact_reveals (job_id, provider_id, revealed_at)
    select job_id, provider_id, at
    from jsonb_to_recordset($1::jsonb) as r (job_id uuid, provider_id uuid, at timestamptz)`,
  savedJobs: `
    insert into public.saved_jobs (job_id, provider_id, created_at)
    select job_id, provider_id, at
    from jsonb_to_recordset($1::jsonb) as r (job_id uuid, provider_id uuid, at timestamptz)`,
  savedProviders: `
    insert into public.saved_providers (user_id, provider_id, created_at)
    select user_id, provider_id, at
    from jsonb_to_recordset($1::jsonb) as r (user_id uuid, provider_id uuid, at timestamptz)`,
  businesses: `
    insert into public.businesses (id, business_name, business_email, owner_user_id, claimed,
      claim_date, created_at)
    select id, business_name, business_email, owner_user_id, claimed, claim_date, created_at
    from jsonb_to_recordset($1::jsonb) as r (id uuid, business_name text, business_email text,
      owner_user_id uuid, claimed boolean, claim_date timestamptz, created_at timestamptz)`,
  claims: `
    insert into public.business_claims (business_id, claimant_id, status, created_at, decided_at)
    select business_id, claimant_id, status, created_at, decided_at
    from jsonb_to_recordset($1::jsonb) as r (business_id uuid, claimant_id uuid, status text,
      created_at timestamptz, decided_at timestamptz)`,
} as const;

const insertAll = async (tx: Queryable, now: number, passwordHash: string): Promise<void> => {
  const put = (text: string, rows: readonly object[], ...more: string[]) =>
    tx.query(text, [JSON.stringify(rows), ...more]);
  const users = userRows(now);
  const feedback = feedbackRows(now);
  const subscribers = subscriberRows(now);
  await put(INSERTS.users, users, passwordHash);
  await put(INSERTS.identities, users);
  await put(INSERTS.profiles, profileRows(now));
  await put(INSERTS.services, serviceRows());
  await put(INSERTS.availability, availabilityRows());
  await put(INSERTS.feedback, feedback);
  await put(INSERTS.replies, feedback);
  // After the feedback: until now there is no listing that each row would have to refresh.
  await put(INSERTS.subscribers, subscribers);
  await put(INSERTS.redemptions, subscribers);
  await put(INSERTS.jobs, jobRows(now));
  await put(INSERTS.reveals, revealRows(now));
  await put(INSERTS.savedJobs, savedJobRows(now));
  await put(INSERTS.savedProviders, savedProviderRows(now));
  await put(INSERTS.businesses, businessRows(now));
  await put(INSERTS.claims, claimRows(now));
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
}

/**
 * Loads the sample marketplace, without the pictures, into a migrated database without accounts, in one
 * transaction with dates relative to the clock. True if it was loaded now; false if it was loaded or
 * declined before, or if anybody has signed up. A later start only renews the sample's monthly members.
 */
export const loadSample = async ({ db, clock, log }: SampleOptions): Promise<boolean> => {
  const [state] = await db.query<{ value: string }>(
    "select value from _backend.state where key = $1",
    [MARKER],
  );
  if (state) {
    if (state.value === "loaded") await renewMonthly(db, clock.now());
    return false;
  }
  const passwordHash = await createPasswords(db).hash(SAMPLE_PASSWORD);
  const startedAt = performance.now();
  const loaded = await db.transaction(async (tx) => {
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
  });
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
