-- Accounts: consents, access for support, the copy of everything that is held about a person, and leaving.

-- Consents ------------------------------------------------------------------------------------------------------------

create table public.consents (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  purpose text not null check (purpose in ('marketing', 'support', 'terms')),
  granted boolean not null,
  ends_at timestamptz,
  source text not null check (source in ('account settings', 'unsubscribe link', 'mailed confirmation')),
  wording text not null check (char_length(wording) <= 500),
  created_at timestamptz not null default now(),
  check ((ends_at is not null) = (purpose = 'support' and granted))
);
comment on table public.consents is
  'Consents given and withdrawn: by whom, for what, in which words, where and when. Append-only; the newest row of a purpose counts. Deleted with the account.';
comment on column public.consents.ends_at is 'Support access ends by itself.';
comment on column public.consents.wording is 'The text beside the switch at that moment.';
create index consents_of_user on public.consents (user_id, purpose, id desc);
revoke all on public.consents from service_role;
grant select on public.consents to service_role;
grant select on public.consents to authenticated;
create policy "owners read" on public.consents for select to authenticated using (user_id = (select auth.uid()));
create policy "admins read where support is allowed" on public.consents for select to authenticated
  using (purpose = 'support' and (select private.is_admin()));

create function private.protect_consents() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'A recorded consent cannot be changed. Please record a new one instead.' using errcode = '42501';
end $$;
comment on function private.protect_consents() is 'Trigger: a line of the record is never changed.';

create trigger protect_consents before update on public.consents
  for each row execute function private.protect_consents();

create function private.consent_wording(purpose text) returns text
language sql immutable set search_path = '' as $$
  select case purpose
    when 'marketing' then 'Marketing emails: news, tips and offers by email. You can stop them at any time.'
    when 'support' then 'Support access: our support team may see your notification choices, your consents, your devices without their addresses, and which kinds of emails we sent you, until the time you choose. They can''t change anything.'
    when 'terms' then 'By sending you confirm that you are at least 18 and agree to our Terms of use.'
  end
$$;
comment on function private.consent_wording(text) is
  'The words of a consent as the site shows them (domain/notifications/notifications.ts; a test compares both).';

create function private.log_marketing_consent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.consents (user_id, purpose, granted, source, wording)
  values (new.user_id, 'marketing', new.marketing,
    coalesce(nullif(current_setting('private.consent_source', true), ''), 'account settings'),
    private.consent_wording('marketing'));
  return null;
end $$;
comment on function private.log_marketing_consent() is
  'Trigger: marketing is never switched without a line in the record of consents.';

create trigger log_marketing_consent after update of marketing on public.notification_settings
  for each row when (old.marketing is distinct from new.marketing) execute function private.log_marketing_consent();

-- Support access ------------------------------------------------------------------------------------------------------

create function public.allow_support(p_hours integer) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  ends timestamptz := now() + make_interval(hours => p_hours);
begin
  perform private.require_active_account();
  perform private.refuse_if(p_hours is null or p_hours not in (24, 168),
    'PT400', 'Please choose 24 hours or 7 days of support access.');
  insert into public.consents (user_id, purpose, granted, ends_at, source, wording)
  values (me, 'support', true, ends, 'account settings', private.consent_wording('support'));
  return ends;
end $$;
comment on function public.allow_support(integer) is
  'Allows support access to the caller''s account for 24 hours or 7 days; returns the end.';

