-- Taking one's data along, and leaving: 14 days in which signing in keeps the account (decision 19).

-- Download my data -------------------------------------------------------------------------------

create table private.export_parts (
  name text primary key check (name ~ '^[a-z][a-z_]{1,59}$'),
  place integer not null,
  title text not null,
  query text not null
);
comment on table private.export_parts is 'What ''Download my data'' holds: a query each, $1 being the account. A table that keeps something of a person gets its line here with its migration (tests/security/export.test.ts asks for it).';
comment on column private.export_parts.query is 'Rows that the person may read: never another''s contact details, never a secret.';

insert into private.export_parts (place, name, title, query) values
  (10, 'profile', 'Profile', 'select * from public.profiles where id = $1'),
  (20, 'sign_in', 'Sign-in', 'select email, email_confirmed_at, phone, created_at, last_sign_in_at, raw_user_meta_data as given_at_sign_up from auth.users where id = $1'),
  (21, 'identities', 'Ways to sign in', 'select provider, email, created_at, last_sign_in_at from auth.identities where user_id = $1 order by created_at'),
  (22, 'second_factors', 'Two-step verification', 'select factor_type::text, status::text, friendly_name, created_at from auth.mfa_factors where user_id = $1 order by created_at'),
  (23, 'sessions', 'Signed-in devices', 'select user_agent as device, host(ip) as address, created_at, updated_at from auth.sessions where user_id = $1 order by created_at desc'),
  (30, 'membership', 'Membership', 'select email, subscribed, subscription_tier, subscription_end, cancel_at_period_end, promo_code, payment_customer, created_at from public.subscribers where user_id = $1'),
  (31, 'coupons', 'Coupons used', 'select code, redeemed_at from public.coupon_redemptions where user_id = $1'),
  (40, 'jobs', 'Jobs you posted', 'select * from public.jobs where user_id = $1 order by posted_date desc'),
  (41, 'contacts_unlocked_by_others', 'Who unlocked your contact details', 'select j.title as job, coalesce(p.business_name, btrim(p.first_name || '' '' || p.last_name)) as provider, r.revealed_at from public.job_contact_reveals r join public.jobs j on j.id = r.job_id join public.profiles p on p.id = r.provider_id where j.user_id = $1 order by r.revealed_at desc'),
  (42, 'contacts_you_unlocked', 'Contact details you unlocked', 'select r.job_id, j.title as job, r.revealed_at from public.job_contact_reveals r join public.jobs j on j.id = r.job_id where r.provider_id = $1 order by r.revealed_at desc'),
  (50, 'feedback_given', 'Feedback you gave', 'select f.id, coalesce(p.business_name, btrim(p.first_name || '' '' || p.last_name)) as provider, f.rating, f.title, f.description, f.author_name, f.is_public, f.edited_at, f.created_at from public.feedback f join public.profiles p on p.id = f.provider_id where f.user_id = $1 order by f.created_at desc'),
  (51, 'feedback_received', 'Feedback you received', 'select id, author_name, rating, title, description, edited_at, created_at from public.feedback where provider_id = $1 and is_public order by created_at desc'),
  (52, 'replies', 'Your replies', 'select feedback_id, reply_text, created_at, updated_at from public.feedback_replies where provider_id = $1 order by created_at desc'),
  (60, 'saved_providers', 'Saved professionals', 'select s.provider_id, l.name, s.created_at from public.saved_providers s left join private.listings l on l.provider_id = s.provider_id where s.user_id = $1 order by s.created_at desc'),
  (61, 'saved_jobs', 'Saved jobs', 'select s.job_id, j.title, s.created_at from public.saved_jobs s join public.jobs j on j.id = s.job_id where s.provider_id = $1 order by s.created_at desc'),
  (70, 'businesses', 'Businesses that are yours', 'select id, business_name, business_email, claim_date from public.businesses where owner_user_id = $1'),
  (71, 'business_claims', 'Claims to businesses', 'select b.business_name, c.status, c.created_at, c.decided_at from public.business_claims c join public.businesses b on b.id = c.business_id where c.claimant_id = $1 order by c.created_at desc'),
  (80, 'notification_choices', 'Notification choices', 'select email_notifications, marketing, job_alerts, provider_updates, updated_at from public.notification_settings where user_id = $1'),
  (81, 'consents', 'Consents', 'select purpose, granted, ends_at, source, wording, created_at from public.consents where user_id = $1 order by id desc'),
  (82, 'mails', 'Mails we sent you', 'select kind, created_at, sent_at from private.notices where user_id = $1 order by created_at desc');

create function private.files_of(person uuid) returns table (bucket text, name text, size bigint)
language sql stable security definer set search_path = '' as $$
  select o.bucket_id, o.name, coalesce((o.metadata ->> 'size')::bigint, 0)
  from storage.objects o
  where split_part(o.name, '/', 1) = person::text
    or (o.bucket_id = 'business_logos' and exists (
      select from public.profiles p where p.id = person
        and right(p.profile_image_url, char_length(o.name) + 1) = '/' || o.name))
  order by o.bucket_id, o.name limit 5000
$$;
comment on function private.files_of(uuid) is 'The files in an account''s folders, and the picture that an admin gave it.';

create function public.export_account(p_user uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  part private.export_parts;
  found_rows jsonb;
  parts jsonb := '[]';
begin
  for part in select * from private.export_parts order by place, name loop
    execute 'select coalesce(jsonb_agg(to_jsonb(part)), ''[]'') from (' || part.query || ') as part' into found_rows using p_user;
    parts := parts || jsonb_build_object('name', part.name, 'title', part.title, 'rows', found_rows);
  end loop;
  return jsonb_build_object('parts', parts, 'files', (
    select coalesce(jsonb_agg(to_jsonb(f)), '[]') from private.files_of(p_user) as f));
end $$;
comment on function public.export_account(uuid) is 'For export-account: all that is held about an account, part by part, and the list of its files.';

create function public.account_files(p_user uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(f)), '[]') from private.files_of(p_user) as f
$$;
comment on function public.account_files(uuid) is 'For functions that erase an account: the files that go with it.';

create function public.how_to_prove(p_user uuid, p_session uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'has_password', coalesce(u.encrypted_password, '') <> '',
    'needs_second_step', exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified'),
    'second_step_done', coalesce(s.aal::text = 'aal2', false),
    'signed_in_just_now', coalesce(s.created_at > now() - interval '10 minutes', false))
  from auth.users u left join auth.sessions s on s.id = p_session and s.user_id = u.id
  where u.id = p_user
$$;
comment on function public.how_to_prove(uuid, uuid) is 'For functions that a borrowed session must not be enough for: what else its holder can be asked.';

-- Leaving ----------------------------------------------------------------------------------------

create table public.account_deletions (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  requested_at timestamptz not null default now(),
  erase_after timestamptz not null default now() + interval '14 days',
  was_visible boolean not null,
  closed_jobs uuid[] not null default '{}',
  cancelled_at timestamptz,
  erasing_at timestamptz,
  claimed_until timestamptz,
  last_error text,
  check (cancelled_at is null or erasing_at is null)
);
comment on table public.account_deletions is 'Who asked to leave. Signing in within the grace cancels; then erase-accounts erases. Reached through functions only.';
comment on column public.account_deletions.was_visible is 'What is_visible goes back to when the person stays; an admin''s switching during the grace is kept here.';
comment on column public.account_deletions.cancelled_at is 'The person signed in and stays; the row goes once they have been told.';
comment on column public.account_deletions.erasing_at is 'From here there is no way back: the account cannot sign in any more.';
create index account_deletions_due on public.account_deletions (erase_after) where cancelled_at is null;
alter table public.account_deletions enable row level security;
revoke all on public.account_deletions from anon, authenticated;
grant all on public.account_deletions to service_role;

create function private.is_leaving(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.account_deletions where user_id = person and cancelled_at is null)
$$;
comment on function private.is_leaving(uuid) is 'Whether this account waits for its erasure.';

create function private.hide_who_leaves() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.is_visible and private.is_leaving(new.id) then
    update public.account_deletions set was_visible = true where user_id = new.id;
    new.is_visible := false;
  elsif not new.is_visible and not old.is_visible then
    update public.account_deletions set was_visible = false where user_id = new.id and cancelled_at is null;
  end if;
  return new;