create function private.support_access_until(person uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select c.ends_at from (
    select granted, ends_at from public.consents
    where user_id = person and purpose = 'support' order by id desc limit 1) as c
  where c.granted and c.ends_at > now()
$$;
comment on function private.support_access_until(uuid) is
  'The end of support access to this account; null if there is none.';

create function public.withdraw_support() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_session();
  if private.support_access_until((select auth.uid())) is not null then
    insert into public.consents (user_id, purpose, granted, source, wording)
    values ((select auth.uid()), 'support', false, 'account settings', private.consent_wording('support'));
  end if;
end $$;
comment on function public.withdraw_support() is
  'The caller ends support access at once; nothing happens where there is none.';

create function public.admin_support_view(p_user uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  ends timestamptz := private.support_access_until(p_user);
begin
  perform private.require_admin();
  perform private.refuse_if(ends is null,
    'PT403', 'This person has not allowed support access. Please ask them to allow it in their account settings.');
  perform audit.record('support view', 'profiles', p_user::text, null, jsonb_build_object('until', ends));
  return jsonb_build_object(
    'until', ends,
    'choices', (select to_jsonb(s) - array['user_id', 'unsubscribe_token', 'unsubscribed'] from public.notification_settings s where s.user_id = p_user),
    'consents', (select coalesce(jsonb_agg(c order by c.id desc), '[]') from (
      select id, purpose, granted, ends_at, source, created_at from public.consents
      where user_id = p_user order by id desc limit 20) as c),
    'sessions', (select coalesce(jsonb_agg(s order by s.last_used desc), '[]') from (
      select left(user_agent, 200) as device, created_at, greatest(created_at, updated_at, refreshed_at at time zone 'utc') as last_used
      from auth.sessions where user_id = p_user and coalesce(not_after > now(), true)
      order by created_at desc limit 20) as s),
    'mails', (select coalesce(jsonb_agg(n order by n.created_at desc), '[]') from (
      select kind, created_at, sent_at, dropped_at, last_error from notify.notices
      where user_id = p_user order by created_at desc limit 20) as n));
end $$;
comment on function public.admin_support_view(uuid) is
  'What an admin may additionally see of an account while its owner allows it: choices, consents, devices without addresses, kinds of mails. Each view is recorded.';

create function public.list_support_views() returns setof timestamptz
language sql stable security definer set search_path = '' as $$
  select private.require_session();
  select a.created_at from public.audit_log a
  where a.target_table = 'profiles' and a.target_id = (select auth.uid())::text and a.action = 'support view'
  order by a.created_at desc limit 20
$$;
comment on function public.list_support_views() is
  'When support viewed the caller''s account, newest first, without the admin''s name.';

-- Export --------------------------------------------------------------------------------------------------------------

create function private.export_parts() returns table (name text, place integer, title text, query text)
language sql immutable as $parts$ values
  ('profile', 10, 'Profile',
    $$select * from public.profiles where id = $1$$),
  ('services', 12, 'Services',
    $$select title, description, price_pence, price_text, unit, category, created_at, updated_at
      from public.services where provider_id = $1 order by position$$),
  ('availability', 13, 'Opening hours and area served',
    $$select hours, base, miles, whole_uk, places, created_at, updated_at from public.availability where provider_id = $1$$),
  ('sign_in', 20, 'Sign-in',
    $$select email, email_confirmed_at, phone, created_at, last_sign_in_at, raw_user_meta_data as given_at_sign_up
      from auth.users where id = $1$$),
  ('identities', 21, 'Ways to sign in',
    $$select provider, email, created_at, last_sign_in_at from auth.identities where user_id = $1
      order by created_at$$),
  ('second_factors', 22, 'Two-step verification',
    $$select factor_type::text, status::text, friendly_name, created_at from auth.mfa_factors where user_id = $1
      order by created_at$$),
  ('sessions', 23, 'Signed-in devices',
    $$select user_agent as device, host(ip) as address, created_at, updated_at from auth.sessions
      where user_id = $1 order by created_at desc$$),
  ('passkeys', 24, 'Passkeys',
    $$select friendly_name, created_at, last_used_at from auth.webauthn_credentials where user_id = $1
      order by created_at$$),
  ('known_devices', 24, 'Kinds of devices you signed in with',
    $$select device, first_seen from private.known_devices where user_id = $1 order by first_seen$$),
  ('membership', 30, 'Membership',
    $$select email, subscribed, subscription_tier, subscription_end, cancel_at_period_end, renewal_pence,
        promo_code, grant_reason, payment_customer, created_at from public.subscribers where user_id = $1$$),
  ('coupons', 31, 'Coupons used',
    $$select code, redeemed_at from public.coupon_redemptions where user_id = $1$$),
  ('payments', 32, 'Payments',
    $$select paid_at, pence, currency, number, period_start, period_end, receipt_url from public.payments
      where user_id = $1 order by paid_at desc$$),
  ('memberships', 33, 'When you were a member',
    $$select began_at, ended_at from billing.membership_periods where user_id = $1 order by began_at desc$$),
  ('jobs', 40, 'Jobs you posted',
    $$select * from public.jobs where user_id = $1 order by posted_date desc$$),
  ('contacts_unlocked_by_others', 41, 'Who unlocked your contact details',
    $$select j.title as job, coalesce(p.business_name, btrim(p.first_name || ' ' || p.last_name)) as provider,
        r.revealed_at, r.revoked_at as access_withdrawn_at from public.job_contact_reveals r join public.jobs j on j.id = r.job_id
      join public.profiles p on p.id = r.provider_id where j.user_id = $1 order by r.revealed_at desc$$),
  ('contacts_you_unlocked', 42, 'Contact details you unlocked',
    $$select case when r.revoked_at is null then r.job_id end as job_id, case when r.revoked_at is null then j.title end as job,
        r.revealed_at, r.revoked_at as access_withdrawn_at from public.job_contact_reveals r
      join public.jobs j on j.id = r.job_id where r.provider_id = $1 order by r.revealed_at desc$$),
  ('quotes_sent', 43, 'Quotes you sent',
    $$select j.title as job, q.message, q.price_type, q.price_min, q.price_max, q.vat, q.earliest_start, q.valid_until,
        q.pictures, q.state, q.reason, q.created_at, q.updated_at, q.seen_at, q.decided_at from public.job_quotes q
      join public.jobs j on j.id = q.job_id where q.provider_id = $1 order by q.created_at desc$$),
  ('quotes_received', 44, 'Quotes for your jobs',
    $$select j.title as job, private.public_name(q.provider_id) as provider, q.message, q.price_type, q.price_min, q.price_max,
        q.vat, q.earliest_start, q.valid_until, q.state, q.reason, q.created_at, q.decided_at from public.job_quotes q
      join public.jobs j on j.id = q.job_id where j.user_id = $1 order by q.created_at desc$$),
  ('hired_for', 45, 'Jobs you were hired for',
    $$select title as job, hired_at, work_starts_on, done_by_provider_at from public.jobs where hired_provider_id = $1
      order by hired_at desc$$),
  ('hires', 46, 'Who hired whom',
    $$select j.title as job, private.public_name(h.client_id) as client, private.public_name(h.provider_id) as professional,
        h.hired_at, h.confirmed_at, h.done_at, h.undone_at, h.invited_at, h.reminded_at
      from public.hires h left join public.jobs j on j.id = h.job_id where $1 in (h.client_id, h.provider_id)
      order by h.hired_at desc$$),
  ('feedback_given', 50, 'Feedback you gave',
    $$select f.id, coalesce(p.business_name, btrim(p.first_name || ' ' || p.last_name)) as provider, f.rating,
        f.title, f.description, f.author_name, f.verified as verified_hire, f.in_contact, f.pictures,
        f.in_portfolio, f.is_public, f.edited_at, f.created_at from public.feedback f
      join public.profiles p on p.id = f.provider_id where f.user_id = $1 order by f.created_at desc$$),
  ('feedback_received', 51, 'Feedback you received',
    $$select id, author_name, rating, title, description, verified as verified_hire, in_contact, pictures, edited_at, created_at from public.feedback
      where provider_id = $1 and is_public order by created_at desc$$),
  ('review_requests', 57, 'Your review link, and when you asked people for feedback by email',
    $$select l.code, l.created_at, l.renewed_at, null::timestamptz as asked_at, null as address from public.review_links l where l.provider_id = $1
      union all select null, null, null, i.invited_at, i.address from private.review_invitations i where i.provider_id = $1$$),
  ('response_facts', 56, 'What your page says of your replies and hires',
    $$select questions, answered, reply_minutes, hires, counted_on from private.response_facts where provider_id = $1$$),
  ('replies', 52, 'Your replies',
    $$select feedback_id, reply_text, created_at, updated_at from public.feedback_replies where provider_id = $1
      order by created_at desc$$),
  ('enquiries', 53, 'Enquiries',
    $$select e.id, e.subject, e.created_at,
        private.public_name(case when e.sender_id = $1 then e.provider_id else e.sender_id end) as with_whom,
        (select jsonb_agg(jsonb_build_object('by_you', m.author_id = $1, 'body', m.body, 'pictures', m.pictures,
            'created_at', m.created_at)
            order by m.created_at) from public.enquiry_messages m where m.enquiry_id = e.id) as messages
      from public.enquiries e where $1 in (e.sender_id, e.provider_id) order by e.created_at desc$$),
  ('page_counts', 54, 'How often your page was viewed and found',
    $$select day, kind, amount from stats.provider_days where provider_id = $1 order by day desc, kind$$),
  ('blocked', 54, 'People you blocked',
    $$select private.public_name(b.blocked_id) as name, b.created_at from public.enquiry_blocks b
      where b.user_id = $1 order by b.created_at desc$$),
  ('reports', 55, 'Reports you sent',
    $$select case_number, target_type, target_label, reason, details, state, outcome_reason, decided_at,
        appeal_text, created_at from public.reports where reporter_id = $1 order by created_at desc$$),
  ('saved_providers', 60, 'Saved professionals',
    $$select s.provider_id, l.name, s.created_at from public.saved_providers s
      left join public.public_providers l on l.user_id = s.provider_id where s.user_id = $1 order by s.created_at desc$$),
  ('saved_jobs', 61, 'Saved jobs',
    $$select s.job_id, j.title, s.created_at from public.saved_jobs s join public.jobs j on j.id = s.job_id
      where s.provider_id = $1 order by s.created_at desc$$),
  ('job_matches', 62, 'Jobs you were told about',
    $$select m.job_id, j.title, m.told_at, m.mailed_at, m.asked_at, m.seen_at, m.declined_at from public.job_matches m
      join public.jobs j on j.id = m.job_id where m.provider_id = $1 order by m.told_at desc$$),
  ('businesses', 70, 'Your businesses',
    $$select id, business_name, business_email, claim_date from public.businesses where owner_user_id = $1$$),
  ('business_claims', 71, 'Claims to businesses',
    $$select b.business_name, c.status, c.created_at, c.decided_at from public.business_claims c
      join public.businesses b on b.id = c.business_id where c.claimant_id = $1 order by c.created_at desc$$),
  ('notification_choices', 80, 'Notification choices',
    $$select email_notifications, marketing, job_alerts, job_alerts_daily, job_trades, provider_updates, updated_at
      from public.notification_settings where user_id = $1$$),
  ('consents', 81, 'Consents',
    $$select purpose, granted, ends_at, source, wording, created_at from public.consents where user_id = $1
      order by id desc$$),
  ('mails', 82, 'Emails we sent you',
    $$select kind, created_at, sent_at from notify.notices where user_id = $1 order by created_at desc$$),
  ('support_views', 83, 'Views by our team',
    $$select created_at as viewed_at from public.audit_log
      where target_table = 'profiles' and target_id = $1::text and action = 'support view'
      order by created_at desc$$)
$parts$;
comment on function private.export_parts() is
  'The parts of ''Download my data'': a query each, $1 being the account, of rows that the person may read: never another''s contact details, never a secret. A table with data of a person gets its line here (tests/security/accounts/export.test.ts requires it).';

create function public.export_account(p_user uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  part record;
  found_rows jsonb;
  parts jsonb := '[]';
begin
  for part in select * from private.export_parts() order by place, name loop
    execute 'select coalesce(jsonb_agg(to_jsonb(part) - ''search_words''), ''[]'') from (' || part.query || ') as part' into found_rows using p_user;
    parts := parts || jsonb_build_object('name', part.name, 'title', part.title, 'rows', found_rows);
  end loop;
  return jsonb_build_object('parts', parts, 'files', public.account_files(p_user));
end $$;
comment on function public.export_account(uuid) is
  'For export-account: all that is held about an account, part by part, and the list of its files.';

-- Deletion ------------------------------------------------------------------------------------------------------------

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
comment on table public.account_deletions is
  'Requested deletions of accounts. Signing in within the grace period cancels one; after it, erase-accounts erases the account. Reached through functions only.';
comment on column public.account_deletions.was_visible is
  'The value of is_visible after a cancelled deletion, including an admin''s change during the grace period.';
comment on column public.account_deletions.cancelled_at is
  'Set when the person signed in and so cancelled; the row is deleted once the page has told them.';
comment on column public.account_deletions.erasing_at is
  'From here there is no way back: the account cannot sign in any more.';
create index account_deletions_due on public.account_deletions (erase_after) where cancelled_at is null;

create function public.account_files(p_user uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with given as (
    select substring(p.profile_image_url from '/storage/v1/object/public/business_logos/(.+)$') as name
    from public.profiles p where p.id = p_user
  )
  select coalesce(jsonb_agg(to_jsonb(f)), '[]') from (
    select o.bucket_id as bucket, o.name, coalesce((o.metadata ->> 'size')::bigint, 0) as size
    from storage.objects o
    where split_part(o.name, '/', 1) = p_user::text
      or (o.bucket_id = 'business_logos' and o.name = (select g.name from given g) and not exists (
        select from public.profiles other where other.id <> p_user
          and right(other.profile_image_url, char_length(o.name) + 1) = '/' || o.name))
    order by o.bucket_id, o.name limit 5000) as f
$$;
comment on function public.account_files(uuid) is
  'For functions that erase or export an account: the files in its folders, and the picture that an admin gave it, unless another account shows the same.';

create function private.is_deletion_pending(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.account_deletions where user_id = person and cancelled_at is null)
$$;
comment on function private.is_deletion_pending(uuid) is 'Whether this account waits for its erasure.';

create function private.hide_leaving_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.is_visible and private.is_deletion_pending(new.id) then
    update public.account_deletions set was_visible = true where user_id = new.id;
    new.is_visible := false;
  elsif not new.is_visible and not old.is_visible then
    update public.account_deletions set was_visible = false where user_id = new.id and cancelled_at is null;
  end if;
  return new;
end $$;
comment on function private.hide_leaving_account() is
  'Trigger: nobody who is leaving is listed; what an admin switches meanwhile holds from the day the person stays.';

create trigger hide_leaving_account before update of is_visible on public.profiles
  for each row execute function private.hide_leaving_account();

create function public.schedule_deletion(p_user uuid) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  person public.profiles;
  ends timestamptz;
  jobs uuid[];
begin
  -- The same turn as private.protect_last_admin() takes, so that two admins cannot leave each other behind.
  perform pg_advisory_xact_lock(hashtext('protect_last_admin'));
  select * into person from public.profiles where id = p_user for update;
  perform private.refuse_if(person.id is null, 'PT404', 'This account no longer exists. Please reload the page.');
  select erase_after into ends from public.account_deletions where user_id = p_user and cancelled_at is null;
  if ends is not null then
    return ends;
  end if;
  perform private.refuse_if(person.account_type = 'admin' and not exists (
    select from public.profiles p where p.account_type = 'admin' and p.is_active and p.id <> p_user
    and not private.is_deletion_pending(p.id)),
    'PT409', 'The last admin cannot be deleted, deactivated or demoted. Please make someone else an admin first.');
  with closed as (
    update public.jobs set status = 'closed' where user_id = p_user and status = 'open' returning id)
  select coalesce(array_agg(id), '{}') into jobs from closed;
  update public.profiles set is_visible = false where id = p_user;
  delete from public.account_deletions where user_id = p_user;
  insert into public.account_deletions (user_id, was_visible, closed_jobs)
  values (p_user, person.is_visible, jobs) returning erase_after into ends;
  delete from auth.sessions where user_id = p_user;
  perform notify.account(p_user, 'deletion_scheduled', jsonb_build_object('erase_on', ends),
    'deletion_scheduled:' || p_user || ':' || ends);
  return ends;
end $$;
comment on function public.schedule_deletion(uuid) is
  'For delete-account: hides the profile, closes the jobs, ends every session and emails the person the day until which signing in cancels. A second call gives the same day.';

create function private.cancel_deletion_on_sign_in() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  leaving public.account_deletions;
begin
  update public.account_deletions set cancelled_at = now()
  where user_id = new.id and cancelled_at is null and erasing_at is null returning * into leaving;
  if leaving.user_id is not null then
    update public.profiles set is_visible = leaving.was_visible where id = new.id and is_visible <> leaving.was_visible;
    update public.jobs set status = 'open' where id = any (leaving.closed_jobs) and status = 'closed';
    perform notify.account(new.id, 'deletion_cancelled', '{}', 'deletion_cancelled:' || new.id || ':' || leaving.erase_after);
  end if;
  return null;
end $$;
comment on function private.cancel_deletion_on_sign_in() is
  'Trigger: a sign-in within the grace period cancels the deletion, and restores the listing and the jobs.';

create trigger cancel_deletion_on_sign_in after update of last_sign_in_at on auth.users
  for each row when (old.last_sign_in_at is distinct from new.last_sign_in_at)
  execute function private.cancel_deletion_on_sign_in();

create function public.deletion_cancelled() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.account_deletions where user_id = (select auth.uid()) and cancelled_at is not null;
  return found;
end $$;
comment on function public.deletion_cancelled() is
  'Whether the caller''s sign-in has just cancelled a deletion; true once only.';

create function private.due_deletions() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select d.user_id from public.account_deletions d join public.profiles p on p.id = d.user_id
  where d.cancelled_at is null and d.erase_after <= now() and coalesce(d.claimed_until <= now(), true)
    -- An admin who became the last one meanwhile has to stay, and to be able to sign in.
    and (p.account_type <> 'admin' or exists (
      select from public.profiles o where o.account_type = 'admin' and o.is_active and not private.is_deletion_pending(o.id)))
  order by d.erase_after
$$;
comment on function private.due_deletions() is 'Accounts whose grace is over and that nobody is erasing, oldest first.';

create function private.has_due_deletions() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.due_deletions())
$$;
comment on function private.has_due_deletions() is 'Whether there is anything for erase-accounts to do.';

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
comment on function public.take_deletions(integer) is
  'For erase-accounts: claims accounts whose grace is over for ten minutes; from here they cannot sign in.';

create function private.delete_account(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.feedback set author_name = 'Former member', pictures = '{}', in_portfolio = false where user_id = person;
  update public.businesses set owner_user_id = null, claimed = false, claim_date = null where owner_user_id = person;
  delete from auth.audit_log_entries where payload ->> 'actor_id' = person::text;
  -- Records of mails outlive the account, without its address. One that waits is still sent: the mail names its receiver.
  if to_regclass('_backend.outbox') is not null then
    execute $outbox$
      update _backend.outbox o set recipient = null from auth.users u
      where u.id = $1 and lower(o.recipient) in (lower(u.email), lower(u.email_change)) $outbox$ using person;
  end if;
  delete from auth.users where id = person;
end $$;
comment on function private.delete_account(uuid) is
  'Removes an account and all its rows. Feedback it gave stays without its name and pictures, so that averages keep; its businesses can be claimed again.';

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
  perform private.delete_account(p_user);
  if address is not null then
    perform notify.address(address, 'deletion_done', '{}', 'deletion_done:' || p_user);
  end if;
  return true;
end $$;
comment on function public.erase_account(uuid) is
  'For erase-accounts, after payments and files: the rows and the sign-in, in one transaction with the last mail. False where there is nothing to erase (any more).';

create function public.postpone_deletion(p_user uuid, p_error text) returns void
language sql security definer set search_path = '' as $$
  update public.account_deletions set claimed_until = now() + interval '1 hour', last_error = left(p_error, 300)
  where user_id = p_user and erasing_at is not null
$$;
comment on function public.postpone_deletion(uuid,text) is
  'For erase-accounts: what went wrong with this account, which is tried again in an hour.';

create function notify.send_deletion_reminders() returns void
language sql security definer set search_path = '' as $$
  select notify.account(leaving.user_id, 'deletion_soon', jsonb_build_object('erase_on', leaving.erase_after), leaving.key)
  from (
    select d.user_id, d.erase_after, 'deletion_soon:' || d.user_id || ':' || extract(epoch from d.erase_after) as key
    from public.account_deletions d
    where d.cancelled_at is null and d.erasing_at is null
      and d.erase_after > now() and d.erase_after <= now() + interval '3 days'
  ) as leaving
  where not exists (select from notify.notices n where n.key = leaving.key)
  order by leaving.erase_after limit 500
$$;
comment on function notify.send_deletion_reminders() is
  'Task: three days before an account is erased its owner is reminded how to cancel.';