end $$;
comment on function private.hide_who_leaves() is 'Trigger: nobody who is leaving is listed; what an admin switches meanwhile holds from the day the person stays.';
create trigger hide_who_leaves before update of is_visible on public.profiles
  for each row execute function private.hide_who_leaves();

create function public.schedule_deletion(p_user uuid) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  person public.profiles;
  ends timestamptz;
  jobs uuid[];
begin
  -- The same turn as keep_last_admin() takes, so that two admins cannot leave each other behind.
  perform pg_advisory_xact_lock(hashtext('keep_last_admin'));
  select * into person from public.profiles where id = p_user for update;
  if person.id is null then
    raise exception 'This account does not exist.' using errcode = 'PT404';
  end if;
  select erase_after into ends from public.account_deletions where user_id = p_user and cancelled_at is null;
  if ends is not null then
    return ends;
  end if;
  if person.account_type = 'admin' and not exists (
      select from public.profiles p where p.account_type = 'admin' and p.is_active and p.id <> p_user
        and not private.is_leaving(p.id)) then
    raise exception 'The last admin cannot be deleted, deactivated or demoted.' using errcode = 'PT409';
  end if;
  with closed as (
    update public.jobs set status = 'closed' where user_id = p_user and status = 'open' returning id)
  select coalesce(array_agg(id), '{}') into jobs from closed;
  update public.profiles set is_visible = false where id = p_user;
  delete from public.account_deletions where user_id = p_user;
  insert into public.account_deletions (user_id, was_visible, closed_jobs)
  values (p_user, person.is_visible, jobs) returning erase_after into ends;
  delete from auth.sessions where user_id = p_user;
  perform private.notify(p_user, 'deletion_scheduled', jsonb_build_object('erase_on', ends),
    'deletion_scheduled:' || p_user || ':' || ends);
  return ends;
end $$;
comment on function public.schedule_deletion(uuid) is 'For delete-account: hides the profile, closes the jobs, ends every session and tells the person until when signing in cancels. Asked again, it gives the same day.';

create function private.stay_when_signed_in() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  leaving public.account_deletions;
begin
  update public.account_deletions set cancelled_at = now()
  where user_id = new.id and cancelled_at is null and erasing_at is null returning * into leaving;
  if leaving.user_id is not null then
    update public.profiles set is_visible = leaving.was_visible where id = new.id and is_visible <> leaving.was_visible;
    update public.jobs set status = 'open' where id = any (leaving.closed_jobs) and status = 'closed';
    perform private.notify(new.id, 'deletion_cancelled', '{}', 'deletion_cancelled:' || new.id || ':' || leaving.erase_after);
  end if;
  return null;
end $$;
comment on function private.stay_when_signed_in() is 'Trigger: whoever signs in within the grace keeps the account, with its listing and its jobs.';
create trigger stay_when_signed_in after update of last_sign_in_at on auth.users
  for each row when (old.last_sign_in_at is distinct from new.last_sign_in_at)
  execute function private.stay_when_signed_in();

create function public.deletion_cancelled() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.account_deletions where user_id = (select auth.uid()) and cancelled_at is not null;
  return found;
end $$;
comment on function public.deletion_cancelled() is 'Whether the caller''s sign-in has just cancelled a deletion; says so once.';
revoke execute on function public.deletion_cancelled() from public, anon;
grant execute on function public.deletion_cancelled() to authenticated;

-- Erasing ----------------------------------------------------------------------------------------

create function private.due_deletions() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select d.user_id from public.account_deletions d join public.profiles p on p.id = d.user_id
  where d.cancelled_at is null and d.erase_after <= now() and coalesce(d.claimed_until <= now(), true)
    -- An admin who became the last one meanwhile has to stay, and to be able to sign in.
    and (p.account_type <> 'admin' or exists (
      select from public.profiles o where o.account_type = 'admin' and o.is_active and not private.is_leaving(o.id)))
  order by d.erase_after
$$;
comment on function private.due_deletions() is 'Accounts whose grace is over and that nobody is erasing, oldest first.';

create function private.deletions_are_due() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.due_deletions())
$$;
comment on function private.deletions_are_due() is 'Whether there is anything for erase-accounts to do.';

create function public.take_deletions(p_limit integer default 5) returns setof uuid
language plpgsql security definer set search_path = '' as $$
begin
  return query
  with due as (
    select d.user_id from public.account_deletions d
    where d.user_id in (select private.due_deletions()) and d.cancelled_at is null
      and coalesce(d.claimed_until <= now(), true)
    order by d.erase_after limit least(greatest(p_limit, 1), 20) for update skip locked
  ), taken as (
    update public.account_deletions d set erasing_at = coalesce(d.erasing_at, now()), claimed_until = now() + interval '10 minutes'
    from due where due.user_id = d.user_id returning d.user_id
  ), barred as (
    update auth.users u set banned_until = now() + interval '100 years' from taken where u.id = taken.user_id returning u.id
  ), signed_out as (
    delete from auth.sessions s using taken where s.user_id = taken.user_id
  )
  select barred.id from barred;
end $$;
comment on function public.take_deletions(integer) is 'For erase-accounts: claims accounts whose grace is over for ten minutes; from here they cannot sign in.';

create function private.forget_person(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.feedback set author_name = 'Former member' where user_id = person;
  update public.businesses set owner_user_id = null, claimed = false, claim_date = null where owner_user_id = person;
  delete from auth.audit_log_entries where payload ->> 'actor_id' = person::text;
  delete from auth.users where id = person;
end $$;
comment on function private.forget_person(uuid) is 'Removes an account and all its rows. Feedback it gave stays without its name, so that averages keep; its businesses can be claimed again.';

create function public.erase_account(p_user uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  address text;
begin
  perform from public.account_deletions d
    where d.user_id = p_user and d.erasing_at is not null and d.erase_after <= now() for update;
  if not found then
    return false;
  end if;
  select email into address from public.profiles where id = p_user;
  perform private.forget_person(p_user);
  if address is not null then
    perform private.notify_address(address, 'deletion_done', '{}', 'deletion_done:' || p_user);
  end if;
  return true;
end $$;
comment on function public.erase_account(uuid) is 'For erase-accounts, after payments and files: the rows and the sign-in, in one transaction with the last mail. False where there is nothing to erase (any more).';

create function public.postpone_deletion(p_user uuid, p_error text) returns void
language sql security definer set search_path = '' as $$
  update public.account_deletions set claimed_until = now() + interval '1 hour', last_error = left(p_error, 300)
  where user_id = p_user and erasing_at is not null
$$;
comment on function public.postpone_deletion(uuid, text) is 'For erase-accounts: what went wrong with this account, which is tried again in an hour.';

revoke execute on function public.export_account(uuid), public.account_files(uuid), public.how_to_prove(uuid, uuid), public.schedule_deletion(uuid),
  public.take_deletions(integer), public.erase_account(uuid), public.postpone_deletion(uuid, text) from public, anon, authenticated;
grant execute on function public.export_account(uuid), public.account_files(uuid), public.how_to_prove(uuid, uuid), public.schedule_deletion(uuid),
  public.take_deletions(integer), public.erase_account(uuid), public.postpone_deletion(uuid, text) to service_role;

create or replace function public.admin_delete_user(target_user_id uuid, reason text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before jsonb;
begin
  perform private.require_admin();
  select to_jsonb(p) into before from public.profiles p where id = target_user_id;
  if before is null then
    raise exception 'This account does not exist.' using errcode = 'PT404';
  end if;
  perform private.forget_person(target_user_id);
  perform private.record('delete user', 'profiles', target_user_id::text,
    before - array['bio', 'work_samples', 'social_links', 'skills'], null, reason);
end $$;

insert into private.notice_kinds (kind, topic) values
  ('deletion_scheduled', 'account'), ('deletion_cancelled', 'account'), ('deletion_done', 'account');
insert into private.scheduled_tasks (name, run_every, procedure, function_name, only_when) values
  ('erase-accounts', '10 seconds', null, 'erase-accounts', 'private.deletions_are_due()');
