-- Made from supabase/schemas of 22 November 2026, where the database is read. Never edited: changes are new migrations.

-- A database of before the baseline: what the earlier migrations made there is put aside here, and its rows are
-- brought back at the end of this file. All of it is one transaction, so that it has happened or has not.
-- In a new database this does nothing.
do $$
declare
  -- Migrations that such a database has, and those that it may have.
  required constant text[] := array[
    '20261120000100', '20261120000200', '20261120000300', '20261120000350', '20261120000400', '20261120000500',
    '20261120000600', '20261120000700', '20261120000800', '20261120000900', '20261120001000', '20261120001001',
    '20261120001002', '20261120001003', '20261120001004', '20261120001100', '20261120001110', '20261121000100',
    '20261121000110', '20261121000200', '20261121000301', '20261121000302', '20261121000303', '20261121000304',
    '20261121000401', '20261121000410', '20261121000500', '20261121000501', '20261121000510', '20261121000600',
    '20261121000610', '20261121000620', '20261121000621', '20261121000622', '20261121000700', '20261121000801',
    '20261121000900', '20261121000910', '20261121000920', '20261121001000', '20261121001101', '20261121001102',
    '20261121001200', '20261121001201', '20261121001400', '20261121001410', '20261121002200', '20261122000100',
    '20261122000110', '20261122000120', '20261122000130', '20261122000150', '20261122000155', '20261122000160',
    '20261122000170', '20261122000180', '20261122000200', '20261122000201', '20261122000210', '20261122000300',
    '20261122000310', '20261122000320', '20261122000400', '20261122000600', '20261122000610', '20261123000200',
    '20261123000210', '20261123000501', '20261123000601', '20261124000300', '20261124000701', '20261124000801',
    '20261125000101', '20261125000201', '20261125000301'];
  optional constant text[] := array[
    '20261126000301', '20261126000500', '20261126000510', '20261126000520', '20261126000600', '20261126000610',
    '20261126000620', '20261126000700', '20261126000800', '20261126000810', '20261126000820', '20261126001000',
    '20261126001150', '20261126001160', '20261127000100', '20261127000500', '20261127000510'];
  relations constant text[] := array[
    'account_deletions', 'audit_log', 'availability', 'business_claims', 'businesses', 'categories', 'consents',
    'coupon_redemptions', 'coupons', 'enquiries', 'enquiry_blocks', 'enquiry_messages', 'feedback',
    'feedback_replies', 'feedback_revisions', 'job_alerts', 'job_contact_reveals', 'jobs', 'notification_settings',
    'payments', 'profiles', 'provider_categories', 'public_providers', 'report_events', 'reports',
    'reports_number_seq', 'reviews', 'saved_jobs', 'saved_providers', 'search_synonyms', 'services',
    'site_setting_revisions', 'site_settings', 'subscribers', 'user_sessions'];
  functions constant text[] := array[
    'account_files', 'admin_allow_job', 'admin_analytics', 'admin_audit_log', 'admin_categories',
    'admin_category_reach', 'admin_dashboard_counts', 'admin_decide_claim', 'admin_decide_report',
    'admin_delete_feedback', 'admin_delete_job', 'admin_delete_user', 'admin_edit_feedback', 'admin_export_users',
    'admin_feedback', 'admin_figures', 'admin_make_provider', 'admin_merge_categories', 'admin_moderate_feedback',
    'admin_reorder_categories', 'admin_restore_setting', 'admin_save_setting', 'admin_send_claim_link',
    'admin_set_coupon', 'admin_set_membership', 'admin_settings', 'admin_stop_job', 'admin_support_view',
    'admin_switch_users', 'admin_take_report', 'admin_toggle_user_status', 'admin_update_user', 'admin_users',
    'allow_support', 'answer_claim', 'answer_enquiry', 'answer_job_question', 'appeal_report', 'apply_payment_event',
    'audit_log_holds', 'before_user_created', 'block_enquirer', 'cancel_email_change', 'category_moved',
    'category_page', 'claim_business', 'claim_by_link', 'count_attempt', 'count_profiles_by_date',
    'count_profiles_by_type', 'coupon_remaining', 'custom_access_token', 'deletion_cancelled', 'due_tasks',
    'end_device', 'erase_account', 'export_account', 'extend_task', 'feedback_summary', 'finish_notice',
    'finish_sign_up', 'finish_task', 'get_admin_businesses', 'get_admin_user_details', 'has_admin', 'how_to_prove',
    'is_business_email', 'job_page', 'job_question', 'job_reveals', 'make_first_admin', 'my_devices', 'my_enquiries',
    'notify_claim', 'own_account_type', 'parse_budget', 'postpone_deletion', 'provider_gone', 'read_enquiry',
    'record_payment', 'record_refund', 'recorded_refunds', 'redeem_coupon', 'reorder_services', 'report_case',
    'report_content', 'reset_needs_second_step', 'reveal_job_contact', 'run_task', 'schedule_deletion',
    'search_businesses', 'search_jobs', 'search_providers', 'send_enquiry', 'session_stands', 'sign_up_unfinished',
    'sitemap_page', 'sitemap_starts', 'support_looks', 'take_deletions', 'take_notices', 'tell_failed_payment',
    'trial_providers', 'undo_unsubscribe', 'unsubscribe', 'unused_portfolio_files', 'verify_audit_log',
    'withdraw_support'];
  policies constant text[] := array[
    'add own files', 'admins hear that figures changed', 'remove own files', 'replace own files', 'see own files',
    'the second step comes first to add', 'the second step comes first to remove',
    'the second step comes first to replace', 'the session counts', 'the session counts to see',
    'there is room to add', 'there is room to replace'];
  applied text[];
  foreign_to_us text;
  found record;
begin
  if to_regclass('supabase_migrations.schema_migrations') is null then
    return;
  end if;
  select array_agg(version::text) into applied from supabase_migrations.schema_migrations;
  if applied is null then
    return;
  end if;
  -- What is not of these migrations would be lost, or half understood: nothing of it is touched.
  select coalesce(
    (select format('it lacks the migration %s', v) from unnest(required) as v where v <> all (applied) order by v limit 1),
    (select format('it has a migration %s', v) from unnest(applied) as v where v <> all (required || optional) order by v limit 1),
    (select format('public.%s is not of this project', c.relname) from pg_catalog.pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') and c.relname <> all (relations)
        and not exists (select from pg_catalog.pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1),
    (select format('public.%s() is not of this project', p.proname) from pg_catalog.pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.proname <> all (functions)
        and not exists (select from pg_catalog.pg_depend d where d.objid = p.oid and d.deptype = 'e') limit 1)) into foreign_to_us;
  if foreign_to_us is not null then
    raise exception 'This database cannot be upgraded (%): start the release that it was made with, or export it with "pg_dump" and start with an empty one.', foreign_to_us;
  end if;

  create schema before_baseline;
  for found in select c.oid::regclass::text as name, c.relkind from pg_catalog.pg_class c
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p', 'v') order by c.relkind = 'v' desc loop
    execute case found.relkind when 'v' then format('drop view if exists %s cascade', found.name)
      else format('alter table %s set schema before_baseline', found.name) end;
  end loop;
  -- With each function go the triggers and policies that call it, on tables of the services too.
  drop schema private cascade;
  for found in select p.oid::regprocedure::text as name from pg_catalog.pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname = any (functions)
      and not exists (select from pg_catalog.pg_depend d where d.objid = p.oid and d.deptype = 'e') loop
    execute format('drop function if exists %s cascade', found.name);
  end loop;
  for found in select polname, polrelid::regclass as relation from pg_catalog.pg_policy
    where polrelid in ('storage.objects'::regclass, 'realtime.messages'::regclass) and polname = any (policies) loop
    execute format('drop policy %I on %s', found.polname, found.relation);
  end loop;
  -- As they are called now.
  alter table if exists before_baseline.attempts rename to rate_limits;
  alter table if exists before_baseline.audit_chain rename to chain;
  alter table if exists before_baseline.job_alerts_told rename to job_alert_deliveries;
  alter table if exists before_baseline.memberships rename to membership_periods;
  alter table if exists before_baseline.portfolio_sweep rename to portfolio_cleanup;
  alter table if exists before_baseline.jobs rename column asked_at to expiry_notice_at;
  alter table if exists before_baseline.job_questions rename column asked_at to sent_at;
  alter table if exists before_baseline.job_alert_deliveries rename column told_at to sent_at;
end $$;

set check_function_bodies = off;

-- Site: the schemas and their rights, helpers that every noun uses, the limits on how often somebody does something,
-- and the tasks that run by the clock.

-- Nothing is reachable unless a later line says so.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke execute on functions from anon, authenticated;
alter default privileges revoke execute on functions from public;

create extension if not exists pg_trgm with schema extensions;
create extension if not exists fuzzystrmatch with schema extensions;

-- Callers may name these schemas, because policies and checks call functions of theirs; nothing in them is theirs
-- unless it is granted. The data API serves `public` alone.
create schema private;
create schema search;
create schema notify;
create schema stats;
create schema billing;
create schema audit;
grant usage on schema private, search, notify, stats, billing, audit to anon, authenticated, service_role;
-- The auth service calls its hooks.
grant usage on schema public to supabase_auth_admin;
comment on schema private is 'Rules and rows that no caller may reach; policies call its functions.';
comment on schema search is 'What the directory, the jobs and the admins'' lists are searched by, derived from other rows.';
comment on schema notify is 'The queue of mails, and who wants to hear of what.';
comment on schema stats is 'Figures by day and counts of lists.';
comment on schema billing is 'What the payment provider has said, and from when to when somebody was a member.';
comment on schema audit is 'How the audit log is written and chained.';

-- Shared helpers ------------------------------------------------------------------------------------------------------

create function private.set_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;
comment on function private.set_updated_at() is 'Trigger: the server, not the caller, says when a row changed.';

create function private.is_short_text(value jsonb, longest integer) returns boolean
language sql immutable set search_path = '' as $$
  select case coalesce(jsonb_typeof(value), 'null')
    when 'null' then true
    when 'string' then char_length(value #>> '{}') <= longest
    else false end
$$;
comment on function private.is_short_text(jsonb,integer) is 'Whether this is nothing, or a text within its length.';
grant execute on function private.is_short_text(jsonb,integer) to anon, authenticated, service_role;

create function private.csv_rows(content text) returns setof text[]
language sql immutable set search_path = '' as $$
  select string_to_array(line, ',') from string_to_table(replace(content, E'\r', ''), E'\n') with ordinality as lines (line, nr)
  where nr > 1 and line <> ''
$$;
comment on function private.csv_rows(text) is 'The rows of a CSV file without quotes, below its heading.';

-- Response cache ------------------------------------------------------------------------------------------------------

create function private.invalidate_responses() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Told when the transaction commits, once however often it was said.
  perform pg_notify('pgrst', 'forget answers');
  return null;
end $$;
comment on function private.invalidate_responses() is
  'Trigger: tells whoever keeps shared answers that what they rest on has changed.';

create function private.invalidate_listing_responses() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A listing that comes or goes with the same change tells by itself.
  if exists (select from search.listings where provider_id = new.id) then
    perform pg_notify('pgrst', 'forget answers');
  end if;
  return null;
end $$;
comment on function private.invalidate_listing_responses() is
  'Trigger on profiles: tells whoever keeps shared answers that a listed provider''s profile has changed.';

-- Scheduled tasks -----------------------------------------------------------------------------------------------------

create table private.scheduled_tasks (
  name text primary key check (name ~ '^[a-z][a-z-]{1,59}$'),
  run_every interval not null check (run_every > interval '0'),
  procedure text check (procedure ~ '^[a-z]+\.[a-z_]+\(\)$'),
  function_name text check (function_name ~ '^[a-z][a-z-]{1,59}$'),
  only_when text check (only_when ~ '^[a-z]+\.[a-z_]+\(\)$'),
  last_run timestamptz,
  last_error text,
  running_until timestamptz,
  failures integer not null default 0,
  last_success timestamptz,
  check (num_nonnulls(procedure, function_name) = 1)
);
comment on table private.scheduled_tasks is
  'What is to be done again and again: a private function without arguments, or an Edge function by its name. Each may run twice and does a bounded piece of work a time.';
comment on column private.scheduled_tasks.only_when is
  'A private function of type boolean: the task waits while it gives false.';
comment on column private.scheduled_tasks.running_until is
  'Until when an Edge function is taken to be running; its caller extends it. Past, its process has died.';
comment on column private.scheduled_tasks.failures is
  'How often it has failed since it last succeeded (last_success); last_error says why.';

insert into private.scheduled_tasks (name, run_every, procedure, function_name, only_when) values
  ('apply-admin-list-changes', '00:00:05', 'stats.apply_admin_list_changes()', null, 'stats.has_admin_list_changes()'),
  ('apply-figure-changes', '00:00:05', 'stats.apply_figure_changes()', null, 'stats.has_figure_changes()'),
  ('check-derived-tables', '00:00:10', 'private.check_next_derived_part()', null, 'private.has_due_derived_check()'),
  ('delete-expired-listings', '00:05:00', 'search.delete_expired_listings()', null, null),
  ('delete-expired-rate-limits', '01:00:00', 'private.delete_expired_rate_limits()', null, null),
  ('delete-old-notices', '1 day', 'notify.delete_old_notices()', null, null),
  ('deliver-notices', '00:00:00.01', null, 'deliver-notices', 'notify.has_due_notices()'),
  ('end-admin-sessions', '00:01:00', 'private.end_admin_sessions()', null, null),
  ('erase-accounts', '00:00:10', null, 'erase-accounts', 'private.has_due_deletions()'),
  ('process-job-expiry', '00:15:00', 'private.process_job_expiry()', null, null),
  ('reconcile-payments', '1 day', null, 'reconcile-payments', null),
  ('send-deletion-reminders', '01:00:00', 'notify.send_deletion_reminders()', null, null),
  ('send-job-alerts', '00:00:20', 'notify.send_job_alerts()', null, null),
  ('send-membership-reminders', '01:00:00', 'notify.send_membership_reminders()', null, null),
  ('tidy-portfolio', '01:00:00', null, 'tidy-portfolio', null);

create function private.is_task_due(task private.scheduled_tasks) returns boolean
language sql stable set search_path = '' as $$
  select (task.running_until is null or task.running_until <= now())
    and (task.last_run is null or task.last_run <= now() - case
      when task.failures = 0 then task.run_every
      else least(greatest(task.run_every, interval '5 minutes'), (array[interval '5 seconds', '30 seconds', '2 minutes', '10 minutes',
        '1 hour'])[least(task.failures, 5)]) end)
$$;
comment on function private.is_task_due(private.scheduled_tasks) is
  'Whether the time of a task has come: after a failure in 5 seconds at first, then later and later, at most at its usual time (or in 5 minutes).';

create function private.record_task_result(p_name text, p_error text) returns void
language sql security definer set search_path = '' as $$
  update private.scheduled_tasks set running_until = null, last_run = now(), last_error = left(p_error, 300),
    failures = case when p_error is null then 0 else failures + 1 end,
    last_success = case when p_error is null then now() else last_success end
  where name = p_name
$$;
comment on function private.record_task_result(text,text) is
  'Notes how a task ended: p_error is null where it succeeded.';

create function public.due_tasks() returns table (name text, problem text)
language plpgsql security definer set search_path = '' as $$
declare
  task private.scheduled_tasks;
  due boolean;
begin
  for task in select * from private.scheduled_tasks t where private.is_task_due(t) order by t.last_run nulls first, t.name
  loop
    due := true;
    problem := null;
    if task.only_when is not null then
      begin
        execute 'select ' || task.only_when into due;
      exception when others then
        problem := 'only_when: ' || sqlerrm;
        perform private.record_task_result(task.name, problem);
      end;
    end if;
    name := task.name;
    if due then return next; end if;
  end loop;
end $$;
comment on function public.due_tasks() is
  'For the scheduler: names of the tasks whose time has come; with a problem where the condition of one failed, which is noted and not to be run.';

create function public.run_task(p_name text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  task private.scheduled_tasks;
  problem text;
begin
  select * into task from private.scheduled_tasks t
    where t.name = p_name and private.is_task_due(t) for update skip locked;
  if not found then return null; end if;
  if task.function_name is not null then
    update private.scheduled_tasks set last_run = now(), running_until = now() + interval '2 minutes' where name = p_name;
    return jsonb_build_object('function', task.function_name);
  end if;
  begin
    execute 'select ' || task.procedure;
  exception when others then
    problem := sqlerrm;
  end;
  perform private.record_task_result(p_name, problem);
  return jsonb_build_object('error', problem);
end $$;
comment on function public.run_task(text) is
  'For the scheduler: does a task that is due and says how it ended, or gives the name of the Edge function to call; null where another process is at it.';

create function public.extend_task(p_name text) returns void
language sql security definer set search_path = '' as $$
  update private.scheduled_tasks set running_until = now() + interval '2 minutes' where name = p_name and running_until is not null
$$;
comment on function public.extend_task(text) is
  'For the scheduler: an Edge function is still running, so no other process is to call it for two minutes.';

create function public.finish_task(p_name text, p_error text default null) returns void
language sql security definer set search_path = '' as $$
  select private.record_task_result(p_name, p_error)
$$;
comment on function public.finish_task(text,text) is
  'For the scheduler: how an Edge function that run_task gave it ended.';

-- Rate limits ---------------------------------------------------------------------------------------------------------

create unlogged table private.rate_limits (
  key text primary key,
  used integer not null,
  resets_at timestamptz not null
);
comment on table private.rate_limits is
  'How often a network or an account did something, until resets_at. Unlogged: what a crash forgets is no loss.';
create index rate_limits_expired on private.rate_limits (resets_at);

create function private.network_prefix(p_address text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  address inet;
begin
  address := regexp_replace(btrim(p_address), '^::ffff:(?=\d+\.)|%.*$', '', 'ig')::inet;
  return network(set_masklen(address, case family(address) when 4 then 24 else 64 end))::text;
exception when invalid_text_representation then
  return null;
end $$;
comment on function private.network_prefix(text) is
  'The network that limits count by: /24 of IPv4, /64 of IPv6; null for what is no address.';

create function private.increment_rate_limit(p_what text, p_who text, p_most integer, p_seconds integer) returns integer
language sql security definer set search_path = '' as $$
  insert into private.rate_limits as a (key, used, resets_at)
  select p_what || ' ' || p_who, 1, now() + make_interval(secs => p_seconds) where p_who is not null
  on conflict (key) do update set
    used = case when a.resets_at <= now() then 1 else least(a.used + 1, 1000000) end,
    resets_at = case when a.resets_at <= now() then excluded.resets_at else least(a.resets_at, excluded.resets_at) end
  returning case
    -- This machine is not one person: its tests, the server that renders pages, a proxy that does not say for whom it asks.
    when used <= p_most * case when p_who in ('127.0.0.0/24', '::/64') then 20 else 1 end then 0
    else greatest(1, ceil(extract(epoch from resets_at - now()))::integer) end
$$;
comment on function private.increment_rate_limit(text,text,integer,integer) is
  'Counts one use; gives 0, or the seconds to wait when there were more than p_most in p_seconds. Null where nobody is named.';

create function private.enforce_rate_limit(p_what text, p_most integer, p_seconds integer, p_message text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  wait integer := greatest(
    private.increment_rate_limit(p_what, me::text, p_most, p_seconds),
    private.increment_rate_limit(p_what, private.caller_network(), case when me is null then p_most else 5 * p_most end, p_seconds));
begin
  if wait > 0 then
    raise sqlstate 'PGRST' using
      message = json_build_object('code', 'PT429', 'message', p_message, 'details', null, 'hint', 'Try again in ' || wait || ' seconds.')::text,
      detail = json_build_object('status', 429, 'headers', json_build_object('Retry-After', wait::text))::text;
  end if;
end $$;
comment on function private.enforce_rate_limit(text,integer,integer,text) is
  'Refuses with 429 and Retry-After what was done more often than p_most times in p_seconds: by the account, or from the network of a visitor. Accounts of one network have five times as much together.';

create function public.count_attempt(
  p_what text, p_most integer, p_seconds integer, p_address text default null, p_account uuid default null
) returns integer
language sql security definer set search_path = '' as $$
  select coalesce(greatest(
    private.increment_rate_limit(p_what, private.network_prefix(p_address), p_most, p_seconds),
    private.increment_rate_limit(p_what, p_account::text, p_most, p_seconds)), 0)
$$;
comment on function public.count_attempt(text,integer,integer,text,uuid) is
  'For Edge functions: counts an attempt of an address, an account or both; gives 0, or the seconds to wait.';

create function private.delete_expired_rate_limits() returns void
language sql security definer set search_path = '' as $$
  delete from private.rate_limits where resets_at <= now()
$$;
comment on function private.delete_expired_rate_limits() is 'Task: counts of past windows go.';

-- Accounts: one row for each person who signs in, how it comes to be, and what it may do.
-- Names that are public are in views and tables of their own (providers_listing.sql).

-- Profile -------------------------------------------------------------------------------------------------------------

create function private.valid_file_address(address text) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(address) <= 600 and address ~* '^(https?:/|/storage/v1/object/public)/[^\s<>"]+$'
$$;
comment on function private.valid_file_address(text) is
  'A web address, or the path of a public file of ours, which stays right when the site moves.';
grant execute on function private.valid_file_address(text) to anon, authenticated, service_role;

create function private.valid_social_links(links jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(links) = 'object'
    and (select count(*) <= 12 and coalesce(bool_and(
           char_length(key) <= 30
           and jsonb_typeof(value) = 'string'
           and char_length(value #>> '{}') <= 300
           and ((value #>> '{}') = '' or (value #>> '{}') ~* '^https?://[^\s<>"]+$')), true)
         from jsonb_each(links))
$$;
comment on function private.valid_social_links(jsonb) is
  'At most 12 named web addresses, each http(s) or empty: never a script address.';
grant execute on function private.valid_social_links(jsonb) to anon, authenticated, service_role;

create function private.valid_skills(skills jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(skills) = 'array' and jsonb_array_length(skills) <= 60
    and not exists (
      select from jsonb_array_elements(skills) as skill
      where jsonb_typeof(skill) <> 'object'
         or jsonb_typeof(skill -> 'name') is distinct from 'string'
         or btrim(skill ->> 'name') = '' or char_length(skill ->> 'name') > 80
         or char_length(coalesce(skill ->> 'category', '')) > 120)
    and (select count(*) = count(distinct lower(btrim(skill ->> 'name')))
         from jsonb_array_elements(skills) as skill)
$$;
comment on function private.valid_skills(jsonb) is
  'A list of {name, category}: trimmed, non-empty, no name twice (spec 1 section 5).';
grant execute on function private.valid_skills(jsonb) to anon, authenticated, service_role;

create function private.valid_work_samples(samples jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(samples) is distinct from 'array' then false
    else jsonb_array_length(samples) <= 40
      and octet_length(samples::text) <= 200000
      and not exists (select from jsonb_array_elements(samples) as sample where not private.valid_work_sample(sample))
    end
$$;
comment on function private.valid_work_samples(jsonb) is 'At most 40 work samples, each valid, 200 kB in all.';
grant execute on function private.valid_work_samples(jsonb) to anon, authenticated, service_role;

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  account_type text not null default 'client' check (account_type in ('client', 'provider', 'admin')),
  first_name text not null default '' check (char_length(first_name) <= 80),
  last_name text not null default '' check (char_length(last_name) <= 80),
  email text,
  location text check (char_length(location) <= 120),
  business_name text check (char_length(business_name) <= 120),
  bio text check (char_length(bio) <= 5000),
  phone_number text check (char_length(phone_number) <= 40),
  show_phone boolean not null default false,
  categories text[] not null default '{}' check (cardinality(categories) <= 40),
  skills jsonb not null default '[]' check (private.valid_skills(skills)),
  work_samples jsonb not null default '[]' check (private.valid_work_samples(work_samples)),
  social_links jsonb not null default '{}' check (private.valid_social_links(social_links)),
  profile_image_url text check (private.valid_file_address(profile_image_url)),
  is_active boolean not null default true,
  is_visible boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.profiles is
  'One row an account (spec 1 section 3). A row is read by its owner and by admins only; what is public is in public_providers.';
comment on column public.profiles.email is 'Copied from authentication; changes there, never here.';
comment on column public.profiles.show_phone is 'The provider chose to show the phone number in public (P-08).';
comment on column public.profiles.categories is 'Selections: ''Main'', ''Main > Sub'' or ''Other: text'' (P-26).';
create index profiles_by_type on public.profiles (account_type, created_at desc, id);
create index profiles_newest on public.profiles (created_at desc, id);
create index profiles_by_selection on public.profiles using gin (categories);
alter table public.profiles enable row level security;
grant select on public.profiles to authenticated;
grant update (first_name, last_name, location, business_name, bio, phone_number, show_phone, categories, skills,
  work_samples, social_links, profile_image_url, updated_at) on public.profiles to authenticated;
create policy "owners change their own" on public.profiles for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()) and is_active);

create function private.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles
    where id = (select auth.uid()) and account_type = 'admin' and is_active)
    and private.is_session_valid()
$$;
comment on function private.is_admin() is 'Whether the caller is an active admin whose session is valid.';
grant execute on function private.is_admin() to anon, authenticated, service_role;

create policy "owners and admins read" on public.profiles for select to authenticated
  using (id = (select auth.uid()) or (select private.is_admin()));

create trigger set_updated_at before update on public.profiles
  for each row execute function private.set_updated_at();

create function private.sync_profile_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set email = new.email where id = new.id;
  return new;
end $$;
comment on function private.sync_profile_email() is
  'Trigger: the profile shows the address that authentication confirmed.';

create trigger sync_profile_email after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function private.sync_profile_email();

create function private.valid_phone(phone text) returns boolean
language sql immutable set search_path = '' as $$
  select regexp_replace(phone, '[-()\s]', '', 'g') ~ '^\+?\d{10,15}$'
$$;
comment on function private.valid_phone(text) is
  'Dashes, brackets and spaces aside: an optional plus and 10 to 15 digits (spec 1 section 5).';
grant execute on function private.valid_phone(text) to anon, authenticated, service_role;

create function private.check_own_profile() returns trigger
language plpgsql set search_path = '' as $$
declare
  problem text;
begin
  -- Only what a person writes themselves: a category that admins delete leaves every profile, and the
  -- sample and admins' tools have rules of their own. A definer function runs as its owner.
  if current_user not in ('anon', 'authenticated') then
    return new;
  end if;
  problem := case
    when new.first_name is distinct from old.first_name and btrim(new.first_name) = '' then 'First name is required'
    when new.last_name is distinct from old.last_name and btrim(new.last_name) = '' then 'Last name is required'
    when new.phone_number is distinct from old.phone_number and not private.valid_phone(new.phone_number)
      then 'Invalid phone number format'
    when new.categories is distinct from old.categories and new.account_type = 'provider'
      and cardinality(new.categories) = 0 then 'Please select at least one business category'
  end;
  if problem is not null then
    raise exception '%', problem using errcode = '23514';
  end if;
  return new;
end $$;
comment on function private.check_own_profile() is
  'Trigger: names, telephone number and a provider''s categories keep their rules when their owner changes them. Runs as the caller, so that it knows who writes.';

-- Before check_selections, whose words are about single categories.
create trigger check_own_profile before update of first_name, last_name, phone_number, categories on public.profiles
  for each row execute function private.check_own_profile();

create function private.public_name(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(nullif(btrim(business_name), ''), nullif(btrim(first_name || ' ' || last_name), ''), 'Somebody')
  from public.profiles where id = person
$$;
comment on function private.public_name(uuid) is
  'What somebody is called towards others: the business, else the person.';

create function private.check_profile_picture() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Only what a person writes themselves; a definer function of the admins' runs as its owner.
  if current_user in ('anon', 'authenticated') and new.profile_image_url is distinct from old.profile_image_url
    and strpos(lower(new.profile_image_url), 'business_logos') > 0 then
    raise exception 'This picture is not yours' using errcode = '23514';
  end if;
  return new;
end $$;
comment on function private.check_profile_picture() is
  'Trigger: pictures of the shelf that only admins fill are given by admins alone. Runs as the caller, so that it knows who writes.';

create trigger check_profile_picture before update of profile_image_url on public.profiles
  for each row execute function private.check_profile_picture();

create function private.full_name(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), 'Somebody') from public.profiles p where p.id = person
$$;
comment on function private.full_name(uuid) is 'What a person is called in mails to others.';

create trigger invalidate_listing_responses after update on public.profiles for each row
  when (new.account_type = 'provider'
    and (old.first_name, old.last_name, old.categories, old.skills, old.work_samples, old.social_links)
      is distinct from (new.first_name, new.last_name, new.categories, new.skills, new.work_samples, new.social_links))
  execute function private.invalidate_listing_responses();

create function private.is_email_address(address text) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(address) <= 200
    and address ~* '^[a-z0-9.!#$%&''*+/=?^_`{|}~-]{1,64}@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$'
$$;
comment on function private.is_email_address(text) is
  'Whether this is an e-mail address; the same rule as isEmailAddress() in domain/accounts.ts.';
grant execute on function private.is_email_address(text) to anon, authenticated, service_role;

create function public.cancel_email_change() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_session();
  update auth.users set email_change = '', email_change_confirm_status = 0
    where id = (select auth.uid());
  delete from auth.one_time_tokens
    where user_id = (select auth.uid())
      and token_type in ('email_change_token_new', 'email_change_token_current');
end $$;
comment on function public.cancel_email_change() is
  'Takes back a change of the caller''s e-mail address that is not confirmed yet: the links of its mails stop working.';
grant execute on function public.cancel_email_change() to authenticated;

-- Permissions ---------------------------------------------------------------------------------------------------------

create function private.can_act() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  active boolean;
  confirmed boolean;
begin
  if me is null then
    return false;
  end if;
  select p.is_active, coalesce(u.email_confirmed_at, u.phone_confirmed_at) is not null into active, confirmed
  from public.profiles p join auth.users u on u.id = p.id where p.id = me;
  if not active then
    raise exception 'Your account is deactivated.'
      using errcode = '42501', detail = 'deactivated', hint = private.deactivation_message(me);
  end if;
  if active is null or not private.is_session_valid() then
    raise exception 'Please log in again.'
      using errcode = '42501', detail = 'session_ended', hint = 'Your session has ended.';
  end if;
  if not confirmed then
    raise exception 'Please verify your email to continue.'
      using errcode = '42501', detail = 'unconfirmed', hint = 'Open the link in our email.';
  end if;
  return true;
end $$;
comment on function private.can_act() is
  'Whether the caller may post, reveal, review or buy (P-05): true, or false for a visitor. Raises the reason for anybody else: deactivated, session_ended or unconfirmed.';
grant execute on function private.can_act() to anon, authenticated, service_role;

create function private.has_account_type(wanted text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles
    where id = (select auth.uid()) and account_type = wanted and is_active)
$$;
comment on function private.has_account_type(text) is 'Whether the caller is active and of this account type.';
grant execute on function private.has_account_type(text) to anon, authenticated, service_role;

create function private.is_provider(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles where id = person and account_type = 'provider')
$$;
comment on function private.is_provider(uuid) is 'Whether this account is a provider, whoever asks.';
grant execute on function private.is_provider(uuid) to anon, authenticated, service_role;

create function private.require_admin() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Not authorized. Admin access only.' using errcode = '42501';
  end if;
end $$;
comment on function private.require_admin() is 'Stops everybody but an active admin.';

create function private.require_session() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select auth.uid()) is null or not private.is_session_valid() then
    raise exception 'Please log in again.'
      using errcode = '42501', detail = 'session_ended', hint = 'Your session has ended.';
  end if;
end $$;
comment on function private.require_session() is
  'Raises unless the caller is signed in, with a session that stands (see private.is_session_valid()).';

-- Sign-up -------------------------------------------------------------------------------------------------------------

create function private.metadata_text(metadata jsonb, key text, longest integer) returns text
language sql immutable set search_path = '' as $$
  select nullif(left(btrim(case when jsonb_typeof(metadata -> key) = 'string' then metadata ->> key end), longest), '')
$$;
comment on function private.metadata_text(jsonb,text,integer) is
  'A trimmed, shortened text out of untrusted metadata, or null.';

create function private.metadata_texts(metadata jsonb, key text) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce((
    select array_agg(word order by place)
    from (select left(btrim(item #>> '{}'), 120) as word, min(place) as place
          from jsonb_array_elements(
            case when jsonb_typeof(metadata -> key) = 'array' then metadata -> key else '[]' end)
            with ordinality as listed (item, place)
          where jsonb_typeof(item) = 'string' and btrim(item #>> '{}') <> ''
          group by word order by place limit 40) as kept), '{}')
$$;
comment on function private.metadata_texts(jsonb,text) is
  'At most 40 distinct trimmed texts out of untrusted metadata, in their order: the first category names a provider''s trade.';

create function public.before_user_created(event jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  problem text;
begin
  -- Nobody can write app_metadata but the service itself.
  if private.is_external_provider(event -> 'user' -> 'app_metadata' ->> 'provider') then
    return '{}';
  end if;
  problem := private.sign_up_error(coalesce(event -> 'user' -> 'user_metadata', '{}'));
  if problem is null then
    return '{}';
  end if;
  return jsonb_build_object('error', jsonb_build_object('http_code', 400, 'message', problem));
end $$;
comment on function public.before_user_created(jsonb) is
  'Auth hook: refuses at sign-up what the form refuses (spec 1 section 5), when the form is skipped. Who comes from an identity provider is asked afterwards.';
grant execute on function public.before_user_created(jsonb) to supabase_auth_admin;

create function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  metadata jsonb := coalesce(new.raw_user_meta_data, '{}');
  social boolean := private.is_external_provider(new.raw_app_meta_data ->> 'provider');
  type text := case when metadata ->> 'account_type' = 'provider' and not social then 'provider' else 'client' end;
  names record := private.names_from_metadata(metadata);
begin
  insert into public.profiles (id, email, account_type, first_name, last_name, location, phone_number,
    business_name, categories)
  values (new.id, new.email, type, coalesce(names.first_name, ''), coalesce(names.last_name, ''),
    -- Of what a provider says of somebody only the name is taken.
    case when not social then private.metadata_text(metadata, 'location', 120) end,
    case when not social then private.metadata_text(metadata, 'phone_number', 40) end,
    case when type = 'provider' then private.metadata_text(metadata, 'business_name', 120) end,
    case when social then '{}' else private.metadata_texts(metadata, 'categories') end);
  if social then
    insert into private.unfinished_sign_ups (user_id) values (new.id);
  end if;
  return new;
end $$;
comment on function private.create_profile() is
  'Trigger: sign-up metadata makes the profile; its account type can only be client or provider, and from an identity provider only client (P-01).';

create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

create function private.names_from_metadata(metadata jsonb, OUT first_name text, OUT last_name text) returns record
language plpgsql immutable set search_path = '' as $$
declare
  whole text := regexp_replace(coalesce(private.metadata_text(metadata, 'full_name', 160), private.metadata_text(metadata, 'name', 160), ''), '\s+', ' ', 'g');
begin
  first_name := coalesce(private.metadata_text(metadata, 'first_name', 80), private.metadata_text(metadata, 'given_name', 80));
  last_name := coalesce(private.metadata_text(metadata, 'last_name', 80), private.metadata_text(metadata, 'family_name', 80));
  if first_name is null and whole <> '' then
    -- As the form splits a full name: on the first space.
    first_name := left(split_part(whole, ' ', 1), 80);
    last_name := coalesce(last_name, nullif(left(btrim(substr(whole, length(split_part(whole, ' ', 1)) + 1)), 80), ''));
  end if;
end $$;
comment on function private.names_from_metadata(jsonb) is
  'First and last name out of untrusted metadata: ours, those of OpenID Connect, or a full name in one piece.';

create function private.sign_up_error(metadata jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  phone text := private.metadata_text(metadata, 'phone_number', 40);
  problem text;
begin
  problem := case when private.metadata_text(metadata, 'first_name', 80) is null then 'Full name is required' end;
  if problem is null and coalesce(metadata ->> 'account_type', 'client') = 'provider' then
    problem := case
      when private.metadata_text(metadata, 'location', 120) is null then 'Location is required'
      when phone is null then 'Phone number is required for providers'
      when not private.valid_phone(phone) then 'Invalid phone number format'
      when private.metadata_text(metadata, 'business_name', 120) is null then 'Business name is required'
      when cardinality(private.metadata_texts(metadata, 'categories')) = 0 then 'At least one category is required for providers'
    end;
  elsif problem is null and not coalesce(private.valid_phone(phone), true) then
    problem := 'Invalid phone number format';
  end if;
  return coalesce(problem, 'Unknown category: ' || private.unknown_selection(private.metadata_texts(metadata, 'categories')));
end $$;
comment on function private.sign_up_error(jsonb) is 'What the sign-up form refuses (spec 1 section 5), or null.';

-- Sign-in rules -------------------------------------------------------------------------------------------------------

create function public.custom_access_token(event jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case
    when exists (select from public.profiles p where p.id = (event ->> 'user_id')::uuid and not p.is_active)
      then jsonb_build_object('error', jsonb_build_object('http_code', 403,
        'message', 'Your account is deactivated. ' || private.deactivation_message((event ->> 'user_id')::uuid)))
    when coalesce(event -> 'claims' ->> 'client_id', '') = '' then jsonb_build_object('claims', event -> 'claims')
    else jsonb_build_object('claims', (event -> 'claims') || '{"role": "anon"}'::jsonb) end
$$;
comment on function public.custom_access_token(jsonb) is
  'Auth hook: nobody gets a token for a deactivated account, and tokens of other applications have the rights of a visitor.';
grant execute on function public.custom_access_token(jsonb) to supabase_auth_admin;

create function public.own_account_type() returns text
language sql stable security definer set search_path = '' as $$
  select p.account_type from public.profiles p
  where p.id = coalesce((select auth.uid()), (auth.jwt() ->> 'first_step')::uuid)
$$;
comment on function public.own_account_type() is
  'The caller''s account type, also before the second step: a login compares it with the chosen tab first. Null for visitors.';
grant execute on function public.own_account_type() to anon, authenticated;

create function private.deactivation_message(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select concat_ws(' ',
    (select 'Reason: ' || rtrim(a.reason, '. ') || '.' from (
      select l.reason from public.audit_log l
      where l.target_table = 'profiles' and l.target_id = person::text and l.action = 'switch is_active'
        and l.after = '{"is_active": false}'
      order by l.created_at desc, l.id desc limit 1) a),
    case when coalesce(s.value #>> '{}', '') = '' then 'To object, write to the contact address at the foot of this site.'
      else 'To object, write to ' || (s.value #>> '{}') || '.' end)
  from (select 1) as one left join public.site_settings s on s.key = 'contact_email'
$$;
comment on function private.deactivation_message(uuid) is
  'Why an account was deactivated, and how its owner can object.';

create function public.reset_needs_second_step(p_token_hash text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.one_time_tokens t
    join auth.mfa_factors f on f.user_id = t.user_id and f.status = 'verified'
    where t.token_type = 'recovery_token'
      -- The service of a hosted project stores the link's text, our own its digest.
      and t.token_hash in (p_token_hash, encode(sha256(convert_to(p_token_hash, 'UTF8')), 'hex')))
$$;
comment on function public.reset_needs_second_step(text) is
  'Whether the account of a reset link has two-step verification; false for an unknown link. Spends nothing.';
grant execute on function public.reset_needs_second_step(text) to anon, authenticated;

-- Sign-up with an identity provider -----------------------------------------------------------------------------------

create table private.unfinished_sign_ups (
  user_id uuid primary key references auth.users (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table private.unfinished_sign_ups is
  'Accounts from identity providers whose owners have not said yet what the sign-up form asks.';

create function private.is_external_provider(provider text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(provider, 'email') not in ('email', 'phone')
$$;
comment on function private.is_external_provider(text) is
  'Whether an account came from an identity provider (app_metadata.provider).';

create function public.sign_up_unfinished() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_session_valid() and exists (
    select from private.unfinished_sign_ups where user_id = (select auth.uid()))
$$;
comment on function public.sign_up_unfinished() is
  'Whether the caller came from an identity provider and has not finished the sign-up.';
grant execute on function public.sign_up_unfinished() to authenticated;

create function public.finish_sign_up(details jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  type text := case when details ->> 'account_type' = 'provider' then 'provider' else 'client' end;
  problem text;
begin
  if me is null or not private.can_act() then
    raise exception 'Please log in again.' using errcode = '42501';
  end if;
  problem := private.sign_up_error(details);
  if problem is not null then
    raise exception '%', problem using errcode = 'PT400';
  end if;
  if type = 'provider' and exists (select from public.jobs where user_id = me) then
    raise exception 'You have posted jobs with this account, so it is a Solutionz Seeker''s.' using errcode = 'PT409';
  end if;
  -- Once: of two calls at a time the second finds nothing.
  delete from private.unfinished_sign_ups where user_id = me;
  if not found then
    raise exception 'Your sign-up is finished already.' using errcode = 'PT409';
  end if;
  update public.profiles set
    account_type = type,
    first_name = private.metadata_text(details, 'first_name', 80),
    last_name = coalesce(private.metadata_text(details, 'last_name', 80), ''),
    location = private.metadata_text(details, 'location', 120),
    phone_number = private.metadata_text(details, 'phone_number', 40),
    business_name = case when type = 'provider' then private.metadata_text(details, 'business_name', 120) end,
    categories = private.metadata_texts(details, 'categories')
  where id = me and account_type = 'client';
  if not found then
    raise exception 'Your sign-up is finished already.' using errcode = 'PT409';
  end if;
end $$;
comment on function public.finish_sign_up(jsonb) is
  'What the sign-up form asks, told after the first sign-in with an identity provider: once, by the owner, with the rules of sign-up. The one place where an owner says of which type the account is.';
grant execute on function public.finish_sign_up(jsonb) to authenticated;

-- Accounts: whose token counts, and on which devices an account is signed in.

-- Sessions ------------------------------------------------------------------------------------------------------------

-- What a visitor may call and that asks who is signed in finds nobody, too.
create function private.is_session_valid() returns boolean
language plpgsql stable set search_path = '' as $$
declare
  -- What check_caller() has found out in this transaction.
  known text := current_setting('request.caller_state', true);
begin
  return case when known in ('valid', 'visitor') then true else private.caller_state() in ('valid', 'visitor') end;
end $$;
comment on function private.is_session_valid() is
  'Whether the caller''s token counts as the person it names, or names nobody (see private.caller_state()). What check_caller() has found out holds for the transaction.';
grant execute on function private.is_session_valid() to anon, authenticated, service_role;

create policy "require second factor" on public.profiles as restrictive for update to authenticated
  using ((select private.is_session_valid()));
create policy "require valid session" on public.profiles as restrictive for select to authenticated
  using ((select private.is_session_valid()));
create policy "require valid session" on realtime.messages as restrictive to authenticated
  using ((select private.is_session_valid())) with check ((select private.is_session_valid()));

create function private.is_admin_session_expired(
  created timestamptz, refreshed timestamp without time zone
) returns boolean
language sql stable set search_path = '' as $$
  select created <= now() - interval '8 hours'
    or coalesce(refreshed at time zone 'utc', created) <= now() - interval '45 minutes'
$$;
comment on function private.is_admin_session_expired(timestamptz,timestamp without time zone) is
  'An admin''s session lasts 8 hours, and 45 minutes without a renewal: the admin screens renew it every 10 minutes while they are used, and sign out after 30 idle ones.';

create function public.is_session_valid() returns boolean
language sql stable set search_path = '' as $$ select private.is_session_valid() $$;
comment on function public.is_session_valid() is
  'For Edge functions: whether the caller''s session still counts (see private.is_session_valid()).';
grant execute on function public.is_session_valid() to authenticated;

create function private.end_admin_sessions() returns void
language sql security definer set search_path = '' as $$
  delete from auth.sessions s using public.profiles p
  where p.id = s.user_id and p.account_type = 'admin' and private.is_admin_session_expired(s.created_at, s.refreshed_at)
$$;
comment on function private.end_admin_sessions() is
  'Task: sessions of admins that are over go, so that no refresh token brings them back.';

create function private.is_application() returns boolean
language sql stable set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'client_id', '') <> ''
$$;
comment on function private.is_application() is
  'Whether the caller is an application that somebody signed in to, not that person.';
grant execute on function private.is_application() to anon, authenticated, service_role;

create function private.caller_network() returns text
language sql stable set search_path = '' as $$
  select private.network_prefix(nullif(current_setting('request.ip', true), ''))
$$;
comment on function private.caller_network() is 'Where the call comes from; null where the platform does not say.';

create function private.caller_state() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  -- As auth.jwt() and auth.uid() read them, which cost more than all the rest.
  claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
  me uuid := nullif(claims ->> 'sub', '')::uuid;
  session text := coalesce(claims ->> 'session_id', '');
  state text;
begin
  if coalesce(claims ->> 'client_id', '') <> '' then
    return 'application';
  end if;
  if me is null then
    return 'visitor';
  end if;
  select case
      when session <> '' and (s.id is null or s.not_after <= now()
        or (p.account_type = 'admin' and private.is_admin_session_expired(s.created_at, s.refreshed_at))) then 'ended'
      when not coalesce(p.is_active, true) then 'deactivated'
      when session = '' then 'valid'
      when claims ->> 'aal' is distinct from 'aal2' and exists (
        select from auth.mfa_factors f where f.user_id = me and f.status = 'verified') then 'first step'
      else 'valid' end
    into state
    from (values (me)) as caller (id)
    left join public.profiles p on p.id = caller.id
    left join auth.sessions s on s.id = nullif(session, '')::uuid and s.user_id = caller.id;
  return state;
end $$;
comment on function private.caller_state() is
  'What the caller''s token counts as: `valid` (the person), `visitor` (nobody), `ended` (the session is gone, or too old for an admin), `deactivated` (the account is switched off), `first step` (the second factor is still to be shown) or `application` (somebody let it know who they are).';
grant execute on function private.caller_state() to anon, authenticated, service_role;

create function private.check_caller() returns void
language plpgsql set search_path = '' as $$
declare
  claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
begin
  if claims ->> 'sub' is null and claims ->> 'client_id' is null then
    return;
  end if;
  case private.caller_state()
    when 'ended' then
      raise sqlstate 'PGRST' using
        message = '{"code": "session_not_found", "message": "Your session has ended. Please log in again."}',
        detail = '{"status": 401, "headers": {"WWW-Authenticate": "Bearer"}}';
    when 'deactivated' then
      perform private.can_act();
      -- Switched on between the two questions: the next call is let in.
      raise exception 'Your account is deactivated.' using errcode = '42501', detail = 'deactivated';
    when 'first step' then
      perform set_config('request.jwt.claims', json_build_object('role', 'anon', 'first_step', claims ->> 'sub')::text, true),
        set_config('role', 'anon', true);
    when 'application' then
      perform set_config('request.jwt.claims', '{"role": "anon"}', true), set_config('role', 'anon', true);
    else
      perform set_config('request.caller_state', 'valid', true);
  end case;
end $$;
comment on function private.check_caller() is
  'Runs first in every call, as its caller: refuses a token whose session has ended or whose account is switched off, and takes whoever has not shown the second factor, and other applications, for visitors. Runs as its caller, because a definer function cannot change the role.
Cache-Control: public, s-maxage=31536000';
grant execute on function private.check_caller() to anon, authenticated, service_role;

-- Devices -------------------------------------------------------------------------------------------------------------

create table private.known_devices (
  user_id uuid not null references auth.users (id) on delete cascade,
  device text not null,
  first_seen timestamptz not null default now(),
  primary key (user_id, device)
);
comment on table private.known_devices is
  'Kinds of browser and system that an account has signed in with; they outlive the sessions, so that only a new one is told of.';

create view public.user_sessions as
  select s.id, s.user_id, coalesce(s.not_after > now(), true) as is_active, s.created_at as session_start
  from auth.sessions s
  where (s.user_id = (select auth.uid()) and (select private.is_session_valid())) or (select private.is_admin());
comment on view public.user_sessions is
  'Signed-in devices: one''s own, or all for admins. Runs as its owner, so its condition is its only guard.';
grant select on public.user_sessions to authenticated;

create function private.browser_name(agent text) returns text
language sql immutable set search_path = '' as $$
  select case
    when agent ~ 'Edg(A|iOS)?/' then 'Edge'
    when agent ~ '(OPR|Opera)/' then 'Opera'
    when agent ~ 'SamsungBrowser/' then 'Samsung Internet'
    when agent ~ '(Firefox|FxiOS)/' then 'Firefox'
    when agent ~ '(Chrome|CriOS|Chromium)/' then 'Chrome'
    when agent ~ 'Safari/' then 'Safari'
    else 'A browser or app' end
$$;
comment on function private.browser_name(text) is
  'The browser that a user agent names; each names those it descends from too, so the order counts.';

create function private.operating_system_name(agent text) returns text
language sql immutable set search_path = '' as $$
  select case
    when agent ~ 'iPhone|iPod' then 'iPhone'
    when agent ~ 'iPad' then 'iPad'
    when agent ~ 'Android' then 'Android'
    when agent ~ 'CrOS' then 'ChromeOS'
    when agent ~ 'Windows' then 'Windows'
    when agent ~ 'Macintosh|Mac OS X' then 'macOS'
    when agent ~ 'Linux' then 'Linux'
    else '' end
$$;
comment on function private.operating_system_name(text) is 'The operating system that a user agent names, or nothing.';

create function public.my_devices(
  
) returns table (id uuid, browser text, system text, signed_in_at timestamptz, last_used_at timestamptz, is_current boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select auth.uid()) is null or not private.is_session_valid() then
    raise exception 'Please log in again.' using errcode = '42501';
  end if;
  return query
    select s.id, private.browser_name(s.user_agent), private.operating_system_name(s.user_agent), s.created_at,
      coalesce(s.refreshed_at at time zone 'utc', s.created_at), s.id::text = auth.jwt() ->> 'session_id'
    from auth.sessions s
    where s.user_id = (select auth.uid()) and s.oauth_client_id is null and coalesce(s.not_after > now(), true)
    order by 6 desc, 5 desc, s.id limit 100;
end $$;
comment on function public.my_devices() is 'Where the caller is signed in, this device first.';
grant execute on function public.my_devices() to authenticated;

create function public.end_device(p_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if (select auth.uid()) is null or not private.is_session_valid() then
    raise exception 'Please log in again.' using errcode = '42501';
  end if;
  delete from auth.sessions where id = p_id and user_id = (select auth.uid());
  return found;
end $$;
comment on function public.end_device(uuid) is
  'Signs the caller out on one device; false when there is no such session of the caller''s.';
grant execute on function public.end_device(uuid) to authenticated;

-- Audit: what admins and the system did, append-only and chained by hashes.

-- Log -----------------------------------------------------------------------------------------------------------------

create table public.audit_log (
  id bigint generated always as identity primary key,
  actor_id uuid,
  action text not null,
  target_table text not null,
  target_id text,
  before jsonb,
  after jsonb,
  reason text,
  created_at timestamptz not null default now(),
  actor_name text not null,
  target_label text
);
comment on table public.audit_log is
  'What admins did: who, what, before, after, why, when. Nobody can change or remove a row.';
comment on column public.audit_log.actor_name is
  'Who it was at that time, by name: an account may be gone when somebody asks.';
comment on column public.audit_log.target_label is 'What it was done to, in words, as it was called then.';
create index audit_log_newest on public.audit_log (created_at desc);
create index audit_log_of_target on public.audit_log (target_table, target_id, created_at desc);
create index audit_log_of_actor on public.audit_log using gin (actor_name extensions.gin_trgm_ops);
create index audit_log_of_label on public.audit_log using gin (target_label extensions.gin_trgm_ops);
create index audit_log_of_id on public.audit_log (target_id, id desc);
create index audit_log_of_action on public.audit_log (action, id desc);
alter table public.audit_log enable row level security;
revoke all on public.audit_log from service_role;
grant select on public.audit_log to service_role;
grant select on public.audit_log to authenticated;
create policy "admins read" on public.audit_log for select to authenticated using ((select private.is_admin()));

create function audit.record(
  action text, target_table text, target_id text, before jsonb, after jsonb, reason text default null
) returns void
language sql security definer set search_path = '' as $$
  insert into public.audit_log (actor_id, action, target_table, target_id, before, after, reason)
  values ((select auth.uid()), action, target_table, target_id, before, after, reason)
$$;
comment on function audit.record(text,text,text,jsonb,jsonb,text) is 'Adds a line to the audit log.';

create function audit.log_admin_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_admin() then
    perform audit.record(lower(tg_op), tg_table_name, coalesce(to_jsonb(new) ->> tg_argv[0], to_jsonb(old) ->> tg_argv[0]),
      case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end,
      coalesce(nullif(current_setting('moderation.reason', true), ''), to_jsonb(new) ->> 'edit_reason'));
  end if;
  return null;
end $$;
comment on function audit.log_admin_change() is
  'Trigger: traces an admin''s direct change; its argument is the key column.';

create function audit.describe_target(entry public.audit_log) returns text
language sql stable security definer set search_path = '' as $$
  select left(coalesce(
    case when entry.target_table = 'site_settings' then entry.target_id end,
    (select coalesce(nullif(btrim(s.state ->> 'business_name'), ''), nullif(btrim(s.state ->> 'name'), ''),
        nullif(btrim(s.state ->> 'title'), ''), s.state ->> 'case_number',
        nullif(btrim(concat_ws(' ', s.state ->> 'first_name', s.state ->> 'last_name')), ''))
      from (values (coalesce(entry.before, '{}') || coalesce(entry.after, '{}'))) as s (state)),
    case when entry.target_table = 'profiles' then (
      select coalesce(nullif(btrim(p.business_name), ''), nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), ''))
      from public.profiles p where p.id::text = entry.target_id) end), 200)
$$;
comment on function audit.describe_target(public.audit_log) is 'What an entry of the audit log is about, in words.';

create function audit.add_names() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.actor_name := coalesce(
    (select nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), '') from public.profiles p where p.id = new.actor_id),
    case when new.actor_id is null then 'System' else 'Former admin' end);
  new.target_label := audit.describe_target(new);
  return new;
end $$;
comment on function audit.add_names() is 'Trigger: writes down who and what by name.';

create trigger add_names before insert on public.audit_log for each row execute function audit.add_names();

create function audit.chain_new_entry() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('audit_chain'));
  perform audit.append_to_chain(new);
  return null;
end $$;
comment on function audit.chain_new_entry() is
  'Trigger, at commit: chains an entry. At commit because the lock is one for everybody: held any longer, two admins who act on several accounts would wait for each other in a ring.';

create constraint trigger chain_new_entry after insert on public.audit_log
  deferrable initially deferred for each row execute function audit.chain_new_entry();

create function audit.refuse_changes() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'The audit log cannot be changed, only added to.' using errcode = '42501';
end $$;
comment on function audit.refuse_changes() is 'Trigger: append-only, for the owner of the database too.';

create trigger refuse_changes before update or delete or truncate on public.audit_log
  for each statement execute function audit.refuse_changes();

-- Chain ---------------------------------------------------------------------------------------------------------------

create table audit.chain (
  position bigint primary key check (position > 0),
  entry bigint not null unique,
  hash bytea not null unique check (octet_length(hash) = 32)
);
comment on table audit.chain is
  'One link for each entry of the audit log: the hash over the link before and the entry. A table of its own because the order is that of commits, and entries are never written twice.';
alter table audit.chain enable row level security;

create function audit.hash_entry(previous bytea, entry public.audit_log) returns bytea
language sql stable set search_path = '' as $$
  -- As JSON, so that no two entries can be written alike; the moment as a number, so that no time zone counts.
  select sha256(previous || convert_to(jsonb_build_array(entry.id, entry.actor_id, entry.actor_name, entry.action,
    entry.target_table, entry.target_id, entry.target_label, entry.before, entry.after, entry.reason,
    extract(epoch from entry.created_at))::text, 'UTF8'))
$$;
comment on function audit.hash_entry(bytea,public.audit_log) is 'The hash of an entry over the hash before it.';

create function audit.append_to_chain(entry public.audit_log) returns void
language plpgsql security definer set search_path = '' as $$
declare
  last audit.chain;
begin
  select * into last from audit.chain order by position desc limit 1;
  insert into audit.chain (position, entry, hash)
  values (coalesce(last.position, 0) + 1, entry.id, audit.hash_entry(coalesce(last.hash, '\x'), entry));
end $$;
comment on function audit.append_to_chain(public.audit_log) is
  'Adds the link of one entry at the end of the chain; the caller holds the lock.';

create trigger refuse_changes before update or delete or truncate on audit.chain
  for each statement execute function audit.refuse_changes();

create function public.verify_audit_log(after_position bigint default 0) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant integer := 20000;
  start audit.chain;
  ended audit.chain;
  checked bigint;
  broken jsonb;
begin
  if (select auth.role()) is distinct from 'service_role' then
    perform private.require_admin();
  end if;
  select * into start from audit.chain where position = after_position;
  select count(*), max(page.position) into checked, ended.position
    from (select position from audit.chain where position > coalesce(start.position, 0) order by position limit most) as page;
  select c.hash into ended.hash from audit.chain c where c.position = ended.position;
  select jsonb_build_object('position', link.position, 'entry', link.entry, 'why', case
      when link.position <> link.before + 1 then 'a link before it is missing'
      when l.id is null then 'the entry was removed'
      else 'the entry or its link was changed' end) into broken
    from (
      select c.position, c.entry, c.hash, lag(c.hash, 1, coalesce(start.hash, '\x')) over (order by c.position) as previous,
        lag(c.position, 1, coalesce(start.position, 0)) over (order by c.position) as before
      from audit.chain c where c.position > coalesce(start.position, 0) order by c.position limit most) as link
    left join public.audit_log l on l.id = link.entry
    where link.position <> link.before + 1 or l.id is null or link.hash is distinct from audit.hash_entry(link.previous, l)
    order by link.position limit 1;
  if broken is null and checked < most then
    select jsonb_build_object('position', null, 'entry', l.id, 'why', 'the entry was added past the chain') into broken
      from public.audit_log l where not exists (select from audit.chain c where c.entry = l.id) order by l.id limit 1;
  end if;
  return jsonb_build_object('checked', checked, 'next', case when checked = most and broken is null then ended.position end,
    'head', encode(coalesce(ended.hash, start.hash), 'hex'), 'broken', broken);
end $$;
comment on function public.verify_audit_log(bigint) is
  'For admins and the command: checks up to 20,000 links after a position: {checked, next, head, broken: {position, entry, why}}. The head is worth keeping elsewhere: it shows a chain that was cut short.';
grant execute on function public.verify_audit_log(bigint) to authenticated;

create function public.is_audit_head_valid(head text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select auth.role()) is distinct from 'service_role' then
    perform private.require_admin();
  end if;
  return head ~ '^[0-9a-f]{64}$' and exists (select from audit.chain c where c.hash = decode(head, 'hex'));
end $$;
comment on function public.is_audit_head_valid(text) is
  'For admins and the command: whether a head that was kept elsewhere is still a link of the chain.';
grant execute on function public.is_audit_head_valid(text) to authenticated;

-- Reasons -------------------------------------------------------------------------------------------------------------

create function private.clean_reason(reason text, required boolean default false) returns text
language plpgsql immutable set search_path = '' as $$
declare
  cleaned text := nullif(btrim(reason, E' \t\r\n'), '');
begin
  if required and cleaned is null then
    raise exception 'A reason is required' using errcode = 'PT400';
  end if;
  if char_length(cleaned) > 500 then
    raise exception 'Please keep the reason to 500 characters' using errcode = 'PT400';
  end if;
  return cleaned;
end $$;
comment on function private.clean_reason(text,boolean) is
  'A reason as it is kept and told: trimmed, null where nothing was written, at most 500 characters.';

-- Reading the log -----------------------------------------------------------------------------------------------------

create function public.admin_audit_log(
  who text default null, what text default null, target text default null, from_day date default null, to_day date
  default null, before_id bigint default null, page_size integer default 25
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  who_pattern text := '%' || replace(replace(replace(nullif(btrim(left(who, 80)), ''), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  target_words text := nullif(btrim(left(target, 120)), '');
  target_pattern text := '%' || replace(replace(replace(target_words, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  size integer := least(greatest(coalesce(page_size, 25), 1), 100);
  found jsonb;
begin
  perform private.require_admin();
  -- Only the conditions that are asked for, so that each plan can have its index.
  execute 'select coalesce(jsonb_agg(to_jsonb(l) order by l.id desc), ''[]'') from (select * from public.audit_log where true'
    || case when who_pattern is not null then ' and actor_name ilike $1' else '' end
    || case when nullif(what, '') is not null then ' and action = $2' else '' end
    || case when target_words is not null then ' and (target_id = $3 or target_label ilike $4)' else '' end
    || case when from_day is not null then ' and created_at >= ($5::timestamp at time zone ''Europe/London'')' else '' end
    || case when to_day is not null then ' and created_at < (($6 + 1)::timestamp at time zone ''Europe/London'')' else '' end
    || case when before_id is not null then ' and id < $7' else '' end
    || ' order by id desc limit $8) as l'
    into found using who_pattern, what, target_words, target_pattern, from_day, to_day, before_id, size + 1;
  return jsonb_build_object(
    'items', case when jsonb_array_length(found) > size then found - size else found end,
    'next', case when jsonb_array_length(found) > size then found -> (size - 1) -> 'id' end,
    'actions', (
      with recursive known as (
        (select action from public.audit_log order by action limit 1)
        union all
        select (select l.action from public.audit_log l where l.action > known.action order by l.action limit 1)
        from known where known.action is not null)
      select coalesce(jsonb_agg(action order by action), '[]') from known where action is not null));
end $$;
comment on function public.admin_audit_log(text,text,text,date,date,bigint,integer) is
  'For /admin/audit: {items, next, actions}, newest first, before an entry; who and target by part of the name, target also by id, days as in Britain.';
grant execute on function public.admin_audit_log(text,text,text,date,date,bigint,integer) to authenticated;

-- Site: what admins may set for the whole site, in versions.

create table public.site_settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by uuid references public.profiles (id) on delete set null,
  check (key <> 'feedback_publication' or value in ('"at once"', '"after approval"'))
);
comment on table public.site_settings is 'What admins may set for the whole site.
Cache-Control: public, s-maxage=60';
create index site_settings_of_admin on public.site_settings (updated_by);
alter table public.site_settings enable row level security;
grant select (key, value) on public.site_settings to anon, authenticated;

insert into public.site_settings (key, value) values
  ('contact_email', '""'), ('feedback_publication', '"at once"'),
  ('legal_privacy', '"This notice says which data about you we keep, why, and what you can do about it.\n\n## What we keep\n\n- **Your account**: name, e-mail address, telephone number, location, and what you write in your profile.\n- **What you do here**: jobs, feedback, enquiries, bookmarks, reports, and which contact details were shown to you.\n- **Membership**: your plan and its dates. Card details go to our payment provider and never reach us.\n- **Security**: when and from which kind of device you signed in.\n\n## Why we may\n\nWe need most of it to do what you ask of us (a contract with you). We keep security records, and the log of what our moderators do, because we have a legitimate interest in a safe site. We keep invoices because the law asks for it. We send marketing only if you agreed, and you can take that back in every mail.\n\n## Who sees it\n\n- A provider''s profile is public, without the e-mail address, and without the telephone number unless the provider chose to show it.\n- The contact details of a job are shown to its poster, and to members who ask for them; each look is recorded and shown to the poster.\n- Our support team sees your settings only while you allow it.\n- Our payment and e-mail providers process data on our behalf. We sell nothing to anybody.\n\n## How long\n\nAs long as you have an account. When you delete it, your data are erased 14 days later. Feedback you gave stays without your name, and invoices stay as long as the law demands.\n\n## Cookies\n\nWe store what keeps you signed in and what you were typing, in your own browser. There are no advertising or tracking cookies.\n\n## Your rights\n\nYou can see, correct and download your data in your account settings, and delete your account there. You may also object to a use, or ask us to restrict it: write to the contact address at the foot of this page. If we do not put something right, you can complain to the [Information Commissioner''s Office](https://ico.org.uk)."'),
  ('legal_terms', '"These terms say what you can expect of us, and what we expect of you, when you use this site. By making an account you agree to them.\n\n## What this site is\n\nWe bring together people who need a service (Solutionz Seekers) and people who offer one (Solutionz Providers). We are not a party to what you agree with each other: the work, its price and its quality are between the two of you.\n\n## Your account\n\n- You must be at least 18 and give your real name and a working e-mail address.\n- Keep your password to yourself. What is done from your account counts as done by you until you tell us otherwise.\n- You can delete your account in its settings at any time. Signing in within 14 days brings it back; after that your data are erased.\n\n## Posting a job\n\nSeekers post jobs without a fee. Describe the work honestly. Your contact details are shown only to providers with a live membership who ask for them, and you can see who did. Close the job when you have found somebody.\n\n## Membership of providers\n\n- A membership lists you in the directory and lets you see who posted a job. Its price is shown before you pay.\n- A membership renews itself until you cancel. You can cancel at any time in your account; it then runs to the end of the time you have paid for.\n- A free year by coupon ends by itself and never turns into a charge without your own act.\n\n## Feedback\n\nFeedback must come from your own experience and be true. We may hide or edit feedback that breaks these terms, say that it was edited, and keep the original. Anybody can report a profile, a job or feedback, and appeal once against our decision.\n\n## What is not allowed\n\nNothing unlawful, deceptive or abusive; no reviews of yourself; no collecting of other people''s details; nothing that gets around the security of the site. We may hide or deactivate accounts that do this, and tell you why.\n\n## Our responsibility\n\nWe take reasonable care to keep the site running and your data safe. We do not check every provider, and we do not promise that the site is always available. Nothing here limits our responsibility for what the law does not allow us to limit, or your rights as a consumer.\n\n## Changes and law\n\nWhen we change these terms we say so here before they take effect. The law of England and Wales applies; if you live in Scotland or Northern Ireland you may also go to the courts there."'),
  ('maintenance_notice', '{"on": false, "text": ""}'), ('site_name', '""'),
  ('social_links', '{"x": "https://x.com/solutionz", "facebook": "https://www.facebook.com/solutionz", "linkedin": "https://www.linkedin.com/company/solutionz", "instagram": "https://www.instagram.com/solutionz"}');

create policy "everyone reads" on public.site_settings for select to anon, authenticated using (true);

create table private.site_mode (
  trial boolean not null default false
);
comment on table private.site_mode is 'One row, written by the server when it starts: whether this is a trial.';
create unique index site_mode_is_one on private.site_mode ((true));
alter table private.site_mode enable row level security;

insert into private.site_mode (trial) values
  (false);

create table public.site_setting_revisions (
  id bigint generated always as identity primary key,
  key text not null references public.site_settings (key) on delete cascade,
  value jsonb not null,
  replaced_at timestamptz not null default now(),
  replaced_by uuid references public.profiles (id) on delete set null
);
comment on table public.site_setting_revisions is
  'What a setting was before each change, who changed it and when: so that it can be restored.';
create index site_setting_revisions_of_key on public.site_setting_revisions (key, id desc);
create index site_setting_revisions_of_admin on public.site_setting_revisions (replaced_by);
alter table public.site_setting_revisions enable row level security;
grant select on public.site_setting_revisions to authenticated;
create policy "admins read" on public.site_setting_revisions for select to authenticated using ((select private.is_admin()));

create trigger set_updated_at before update on public.site_settings
  for each row execute function private.set_updated_at();
create trigger log_admin_change after update on public.site_settings for each row execute function audit.log_admin_change('key');

create function private.site_setting_error(key text, value jsonb) returns text
language plpgsql immutable set search_path = '' as $$
declare
  words text := value #>> '{}';
  wrong text;
begin
  case key
    when 'feedback_publication' then
      return case when value is null or value not in ('"at once"', '"after approval"') then 'Feedback is published at once or after approval' end;
    when 'site_name' then
      return case when jsonb_typeof(value) is distinct from 'string' or char_length(btrim(words)) > 60 or words ~ '[[:cntrl:]<>]'
        then 'The site''s name is at most 60 characters without < and >' end;
    when 'contact_email' then
      return case when jsonb_typeof(value) is distinct from 'string' or char_length(words) > 200
          or (words <> '' and words !~ '^[^\s@<>"?&]+@[^\s@<>"?&]+\.[^\s@<>"?&]+$')
        then 'Please enter a valid email address' end;
    when 'social_links' then
      if jsonb_typeof(value) is distinct from 'object' then return 'Social links are one address for each network'; end if;
      select l.key into wrong from jsonb_each(value) as l
        where l.key not in ('facebook', 'instagram', 'linkedin', 'x', 'youtube', 'tiktok') or jsonb_typeof(l.value) <> 'string'
          or char_length(l.value #>> '{}') > 300 or l.value #>> '{}' !~ '^https://[A-Za-z0-9.-]+\.[A-Za-z]{2,}(/[^\s<>"]*)?$' limit 1;
      return case when wrong is not null then format('The address of %s must begin with https://', left(wrong, 40)) end;
    when 'maintenance_notice' then
      return case when jsonb_typeof(value) is distinct from 'object' or value - array['on', 'text'] <> '{}'
          or jsonb_typeof(value -> 'on') is distinct from 'boolean' or jsonb_typeof(value -> 'text') is distinct from 'string'
        then 'A notice is a text and whether it is shown'
        when char_length(value ->> 'text') > 300 then 'A notice is at most 300 characters'
        when (value -> 'on')::boolean and btrim(value ->> 'text') = '' then 'Write what the notice should say' end;
    when 'legal_terms', 'legal_privacy' then
      return case when jsonb_typeof(value) is distinct from 'string' or btrim(words) = '' then 'This page needs a text'
        when char_length(words) > 40000 then 'This text is at most 40,000 characters' end;
    else
      return 'There is no such setting';
  end case;
end $$;
comment on function private.site_setting_error(text,jsonb) is
  'Why a setting cannot have this value, in words for people; null when it can.';

create function private.check_site_setting() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  wrong text := private.site_setting_error(new.key, new.value);
begin
  if wrong is not null then
    raise exception '%', wrong using errcode = '23514';
  end if;
  if tg_op = 'UPDATE' and new.value is distinct from old.value then
    new.updated_by := (select auth.uid());
    insert into public.site_setting_revisions (key, value, replaced_by) values (old.key, old.value, new.updated_by);
  end if;
  return new;
end $$;
comment on function private.check_site_setting() is 'Trigger: refuses what a setting cannot be, and keeps what it was.';

create trigger check_site_setting before insert or update on public.site_settings for each row execute function private.check_site_setting();

create function private.site_setting_version(setting_key text) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(max(r.id), 0) from public.site_setting_revisions r where r.key = setting_key
$$;
comment on function private.site_setting_version(text) is
  'Grows with every change of a setting; what an admin saw, for comparing.';

create function public.admin_settings() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'settings', (
      select jsonb_object_agg(s.key, jsonb_build_object('value', s.value, 'version', private.site_setting_version(s.key),
        'revisions', (
          select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'value', r.value, 'replaced_at', r.replaced_at,
            'replaced_by', r.name) order by r.id desc), '[]')
          from (select v.*, nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), '') as name
            from public.site_setting_revisions v left join public.profiles p on p.id = v.replaced_by
            where v.key = s.key order by v.id desc limit 10) as r)))
      from public.site_settings s),
    'coupons', (
      select coalesce(jsonb_agg(jsonb_build_object('code', c.code, 'months', c.months, 'is_active', c.is_active,
        'max_redemptions', c.max_redemptions, 'redeemed', c.redeemed) order by c.code), '[]')
      from public.coupons c));
end $$;
comment on function public.admin_settings() is
  'For /admin/settings: every setting with its version and its last ten values, and the coupons.';
grant execute on function public.admin_settings() to authenticated;

create function public.admin_save_setting(
  setting_key text, new_value jsonb, seen bigint default null, reason text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  wrong text;
begin
  perform private.require_admin();
  perform from public.site_settings s where s.key = setting_key for update;
  wrong := case when not found then 'There is no such setting' else private.site_setting_error(setting_key, new_value) end;
  if wrong is not null then
    raise exception '%', wrong using errcode = 'PT400';
  end if;
  if seen is not null and private.site_setting_version(setting_key) <> seen then
    raise exception 'Another admin has changed this setting since you opened it. Nothing was overwritten: look again, then repeat what is still needed.'
      using errcode = 'PT409';
  end if;
  perform set_config('moderation.reason', private.clean_reason(reason, true), true);
  update public.site_settings s set value = new_value where s.key = setting_key and s.value <> new_value;
  perform set_config('moderation.reason', '', true);
end $$;
comment on function public.admin_save_setting(text,jsonb,bigint,text) is
  'Changes a setting, with a reason for the audit log; seen, the version that the caller saw, refuses to overwrite a later change.';
grant execute on function public.admin_save_setting(text,jsonb,bigint,text) to authenticated;

create function public.admin_restore_setting(
  revision_id bigint, seen bigint default null, reason text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  revision public.site_setting_revisions;
begin
  perform private.require_admin();
  select * into revision from public.site_setting_revisions r where r.id = revision_id;
  if revision.id is null then
    raise exception 'This version does not exist.' using errcode = 'PT404';
  end if;
  perform public.admin_save_setting(revision.key, revision.value, seen, reason);
end $$;
comment on function public.admin_restore_setting(bigint,bigint,text) is
  'Gives a setting the value of an earlier version, as admin_save_setting does.';
grant execute on function public.admin_restore_setting(bigint,bigint,text) to authenticated;

create trigger invalidate_responses after insert or delete on public.site_settings
  for each row execute function private.invalidate_responses();
create trigger invalidate_responses_on_update after update on public.site_settings
  for each row when (old.* is distinct from new.*) execute function private.invalidate_responses();
create trigger invalidate_responses_on_truncate after truncate on public.site_settings
  for each statement execute function private.invalidate_responses();

-- Notifications: what people choose to hear of, and the queue of mails that tell them.

-- Choices -------------------------------------------------------------------------------------------------------------

create table public.notification_settings (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  email_notifications boolean not null default true,
  marketing boolean not null default false,
  job_alerts boolean not null default true,
  provider_updates boolean not null default true,
  unsubscribe_token uuid not null unique default gen_random_uuid(),
  updated_at timestamptz not null default now()
);
comment on table public.notification_settings is
  'What somebody wants to be told by mail (spec 1 section 9); obeyed by take_notices(). Security, money and deletion are always told.';
comment on column public.notification_settings.unsubscribe_token is
  'Stands in the unsubscribe links of this person''s mails; whoever holds it may switch mails off, and nothing else.';
alter table public.notification_settings enable row level security;
grant select (user_id, email_notifications, marketing, job_alerts, provider_updates, updated_at) on
  public.notification_settings to authenticated;
grant update (email_notifications, marketing, job_alerts, provider_updates) on public.notification_settings to
  authenticated;
create policy "owners read" on public.notification_settings for select to authenticated
  using (user_id = (select auth.uid()));
create policy "owners change" on public.notification_settings for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "require second factor" on public.notification_settings as restrictive for update to authenticated
  using ((select private.is_session_valid()));
create policy "require second factor to read" on public.notification_settings as restrictive for select to authenticated
  using ((select private.is_session_valid()));

create trigger set_updated_at before update on public.notification_settings
  for each row execute function private.set_updated_at();

create function notify.create_settings() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.notification_settings (user_id) values (new.id) on conflict do nothing;
  return null;
end $$;
comment on function notify.create_settings() is 'Trigger: every account has its choices from the start.';

create trigger create_notification_settings after insert on public.profiles
  for each row execute function notify.create_settings();

create function notify.accepts_topic(settings public.notification_settings, topic text) returns boolean
language sql immutable set search_path = '' as $$
  select case topic
    when 'account' then true
    when 'email' then settings.email_notifications
    when 'marketing' then settings.marketing
    when 'job_alerts' then settings.email_notifications and settings.job_alerts
    when 'provider_updates' then settings.email_notifications and settings.provider_updates
    else false end
$$;
comment on function notify.accepts_topic(public.notification_settings,text) is
  'Whether these choices let mails of a topic through. Email notifications is the main switch of everything but marketing, which has its own consent.';

create function notify.is_optional_topic(topic text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(topic in ('email', 'job_alerts', 'provider_updates', 'marketing'), false)
$$;
comment on function notify.is_optional_topic(text) is
  'Whether mails of this topic can be switched off at all; account mails cannot.';

-- Queue ---------------------------------------------------------------------------------------------------------------

create table notify.notice_kinds (
  kind text primary key check (kind ~ '^[a-z][a-z_]{1,59}$'),
  topic text not null check (topic in ('account', 'email', 'job_alerts', 'provider_updates', 'marketing'))
);
comment on table notify.notice_kinds is
  'Every kind of notice, and the choice that governs it; account is always sent. Its words: supabase/functions/deliver-notices/notices.';

insert into notify.notice_kinds (kind, topic) values
  ('account_deactivated', 'account'), ('account_edited', 'account'), ('account_reactivated', 'account'),
  ('account_removed', 'account'), ('account_type_changed', 'account'), ('application', 'account'),
  ('claim_approved', 'account'), ('claim_invitation', 'account'), ('claim_question', 'account'),
  ('claim_refused', 'account'), ('claim_settled', 'account'), ('deletion_cancelled', 'account'),
  ('deletion_done', 'account'), ('deletion_scheduled', 'account'), ('deletion_soon', 'account'),
  ('email_changed', 'account'), ('feedback_edited', 'account'), ('feedback_hidden', 'account'),
  ('feedback_removed', 'account'), ('feedback_shown', 'account'), ('free_year_ending', 'account'),
  ('job_allowed', 'account'), ('job_removed', 'account'), ('job_stopped', 'account'),
  ('membership_cancelled', 'account'), ('membership_ended', 'account'), ('membership_resumed', 'account'),
  ('membership_started', 'account'), ('new_device', 'account'), ('passkey', 'account'),
  ('password_changed', 'account'), ('payment_failed', 'account'), ('payment_receipt', 'account'),
  ('profile_hidden', 'account'), ('profile_shown', 'account'), ('renewal_reminder', 'account'),
  ('report_outcome', 'account'), ('report_received', 'account'), ('report_upheld', 'account'),
  ('two_step', 'account'), ('claim_decided', 'email'), ('claim_waiting', 'email'), ('enquiry', 'email'),
  ('feedback_received', 'email'), ('feedback_reply', 'email'), ('job_expired', 'email'),
  ('job_still_looking', 'email'), ('job_alert', 'job_alerts');

create table notify.notices (
  id uuid primary key default gen_random_uuid(),
  kind text not null references notify.notice_kinds (kind),
  user_id uuid references public.profiles (id) on delete cascade,
  address text check (char_length(address) <= 320),
  data jsonb not null default '{}' check (jsonb_typeof(data) = 'object' and octet_length(data::text) <= 20000),
  key text unique check (char_length(key) <= 300),
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  claimed_until timestamptz,
  sent_at timestamptz,
  dropped_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  check (num_nonnulls(user_id, address) = 1)
);
comment on table notify.notices is
  'The queue of notices to accounts or bare addresses. What was sent keeps its kind and moment, not its content.';
comment on column notify.notices.key is 'Makes a notice once-only: the second with the same key is left out.';
comment on column notify.notices.dropped_at is
  'When it was given up: the person does not want it, or no mail server took it for a day (last_error says which).';
create index notices_due on notify.notices (due_at) where sent_at is null and dropped_at is null;
create index notices_of_user on notify.notices (user_id, created_at desc);
create index notices_of_kind on notify.notices (kind);
create index notices_ended on notify.notices (coalesce(sent_at, dropped_at)) where sent_at is not null or dropped_at is not null;

create function notify.queue_notice(
  p_user uuid, p_address text, p_kind text, p_data jsonb, p_key text, p_due timestamptz
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into notify.notices (kind, user_id, address, data, key, due_at)
  values (p_kind, p_user, lower(btrim(p_address)), coalesce(p_data, '{}'), p_key, coalesce(p_due, now()))
  on conflict (key) do nothing;
  perform pg_notify('notices', '');
end $$;
comment on function notify.queue_notice(uuid,text,text,jsonb,text,timestamptz) is
  'Queues a notice and wakes whoever sends them once the transaction is kept.';

create function public.take_notices(
  p_limit integer default 20
) returns table (id uuid, kind text, topic text, address text, first_name text, data jsonb, unsubscribe_token uuid)
language plpgsql security definer set search_path = '' as $$
declare
  claimed uuid[];
begin
  loop
    select array_agg(due.id) into claimed from (
      select n.id from notify.notices n
      where n.sent_at is null and n.dropped_at is null and n.due_at <= now()
        and (n.claimed_until is null or n.claimed_until <= now())
      order by n.due_at limit least(greatest(p_limit, 1), 100) for update skip locked) due;
    exit when claimed is null;
    return query
    with weighed as (
      select n.id, k.topic, coalesce(n.address, p.email) as address, p.first_name, s.unsubscribe_token,
        n.user_id is null or (p.email is not null and coalesce(notify.accepts_topic(s, k.topic), k.topic = 'account')
          and (k.topic = 'account' or p.is_active and u.email_confirmed_at is not null)) as wanted
      from notify.notices n
        join notify.notice_kinds k on k.kind = n.kind
        left join public.profiles p on p.id = n.user_id
        left join auth.users u on u.id = n.user_id
        left join public.notification_settings s on s.user_id = n.user_id
      where n.id = any (claimed)
    ), kept as (
      update notify.notices n set
        claimed_until = case when w.wanted then now() + interval '10 minutes' end,
        attempts = n.attempts + 1,
        dropped_at = case when not w.wanted then now() end,
        last_error = case when not w.wanted then 'not wanted' else n.last_error end,
        data = case when w.wanted then n.data else '{}' end
      from weighed w where w.id = n.id
      returning n.id, n.kind, n.data, n.dropped_at
    )
    select k.id, k.kind, w.topic, w.address, coalesce(w.first_name, ''), k.data, w.unsubscribe_token
    from kept k join weighed w on w.id = k.id where k.dropped_at is null;
    -- Where nobody wanted those, the next ones are looked at: an empty answer means that nothing is due.
    exit when found;
  end loop;
end $$;
comment on function public.take_notices(integer) is
  'For deliver-notices: claims notices that are due for ten minutes, dropping those that their receiver does not want.';

create function public.finish_notice(p_id uuid, p_error text default null, p_final boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_error is null then
    update notify.notices set sent_at = now(), claimed_until = null, data = '{}', last_error = null,
      address = case when user_id is null then '(sent)' end
    where id = p_id and sent_at is null;
  elsif p_final then
    update notify.notices set dropped_at = now(), claimed_until = null, data = '{}', last_error = left(p_error, 200)
    where id = p_id and sent_at is null;
  else
    update notify.notices set claimed_until = null, last_error = left(p_error, 200),
      due_at = now() + case attempts when 1 then interval '5 seconds' when 2 then interval '30 seconds'
        when 3 then interval '2 minutes' when 4 then interval '10 minutes' else interval '1 hour' end,
      dropped_at = case when attempts >= 28 then now() end
    where id = p_id and sent_at is null;
  end if;
end $$;
comment on function public.finish_notice(uuid,text,boolean) is
  'For deliver-notices: sent; refused for good (p_final); or to be tried again later, for about a day.';

create function notify.has_due_notices() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from notify.notices
    where sent_at is null and dropped_at is null and due_at <= now() and (claimed_until is null or claimed_until <= now()))
$$;
comment on function notify.has_due_notices() is 'Whether there is anything for deliver-notices to do.';

create function notify.delete_old_notices() returns void
language sql security definer set search_path = '' as $$
  delete from notify.notices where id in (
    select id from notify.notices where (sent_at is not null or dropped_at is not null)
      and coalesce(sent_at, dropped_at) < now() - interval '400 days' limit 5000)
$$;
comment on function notify.delete_old_notices() is
  'Task: records of old notices go after 400 days, longer than any yearly notice must stay once-only.';

-- Sending -------------------------------------------------------------------------------------------------------------

create function notify.account(
  p_user uuid, p_kind text, p_data jsonb default '{}', p_key text default null, p_due timestamptz default now()
) returns void
language sql security definer set search_path = '' as $$
  select notify.queue_notice(p_user, null, p_kind, p_data, p_key, p_due)
$$;
comment on function notify.account(uuid,text,jsonb,text,timestamptz) is
  'Tells an account something by mail, as far as its choices allow, after this transaction and not before p_due.';

create function notify.address(
  p_address text, p_kind text, p_data jsonb default '{}', p_key text default null, p_due timestamptz default now()
) returns void
language sql security definer set search_path = '' as $$
  select notify.queue_notice(null, p_address, p_kind, p_data, p_key, p_due)
$$;
comment on function notify.address(text,text,jsonb,text,timestamptz) is
  'Tells an address something by mail that belongs to no account, or no longer; only for notices that somebody at that address asked for or must get.';

create function notify.admin_action(person uuid, kind text, facts jsonb) returns void
language sql security definer set search_path = '' as $$
  select notify.account(person, kind, jsonb_strip_nulls(facts))
  where person is not null and person is distinct from (select auth.uid())
$$;
comment on function notify.admin_action(uuid,text,jsonb) is
  'Tells somebody what an admin did, unless they did it themselves.';

create function notify.admins(p_kind text, p_data jsonb, p_key text, but_not uuid default null) returns void
language sql security definer set search_path = '' as $$
  select notify.account(p.id, p_kind, p_data, p_key || ':' || p.id)
  from public.profiles p where p.account_type = 'admin' and p.is_active and p.id is distinct from but_not
  order by p.created_at limit 50
$$;
comment on function notify.admins(text,jsonb,text,uuid) is
  'Tells every active admin, or all but the one whose doing it is, once a key.';

-- Unsubscribing -------------------------------------------------------------------------------------------------------

create table notify.unsubscriptions (
  user_id uuid not null references public.profiles (id) on delete cascade,
  topic text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, topic)
);
comment on table notify.unsubscriptions is
  'What a mail''s link switched off, so that the same link can take it back for an hour, and can switch on nothing else.';

create function notify.set_topic_choice(person uuid, topic text, wanted boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  changed boolean;
begin
  perform set_config('private.consent_source', 'unsubscribe link', true);
  update public.notification_settings s set
    email_notifications = case when topic = 'email' then wanted else s.email_notifications end,
    job_alerts = case when topic = 'job_alerts' then wanted else s.job_alerts end,
    provider_updates = case when topic = 'provider_updates' then wanted else s.provider_updates end,
    marketing = case when topic = 'marketing' then wanted else s.marketing end
  where s.user_id = person and wanted is distinct from
    (case topic when 'email' then s.email_notifications when 'job_alerts' then s.job_alerts
      when 'provider_updates' then s.provider_updates when 'marketing' then s.marketing end);
  changed := found;
  perform set_config('private.consent_source', '', true);
  return changed;
end $$;
comment on function notify.set_topic_choice(uuid,text,boolean) is
  'Switches one topic for a mail''s link; says whether anything changed.';

create function public.unsubscribe(p_token uuid, p_topic text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  person uuid;
begin
  select s.user_id into person from public.notification_settings s where s.unsubscribe_token = p_token for update;
  if person is null or not notify.is_optional_topic(p_topic) then
    return false;
  end if;
  if notify.set_topic_choice(person, p_topic, false) then
    insert into notify.unsubscriptions (user_id, topic) values (person, p_topic)
    on conflict (user_id, topic) do update set created_at = now();
  end if;
  return true;
end $$;
comment on function public.unsubscribe(uuid,text) is
  'Switches a topic off for whoever holds a mail''s link (122 random bits), signed in or not; false for a link that was never ours. Doing it twice is fine.';
grant execute on function public.unsubscribe(uuid,text) to anon, authenticated;

create function public.undo_unsubscribe(p_token uuid, p_topic text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  person uuid;
begin
  select s.user_id into person from public.notification_settings s where s.unsubscribe_token = p_token for update;
  delete from notify.unsubscriptions u
  where u.user_id = person and u.topic = p_topic and u.created_at > now() - interval '1 hour';
  if not found then
    return false;
  end if;
  perform notify.set_topic_choice(person, p_topic, true);
  return true;
end $$;
comment on function public.undo_unsubscribe(uuid,text) is
  'Takes back, within the hour, what the same link switched off; false when there is nothing to take back.';
grant execute on function public.undo_unsubscribe(uuid,text) to anon, authenticated;

-- Security alerts -----------------------------------------------------------------------------------------------------

create function notify.security_change(p_user uuid, p_kind text, p_data jsonb default '{}') returns void
language sql security definer set search_path = '' as $$
  -- An admin's identity is no mailbox (.internal is kept from the public net); and while an account is
  -- erased, its rows go after it, which is no news to anybody.
  select notify.account(u.id, p_kind, p_data) from auth.users u join public.profiles p on p.id = u.id
  where u.id = p_user and u.email not like '%.internal'
$$;
comment on function notify.security_change(uuid,text,jsonb) is 'Tells an account of a change to how it signs in.';

create function notify.new_device() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  first_ever boolean := not exists (select from private.known_devices where user_id = new.user_id);
begin
  insert into private.known_devices (user_id, device)
    values (new.user_id, private.browser_name(coalesce(new.user_agent, '')) || ' ' || private.operating_system_name(coalesce(new.user_agent, '')))
    on conflict do nothing;
  if found and not first_ever then
    perform notify.security_change(new.user_id, 'new_device', jsonb_build_object(
      'browser', private.browser_name(coalesce(new.user_agent, '')),
      'system', private.operating_system_name(coalesce(new.user_agent, '')), 'signed_in_at', now()));
  end if;
  return null;
end $$;
comment on function notify.new_device() is
  'Trigger: a sign-in with a kind of browser or system not seen before is told of; the very first is not.';

create trigger notify_new_device after insert on auth.sessions
  for each row when (new.oauth_client_id is null) execute function notify.new_device();

create function notify.credentials_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The service may store the same password anew at a sign-in, with a stronger hash, and says so.
  if old.encrypted_password is distinct from new.encrypted_password
    and coalesce(current_setting('auth.same_password', true), '') = ''
    and coalesce(old.encrypted_password, '') <> '' and coalesce(new.encrypted_password, '') <> '' then
    perform notify.security_change(new.id, 'password_changed', jsonb_build_object('changed_at', now()));
  end if;
  if old.email is distinct from new.email and old.email_confirmed_at is not null and new.email is not null
    and old.email not like '%.internal' and lower(old.email) <> lower(new.email) then
    perform notify.address(old.email, 'email_changed', jsonb_build_object('changed_at', now(),
      'new_email', left(new.email, 1) || '…@' || split_part(new.email, '@', 2)));
  end if;
  return null;
end $$;
comment on function notify.credentials_changed() is
  'Trigger: another password is told to the account, another address to the old one (P-20).';

create trigger notify_credentials_changed after update of encrypted_password, email on auth.users
  for each row execute function notify.credentials_changed();

create function notify.two_step_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if old.status = 'verified' and not exists (
      select from auth.mfa_factors where user_id = old.user_id and status = 'verified') then
      perform notify.security_change(old.user_id, 'two_step', jsonb_build_object('on', false, 'changed_at', now()));
    end if;
  elsif new.status = 'verified' and old.status <> 'verified' and not exists (
    select from auth.mfa_factors where user_id = new.user_id and status = 'verified' and id <> new.id) then
    perform notify.security_change(new.user_id, 'two_step', jsonb_build_object('on', true, 'changed_at', now()));
  end if;
  return null;
end $$;
comment on function notify.two_step_changed() is 'Trigger: two-step verification was switched on, or off.';

create trigger notify_two_step_changed after update of status or delete on auth.mfa_factors
  for each row execute function notify.two_step_changed();

create function notify.passkeys_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform notify.security_change(old.user_id, 'passkey', jsonb_build_object(
      'added', false, 'name', old.friendly_name, 'changed_at', now()));
  else
    perform notify.security_change(new.user_id, 'passkey', jsonb_build_object(
      'added', true, 'name', new.friendly_name, 'changed_at', now()));
  end if;
  return null;
end $$;
comment on function notify.passkeys_changed() is 'Trigger: the account has one more way in, or one less.';

create trigger notify_passkeys_changed after insert or delete on auth.webauthn_credentials
  for each row execute function notify.passkeys_changed();

create function notify.application_connected() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.revoked_at is not null or (tg_op = 'UPDATE' and old.revoked_at is null and old.scopes = new.scopes) then
    return null;
  end if;
  perform notify.security_change(new.user_id, 'application', jsonb_build_object(
    'name', coalesce((select c.client_name from auth.oauth_clients c where c.id = new.client_id), ''),
    'scopes', new.scopes, 'changed_at', now()));
  return null;
end $$;
comment on function notify.application_connected() is
  'Trigger: somebody let another application know who they are, or more than before.';

create trigger notify_application_connected after insert or update on auth.oauth_consents
  for each row execute function notify.application_connected();

-- Accounts: consents, access for support, the copy of everything that is held about a person, and leaving.

-- Consents ------------------------------------------------------------------------------------------------------------

create table public.consents (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  purpose text not null check (purpose in ('marketing', 'support')),
  granted boolean not null,
  ends_at timestamptz,
  source text not null check (source in ('account settings', 'unsubscribe link')),
  wording text not null check (char_length(wording) <= 500),
  created_at timestamptz not null default now(),
  check ((ends_at is not null) = (purpose = 'support' and granted))
);
comment on table public.consents is
  'What somebody agreed to or took back: who, what, in which words, where and when. Append-only; the newest line of a purpose counts. Goes with the account.';
comment on column public.consents.ends_at is 'Support access ends by itself.';
comment on column public.consents.wording is 'What stood beside the switch at that moment.';
create index consents_of_user on public.consents (user_id, purpose, id desc);
alter table public.consents enable row level security;
revoke all on public.consents from service_role;
grant select on public.consents to service_role;
grant select on public.consents to authenticated;
create policy "owners read" on public.consents for select to authenticated using (user_id = (select auth.uid()));
create policy "admins read where support is allowed" on public.consents for select to authenticated
  using (purpose = 'support' and (select private.is_admin()));
create policy "require second factor" on public.consents as restrictive to authenticated
  using ((select private.is_session_valid()));

create function private.protect_consents() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'Consents are only added to.' using errcode = '42501';
end $$;
comment on function private.protect_consents() is 'Trigger: a line of the record is never changed.';

create trigger protect_consents before update on public.consents
  for each row execute function private.protect_consents();

create function private.consent_wording(purpose text) returns text
language sql immutable set search_path = '' as $$
  select case purpose
    when 'marketing' then 'Marketing emails: news, tips and offers by email. You can stop them at any time.'
    when 'support' then 'Support access: our support team may see your notification choices, your consents, your devices without their addresses, and which kinds of mails we sent you, until the time you choose. They can change nothing.'
  end
$$;
comment on function private.consent_wording(text) is
  'The words of a consent as the site shows them (domain/notifications.ts; a test compares both).';

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
  if not private.can_act() then
    raise exception 'Please confirm your email address first.' using errcode = '42501';
  end if;
  if p_hours is null or p_hours not in (24, 168) then
    raise exception 'Support access is given for 24 hours or for 7 days.' using errcode = 'PT400';
  end if;
  insert into public.consents (user_id, purpose, granted, ends_at, source, wording)
  values (me, 'support', true, ends, 'account settings', private.consent_wording('support'));
  return ends;
end $$;
comment on function public.allow_support(integer) is
  'The caller lets support look for 24 hours or 7 days; gives the end.';
grant execute on function public.allow_support(integer) to authenticated;

create function private.support_access_until(person uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select c.ends_at from (
    select granted, ends_at from public.consents
    where user_id = person and purpose = 'support' order by id desc limit 1) as c
  where c.granted and c.ends_at > now()
$$;
comment on function private.support_access_until(uuid) is
  'Until when support may look at this account; null when it may not.';

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
grant execute on function public.withdraw_support() to authenticated;

create function public.admin_support_view(p_user uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  ends timestamptz := private.support_access_until(p_user);
begin
  perform private.require_admin();
  if ends is null then
    raise exception 'This person has not allowed support access.' using errcode = '42501';
  end if;
  perform audit.record('support view', 'profiles', p_user::text, null, jsonb_build_object('until', ends));
  return jsonb_build_object(
    'until', ends,
    'choices', (select to_jsonb(s) - array['user_id', 'unsubscribe_token'] from public.notification_settings s where s.user_id = p_user),
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
  'What an admin may additionally see of an account while its owner allows it: choices, consents, devices without addresses, kinds of mails. Each look is recorded.';
grant execute on function public.admin_support_view(uuid) to authenticated;

create function public.list_support_views() returns setof timestamptz
language sql stable security definer set search_path = '' as $$
  select private.require_session();
  select a.created_at from public.audit_log a
  where a.target_table = 'profiles' and a.target_id = (select auth.uid())::text and a.action = 'support view'
  order by a.created_at desc limit 20
$$;
comment on function public.list_support_views() is
  'When support looked at the caller''s account, the newest first; not who.';
grant execute on function public.list_support_views() to authenticated;

-- Export --------------------------------------------------------------------------------------------------------------

create table private.export_parts (
  name text primary key check (name ~ '^[a-z][a-z_]{1,59}$'),
  place integer not null,
  title text not null,
  query text not null
);
comment on table private.export_parts is
  'What ''Download my data'' holds: a query each, $1 being the account. A table that keeps something of a person gets its line here with its migration (tests/security/export.test.ts asks for it).';
comment on column private.export_parts.query is
  'Rows that the person may read: never another''s contact details, never a secret.';

insert into private.export_parts (name, place, title, query) values
  ('profile', 10, 'Profile', 'select * from public.profiles where id = $1'),
  ('services', 12, 'Services', 'select title, description, price_pence, price_text, unit, category, created_at, updated_at from public.services where provider_id = $1 order by position'),
  ('availability', 13, 'Opening hours and area served', 'select hours, places, radius, created_at, updated_at from public.availability where provider_id = $1'),
  ('sign_in', 20, 'Sign-in', 'select email, email_confirmed_at, phone, created_at, last_sign_in_at, raw_user_meta_data as given_at_sign_up from auth.users where id = $1'),
  ('identities', 21, 'Ways to sign in', 'select provider, email, created_at, last_sign_in_at from auth.identities where user_id = $1 order by created_at'),
  ('second_factors', 22, 'Two-step verification', 'select factor_type::text, status::text, friendly_name, created_at from auth.mfa_factors where user_id = $1 order by created_at'),
  ('sessions', 23, 'Signed-in devices', 'select user_agent as device, host(ip) as address, created_at, updated_at from auth.sessions where user_id = $1 order by created_at desc'),
  ('passkeys', 24, 'Passkeys', 'select friendly_name, created_at, last_used_at from auth.webauthn_credentials where user_id = $1 order by created_at'),
  ('applications', 24, 'Connected applications', 'select c.client_name as application, g.scopes as may_know, g.granted_at, g.revoked_at from auth.oauth_consents g join auth.oauth_clients c on c.id = g.client_id where g.user_id = $1 order by g.granted_at'),
  ('known_devices', 24, 'Kinds of devices you signed in with', 'select device, first_seen from private.known_devices where user_id = $1 order by first_seen'),
  ('membership', 30, 'Membership', 'select email, subscribed, subscription_tier, subscription_end, cancel_at_period_end, promo_code, grant_reason, payment_customer, created_at from public.subscribers where user_id = $1'),
  ('coupons', 31, 'Coupons used', 'select code, redeemed_at from public.coupon_redemptions where user_id = $1'),
  ('payments', 32, 'Payments', 'select paid_at, pence, currency, number, period_start, period_end, receipt_url from public.payments where user_id = $1 order by paid_at desc'),
  ('memberships', 33, 'When you were a member', 'select began_at, ended_at from billing.membership_periods where user_id = $1 order by began_at desc'),
  ('jobs', 40, 'Jobs you posted', 'select * from public.jobs where user_id = $1 order by posted_date desc'),
  ('contacts_unlocked_by_others', 41, 'Who unlocked your contact details', 'select j.title as job, coalesce(p.business_name, btrim(p.first_name || '' '' || p.last_name)) as provider, r.revealed_at from public.job_contact_reveals r join public.jobs j on j.id = r.job_id join public.profiles p on p.id = r.provider_id where j.user_id = $1 order by r.revealed_at desc'),
  ('contacts_you_unlocked', 42, 'Contact details you unlocked', 'select r.job_id, j.title as job, r.revealed_at from public.job_contact_reveals r join public.jobs j on j.id = r.job_id where r.provider_id = $1 order by r.revealed_at desc'),
  ('feedback_given', 50, 'Feedback you gave', 'select f.id, coalesce(p.business_name, btrim(p.first_name || '' '' || p.last_name)) as provider, f.rating, f.title, f.description, f.author_name, f.is_public, f.edited_at, f.created_at from public.feedback f join public.profiles p on p.id = f.provider_id where f.user_id = $1 order by f.created_at desc'),
  ('feedback_received', 51, 'Feedback you received', 'select id, author_name, rating, title, description, edited_at, created_at from public.feedback where provider_id = $1 and is_public order by created_at desc'),
  ('replies', 52, 'Your replies', 'select feedback_id, reply_text, created_at, updated_at from public.feedback_replies where provider_id = $1 order by created_at desc'),
  ('enquiries', 53, 'Enquiries', 'select e.id, e.subject, e.created_at, private.public_name(case when e.sender_id = $1 then e.provider_id else e.sender_id end) as with_whom, (select jsonb_agg(jsonb_build_object(''by_you'', m.author_id = $1, ''body'', m.body, ''created_at'', m.created_at) order by m.created_at) from public.enquiry_messages m where m.enquiry_id = e.id) as messages from public.enquiries e where $1 in (e.sender_id, e.provider_id) order by e.created_at desc'),
  ('blocked', 54, 'People you blocked', 'select private.public_name(b.blocked_id) as name, b.created_at from public.enquiry_blocks b where b.user_id = $1 order by b.created_at desc'),
  ('reports', 55, 'Reports you sent', 'select case_number, target_type, target_label, reason, details, state, outcome_reason, decided_at, appeal_text, created_at from public.reports where reporter_id = $1 order by created_at desc'),
  ('saved_providers', 60, 'Saved professionals', 'select s.provider_id, l.name, s.created_at from public.saved_providers s left join search.listings l on l.provider_id = s.provider_id where s.user_id = $1 order by s.created_at desc'),
  ('saved_jobs', 61, 'Saved jobs', 'select s.job_id, j.title, s.created_at from public.saved_jobs s join public.jobs j on j.id = s.job_id where s.provider_id = $1 order by s.created_at desc'),
  ('job_alerts', 62, 'Job alerts', 'select categories, area, frequency, is_on, created_at, updated_at from public.job_alerts where user_id = $1 order by created_at'),
  ('jobs_in_your_alerts', 63, 'Jobs we told you of', 'select t.job_id, j.title, t.sent_at from private.job_alert_deliveries t join public.jobs j on j.id = t.job_id where t.user_id = $1 order by t.sent_at desc'),
  ('businesses', 70, 'Businesses that are yours', 'select id, business_name, business_email, claim_date from public.businesses where owner_user_id = $1'),
  ('business_claims', 71, 'Claims to businesses', 'select b.business_name, c.status, c.created_at, c.decided_at from public.business_claims c join public.businesses b on b.id = c.business_id where c.claimant_id = $1 order by c.created_at desc'),
  ('notification_choices', 80, 'Notification choices', 'select email_notifications, marketing, job_alerts, provider_updates, updated_at from public.notification_settings where user_id = $1'),
  ('consents', 81, 'Consents', 'select purpose, granted, ends_at, source, wording, created_at from public.consents where user_id = $1 order by id desc'),
  ('mails', 82, 'Mails we sent you', 'select kind, created_at, sent_at from notify.notices where user_id = $1 order by created_at desc'),
  ('support_views', 83, 'When our team looked', 'select created_at as viewed_at from public.audit_log where target_table = ''profiles'' and target_id = $1::text and action = ''support view'' order by created_at desc');

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
    select coalesce(jsonb_agg(to_jsonb(f)), '[]') from private.list_account_files(p_user) as f));
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
  'Who asked to leave. Signing in within the grace cancels; then erase-accounts erases. Reached through functions only.';
comment on column public.account_deletions.was_visible is
  'What is_visible goes back to when the person stays; an admin''s switching during the grace is kept here.';
comment on column public.account_deletions.cancelled_at is
  'The person signed in and stays; the row goes once they have been told.';
comment on column public.account_deletions.erasing_at is
  'From here there is no way back: the account cannot sign in any more.';
create index account_deletions_due on public.account_deletions (erase_after) where cancelled_at is null;
alter table public.account_deletions enable row level security;

create function private.list_account_files(person uuid) returns table (bucket text, name text, size bigint)
language sql stable security definer set search_path = '' as $$
  with given as (
    select substring(p.profile_image_url from '/storage/v1/object/public/business_logos/(.+)$') as name
    from public.profiles p where p.id = person
  )
  select o.bucket_id, o.name, coalesce((o.metadata ->> 'size')::bigint, 0)
  from storage.objects o
  where split_part(o.name, '/', 1) = person::text
    or (o.bucket_id = 'business_logos' and o.name = (select g.name from given g) and not exists (
      select from public.profiles other where other.id <> person
        and right(other.profile_image_url, char_length(o.name) + 1) = '/' || o.name))
  order by o.bucket_id, o.name limit 5000
$$;
comment on function private.list_account_files(uuid) is
  'The files in an account''s folders, and the picture that an admin gave it, unless another account shows the same.';

create function public.account_files(p_user uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(f)), '[]') from private.list_account_files(p_user) as f
$$;
comment on function public.account_files(uuid) is 'For functions that erase an account: the files that go with it.';

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
  if person.id is null then
    raise exception 'This account does not exist.' using errcode = 'PT404';
  end if;
  select erase_after into ends from public.account_deletions where user_id = p_user and cancelled_at is null;
  if ends is not null then
    return ends;
  end if;
  if person.account_type = 'admin' and not exists (
      select from public.profiles p where p.account_type = 'admin' and p.is_active and p.id <> p_user
        and not private.is_deletion_pending(p.id)) then
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
  perform notify.account(p_user, 'deletion_scheduled', jsonb_build_object('erase_on', ends),
    'deletion_scheduled:' || p_user || ':' || ends);
  return ends;
end $$;
comment on function public.schedule_deletion(uuid) is
  'For delete-account: hides the profile, closes the jobs, ends every session and tells the person until when signing in cancels. Asked again, it gives the same day.';

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
  'Trigger: whoever signs in within the grace keeps the account, with its listing and its jobs.';

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
  'Whether the caller''s sign-in has just cancelled a deletion; says so once.';
grant execute on function public.deletion_cancelled() to authenticated;

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
  update public.feedback set author_name = 'Former member' where user_id = person;
  update public.businesses set owner_user_id = null, claimed = false, claim_date = null where owner_user_id = person;
  delete from auth.audit_log_entries where payload ->> 'actor_id' = person::text;
  delete from auth.users where id = person;
end $$;
comment on function private.delete_account(uuid) is
  'Removes an account and all its rows. Feedback it gave stays without its name, so that averages keep; its businesses can be claimed again.';

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
  'Task: three days before an account is erased its owner is told once more how to keep it.';

-- Categories: the two levels that providers and jobs are filed under.

-- Taxonomy ------------------------------------------------------------------------------------------------------------

create table public.categories (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name = btrim(name) and char_length(name) between 1 and 80 and strpos(name, '>') = 0),
  group_name text not null check (group_name = btrim(group_name) and char_length(group_name) between 1 and 80 and strpos(group_name, '>') = 0),
  display_order integer not null default 1 check (display_order >= 1),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  merged_into uuid references public.categories (id) on delete set null,
  unique (group_name, name),
  constraint merged_ones_are_gone check (merged_into is null or (merged_into <> id and not is_active))
);
comment on table public.categories is
  'Subcategories by group; the source of every ''Main > Sub'' selection. Deleted means is_active false.
Cache-Control: public, s-maxage=60';
comment on column public.categories.merged_into is
  'The category that took this one''s place: its address leads there, and so does whoever still chooses it.';
create index categories_in_order on public.categories (group_name, display_order) where is_active;
create index categories_merged on public.categories (merged_into);
alter table public.categories enable row level security;
grant select on public.categories to anon, authenticated;
grant insert (name, group_name, display_order) on public.categories to authenticated;
grant update (name, group_name, display_order, is_active) on public.categories to authenticated;

insert into public.categories (group_name, name, display_order) values
  ('Cars/Vehicles', 'Breakdown/Recovery Service', 1), ('Cars/Vehicles', 'Car Styling', 2),
  ('Cars/Vehicles', 'Car Wash/Cleaning', 3), ('Cars/Vehicles', 'Driving Lessons/Teaching', 4),
  ('Cars/Vehicles', 'Mechanic/Garage', 5), ('Cars/Vehicles', 'Tyre Service', 6), ('Cars/Vehicles', 'Vehicle Hire', 7),
  ('Cleaning & Removal Services', 'Carpet Cleaning', 1), ('Cleaning & Removal Services', 'Commercial Cleaning', 2),
  ('Cleaning & Removal Services', 'Domestic Cleaning', 3), ('Cleaning & Removal Services', 'House Clearance', 4),
  ('Cleaning & Removal Services', 'Man/Woman with a Van', 5),
  ('Cleaning & Removal Services', 'Post Construction Cleaning', 6),
  ('Cleaning & Removal Services', 'Specialist Removal', 7), ('Cleaning & Removal Services', 'Storage', 8),
  ('Cleaning & Removal Services', 'Waste Removal', 9), ('Cleaning & Removal Services', 'Window Cleaning', 10),
  ('Construction/Trade', 'Architecture', 1), ('Construction/Trade', 'Bathroom Specialist', 2),
  ('Construction/Trade', 'Bricklaying', 3), ('Construction/Trade', 'Builder', 4),
  ('Construction/Trade', 'Carpentry', 5), ('Construction/Trade', 'Demolition', 6),
  ('Construction/Trade', 'Electrician', 7), ('Construction/Trade', 'Kitchen Specialist', 8),
  ('Construction/Trade', 'Locksmith', 9), ('Construction/Trade', 'Mechanical', 10),
  ('Construction/Trade', 'Plastering/Rendering', 11), ('Construction/Trade', 'Plumber', 12),
  ('Construction/Trade', 'Project Management', 13), ('Construction/Trade', 'Renovations', 14),
  ('Construction/Trade', 'Roofing', 15), ('Construction/Trade', 'Scaffolding', 16),
  ('Construction/Trade', 'Specialist Tradesperson', 17), ('Construction/Trade', 'Stoneworker/Stonemason', 18),
  ('Construction/Trade', 'Window/Door Fitting', 19), ('Education', 'Apprenticeship Programmes', 1),
  ('Education', 'Professional Courses', 2), ('Education', 'Special Education Needs (SEN) Teacher', 3),
  ('Education', 'Tutoring', 4), ('Events', 'Adults Party', 1), ('Events', 'Commercial Events', 2),
  ('Events', 'Kids Party', 3), ('Events', 'Weddings', 4), ('Fitness, Health and Wellbeing', 'Boxing/MMA', 1),
  ('Fitness, Health and Wellbeing', 'Mental Health', 2), ('Fitness, Health and Wellbeing', 'Personal Training', 3),
  ('Fitness, Health and Wellbeing', 'Spa/Massage/Relaxation', 4),
  ('Fitness, Health and Wellbeing', 'Sports Massage', 5), ('Gardening and Outdoors', 'Driveway Paving', 1),
  ('Gardening and Outdoors', 'Garden Design', 2), ('Gardening and Outdoors', 'Garden Maintenance', 3),
  ('Gardening and Outdoors', 'Landscaping', 4), ('Gardening and Outdoors', 'Lawn Care Services', 5),
  ('Gardening and Outdoors', 'Planting', 6), ('Gardening and Outdoors', 'Tree Surgery', 7),
  ('Hair & Beauty', 'Beauty & cosmetics', 1), ('Hair & Beauty', 'Hairdresser/ Barber', 2),
  ('Hair & Beauty', 'Nails', 3), ('Hair & Beauty', 'Other', 4), ('IT', 'Computer Programming', 1),
  ('IT', 'Cyber Security', 2), ('IT', 'Graphic Design', 3), ('IT', 'Phone/Laptop/Electronic Repairs', 4),
  ('IT', 'Website/App Development', 5), ('IT', 'SEO Specialist', 6),
  ('Legal and Financial Services', 'Accountancy', 1), ('Legal and Financial Services', 'Consultancy', 2),
  ('Legal and Financial Services', 'Finance Management/Advice', 3),
  ('Legal and Financial Services', 'Legal Services', 4), ('Legal and Financial Services', 'Mortgage Advice', 5),
  ('Marketing & Advertising', 'Digital Advertising', 1),
  ('Marketing & Advertising', 'Social Media Marketing/Management', 2),
  ('Marketing & Advertising', 'Print Advertising', 3), ('Marketing & Advertising', 'Radio Advertising', 4),
  ('Marketing & Advertising', 'Brand Marketing', 5), ('Marketing & Advertising', 'Direct Marketing', 6),
  ('Music, Photography and Visuals', 'Music Production', 1), ('Music, Photography and Visuals', 'Photography', 2),
  ('Music, Photography and Visuals', 'Recording Studio', 3), ('Music, Photography and Visuals', 'Video editing', 4),
  ('Music, Photography and Visuals', 'Videography', 5),
  ('Painting, Decorating and Interior Design', 'External Wall Painting', 1),
  ('Painting, Decorating and Interior Design', 'Interior Design', 2),
  ('Painting, Decorating and Interior Design', 'Internal Painting and Decorating', 3),
  ('Painting, Decorating and Interior Design', 'Wall Murals/Paint Effects', 4), ('Pets/Animals', 'Dog Day-care', 1),
  ('Pets/Animals', 'Dog Training', 2), ('Pets/Animals', 'Dog Walking', 3);

create policy "everyone reads active categories" on public.categories for select to anon, authenticated
  using (is_active or (select private.is_admin()));
create policy "admins add" on public.categories for insert to authenticated with check ((select private.is_admin()));
create policy "admins change" on public.categories for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

create trigger set_updated_at before update on public.categories
  for each row execute function private.set_updated_at();

create function private.set_category_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The order within a group is the server's: two admins who add at once must not get one place.
  perform pg_advisory_xact_lock(hashtext('categories of ' || new.group_name));
  new.display_order := 1 + coalesce((
    select max(display_order) from public.categories
    where group_name = new.group_name and is_active and id <> new.id), 0);
  return new;
end $$;
comment on function private.set_category_order() is
  'Trigger: what is new in a group stands at its end (spec 2 section 9).';

create trigger set_category_order before insert on public.categories
  for each row execute function private.set_category_order();
create trigger set_category_order_on_move before update on public.categories
  for each row when (new.group_name <> old.group_name or (new.is_active and not old.is_active))
  execute function private.set_category_order();

create function private.cascade_category_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was text := old.group_name || ' > ' || old.name;
  becomes text := new.group_name || ' > ' || new.name;
  emptied boolean := old.group_name <> new.group_name
    and not exists (select from public.categories where group_name = old.group_name);
  touched uuid[];
begin
  touched := array(select provider_id from public.provider_categories where category_id = new.id);
  if was <> becomes then
    update public.profiles set categories = array_replace(categories, was, becomes) where categories @> array[was];
    update public.jobs set categories = array_replace(categories, was, becomes) where categories @> array[was];
    if emptied then
      -- The group is gone: whoever chose all of it goes where its last category went.
      update public.profiles set categories = array_replace(categories, old.group_name, new.group_name)
        where categories @> array[old.group_name];
      update public.jobs set categories = array_replace(categories, old.group_name, new.group_name)
        where categories @> array[old.group_name];
    end if;
  end if;
  if old.is_active and not new.is_active then
    insert into private.removed_selections (category_id, profile_id, place)
      select new.id, p.id, array_position(p.categories, becomes) from public.profiles p where p.categories @> array[becomes]
      on conflict (category_id, profile_id) do update set place = excluded.place;
    update public.profiles set categories = array_remove(categories, becomes) where categories @> array[becomes];
  elsif new.is_active and not old.is_active then
    update public.profiles p set categories = p.categories[:r.place - 1] || becomes || p.categories[r.place:]
      from private.removed_selections r
      where r.category_id = new.id and p.id = r.profile_id
        and not p.categories @> array[becomes] and cardinality(p.categories) < 40;
    delete from private.removed_selections where category_id = new.id;
  end if;
  -- Whole groups are not written into profiles, so what they reach is found anew.
  delete from public.provider_categories where category_id = new.id;
  if new.is_active then
    insert into public.provider_categories (provider_id, category_id)
      select p.id, new.id from public.profiles p
      where p.account_type = 'provider' and p.categories && array[new.group_name, becomes];
  end if;
  perform search.refresh_listing(id) from (
    select unnest(touched) as id
    union select provider_id from public.provider_categories where category_id = new.id) as affected;
  update public.jobs set categories = categories where status = 'open' and categories && array[old.group_name, new.group_name];
  return null;
end $$;
comment on function private.cascade_category_change() is
  'Trigger: a name or group that changes is changed in every profile and job; deleting unlinks, restoring links again (P-26).';

create trigger cascade_category_change after update on public.categories
  for each row when (old.name <> new.name or old.group_name <> new.group_name or old.is_active <> new.is_active)
  execute function private.cascade_category_change();

create function private.serialise_category_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('serialise_category_changes'));
  return null;
end $$;
comment on function private.serialise_category_changes() is
  'Trigger: changes that private.cascade_category_change() carries on are made one after the other. Numbering alone needs no turn.';

create trigger serialise_category_changes before update of name, group_name, is_active on public.categories
  for each statement execute function private.serialise_category_changes();

create function private.clear_merged_category() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.merged_into := null;
  return new;
end $$;
comment on function private.clear_merged_category() is
  'Trigger: a merged category that is restored stands for itself again. Who was moved stays where they are.';

create trigger clear_merged_category before update of is_active on public.categories
  for each row when (new.is_active and old.merged_into is not null) execute function private.clear_merged_category();
create trigger log_admin_change after insert on public.categories for each row execute function audit.log_admin_change('id');
create trigger log_admin_change_on_update after update on public.categories
  for each row when (new.merged_into is null) execute function audit.log_admin_change('id');
create trigger invalidate_responses after insert or delete on public.categories
  for each row execute function private.invalidate_responses();
create trigger invalidate_responses_on_update after update on public.categories
  for each row when (old.* is distinct from new.*) execute function private.invalidate_responses();
create trigger invalidate_responses_on_truncate after truncate on public.categories
  for each statement execute function private.invalidate_responses();

-- Selections ----------------------------------------------------------------------------------------------------------

create function private.unknown_selection(selections text[]) returns text
language sql stable security definer set search_path = '' as $$
  select selection from unnest(selections) as selection
  where not (selection ~ '^Other: \S' and char_length(selection) <= 120)
    and not exists (
      select from public.categories c
      where selection = c.group_name or selection = c.group_name || ' > ' || c.name)
  limit 1
$$;
comment on function private.unknown_selection(text[]) is
  'The first selection that is neither ''Main'', ''Main > Sub'' nor ''Other: text'', or null.';

create function private.check_selections() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  unknown text := private.unknown_selection(new.categories);
begin
  if unknown is not null then
    raise exception 'Unknown category: %', unknown
      using errcode = '23514', hint = 'Choose from the categories, or write ''Other: '' and your own words.';
  end if;
  return new;
end $$;
comment on function private.check_selections() is 'Trigger: only selections that the picker could have made.';

create trigger check_selections before insert or update of categories on public.profiles
  for each row execute function private.check_selections();

create function private.category_keys(selections text[]) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(distinct key), '{}') from (
    select selection as key from unnest(selections) as selection
    union select split_part(selection, ' > ', 1) from unnest(selections) as selection where selection not like 'Other: %'
    union select c.group_name || ' > ' || c.name from public.categories c
      where c.is_active and c.group_name = any (selections)) as keys
$$;
comment on function private.category_keys(text[]) is
  'Selections spread out for filtering: ''Main > Sub'' also counts as ''Main'', and ''Main'' as each of its subs.';

create function private.replace_selections(selections text[], gone text[], kept text) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(selection order by place), '{}') from (
    select case when said = any (gone) then kept else said end as selection, min(place) as place
    from unnest(selections) with ordinality as t (said, place) group by 1) as replaced
  -- Who has the whole group of the one that is kept has it already.
  where selection <> kept or not (split_part(kept, ' > ', 1) = any (selections) and not split_part(kept, ' > ', 1) = any (gone))
$$;
comment on function private.replace_selections(text[],text[],text) is
  'Selections with some of them replaced by one, in their order and none twice.';

-- Providers in categories ---------------------------------------------------------------------------------------------

create table public.provider_categories (
  provider_id uuid not null references public.profiles (id) on delete cascade,
  category_id uuid not null references public.categories (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (provider_id, category_id)
);
comment on table public.provider_categories is
  'Which provider is in which category; follows profiles.categories by trigger.';
create index provider_categories_by_category on public.provider_categories (category_id, provider_id);
alter table public.provider_categories enable row level security;
grant select on public.provider_categories to authenticated;
create policy "owners and admins read" on public.provider_categories for select to authenticated
  using (provider_id = (select auth.uid()) or (select private.is_admin()));
create policy "require valid session" on public.provider_categories as restrictive for select to authenticated
  using ((select private.is_session_valid()));

create function private.link_categories() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.provider_categories where provider_id = new.id;
  if new.account_type = 'provider' then
    insert into public.provider_categories (provider_id, category_id)
    select new.id, c.id from public.categories c
    where c.is_active and (c.group_name = any (new.categories) or c.group_name || ' > ' || c.name = any (new.categories));
  end if;
  return new;
end $$;
comment on function private.link_categories() is
  'Trigger: a selection of a whole main category links every category in it.';

create trigger link_categories after insert or update of categories, account_type on public.profiles
  for each row execute function private.link_categories();

-- Changing a category -------------------------------------------------------------------------------------------------

create table private.removed_selections (
  category_id uuid not null references public.categories (id) on delete cascade,
  profile_id uuid not null references public.profiles (id) on delete cascade,
  place integer not null,
  primary key (category_id, profile_id)
);
comment on table private.removed_selections is
  'Who had chosen a category when it was deleted, and at which place of their list: so that it can be restored (P-26).';
create index removed_selections_of_profile on private.removed_selections (profile_id);

-- Merging -------------------------------------------------------------------------------------------------------------

create function private.current_selection(selection text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select kept.group_name || ' > ' || kept.name
    from public.categories gone join public.categories kept on kept.id = gone.merged_into
    where gone.merged_into is not null and (gone.group_name || ' > ' || gone.name = selection
      or (gone.group_name = selection
        and not exists (select from public.categories c where c.group_name = selection and c.is_active)))
    order by gone.updated_at desc limit 1), selection)
$$;
comment on function private.current_selection(text) is
  'A selection as it stands after mergers: a merged category, or a group that was emptied by one, is the category that is kept.';

create function private.apply_category_mergers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name in ('jobs', 'services') then
    new.category := private.current_selection(new.category);
  end if;
  if tg_table_name <> 'services' then
    new.categories := array(select selection from (
      select private.current_selection(said) as selection, min(place) as place
      from unnest(new.categories) with ordinality as t (said, place) group by 1) as kept order by place);
  end if;
  return new;
end $$;
comment on function private.apply_category_mergers() is
  'Trigger, before all others: a form that was open during a merger, or a list that is imported later, still means the category that is kept.';

create trigger apply_category_mergers before insert or update of categories on public.profiles
  for each row execute function private.apply_category_mergers();

create function private.merged_selections(category_id uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select array[c.group_name || ' > ' || c.name] || case when not exists (
      select from public.categories o where o.group_name = c.group_name and o.is_active and o.id <> c.id)
    then array[c.group_name] else '{}' end
  from public.categories c where c.id = category_id
$$;
comment on function private.merged_selections(uuid) is
  'The selections that a merger of this category replaces: its own, and its group''s when it is the last one there.';

create function private.category_reach(category_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'providers', (select count(*) from public.profiles where account_type = 'provider' and categories && chosen),
    'seekers', (select count(*) from public.profiles where account_type = 'client' and categories && chosen),
    'jobs', (select count(*) from public.jobs where categories && chosen),
    'alerts', (select count(*) from public.job_alerts where categories && chosen),
    'services', (select count(*) from public.services where category = any (chosen)))
  from private.merged_selections(category_id) as chosen
$$;
comment on function private.category_reach(uuid) is
  'How many chose a category themselves, by kind. Who chose its whole group keeps that, unless it is the last one there.';

create function public.admin_category_reach(category_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if not exists (select from public.categories c where c.id = category_id) then
    raise exception 'This category does not exist.' using errcode = 'PT404';
  end if;
  return private.category_reach(category_id);
end $$;
comment on function public.admin_category_reach(uuid) is
  'What a merger of this category would move: providers, seekers, jobs, alerts and services.';
grant execute on function public.admin_category_reach(uuid) to authenticated;

create function public.admin_merge_categories(
  gone_id uuid, kept_id uuid, reason text, gone_seen timestamptz default null, kept_seen timestamptz default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  gone public.categories;
  kept public.categories;
  why text;
  chosen text[];
  becomes text;
  moved jsonb;
  old_words text[];
  new_words text[];
begin
  perform private.require_admin();
  why := private.clean_reason(reason, true);
  if gone_id = kept_id then
    raise exception 'A category cannot be merged into itself' using errcode = 'PT400';
  end if;
  -- The turn of private.serialise_category_changes(), before any row is held.
  perform pg_advisory_xact_lock(hashtext('serialise_category_changes'));
  select * into gone from public.categories where id = gone_id for update;
  select * into kept from public.categories where id = kept_id for update;
  if gone.id is null or kept.id is null then
    raise exception 'This category does not exist.' using errcode = 'PT404';
  end if;
  if not gone.is_active or not kept.is_active or gone.updated_at <> gone_seen or kept.updated_at <> kept_seen then
    raise exception 'These categories have changed since you opened them. Nothing was merged: look again, then repeat what is still needed.'
      using errcode = 'PT409';
  end if;
  chosen := private.merged_selections(gone_id);
  becomes := kept.group_name || ' > ' || kept.name;
  moved := private.category_reach(gone_id);

  update public.profiles set categories = private.replace_selections(categories, chosen, becomes) where categories && chosen;
  update public.jobs set categories = private.replace_selections(categories, chosen, becomes) where categories && chosen;
  update public.job_alerts set categories = private.replace_selections(categories, chosen, becomes) where categories && chosen;
  update public.services set category = becomes where category = any (chosen);
  -- Who lost it when it was deleted once has nothing to get back any more.
  delete from private.removed_selections r where r.category_id = gone_id;
  update public.categories set merged_into = kept_id where merged_into = gone_id;
  update public.categories set is_active = false, merged_into = kept_id where id = gone_id;

  -- What was typed for the one finds the other too; a synonym has at most three words.
  old_words := search.split_words(gone.name);
  new_words := search.split_words(kept.name);
  if cardinality(old_words) between 1 and 3 and cardinality(new_words) between 1 and 3 and old_words <> new_words then
    insert into public.search_synonyms (term, means)
    select term, array_to_string(new_words, ' ') from (
      select array_to_string(old_words, ' ') as term
      union select s.term from public.search_synonyms s where s.means = array_to_string(old_words, ' ')) as known
    where term <> array_to_string(new_words, ' ')
    on conflict do nothing;
  end if;

  perform audit.record('merge', 'categories', gone_id::text,
    jsonb_build_object('name', gone.name, 'group_name', gone.group_name),
    jsonb_build_object('merged_into', becomes, 'moved', moved), why);
  return moved;
end $$;
comment on function public.admin_merge_categories(uuid,uuid,text,timestamptz,timestamptz) is
  'Merges one active category into another: profiles, jobs, alerts and services move, its synonyms and address follow. The updated_at that the caller saw refuse to merge what has changed since. Says how many were moved.';
grant execute on function public.admin_merge_categories(uuid,uuid,text,timestamptz,timestamptz) to authenticated;

-- Category page -------------------------------------------------------------------------------------------------------

create function private.slugify(title text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select btrim(regexp_replace(lower(title), '[^a-z0-9]+', '-', 'g'), '-')
$$;
comment on function private.slugify(text) is 'A title as it stands in an address (domain/categories.ts says the same).';

create function public.category_page(category text, town_slug text default null, towns integer default 12) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  begun record := search.prepare_search();
  members bit varying := search.union_of_terms(array['#' || left(category, 170)], begun.size, begun.changed);
  slots integer[] := search.slots_in_range(members, 0, bit_count(members)::integer);
  answer json;
begin
  with here as materialized (
    select l.provider_id, l.name, l.title, l.bio, l.image_url, l.business_name, l.location, l.rating_average, l.rating_count,
      l.rating_score, l.created_at, l.categories, search.town_of_location(l.location) as town
    from search.listings l
    where l.slot = any (slots) and l.membership_end > now()),
  slugs as (select *, private.slugify(town) as slug from here),
  chosen as materialized (select * from slugs where town_slug is null or slug = town_slug),
  by_town as (
    select slug, mode() within group (order by town) as name, count(*)::int as providers
    from slugs where slug <> '' and slug is distinct from town_slug
    group by slug order by count(*) desc, slug limit least(greatest(towns, 0), 1000))
  select json_build_object(
    'total', (select count(*) from chosen),
    'rated', (select count(*) from chosen where rating_count > 0),
    'rating_count', (select coalesce(sum(rating_count), 0) from chosen),
    'rating_average', (select round(sum(rating_average * rating_count) / nullif(sum(rating_count), 0), 2) from chosen),
    'town', (select mode() within group (order by town) from chosen where town_slug is not null),
    'towns', (select coalesce(json_agg(by_town order by providers desc, slug), '[]') from by_town),
    'parts', (select coalesce(json_object_agg(key, providers), '{}') from (
      select key, count(*)::int as providers from chosen, unnest(categories) as key
      where key like '% > %' group by key) as parts),
    'providers', (select coalesce(json_agg(json_build_object(
        'user_id', provider_id, 'name', name, 'title', title, 'bio', left(bio, 160), 'image_url', image_url,
        'business_name', business_name, 'location', location, 'rating_average', rating_average, 'rating_count', rating_count)
        order by rating_score desc, created_at desc, provider_id desc), '[]')
      from (select * from chosen order by rating_score desc, created_at desc, provider_id desc limit 8) as best))
  into answer;
  return answer;
end $$;
comment on function public.category_page(text,text,integer) is
  'What a category''s page tells, for the whole country or one town: how many are listed, their ratings, the eight best, each subcategory''s count, and the other towns with the most of them.';
grant execute on function public.category_page(text,text,integer) to anon, authenticated;

create function public.category_moved(slug text) returns text
language sql stable security definer set search_path = '' as $$
  select kept.name
  from public.categories gone join public.categories kept on kept.id = gone.merged_into and kept.is_active
  where gone.merged_into is not null and (private.slugify(gone.name) = slug
    or (private.slugify(gone.group_name) = slug
      and not exists (select from public.categories c where c.group_name = gone.group_name and c.is_active)))
  order by private.slugify(gone.name) = slug desc, gone.updated_at desc limit 1
$$;
comment on function public.category_moved(text) is
  'The name of the category that took the place of the one with this address; null when none did.';
grant execute on function public.category_moved(text) to anon, authenticated;

-- Administration ------------------------------------------------------------------------------------------------------

create function public.admin_reorder_categories(group_name text, category_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  present uuid[];
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtext('categories of ' || admin_reorder_categories.group_name));
  present := array(select c.id from public.categories c
    where c.group_name = admin_reorder_categories.group_name and c.is_active order by c.id for update);
  if present is distinct from array(select id from unnest(category_ids) as id order by id) then
    raise exception 'The categories have changed meanwhile. Please look again.' using errcode = 'PT409';
  end if;
  update public.categories c set display_order = listed.place
    from unnest(category_ids) with ordinality as listed (id, place)
    where c.id = listed.id and c.display_order <> listed.place;
end $$;
comment on function public.admin_reorder_categories(text,uuid[]) is
  'Numbers a group''s active categories 1..n in the order given, in one transaction; refused unless all of them are there once.';
grant execute on function public.admin_reorder_categories(text,uuid[]) to authenticated;

create function public.admin_categories() returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'group_name', c.group_name,
        'is_active', c.is_active, 'updated_at', c.updated_at, 'merged_into', kept.name, 'usage_count', coalesce(used.count, 0))
      order by c.group_name, c.display_order, c.name), '[]')
    from public.categories c
    left join public.categories kept on kept.id = c.merged_into
    left join (select category_id, count(*) as count from public.provider_categories group by category_id) as used
      on used.category_id = c.id);
end $$;
comment on function public.admin_categories() is
  'Every category, deleted ones too, in order, with the number of its providers.';
grant execute on function public.admin_categories() to authenticated;

-- Membership: who is a member until when, by payment, coupon or an admin.

-- Live membership -----------------------------------------------------------------------------------------------------

create table public.subscribers (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  email text,
  subscribed boolean not null default false,
  subscription_tier text check (subscription_tier in ('monthly', 'yearly')),
  subscription_end timestamptz,
  cancel_at_period_end boolean not null default false,
  promo_code text,
  payment_customer text unique,
  payment_subscription text unique,
  payment_event_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  grant_reason text,
  check (not subscribed or (subscription_end is not null and subscription_tier is not null))
);
comment on table public.subscribers is
  'One row a member, written only by the signed webhook and by the coupon (decisions 11, 12). Live means subscribed with an end in the future.';
comment on column public.subscribers.payment_event_at is
  'When the newest applied event was made: an older one that arrives later changes nothing.';
comment on column public.subscribers.grant_reason is
  'Why an admin gave the present membership; null for one that was paid for or came of a coupon.';
create index subscribers_by_end on public.subscribers (subscription_end);
alter table public.subscribers enable row level security;
grant select (user_id, email, subscribed, subscription_tier, subscription_end, cancel_at_period_end, promo_code,
  created_at, updated_at, grant_reason) on public.subscribers to authenticated;
create policy "members and admins read" on public.subscribers for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "require valid session" on public.subscribers as restrictive for select to authenticated
  using ((select private.is_session_valid()));

create trigger set_updated_at before update on public.subscribers
  for each row execute function private.set_updated_at();

create function private.is_member(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.subscribers
    where user_id = person and subscribed and subscription_end > now())
$$;
comment on function private.is_member(uuid) is 'Whether this account has a live membership at this moment.';
grant execute on function private.is_member(uuid) to authenticated, service_role;

create function private.require_membership() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.account_type = 'provider' and (select auth.uid()) = new.id and not private.is_member(new.id)
     and (jsonb_array_length(new.skills) > jsonb_array_length(old.skills)
       or jsonb_array_length(new.work_samples) > jsonb_array_length(old.work_samples)
       -- One item put in the place of another, or a file into an item, adds to the portfolio too.
       or exists (select address from private.work_sample_files(new.work_samples)
         except select address from private.work_sample_files(old.work_samples))) then
    raise exception 'Subscription required'
      using errcode = '42501', hint = 'Activate a membership to add services and portfolio items.';
  end if;
  return new;
end $$;
comment on function private.require_membership() is
  'Trigger: adding services or portfolio items needs a live membership (spec 2 section 5).';

create trigger require_membership before update of skills, work_samples on public.profiles
  for each row execute function private.require_membership();

create function notify.membership_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was boolean := old.subscribed and coalesce(old.subscription_end > now(), false);
  live boolean := new.subscribed and coalesce(new.subscription_end > now(), false);
  facts jsonb := jsonb_build_object('tier', new.subscription_tier, 'ends_at', new.subscription_end,
    'cancels', new.cancel_at_period_end, 'promo', new.promo_code);
  stamp text := new.user_id || ':' || extract(epoch from now());
begin
  if live and not was then
    perform notify.account(new.user_id, 'membership_started', facts, 'membership_started:' || stamp);
  elsif live and new.payment_subscription is not null and new.cancel_at_period_end and not old.cancel_at_period_end then
    perform notify.account(new.user_id, 'membership_cancelled', facts, 'membership_cancelled:' || stamp);
  elsif live and new.payment_subscription is not null and old.cancel_at_period_end and not new.cancel_at_period_end
    and old.promo_code is null then
    perform notify.account(new.user_id, 'membership_resumed', facts, 'membership_resumed:' || stamp);
  end if;
  return null;
end $$;
comment on function notify.membership_changed() is
  'Trigger: members hear that their membership began, will not renew, or will renew after all.';

create trigger notify_membership_changed after update on public.subscribers
  for each row when ((old.subscribed, old.subscription_end, old.cancel_at_period_end)
    is distinct from (new.subscribed, new.subscription_end, new.cancel_at_period_end))
  execute function notify.membership_changed();

create function billing.log_membership_periods() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  current_id bigint;
begin
  if tg_op = 'INSERT' then
    if new.subscribed and new.subscription_end > least(new.created_at, now()) then
      insert into billing.membership_periods (user_id, began_at, ended_at)
      values (new.user_id, least(new.created_at, now()), new.subscription_end);
    end if;
    return null;
  end if;
  select id into current_id from billing.membership_periods m
    where m.user_id = new.user_id and m.ended_at > now() order by m.ended_at desc limit 1;
  if current_id is not null then
    update billing.membership_periods m set ended_at = greatest(m.began_at, case
      when new.subscribed then new.subscription_end else least(new.subscription_end, now()) end)
    where m.id = current_id;
  elsif new.subscribed and new.subscription_end > now() then
    insert into billing.membership_periods (user_id, began_at, ended_at) values (new.user_id, now(), new.subscription_end);
  end if;
  return null;
end $$;
comment on function billing.log_membership_periods() is
  'Trigger: a membership that begins, is renewed or ends is written down with its moments.';

create trigger log_membership_periods after insert on public.subscribers
  for each row execute function billing.log_membership_periods();
create trigger log_membership_periods_on_update after update on public.subscribers
  for each row when ((old.subscribed, old.subscription_end) is distinct from (new.subscribed, new.subscription_end))
  execute function billing.log_membership_periods();

create function billing.clear_grant_reason() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.grant_reason := null;
  return new;
end $$;
comment on function billing.clear_grant_reason() is
  'Trigger: a membership that is paid for, or comes of a coupon, is granted no more.';

create trigger clear_grant_reason before update on public.subscribers
  for each row when (new.grant_reason is not null and (new.payment_subscription is not null
    or (new.promo_code is not null and new.promo_code is distinct from old.promo_code)))
  execute function billing.clear_grant_reason();

-- Coupons -------------------------------------------------------------------------------------------------------------

create table public.coupons (
  code text primary key check (code = upper(code) and char_length(code) between 3 and 40),
  months integer not null check (months between 1 and 36),
  max_redemptions integer not null check (max_redemptions > 0),
  redeemed integer not null default 0 check (redeemed between 0 and max_redemptions),
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);
comment on table public.coupons is 'Coupons that give a membership without payment. Reached through functions only.';
alter table public.coupons enable row level security;
grant select on public.coupons to authenticated;

insert into public.coupons (code, months, max_redemptions) values
  ('FIRST100', 12, 100);

create policy "admins read" on public.coupons for select to authenticated using ((select private.is_admin()));

create table public.coupon_redemptions (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  code text not null references public.coupons (code) on delete restrict,
  redeemed_at timestamptz not null default now()
);
comment on table public.coupon_redemptions is 'Who used which coupon: one an account, for ever (P-12).';
create index coupon_redemptions_by_code on public.coupon_redemptions (code);
alter table public.coupon_redemptions enable row level security;
grant select on public.coupon_redemptions to authenticated;
create policy "owners and admins read" on public.coupon_redemptions for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "require second factor" on public.coupon_redemptions as restrictive to authenticated
  using ((select private.is_session_valid()));

create function public.redeem_coupon(coupon_code text, member_id uuid) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  coupon public.coupons;
  ends_at timestamptz;
begin
  -- The member's rows are locked first, so that two clicks of one person queue up behind each other.
  perform from public.profiles where id = member_id for no key update;
  insert into public.subscribers (user_id, email)
  select p.id, p.email from public.profiles p where p.id = member_id and p.account_type = 'provider' and p.is_active
  on conflict (user_id) do nothing;
  perform from public.subscribers s join public.profiles p on p.id = s.user_id
    where s.user_id = member_id and p.account_type = 'provider' and p.is_active for update of s;
  if not found then
    raise exception 'Only service providers can purchase subscriptions.' using errcode = '42501';
  end if;
  if private.is_member(member_id) then
    raise exception 'You already have an active subscription.' using errcode = 'PT409';
  end if;
  select * into coupon from public.coupons where code = upper(btrim(coupon_code)) and is_active for update;
  if not found then
    raise exception 'Invalid coupon code' using errcode = 'PT400';
  end if;
  if exists (select from public.coupon_redemptions where user_id = member_id) then
    raise exception 'You have already used a coupon.' using errcode = 'PT409';
  end if;
  if coupon.redeemed >= coupon.max_redemptions then
    raise exception 'Sorry, the % offer has already been fully claimed.', coupon.code using errcode = 'PT409';
  end if;
  update public.coupons set redeemed = redeemed + 1 where code = coupon.code;
  insert into public.coupon_redemptions (user_id, code) values (member_id, coupon.code);
  ends_at := now() + make_interval(months => coupon.months);
  update public.subscribers set
    subscribed = true, subscription_tier = 'yearly', subscription_end = ends_at,
    cancel_at_period_end = true, promo_code = coupon.code, payment_subscription = null
  where user_id = member_id;
  return ends_at;
end $$;
comment on function public.redeem_coupon(text,uuid) is
  'For create-checkout: gives the coupon''s months in one transaction, ending by itself. Returns the end; raises with the spec''s words.';

create function public.coupon_remaining(coupon_code text) returns integer
language sql stable security definer set search_path = '' as $$
  select max_redemptions - redeemed from public.coupons where code = upper(btrim(coupon_code)) and is_active
$$;
comment on function public.coupon_remaining(text) is 'How many redemptions are left; null for an unknown coupon.';
grant execute on function public.coupon_remaining(text) to anon, authenticated;

create function public.admin_set_coupon(
  coupon_code text, active boolean, most integer, seen jsonb default null, reason text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.coupons;
  stood jsonb;
begin
  perform private.require_admin();
  select * into before from public.coupons c where c.code = coupon_code for update;
  if before.code is null then
    raise exception 'This coupon does not exist.' using errcode = 'PT404';
  end if;
  if active is null or most is null or most not between 1 and 100000 then
    raise exception 'The maximum is a number from 1 to 100,000' using errcode = 'PT400';
  end if;
  if most < before.redeemed then
    raise exception 'The coupon has been used % times already: the maximum cannot be lower', before.redeemed using errcode = 'PT400';
  end if;
  stood := jsonb_build_object('is_active', before.is_active, 'max_redemptions', before.max_redemptions);
  if seen <> stood then
    raise exception 'Another admin has changed this coupon since you opened it. Nothing was overwritten: look again, then repeat what is still needed.'
      using errcode = 'PT409';
  end if;
  if (before.is_active, before.max_redemptions) is distinct from (active, most) then
    perform audit.record('change coupon', 'coupons', coupon_code, stood,
      jsonb_build_object('is_active', active, 'max_redemptions', most), private.clean_reason(reason, true));
    update public.coupons c set is_active = active, max_redemptions = most where c.code = coupon_code;
  end if;
end $$;
comment on function public.admin_set_coupon(text,boolean,integer,jsonb,text) is
  'Switches a coupon on or off and sets how often it can be used, never below what was used, with a reason; seen, {is_active, max_redemptions}, refuses to overwrite a later change.';
grant execute on function public.admin_set_coupon(text,boolean,integer,jsonb,text) to authenticated;

-- Payments ------------------------------------------------------------------------------------------------------------

create table billing.payment_events (
  id text primary key,
  type text not null,
  made_at timestamptz not null,
  received_at timestamptz not null default now()
);
comment on table billing.payment_events is
  'Every event of the payment provider that was applied, by its id: a replay finds itself here.';

create table public.payments (
  id text primary key check (char_length(id) between 1 and 120),
  user_id uuid references public.profiles (id) on delete set null,
  paid_at timestamptz not null,
  pence integer not null check (pence > 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  number text check (char_length(number) <= 60),
  period_start timestamptz,
  period_end timestamptz,
  receipt_url text check (receipt_url ~ '^https://[^\s<>"]{1,600}$'),
  created_at timestamptz not null default now()
);
comment on table public.payments is
  'One row an invoice that was paid, by the payment provider''s id; written by the webhook and by reconciling. Kept without its payer when the account is erased: books must be kept.';
comment on column public.payments.pence is 'In the smallest unit of the currency.';
create index payments_of_user on public.payments (user_id, paid_at desc);
create index payments_newest on public.payments (paid_at desc);
alter table public.payments enable row level security;
grant select (id, user_id, paid_at, pence, currency, number, period_start, period_end, receipt_url) on public.payments
  to authenticated;
create policy "payers and admins read" on public.payments for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "require second factor" on public.payments as restrictive to authenticated
  using ((select private.is_session_valid()));

create table billing.refunds (
  id text primary key check (char_length(id) between 1 and 120),
  refunded_at timestamptz not null,
  pence integer not null check (pence > 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  created_at timestamptz not null default now()
);
comment on table billing.refunds is
  'What was paid back, by the payment provider''s id; written by the webhook. Holds nobody''s name.';
comment on column billing.refunds.pence is 'In the smallest unit of the currency.';
alter table billing.refunds enable row level security;

create function public.apply_payment_event(
  event_id text, event_type text, event_made_at timestamptz, member_id uuid, customer text, subscription text, live
  boolean, tier text, period_end timestamptz, cancels boolean
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  member public.subscribers;
begin
  insert into billing.payment_events (id, type, made_at) values (event_id, event_type, event_made_at)
  on conflict do nothing;
  if not found then
    return 'duplicate';
  end if;
  perform from public.profiles where id = member_id for no key update;
  insert into public.subscribers (user_id, email)
  select p.id, p.email from public.profiles p where p.id = member_id
  on conflict (user_id) do nothing;
  select * into member from public.subscribers where user_id = member_id for update;
  if not found then
    return 'unknown member';
  end if;
  -- The end of an old subscription must not end the membership that replaced it.
  if member.payment_event_at > event_made_at
     or (not live and private.is_member(member_id) and member.payment_subscription is distinct from subscription) then
    return 'stale';
  end if;
  update public.subscribers set
    subscribed = live, subscription_tier = tier,
    -- Whoever pays during a free year keeps what is left of it.
    subscription_end = case
      when live and member.payment_subscription is null and private.is_member(member_id)
        then greatest(member.subscription_end, period_end)
      else period_end end,
    promo_code = case when live then null else promo_code end,
    cancel_at_period_end = cancels, payment_customer = customer,
    payment_subscription = subscription, payment_event_at = event_made_at
  where user_id = member_id;
  return 'applied';
end $$;
comment on function public.apply_payment_event(text,text,timestamptz,uuid,text,text,boolean,text,timestamptz,boolean) is
  'For the webhook: applies one event once and in order of making. Answers applied, duplicate, stale or unknown member.';

create function public.record_payment(
  p_id text, p_member uuid, p_paid_at timestamptz, p_pence integer, p_currency text, p_number text default null,
  p_period_start timestamptz default null, p_period_end timestamptz default null, p_receipt_url text default null
) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  payer uuid;
begin
  select id into payer from public.profiles where id = p_member;
  insert into public.payments (id, user_id, paid_at, pence, currency, number, period_start, period_end, receipt_url)
  values (p_id, payer, p_paid_at, p_pence, lower(p_currency), p_number, p_period_start, p_period_end, p_receipt_url)
  on conflict do nothing;
  if not found then return false; end if;
  -- What reconciling finds long after is no news.
  if payer is not null and p_paid_at > now() - interval '7 days' then
    perform notify.account(payer, 'payment_receipt', jsonb_build_object(
      'pence', p_pence, 'currency', p_currency, 'paid_at', p_paid_at, 'number', p_number, 'period_end', p_period_end),
      'payment_receipt:' || p_id);
  end if;
  return true;
end $$;
comment on function public.record_payment(text,uuid,timestamptz,integer,text,text,timestamptz,timestamptz,text) is
  'For the webhook and reconciling: writes a paid invoice once and sends its receipt. False when it was known.';

create function public.notify_failed_payment(p_id text, p_member uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.profiles where id = p_member) then
    perform notify.account(p_member, 'payment_failed', '{}', 'payment_failed:' || p_id);
  end if;
end $$;
comment on function public.notify_failed_payment(text,uuid) is
  'For the webhook: tells a member, once an invoice, that its payment failed.';

create function public.record_refund(
  p_id text, p_refunded_at timestamptz, p_pence integer, p_currency text, p_stands boolean
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_stands then
    insert into billing.refunds (id, refunded_at, pence, currency)
    values (p_id, p_refunded_at, p_pence, lower(p_currency))
    on conflict (id) do update set refunded_at = excluded.refunded_at, pence = excluded.pence, currency = excluded.currency;
  else
    delete from billing.refunds where id = p_id;
  end if;
end $$;
comment on function public.record_refund(text,timestamptz,integer,text,boolean) is
  'For the webhook: writes a refund as the provider has it now, or takes it out again when it failed. The same twice changes nothing.';

create function public.recorded_refunds(p_ids text[]) returns table (id text, pence integer)
language sql stable security definer set search_path = '' as $$
  select r.id, r.pence from billing.refunds r where r.id = any (p_ids)
$$;
comment on function public.recorded_refunds(text[]) is
  'For the comparison with the payment provider: which of these refunds are written, and with how much.';

-- Periods -------------------------------------------------------------------------------------------------------------

create table billing.membership_periods (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  began_at timestamptz not null,
  ended_at timestamptz not null check (ended_at >= began_at)
);
comment on table billing.membership_periods is
  'Each stretch in which somebody was a member without a gap; follows subscribers by trigger. Deleted with the account.';
comment on column billing.membership_periods.ended_at is
  'In the future while the membership is live: it then ends by itself, unless it is renewed.';
create index membership_periods_of_user on billing.membership_periods (user_id, ended_at);
create index membership_periods_by_end on billing.membership_periods (ended_at);
alter table billing.membership_periods enable row level security;

-- Reminders -----------------------------------------------------------------------------------------------------------

create function notify.send_membership_reminders() returns void
language sql security definer set search_path = '' as $$
  select notify.account(due.user_id, due.kind,
    jsonb_build_object('tier', due.subscription_tier, 'ends_at', due.subscription_end, 'promo', due.promo_code), due.key)
  from (
    select s.*, reminder.kind, reminder.kind || ':' || s.user_id || ':' || extract(epoch from s.subscription_end) as key
    from public.subscribers s, lateral (select case
      -- The provider's word of a renewal may come a while after the end that it moves.
      when s.subscription_end < now() - interval '1 day' then 'membership_ended'
      when s.subscription_end < now() or not s.subscribed then null
      when s.promo_code is not null then 'free_year_ending'
      when s.subscription_tier = 'yearly' and not s.cancel_at_period_end then 'renewal_reminder' end as kind) as reminder
    where s.subscription_end between now() - interval '8 days' and now() + interval '14 days'
  ) as due
  where due.kind is not null and not exists (select from notify.notices n where n.key = due.key)
  order by due.subscription_end limit 500
$$;
comment on function notify.send_membership_reminders() is
  'Task: a fortnight before a yearly charge or the end of a free year, and once a membership has ended. A month''s membership renews without a mail; its receipt follows.';

-- Granted memberships -------------------------------------------------------------------------------------------------

create function public.admin_set_membership(target_user_id uuid, until date, reason text) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  why text;
  person public.profiles;
  before public.subscribers;
  after public.subscribers;
  was_live boolean;
  -- The last second, so that a screen shows the day that was chosen.
  ends_at constant timestamptz := (until + 1)::timestamp at time zone 'Europe/London' - interval '1 second';
begin
  perform private.require_admin();
  why := private.clean_reason(reason, true);
  person := private.lock_account(target_user_id, null);
  if person.account_type <> 'provider' then
    raise exception 'Only a Solutionz Provider can be a member.' using errcode = 'PT409';
  end if;
  if until is not null and (ends_at <= now() or until > current_date + 1830) then
    raise exception 'Please choose a day that is not in the past, within five years.' using errcode = 'PT400';
  end if;
  insert into public.subscribers (user_id, email) values (person.id, person.email) on conflict (user_id) do nothing;
  select * into before from public.subscribers s where s.user_id = person.id for update;
  was_live := before.subscribed and before.subscription_end > now();
  if was_live and before.payment_subscription is not null then
    raise exception 'This membership is paid for at the payment provider, which decides when it ends. It can be cancelled or refunded there.'
      using errcode = 'PT409';
  end if;
  if until is null and not was_live then
    raise exception 'There is no membership to end.' using errcode = 'PT409';
  end if;
  if until is null then
    update public.subscribers s set subscribed = false, subscription_end = now(), grant_reason = null
      where s.user_id = person.id returning * into after;
    -- By the key of notify.send_membership_reminders(), so that they hear of it once.
    perform notify.account(person.id, 'membership_ended', jsonb_build_object('ends_at', after.subscription_end, 'reason', why),
      'membership_ended:' || person.id || ':' || extract(epoch from after.subscription_end));
  else
    update public.subscribers s set subscribed = true, subscription_tier = coalesce(s.subscription_tier, 'yearly'),
      subscription_end = ends_at, cancel_at_period_end = true, promo_code = null, payment_subscription = null, grant_reason = why
      where s.user_id = person.id returning * into after;
  end if;
  perform audit.record(case when until is null then 'end membership' when was_live then 'extend membership' else 'grant membership' end,
    'profiles', person.id::text,
    jsonb_build_object('member', was_live, 'subscription_end', before.subscription_end, 'promo_code', before.promo_code),
    jsonb_build_object('member', until is not null, 'subscription_end', after.subscription_end), why);
  return after.subscription_end;
end $$;
comment on function public.admin_set_membership(uuid,date,text) is
  'Grants a membership, or moves its end, to the end of that British day; null ends it now. Needs a reason, which the member sees. Refuses where somebody pays for the membership.';
grant execute on function public.admin_set_membership(uuid,date,text) to authenticated;

-- Feedback: what people say of providers, what providers answer, and how both are moderated.

-- Giving feedback -----------------------------------------------------------------------------------------------------

create table public.feedback (
  id uuid primary key default gen_random_uuid(),
  provider_id uuid not null references public.profiles (id) on delete cascade,
  user_id uuid references public.profiles (id) on delete set null,
  rating smallint not null check (rating between 1 and 5),
  title text not null check (btrim(title) <> '' and char_length(title) <= 150),
  description text check (char_length(description) <= 4000),
  author_name text not null default 'Anonymous User',
  approved boolean not null default false,
  moderated_at timestamptz,
  is_public boolean not null default true,
  edited_at timestamptz,
  edit_reason text check (char_length(edit_reason) <= 500),
  created_at timestamptz not null default now(),
  verified boolean not null default false,
  original_title text,
  original_description text,
  check (user_id <> provider_id),
  unique (provider_id, user_id)
);
comment on table public.feedback is
  'One a person and provider. Pending until an admin looked (approved, moderated_at); is_public follows P-15.
Cache-Control: public, s-maxage=60';
comment on column public.feedback.is_public is
  'Kept by trigger: approved, or not yet looked at while the site publishes at once.';
comment on column public.feedback.edited_at is
  'When a moderator changed text or rating; the original is in feedback_revisions.';
comment on column public.feedback.verified is
  'Kept by trigger: the two have met here (private.have_interacted), so the author is more than a passer-by.';
comment on column public.feedback.original_title is
  'What the reviewer wrote, where a moderator has edited it; null where nobody has.';
comment on column public.feedback.original_description is 'As original_title.';
create index feedback_of_provider on public.feedback (provider_id, created_at desc, id) where is_public;
create index feedback_all_of_provider on public.feedback (provider_id, created_at desc);
create index feedback_of_user on public.feedback (user_id);
create index feedback_newest on public.feedback (created_at desc, id);
create index feedback_pending on public.feedback (created_at) where not approved;
create index feedback_by_approval on public.feedback (approved);
create index feedback_of_provider_by_rating on public.feedback (provider_id, rating, created_at desc, id) where is_public;
alter table public.feedback enable row level security;
grant select (id, provider_id, user_id, rating, title, description, author_name, approved, moderated_at, is_public,
  edited_at, created_at, verified, original_title, original_description) on public.feedback to anon, authenticated;
grant insert (provider_id, user_id, rating, title, description, author_name) on public.feedback to authenticated;
grant update (rating, title, description, approved, moderated_at, edit_reason) on public.feedback to authenticated;
create policy "everyone reads public feedback" on public.feedback for select to anon, authenticated using (is_public);
create policy "authors and admins read" on public.feedback for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "confirmed users review providers" on public.feedback for insert to authenticated
  with check (user_id = (select auth.uid()) and provider_id <> (select auth.uid())
    and (select private.can_act()) and private.is_provider(provider_id));
create policy "admins moderate" on public.feedback for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

create function private.set_feedback_author_name() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select auth.uid()) is not null then
    new.author_name := coalesce((
      select nullif(btrim(first_name || ' ' || last_name), '') from public.profiles where id = new.user_id), 'Anonymous User');
  end if;
  new.is_public := new.approved or (new.moderated_at is null
    and (select value = '"at once"' from public.site_settings where key = 'feedback_publication'));
  return new;
end $$;
comment on function private.set_feedback_author_name() is
  'Trigger: the author''s name is the profile''s, whatever the caller wrote.';

create trigger set_feedback_author_name before insert on public.feedback
  for each row execute function private.set_feedback_author_name();

create function private.check_feedback_moderation() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  edits boolean := (new.title, new.description) is distinct from (old.title, old.description);
  acts boolean := (new.approved, new.moderated_at) is distinct from (old.approved, old.moderated_at);
begin
  if (select auth.uid()) is not null then
    if new.rating <> old.rating then
      raise exception 'The stars are the reviewer''s: nobody else changes them.' using errcode = '42501';
    end if;
    if edits or (acts and not new.approved) then
      perform private.clean_reason(current_setting('moderation.reason', true), true);
    end if;
  end if;
  if acts then
    new.moderated_at := now();
  end if;
  new.is_public := new.approved or (new.moderated_at is null and old.is_public);
  if edits or new.rating <> old.rating then
    insert into public.feedback_revisions (feedback_id, rating, title, description, reason, replaced_by)
    values (old.id, old.rating, old.title, old.description, new.edit_reason, (select auth.uid()));
    new.edited_at := now();
  end if;
  if edits and old.original_title is null then
    new.original_title := old.title;
    new.original_description := old.description;
  end if;
  return new;
end $$;
comment on function private.check_feedback_moderation() is
  'Trigger: a moderator edits and hides with a reason, and never the stars; un-approving hides, and so does saying that a moderator looked without approving; an edit keeps what stood there before.';

create trigger check_feedback_moderation before update on public.feedback
  for each row execute function private.check_feedback_moderation();

create function private.verify_feedback() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.verified := new.user_id is not null and private.have_interacted(new.provider_id, new.user_id);
  return new;
end $$;
comment on function private.verify_feedback() is
  'Trigger: new feedback is verified when the two have met, whatever the caller wrote.';

create trigger verify_feedback before insert on public.feedback
  for each row execute function private.verify_feedback();

create function notify.feedback_received() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- What the owner of the database loads (imports, the sample) is no news to anybody.
  if new.user_id is not null and (select auth.uid()) is not null then
    perform notify.account(new.provider_id, 'feedback_received',
      jsonb_build_object('provider_id', new.provider_id, 'author', new.author_name, 'rating', new.rating, 'title', new.title),
      'feedback_received:' || new.id);
  end if;
  return null;
end $$;
comment on function notify.feedback_received() is 'Trigger: the provider hears of feedback when it can be seen, once.';

create trigger notify_feedback_received after insert on public.feedback
  for each row when (new.is_public) execute function notify.feedback_received();
create trigger notify_feedback_received_on_update after update on public.feedback
  for each row when (new.is_public and not old.is_public) execute function notify.feedback_received();

create function private.record_feedback_moderation() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  why text;
  facts jsonb;
begin
  if not private.is_admin() then
    return null;
  end if;
  -- The column keeps the reason of the last edit; a later act must not be recorded with it.
  why := coalesce(nullif(current_setting('moderation.reason', true), ''),
    case when new.edit_reason is distinct from old.edit_reason then new.edit_reason end);
  perform audit.record('update', 'feedback', new.id::text, to_jsonb(old), to_jsonb(new), why);
  select jsonb_build_object('title', old.title, 'reason', why, 'provider_id', p.id,
      'provider', coalesce(nullif(btrim(p.business_name), ''), nullif(btrim(p.first_name || ' ' || p.last_name), '')))
    into facts from public.profiles p where p.id = new.provider_id;
  if (new.rating, new.title, new.description) is distinct from (old.rating, old.title, old.description) then
    perform notify.admin_action(new.user_id, 'feedback_edited', facts || jsonb_build_object(
      'old_rating', old.rating, 'rating', new.rating, 'new_title', new.title, 'description', new.description));
  end if;
  if old.is_public and not new.is_public then
    perform notify.admin_action(new.user_id, 'feedback_hidden', facts);
  elsif new.is_public and not old.is_public then
    perform notify.admin_action(new.user_id, 'feedback_shown', facts);
  end if;
  return null;
end $$;
comment on function private.record_feedback_moderation() is
  'Trigger: traces a moderator''s act and tells the author what became of the feedback, and why.';

create trigger record_feedback_moderation after update on public.feedback for each row execute function private.record_feedback_moderation();
create trigger invalidate_responses after insert or delete on public.feedback
  for each row execute function private.invalidate_responses();
create trigger invalidate_responses_on_update after update on public.feedback
  for each row when (old.* is distinct from new.*) execute function private.invalidate_responses();
create trigger invalidate_responses_on_truncate after truncate on public.feedback
  for each statement execute function private.invalidate_responses();

create function private.accept_feedback_edit_reason() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(current_setting('moderation.reason', true), '') = '' then
    perform set_config('moderation.reason', coalesce(private.clean_reason(new.edit_reason), ''), true);
  end if;
  return new;
end $$;
comment on function private.accept_feedback_edit_reason() is
  'Trigger: an update that names edit_reason gives it as the reason of this act. The column itself keeps that of an earlier one.';

create trigger accept_feedback_edit_reason before update of edit_reason on public.feedback
  for each row execute function private.accept_feedback_edit_reason();

-- Public feedback -----------------------------------------------------------------------------------------------------

create view public.reviews with (security_invoker = true) as
  select id, provider_id, user_id as reviewer_id, coalesce(author_name, 'User') as reviewer_name,
    coalesce(description, title) as message, rating, created_at
  from public.feedback;
comment on view public.reviews is 'The same rows as feedback, in the words of the Reviews tab (P-17).';
grant select on public.reviews to anon, authenticated;

create function public.feedback_summary(
  p_provider uuid
) returns table (rating smallint, total integer, verified integer)
language sql stable set search_path = '' as $$
  select f.rating, count(*)::integer, (count(*) filter (where f.verified))::integer
  from public.feedback f where f.provider_id = p_provider and f.is_public
  group by f.rating order by f.rating desc
$$;
comment on function public.feedback_summary(uuid) is
  'How many public ratings of each number of stars a provider has, and how many of those are verified.';
grant execute on function public.feedback_summary(uuid) to anon, authenticated;

-- Replies -------------------------------------------------------------------------------------------------------------

create table public.feedback_replies (
  id uuid primary key default gen_random_uuid(),
  feedback_id uuid not null unique references public.feedback (id) on delete cascade,
  provider_id uuid not null references public.profiles (id) on delete cascade,
  reply_text text not null check (btrim(reply_text) <> '' and char_length(reply_text) <= 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.feedback_replies is
  'The provider''s one reply to a feedback item, editable.
Cache-Control: public, s-maxage=60';
create index feedback_replies_of_provider on public.feedback_replies (provider_id);
alter table public.feedback_replies enable row level security;
grant select on public.feedback_replies to anon, authenticated;
grant insert (feedback_id, provider_id, reply_text) on public.feedback_replies to authenticated;
grant update (reply_text, updated_at) on public.feedback_replies to authenticated;
create policy "readable with the feedback" on public.feedback_replies for select to anon, authenticated
  using (exists (select from public.feedback f where f.id = feedback_id));
create policy "the reviewed provider replies" on public.feedback_replies for insert to authenticated
  with check (provider_id = (select auth.uid()) and (select private.can_act()) and exists (
    select from public.feedback f where f.id = feedback_id and f.provider_id = (select auth.uid())));
create policy "the provider edits the reply" on public.feedback_replies for update to authenticated
  using (provider_id = (select auth.uid()))
  with check (provider_id = (select auth.uid()) and (select private.can_act()));

create trigger set_updated_at before update on public.feedback_replies
  for each row execute function private.set_updated_at();

create function notify.reply_received() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  item public.feedback;
  provider text;
begin
  select * into item from public.feedback where id = new.feedback_id;
  select coalesce(nullif(btrim(business_name), ''), btrim(first_name || ' ' || last_name)) into provider
    from public.profiles where id = new.provider_id;
  if item.user_id is not null and item.is_public and (select auth.uid()) is not null then
    perform notify.account(item.user_id, 'feedback_reply',
      jsonb_build_object('provider_id', new.provider_id, 'provider', provider, 'title', item.title),
      'feedback_reply:' || new.id);
  end if;
  return null;
end $$;
comment on function notify.reply_received() is 'Trigger: the author hears of the provider''s reply, once.';

create trigger notify_reply_received after insert on public.feedback_replies
  for each row execute function notify.reply_received();
create trigger invalidate_responses after insert or delete on public.feedback_replies
  for each row execute function private.invalidate_responses();
create trigger invalidate_responses_on_update after update on public.feedback_replies
  for each row when (old.* is distinct from new.*) execute function private.invalidate_responses();
create trigger invalidate_responses_on_truncate after truncate on public.feedback_replies
  for each statement execute function private.invalidate_responses();

-- Moderation ----------------------------------------------------------------------------------------------------------

create table public.feedback_revisions (
  id uuid primary key default gen_random_uuid(),
  feedback_id uuid not null references public.feedback (id) on delete cascade,
  rating smallint not null,
  title text not null,
  description text,
  reason text,
  replaced_by uuid references public.profiles (id) on delete set null,
  replaced_at timestamptz not null default now()
);
comment on table public.feedback_revisions is
  'What feedback said before a moderator edited it, by whom, when and why (P-16).';
create index feedback_revisions_of_feedback on public.feedback_revisions (feedback_id, replaced_at);
create index feedback_revisions_of_moderator on public.feedback_revisions (replaced_by);
alter table public.feedback_revisions enable row level security;
grant select on public.feedback_revisions to authenticated;
create policy "admins read" on public.feedback_revisions for select to authenticated using ((select private.is_admin()));

create function private.feedback_state(approved boolean, moderated_at timestamptz) returns text
language sql immutable set search_path = '' as $$
  select case when approved then 'approved' when moderated_at is null then 'pending' else 'hidden' end
$$;
comment on function private.feedback_state(boolean,timestamptz) is
  'The one meaning of the three states (P-15): pending is what no admin has looked at yet, hidden what one has not approved.';

create function private.feedback_version(item public.feedback) returns text
language sql immutable set search_path = '' as $$
  select coalesce(extract(epoch from item.moderated_at)::text, '') || '/' || coalesce(extract(epoch from item.edited_at)::text, '')
$$;
comment on function private.feedback_version(public.feedback) is
  'Changes with every moderator''s act; what a moderator saw, for comparing.';

create function private.lock_feedback(target uuid, seen text) returns public.feedback
language plpgsql security definer set search_path = '' as $$
declare
  found public.feedback;
begin
  select * into found from public.feedback where id = target for update;
  if found.id is null then
    raise exception 'This feedback does not exist.' using errcode = 'PT404';
  end if;
  if seen is not null and private.feedback_version(found) <> seen then
    raise exception 'Another moderator has dealt with this feedback since you opened it. Nothing was overwritten: look again, then repeat what is still needed.'
      using errcode = 'PT409';
  end if;
  return found;
end $$;
comment on function private.lock_feedback(uuid,text) is
  'Holds feedback for a moderator''s act; refuses where another has acted since the version that was seen.';

create function private.set_feedback_approval(target uuid, approve boolean, seen text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  item public.feedback := private.lock_feedback(target, seen);
begin
  if item.moderated_at is not null and item.approved = approve then
    return false;
  end if;
  update public.feedback set approved = approve, moderated_at = clock_timestamp() where id = target;
  return true;
end $$;
comment on function private.set_feedback_approval(uuid,boolean,text) is
  'Approves or hides one item. False where it stood so already.';

create function public.admin_moderate_feedback(
  items jsonb, approve boolean, reason text default null
) returns table (feedback_id uuid, outcome text, message text)
language plpgsql security definer set search_path = '' as $$
declare
  item record;
  why text;
begin
  perform private.require_admin();
  why := private.clean_reason(reason, not coalesce(approve, true));
  if approve is null then
    raise exception 'Say whether to approve or to hide' using errcode = 'PT400';
  end if;
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) not between 1 and 100 then
    raise exception 'Choose between 1 and 100 items' using errcode = 'PT400';
  end if;
  perform set_config('moderation.reason', coalesce(why, ''), true);
  for item in select distinct on (i.id) i.id, i.version from jsonb_to_recordset(items) as i (id uuid, version text)
    where i.id is not null order by i.id
  loop
    feedback_id := item.id;
    message := null;
    begin
      outcome := case when private.set_feedback_approval(item.id, approve, item.version) then 'done' else 'unchanged' end;
    exception when sqlstate 'PT404' or sqlstate 'PT409' then
      outcome := 'refused';
      message := sqlerrm;
    end;
    return next;
  end loop;
  perform set_config('moderation.reason', '', true);
end $$;
comment on function public.admin_moderate_feedback(jsonb,boolean,text) is
  'Approves or hides up to 100 items, [{id, version}], in one transaction with one reason (hiding needs one), and says of each what became of it: done, unchanged or refused with a message.';
grant execute on function public.admin_moderate_feedback(jsonb,boolean,text) to authenticated;

create function public.admin_delete_feedback(feedback_id uuid, reason text, version text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.feedback;
  why text;
begin
  perform private.require_admin();
  why := private.clean_reason(reason, true);
  before := private.lock_feedback(admin_delete_feedback.feedback_id, version);
  delete from public.feedback f where f.id = before.id;
  perform audit.record('delete feedback', 'feedback', before.id::text, to_jsonb(before), null, why);
  perform notify.admin_action(before.user_id, 'feedback_removed', (
    select jsonb_build_object('title', before.title, 'reason', why,
      'provider', coalesce(nullif(btrim(p.business_name), ''), nullif(btrim(p.first_name || ' ' || p.last_name), '')))
    from public.profiles p where p.id = before.provider_id));
end $$;
comment on function public.admin_delete_feedback(uuid,text,text) is
  'Deletes feedback with a reason and tells its author; the audit log keeps what it said (P-16).';
grant execute on function public.admin_delete_feedback(uuid,text,text) to authenticated;

create function public.admin_feedback(
  state text default null, search text default null, page_size integer default 20, page_offset integer default 0
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant bigint := 10000;
  pattern text := search.like_pattern(search);
  signs text[] := search.only_symbols(search);
  skip bigint := least(greatest(page_offset, 0), 10000000);
  -- Whoever has waited longest comes first among what is pending, however many stars were given; else the newest.
  newest_first constant boolean := admin_feedback.state is distinct from 'pending';
  ordering text := case when newest_first then 'created_at desc, feedback_id desc' else 'created_at, feedback_id' end;
  part text;
  edge timestamptz;
  counts jsonb;
  total bigint;
  found jsonb;
  conditions text;
begin
  perform private.require_admin();
  select jsonb_build_object('all', coalesce(sum(p.items), 0), 'approved', coalesce(sum(p.items) filter (where p.kind = 'approved'), 0),
    'pending', coalesce(sum(p.items) filter (where p.kind = 'pending'), 0), 'hidden', coalesce(sum(p.items) filter (where p.kind = 'hidden'), 0))
    into counts from (select l.kind, l.items from stats.admin_list_counts l where l.list = 'feedback'
      union all select c.kind, c.items from stats.admin_list_changes c where c.list = 'feedback') as p;
  conditions := case when admin_feedback.state is not null then ' and state = $1' else '' end
    || case when signs is not null then ' and search.symbols_of(words) @> $5' else '' end;
  if pattern is null then
    total := coalesce((counts ->> coalesce(admin_feedback.state, 'all'))::bigint, 0);
    -- From the part in which the page begins; the parts before it are not read.
    select p.part, skip - p.before into part, skip from stats.find_admin_list_part('feedback', admin_feedback.state, skip, newest_first) as p;
    edge := (part::date + 7 * newest_first::integer)::timestamp at time zone 'UTC';
    conditions := case when newest_first then 'created_at < $6' else 'created_at >= $6' end || conditions;
  else
    conditions := 'words like $2' || conditions;
    execute 'select count(*) from (select from search.admin_feedback_search where ' || conditions || ' limit $3) as found'
      into total using admin_feedback.state, pattern, most + 1, null, signs;
  end if;
  execute
    'select coalesce(jsonb_agg(item order by ' || ordering || '), ''[]'') from (
       select page.created_at, page.feedback_id, jsonb_build_object(''id'', f.id, ''rating'', f.rating, ''title'', f.title, ''description'', f.description,
         ''author_name'', f.author_name, ''state'', private.feedback_state(f.approved, f.moderated_at), ''edited_at'', f.edited_at, ''created_at'', f.created_at,
         ''verified'', f.verified, ''provider_id'', f.provider_id, ''version'', private.feedback_version(f),
         ''provider'', coalesce(nullif(btrim(p.business_name), ''''), nullif(btrim(p.first_name || '' '' || p.last_name), ''''), ''Unknown''),
         ''original'', (select jsonb_build_object(''rating'', r.rating, ''title'', r.title, ''description'', r.description,
             ''reason'', r.reason, ''replaced_at'', r.replaced_at, ''replaced_by'', (select nullif(btrim(a.first_name || '' '' || a.last_name), '''')
               from public.profiles a where a.id = r.replaced_by))
           from public.feedback_revisions r where r.feedback_id = f.id order by r.replaced_at limit 1)) as item
       from (select feedback_id, created_at from search.admin_feedback_search where ' || conditions || ' order by ' || ordering || ' limit $3 offset $4) as page
       join public.feedback f on f.id = page.feedback_id join public.profiles p on p.id = f.provider_id) as items'
    into found using admin_feedback.state, pattern, least(greatest(page_size, 1), 100), skip, signs, edge;
  return jsonb_build_object('total', case when pattern is null then total else least(total, most) end,
    'more', pattern is not null and total > most, 'counts', counts, 'items', found);
end $$;
comment on function public.admin_feedback(text,text,integer,integer) is
  'For /admin/feedback: {total, more, counts by state, items}; pending oldest first, the others newest first; an edited item with its original. A search is counted up to 10,000.';
grant execute on function public.admin_feedback(text,text,integer,integer) to authenticated;

create function public.admin_edit_feedback(
  feedback_id uuid, title text, description text, reason text, version text default null, rating integer default
  null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  why text;
begin
  perform private.require_admin();
  why := private.clean_reason(reason, true);
  perform private.lock_feedback(admin_edit_feedback.feedback_id, version);
  if nullif(btrim(admin_edit_feedback.title), '') is null then
    raise exception 'Title is required' using errcode = 'PT400';
  end if;
  perform set_config('moderation.reason', why, true);
  update public.feedback f set rating = coalesce(admin_edit_feedback.rating, f.rating), title = btrim(admin_edit_feedback.title),
    description = nullif(btrim(admin_edit_feedback.description), ''), edit_reason = why
  where f.id = admin_edit_feedback.feedback_id;
  perform set_config('moderation.reason', '', true);
end $$;
comment on function public.admin_edit_feedback(uuid,text,text,text,text,integer) is
  'Edits what feedback says, with a reason; the original stays readable beside it (decisions 16 and 34), and the author is told. Other stars than the reviewer''s are refused.';
grant execute on function public.admin_edit_feedback(uuid,text,text,text,text,integer) to authenticated;

-- Verified feedback ---------------------------------------------------------------------------------------------------

create function private.have_interacted(p_provider uuid, p_person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.job_contact_reveals r join public.jobs j on j.id = r.job_id
    where r.provider_id = p_provider and j.user_id = p_person)
  or exists (
    select from public.enquiries e
    where e.provider_id = p_provider and e.sender_id = p_person
      and exists (select from public.enquiry_messages m where m.enquiry_id = e.id and m.author_id = p_provider)
      and exists (select from public.enquiry_messages m where m.enquiry_id = e.id and m.author_id = p_person))
$$;
comment on function private.have_interacted(uuid,uuid) is
  'Whether the marketplace brought the two together: the provider unlocked the contact of one of the person''s jobs, or both wrote in an enquiry that the person began.';

create function private.verify_earlier_feedback() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.feedback f set verified = true
  from public.jobs j
  where j.id = new.job_id and f.provider_id = new.provider_id and f.user_id = j.user_id and not f.verified;
  return null;
end $$;
comment on function private.verify_earlier_feedback() is
  'Trigger: feedback written before the two met here is verified when they do.';

create function private.verify_feedback_of_enquirer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.feedback f set verified = true
  from public.enquiries e
  where e.id = new.enquiry_id and f.provider_id = e.provider_id and f.user_id = e.sender_id and not f.verified
    and private.have_interacted(e.provider_id, e.sender_id);
  return null;
end $$;
comment on function private.verify_feedback_of_enquirer() is
  'Trigger: feedback written before both had written in an enquiry is verified when they have.';

-- Providers: the directory's own rows. What is listed is a live membership, visible and active, and public columns only.

create table search.listings (
  provider_id uuid primary key references public.profiles (id) on delete cascade,
  name text not null,
  title text,
  bio text,
  image_url text,
  business_name text,
  location text,
  phone_number text,
  plan_type text not null,
  membership_end timestamptz not null,
  categories text[] not null,
  rating_average numeric(3, 2),
  rating_count integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  document tsvector not null,
  place text,
  words text[] not null default '{}',
  rating_score real generated always as
    ((20 + coalesce(rating_average, 0) * rating_count) / (5 + rating_count)) stored,
  slot integer not null
);
-- The walk reads documents: what is moved out of the row first should be anything else.
alter table search.listings alter column document set storage main;
comment on table search.listings is
  'One row for each provider who stands in the directory; kept by triggers through search.refresh_listing().';
comment on column search.listings.words is
  'Every distinct word of the document as written, but those that say nothing.';
comment on column search.listings.rating_score is
  'The average as if everybody began with five ratings of 4 stars, so that a single one decides nothing.';
comment on column search.listings.slot is
  'The number of this listing in the sets of search.term_sets: its own as long as it is listed.';
create index listings_ended on search.listings (membership_end);
create index listings_newest on search.listings (created_at desc, provider_id desc) include (membership_end);
create unique index listings_slot on search.listings (slot);

create sequence search.slots as integer minvalue 0;

create table search.free_slots (
  slot integer primary key
);
comment on table search.free_slots is 'Slots whose listing is gone: the next to come takes the lowest.';
alter table search.free_slots enable row level security;

create function search.refresh_listing_of_feedback() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  reviewed uuid := coalesce(new.provider_id, old.provider_id);
begin
  -- The words are the same: only the average is new. Two reviews at once take turns.
  perform from public.profiles where id = reviewed for no key update;
  update search.listings set (rating_average, rating_count) = (
    select round(avg(f.rating), 2), count(*)::int from public.feedback f where f.provider_id = reviewed and f.is_public)
  where provider_id = reviewed;
  return null;
end $$;
comment on function search.refresh_listing_of_feedback() is 'Trigger: the listing shows the average of what is public.';

create trigger refresh_listing after insert or delete on public.feedback
  for each row execute function search.refresh_listing_of_feedback();
-- Not 'update of is_public': that asks what the caller set, and is_public is set by private.check_feedback_moderation().
create trigger refresh_listing_on_update after update on public.feedback
  for each row when (old.rating <> new.rating or old.is_public <> new.is_public)
  execute function search.refresh_listing_of_feedback();

create function search.refresh_listing(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Two that refresh at once take turns, and the second sees what the first has written.
  perform from public.profiles where id = person for no key update;
  insert into search.listings as listed (provider_id, slot, name, title, bio, image_url, business_name, location,
    phone_number, plan_type, membership_end, categories, rating_average, rating_count, created_at, updated_at,
    place, words, document)
  select p.id, coalesce((select l.slot from search.listings l where l.provider_id = p.id), search.allocate_slot()),
    coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), 'Unknown'),
    coalesce(nullif(split_part(p.categories[1], ' > ', 2), ''), nullif(regexp_replace(p.categories[1], '^Other: ', ''), '')),
    p.bio, p.profile_image_url, p.business_name, p.location,
    case when p.show_phone then p.phone_number end,
    s.subscription_tier, s.subscription_end, facets.categories,
    rating.average, rating.count, p.created_at, p.updated_at,
    search.normalise_place(p.location), search.distinct_words(said.strong || said.weak),
    search.listing_document(said.strong, said.weak, search.normalise_place(p.location), facets.categories)
  from public.profiles p
  join public.subscribers s on s.user_id = p.id and s.subscribed and s.subscription_end > now()
  cross join lateral private.category_keys(p.categories) as facets (categories)
  cross join lateral search.listing_text(p) as said
  cross join lateral (
    select round(avg(f.rating), 2) as average, count(*)::int as count
    from public.feedback f where f.provider_id = p.id and f.is_public) as rating
  where p.id = person and p.account_type = 'provider' and p.is_active and p.is_visible
  on conflict (provider_id) do update set
    name = excluded.name, title = excluded.title, bio = excluded.bio, image_url = excluded.image_url,
    business_name = excluded.business_name, location = excluded.location, phone_number = excluded.phone_number,
    plan_type = excluded.plan_type, membership_end = excluded.membership_end, categories = excluded.categories,
    rating_average = excluded.rating_average, rating_count = excluded.rating_count,
    created_at = excluded.created_at, updated_at = excluded.updated_at,
    place = excluded.place, words = excluded.words, document = excluded.document;
  if not found then
    delete from search.listings where provider_id = person;
  end if;
  -- Time ends memberships without a word; who did not renew is swept out by whoever writes next, so that a
  -- search never has many of them to leave out.
  delete from search.listings where provider_id in (
    select l.provider_id from search.listings l where l.membership_end <= now() and l.provider_id <> person
    order by l.membership_end limit 20 for update skip locked);
end $$;
comment on function search.refresh_listing(uuid) is
  'Writes, changes or removes a provider''s row so that it equals profile, membership and public feedback.';

create function search.refresh_listing_of_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform search.refresh_listing(new.id);
  return null;
end $$;
comment on function search.refresh_listing_of_profile() is 'Trigger: keeps the listing.';

create trigger refresh_listing after insert or update on public.profiles
  for each row when (new.account_type <> 'client') execute function search.refresh_listing_of_profile();
create trigger refresh_listing_on_update after update of account_type on public.profiles
  for each row when (old.account_type = 'provider' and new.account_type = 'client') execute function search.refresh_listing_of_profile();

create function search.refresh_listing_of_member() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform search.refresh_listing(coalesce(new.user_id, old.user_id));
  return null;
end $$;
comment on function search.refresh_listing_of_member() is 'Trigger: keeps the listing.';

create trigger refresh_listing after insert or update or delete on public.subscribers
  for each row execute function search.refresh_listing_of_member();

create view public.public_providers as
  select l.provider_id as id, l.provider_id as user_id, l.name, l.title, l.bio, l.image_url, l.business_name,
    l.location, l.phone_number, 'active'::text as membership_status, l.plan_type, null::text as promo_code,
    true as is_visible, l.created_at, l.updated_at, l.updated_at as modified_at,
    l.categories, l.rating_average, l.rating_count,
    p.first_name, p.last_name, p.categories as selections, p.skills, p.work_samples, p.social_links
  from search.listings l left join public.profiles p on p.id = l.provider_id
  where l.membership_end > now();
comment on view public.public_providers is
  'Listed providers: visible, active, with a live membership. Runs as its owner and gives public columns only (P-08); promo_code is always null here.
Cache-Control: public, s-maxage=60';
grant select on public.public_providers to anon, authenticated;

create function search.listing_text(person public.profiles, OUT strong text[], OUT weak text[]) returns record
language sql stable security definer set search_path = '' as $$
  select search.split_words(concat_ws(' ', person.business_name, person.first_name, person.last_name, person.location,
      -- Of 'Main > Sub' the sub only: the main one names what its neighbours do, too.
      (select string_agg(regexp_replace(selection, '^.* > ', ''), ' ') from unnest(person.categories) as selection),
      (select string_agg(skill ->> 'name', ' ') from jsonb_array_elements(person.skills) as skill))),
    search.split_words(concat_ws(' ', person.bio, array_to_string(private.category_keys(person.categories), ' ')))
$$;
comment on function search.listing_text(public.profiles) is
  'A provider''s words: strong ones name the person, trade, skills and town; weak ones stand in the description only.';

create function search.listing_document(strong text[], weak text[], place text, categories text[]) returns tsvector
language sql stable set search_path = '' as $$
  with words as (
    select (ts_lexize('pg_catalog.english_stem', word))[1] as lexeme, nr <= cardinality(strong) as strong
    from unnest(strong || weak) with ordinality as word (word, nr)
    where ts_lexize('pg_catalog.english_stem', word) <> '{}')
  select array_to_tsvector(array(
    select lexeme from words
    union select '^' || left(lexeme, 1) from words
    union select '~' || lexeme from words where words.strong
    union select '~^' || left(lexeme, 1) from words where words.strong
    union select '@' || place where place is not null
    union select '?' || piece from search.letters_and_pairs(place) as piece
    union select '&' where search.is_located(place)
    union select '#' || key from unnest(categories) as key))
$$;
comment on function search.listing_document(text[],text[],text,text[]) is
  'The one document that every condition of a search is asked of.';

create function public.trial_providers() returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(json_build_object('user_id', p.id,
      'name', coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), 'Unknown'), 'title', null, 'bio', left(p.bio, 160),
      'image_url', p.profile_image_url, 'business_name', p.business_name, 'location', p.location,
      'rating_average', null, 'rating_count', 0, 'miles', null) order by p.created_at desc, p.id desc), '[]')
  from (select * from public.profiles where account_type = 'provider' and is_active and is_visible
      and (select trial from private.site_mode) and not exists (select from search.listings where membership_end > now())
    order by created_at desc, id desc limit 20) as p
$$;
comment on function public.trial_providers() is
  'In a trial where nobody is listed yet: visible, active providers without membership (P-13). Otherwise nobody.';
grant execute on function public.trial_providers() to anon, authenticated;

create function private.is_listed(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from search.listings l where l.provider_id = person and l.membership_end > now())
$$;
comment on function private.is_listed(uuid) is 'Whether this provider stands in the directory at this moment.';
grant execute on function private.is_listed(uuid) to anon, authenticated, service_role;

create function search.allocate_slot() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  taken integer;
begin
  -- One that is given back by a transaction still under way is not seen, or skipped.
  delete from search.free_slots where slot = (
    select f.slot from search.free_slots f order by f.slot limit 1 for update skip locked) returning slot into taken;
  return coalesce(taken, nextval('search.slots')::integer);
end $$;
comment on function search.allocate_slot() is 'A slot that no listing has.';

create function search.delete_expired_listings() returns void
language sql security definer set search_path = '' as $$
  delete from search.listings where provider_id in (
    select l.provider_id from search.listings l where l.membership_end <= now()
    order by l.membership_end limit 200 for update skip locked)
$$;
comment on function search.delete_expired_listings() is 'Task: listings whose membership is over go, up to 200 a time.';

create trigger invalidate_responses after insert or delete on search.listings
  for each row execute function private.invalidate_responses();
create trigger invalidate_responses_on_update after update on search.listings
  for each row when (old.* is distinct from new.*) execute function private.invalidate_responses();
create trigger invalidate_responses_on_truncate after truncate on search.listings
  for each statement execute function private.invalidate_responses();

create function private.check_listings(piece integer) returns bigint
language plpgsql security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  person uuid;
  before jsonb;
  differences bigint := 0;
begin
  for person in
    select l.provider_id from search.listings l where private.is_in_derived_part(l.provider_id, piece)
    union select s.user_id from public.subscribers s where private.is_in_derived_part(s.user_id, piece)
      and s.subscribed and s.subscription_end > now()
    order by 1
  loop
    before := (select to_jsonb(l) - 'slot' from search.listings l where l.provider_id = person);
    perform search.refresh_listing(person);
    if before is distinct from (select to_jsonb(l) - 'slot' from search.listings l where l.provider_id = person) then
      differences := differences + 1;
    end if;
  end loop;
  -- The sets follow at the commit, or whoever looks at them later in this transaction would not see them follow.
  set constraints all immediate;
  set constraints all deferred;
  return differences;
end $$;
comment on function private.check_listings(integer) is
  'Writes the listings of a piece again, and says how many became different.';

-- Providers: what a provider shows beside the profile (services, hours, portfolio), and who has saved it.

-- Services ------------------------------------------------------------------------------------------------------------

create table public.services (
  id uuid primary key default gen_random_uuid(),
  provider_id uuid not null references public.profiles (id) on delete cascade,
  title text not null check (title ~ '\S' and char_length(title) <= 100),
  description text check (char_length(description) <= 1000),
  price_pence integer check (price_pence between 1 and 100000000),
  price_text text check (price_text ~ '\S' and char_length(price_text) <= 60),
  unit text check (unit in ('hour', 'day', 'job', 'item', 'square metre')),
  category text check (char_length(category) <= 120),
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(price_pence, price_text) <= 1),
  check (unit is null or price_pence is not null)
);
comment on table public.services is
  'What a provider offers, in the provider''s own order. Seen with the profile: by everybody while it is listed.';
comment on column public.services.price_pence is
  'The price it begins at, in pence, per unit; or price_text says it in words.';
create index services_of_provider on public.services (provider_id, position, id);
create index services_of_category on public.services (category) where category is not null;
alter table public.services enable row level security;
grant select on public.services to anon;
grant select, delete on public.services to authenticated;
grant insert (provider_id, title, description, price_pence, price_text, unit, category) on public.services to
  authenticated;
grant update (title, description, price_pence, price_text, unit, category) on public.services to authenticated;
create policy "readable with the profile" on public.services for select to anon, authenticated
  using (private.is_listed(provider_id) or provider_id = (select auth.uid()));
create policy "providers add their own" on public.services for insert to authenticated
  with check (provider_id = (select auth.uid()) and (select private.can_act()) and (select private.has_account_type('provider')));
create policy "providers change their own" on public.services for update to authenticated
  using (provider_id = (select auth.uid())) with check (provider_id = (select auth.uid()) and (select private.can_act()));
create policy "providers delete their own" on public.services for delete to authenticated
  using (provider_id = (select auth.uid()) and (select private.can_act()));

create trigger set_updated_at before update on public.services
  for each row execute function private.set_updated_at();

create function private.check_new_service() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The database's own work has no caller; somebody else's row is refused by the policy, without a word on its owner.
  if (select auth.uid()) is distinct from new.provider_id then
    return new;
  end if;
  if not private.is_member(new.provider_id) then
    raise exception 'Subscription required'
      using errcode = '42501', hint = 'Activate a membership to add services and portfolio items.';
  end if;
  -- One service of a provider after the other: each finds its place behind the last.
  perform pg_advisory_xact_lock(hashtext('services'), hashtext(new.provider_id::text));
  if (select count(*) >= 60 from public.services s where s.provider_id = new.provider_id) then
    raise exception 'You can list at most 60 services' using errcode = 'PT409';
  end if;
  new.position := coalesce((select max(s.position) from public.services s where s.provider_id = new.provider_id), 0) + 1;
  return new;
end $$;
comment on function private.check_new_service() is
  'Trigger: a live membership to add, at most 60, and the last place for the newest.';

create trigger check_new_service before insert on public.services
  for each row execute function private.check_new_service();

create function private.check_service_category() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.unknown_selection(array[new.category]) is not null then
    raise exception 'Unknown category: %', new.category using errcode = '23514';
  end if;
  return new;
end $$;
comment on function private.check_service_category() is
  'Trigger: a service''s category is one that the picker could have made.';

create trigger check_service_category before insert or update of category on public.services
  for each row when (new.category is not null) execute function private.check_service_category();

create function private.cascade_category_to_services() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.services s
    set category = case when new.is_active then new.group_name || ' > ' || new.name end
    where s.category = old.group_name || ' > ' || old.name;
  if not exists (select from public.categories c where c.group_name = old.group_name) then
    update public.services s set category = new.group_name where s.category = old.group_name;
  end if;
  return null;
end $$;
comment on function private.cascade_category_to_services() is
  'Trigger: a category that is renamed or moved is so in every service; one that is deleted leaves them.';

create trigger cascade_category_to_services after update on public.categories
  for each row when (old.name <> new.name or old.group_name <> new.group_name or (old.is_active and not new.is_active))
  execute function private.cascade_category_to_services();

create function public.reorder_services(ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.can_act() then
    raise exception 'Please verify your email to continue.' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtext('services'), hashtext((select auth.uid())::text));
  if (select array_agg(s.id order by s.id) from public.services s where s.provider_id = (select auth.uid()))
     is distinct from (select array_agg(wanted order by wanted) from unnest(ids) as wanted) then
    raise exception 'Your services were changed in another window. Please look again.' using errcode = 'PT409';
  end if;
  update public.services s set position = listed.place
  from unnest(ids) with ordinality as listed (id, place)
  where s.id = listed.id and s.provider_id = (select auth.uid()) and s.position <> listed.place;
end $$;
comment on function public.reorder_services(uuid[]) is 'Puts the caller''s services, all of them, into this order.';
grant execute on function public.reorder_services(uuid[]) to authenticated;

create trigger apply_category_mergers before insert or update of category on public.services
  for each row when (new.category is not null) execute function private.apply_category_mergers();

-- Availability --------------------------------------------------------------------------------------------------------

create function private.valid_hours(hours jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(hours) = 'object' and not exists (
    select from jsonb_each(case when jsonb_typeof(hours) = 'object' then hours else '{}' end) as day
    where day.key not in ('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun')
      or case jsonb_typeof(day.value)
        when 'string' then day.value not in ('"closed"', '"appointment"')
        when 'object' then day.value - '{opens,closes}'::text[] <> '{}'
          or coalesce(jsonb_typeof(day.value -> 'opens') <> 'string' or jsonb_typeof(day.value -> 'closes') <> 'string'
            or (day.value ->> 'opens') !~ '^([01]\d|2[0-3]):[0-5]\d$' or (day.value ->> 'closes') !~ '^([01]\d|2[0-3]):[0-5]\d$'
            or (day.value ->> 'opens' = day.value ->> 'closes' and day.value ->> 'opens' <> '00:00'), true)
        else true
      end)
$$;
comment on function private.valid_hours(jsonb) is
  'Per weekday (mon to sun) "closed", "appointment" or {opens, closes} as HH:MM; closing at or before opening is on the next day, midnight to midnight is the whole day. A day that is missing is not said.';
grant execute on function private.valid_hours(jsonb) to anon, authenticated, service_role;

create function private.valid_places(places text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(places) <= 30
    and coalesce(bool_and(place is not null and place ~ '^[[:alnum:]][[:alnum:] ''’.,&()/-]*$' and char_length(place) <= 60), true)
    and count(*) = count(distinct lower(place))
  from unnest(places) as place
$$;
comment on function private.valid_places(text[]) is
  'At most 30 towns or outward postcodes, each once, of at most 60 letters, digits and what stands in names.';
grant execute on function private.valid_places(text[]) to anon, authenticated, service_role;

create table public.availability (
  provider_id uuid primary key references public.profiles (id) on delete cascade,
  hours jsonb not null default '{}' check (private.valid_hours(hours)),
  places text[] not null default '{}' check (private.valid_places(places)),
  radius text check (radius ~ '\S' and char_length(radius) <= 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.availability is
  'When and where a provider works, in the provider''s own words. Seen with the profile: by everybody while it is listed.';
comment on column public.availability.hours is 'See private.valid_hours; in the time of the United Kingdom.';
comment on column public.availability.places is 'Towns and outward postcodes (''LS6'') that are served.';
comment on column public.availability.radius is 'How far they go, in words: ''Up to 15 miles from Leeds''.';
alter table public.availability enable row level security;
grant select on public.availability to anon, authenticated;
grant insert (provider_id, hours, places, radius) on public.availability to authenticated;
grant update (provider_id, hours, places, radius) on public.availability to authenticated;
create policy "readable with the profile" on public.availability for select to anon, authenticated
  using (private.is_listed(provider_id) or provider_id = (select auth.uid()));
create policy "providers write their own" on public.availability for insert to authenticated
  with check (provider_id = (select auth.uid()) and (select private.can_act()) and (select private.has_account_type('provider')));
create policy "providers change their own" on public.availability for update to authenticated
  using (provider_id = (select auth.uid()))
  with check (provider_id = (select auth.uid()) and (select private.can_act()) and (select private.has_account_type('provider')));

create trigger set_updated_at before update on public.availability
  for each row execute function private.set_updated_at();

-- Saved providers -----------------------------------------------------------------------------------------------------

create table public.saved_providers (
  user_id uuid not null references public.profiles (id) on delete cascade,
  provider_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, provider_id),
  check (user_id <> provider_id)
);
comment on table public.saved_providers is 'Who saved which provider; seen by its owner only.';
create index saved_providers_of_provider on public.saved_providers (provider_id);
alter table public.saved_providers enable row level security;
grant select, delete on public.saved_providers to authenticated;
grant insert (user_id, provider_id) on public.saved_providers to authenticated;
create policy "owners read" on public.saved_providers for select to authenticated using (user_id = (select auth.uid()));
create policy "owners save" on public.saved_providers for insert to authenticated
  with check (user_id = (select auth.uid()) and private.is_provider(provider_id));
create policy "owners unsave" on public.saved_providers for delete to authenticated using (user_id = (select auth.uid()));
create policy "require second factor" on public.saved_providers as restrictive to authenticated
  using ((select private.is_session_valid()));

-- Files ---------------------------------------------------------------------------------------------------------------

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('avatars', 'avatars', true, 2097152, array['image/png', 'image/jpeg']),
  ('portfolio_media', 'portfolio_media', true, 10485760, array['image/jpeg', 'image/png', 'image/webp', 'video/mp4']),
  ('business_logos', 'business_logos', true, 2097152, array['image/png', 'image/jpeg', 'image/webp'])
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create table private.portfolio_cleanup (
  only_row boolean primary key default true check (only_row),
  reached text not null default ''
);
comment on table private.portfolio_cleanup is
  'How far, by name, the walk through the portfolios'' files has come; one row.';

insert into private.portfolio_cleanup (only_row, reached) values
  (true, '');

create function private.can_write_file(bucket text, name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select case bucket
    when 'avatars' then split_part(name, '/', 1) = (select auth.uid())::text and exists (
      select from public.profiles where id = (select auth.uid()) and is_active)
    when 'portfolio_media' then split_part(name, '/', 1) = (select auth.uid())::text
      and split_part(name, '/', 2) = 'portfolio' and private.has_account_type('provider') and private.is_member((select auth.uid()))
    when 'business_logos' then split_part(name, '/', 1) = 'providers' and private.is_admin()
    else false end
$$;
comment on function private.can_write_file(text,text) is
  'Whether the caller may add or change this file: an own avatar, a member''s portfolio, an admin''s logo.';
grant execute on function private.can_write_file(text,text) to authenticated;

create policy "add own files" on storage.objects for insert to authenticated
  with check (private.can_write_file(bucket_id, name));
create policy "replace own files" on storage.objects for update to authenticated
  using (private.can_write_file(bucket_id, name)) with check (private.can_write_file(bucket_id, name));
create policy "read own files" on storage.objects for select to authenticated
  using (split_part(name, '/', 1) = (select auth.uid())::text or (select private.is_admin()));
create policy "remove own files" on storage.objects for delete to authenticated
  using (split_part(name, '/', 1) = (select auth.uid())::text or (bucket_id = 'business_logos' and (select private.is_admin())));
create policy "require second factor to add" on storage.objects as restrictive for insert to authenticated
  with check ((select private.is_session_valid()));
create policy "require second factor to replace" on storage.objects as restrictive for update to authenticated
  using ((select private.is_session_valid())) with check ((select private.is_session_valid()));
create policy "require second factor to remove" on storage.objects as restrictive for delete to authenticated
  using ((select private.is_session_valid()));

create function private.within_file_quota(bucket text, file text, facts jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  folder constant text := split_part(file, '/', 1);
  quota record;
  kept record;
begin
  -- A portfolio shows at most 40 items of 20 files each; what none shows is removed after a day.
  select q.files, q.bytes into quota from (values
    ('avatars', 4, 8388608::bigint),
    ('portfolio_media', 900, 2147483648)) as q (bucket, files, bytes)
  where q.bucket = within_file_quota.bucket;
  if not found then
    return true;
  end if;
  -- Uploads of one account are counted one after the other.
  perform pg_advisory_xact_lock(hashtextextended('files of ' || bucket || '/' || folder, 0));
  select count(*) as files, coalesce(sum((o.metadata ->> 'size')::bigint), 0) as bytes into kept
  from storage.objects o
  where o.bucket_id = within_file_quota.bucket and o.name <> file
    -- The folder as one range of the index on names, which are in byte order.
    and o.name collate "C" >= folder || '/' and o.name collate "C" < folder || '0';
  if kept.files + 1 > quota.files then
    raise exception 'You have reached the limit of % files. Remove one and try again.', quota.files
      using errcode = 'PT413';
  end if;
  if kept.bytes + coalesce((facts ->> 'size')::bigint, (facts ->> 'contentLength')::bigint, 0) > quota.bytes then
    raise exception 'You have used all your storage space. Remove a file and try again.' using errcode = 'PT413';
  end if;
  return true;
end $$;
comment on function private.within_file_quota(text,text,jsonb) is
  'True while the folder''s account has room for this file; raises what to do where it has none.';
grant execute on function private.within_file_quota(text,text,jsonb) to authenticated;

create policy "within quota to add" on storage.objects as restrictive for insert to authenticated
  with check (private.within_file_quota(bucket_id, name, metadata));
create policy "within quota to replace" on storage.objects as restrictive for update to authenticated
  with check (private.within_file_quota(bucket_id, name, metadata));
create policy "require valid session to read" on storage.objects as restrictive for select to authenticated
  using ((select private.is_session_valid()));

create function public.unused_portfolio_files(p_limit integer default 1000) returns setof text
language plpgsql security definer set search_path = '' as $$
declare
  start text;
  walked text[];
  most constant integer := least(greatest(p_limit, 1), 1000);
begin
  select s.reached into start from private.portfolio_cleanup s for update;
  select array_agg(n.name order by n.name collate "C") into walked from (
    select o.name from storage.objects o
    where o.bucket_id = 'portfolio_media' and o.name collate "C" > start
    order by o.name collate "C" limit most) as n;
  update private.portfolio_cleanup
    set reached = case when cardinality(walked) = most then walked[most] else '' end;
  return query
    select o.name from unnest(walked) as w (name)
      join storage.objects o on o.bucket_id = 'portfolio_media' and o.name = w.name
      left join public.profiles p
        on p.id = case when o.name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/' then split_part(o.name, '/', 1)::uuid end
    -- A name with other characters may stand in an address in another spelling: it is left alone.
    where o.name ~ '^[0-9a-f-]{36}/portfolio/[A-Za-z0-9._-]+$'
      and o.created_at < now() - interval '1 day'
      and (p.id is null or strpos(p.work_samples::text, o.name) = 0);
end $$;
comment on function public.unused_portfolio_files(integer) is
  'For tidy-portfolio: of the next files of all portfolios those that are a day old and shown by no item. Each call walks on; after the last it begins again.';

-- Portfolio -----------------------------------------------------------------------------------------------------------

create function private.valid_work_sample(sample jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(sample) <> 'object' then false
    when coalesce(sample ->> 'id', '') = '' or char_length(sample ->> 'id') > 100 then false
    when not (private.is_short_text(sample -> 'title', 100) and private.is_short_text(sample -> 'description', 1000)) then false
    when jsonb_typeof(sample -> 'media') is distinct from 'array' and sample ->> 'imageUrl' is null then false
    when not coalesce(private.valid_file_address(sample ->> 'imageUrl'), true) then false
    when jsonb_typeof(sample -> 'media') is distinct from 'array' then true
    else jsonb_array_length(sample -> 'media') <= 20 and not exists (
      select from jsonb_array_elements(sample -> 'media') as item
      where jsonb_typeof(item) <> 'object'
         or not coalesce(private.valid_file_address(item ->> 'url'), false)
         or coalesce(item ->> 'type', '') not in ('image', 'video')
         or not private.is_short_text(item -> 'id', 100)
         or not private.is_short_text(item -> 'filename', 255)
         or not private.is_short_text(item -> 'alt', 200)
         or not private.is_short_text(item -> 'caption', 200))
    end
$$;
comment on function private.valid_work_sample(jsonb) is
  '{id, title, description, media: [{id, url, type, filename, alt, caption}]}, at most 20 media; an older item may carry imageUrl instead (spec 2 section 3).';
grant execute on function private.valid_work_sample(jsonb) to anon, authenticated, service_role;

create function private.work_sample_files(samples jsonb) returns table (address text, type text)
language sql immutable set search_path = '' as $$
  select item ->> 'url', item ->> 'type'
  from jsonb_array_elements(case when jsonb_typeof(samples) = 'array' then samples else '[]' end) as sample,
    jsonb_array_elements(case when jsonb_typeof(sample -> 'media') = 'array' then sample -> 'media' else '[]' end) as item
  union all
  select sample ->> 'imageUrl', 'image'
  from jsonb_array_elements(case when jsonb_typeof(samples) = 'array' then samples else '[]' end) as sample
  where sample ->> 'imageUrl' is not null
$$;
comment on function private.work_sample_files(jsonb) is 'Every file that work samples show, older ones'' imageUrl too.';
grant execute on function private.work_sample_files(jsonb) to anon, authenticated, service_role;

create function private.check_work_samples() returns trigger
language plpgsql set search_path = '' as $$
declare
  -- Kept as a path: it stays right when the site moves, and cannot lead to another server.
  shelf constant text := '/storage/v1/object/public/portfolio_media/';
  problem text;
begin
  -- Only what a person writes: the sample and imports have rules of their own (see check_own_profile).
  if current_user not in ('anon', 'authenticated') or new.work_samples = old.work_samples then
    return new;
  end if;
  problem := case
    when jsonb_typeof(new.work_samples) <> 'array' then 'The portfolio is not a list'
    when jsonb_array_length(new.work_samples) > 40 then 'A portfolio holds at most 40 items'
    when not private.valid_work_samples(new.work_samples) then 'This is not a valid portfolio item'
    when (select count(*) <> count(distinct sample ->> 'id') from jsonb_array_elements(new.work_samples) as sample)
      then 'Two portfolio items have the same id'
    when exists (
      select from jsonb_array_elements(new.work_samples) as sample
      where sample ->> 'imageUrl' is null and sample -> 'media' = '[]'
        and sample not in (select jsonb_array_elements(old.work_samples)))
      then 'Please upload at least one media file'
    when exists (
      select from private.work_sample_files(new.work_samples) as shown
      where shown.address not in (select address from private.work_sample_files(old.work_samples))
        and not exists (
          select from storage.objects o
          where o.bucket_id = 'portfolio_media'
            and o.name = substr(shown.address, length(shelf) + 1)
            and shown.address = shelf || o.name
            and starts_with(o.name, new.id || '/portfolio/')
            and starts_with(o.metadata ->> 'mimetype', shown.type || '/')))
      then 'A portfolio shows files of its owner''s own folder only'
  end;
  if problem is not null then
    raise exception '%', problem using errcode = '23514';
  end if;
  return new;
end $$;
comment on function private.check_work_samples() is
  'Trigger: what an owner puts into the portfolio is valid, and shows only files that they uploaded there themselves. Runs as the caller, so that it knows who writes.';

-- After require_membership: who may not add hears that first.
create trigger verify_work_samples before update of work_samples on public.profiles
  for each row execute function private.check_work_samples();

-- Provider page -------------------------------------------------------------------------------------------------------

create table private.departed_providers (
  provider_id uuid primary key,
  left_at timestamptz not null default now()
);
comment on table private.departed_providers is
  'Providers whose accounts were deleted or are no provider''s any more: nothing but the number in the address of their page, so that it can say "gone" (410) and not "unknown" (404).';
alter table private.departed_providers enable row level security;

create function private.record_departed_provider() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.account_type = 'provider' then
    delete from private.departed_providers where provider_id = new.id;
  else
    insert into private.departed_providers (provider_id) values (old.id) on conflict do nothing;
  end if;
  return null;
end $$;
comment on function private.record_departed_provider() is
  'Trigger: remembers who left for good, and forgets it when they come back.';

create trigger record_departed_provider after delete on public.profiles
  for each row when (old.account_type = 'provider') execute function private.record_departed_provider();
create trigger record_departed_provider_on_update after update of account_type on public.profiles
  for each row when ((old.account_type = 'provider') <> (new.account_type = 'provider')) execute function private.record_departed_provider();

create function public.provider_gone(provider_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.departed_providers d where d.provider_id = provider_gone.provider_id)
$$;
comment on function public.provider_gone(uuid) is
  'Whether a provider has left for good. A hidden, inactive or lapsed one may return, and counts as unknown.';
grant execute on function public.provider_gone(uuid) to anon, authenticated;

-- Jobs: what clients post, who may see the contact, and what may become of a job.

-- Posting -------------------------------------------------------------------------------------------------------------

create table public.jobs (
  id uuid primary key default gen_random_uuid(),
  title text not null check (btrim(title) <> '' and char_length(title) <= 150),
  description text not null check (btrim(description) <> '' and char_length(description) <= 5000),
  category text not null check (char_length(category) <= 170),
  categories text[] not null default '{}' check (cardinality(categories) <= 10),
  category_keys text[] not null default '{}',
  location text check (char_length(location) <= 120),
  budget text check (char_length(budget) <= 100),
  budget_min integer check (budget_min >= 0),
  budget_max integer check (budget_max >= 0),
  budget_type text check (budget_type in ('range', 'hourly', 'fixed')),
  user_id uuid not null references public.profiles (id) on delete cascade,
  posted_by uuid generated always as (user_id) stored,
  contact_name text check (char_length(contact_name) <= 120),
  contact_email text not null check (contact_email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' and char_length(contact_email) <= 200),
  contact_phone text check (char_length(contact_phone) <= 40),
  status text not null default 'open' check (status in ('open', 'closed', 'expired', 'paused', 'stopped')),
  posted_date timestamptz not null default now(),
  closed_at timestamptz,
  updated_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '30 days',
  expiry_notice_at timestamptz,
  reveal_limit integer check (reveal_limit between 1 and 100),
  check ((status = 'closed') = (closed_at is not null)),
  check (budget_min <= budget_max)
);
alter table public.jobs add constraint jobs_contact_email_is_an_address
    check (private.is_email_address(contact_email)) not valid;
comment on table public.jobs is
  'Posted jobs. No caller can select the contact columns: only reveal_job_contact() gives them (P-07).';
comment on column public.jobs.category_keys is 'The categories spread out for filtering; kept by trigger.';
comment on column public.jobs.budget_min is 'Pence, read from the free text by parse_budget().';
comment on column public.jobs.posted_by is 'The same value as user_id (P-22).';
comment on column public.jobs.expires_at is
  'Until when an open job is shown; 30 days after it was posted, reopened, or said to be still wanted.';
comment on column public.jobs.expiry_notice_at is
  'When the poster was asked by mail whether the job is still wanted; null until then, and again after an answer.';
comment on column public.jobs.reveal_limit is
  'How many providers may unlock the contact, chosen by the poster; null is any number. Enforced by reveal_job_contact().';
create index jobs_newest on public.jobs (posted_date desc, id) where status = 'open';
create index jobs_of_user on public.jobs (user_id, posted_date desc);
create index jobs_open_by_id on public.jobs (id) where status = 'open';
create index jobs_expiring on public.jobs (expires_at) where status = 'open';
alter table public.jobs enable row level security;
grant delete on public.jobs to authenticated;
grant select (id, title, description, category, categories, category_keys, location, budget, budget_min, budget_max,
  budget_type, user_id, posted_by, status, posted_date, closed_at, updated_at) on public.jobs to anon;
grant select (id, title, description, category, categories, category_keys, location, budget, budget_min, budget_max,
  budget_type, user_id, posted_by, status, posted_date, closed_at, updated_at, expires_at, reveal_limit) on public.jobs
  to authenticated;
grant insert (title, description, category, categories, location, budget, user_id, contact_name, contact_email,
  contact_phone, reveal_limit) on public.jobs to authenticated;
grant update (title, description, category, categories, location, budget, contact_name, contact_email, contact_phone,
  status, reveal_limit) on public.jobs to authenticated;

-- An open directory hears of new jobs: three columns, no contact.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
  if not exists (select from pg_publication where pubname = 'supabase_realtime' and puballtables)
     and not exists (select from pg_publication_tables where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = 'jobs') then
    alter publication supabase_realtime add table public.jobs (id, status, posted_date);
  end if;
end $$;

create policy "everyone reads open jobs" on public.jobs for select to anon, authenticated using (status = 'open');
create policy "posters and admins read" on public.jobs for select to authenticated
  using ((user_id = (select auth.uid()) and (select private.is_session_valid())) or (select private.is_admin()));
create policy "confirmed clients post" on public.jobs for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.can_act()) and (select private.has_account_type('client')));
create policy "posters change their own" on public.jobs for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()) and (select private.can_act()));
create policy "posters delete their own" on public.jobs for delete to authenticated using (user_id = (select auth.uid()));
create policy "require second factor" on public.jobs as restrictive for delete to authenticated
  using ((select private.is_session_valid()));

create function public.parse_budget(
  budget text, OUT budget_min integer, OUT budget_max integer, OUT budget_type text
) returns record
language plpgsql immutable set search_path = '' as $$
declare
  amounts integer[];
  low text := lower(coalesce(budget, ''));
begin
  select array_agg(least(round(replace(hit[1], ',', '')::numeric * case when hit[2] = 'k' then 1000 else 1 end * 100), 2000000000)::integer)
    into amounts
    from (select regexp_matches(left(low, 200), '(\d{1,7}(?:,\d{3})*(?:\.\d{1,2})?)\s*(k?)', 'g') as hit limit 2) as numbers;
  if amounts is null then
    return;
  end if;
  budget_type := case
    when low ~ '(hour|/\s*hr?\M|per hr|p/?h\M)' then 'hourly'
    when cardinality(amounts) = 2 then 'range'
    else 'fixed' end;
  if cardinality(amounts) = 2 then
    -- In '1-2k' the k belongs to both ends.
    if low ~ '\d\s*(-|–|to)\s*[£]?\s*[\d,.]+\s*k' and amounts[1] < amounts[2] / 100 then
      amounts[1] := least(amounts[1]::bigint * 1000, 2000000000)::integer;
    end if;
    budget_min := least(amounts[1], amounts[2]);
    budget_max := greatest(amounts[1], amounts[2]);
  elsif low ~ '(up to|max|under|below|less than|no more than)' then
    budget_max := amounts[1];
  elsif low ~ '(from|min|at least|over|above|more than|\+)' then
    budget_min := amounts[1];
  else
    budget_min := amounts[1];
    budget_max := amounts[1];
  end if;
end $$;
comment on function public.parse_budget(text) is
  'Bounds in pence and type (range, hourly, fixed) read from free text as a person would (P-23); nulls where there is no number.';
grant execute on function public.parse_budget(text) to anon, authenticated;

create function private.check_job() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  unknown text;
  poster_is_active boolean;
begin
  if tg_op = 'UPDATE' and new.status <> old.status and not exists (
      select from private.job_transitions t where t.was = old.status and t.becomes = new.status
        and (t.by_poster or (select auth.uid()) is null or private.is_admin())) then
    raise exception 'A job that is % cannot become %.', old.status, new.status using errcode = '23514';
  end if;
  -- Whoever switches the account off at this very moment is waited for: no job opens behind their back.
  if new.status = 'open' and (tg_op = 'INSERT' or old.status <> 'open') then
    select p.is_active into poster_is_active from public.profiles p where p.id = new.user_id for share;
    if not poster_is_active then
      new.status := 'paused';
    end if;
  end if;
  if cardinality(new.categories) = 0 then
    new.categories := array[new.category];
  end if;
  new.category := new.categories[1];
  -- A category that was renamed or taken away since is no reason to refuse an answer, a closing or an expiry.
  if tg_op = 'INSERT' or new.categories is distinct from old.categories or new.category is distinct from old.category then
    unknown := private.unknown_selection(new.categories);
    if unknown is not null then
      raise exception 'Unknown category: %', unknown
        using errcode = '23514', hint = 'Choose from the categories, or write ''Other: '' and your own words.';
    end if;
  end if;
  new.category_keys := private.category_keys(new.categories);
  select * into new.budget_min, new.budget_max, new.budget_type from public.parse_budget(new.budget);
  new.closed_at := case when new.status = 'closed' then coalesce(new.closed_at, now()) end;
  -- A pause takes nothing from a job's days, and gives it none.
  if tg_op = 'UPDATE' and new.status = 'open' and old.status not in ('open', 'paused') then
    new.expires_at := now() + interval '30 days';
    new.expiry_notice_at := null;
  end if;
  new.updated_at := now();
  return new;
end $$;
comment on function private.check_job() is
  'Trigger: only listed transitions, categories are real ones, the budget is understood, dates are the server''s.';

create trigger check_job before insert or update on public.jobs
  for each row execute function private.check_job();

create function private.limit_job_posting() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select auth.uid()) is null or private.is_admin() then
    return new;
  end if;
  -- One post of a person after the other, or two at once would both find the last free place.
  perform pg_advisory_xact_lock(hashtext('limit_job_posting'), hashtext(new.user_id::text));
  if (select count(*) >= 20 from public.jobs where user_id = new.user_id and posted_date > now() - interval '1 day') then
    raise exception 'You have posted many jobs today. Please try again tomorrow.'
      using errcode = 'PT429', hint = 'At most 20 jobs a day.';
  end if;
  return new;
end $$;
comment on function private.limit_job_posting() is
  'Trigger: at most 20 jobs a person and day. Volatile, so that it counts the rows of its own statement too.';

create trigger limit_job_posting before insert on public.jobs
  for each row execute function private.limit_job_posting();
create trigger apply_category_mergers before insert or update of category, categories on public.jobs
  for each row execute function private.apply_category_mergers();

-- Contacts ------------------------------------------------------------------------------------------------------------

create table public.job_contact_reveals (
  job_id uuid not null references public.jobs (id) on delete cascade,
  provider_id uuid not null references public.profiles (id) on delete cascade,
  revealed_at timestamptz not null default now(),
  primary key (job_id, provider_id)
);
comment on table public.job_contact_reveals is
  'Which provider unlocked which job''s contact, and when. Written by reveal_job_contact() only.';
create index job_contact_reveals_of_provider on public.job_contact_reveals (provider_id, revealed_at desc);
alter table public.job_contact_reveals enable row level security;
grant select on public.job_contact_reveals to authenticated;
create policy "providers read their own" on public.job_contact_reveals for select to authenticated
  using (provider_id = (select auth.uid()) or (select private.is_admin()));
create policy "require second factor" on public.job_contact_reveals as restrictive to authenticated
  using ((select private.is_session_valid()));

create function public.reveal_job_contact(
  job_id uuid
) returns table (contact_name text, contact_email text, contact_phone text)
language plpgsql security definer set search_path = '' as $$
declare
  job public.jobs;
  me uuid := auth.uid();
begin
  select * into job from public.jobs j where j.id = reveal_job_contact.job_id;
  if job.user_id = me or private.is_admin() then
    if job.id is null then
      raise exception 'This job does not exist.' using errcode = 'PT404';
    end if;
    return query select job.contact_name, job.contact_email, job.contact_phone;
    return;
  end if;
  if not (private.has_account_type('provider') and private.can_act() and private.is_member(me)) then
    raise exception 'Subscription required' using errcode = '42501', hint = 'Contact details are shown to providers with a live membership.';
  end if;
  if job.id is null then
    raise exception 'This job does not exist.' using errcode = 'PT404';
  end if;
  if not exists (select from public.job_contact_reveals r where r.job_id = job.id and r.provider_id = me) then
    -- Whoever comes at once waits here, and then sees what the first has left; a closing waits likewise.
    select * into job from public.jobs j where j.id = reveal_job_contact.job_id for no key update;
    if job.id is null then
      raise exception 'This job does not exist.' using errcode = 'PT404';
    end if;
    if job.status <> 'open' or job.expires_at <= now() then
      raise exception 'This job is closed.' using errcode = 'PT409', hint = 'Its poster takes no more enquiries.';
    end if;
    if not exists (select from public.job_contact_reveals r where r.job_id = job.id and r.provider_id = me)
       and (select count(*) from public.job_contact_reveals r where r.job_id = job.id) >= job.reveal_limit then
      raise exception 'This job has been unlocked by as many professionals as its poster wants to hear from.'
        using errcode = 'PT409', hint = 'Its poster takes no more enquiries.';
    end if;
    insert into public.job_contact_reveals (job_id, provider_id) values (job.id, me) on conflict do nothing;
  end if;
  return query select job.contact_name, job.contact_email, job.contact_phone;
end $$;
comment on function public.reveal_job_contact(uuid) is
  'A job''s contact, for its poster, an admin, or a provider with a live membership while the poster''s limit is not reached; a provider''s first look is recorded (P-07).';
grant execute on function public.reveal_job_contact(uuid) to authenticated;

create function public.job_reveals(
  job_id uuid
) returns table (provider_id uuid, name text, business_name text, image_url text, revealed_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select r.provider_id, btrim(p.first_name || ' ' || p.last_name), p.business_name, p.profile_image_url, r.revealed_at
  from public.job_contact_reveals r
  join public.jobs j on j.id = r.job_id
  join public.profiles p on p.id = r.provider_id
  where r.job_id = job_reveals.job_id and (j.user_id = (select auth.uid()) or (select private.is_admin()))
  order by r.revealed_at desc limit 500
$$;
comment on function public.job_reveals(uuid) is 'For a job''s poster: who unlocked the contact details, newest first.';
grant execute on function public.job_reveals(uuid) to authenticated;

create trigger verify_earlier_feedback after insert on public.job_contact_reveals
  for each row execute function private.verify_earlier_feedback();

-- Lifecycle -----------------------------------------------------------------------------------------------------------

create table private.job_transitions (
  was text not null,
  becomes text not null,
  by_poster boolean not null,
  primary key (was, becomes)
);
comment on table private.job_transitions is
  'What a job''s status may become, and whether its poster may say so; everything else is refused. Admins, by their functions, and what happens without a caller (the clock, the answer to ''still looking?'') may do all that stands here.';

insert into private.job_transitions (was, becomes, by_poster) values
  ('closed', 'open', true), ('closed', 'stopped', false), ('expired', 'open', true), ('expired', 'stopped', false),
  ('open', 'closed', true), ('open', 'expired', false), ('open', 'paused', false), ('open', 'stopped', false),
  ('paused', 'open', false), ('paused', 'stopped', false), ('stopped', 'open', false), ('stopped', 'paused', false);

create table private.job_questions (
  token_hash bytea primary key,
  job_id uuid not null references public.jobs (id) on delete cascade,
  sent_at timestamptz not null default now(),
  answered_at timestamptz,
  answer text check (answer in ('yes', 'no')),
  check ((answer is null) = (answered_at is null))
);
comment on table private.job_questions is
  'Links of ''still looking?'' mails. Whoever holds one may answer for that job, once, for 30 days; only its hash is kept.';
create index job_questions_of_job on private.job_questions (job_id);

create function private.process_job_expiry() returns void
language plpgsql security definer set search_path = '' as $$
declare
  job record;
  token text;
begin
  -- Asked five days before the end, once.
  for job in
    select j.id, j.user_id, j.title, j.posted_date, j.expires_at from public.jobs j
    where j.status = 'open' and j.expiry_notice_at is null and j.expires_at <= now() + interval '5 days' and j.expires_at > now()
    order by j.expires_at limit 200 for update skip locked
  loop
    token := replace(gen_random_uuid()::text || gen_random_uuid(), '-', '');
    insert into private.job_questions (token_hash, job_id) values (sha256(convert_to(token, 'UTF8')), job.id);
    update public.jobs set expiry_notice_at = now() where id = job.id;
    perform notify.account(job.user_id, 'job_still_looking', jsonb_build_object('title', job.title,
      'posted_date', job.posted_date, 'shown_until', job.expires_at, 'token', token), 'job_still_looking:' || job.id || ':' || job.expires_at);
  end loop;
  for job in
    select j.id, j.user_id, j.title, j.expires_at from public.jobs j where j.status = 'open' and j.expires_at <= now()
    order by j.expires_at limit 200 for update skip locked
  loop
    update public.jobs set status = 'expired' where id = job.id;
    perform notify.account(job.user_id, 'job_expired', jsonb_build_object('title', job.title), 'job_expired:' || job.id || ':' || job.expires_at);
  end loop;
  delete from private.job_questions where sent_at < now() - interval '90 days';
  perform pg_advisory_xact_lock(hashtext('update_job_facets'));
  delete from search.job_counts_by_category where jobs = 0;
  delete from search.job_counts_by_place where jobs = 0;
  delete from search.job_counts_by_budget where jobs = 0;
end $$;
comment on function private.process_job_expiry() is
  'Task: asks posters whether their jobs are still wanted, ends those whose time is over, sweeps counts that are none.';

create function private.find_job_question(token text) returns private.job_questions
language sql stable security definer set search_path = '' as $$
  select q from private.job_questions q
  where q.token_hash = sha256(convert_to(token, 'UTF8')) and q.sent_at > now() - interval '30 days'
$$;
comment on function private.find_job_question(text) is 'The question that a mail''s link belongs to, for 30 days.';

create function public.job_question(token text) returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object('title', j.title, 'status', j.status, 'expires_at', j.expires_at, 'answer', q.answer)
  from private.find_job_question(job_question.token) as q join public.jobs j on j.id = q.job_id
$$;
comment on function public.job_question(text) is
  'What a ''still looking?'' link asks about: {title, status, expires_at, answer}, or null. Changes nothing.';
grant execute on function public.job_question(text) to anon, authenticated;

create function public.answer_job_question(token text, still_looking boolean) returns json
language plpgsql security definer set search_path = '' as $$
declare
  question private.job_questions;
  job public.jobs;
begin
  select * into question from private.find_job_question(token);
  select * into job from public.jobs j where j.id = question.job_id for no key update;
  -- Read again: whoever pressed twice has waited for the first.
  select * into question from private.find_job_question(token);
  if job.id is null or still_looking is null or not exists (select from public.profiles p where p.id = job.user_id and p.is_active) then
    raise exception 'This link is not valid any more.' using errcode = 'PT404';
  end if;
  if question.answer is not null then
    if (question.answer = 'yes') = still_looking then
      return public.job_question(token);
    end if;
    raise exception 'This question was answered already.' using errcode = 'PT409', hint = 'Log in to change the job.';
  end if;
  if still_looking and job.status = 'stopped' then
    raise exception 'A moderator has closed this job.' using errcode = 'PT409', hint = 'The reason was sent to you by email.';
  end if;
  if still_looking and job.status = 'closed' then
    raise exception 'This job was closed.' using errcode = 'PT409', hint = 'Log in to reopen it.';
  end if;
  if still_looking and job.status = 'open' then
    update public.jobs set expires_at = now() + interval '30 days', expiry_notice_at = null where id = job.id;
  elsif still_looking then
    update public.jobs set status = 'open' where id = job.id;
  elsif job.status = 'open' then
    update public.jobs set status = 'closed' where id = job.id;
  end if;
  update private.job_questions set answered_at = now(), answer = case when still_looking then 'yes' else 'no' end
  where token_hash = question.token_hash;
  return public.job_question(token);
end $$;
comment on function public.answer_job_question(text,boolean) is
  'Answers a ''still looking?'' mail, signed in or not: yes gives the job 30 more days, no closes it. The same answer twice is one.';
grant execute on function public.answer_job_question(text,boolean) to anon, authenticated;

create function private.pause_jobs() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.is_active then
    update public.jobs set status = 'open' where user_id = new.id and status = 'paused';
  else
    update public.jobs set status = 'paused' where user_id = new.id and status = 'open';
  end if;
  return null;
end $$;
comment on function private.pause_jobs() is 'Trigger: the open jobs of an account go and come back with it.';

create trigger pause_jobs after update of is_active on public.profiles
  for each row when (old.is_active <> new.is_active) execute function private.pause_jobs();

-- Saved jobs ----------------------------------------------------------------------------------------------------------

create table public.saved_jobs (
  provider_id uuid not null references public.profiles (id) on delete cascade,
  job_id uuid not null references public.jobs (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (provider_id, job_id)
);
comment on table public.saved_jobs is 'Which provider saved which job; seen by its owner only.';
create index saved_jobs_of_job on public.saved_jobs (job_id);
alter table public.saved_jobs enable row level security;
grant select, delete on public.saved_jobs to authenticated;
grant insert (provider_id, job_id) on public.saved_jobs to authenticated;
create policy "owners read" on public.saved_jobs for select to authenticated using (provider_id = (select auth.uid()));
create policy "providers save" on public.saved_jobs for insert to authenticated
  with check (provider_id = (select auth.uid()) and (select private.has_account_type('provider'))
    and exists (select from public.jobs j where j.id = job_id));
create policy "owners unsave" on public.saved_jobs for delete to authenticated using (provider_id = (select auth.uid()));
create policy "require second factor" on public.saved_jobs as restrictive to authenticated
  using ((select private.is_session_valid()));

-- Job page ------------------------------------------------------------------------------------------------------------

create function private.job_card(job public.jobs) returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object('id', job.id, 'title', job.title, 'description', job.description, 'category', job.category,
    'categories', job.categories, 'location', job.location, 'budget', job.budget, 'budget_type', job.budget_type,
    'budget_min', job.budget_min, 'budget_max', job.budget_max, 'user_id', job.user_id, 'status', job.status,
    'posted_date', job.posted_date, 'reveals_left', case when job.reveal_limit is not null then greatest(0,
      job.reveal_limit - (select count(*) from public.job_contact_reveals r where r.job_id = job.id)) end)
$$;
comment on function private.job_card(public.jobs) is
  'What anybody may read of an open job, by name: never its contact (P-07).';

create function public.job_page(job_id uuid) returns json
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select case when (j.status = 'open' and j.expires_at > now()) or j.user_id = (select auth.uid()) or (select private.is_admin())
      then json_build_object('state', case when j.status = 'open' and j.expires_at <= now() then 'expired' else j.status end, 'job', private.job_card(j))
      else json_build_object('state', 'closed', 'job', null) end
    from public.jobs j where j.id = job_page.job_id), json_build_object('state', 'unknown', 'job', null))
$$;
comment on function public.job_page(uuid) is
  'One job for its own page: {state, job}. Of a job that is no longer open others learn only that.';
grant execute on function public.job_page(uuid) to anon, authenticated;

-- Administration ------------------------------------------------------------------------------------------------------

create function private.lock_job(target uuid, seen timestamptz) returns public.jobs
language plpgsql security definer set search_path = '' as $$
declare
  found public.jobs;
begin
  select * into found from public.jobs where id = target for update;
  if found.id is null then
    raise exception 'This job does not exist.' using errcode = 'PT404';
  end if;
  if found.updated_at <> seen then
    raise exception 'This job has changed since you opened it. Nothing was overwritten: look again, then repeat what is still needed.'
      using errcode = 'PT409';
  end if;
  return found;
end $$;
comment on function private.lock_job(uuid,timestamptz) is
  'Holds a job for an admin''s act; refuses where it changed after the moment at which the caller saw it.';

create function private.moderate_job(job public.jobs, becomes text, kind text, why text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.jobs set status = becomes where id = job.id;
  perform audit.record(case becomes when 'stopped' then 'close job' else 'allow job' end, 'jobs', job.id::text,
    jsonb_build_object('title', job.title, 'status', job.status), jsonb_build_object('title', job.title, 'status', becomes), why);
  perform notify.admin_action(job.user_id, kind, jsonb_build_object('title', job.title, 'job_id', job.id, 'reason', why));
end $$;
comment on function private.moderate_job(public.jobs,text,text,text) is
  'Changes a job''s status as an admin, records it and tells its poster.';

create function public.admin_stop_job(job_id uuid, reason text, seen timestamptz default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  why text;
  job public.jobs;
begin
  perform private.require_admin();
  why := private.clean_reason(reason, true);
  job := private.lock_job(job_id, seen);
  if job.status = 'stopped' then
    raise exception 'Another moderator has closed this job already.' using errcode = 'PT409';
  end if;
  perform private.moderate_job(job, 'stopped', 'job_stopped', why);
end $$;
comment on function public.admin_stop_job(uuid,text,timestamptz) is
  'Closes anybody''s job so that only an admin opens it again, and tells its poster why.';
grant execute on function public.admin_stop_job(uuid,text,timestamptz) to authenticated;

create function public.admin_allow_job(
  job_id uuid, reason text default null, seen timestamptz default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  why text;
  job public.jobs;
begin
  perform private.require_admin();
  why := private.clean_reason(reason);
  job := private.lock_job(job_id, seen);
  if job.status <> 'stopped' then
    raise exception 'No moderator has closed this job.' using errcode = 'PT409';
  end if;
  perform private.moderate_job(job, case when p.is_active then 'open' else 'paused' end, 'job_allowed', why)
    from public.profiles p where p.id = job.user_id;
end $$;
comment on function public.admin_allow_job(uuid,text,timestamptz) is
  'Opens a job again that an admin had closed, for 30 more days, and tells its poster.';
grant execute on function public.admin_allow_job(uuid,text,timestamptz) to authenticated;

create function public.admin_delete_job(job_id uuid, reason text, seen timestamptz default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  why text;
  job public.jobs;
begin
  perform private.require_admin();
  why := private.clean_reason(reason, true);
  job := private.lock_job(job_id, seen);
  delete from public.jobs where id = job.id;
  perform audit.record('delete job', 'jobs', job.id::text,
    to_jsonb(job) - array['contact_name', 'contact_email', 'contact_phone', 'category_keys'], null, why);
  perform notify.admin_action(job.user_id, 'job_removed', jsonb_build_object('title', job.title, 'reason', why));
end $$;
comment on function public.admin_delete_job(uuid,text,timestamptz) is
  'Deletes anybody''s job and tells its poster why. The audit log keeps it without the contact.';
grant execute on function public.admin_delete_job(uuid,text,timestamptz) to authenticated;

-- Jobs: what providers want to hear of.

create table public.job_alerts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  categories text[] not null default '{}' check (cardinality(categories) <= 10),
  area text check (btrim(area) <> '' and char_length(area) <= 120),
  frequency text not null default 'daily' check (frequency in ('immediately', 'daily', 'weekly')),
  is_on boolean not null default true,
  next_at timestamptz not null default now(),
  seen_until timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.job_alerts is
  'What a provider wants to hear of: jobs in any of these categories (none: all) and in this area (none: anywhere). At most 10 a person.';
comment on column public.job_alerts.area is
  'Part of a place''s name, or an outward postcode such as LS6, which then must stand as a word.';
comment on column public.job_alerts.seen_until is 'Jobs posted before were looked at already.';
create index job_alerts_of_user on public.job_alerts (user_id);
create index job_alerts_due on public.job_alerts (next_at) where is_on;
alter table public.job_alerts enable row level security;
grant select, delete on public.job_alerts to authenticated;
grant insert (user_id, categories, area, frequency, is_on) on public.job_alerts to authenticated;
grant update (categories, area, frequency, is_on) on public.job_alerts to authenticated;
create policy "owners read" on public.job_alerts for select to authenticated using (user_id = (select auth.uid()));
create policy "providers create their own" on public.job_alerts for insert to authenticated
  with check (((user_id = (select auth.uid())) and (select private.can_act()) and (select private.has_account_type('provider'))));
create policy "owners change" on public.job_alerts for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()) and (select private.can_act()));
create policy "owners remove" on public.job_alerts for delete to authenticated using (user_id = (select auth.uid()));
create policy "require second factor" on public.job_alerts as restrictive to authenticated
  using ((select private.is_session_valid()));

create table private.job_alert_deliveries (
  user_id uuid not null references public.profiles (id) on delete cascade,
  job_id uuid not null references public.jobs (id) on delete cascade,
  sent_at timestamptz not null default now(),
  primary key (user_id, job_id)
);
comment on table private.job_alert_deliveries is
  'Which job was told to whom: each once a person, whatever alerts it matches.';
create index job_alert_deliveries_of_job on private.job_alert_deliveries (job_id);

create function private.next_alert_time(frequency text) returns timestamptz
language sql stable set search_path = '' as $$
  select now() + case frequency when 'daily' then interval '1 day' when 'weekly' then interval '7 days' else interval '0' end
$$;
comment on function private.next_alert_time(text) is 'When an alert that was looked at now is to be looked at again.';

create function private.check_job_alert() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  unknown text;
begin
  new.area := nullif(btrim(regexp_replace(new.area, '\s+', ' ', 'g')), '');
  new.categories := array(select distinct category from unnest(new.categories) as category where category is not null order by 1);
  if tg_op = 'INSERT' or new.categories is distinct from old.categories then
    unknown := private.unknown_selection(new.categories);
    if unknown is not null or exists (select from unnest(new.categories) as category where category like 'Other: %') then
      raise exception 'Unknown category: %', coalesce(unknown, 'Other') using errcode = '23514', hint = 'Choose from the categories.';
    end if;
  end if;
  if tg_op = 'INSERT' then
    perform pg_advisory_xact_lock(hashtext('job_alerts'), hashtext(new.user_id::text));
    if (select count(*) from public.job_alerts where user_id = new.user_id) >= 10 then
      raise exception 'You have 10 job alerts already.' using errcode = 'PT409', hint = 'Change or remove one of them.';
    end if;
    new.next_at := private.next_alert_time(new.frequency);
  elsif new.is_on and not old.is_on then
    -- What was posted while it was off is not told afterwards.
    new.seen_until := now();
    new.next_at := private.next_alert_time(new.frequency);
  elsif new.frequency <> old.frequency then
    new.next_at := private.next_alert_time(new.frequency);
  end if;
  new.updated_at := now();
  return new;
end $$;
comment on function private.check_job_alert() is
  'Trigger: real categories, at most 10 a person, and times that are the server''s.';

create trigger check_job_alert before insert or update on public.job_alerts
  for each row execute function private.check_job_alert();

create function private.is_in_area(location text, area text) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when area is null then true
    when area ~* '^[a-z]{1,2}\d[a-z\d]?$' then coalesce(location, '') ~* ('\m' || area || '(\M|\d[a-z]{2}\M)')
    else strpos(lower(regexp_replace(coalesce(location, ''), '\s+', ' ', 'g')), lower(area)) > 0 end
$$;
comment on function private.is_in_area(text,text) is
  'Whether a job''s location is in an alert''s area: LS1 finds ''Leeds LS1 4AP'', not LS12; other words are looked for as letters.';

create function notify.send_job_alerts() returns void
language plpgsql security definer set search_path = '' as $$
declare
  person record;
begin
  for person in
    with due as (
      select a.* from public.job_alerts a
      where a.is_on and a.next_at <= now()
        -- Often there is nothing new: then nobody's alerts are even looked at.
        and exists (select from public.jobs j where j.status = 'open' and j.posted_date > a.seen_until - interval '10 minutes')
      order by a.next_at limit 1000 for update skip locked),
    moved as (
      update public.job_alerts a set next_at = private.next_alert_time(a.frequency), seen_until = now() from due where a.id = due.id),
    matching as (
      select distinct due.user_id, j.id, j.posted_date from due
      join public.profiles p on p.id = due.user_id and p.account_type = 'provider' and p.is_active
      -- A job may be kept a little after the moment that it bears; who was told is remembered.
      join public.jobs j on j.status = 'open' and j.user_id <> due.user_id and j.posted_date > due.seen_until - interval '10 minutes'
        and j.posted_date > due.created_at - interval '1 second'
        and (due.categories = '{}' or j.category_keys && due.categories) and private.is_in_area(j.location, due.area)),
    told as (
      insert into private.job_alert_deliveries (user_id, job_id) select user_id, id from matching on conflict do nothing
      returning user_id, job_id)
    select told.user_id, count(*) as many,
      (array_agg(json_build_object('id', j.id, 'title', j.title, 'category', j.category, 'location', j.location, 'budget', j.budget)
        order by j.posted_date desc))[:10] as jobs
    from told join public.jobs j on j.id = told.job_id group by told.user_id
  loop
    perform notify.account(person.user_id, 'job_alert', jsonb_build_object('many', person.many, 'jobs', to_jsonb(person.jobs)));
  end loop;
  delete from private.job_alert_deliveries where sent_at < now() - interval '120 days';
end $$;
comment on function notify.send_job_alerts() is
  'Task: looks at the alerts that are due and tells each provider of the new jobs that match, in one mail, never twice and never with a contact.';

create trigger apply_category_mergers before insert or update of categories on public.job_alerts
  for each row execute function private.apply_category_mergers();

create function private.cascade_category_to_alerts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.job_alerts a
    set categories = array_replace(a.categories, old.group_name || ' > ' || old.name, new.group_name || ' > ' || new.name)
    where a.categories @> array[old.group_name || ' > ' || old.name];
  if not exists (select from public.categories c where c.group_name = old.group_name) then
    update public.job_alerts a set categories = array_replace(a.categories, old.group_name, new.group_name)
      where a.categories @> array[old.group_name];
  end if;
  return null;
end $$;
comment on function private.cascade_category_to_alerts() is
  'Trigger: a category that is renamed or moved is so in every job alert. A deleted one stays, for an alert without categories would tell of all jobs.';

create trigger cascade_category_to_alerts after update on public.categories
  for each row when (old.name <> new.name or old.group_name <> new.group_name)
  execute function private.cascade_category_to_alerts();

-- Enquiries: conversations between an account and a provider; neither side sees the other's address.

-- Conversations -------------------------------------------------------------------------------------------------------

create table public.enquiries (
  id uuid primary key default gen_random_uuid(),
  sender_id uuid not null references public.profiles (id) on delete cascade,
  provider_id uuid not null references public.profiles (id) on delete cascade,
  subject text not null check (subject ~ '\S' and char_length(subject) <= 150),
  created_at timestamptz not null default now(),
  last_message_at timestamptz not null default now(),
  check (sender_id <> provider_id)
);
comment on table public.enquiries is
  'One conversation about one matter, begun on a provider''s profile. Only its two sides read it; written by functions alone.';
create index enquiries_of_sender on public.enquiries (sender_id, last_message_at desc);
create index enquiries_of_provider on public.enquiries (provider_id, last_message_at desc);
alter table public.enquiries enable row level security;
grant select on public.enquiries to authenticated;
create policy "participants read" on public.enquiries for select to authenticated
  using ((select auth.uid()) in (sender_id, provider_id) and (select private.is_session_valid()));

create table public.enquiry_messages (
  id uuid primary key default gen_random_uuid(),
  enquiry_id uuid not null references public.enquiries (id) on delete cascade,
  author_id uuid not null references public.profiles (id) on delete cascade,
  body text not null check (body ~ '\S' and char_length(body) <= 5000),
  created_at timestamptz not null default clock_timestamp(),
  read_at timestamptz
);
comment on table public.enquiry_messages is
  'What the two sides wrote, as plain text; read_at is when the other side opened it.';
create index enquiry_messages_of_enquiry on public.enquiry_messages (enquiry_id, created_at);
create index enquiry_messages_of_author on public.enquiry_messages (author_id, created_at desc);
alter table public.enquiry_messages enable row level security;
grant select on public.enquiry_messages to authenticated;

create function private.is_enquiry_participant(enquiry uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.enquiries e where e.id = enquiry
    and (select auth.uid()) in (e.sender_id, e.provider_id))
$$;
comment on function private.is_enquiry_participant(uuid) is 'Whether the caller is one of the two sides.';
grant execute on function private.is_enquiry_participant(uuid) to authenticated, service_role;

create policy "participants read" on public.enquiry_messages for select to authenticated
  using (private.is_enquiry_participant(enquiry_id) and (select private.is_session_valid()));

create function private.add_enquiry_message(
  enquiry uuid, author uuid, recipient uuid, subject text, message text
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if message is null or message !~ '\S' then
    raise exception 'Please write a message' using errcode = 'PT400';
  end if;
  if char_length(message) > 5000 then
    raise exception 'Please use at most 5,000 characters' using errcode = 'PT400';
  end if;
  if exists (select from public.enquiry_blocks where user_id = recipient and blocked_id = author) then
    raise exception 'This person takes no messages from you.' using errcode = 'PT403';
  end if;
  if exists (select from public.enquiry_blocks where user_id = author and blocked_id = recipient) then
    raise exception 'You have blocked this person. Unblock them to write.' using errcode = 'PT409';
  end if;
  -- One message of a person after the other, or two at once would both find the last free place.
  perform pg_advisory_xact_lock(hashtext('enquiry_messages'), hashtext(author::text));
  if (select count(*) >= 20 from public.enquiry_messages m
      where m.author_id = author and m.created_at > now() - interval '1 day') then
    raise exception 'You have sent many messages today. Please try again tomorrow.'
      using errcode = 'PT429', hint = 'At most 20 messages a day.';
  end if;
  insert into public.enquiry_messages (enquiry_id, author_id, body) values (enquiry, author, btrim(message, E' \t\r\n'));
  update public.enquiries set last_message_at = now() where id = enquiry;
  perform notify.account(recipient, 'enquiry', jsonb_build_object(
    'enquiry_id', enquiry, 'from', private.public_name(author), 'subject', subject,
    'excerpt', left(btrim(message, E' \t\r\n'), 600)));
end $$;
comment on function private.add_enquiry_message(uuid,uuid,uuid,text,text) is
  'Adds a message within the limits, unless one side blocked the other, and tells the other side by mail.';

create function public.send_enquiry(provider_id uuid, subject text, message text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  made uuid;
begin
  if not private.can_act() or not (private.has_account_type('client') or private.has_account_type('provider')) then
    raise exception 'Please verify your email to continue.' using errcode = '42501';
  end if;
  if send_enquiry.provider_id = me then
    raise exception 'You cannot write to yourself.' using errcode = 'PT400';
  end if;
  if not exists (select from public.public_providers p where p.user_id = send_enquiry.provider_id) then
    raise exception 'This professional cannot be reached at present.' using errcode = 'PT404';
  end if;
  if subject is null or subject !~ '\S' then
    raise exception 'Please say what it is about' using errcode = 'PT400';
  end if;
  if char_length(subject) > 150 then
    raise exception 'Please use at most 150 characters' using errcode = 'PT400';
  end if;
  insert into public.enquiries (sender_id, provider_id, subject)
  values (me, send_enquiry.provider_id, btrim(regexp_replace(subject, '\s+', ' ', 'g'))) returning id into made;
  perform private.add_enquiry_message(made, me, send_enquiry.provider_id, btrim(subject), message);
  return made;
end $$;
comment on function public.send_enquiry(uuid,text,text) is
  'Begins a conversation with a listed provider; the caller must be a confirmed client or provider.';
grant execute on function public.send_enquiry(uuid,text,text) to authenticated;

create function public.answer_enquiry(enquiry_id uuid, message text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  talk public.enquiries;
begin
  select * into talk from public.enquiries e
    where e.id = answer_enquiry.enquiry_id and me in (e.sender_id, e.provider_id);
  if talk.id is null then
    raise exception 'This enquiry does not exist.' using errcode = 'PT404';
  end if;
  if not private.can_act() then
    raise exception 'Please verify your email to continue.' using errcode = '42501';
  end if;
  perform private.add_enquiry_message(talk.id, me,
    case when talk.sender_id = me then talk.provider_id else talk.sender_id end, talk.subject, message);
end $$;
comment on function public.answer_enquiry(uuid,text) is 'Writes into a conversation of the caller''s.';
grant execute on function public.answer_enquiry(uuid,text) to authenticated;

create function public.read_enquiry(enquiry_id uuid) returns void
language sql security definer set search_path = '' as $$
  select private.require_session();
  update public.enquiry_messages m set read_at = now()
  where m.enquiry_id = read_enquiry.enquiry_id and m.read_at is null
    and m.author_id <> (select auth.uid()) and private.is_enquiry_participant(read_enquiry.enquiry_id)
$$;
comment on function public.read_enquiry(uuid) is 'Marks what the other side wrote as read by the caller.';
grant execute on function public.read_enquiry(uuid) to authenticated;

create function public.my_enquiries(
  page_size integer default 20, page_offset integer default 0
) returns table (id uuid, subject text, other_id uuid, other_name text, other_image text, other_listed boolean, mine boolean, excerpt text, last_message_at timestamptz, unread integer, replied boolean, blocked boolean, total_count bigint)
language sql stable security definer set search_path = '' as $$
  with mine as (
    select e.*, e.sender_id = (select auth.uid()) as by_me,
      case when e.sender_id = (select auth.uid()) then e.provider_id else e.sender_id end as other,
      count(*) over () as total
    from public.enquiries e
    where (select auth.uid()) in (e.sender_id, e.provider_id) and private.is_session_valid()
    order by e.last_message_at desc, e.id
    limit least(greatest(page_size, 1), 100) offset least(greatest(page_offset, 0), 100000))
  select m.id, m.subject, m.other, private.public_name(m.other), p.profile_image_url,
    exists (select from search.listings l where l.provider_id = m.other and l.membership_end > now()),
    m.by_me, newest.excerpt, m.last_message_at, counts.unread, counts.replied,
    exists (select from public.enquiry_blocks b where b.user_id = (select auth.uid()) and b.blocked_id = m.other), m.total
  from mine m
  join public.profiles p on p.id = m.other
  cross join lateral (
    select left(t.body, 160) as excerpt from public.enquiry_messages t
    where t.enquiry_id = m.id order by t.created_at desc limit 1) as newest
  cross join lateral (
    select count(*) filter (where t.author_id <> (select auth.uid()) and t.read_at is null)::int as unread,
      coalesce(bool_or(t.author_id = m.provider_id), false) as replied
    from public.enquiry_messages t where t.enquiry_id = m.id) as counts
  order by m.last_message_at desc, m.id
$$;
comment on function public.my_enquiries(integer,integer) is
  'The caller''s conversations, newest message first, with the other side''s name and picture and nothing else of them.';
grant execute on function public.my_enquiries(integer,integer) to authenticated;

create trigger verify_feedback_of_enquirer after insert on public.enquiry_messages
  for each row execute function private.verify_feedback_of_enquirer();

-- Blocking ------------------------------------------------------------------------------------------------------------

create table public.enquiry_blocks (
  user_id uuid not null references public.profiles (id) on delete cascade,
  blocked_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, blocked_id),
  check (user_id <> blocked_id)
);
comment on table public.enquiry_blocks is 'Whom somebody takes no more messages from. Only who blocked knows.';
create index enquiry_blocks_of_blocked on public.enquiry_blocks (blocked_id);
alter table public.enquiry_blocks enable row level security;
grant select on public.enquiry_blocks to authenticated;
create policy "owners read" on public.enquiry_blocks for select to authenticated
  using (user_id = (select auth.uid()));
create policy "require second factor" on public.enquiry_blocks as restrictive to authenticated
  using ((select private.is_session_valid()));

create function public.block_enquirer(enquiry_id uuid, blocked boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  other uuid;
begin
  perform private.require_session();
  select case when e.sender_id = me then e.provider_id else e.sender_id end into other
  from public.enquiries e where e.id = block_enquirer.enquiry_id and me in (e.sender_id, e.provider_id);
  if other is null then
    raise exception 'This enquiry does not exist.' using errcode = 'PT404';
  end if;
  if blocked then
    insert into public.enquiry_blocks (user_id, blocked_id) values (me, other) on conflict do nothing;
  else
    delete from public.enquiry_blocks b where b.user_id = me and b.blocked_id = other;
  end if;
end $$;
comment on function public.block_enquirer(uuid,boolean) is
  'Blocks or unblocks the other side of a conversation, for all of its messages to the caller.';
grant execute on function public.block_enquirer(uuid,boolean) to authenticated;

-- Businesses: names that were known before their owners came, and how an owner proves to be one.

-- Businesses ----------------------------------------------------------------------------------------------------------

create table public.businesses (
  id uuid primary key default gen_random_uuid(),
  business_name text not null check (btrim(business_name) <> '' and char_length(business_name) <= 120),
  business_email text check (char_length(business_email) <= 200),
  owner_user_id uuid references public.profiles (id) on delete set null,
  claimed boolean not null default false,
  claim_date timestamptz,
  created_at timestamptz not null default now(),
  check (claimed = (claim_date is not null))
);
alter table public.businesses add constraint businesses_email_is_an_address
    check (business_email is null or private.is_email_address(business_email)) not valid;
comment on table public.businesses is
  'Known businesses. Their e-mail addresses are never answered to the public (P-09).';
create index businesses_by_name on public.businesses using gin (business_name extensions.gin_trgm_ops);
create index businesses_newest on public.businesses (created_at desc, id);
create index businesses_of_owner on public.businesses (owner_user_id);
create index businesses_by_plain_name on public.businesses (lower(business_name));
alter table public.businesses enable row level security;
grant select (id, business_name, claimed, created_at) on public.businesses to anon, authenticated;
grant insert (business_name, business_email) on public.businesses to authenticated;
grant update (business_name, business_email) on public.businesses to authenticated;
create policy "everyone reads names" on public.businesses for select to anon, authenticated using (true);
create policy "admins add" on public.businesses for insert to authenticated with check ((select private.is_admin()));
create policy "admins change" on public.businesses for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

-- Volatile, since they count: so they are called by POST alone.
create function public.search_businesses(query text) returns table (id uuid, business_name text)
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enforce_rate_limit('search businesses', 150, 300, 'Too many searches. Please wait a few minutes.');
  return query
  select b.id, b.business_name from public.businesses b
  where char_length(btrim(query)) >= 2
    and b.business_name ilike '%' || replace(replace(replace(btrim(left(query, 80)), '\', '\\'), '%', '\%'), '_', '\_') || '%'
  order by b.business_name limit 5;
end $$;
comment on function public.search_businesses(text) is
  'For sign-up: at most 5 businesses by part of the name, from two characters on.';
grant execute on function public.search_businesses(text) to anon, authenticated;

create function public.is_business_email(business_id uuid, email text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enforce_rate_limit('business email', 60, 300, 'Too many tries. Please wait a few minutes.');
  return exists (
    select from public.businesses b
    where b.id = business_id and lower(b.business_email) = lower(btrim(email)));
end $$;
comment on function public.is_business_email(uuid,text) is
  'Whether this is that business''s own address: yes or no, and nothing else (P-09).';
grant execute on function public.is_business_email(uuid,text) to anon, authenticated;

create trigger log_admin_change after insert or update on public.businesses for each row execute function audit.log_admin_change('id');

create function private.check_new_business() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.business_name := btrim(new.business_name);
  new.business_email := nullif(btrim(new.business_email), '');
  if (select auth.uid()) is not null then
    perform pg_advisory_xact_lock(hashtext('check_new_business'), hashtext(lower(new.business_name)));
    if exists (select from public.businesses b where lower(b.business_name) = lower(new.business_name)
        and lower(coalesce(b.business_email, '')) = lower(coalesce(new.business_email, '')) and b.id <> new.id) then
      raise exception 'This business is listed already.' using errcode = 'PT409';
    end if;
    if new.business_email is not null and new.business_email !~ '^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$' then
      raise exception 'Invalid email address' using errcode = 'PT400';
    end if;
  end if;
  return new;
end $$;
comment on function private.check_new_business() is
  'Trigger: the same name under the same address is not listed twice, and an address is one that mail can be sent to.';

create trigger check_new_business before insert or update of business_name, business_email on public.businesses
  for each row execute function private.check_new_business();

-- Claims --------------------------------------------------------------------------------------------------------------

create table public.business_claims (
  id uuid primary key default gen_random_uuid(),
  business_id uuid not null references public.businesses (id) on delete cascade,
  claimant_id uuid not null references public.profiles (id) on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'approved', 'refused')),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid references public.profiles (id) on delete set null,
  unique (business_id, claimant_id),
  check ((status = 'pending') = (decided_at is null))
);
comment on table public.business_claims is
  'Who says that a business is theirs, until the business''s own address or an admin confirms it (P-27).';
create index business_claims_of_claimant on public.business_claims (claimant_id);
create index business_claims_pending on public.business_claims (created_at) where status = 'pending';
create index business_claims_of_admin on public.business_claims (decided_by);
alter table public.business_claims enable row level security;
grant select on public.business_claims to authenticated;
grant insert (business_id, claimant_id) on public.business_claims to authenticated;
create policy "claimants and admins read" on public.business_claims for select to authenticated
  using (claimant_id = (select auth.uid()) or (select private.is_admin()));
create policy "confirmed users claim" on public.business_claims for insert to authenticated
  with check (claimant_id = (select auth.uid()) and (select private.can_act())
    and exists (select from public.businesses b where b.id = business_id and not b.claimed));
create policy "require valid session" on public.business_claims as restrictive for select to authenticated
  using ((select private.is_session_valid()));

create table private.claim_links (
  claim_id uuid primary key references public.business_claims (id) on delete cascade,
  key_hash bytea not null unique,
  address text not null check (char_length(address) <= 200),
  sent integer not null default 1,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null
);
comment on table private.claim_links is
  'The link in the mail to a business''s own address, by which it confirms or refuses a claim: a hash, whom it went to, and until when it holds.';
comment on column private.claim_links.sent is
  'How often the claimant had it sent; each link is new and ends the one before.';
create index claim_links_by_address on private.claim_links (lower(address), sent_at);
alter table private.claim_links enable row level security;

create table private.claim_invitations (
  business_id uuid primary key references public.businesses (id) on delete cascade,
  sent_at timestamptz not null default now()
);
comment on table private.claim_invitations is 'When a business was last sent its claim link.';
create index claim_invitations_newest on private.claim_invitations (sent_at);
alter table private.claim_invitations enable row level security;

create function private.assign_business(business uuid, claimant uuid, decider uuid) returns void
language sql security definer set search_path = '' as $$
  update public.businesses set owner_user_id = claimant, claimed = true, claim_date = now() where id = business;
  update public.business_claims set
    status = case when claimant_id = claimant then 'approved' else 'refused' end, decided_at = now(), decided_by = decider
  where business_id = business and status = 'pending';
$$;
comment on function private.assign_business(uuid,uuid,uuid) is
  'Gives a business to a claimant; whoever else waits for it is refused.';

create function private.create_business_claim(business uuid, claimant uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  target public.businesses;
begin
  select * into target from public.businesses where id = business for update;
  if target.id is null then
    raise exception 'This business does not exist.' using errcode = 'PT404';
  end if;
  if target.claimed then
    raise exception 'This business has already been claimed.' using errcode = 'PT409';
  end if;
  if exists (select from public.business_claims where business_id = business and claimant_id = claimant and status = 'refused') then
    raise exception 'Your claim to this business was refused.' using errcode = 'PT409';
  end if;
  insert into public.business_claims (business_id, claimant_id) values (business, claimant)
    on conflict (business_id, claimant_id) do nothing;
  if exists (select from auth.users u where u.id = claimant and u.email_confirmed_at is not null
      and lower(u.email) = lower(btrim(target.business_email))) then
    perform private.assign_business(business, claimant, null);
    return 'approved';
  end if;
  return 'pending';
end $$;
comment on function private.create_business_claim(uuid,uuid) is
  'Claims for somebody: approved at once when their confirmed address is the business''s own, else waiting for an admin.';

create function public.claim_business(business_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
begin
  if not private.can_act() then
    raise exception 'Please verify your email to continue.' using errcode = '42501';
  end if;
  return private.create_business_claim(claim_business.business_id, (select auth.uid()));
end $$;
comment on function public.claim_business(uuid) is
  'Claims a business for the caller, who must be confirmed: answers approved or pending.';
grant execute on function public.claim_business(uuid) to authenticated;

create function private.claim_on_confirmation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.create_business_claim((new.raw_user_meta_data ->> 'claim_business')::uuid, new.id);
  return null;
exception when others then
  -- The metadata are whatever was typed: a claim that cannot be made must not keep anybody from confirming.
  return null;
end $$;
comment on function private.claim_on_confirmation() is
  'Trigger: who signed up on /claim-business claims when they follow the mail.';

create trigger claim_on_confirmation after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null
    and new.raw_user_meta_data ->> 'claim_business' is not null)
  execute function private.claim_on_confirmation();

create function public.admin_decide_claim(claim_id uuid, approve boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  claim public.business_claims;
begin
  perform private.require_admin();
  if approve is null then
    raise exception 'A claim is approved or refused' using errcode = 'PT400';
  end if;
  select * into claim from public.business_claims c where c.id = claim_id;
  -- The business first, as private.create_business_claim() does, so that two of them wait for each other and not in a ring.
  perform from public.businesses b where b.id = claim.business_id for update;
  select * into claim from public.business_claims c where c.id = claim_id for update;
  if claim.id is null then
    raise exception 'This claim does not exist.' using errcode = 'PT404';
  end if;
  if claim.status <> 'pending' then
    raise exception 'This claim has been decided already.' using errcode = 'PT409';
  end if;
  if approve then
    perform private.assign_business(claim.business_id, claim.claimant_id, (select auth.uid()));
  else
    update public.business_claims c set status = 'refused', decided_at = now(), decided_by = (select auth.uid())
      where c.id = claim_id;
  end if;
  perform audit.record(case when approve then 'approve claim' else 'refuse claim' end, 'business_claims', claim_id::text,
    to_jsonb(claim), (select to_jsonb(c) from public.business_claims c where c.id = claim_id));
end $$;
comment on function public.admin_decide_claim(uuid,boolean) is
  'An admin gives a business to a claimant, or refuses (P-27).';
grant execute on function public.admin_decide_claim(uuid,boolean) to authenticated;

create function notify.request_claim_confirmation(claim public.business_claims) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  business public.businesses;
  own_address text;
  earlier private.claim_links;
  key text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  -- One after the other, or two at once would both find a free place.
  perform pg_advisory_xact_lock(hashtext('request_claim_confirmation'));
  select * into business from public.businesses b where b.id = claim.business_id;
  own_address := nullif(btrim(business.business_email), '');
  select * into earlier from private.claim_links l where l.claim_id = claim.id;
  if claim.status <> 'pending' or business.claimed or own_address is null
     -- Three mails a claim, one a day; five businesses a day for one claimant; three mails a day to one address.
     or earlier.sent >= 3 or earlier.sent_at > now() - interval '1 day'
     or (select count(*) from private.claim_links l join public.business_claims c on c.id = l.claim_id
         where c.claimant_id = claim.claimant_id and l.sent_at > now() - interval '1 day') >= 5
     or (select count(*) from private.claim_links l
         where lower(l.address) = lower(own_address) and l.sent_at > now() - interval '1 day') >= 3 then
    return false;
  end if;
  insert into private.claim_links as l (claim_id, key_hash, address, expires_at)
  values (claim.id, sha256(convert_to(key, 'UTF8')), own_address, now() + interval '14 days')
  on conflict (claim_id) do update set key_hash = excluded.key_hash, address = excluded.address,
    sent = l.sent + 1, sent_at = now(), expires_at = excluded.expires_at;
  perform notify.address(own_address, 'claim_question', jsonb_build_object('business', business.business_name,
    'business_id', business.id, 'claimant', private.full_name(claim.claimant_id), 'link_key', key),
    'claim_question:' || claim.id || ':' || coalesce(earlier.sent, 0));
  return true;
end $$;
comment on function notify.request_claim_confirmation(public.business_claims) is
  'Asks a business by its own address whether a claim is right, within limits. False where nothing was sent.';

create function notify.claim_created() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  claim public.business_claims;
begin
  -- As it stands at the commit: what was approved in the same breath is asked of nobody.
  select * into claim from public.business_claims c where c.id = new.id;
  if claim.status = 'pending' then
    perform notify.request_claim_confirmation(claim);
    perform notify.admins('claim_waiting', jsonb_build_object('claimant', private.full_name(claim.claimant_id),
      'business', (select b.business_name from public.businesses b where b.id = claim.business_id)), 'claim_waiting:' || claim.id);
  end if;
  return null;
end $$;
comment on function notify.claim_created() is
  'Trigger: the business''s own address and the admins hear of a claim that waits, whichever way it was made.';

create constraint trigger notify_claim_created after insert on public.business_claims
  deferrable initially deferred for each row execute function notify.claim_created();

create function public.notify_claim(business_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  claim public.business_claims;
begin
  if not private.can_act() then
    raise exception 'Please verify your email to continue.' using errcode = '42501';
  end if;
  select * into claim from public.business_claims c
    where c.business_id = notify_claim.business_id and c.claimant_id = (select auth.uid());
  if claim.id is null then
    raise exception 'You have not claimed this business.' using errcode = 'PT404';
  end if;
  perform notify.request_claim_confirmation(claim);
  return exists (select from private.claim_links l where l.claim_id = claim.id and l.expires_at > now());
end $$;
comment on function public.notify_claim(uuid) is
  'For claim-notify, as the claimant: asks the business by its own address if that was not done today. Whether it has been asked; its address is not told.';
grant execute on function public.notify_claim(uuid) to authenticated;

create function public.claim_by_link(link_key text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('business', b.business_name, 'claimant', private.full_name(p.id))
  from private.claim_links l join public.business_claims c on c.id = l.claim_id
  join public.businesses b on b.id = c.business_id join public.profiles p on p.id = c.claimant_id and p.is_active
  where l.key_hash = sha256(convert_to(left(link_key, 100), 'UTF8')) and l.expires_at > now()
    and c.status = 'pending' and not b.claimed and lower(btrim(b.business_email)) = lower(l.address)
$$;
comment on function public.claim_by_link(text) is
  'What the link of the mail asks; null when it asks nothing any more. Looking uses nothing up: mail scanners do.';
grant execute on function public.claim_by_link(text) to anon, authenticated;

create function public.answer_claim(link_key text, confirm boolean) returns text
language plpgsql security definer set search_path = '' as $$
declare
  asked uuid;
  claim public.business_claims;
begin
  select l.claim_id into asked from private.claim_links l where l.key_hash = sha256(convert_to(left(link_key, 100), 'UTF8'));
  -- The business first, as private.create_business_claim() does, so that two of them wait for each other and not in a ring.
  perform from public.businesses b where b.id = (select c.business_id from public.business_claims c where c.id = asked) for update;
  select * into claim from public.business_claims c where c.id = asked for update;
  if confirm is null or claim.id is null or public.claim_by_link(link_key) is null then
    raise exception 'This link has been used or is no longer valid.' using errcode = 'PT404';
  end if;
  if confirm then
    perform private.assign_business(claim.business_id, claim.claimant_id, null);
  else
    update public.business_claims c set status = 'refused', decided_at = now() where c.id = claim.id;
  end if;
  perform audit.record(case when confirm then 'approve claim' else 'refuse claim' end, 'business_claims', claim.id::text,
    to_jsonb(claim), (select to_jsonb(c) from public.business_claims c where c.id = claim.id), 'Answered by the business''s own address');
  return case when confirm then 'approved' else 'refused' end;
end $$;
comment on function public.answer_claim(text,boolean) is
  'Whoever reads the business''s own mail confirms or refuses a claim, once.';
grant execute on function public.answer_claim(text,boolean) to anon, authenticated;

create function notify.claim_decided() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  business public.businesses;
  facts jsonb;
begin
  select * into business from public.businesses b where b.id = new.business_id;
  facts := jsonb_build_object('business', business.business_name, 'claimant', private.full_name(new.claimant_id),
    'approved', new.status = 'approved', 'by_admin', new.decided_by is not null);
  perform notify.account(new.claimant_id, case new.status when 'approved' then 'claim_approved' else 'claim_refused' end,
    facts, 'claim_decided:' || new.id);
  perform notify.admins('claim_decided', facts, 'claim_decided:' || new.id, new.decided_by);
  -- The business hears what an admin gave away in its name; of what it confirmed itself it knows.
  if new.status = 'approved' and new.decided_by is not null and nullif(btrim(business.business_email), '') is not null
     and not exists (select from auth.users u where u.id = new.claimant_id and lower(u.email) = lower(btrim(business.business_email))) then
    perform notify.address(btrim(business.business_email), 'claim_settled', facts, 'claim_settled:' || new.id);
  end if;
  delete from private.claim_links l where l.claim_id = new.id;
  return null;
end $$;
comment on function notify.claim_decided() is
  'Trigger: claimant, admins and business hear what was decided, whoever decided it.';

create trigger notify_claim_decided after update of status on public.business_claims
  for each row when (old.status = 'pending' and new.status <> 'pending') execute function notify.claim_decided();

create function public.admin_send_claim_link(business_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  business public.businesses;
begin
  perform private.require_admin();
  select * into business from public.businesses b where b.id = admin_send_claim_link.business_id for update;
  if business.id is null then
    raise exception 'This business does not exist.' using errcode = 'PT404';
  end if;
  if business.claimed then
    raise exception 'This business has already been claimed.' using errcode = 'PT409';
  end if;
  if nullif(btrim(business.business_email), '') is null then
    raise exception 'This business has no email address.' using errcode = 'PT409';
  end if;
  if exists (select from private.claim_invitations i where i.business_id = business.id and i.sent_at > now() - interval '1 day') then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtext('admin_send_claim_link'));
  if (select count(*) from private.claim_invitations i where i.sent_at > now() - interval '1 day') >= 200
     or (select count(*) from private.claim_invitations i join public.businesses b on b.id = i.business_id
         where lower(btrim(b.business_email)) = lower(btrim(business.business_email)) and i.sent_at > now() - interval '1 day') >= 3 then
    raise exception 'Enough claim links have been sent today. Please go on tomorrow.'
      using errcode = 'PT429', hint = 'At most 200 a day, and 3 to one address.';
  end if;
  insert into private.claim_invitations (business_id) values (business.id)
  on conflict on constraint claim_invitations_pkey do update set sent_at = now();
  perform notify.address(btrim(business.business_email), 'claim_invitation',
    jsonb_build_object('business', business.business_name, 'business_id', business.id),
    'claim_invitation:' || business.id || ':' || extract(epoch from now()));
  perform audit.record('send claim link', 'businesses', business.id::text, null, null);
  return true;
end $$;
comment on function public.admin_send_claim_link(uuid) is
  'Sends a business its claim link, once in 24 hours however often it is pressed: false when it was sent already.';
grant execute on function public.admin_send_claim_link(uuid) to authenticated;

-- Administration ------------------------------------------------------------------------------------------------------

create function public.get_admin_businesses(
  search text default null, page_size integer default 20, page_offset integer default 0
) returns table (id uuid, business_name text, business_email text, claimed boolean, claim_date timestamptz, owner_name text, created_at timestamptz, link_sent_at timestamptz, total_count bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  pattern text := search.like_pattern(search);
  condition text := case when pattern is null then '' else ' where words like $1' end;
  total bigint;
begin
  perform private.require_admin();
  execute 'select count(*) from search.admin_business_search' || condition into total using pattern;
  return query execute
    'select b.id, b.business_name, b.business_email, b.claimed, b.claim_date,
       nullif(btrim(p.first_name || '' '' || p.last_name), ''''), b.created_at, i.sent_at, $4
     from (select business_id, created_at from search.admin_business_search' || condition || '
       order by created_at desc, business_id limit $2 offset $3) as page
     join public.businesses b on b.id = page.business_id
     left join public.profiles p on p.id = b.owner_user_id
     left join private.claim_invitations i on i.business_id = b.id
     order by page.created_at desc, page.business_id'
    using pattern, least(greatest(page_size, 1), 100), least(greatest(page_offset, 0), 10000000), total;
end $$;
comment on function public.get_admin_businesses(text,integer,integer) is
  'A page of businesses for admins, newest first, with addresses, owners and when the claim link was sent, each row with the total.';
grant execute on function public.get_admin_businesses(text,integer,integer) to authenticated;

-- Reports: content that somebody objects to, decided with reasons and appealed once.

-- Cases ---------------------------------------------------------------------------------------------------------------

create table public.reports (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  case_number text not null generated always as ('R-' || lpad(number::text, 6, '0')) stored unique,
  target_type text not null check (target_type in ('profile', 'job', 'feedback')),
  target_id uuid not null,
  target_label text not null,
  target_path text not null,
  target_owner uuid references public.profiles (id) on delete set null,
  reason text not null check (reason in ('spam', 'misleading', 'offensive', 'illegal', 'impersonation', 'private', 'other')),
  details text check (char_length(details) <= 2000),
  reporter_id uuid references public.profiles (id) on delete set null,
  reporter_email text check (char_length(reporter_email) <= 320),
  state text not null default 'open' check (state in ('open', 'in review', 'upheld', 'rejected', 'appealed')),
  outcome_reason text check (char_length(outcome_reason) <= 2000),
  decided_at timestamptz,
  decisions integer not null default 0,
  appeal_text text check (char_length(appeal_text) <= 2000),
  appealed_at timestamptz,
  link_key uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (state not in ('upheld', 'rejected') or (decided_at is not null and outcome_reason is not null)),
  check (state <> 'appealed' or appealed_at is not null)
);
comment on table public.reports is
  'One case about a profile, job or feedback: open, in review, upheld or rejected, perhaps appealed once and decided again.';
comment on column public.reports.target_owner is 'Whom the report concerns: told when it is upheld.';
comment on column public.reports.link_key is
  'Stands in the links of the case''s mails: whoever holds it sees how the case stands and may appeal. Nobody may select it.';
create index reports_queue on public.reports (state, created_at, id);
create index reports_of_target on public.reports (target_type, target_id, created_at desc);
create index reports_of_reporter on public.reports (reporter_id, created_at desc);
create index reports_of_email on public.reports (reporter_email, created_at desc);
create index reports_of_owner on public.reports (target_owner);
create index reports_newest on public.reports (created_at desc);
alter table public.reports enable row level security;
grant select (id, number, case_number, target_type, target_id, target_label, target_path, target_owner, reason, details,
  reporter_id, reporter_email, state, outcome_reason, decided_at, decisions, appeal_text, appealed_at, created_at,
  updated_at) on public.reports to authenticated;
create policy "admins read" on public.reports for select to authenticated using ((select private.is_admin()));

create table public.report_events (
  id bigint generated always as identity primary key,
  report_id uuid not null references public.reports (id) on delete cascade,
  state text not null,
  note text,
  actor_id uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.report_events is
  'What became of a case, step by step; actor_id is the admin, or null for whoever reported.';
create index report_events_of_report on public.report_events (report_id, id);
create index report_events_of_actor on public.report_events (actor_id);
alter table public.report_events enable row level security;
grant select on public.report_events to authenticated;
create policy "admins read" on public.report_events for select to authenticated using ((select private.is_admin()));

create trigger set_updated_at before update on public.reports
  for each row execute function private.set_updated_at();

create function public.report_case(
  case_number text, link_key uuid
) returns table (target_label text, reason text, details text, state text, created_at timestamptz, outcome_reason text, decided_at timestamptz, appeal_text text, may_appeal boolean)
language sql stable security definer set search_path = '' as $$
  select r.target_label, r.reason, r.details, r.state, r.created_at, r.outcome_reason, r.decided_at, r.appeal_text,
    r.state in ('upheld', 'rejected') and r.appealed_at is null and r.decided_at > now() - interval '6 months'
  from public.reports r
  where r.case_number = report_case.case_number and r.link_key = report_case.link_key
$$;
comment on function public.report_case(text,uuid) is
  'How a case stands, for whoever holds the link of its mails; nothing otherwise.';
grant execute on function public.report_case(text,uuid) to anon, authenticated;

-- Reporting -----------------------------------------------------------------------------------------------------------

create function public.report_content(
  target_type text, target_id uuid, reason text, details text default null, email text default null
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  address text := lower(nullif(btrim(email), ''));
  label text;
  path text;
  owner uuid;
  made public.reports;
begin
  if me is not null then address := null; end if;
  if target_type = 'profile' then
    select coalesce(nullif(btrim(p.business_name), ''), p.name), '/directory/' || p.user_id, p.user_id
      into label, path, owner from public.public_providers p where p.user_id = target_id;
  elsif target_type = 'job' then
    select j.title, '/job-directory?job=' || j.id, j.user_id
      into label, path, owner from public.jobs j where j.id = target_id and j.status = 'open';
  elsif target_type = 'feedback' then
    select f.title, '/directory/' || f.provider_id || '?tab=feedback', f.user_id
      into label, path, owner from public.feedback f where f.id = target_id and f.is_public;
  end if;
  if label is null then
    raise exception 'What you report cannot be seen any more.' using errcode = 'PT404';
  end if;
  if reason is null or reason not in ('spam', 'misleading', 'offensive', 'illegal', 'impersonation', 'private', 'other') then
    raise exception 'Please choose a reason' using errcode = 'PT400';
  end if;
  if reason = 'other' and (details is null or details !~ '\S') then
    raise exception 'Please say what is wrong' using errcode = 'PT400';
  end if;
  if char_length(details) > 2000 then
    raise exception 'Please use at most 2,000 characters' using errcode = 'PT400';
  end if;
  if address is not null and (char_length(address) > 200 or address !~ '^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]{2,}$') then
    raise exception 'Invalid email address' using errcode = 'PT400';
  end if;
  -- One report of a thing after the other: two at once would both be the first of their reporter.
  perform pg_advisory_xact_lock(hashtext('report_content'), hashtext(target_id::text));
  select * into made from public.reports r
    where r.target_type = report_content.target_type and r.target_id = report_content.target_id
      and r.state in ('open', 'in review') and (r.reporter_id = me
        -- An address is not proven: only who repeats the very words of a moment ago is told of that case, or
        -- anybody could ask whether somebody else has reported them.
        or (r.reporter_email = address and r.created_at > now() - interval '10 minutes'
          and r.reason = report_content.reason
          and r.details is not distinct from nullif(btrim(report_content.details, E' \t\r\n'), ''))) limit 1;
  if made.id is not null then
    return made.case_number;
  end if;
  -- By network and account alone, and about one thing less: nobody can use up the reports of others, least of
  -- all who is reported.
  perform private.enforce_rate_limit('report', 10, 3600, 'You have sent many reports. Please try again in an hour.');
  if me is null then
    perform private.enforce_rate_limit('report ' || target_id, 3, 3600, 'You have sent many reports. Please try again in an hour.');
  end if;
  insert into public.reports (target_type, target_id, target_label, target_path, target_owner, reason, details, reporter_id, reporter_email)
  values (report_content.target_type, report_content.target_id, left(label, 200), path, owner, report_content.reason,
    nullif(btrim(report_content.details, E' \t\r\n'), ''), me, address)
  returning * into made;
  insert into public.report_events (report_id, state) values (made.id, 'open');
  -- A visitor's address is not proven. It is sent no more than three mails an hour, and all of them together no
  -- more than two hundred: the report is taken all the same, and its number is on the screen.
  if me is not null or (
    (select count(*) <= 3 from public.reports r where r.reporter_email = address and r.created_at > now() - interval '1 hour')
    and (select count(*) <= 200 from public.reports r where r.reporter_id is null and r.reporter_email is not null
      and r.created_at > now() - interval '1 hour')) then
    perform notify.reporter(made.id, 'report_received', 'report_received:' || made.id);
  end if;
  return made.case_number;
end $$;
comment on function public.report_content(text,uuid,text,text,text) is
  'Reports what the caller can see; needs no account. Gives the case number; the same report twice is one case.';
grant execute on function public.report_content(text,uuid,text,text,text) to anon, authenticated;

-- Notifications -------------------------------------------------------------------------------------------------------

create function notify.reporter(case_id uuid, kind text, key text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found public.reports;
  facts jsonb;
begin
  select * into found from public.reports where id = case_id;
  facts := jsonb_build_object('case_number', found.case_number, 'link_key', found.link_key, 'label', found.target_label,
    'state', found.state, 'reason', found.outcome_reason, 'appealed', found.appealed_at is not null);
  if found.reporter_id is not null then
    perform notify.account(found.reporter_id, kind, facts, key);
  elsif found.reporter_email is not null then
    -- Whoever owns this address may have asked for nothing: until one of us has decided, words that others
    -- chose (a name, a title) stay out of it.
    perform notify.address(found.reporter_email, kind,
      case when kind = 'report_received' then facts - 'label' else facts end, key);
  end if;
end $$;
comment on function notify.reporter(uuid,text,text) is 'Writes to whoever reported, if they can be reached.';

-- Appeals -------------------------------------------------------------------------------------------------------------

create function public.appeal_report(case_number text, link_key uuid, words text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found public.reports;
begin
  select * into found from public.reports r
    where r.case_number = appeal_report.case_number and r.link_key = appeal_report.link_key for update;
  if found.id is null then
    raise exception 'This case does not exist.' using errcode = 'PT404';
  end if;
  if found.appealed_at is not null then
    raise exception 'This case has been appealed already.' using errcode = 'PT409';
  end if;
  if found.state not in ('upheld', 'rejected') or found.decided_at <= now() - interval '6 months' then
    raise exception 'This case cannot be appealed at present.' using errcode = 'PT409';
  end if;
  if words is null or words !~ '\S' then
    raise exception 'Please say why you disagree' using errcode = 'PT400';
  end if;
  if char_length(words) > 2000 then
    raise exception 'Please use at most 2,000 characters' using errcode = 'PT400';
  end if;
  update public.reports set state = 'appealed', appealed_at = now(), appeal_text = btrim(words, E' \t\r\n') where id = found.id;
  insert into public.report_events (report_id, state, note) values (found.id, 'appealed', btrim(words, E' \t\r\n'));
end $$;
comment on function public.appeal_report(text,uuid,text) is
  'Appeals a decided case once, within six months, with the link of its mail.';
grant execute on function public.appeal_report(text,uuid,text) to anon, authenticated;

-- Administration ------------------------------------------------------------------------------------------------------

create function public.admin_take_report(report_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update public.reports set state = 'in review' where id = admin_take_report.report_id and state = 'open';
  if not found then
    raise exception 'This case is no longer open.' using errcode = 'PT409';
  end if;
  insert into public.report_events (report_id, state, actor_id)
  values (admin_take_report.report_id, 'in review', (select auth.uid()));
  perform audit.record('take report', 'reports', admin_take_report.report_id::text,
    jsonb_build_object('state', 'open'), jsonb_build_object('state', 'in review'));
end $$;
comment on function public.admin_take_report(uuid) is
  'Takes an open case into review; a second admin is told that it is taken.';
grant execute on function public.admin_take_report(uuid) to authenticated;

create function public.admin_decide_report(report_id uuid, uphold boolean, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.reports;
  decided public.reports;
begin
  perform private.require_admin();
  if reason is null or reason !~ '\S' then
    raise exception 'A reason is required' using errcode = 'PT400';
  end if;
  if char_length(reason) > 2000 or uphold is null then
    raise exception 'Please use at most 2,000 characters' using errcode = 'PT400';
  end if;
  select * into before from public.reports where id = admin_decide_report.report_id for update;
  if before.id is null then
    raise exception 'This case does not exist.' using errcode = 'PT404';
  end if;
  if before.state not in ('open', 'in review', 'appealed') then
    raise exception 'This case has been decided already.' using errcode = 'PT409';
  end if;
  update public.reports r set state = case when uphold then 'upheld' else 'rejected' end,
    outcome_reason = btrim(admin_decide_report.reason, E' \t\r\n'), decided_at = now(), decisions = r.decisions + 1
  where r.id = before.id returning * into decided;
  insert into public.report_events (report_id, state, note, actor_id)
  values (decided.id, decided.state, decided.outcome_reason, (select auth.uid()));
  perform audit.record('decide report', 'reports', decided.id::text, jsonb_build_object('state', before.state),
    jsonb_build_object('state', decided.state, 'case_number', decided.case_number), decided.outcome_reason);
  perform notify.reporter(decided.id, 'report_outcome', 'report_outcome:' || decided.id || ':' || decided.decisions);
  if decided.state = 'upheld' and decided.target_owner is not null then
    perform notify.account(decided.target_owner, 'report_upheld', jsonb_build_object('case_number', decided.case_number,
      'label', decided.target_label, 'type', decided.target_type, 'reason', decided.outcome_reason),
      'report_upheld:' || decided.id || ':' || decided.decisions);
  end if;
end $$;
comment on function public.admin_decide_report(uuid,boolean,text) is
  'Upholds or rejects a case with reasons, which whoever reported is told, and the person concerned when it is upheld.';
grant execute on function public.admin_decide_report(uuid,boolean,text) to authenticated;

-- Search: how typed words become terms: synonyms, slips of the keyboard, towns and distances.

-- Words ---------------------------------------------------------------------------------------------------------------

create table search.terms (
  kind text not null check (kind in ('token', 'word')),
  term text collate "C" not null,
  lexeme text,
  listings bigint not null,
  latitude real,
  longitude real,
  primary key (kind, term)
) with (fillfactor = 70);
alter table search.terms set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 200);
comment on table search.terms is
  'How many listings have each town (a token, ''@leeds''), and each word as written with its lexeme. Kept by triggers, exact at every commit.';
comment on column search.terms.latitude is 'Of a town''s token: where it is, when that is known.';
create index terms_towns on search.terms using gin (term extensions.gin_trgm_ops)
  where kind = 'token' and term >= '@' and term < 'A';
create index terms_spelling on search.terms using gin (term extensions.gin_trgm_ops) where kind = 'word';
create index terms_positions on search.terms (latitude) where latitude is not null;

create function search.split_words(text) returns text[]
language sql immutable parallel safe as $$
  select coalesce(array_agg(left(word, 40) order by nr), '{}') from regexp_split_to_table(lower(
      regexp_replace(normalize(coalesce($1, ''), NFKD), '[\u0300-\u036f’''`]', '', 'g')), '[^[:alnum:]]+')
    with ordinality as split (word, nr) where word <> ''
$$;
comment on function search.split_words(text) is
  'A text as words of letters and digits: small, without accents and apostrophes, in their order.';
grant execute on function search.split_words(text) to authenticated, service_role;

create function search.distinct_words(words text[]) returns text[]
language sql stable set search_path = '' as $$
  select array(select distinct word from unnest(words) as word
    where char_length(word) > 1 and ts_lexize('pg_catalog.english_stem', word) <> '{}' order by 1)
$$;
comment on function search.distinct_words(text[]) is
  'Each word once, without those that say nothing (''the'', ''and'').';

create function search.find_lexemes(word text, unfinished boolean) returns text[]
language plpgsql stable as $$
declare
  stem text := (ts_lexize('pg_catalog.english_stem', word))[1];
  found text[];
begin
  if char_length(word) > 1 and exists (select from search.terms where kind = 'word' and term = word) then
    return array[stem];
  end if;
  if unfinished and char_length(word) = 1 then
    -- Every word that begins with a letter has one token.
    return array['^' || word];
  end if;
  if unfinished then
    -- At most the 40 most frequent: what begins with two letters is narrowed by typing on.
    select array_agg(begun.lexeme) into found from (
      select t.lexeme from search.terms t
      where t.kind = 'word' and t.term >= word and t.term < word || chr(1114111)
      group by t.lexeme order by sum(t.listings) desc, t.lexeme limit 40) as begun;
  end if;
  if exists (select from search.term_sets where term = stem) and not coalesce(stem = any (found), false) then
    found := found || stem;
  end if;
  return found;
end $$;
comment on function search.find_lexemes(text,boolean) is
  'The lexemes in use that a word stands for, an unfinished one for all that begin with it; null when it is unknown.';

create function search.nearest_word(word text) returns text
language plpgsql stable as $$
declare
  letters constant text[] := string_to_array('abcdefghijklmnopqrstuvwxyz', null);
  behind text;
  letter text;
  tried text[] := '{}';
  near text;
begin
  -- Most slips are one letter too many, too few or wrong: those words are looked up, however many others there are.
  for at in 0 .. char_length(word) loop
    behind := substr(word, at + 1);
    tried := tried || (left(word, at) || substr(behind, 2));
    foreach letter in array letters loop
      tried := tried || (left(word, at) || letter || behind) || (left(word, at) || letter || substr(behind, 2));
    end loop;
  end loop;
  select term into near from (
    select t.term, t.listings from search.terms t where t.kind = 'word' and t.term = any (tried)
    union all select s.term, 1 from public.search_synonyms s where s.term = any (tried)) as known
  where char_length(term) > 3 and term operator(extensions.%) word
  order by term <> word, left(term, 1) <> left(word, 1), extensions.similarity(term, word) desc, listings desc, term
  limit 1;
  if found then
    return near;
  end if;
  -- One slip in four letters, two in five or more; transposed letters count as two.
  select term into near from (
    select t.term, t.listings from search.terms t
      where t.kind = 'word' and t.term operator(extensions.%) word
    union all select s.term, 1 from public.search_synonyms s
      where s.term operator(extensions.%) word and strpos(s.term, ' ') = 0) as known
  where abs(char_length(term) - char_length(word)) <= 2 and char_length(term) > 3
    and extensions.levenshtein_less_equal(term, word, 2) <= case when char_length(word) = 4 then 1 else 2 end
  order by extensions.levenshtein_less_equal(term, word, 2), left(term, 1) <> left(word, 1),
    extensions.similarity(term, word) desc, listings desc, term
  limit 1;
  return near;
end $$;
comment on function search.nearest_word(text) is 'The known word that was probably meant, or null.';

create function search.locate_town() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select at.latitude, at.longitude into new.latitude, new.longitude from search.locate(substr(new.term, 2)) as at;
  return new;
end $$;
comment on function search.locate_town() is 'Trigger: finds out where a new town is.';

create trigger locate_town before insert on search.terms
  for each row when (new.kind = 'token' and new.term >= '@' and new.term < 'A') execute function search.locate_town();

create function search.searchable_text(texts text[]) returns text
language sql immutable set search_path = '' as $$
  select ' ' || lower(regexp_replace(array_to_string(texts, ' '), '\s+', ' ', 'g'))
$$;
comment on function search.searchable_text(text[]) is
  'What is searched: every text in small letters, each word after a space.';

create function search.parse_words(
  typed text, OUT terms text[], OUT alternatives integer[], OUT groups integer[], OUT corrected text, OUT known
  boolean
) returns record
language plpgsql stable as $$
declare
  plain text := lower(btrim(typed));
  words text[] := case when plain ~ '^[a-z]{1,40}$' then array[plain] else (search.split_words(left(typed, 200)))[:12] end;
  n int := cardinality(words);
  only_little boolean;
  at int := 1;
  wide int;
  slips int := 0;
  said int := 0;
  meanings text[];
  phrases text[];
  near text;
begin
  known := true;
  terms := '{}';
  alternatives := '{}';
  groups := '{}';
  if n = 0 then
    known := coalesce(btrim(typed), '') = '';
    return;
  end if;
  while at <= n loop
    meanings := null;
    select array_length(string_to_array(s.term, ' '), 1), array_agg(s.means) into wide, meanings
    from public.search_synonyms s
    where s.term = any (array[words[at], words[at] || ' ' || words[at + 1], words[at] || ' ' || words[at + 1] || ' ' || words[at + 2]])
    group by s.term order by char_length(s.term) desc limit 1;
    wide := coalesce(wide, 1);
    if wide = 1 and ts_lexize('pg_catalog.english_stem', words[at]) = '{}' then
      only_little := coalesce(only_little,
        not exists (select from unnest(words) as word where ts_lexize('pg_catalog.english_stem', word) <> '{}'));
      if meanings is null or not only_little then
        at := at + 1;
        continue;
      end if;
    end if;
    if meanings is null then
      phrases := search.find_lexemes(words[at], at = n);
      if phrases is null and slips < 2 and char_length(words[at]) between 4 and 30 and words[at] !~ '[0-9]' then
        near := search.nearest_word(words[at]);
        if near is not null then
          slips := slips + 1;
          words[at] := near;
          continue;
        end if;
      end if;
    else
      -- Each alternative is lexemes that must all be there.
      select array_agg(distinct together) into phrases from (
        select (select string_agg((ts_lexize('pg_catalog.english_stem', word))[1], ' ') from unnest(search.split_words(phrase)) as word) as together
        from unnest(meanings || array_to_string(words[at : at + wide - 1], ' ')) as phrase) as said
      where together is not null;
    end if;
    if phrases is null then
      known := false;
      return;
    end if;
    said := said + 1;
    for nr in 1 .. cardinality(phrases) loop
      terms := terms || string_to_array(phrases[nr], ' ');
      groups := groups || array_fill(said, array[cardinality(terms) - cardinality(groups)]);
      alternatives := alternatives || array_fill(nr, array[cardinality(terms) - cardinality(alternatives)]);
    end loop;
    at := at + wide;
  end loop;
  if slips > 0 then
    corrected := array_to_string(words, ' ');
  end if;
end $$;
comment on function search.parse_words(text) is
  'What somebody typed, as terms: of each group one alternative must be held with all its terms. Not known: nobody can be found.';

-- Synonyms ------------------------------------------------------------------------------------------------------------

create table public.search_synonyms (
  id uuid primary key default gen_random_uuid(),
  term text not null check (char_length(term) between 1 and 60),
  means text not null check (char_length(means) between 1 and 60),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (term, means),
  check (term <> means)
);
comment on table public.search_synonyms is
  'What people type, and what else it finds: ''sparky'' also finds ''electrician'', not the other way round. Up to three words; admins edit it.';
create index search_synonyms_spelling on public.search_synonyms using gin (term extensions.gin_trgm_ops);
alter table public.search_synonyms enable row level security;
grant select, delete on public.search_synonyms to authenticated;
grant insert (term, means) on public.search_synonyms to authenticated;
grant update (term, means) on public.search_synonyms to authenticated;
create policy "admins read" on public.search_synonyms for select to authenticated using ((select private.is_admin()));
create policy "admins add" on public.search_synonyms for insert to authenticated with check ((select private.is_admin()));
create policy "admins change" on public.search_synonyms for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "admins remove" on public.search_synonyms for delete to authenticated using ((select private.is_admin()));

create function search.normalise_synonym() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.term := array_to_string((search.split_words(new.term))[:3], ' ');
  new.means := array_to_string((search.split_words(new.means))[:3], ' ');
  new.updated_at := now();
  return new;
end $$;
comment on function search.normalise_synonym() is 'Trigger: a synonym is kept as the search reads words.';
grant execute on function search.normalise_synonym() to authenticated, service_role;

create trigger normalise_synonym before insert or update on public.search_synonyms
  for each row execute function search.normalise_synonym();
create trigger log_admin_change after insert or update or delete on public.search_synonyms
  for each row execute function audit.log_admin_change('id');
create trigger invalidate_responses after insert or delete on public.search_synonyms
  for each row execute function private.invalidate_responses();
create trigger invalidate_responses_on_update after update on public.search_synonyms
  for each row when (old.* is distinct from new.*) execute function private.invalidate_responses();
create trigger invalidate_responses_on_truncate after truncate on public.search_synonyms
  for each statement execute function private.invalidate_responses();

create function search.load_synonyms(content text, previous text default null) returns void
language plpgsql set search_path = '' as $$
begin
  -- Rows from before the file was first loaded are those of the file, as far as admins left them.
  if previous is null and exists (select from public.search_synonyms) then return; end if;
  delete from public.search_synonyms s using private.csv_rows(previous) as gone
  where (s.term, s.means) = (gone[1], gone[2])
    and (s.term, s.means) not in (select row[1], row[2] from private.csv_rows(content) as row);
  insert into public.search_synonyms (term, means)
  select row[1], row[2] from private.csv_rows(content) as row
  where previous is null or (row[1], row[2]) not in (select known[1], known[2] from private.csv_rows(previous) as known)
  on conflict (term, means) do nothing;
end $$;
comment on function search.load_synonyms(text,text) is
  'Carries changes of supabase/seed/synonyms.csv into the synonyms; what admins added or removed stays so.';

-- Places --------------------------------------------------------------------------------------------------------------

create table search.places (
  kind text not null check (kind in ('town', 'area', 'outward')),
  name text collate "C" not null check (name <> ''),
  town text,
  latitude real not null check (latitude between 49 and 61.5),
  longitude real not null check (longitude between -9 and 2.5),
  primary key (kind, name)
);
comment on table search.places is
  'Where towns, postcode areas (''ls'') and outward codes (''ls6'') of the United Kingdom are. Outward codes go before areas and are empty until somebody loads a list.';
comment on column search.places.town is 'Of an area: the town whose position stands for it.';
alter table search.places enable row level security;

create function search.normalise_place(location text) returns text
language sql immutable parallel safe as $$
  select nullif(lower(btrim(regexp_replace(left(location, 120), '\s+', ' ', 'g'))), '')
$$;
comment on function search.normalise_place(text) is
  'A location as it is compared: small, with single spaces; null when there is none.';

create function search.distance_in_miles(
  from_latitude real, from_longitude real, to_latitude real, to_longitude real
) returns double precision
language sql immutable parallel safe as $$
  -- On a plane: within one country the earth's shape changes it by less than half of one per cent.
  select 69.09 * sqrt(power(to_latitude - from_latitude, 2)
    + power((to_longitude - from_longitude) * cos(radians((to_latitude + from_latitude) / 2)), 2))
$$;
comment on function search.distance_in_miles(real,real,real,real) is 'Miles between two points of the United Kingdom.';

create function search.outward_code(text) returns text
language sql immutable parallel safe as $$
  select (regexp_match(lower(left($1, 120)), '\m([a-z]{1,2}[0-9][0-9a-z]?)\s*(?:[0-9][a-z]{2})?\M'))[1]
$$;
comment on function search.outward_code(text) is
  'The first half of a postcode in a text, small; the second half is read by nobody.';

-- Estimates of a thousand rows for each generate_series made the planner hash all places; now each name is looked up.
create function search.locate(
  typed text, OUT latitude real, OUT longitude real, OUT name text, OUT area text
) returns record
language plpgsql stable as $$
declare
  words text[] := (array_replace(search.split_words(left(typed, 120)), 'saint', 'st'))[:12];
  code text := search.outward_code(typed);
  said text;
begin
  if code is not null then
    select p.latitude, p.longitude, upper(code) into latitude, longitude, name
    from search.places p where p.kind = 'outward' and p.name = code;
    if found then
      return;
    end if;
  end if;
  -- 'York Road, Leeds': what stands alone between commas goes first; then the longest name; then the last.
  foreach said in array coalesce(string_to_array(left(typed, 120), ','), '{}') loop
    select p.latitude, p.longitude, p.name into latitude, longitude, name from search.places p
    where p.kind = 'town' and p.name = array_to_string(array_replace(search.split_words(said), 'saint', 'st'), ' ');
    if found then
      return;
    end if;
  end loop;
  for wide in reverse least(4, cardinality(words)) .. 1 loop
    for at in reverse cardinality(words) - wide + 1 .. 1 loop
      select p.latitude, p.longitude, p.name into latitude, longitude, name from search.places p
      where p.kind = 'town' and p.name = array_to_string(words[at : at + wide - 1], ' ');
      if found then
        return;
      end if;
    end loop;
  end loop;
  if code is not null then
    select p.latitude, p.longitude, p.town, upper(p.name) into latitude, longitude, name, area
    from search.places p where p.kind = 'area' and p.name = substring(code from '^[a-z]+');
  end if;
end $$;
comment on function search.locate(text) is
  'Where a text says that something is: by outward code, by town, or else by the postcode''s area; all null when it names no place that is known.';

create function search.nearest_place(typed text) returns text
language sql stable set search_path = '' as $$
  select known.name from (
    select p.name, coalesce(t.listings, 0) as listings from search.places p
      left join search.terms t on t.kind = 'token' and t.term = '@' || p.name
      where p.kind = 'town'
    union all select substr(t.term, 2), t.listings from search.terms t
      where t.kind = 'token' and t.term >= '@' and t.term < 'A') as known
  where char_length(typed) between 4 and 40 and case when abs(char_length(known.name) - char_length(typed)) <= 2
      then extensions.levenshtein_less_equal(known.name, typed, 2) <= case when char_length(typed) = 4 then 1 else 2 end
        -- Two letters in the wrong order leave a short name little to be recognised by.
        and extensions.similarity(known.name, typed) >= 0.2 end
  -- Somewhere with nobody in it is seldom what was meant.
  order by extensions.levenshtein_less_equal(known.name, typed, 2) + (known.listings = 0)::int, left(known.name, 1) <> left(typed, 1),
    known.listings desc, extensions.similarity(known.name, typed) desc, known.name
  limit 1
$$;
comment on function search.nearest_place(text) is 'The known place that was probably meant, or null.';

create function search.parse_place(
  typed text, said text, radius integer, OUT service text, OUT place text, OUT within integer, OUT latitude real,
  OUT longitude real, OUT name text, OUT area text, OUT corrected boolean
) returns record
language plpgsql stable as $$
declare
  spoken text[];
  located record;
begin
  service := left(typed, 200);
  said := nullif(btrim(left(said, 120)), '');
  within := radius;
  corrected := false;
  if said is null and service ~* '\m(near|within)\M' then
    spoken := regexp_match(service, '^(.*)\mwithin\s+(\d{1,3})\s*mi(?:les?)?\s+of\s+(\S.*)$', 'i');
    if spoken is null then
      spoken := regexp_match(service, '^(.*)\m(near)\s+(\S.*)$', 'i');
      spoken[2] := case when spoken is not null then '10' end;
    end if;
    if (search.locate(spoken[3])).latitude is not null then
      service := spoken[1];
      said := spoken[3];
      within := coalesce(within, spoken[2]::int);
    end if;
  elsif said ~* '^within\M' then
    spoken := regexp_match(said, '^within\s+(\d{1,3})\s*mi(?:les?)?\s+of\s+(\S.*)$', 'i');
    said := coalesce(spoken[2], said);
    within := coalesce(within, spoken[1]::int);
  end if;
  place := search.normalise_place(said);
  if place is null then
    return;
  end if;
  -- Who writes a town and nothing else is understood at once.
  select p.latitude, p.longitude, p.name into latitude, longitude, name from search.places p where p.kind = 'town' and p.name = place;
  if found then
    within := case when within is not null then least(greatest(within, 1), 200) end;
    return;
  end if;
  located := search.locate(place);
  -- Signs are no slip of the keyboard.
  if located.latitude is null and place !~ '[^[:alnum:] ''.,-]' and not exists (select from search.terms t where t.kind = 'token' and t.term >= '@' and t.term < 'A'
      and t.term like '@%' || replace(replace(replace(place, '\', '\\'), '%', '\%'), '_', '\_') || '%') then
    name := search.nearest_place(place);
    if name is not null then
      corrected := true;
      place := name;
      located := search.locate(place);
    end if;
  end if;
  latitude := located.latitude;
  longitude := located.longitude;
  area := located.area;
  name := coalesce(located.name, name);
  within := case when within is not null then least(greatest(within, 1), 200) end;
  if within is null and latitude is not null and search.outward_code(place) is not null
      and not exists (select from search.terms t where t.kind = 'token' and t.term = '@' || place) then
    -- Who gives a postcode means what is around it.
    within := 10;
  end if;
end $$;
comment on function search.parse_place(text,text,integer) is
  'What was typed as service and place, told apart: ''plumber near Leeds'' and ''within 10 miles of LS6'' are understood, slips are put right.';

create function search.find_nearby_towns(
  from_latitude real, from_longitude real, radius integer
) returns table (term text, listings bigint, miles double precision)
language sql stable as $$
  select t.term, t.listings, away.miles from search.terms t
  cross join lateral search.distance_in_miles(from_latitude, from_longitude, t.latitude, t.longitude) as away (miles)
  where t.latitude between from_latitude - coalesce(radius, 1000) / 69.0 and from_latitude + coalesce(radius, 1000) / 69.0
    and away.miles <= coalesce(radius, 1000)
  order by away.miles, t.term
$$;
comment on function search.find_nearby_towns(real,real,integer) is
  'The tokens of the towns in a circle, nearest first.';

create function search.town_of_location(location text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when town ~ '[0-9]' then null else nullif(town, '') end
  from (select btrim(regexp_replace(split_part(left(location, 120), ',', 1), '\s+', ' ', 'g')) as town) as written
$$;
comment on function search.town_of_location(text) is
  'The town of a location: what stands before the first comma, unless it is a postcode.';

create function search.is_located(place text) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(
    (select t.latitude is not null from search.terms t where t.kind = 'token' and t.term = '@' || place),
    (search.locate(place)).latitude is not null)
$$;
comment on function search.is_located(text) is
  'Whether it is known where a place is: as its town''s term says, or will say.';

create trigger invalidate_responses after insert or update or delete or truncate on search.places
  for each statement execute function private.invalidate_responses();

create function search.find_towns(place text) returns text[]
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan' set enable_seqscan = off set enable_indexscan = 'off' set enable_indexonlyscan = 'off' as $$
begin
  -- By search_terms_towns. The planner takes the towns for three and would read all of them.
  return (select array_agg(term) from search.terms
    where kind = 'token' and term >= '@' and term < 'A'
      and term like '@%' || replace(replace(replace(place, '\', '\\'), '%', '\%'), '_', '\_') || '%');
end $$;
comment on function search.find_towns(text) is
  'The tokens of towns whose name contains these letters, three at least; null for none.';

create function search.load_places(content text, previous text default null) returns void
language plpgsql set search_path = '' as $$
declare
  removed integer;
  written integer;
begin
  -- Outward codes are loaded by the operator and are not in the file.
  delete from search.places p where p.kind <> 'outward'
    and (p.kind, p.name) not in (select row[1], row[2] from private.csv_rows(content) as row);
  get diagnostics removed = row_count;
  insert into search.places as p (kind, name, town, latitude, longitude)
  select row[1], row[2], nullif(row[3], ''), row[4]::real, row[5]::real from private.csv_rows(content) as row
  on conflict (kind, name) do update set town = excluded.town, latitude = excluded.latitude, longitude = excluded.longitude
    where (p.town, p.latitude, p.longitude) is distinct from (excluded.town, excluded.latitude, excluded.longitude);
  get diagnostics written = row_count;
  if removed + written > 0 then
    update search.terms t set latitude = at.latitude, longitude = at.longitude
    from search.terms s cross join lateral search.locate(substr(s.term, 2)) as at
    where s.kind = 'token' and s.term >= '@' and s.term < 'A' and (t.kind, t.term) = (s.kind, s.term)
      and (t.latitude, t.longitude) is distinct from (at.latitude, at.longitude);
    update search.job_places j set latitude = at.latitude, longitude = at.longitude
    from search.job_places s cross join lateral search.locate(s.name) as at
    where j.id = s.id and s.id > 0 and (j.latitude, j.longitude) is distinct from (at.latitude, at.longitude);
  end if;
end $$;
comment on function search.load_places(text,text) is
  'Makes towns and postcode areas what supabase/seed/places.csv says, and moves what was located by them.';

-- Search: the directory. Conditions are sets of listings, kept as bits by slot; totals are counts of bits
-- and a page is found by rank (docs/decisions/0017-search-in-sets.md).

-- Sets of listings ----------------------------------------------------------------------------------------------------

create table search.listing_changes (
  transaction xid8 not null default pg_current_xact_id(),
  tokens_in text[] not null,
  tokens_out text[] not null,
  words_in text[] not null,
  words_out text[] not null,
  slot integer not null
);
comment on table search.listing_changes is
  'What the running transaction changed in listings; counted and emptied when it commits.';
create index listing_changes_of_transaction on search.listing_changes (transaction);

create table search.term_sets (
  term text collate "C",
  part smallint,
  members pg_catalog."bit" check (length(members) = 16384),
  dense pg_catalog."bit" check (length(dense) = 16384),
  primary key (term, part),
  check (num_nonnulls(members, dense) = 1)
) with (fillfactor = 80);
alter table search.term_sets alter column members set storage main;
alter table search.term_sets alter column dense set storage plain;
alter table search.term_sets set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500);
comment on table search.term_sets is
  'Which listings hold each token (''*'' is all of them): bit n of part p is slot 16384 p + n. Kept by trigger, exact at every commit.';
comment on column search.term_sets.members is 'Those of a part that has fewer than 32, compressed.';
comment on column search.term_sets.dense is
  'Those of a part that has more, as they are: unpacking takes ten times as long as reading.';
alter table search.term_sets enable row level security;

create function search.log_listing_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  tokens_before text[] := case when tg_op = 'INSERT' then '{}' else tsvector_to_array(old.document) end;
  tokens_after text[] := case when tg_op = 'DELETE' then '{}' else tsvector_to_array(new.document) end;
  words_before text[] := case when tg_op = 'INSERT' then '{}' else old.words end;
  words_after text[] := case when tg_op = 'DELETE' then '{}' else new.words end;
begin
  -- First, because a transaction may have asked for its constraints at once.
  perform set_config('search.uncounted', 'yes', true);
  insert into search.listing_changes (slot, tokens_in, tokens_out, words_in, words_out) values (
    case when tg_op = 'DELETE' then old.slot else new.slot end,
    array(select unnest(tokens_after) except select unnest(tokens_before) union all select '*' where tg_op = 'INSERT'),
    array(select unnest(tokens_before) except select unnest(tokens_after) union all select '*' where tg_op = 'DELETE'),
    array(select unnest(words_after) except select unnest(words_before)),
    array(select unnest(words_before) except select unnest(words_after)));
  return null;
end $$;
comment on function search.log_listing_change() is 'Trigger: notes what a listing gained and lost.';

create trigger log_listing_change after insert or delete on search.listings
  for each row execute function search.log_listing_change();
create trigger log_listing_change_on_update after update on search.listings
  for each row when (old.document is distinct from new.document or old.words is distinct from new.words)
  execute function search.log_listing_change();

create function search.apply_changes_at_commit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  gone jsonb;
begin
  -- One counting serves every change of the transaction.
  if current_setting('search.uncounted', true) is distinct from 'yes' then
    return null;
  end if;
  perform set_config('search.uncounted', 'no', true);
  -- In one order everywhere, so that two transactions that share words wait for, and never on, each other.
  with written as (
    insert into search.term_sets as s (term, part, members, dense)
    select step.term, step.part, case when bit_count(step.members) < 32 then step.members end,
      case when bit_count(step.members) >= 32 then step.members end
    from search.pending_set_changes(pg_current_xact_id()) as step order by step.term, step.part
    on conflict (term, part) do update set (members, dense) = (
      select case when bit_count(now.members) < 32 then now.members end, case when bit_count(now.members) >= 32 then now.members end
      from (select coalesce(s.dense, s.members) # coalesce(excluded.dense, excluded.members) as members) as now)
    returning term, part, members)
  select jsonb_agg(jsonb_build_array(term, part)) into gone from written where bit_count(members) = 0;
  if gone is not null then
    delete from search.term_sets s using jsonb_array_elements(gone) as one
    where s.term = one ->> 0 and s.part = (one ->> 1)::smallint and bit_count(s.members) = 0;
  end if;
  with changes as (delete from search.listing_changes where transaction = pg_current_xact_id() returning *),
  counted as (
    insert into search.terms as t (kind, term, lexeme, listings)
    select kind, term, case when kind = 'word' then (ts_lexize('pg_catalog.english_stem', term))[1] end, sum(step)
    from (select 'token' as kind, unnest(tokens_in) collate "C" as term, 1 as step from changes
      union all select 'token', unnest(tokens_out), -1 from changes
      union all select 'word', unnest(words_in), 1 from changes
      union all select 'word', unnest(words_out), -1 from changes) as steps
    where kind = 'word' or (term >= '@' and term < 'A')
    group by kind, term having sum(step) <> 0 order by kind, term
    on conflict (kind, term) do update set listings = t.listings + excluded.listings
    returning kind, term, listings)
  select jsonb_agg(jsonb_build_array(kind, term)) into gone from counted where listings <= 0;
  if gone is not null then
    delete from search.terms t using jsonb_array_elements(gone) as one
    where t.kind = one ->> 0 and t.term = one ->> 1 and t.listings <= 0;
  end if;
  return null;
end $$;
comment on function search.apply_changes_at_commit() is
  'Trigger, at commit: adds what the transaction changed to the counts.';

create constraint trigger apply_changes_at_commit after insert on search.listing_changes
  deferrable initially deferred for each row execute function search.apply_changes_at_commit();

do $$
begin
  execute format('create aggregate search.collect_members(integer, integer)
    (sfunc = pg_catalog.set_bit, stype = bit, initcond = %L)', repeat('0', 16384));
end $$;
comment on aggregate search.collect_members(integer, integer) is
  'A part of a set, from the numbers of its members within the part (and a 1 for each).';

create function search.pending_set_changes(changed_by xid8) returns table (term text, part smallint, members bit)
language sql stable as $$
  select step.term, (step.slot >> 14)::smallint, search.collect_members(step.slot & 16383, 1)
  from (
    select moved.term, moved.slot from (
      select c.slot, unnest(c.tokens_in) collate "C" as term, 1 as step from search.listing_changes c where c.transaction = changed_by
      union all select c.slot, unnest(c.tokens_out) collate "C", -1 from search.listing_changes c where c.transaction = changed_by) as moved
    group by moved.term, moved.slot having sum(moved.step) <> 0) as step
  group by step.term, step.slot >> 14
$$;
comment on function search.pending_set_changes(xid8) is
  'Which bits of which sets a transaction has changed and not yet written.';

create function search.slot_matches(
  holder integer, terms text[], alternatives integer[], groups integer[]
) returns boolean
language sql stable as $$
  select coalesce(bool_and(one_of_them), false) from (
    select bool_or(all_of_it) as one_of_them from (
      select asked.grp, bool_and(asked.term = any (coalesce(
        (select tsvector_to_array(l.document) || '*'::text from search.listings l where l.slot = holder), '{}'))) as all_of_it
      from unnest(groups, alternatives, terms) as asked (grp, alternative, term)
      group by asked.grp, asked.alternative) as each
    group by grp) as every
$$;
comment on function search.slot_matches(integer,text[],integer[],integer[]) is
  'Whether the listing of a slot, as it is at this moment, holds of each group one alternative with all its terms.';

create function search.matching_members(
  terms text[], alternatives integer[], groups integer[], size integer, changed integer[]
) returns bit varying
language plpgsql stable as $$
declare
  many int := groups[cardinality(groups)];
  found bit varying;
  parts smallint[];
  one int;
begin
  if many = 1 and alternatives[cardinality(alternatives)] = cardinality(terms) then
    return search.union_of_terms(terms, size, changed);
  end if;
  select search.concat_bits(both_of_them.members order by part), array_agg(part order by part) into found, parts from (
    select part, bit_and(either.members) as members from (
      select grp, part, bit_or(every.members) as members from (
        select a.grp, s.part, bit_and(coalesce(s.dense, s.members)) as members
        from unnest(groups, alternatives, terms) as a (grp, alternative, term)
        join search.term_sets s using (term)
        group by a.grp, a.alternative, s.part
        having count(*) = (select count(*) from unnest(groups, alternatives) as b (grp, alternative)
          where b.grp = a.grp and b.alternative = a.alternative)) as every
      group by grp, part) as either
    group by part having count(*) = many) as both_of_them;
  if cardinality(parts) is distinct from size then
    found := search.expand_parts(found, parts, size);
  end if;
  foreach one in array changed loop
    found := set_bit(found, one, search.slot_matches(one, terms, alternatives, groups)::integer);
  end loop;
  return found;
end $$;
comment on function search.matching_members(text[],integer[],integer[],integer,integer[]) is
  'The set, so many parts wide, of those who hold of each group one alternative with all its terms.';

create function search.union_of_terms(terms text[], size integer, changed integer[]) returns bit varying
language plpgsql stable as $$
declare
  found bit varying;
  parts smallint[];
  one int;
begin
  if terms is null then
    return null;
  end if;
  if cardinality(terms) = 1 then
    select search.concat_bits(coalesce(s.dense, s.members) order by s.term, s.part), array_agg(s.part order by s.term, s.part)
    into found, parts from search.term_sets s where s.term = terms[1];
  else
    select search.concat_bits(either.members order by either.part), array_agg(either.part order by either.part) into found, parts from (
      select s.part, bit_or(coalesce(s.dense, s.members)) as members
      from search.term_sets s where s.term = any (terms) group by s.part) as either;
  end if;
  if cardinality(parts) is distinct from size then
    found := search.expand_parts(found, parts, size);
  end if;
  -- What the transaction has itself changed is not in the sets before it commits.
  foreach one in array changed loop
    found := set_bit(found, one, search.slot_matches(one, terms,
      array(select generate_series(1, cardinality(terms))), array_fill(1, array[cardinality(terms)]))::integer);
  end loop;
  return found;
end $$;
comment on function search.union_of_terms(text[],integer,integer[]) is
  'The set of those who hold one of the terms; null without any.';

create aggregate search.concat_bits(bit varying) (sfunc = bitcat, stype = bit varying);
comment on aggregate search.concat_bits(bit varying) is 'Bits, one behind the other.';

create function search.expand_parts(members bit varying, parts smallint[], size integer) returns bit varying
language plpgsql immutable as $$
declare
  nobody constant bit varying := B'0'::bit(16384);
  found bit varying := '';
begin
  for part in 0 .. size - 1 loop
    found := found || coalesce(substring(members from 16384 * (array_position(parts, part::smallint) - 1) + 1 for 16384), nobody);
  end loop;
  return found;
end $$;
comment on function search.expand_parts(bit varying,smallint[],integer) is
  'A set, so many parts wide, of which only these parts hold anybody.';

-- Ranking and paging --------------------------------------------------------------------------------------------------

create table search.listing_order (
  slot integer primary key,
  place text collate "C",
  rating_score real not null,
  created_at timestamptz not null
);
alter table search.listing_order set (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
comment on table search.listing_order is
  'What the directory is ordered by, a narrow row a listing; kept by trigger, at once.';
create index listing_order_newest on search.listing_order (created_at desc, slot desc);
create index listing_order_best on search.listing_order (rating_score desc, slot desc);
create index listing_order_places on search.listing_order (place, slot desc);
alter table search.listing_order enable row level security;

create function search.sync_listing_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into search.listing_order (slot, place, rating_score, created_at)
    values (new.slot, new.place, new.rating_score, new.created_at);
  elsif tg_op = 'DELETE' then
    delete from search.listing_order where slot = old.slot;
    insert into search.free_slots (slot) values (old.slot);
  else
    update search.listing_order set place = new.place, rating_score = new.rating_score, created_at = new.created_at
    where slot = new.slot;
  end if;
  return null;
end $$;
comment on function search.sync_listing_order() is 'Trigger: the narrow row of a listing follows it.';

create trigger sync_listing_order after insert or delete on search.listings
  for each row execute function search.sync_listing_order();
create trigger sync_listing_order_on_update after update on search.listings
  for each row when ((old.place, old.rating_score, old.created_at) is distinct from (new.place, new.rating_score, new.created_at))
  execute function search.sync_listing_order();

create function search.slots_in_range(members bit varying, skip integer, wanted integer) returns integer[]
language plpgsql stable as $$
declare
  top int := length(members);
  step int := 64;
  here int;
  few bigint;
  slots int[] := '{}';
begin
  wanted := least(wanted, bit_count(members) - skip);
  if wanted <= 0 then
    return slots;
  end if;
  -- From the highest slot down, by halves: whole stretches that hold no more than are to be skipped.
  while 2 * step < top loop
    step := 2 * step;
  end loop;
  while step >= 32 loop
    if step <= top then
      here := bit_count(substring(members from top - step + 1 for step));
      if here <= skip then
        skip := skip - here;
        top := top - step;
      end if;
    end if;
    step := step / 2;
  end loop;
  if wanted > 100 then
    -- So many at once: between two ones stand the zeros of those who are no members; behind the last one, nobody.
    here := bit_count(substring(members from 1 for top));
    return array(
      select slot from (
        select here + 1 - gap.nr as nr, sum(octet_length(gap.zeros) + 1) over (order by gap.nr)::integer - 1 as slot
        from string_to_table(substring(members from 1 for top)::text, '1') with ordinality as gap (zeros, nr)) as ones
      where nr > skip order by nr limit wanted);
  end if;
  loop
    while bit_count(substring(members from top - 511 for 512)) = 0 loop
      top := top - 512;
    end loop;
    -- As a number, so that its lowest bit is the highest slot: of that bit less one, every bit below it is set.
    few := substring(members from top - 31 for 32)::bit(32)::bigint;
    while few <> 0 loop
      if skip > 0 then
        skip := skip - 1;
      else
        slots := slots || top - 1 - bit_count(((few & -few) - 1)::bit(32))::integer;
        if cardinality(slots) = wanted then
          return slots;
        end if;
      end if;
      few := few & (few - 1);
    end loop;
    top := top - 32;
  end loop;
end $$;
comment on function search.slots_in_range(bit varying,integer,integer) is
  'Members of a set from the highest slot down: so many, after so many.';

create function search.rotation_offset() returns double precision
language sql stable as $$
  select ('x' || left(md5('turn' || (now() at time zone 'Europe/London')::date), 8))::bit(32)::bigint / 4294967296.0
$$;
comment on function search.rotation_offset() is
  'Where in the circle of equals today''s round begins, from 0 to 1. The same for everybody, so that pages fit together.';

create function search.slots_in_rotation(
  members bit varying, turn double precision, skip integer, wanted integer
) returns integer[]
language plpgsql stable as $$
declare
  many int := bit_count(members);
  many_wanted int := greatest(0, least(wanted, many - skip));
  first_one int;
  slots int[];
begin
  if members is null or many_wanted = 0 then
    return '{}';
  end if;
  first_one := (floor(turn * many)::int + skip) % many;
  slots := search.slots_in_range(members, first_one, many_wanted);
  if cardinality(slots) < many_wanted then
    slots := slots || search.slots_in_range(members, 0, many_wanted - cardinality(slots));
  end if;
  return slots;
end $$;
comment on function search.slots_in_rotation(bit varying,double precision,integer,integer) is
  'Members of a set in today''s turn: so many, after so many.';

create function search.slots_by_date(members bit varying, few integer[], skip integer, wanted integer) returns integer[]
language plpgsql stable as $$
begin
  if few is not null then
    return array(
      with these as materialized (select r.slot, r.created_at from search.listing_order r where r.slot = any (few))
      select slot from these order by created_at desc, slot desc offset skip limit wanted);
  end if;
  return array(select r.slot from search.listing_order r where get_bit(members, r.slot) = 1
    order by r.created_at desc, r.slot desc offset skip limit wanted);
end $$;
comment on function search.slots_by_date(bit varying,integer[],integer,integer) is
  'Members of a set, the newest first: so many, after so many. Few: all of them, where sorting is shorter than walking.';

create function search.slots_by_rating(
  members bit varying, few integer[], turn double precision, skip integer, wanted integer
) returns integer[]
language plpgsql stable as $$
declare
  scores real[];
  sizes bigint[];
  before bigint := 0;
  slots int[] := '{}';
  part int[];
  here int;
  start int;
begin
  if few is not null then
    return array(
      with these as materialized (select r.slot, r.rating_score from search.listing_order r where r.slot = any (few)),
      ranked as (
        select slot, rating_score, row_number() over equals - 1 as nr, count(*) over (partition by rating_score) as many
        from these window equals as (partition by rating_score order by slot desc))
      select slot from ranked
      order by rating_score desc, (nr - floor(turn * many)::bigint + many) % many offset skip limit wanted);
  end if;
  select array_agg(rating_score order by rating_score desc), array_agg(many order by rating_score desc) into scores, sizes from (
    select rating_score, count(*) as many from (
      select r.rating_score from search.listing_order r where get_bit(members, r.slot) = 1
      order by r.rating_score desc, r.slot desc limit skip + wanted) as walked
    group by rating_score) as equals;
  for nr in 1 .. coalesce(cardinality(scores), 0) loop
    if nr = cardinality(scores) then
      -- The walk may have stopped in the midst of these.
      sizes[nr] := (select count(*) from search.listing_order r where r.rating_score = scores[nr] and get_bit(members, r.slot) = 1);
    end if;
    here := greatest(0, skip - before);
    if here < sizes[nr] then
      start := ((floor(turn * sizes[nr])::bigint + here) % sizes[nr])::int;
      here := least(wanted - cardinality(slots), sizes[nr] - here);
      part := array(select r.slot from search.listing_order r where r.rating_score = scores[nr] and get_bit(members, r.slot) = 1
        order by r.slot desc offset start limit here);
      if cardinality(part) < here then
        part := part || array(select r.slot from search.listing_order r where r.rating_score = scores[nr] and get_bit(members, r.slot) = 1
          order by r.slot desc limit here - cardinality(part));
      end if;
      slots := slots || part;
    end if;
    before := before + sizes[nr];
  end loop;
  return slots;
end $$;
comment on function search.slots_by_rating(bit varying,integer[],double precision,integer,integer) is
  'Members of a set, the best rated first and equals in today''s turn: so many, after so many.';

create function search.slots_by_distance(
  members bit varying, few integer[], many integer, towns text[], listed bigint[], turn double precision, skip
  integer, wanted integer
) returns integer[]
language plpgsql stable as $$
declare
  everybody double precision := greatest(1, (select sum(one) from unnest(listed) as one));
  enough double precision := 0;
  near int := 0;
  slots int[];
begin
  if few is not null then
    return array(
      with these as materialized (
        select r.slot, near.nr from search.listing_order r
        join unnest(towns) with ordinality as near (term, nr) on near.term = '@' || r.place where r.slot = any (few)),
      ranked as (
        select slot, nr, row_number() over (partition by nr order by slot desc) - 1 as rank, count(*) over (partition by nr) as many
        from these)
      select slot from ranked order by nr, (rank - floor(turn * ranked.many)::bigint + ranked.many) % ranked.many offset skip limit wanted);
  end if;
  -- As many towns as will be enough, if the members are spread evenly; twice as many when they are not.
  while near < cardinality(towns) loop
    enough := greatest(2 * enough, 50 + 1.3 * (skip + wanted) * everybody / greatest(many, 1));
    near := coalesce((select min(nr) from (select nr, sum(one) over (order by nr) as up_to from unnest(listed) with ordinality as town (one, nr)) as counted
      where up_to >= enough), cardinality(towns));
    slots := array(
      with these as materialized (
        select r.slot, town.nr from unnest(towns[:near]) with ordinality as town (term, nr)
        join search.listing_order r on r.place = substr(town.term, 2) and get_bit(members, r.slot) = 1),
      ranked as (
        select slot, nr, row_number() over (partition by nr order by slot desc) - 1 as rank, count(*) over (partition by nr) as many
        from these)
      select slot from ranked order by nr, (rank - floor(turn * ranked.many)::bigint + ranked.many) % ranked.many offset skip limit wanted);
    exit when cardinality(slots) = wanted;
  end loop;
  return coalesce(slots, '{}');
end $$;
comment on function search.slots_by_distance(bit varying,integer[],integer,text[],bigint[],double precision,integer,integer) is
  'Members of a set, town by town in the order given and in each in today''s turn: so many, after so many.';

create function search.prepare_search(
  OUT size integer, OUT changed integer[], OUT ended integer[], OUT turn double precision
) returns record
language plpgsql stable as $$
declare
  midnight constant timestamptz := ((now() at time zone 'Europe/London')::date + 1)::timestamp at time zone 'Europe/London';
  next_end timestamptz;
begin
  select sets.size,
    array(select distinct c.slot from search.listing_changes c
      where c.transaction = pg_current_xact_id_if_assigned() and c.slot < 16384 * sets.size),
    array(select l.slot from search.listings l where l.membership_end <= now()),
    search.rotation_offset(),
    (select min(l.membership_end) from search.listings l where l.membership_end > now())
  into size, changed, ended, turn, next_end
  from (select coalesce((select (max(r.slot) >> 14) + 1 from search.listing_order r), 0) as size) as sets;
  -- Never past what time alone changes: the end of a membership, and midnight, when the turn moves on.
  perform set_config('response.headers', format('[{"Cache-Control": "public, max-age=0, s-maxage=%s"}]',
    floor(least(60, extract(epoch from least(next_end, midnight) - now())))), true);
end $$;
comment on function search.prepare_search() is
  'What a search needs before it looks for anybody: how many parts a set has, the slots that the running transaction has changed and whose sets are not written yet, those whose membership is over, and where today''s turn begins. Says of the answer under way that it may be shared by everybody, for at most a minute.';

-- Directory search ----------------------------------------------------------------------------------------------------

create function public.search_providers(
  service text default null, location text default null, category text default null, page_size integer default 20,
  page_offset integer default 0, sort text default 'relevance', within integer default null
) returns json
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' set enable_seqscan = off as $$
declare
  size int := coalesce(least(greatest(page_size, 1), 60), 20);
  skip int := coalesce(least(greatest(page_offset, 0), 10000), 0);
  asked record;
  words record;
  near boolean;
  order_by text := sort;
  key text := nullif(btrim(left(category, 170)), '');
  towns text[];
  listed bigint[];
  found bit varying;
  named bit varying;
  also bit varying;
  few int[];
  slots int[];
  one int;
  total int;
  everybody bigint;
  nobody constant json := '{"total": 0, "providers": []}';
  begun record := search.prepare_search();
  answer json;
begin
  if sort is null or sort not in ('relevance', 'newest', 'rating', 'distance') then
    raise exception 'Sort is relevance, newest, rating or distance' using errcode = '22023';
  end if;
  asked := search.parse_place(service, location, within);
  words := search.parse_words(asked.service);
  if not words.known then
    return nobody;
  end if;
  near := asked.latitude is not null and (asked.within is not null or sort = 'distance');
  if sort = 'distance' and not near then
    order_by := 'relevance';
  end if;

  if words.terms <> '{}' then
    found := search.matching_members(words.terms, words.alternatives, words.groups, begun.size, begun.changed);
    if order_by = 'relevance' then
      named := search.matching_members(string_to_array('~' || array_to_string(words.terms, ' ~'), ' '),
        words.alternatives, words.groups, begun.size, begun.changed);
    end if;
  end if;
  if asked.place is not null then
    -- 'Contains' and 'near', asked of the towns instead of the rows.
    if near then
      select array_agg(t.term), array_agg(t.listings) into towns, listed
      from search.find_nearby_towns(asked.latitude, asked.longitude, asked.within) as t;
      also := search.union_of_terms(case when asked.within is null then array['&'] else towns end, begun.size, begun.changed);
    elsif char_length(asked.place) < 3 then
      also := search.union_of_terms(array['?' || asked.place], begun.size, begun.changed);
    else
      towns := search.find_towns(asked.place);
      also := search.union_of_terms(towns, begun.size, begun.changed);
    end if;
    if also is null then
      return nobody;
    end if;
    found := coalesce(found & also, also);
  end if;
  if key is not null then
    also := search.union_of_terms(array['#' || key], begun.size, begun.changed);
    found := coalesce(found & also, also);
  end if;
  found := coalesce(found, search.union_of_terms(array['*'], begun.size, begun.changed));
  -- Whose time is over is normally swept out by the next write.
  foreach one in array begun.ended loop
    found := set_bit(found, one, 0);
  end loop;
  total := bit_count(found);
  if total = 0 then
    return nobody;
  end if;

  if order_by = 'relevance' and named is null then
    slots := search.slots_in_rotation(found, begun.turn, skip, size);
  elsif order_by = 'relevance' then
    named := named & found;
    slots := search.slots_in_rotation(named, begun.turn, skip, size);
    if cardinality(slots) < size then
      slots := slots || search.slots_in_rotation(found & ~named, begun.turn, greatest(0, skip - bit_count(named)::int), size - cardinality(slots));
    end if;
  else
    -- Looking at each member costs ten times what an entry of an index does that is walked in order.
    everybody := length(found);
    if 10 * total < least(everybody, (skip + size) * everybody / total) then
      few := search.slots_in_range(found, 0, total);
    end if;
    slots := case order_by
      when 'newest' then search.slots_by_date(found, few, skip, size)
      when 'rating' then search.slots_by_rating(found, few, begun.turn, skip, size)
      else search.slots_by_distance(found, few, total, towns, listed, begun.turn, skip, size) end;
  end if;

  select json_build_object('total', total, 'providers', coalesce(json_agg(card), '[]'),
    'corrected', words.corrected,
    'place', case when asked.latitude is not null or asked.corrected then json_build_object('name', asked.name, 'area', asked.area,
      'corrected', asked.corrected, 'within', case when near then asked.within end, 'near', near) end)
  into answer
  from (select l.provider_id as user_id, l.name, l.title, left(l.bio, 160) as bio, l.image_url, l.business_name,
      l.location, l.rating_average, l.rating_count, get_bit(named, l.slot) = 1 as named,
      case when near then (select round(search.distance_in_miles(asked.latitude, asked.longitude, t.latitude, t.longitude))
        from search.terms t where t.kind = 'token' and t.term = '@' || l.place) end as miles
    from search.listings l where l.slot = any (slots) order by array_position(slots, l.slot)) as card;
  return answer;
end $$;
comment on function public.search_providers(text,text,text,integer,integer,text,integer) is
  'A page of the directory: {total, providers, corrected, place}. Category is a selection; location is part of a place name, or with within (miles) or sort distance a place to measure from; sort is relevance, newest, rating or distance. Equals of relevance, rating and distance take turns by the day. Corrected: what was searched for instead of what was typed. Place: how the location was understood. Of a provider, named: the words stand in name, trade, skills or town (null where nothing was asked that way).';
grant execute on function public.search_providers(text,text,text,integer,integer,text,integer) to anon, authenticated;

-- Search: open jobs, by facets and counts of days.

-- Numbers without gaps: a search says of all places at once, in one array, which of them are meant.
create table search.job_places (
  id integer primary key,
  name text not null unique,
  jobs integer not null default 0,
  latitude real,
  longitude real
);
comment on table search.job_places is
  'Every place that a job ever named, with how many open jobs are there. Number 0 is no place.';
comment on column search.job_places.latitude is
  'Where the place is, as far as it is known; what is around a postcode is found by it.';
create index job_places_letters on search.job_places using gin (name extensions.gin_trgm_ops);

insert into search.job_places (id, name) values
  (0, '');

create table search.job_categories (
  id integer primary key,
  key text not null unique
);
comment on table search.job_categories is 'Every category that a job ever had. Number 0 is all of them.';

insert into search.job_categories (id, key) values
  (0, '');

create table search.job_facets (
  category_id integer not null,
  day integer not null,
  place_id integer not null,
  budget_min integer not null,
  budget_max integer not null,
  budget_type "char" not null,
  posted_date timestamptz not null,
  job_id uuid not null,
  primary key (job_id, category_id)
) partition by list (category_id);
comment on table search.job_facets is
  'Each open job under category 0 and under each of its own; kept by trigger. A bound that is not stated is as wide as can be; type ''-'' says that no number was stated.';
create index job_facets_in_order on search.job_facets (category_id, day desc, posted_date desc, job_id);
create index job_facets_by_place on search.job_facets (category_id, place_id) include (day, budget_min, budget_max, budget_type);

create table search.job_facets_all partition of search.job_facets for values in (0);
comment on table search.job_facets_all is 'Every open job once.';

create table search.job_facets_by_category partition of search.job_facets default;
comment on table search.job_facets_by_category is 'Every open job once for each of its categories.';

create table search.job_counts_by_category (
  category_id integer not null,
  day integer not null,
  jobs integer not null,
  primary key (category_id, day)
);
comment on table search.job_counts_by_category is
  'How many open jobs of each category were posted on each day: what the plain directory shows is not counted anew for everybody.';

create table search.job_counts_by_place (
  place_id integer not null,
  day integer not null,
  jobs integer not null,
  primary key (place_id, day)
);
comment on table search.job_counts_by_place is
  'How many open jobs of each place were posted on each day: a wide search for a place adds these up.';

create table search.job_counts_by_budget (
  budget_type "char" not null,
  budget_min integer not null,
  budget_max integer not null,
  day integer not null,
  jobs integer not null,
  primary key (day, budget_type, budget_min, budget_max)
);
comment on table search.job_counts_by_budget is
  'How many open jobs of each budget were posted on each day: people write round numbers, so these are fewer than the jobs.';

create table search.job_counts_by_letter (
  letter text collate "C",
  day integer,
  budget_type "char",
  budget_min integer,
  budget_max integer,
  jobs integer not null,
  primary key (letter, day, budget_type, budget_min, budget_max) include (jobs)
);
comment on table search.job_counts_by_letter is
  'How many open jobs whose place holds a letter were posted on each day, of each budget; and of any, which is type ''*''.';
alter table search.job_counts_by_letter enable row level security;

create function search.day_number(moment timestamptz) returns integer
language sql immutable parallel safe as $$ select floor(extract(epoch from moment) / 86400)::int $$;
comment on function search.day_number(timestamptz) is 'Days since 1970, by which open jobs are counted.';

create function search.update_job_facets() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed uuid := coalesce(new.id, old.id);
  place text;
begin
  -- The counts are shared: one writer after the other, so that none wait for each other in a ring.
  perform pg_advisory_xact_lock(hashtext('update_job_facets'));
  with gone as (delete from search.job_facets where job_id = changed returning *),
  from_place as (update search.job_places p set jobs = p.jobs - 1 from gone where gone.category_id = 0 and p.id = gone.place_id),
  from_place_day as (update search.job_counts_by_place d set jobs = d.jobs - 1 from gone
    where gone.category_id = 0 and (d.place_id, d.day) = (gone.place_id, gone.day)),
  from_budget_day as (update search.job_counts_by_budget d set jobs = d.jobs - 1 from gone where gone.category_id = 0
    and (d.day, d.budget_type, d.budget_min, d.budget_max) = (gone.day, gone.budget_type, gone.budget_min, gone.budget_max)),
  gone_letters as (
    select letter.letter, gone.day, of_any.budget_type, of_any.budget_min, of_any.budget_max
    from gone join search.job_places p on p.id = gone.place_id
    cross join lateral search.distinct_letters(p.name) as letter
    cross join lateral (values (gone.budget_type, gone.budget_min, gone.budget_max), ('*', 0, 0)) as of_any (budget_type, budget_min, budget_max)
    where gone.category_id = 0),
  last_of_letter_day as (delete from search.job_counts_by_letter d using gone_letters as gone where d.jobs = 1
    and (d.letter, d.day, d.budget_type, d.budget_min, d.budget_max) = (gone.letter, gone.day, gone.budget_type, gone.budget_min, gone.budget_max)),
  from_letter_day as (update search.job_counts_by_letter d set jobs = d.jobs - 1 from gone_letters as gone where d.jobs > 1
    and (d.letter, d.day, d.budget_type, d.budget_min, d.budget_max) = (gone.letter, gone.day, gone.budget_type, gone.budget_min, gone.budget_max))
  update search.job_counts_by_category d set jobs = d.jobs - 1 from gone where d.category_id = gone.category_id and d.day = gone.day;
  if tg_op = 'DELETE' or new.status <> 'open' then
    return null;
  end if;
  place := coalesce(search.normalise_place(new.location), '');
  insert into search.job_places as p (id, name, jobs)
  values ((select max(id) + 1 from search.job_places), place, 1)
  on conflict (name) do update set jobs = p.jobs + 1;
  insert into search.job_categories (id, key)
  select (select max(id) from search.job_categories) + row_number() over (), wanted.key
  from unnest(new.category_keys) as wanted (key)
  where not exists (select from search.job_categories c where c.key = wanted.key);
  with made as (
    insert into search.job_facets (category_id, day, place_id, budget_min, budget_max, budget_type, posted_date, job_id)
    select c.id, search.day_number(new.posted_date), p.id, coalesce(new.budget_min, 0), coalesce(new.budget_max, 2147483647),
      coalesce(left(new.budget_type, 1), '-')::"char", new.posted_date, new.id
    from search.job_places p, search.job_categories c
    where p.name = place and (c.id = 0 or c.key = any (new.category_keys))
    returning *),
  of_place as (insert into search.job_counts_by_place as d (place_id, day, jobs) select place_id, day, 1 from made where category_id = 0
    on conflict (place_id, day) do update set jobs = d.jobs + 1),
  of_budget as (insert into search.job_counts_by_budget as d (budget_type, budget_min, budget_max, day, jobs)
    select budget_type, budget_min, budget_max, day, 1 from made where category_id = 0
    on conflict (day, budget_type, budget_min, budget_max) do update set jobs = d.jobs + 1),
  of_letter as (insert into search.job_counts_by_letter as d (letter, day, budget_type, budget_min, budget_max, jobs)
    select letter.letter, made.day, of_any.budget_type, of_any.budget_min, of_any.budget_max, 1
    from made cross join lateral search.distinct_letters(place) as letter
    cross join lateral (values (made.budget_type, made.budget_min, made.budget_max), ('*', 0, 0)) as of_any (budget_type, budget_min, budget_max)
    where made.category_id = 0
    on conflict (letter, day, budget_type, budget_min, budget_max) do update set jobs = d.jobs + 1)
  insert into search.job_counts_by_category as d (category_id, day, jobs) select category_id, day, 1 from made
  on conflict (category_id, day) do update set jobs = d.jobs + 1;
  return null;
end $$;
comment on function search.update_job_facets() is 'Trigger: what the search compares follows the job.';

create trigger update_job_facets after insert or delete on public.jobs for each row execute function search.update_job_facets();
create trigger update_job_facets_on_update after update on public.jobs for each row
  when ((old.status, old.location, old.category_keys, old.budget_min, old.budget_max, old.budget_type, old.posted_date)
    is distinct from (new.status, new.location, new.category_keys, new.budget_min, new.budget_max, new.budget_type, new.posted_date))
  execute function search.update_job_facets();

create function search.rebuild_job_facets() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('update_job_facets'));
  truncate search.job_facets, search.job_counts_by_category, search.job_counts_by_place, search.job_counts_by_budget, search.job_counts_by_letter, search.job_places, search.job_categories;
  insert into search.job_categories (id, key) select 0, '' union all
    select row_number() over (order by key), key from (select distinct unnest(category_keys) as key from public.jobs) as named;
  insert into search.job_places (id, name, jobs)
  select row_number() over (order by name) - 1, name, count(j.id) filter (where j.status = 'open')
  from (select '' as name union select search.normalise_place(location) from public.jobs where search.normalise_place(location) is not null) as named
  left join public.jobs j on coalesce(search.normalise_place(j.location), '') = name group by name;
  insert into search.job_facets (category_id, day, place_id, budget_min, budget_max, budget_type, posted_date, job_id)
  select c.id, search.day_number(j.posted_date), p.id, coalesce(j.budget_min, 0), coalesce(j.budget_max, 2147483647),
    coalesce(left(j.budget_type, 1), '-')::"char", j.posted_date, j.id
  from public.jobs j
  join search.job_places p on p.name = coalesce(search.normalise_place(j.location), '')
  cross join lateral (select '' as key union all select unnest(j.category_keys)) as facet
  join search.job_categories c using (key)
  where j.status = 'open' order by c.id, j.posted_date;
  insert into search.job_counts_by_category (category_id, day, jobs) select category_id, day, count(*) from search.job_facets group by 1, 2;
  insert into search.job_counts_by_place (place_id, day, jobs) select place_id, day, count(*) from search.job_facets_all group by 1, 2;
  insert into search.job_counts_by_budget (budget_type, budget_min, budget_max, day, jobs)
  select budget_type, budget_min, budget_max, day, count(*) from search.job_facets_all group by 1, 2, 3, 4;
  insert into search.job_counts_by_letter (letter, day, budget_type, budget_min, budget_max, jobs)
  select letter.letter, f.day, of_any.budget_type, of_any.budget_min, of_any.budget_max, count(*)
  from search.job_facets_all f join search.job_places p on p.id = f.place_id cross join lateral search.distinct_letters(p.name) as letter
  cross join lateral (values (f.budget_type, f.budget_min, f.budget_max), ('*', 0, 0)) as of_any (budget_type, budget_min, budget_max)
  group by 1, 2, 3, 4, 5;
end $$;
comment on function search.rebuild_job_facets() is
  'Makes what the search compares anew from the jobs: in the beginning, and whenever rows came past the triggers.';

create function public.search_jobs(
  category text default null, location text default null, budget_type text default 'any', budget_min integer default
  null, budget_max integer default null, page_size integer default 5, page_offset integer default 0, posted_after
  timestamptz default null
) returns json
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  size constant int := least(greatest(coalesce(page_size, 5), 0), 50);
  skip constant bigint := greatest(coalesce(page_offset, 0), 0);
  wanted constant text := coalesce(btrim(left(category, 170)), '');
  place constant text := search.normalise_place(location);
  -- Up to so many jobs are looked for place by place; more are compared one by one. Tests set it.
  few constant int := coalesce(nullif(current_setting('jobs.few', true), '')::int, 8000);
  of_category int := (select id from search.job_categories where key = wanted);
  here_latitude real;
  here_longitude real;
  here_name text;
  here_area text;
  places int[];
  meant boolean[];
  in_places bigint;
  swapped constant boolean := coalesce(search_jobs.budget_min > search_jobs.budget_max, false);
  lowest constant int := case when swapped then search_jobs.budget_max else search_jobs.budget_min end;
  highest constant int := case when swapped then search_jobs.budget_min else search_jobs.budget_max end;
  conditions text := '';
  of_letter boolean := false;
  budgets text := '';
  days text;
  total bigint;
  newest int;
  oldest int;
  before bigint;
  ids uuid[];
  nobody constant json := json_build_object('total', 0, 'jobs', '[]'::json);
begin
  if budget_type is null or budget_type not in ('any', 'range', 'hourly', 'fixed') then
    raise exception 'Budget type is any, range, hourly or fixed' using errcode = '22023';
  end if;
  if of_category is null then
    return nobody;
  end if;
  if place is not null then
    if search.outward_code(place) is not null then
      select l.latitude, l.longitude, l.name, l.area into here_latitude, here_longitude, here_name, here_area
      from search.locate(place) as l;
    end if;
    if here_latitude is not null then
      -- Who gives a postcode means what is around it, as in the directory; and what says it in its name.
      select array_agg(id) filter (where hit and jobs > 0), sum(jobs) filter (where hit), array_agg(hit order by id)
        into places, in_places, meant
      from (select id, jobs, strpos(name, place) > 0
          or coalesce(search.distance_in_miles(here_latitude, here_longitude, latitude, longitude) <= 10, false) as hit
        from search.job_places) as compared;
    elsif char_length(place) < 3 then
      select array_agg(id) filter (where hit and jobs > 0), sum(jobs) filter (where hit), array_agg(hit order by id)
        into places, in_places, meant
      from (select id, jobs, strpos(name, place) > 0 as hit from search.job_places) as compared;
    else
      select array_agg(id), sum(jobs) into places, in_places from search.job_places
      where name like '%' || replace(replace(replace(place, '\', '\\'), '%', '\%'), '_', '\_') || '%' and jobs > 0;
    end if;
    if places is null then
      return nobody;
    end if;
    if in_places <= few then
      conditions := ' and place_id = any ($2)';
    else
      meant := coalesce(meant, (select array_agg(strpos(name, place) > 0 order by id) from search.job_places));
      conditions := ' and ($3)[place_id + 1]';
    end if;
  end if;
  -- Any clears the bounds. Who asks for a type wants to see a number; 'fixed' is whatever is not by the hour.
  if budget_type <> 'any' then
    budgets := case budget_type when 'hourly' then ' and budget_type = ''h''' when 'fixed' then ' and budget_type in (''f'', ''r'')'
        else ' and budget_type <> ''-''' end
      || case when coalesce(lowest, 0) <= 0 then '' else ' and budget_max >= $4' end
      || case when highest is null then '' else ' and budget_min <= $5' end;
    conditions := conditions || budgets;
  end if;
  -- Every job of a place that holds the letter is counted under it, whatever its place.
  of_letter := coalesce(char_length(place) = 1 and of_category = 0 and posted_after is null and in_places > few, false);
  if posted_after is not null then
    conditions := conditions || ' and posted_date > $6 and day >= search.day_number($6)';
  end if;
  -- Of one kind alone the counts are kept; what is asked together is counted.
  days := case
    when conditions = '' then 'select day, jobs from search.job_counts_by_category where category_id = $1'
    when of_letter then 'select day, sum(jobs) as jobs from search.job_counts_by_letter where letter = $11'
      || case when budgets = '' then ' and budget_type = ''*''' else budgets || ' and budget_type <> ''*''' end || ' group by day'
    when of_category > 0 or posted_after is not null or (places is not null and in_places <= few) or (places is not null and budget_type <> 'any')
      then 'select day, count(*) as jobs from search.job_facets' || case when of_category = 0 then '_all where true' else '_by_category where category_id = $1' end
    when places is not null then 'select day, sum(jobs) as jobs from search.job_counts_by_place where true'
    else 'select day, sum(jobs) as jobs from search.job_counts_by_budget where true' end
    || case when conditions = '' or of_letter then '' else conditions || ' group by day' end;
  execute 'with days as (' || days || '), placed as (select day, jobs, sum(jobs) over (order by day desc) - jobs as before from days)
    select coalesce(sum(jobs), 0), max(day) filter (where asked), min(day) filter (where asked), min(before) filter (where asked)
    from (select *, before < $7 + $8 and before + jobs > $7 as asked from placed) as seen'
    into total, newest, oldest, before
    using of_category, places, meant, lowest, highest, posted_after, skip, size, null, null, place;
  if newest is not null then
    execute 'select array(select job_id from search.job_facets where category_id = $1' || conditions || ' and day between $7 and $8
        order by day desc, posted_date desc, job_id limit $9 offset $10)'
      into ids using of_category, places, meant, lowest, highest, posted_after, oldest, newest, size, skip - before;
  end if;
  return json_build_object('total', total, 'jobs', coalesce((
    select json_agg(private.job_card(j) order by page.nr)
    from unnest(ids) with ordinality as page (id, nr) join public.jobs j on j.id = page.id where j.status = 'open'), '[]'),
    'place', case when here_latitude is not null then json_build_object('name', here_name, 'area', here_area, 'within', 10) end);
end $$;
comment on function public.search_jobs(text,text,text,integer,integer,integer,integer,timestamptz) is
  'A page of the job directory, newest first: {total, jobs}. Category is a selection, location part of a place''s name, bounds are in pence and find jobs whose own overlap them (P-23). A page of 0 only counts.';
grant execute on function public.search_jobs(text,text,text,integer,integer,integer,integer,timestamptz) to anon, authenticated;

create function search.letters_and_pairs(place text) returns setof text
language sql immutable parallel safe set search_path = '' as $$
  select distinct substr(place, at, wide) from generate_series(1, char_length(place)) as at, generate_series(1, 2) as wide
  where at + wide - 1 <= char_length(place)
$$;
comment on function search.letters_and_pairs(text) is 'Every letter of a place, and every two beside each other.';

create function search.distinct_letters(place text) returns setof text
language sql immutable parallel safe set search_path = '' as $$
  select distinct letter from regexp_split_to_table(place, '') as letter where letter not in ('', ' ')
$$;
comment on function search.distinct_letters(text) is 'Each letter and sign of a place once.';

create function private.check_job_facets(piece integer) returns bigint
language plpgsql security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  differences bigint;
begin
  select (select count(*) from (
      select key, day, place, low, high, type, posted_date, job_id from (
        select facet.key, search.day_number(j.posted_date) as day, coalesce(search.normalise_place(j.location), '') as place,
          coalesce(j.budget_min, 0) as low, coalesce(j.budget_max, 2147483647) as high, coalesce(left(j.budget_type, 1), '-')::"char" as type,
          j.posted_date, j.id as job_id, 1 as n
        from public.jobs j cross join lateral (select '' as key union all select unnest(j.category_keys)) as facet where j.status = 'open'
        union all
        select c.key, f.day, p.name, f.budget_min, f.budget_max, f.budget_type, f.posted_date, f.job_id, -1
        from search.job_facets f left join search.job_categories c on c.id = f.category_id left join search.job_places p on p.id = f.place_id) as each
      group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(n) <> 0) as facets)
    + (select count(*) from (select what, key, day from (
        select 'day' as what, category_id::text as key, day, 1 as n from search.job_facets
        union all select 'day', category_id::text, day, -jobs from search.job_counts_by_category
        union all select 'place', place_id::text, day, 1 from search.job_facets_all
        union all select 'place', place_id::text, day, -jobs from search.job_counts_by_place
        union all select 'budget', concat_ws(' ', budget_type, budget_min, budget_max), day, 1 from search.job_facets_all
        union all select 'budget', concat_ws(' ', budget_type, budget_min, budget_max), day, -jobs from search.job_counts_by_budget
        union all select 'letter', concat_ws(' ', letter.letter, of_any.budget_type, of_any.budget_min, of_any.budget_max), f.day, 1
          from search.job_facets_all f join search.job_places p on p.id = f.place_id cross join lateral search.distinct_letters(p.name) as letter
          cross join lateral (values (f.budget_type, f.budget_min, f.budget_max), ('*', 0, 0)) as of_any (budget_type, budget_min, budget_max)
        union all select 'letter', concat_ws(' ', letter, budget_type, budget_min, budget_max), day, -jobs from search.job_counts_by_letter) as each
      group by 1, 2, 3 having sum(n) <> 0) as sums)
    into differences;
  if differences > 0 then
    perform search.rebuild_job_facets();
  end if;
  return differences;
end $$;
comment on function private.check_job_facets(integer) is
  'Compares what jobs are searched by, and its counts by day, with the jobs, and makes all anew where something differs.';

create function search.locate_job_place() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select l.latitude, l.longitude into new.latitude, new.longitude from search.locate(new.name) as l;
  return new;
end $$;
comment on function search.locate_job_place() is
  'Trigger: a place that a job names for the first time is looked up once.';

create trigger locate_job_place before insert on search.job_places
  for each row execute function search.locate_job_place();

-- Search: what the admins' lists of accounts, feedback and businesses filter, sort and search by.

create table search.admin_account_search (
  profile_id uuid primary key references public.profiles (id) on delete cascade,
  account_type text not null,
  created_at timestamptz not null,
  name_key text collate "C" not null,
  words text not null
);
comment on table search.admin_account_search is
  'What /admin/users lists by, one narrow row an account; kept by trigger.';
create index admin_account_search_newest on search.admin_account_search (created_at desc, profile_id);
create index admin_account_search_newest_of_type on search.admin_account_search (account_type, created_at desc, profile_id);
create index admin_account_search_search on search.admin_account_search using gin (words extensions.gin_trgm_ops);
create index admin_account_search_by_name on search.admin_account_search (name_key, profile_id);
create index admin_account_search_by_name_of_type on search.admin_account_search (account_type, name_key, profile_id);
alter table search.admin_account_search enable row level security;

create table search.admin_feedback_search (
  feedback_id uuid primary key references public.feedback (id) on delete cascade,
  state text not null check (state in ('approved', 'pending', 'hidden')),
  created_at timestamptz not null,
  words text not null
);
comment on table search.admin_feedback_search is
  'What /admin/feedback lists by, one narrow row an item; kept by triggers on feedback and on the provider''s names.';
create index admin_feedback_search_newest on search.admin_feedback_search (created_at, feedback_id);
create index admin_feedback_search_of_state on search.admin_feedback_search (state, created_at, feedback_id);
create index admin_feedback_search_search on search.admin_feedback_search using gin (words extensions.gin_trgm_ops);
alter table search.admin_feedback_search enable row level security;

create table search.admin_business_search (
  business_id uuid primary key references public.businesses (id) on delete cascade,
  created_at timestamptz not null,
  words text collate "C" not null
);
comment on table search.admin_business_search is
  'What /admin/businesses lists by, one narrow row a business; kept by trigger.';
create index admin_business_search_newest on search.admin_business_search (created_at desc, business_id);
create index admin_business_search_search on search.admin_business_search using gin (words extensions.gin_trgm_ops);
alter table search.admin_business_search enable row level security;

create function search.symbols_of(words text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(array_agg(distinct sign), '{}')
  from regexp_split_to_table(regexp_replace(words, '[[:alnum:][:space:]]', '', 'g'), '') as sign where sign <> ''
$$;
comment on function search.symbols_of(text) is 'What in a text is neither letter, digit nor space, each once.';

create index admin_account_search_symbols on search.admin_account_search using gin (search.symbols_of(words));
create index admin_feedback_search_symbols on search.admin_feedback_search using gin (search.symbols_of(words));

create function search.like_pattern(search text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  words text := nullif(lower(btrim(left(search, 120))), '');
  escaped text := replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_');
begin
  return case when char_length(words) < 3 then '% ' || escaped || '%' else '%' || escaped || '%' end;
end $$;
comment on function search.like_pattern(text) is
  'The like-pattern of what was typed, null for nothing: anywhere in the words; one or two letters, which stand in nearly every row, at the beginning of a word.';

create function search.sync_admin_account_search() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into search.admin_account_search (profile_id, account_type, created_at, name_key, words)
  values (new.id, new.account_type, new.created_at, private.name_sort_key(new.first_name, new.last_name),
    search.searchable_text(array[new.first_name, new.last_name, new.business_name, new.email]))
  on conflict (profile_id) do update set account_type = excluded.account_type, created_at = excluded.created_at,
    name_key = excluded.name_key, words = excluded.words;
  return null;
end $$;
comment on function search.sync_admin_account_search() is
  'Trigger: what the users screen searches follows the profile.';

create trigger sync_admin_account_search after insert on public.profiles
  for each row execute function search.sync_admin_account_search();
create trigger sync_admin_account_search_on_update after update on public.profiles
  for each row when ((old.first_name, old.last_name, old.business_name, old.email, old.account_type, old.created_at)
    is distinct from (new.first_name, new.last_name, new.business_name, new.email, new.account_type, new.created_at))
  execute function search.sync_admin_account_search();

create function search.sync_admin_feedback_search() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  provider text;
begin
  select concat_ws(' ', p.first_name, p.last_name, p.business_name) into provider
    from public.profiles p where p.id = new.provider_id;
  insert into search.admin_feedback_search (feedback_id, state, created_at, words)
  values (new.id, private.feedback_state(new.approved, new.moderated_at), new.created_at,
    search.searchable_text(array[new.title, new.author_name, provider]))
  on conflict (feedback_id) do update set state = excluded.state, created_at = excluded.created_at, words = excluded.words;
  return null;
end $$;
comment on function search.sync_admin_feedback_search() is
  'Trigger: what the moderation screen lists and searches follows the feedback.';

create trigger sync_admin_feedback_search after insert on public.feedback
  for each row execute function search.sync_admin_feedback_search();
create trigger sync_admin_feedback_search_on_update after update on public.feedback
  for each row when ((old.title, old.author_name, old.approved, old.moderated_at, old.provider_id, old.created_at)
    is distinct from (new.title, new.author_name, new.approved, new.moderated_at, new.provider_id, new.created_at))
  execute function search.sync_admin_feedback_search();

create function search.sync_provider_name() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update search.admin_feedback_search w set words = search.searchable_text(array[f.title, f.author_name,
      concat_ws(' ', new.first_name, new.last_name, new.business_name)])
  from public.feedback f where f.provider_id = new.id and w.feedback_id = f.id;
  return null;
end $$;
comment on function search.sync_provider_name() is 'Trigger: feedback is found by what its provider is called now.';

create trigger sync_provider_name after update on public.profiles
  for each row when ((old.first_name, old.last_name, old.business_name) is distinct from (new.first_name, new.last_name, new.business_name))
  execute function search.sync_provider_name();

create function search.rebuild_admin_search() returns void
language plpgsql security definer set search_path = '' as $$
begin
  alter table search.admin_account_search disable trigger user;
  delete from search.admin_account_search;
  insert into search.admin_account_search (profile_id, account_type, created_at, name_key, words)
  select profile_id, account_type, created_at, name_key, words from search.expected_admin_account_search;
  alter table search.admin_account_search enable trigger user;
  alter table search.admin_feedback_search disable trigger user;
  delete from search.admin_feedback_search;
  insert into search.admin_feedback_search (feedback_id, state, created_at, words)
  select feedback_id, state, created_at, words from search.expected_admin_feedback_search;
  alter table search.admin_feedback_search enable trigger user;
  perform stats.rebuild_list_counts();
  delete from search.admin_business_search;
  insert into search.admin_business_search (business_id, created_at, words)
  select business_id, created_at, words from search.expected_admin_business_search;
end $$;
comment on function search.rebuild_admin_search() is
  'Writes the rows by which admins find things anew, of everything: once with this migration, and after rows were loaded past the triggers.';

create function private.name_sort_key(first_name text, last_name text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select translate(lower(regexp_replace(normalize(btrim(first_name || ' ' || last_name), nfd), '[\u0300-\u036f]', '', 'g')),
    'øłđðæœßþ', 'olddaost')
$$;
comment on function private.name_sort_key(text,text) is
  'What accounts are sorted by when sorted by name: small letters, without accents.';

create function search.only_symbols(search text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select nullif(search.symbols_of(lower(left(search, 120))), '{}') where left(search, 120) !~ '[[:alnum:]]'
$$;
comment on function search.only_symbols(text) is 'The signs of a search that has nothing else, or null.';

create function search.sync_admin_business_search() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into search.admin_business_search (business_id, created_at, words)
  values (new.id, new.created_at, search.searchable_text(array[new.business_name, new.business_email]))
  on conflict (business_id) do update set created_at = excluded.created_at, words = excluded.words;
  return null;
end $$;
comment on function search.sync_admin_business_search() is
  'Trigger: what the businesses screen searches follows the business.';

create trigger sync_admin_business_search after insert on public.businesses
  for each row execute function search.sync_admin_business_search();
create trigger sync_admin_business_search_on_update after update on public.businesses
  for each row when ((old.business_name, old.business_email, old.created_at) is distinct from (new.business_name, new.business_email, new.created_at))
  execute function search.sync_admin_business_search();

create view search.expected_admin_account_search as
  select p.id as profile_id, p.account_type, p.created_at, private.name_sort_key(p.first_name, p.last_name) as name_key,
    search.searchable_text(array[p.first_name, p.last_name, p.business_name, p.email]) as words from public.profiles p;
comment on view search.expected_admin_account_search is 'search.admin_account_search as the profiles say.';

create view search.expected_admin_feedback_search as
  select f.id as feedback_id, private.feedback_state(f.approved, f.moderated_at) as state, f.created_at,
    search.searchable_text(array[f.title, f.author_name, concat_ws(' ', p.first_name, p.last_name, p.business_name)]) as words
  from public.feedback f join public.profiles p on p.id = f.provider_id;
comment on view search.expected_admin_feedback_search is 'search.admin_feedback_search as the feedback says.';

create view search.expected_admin_business_search as
  select b.id as business_id, b.created_at, search.searchable_text(array[b.business_name, b.business_email]) as words from public.businesses b;
comment on view search.expected_admin_business_search is 'search.admin_business_search as the businesses say.';

-- Statistics: figures by British day and counts of the admins' lists, both appended by triggers and added up by tasks.

-- Daily figures -------------------------------------------------------------------------------------------------------

create table stats.figure_sources (
  figure text not null,
  table_name text not null,
  moment text not null,
  amount text not null default '1',
  counted_when text not null default 'true',
  primary key (figure, table_name, moment)
);
comment on table stats.figure_sources is
  'What each figure counts: SQL over a row of a table. The one place where that is said; triggers and stats.rebuild_figures() read it.';
alter table stats.figure_sources enable row level security;

insert into stats.figure_sources (figure, table_name, moment, amount, counted_when) values
  ('feedback', 'public.feedback', 'created_at', '1', 'true'), ('jobs', 'public.jobs', 'posted_date', '1', 'true'),
  ('members', 'billing.membership_periods', 'began_at', '1', 'true'),
  ('members', 'billing.membership_periods', 'ended_at', '-1', 'true'),
  ('providers', 'public.profiles', 'created_at', '1', 'account_type = ''provider'''),
  ('reveals', 'public.job_contact_reveals', 'revealed_at', '1', 'true'),
  ('revenue', 'billing.refunds', 'refunded_at', '-pence', 'currency = ''gbp'''),
  ('revenue', 'public.payments', 'paid_at', 'pence', 'currency = ''gbp'''),
  ('seekers', 'public.profiles', 'created_at', '1', 'account_type = ''client''');

create table stats.daily_figures (
  figure text not null,
  day date not null,
  amount bigint not null,
  primary key (figure, day)
);
comment on table stats.daily_figures is
  'Each figure by British day, as far as changes were added up; figure_changes holds the rest.';
alter table stats.daily_figures enable row level security;

create table stats.figure_changes (
  id bigint generated always as identity primary key,
  figure text not null,
  day date not null,
  amount bigint not null
);
comment on table stats.figure_changes is
  'What was written since daily_figures was last added up; appended by trigger, emptied by stats.apply_figure_changes().';
alter table stats.figure_changes enable row level security;

create function private.uk_day(moment timestamptz) returns date
language sql immutable parallel safe as $$ select (moment at time zone 'Europe/London')::date $$;
comment on function private.uk_day(timestamptz) is 'The day of a moment on British calendars.';

create function stats.log_figure_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  each_source stats.figure_sources;
  counted text;
begin
  for each_source in
    select * from stats.figure_sources s where s.table_name = tg_table_schema || '.' || tg_table_name
  loop
    -- What came counts, what went counts against.
    counted := concat_ws(' union all ',
      case when tg_op <> 'DELETE' then format('select %s as moment, %s as amount from %s as r where %s', each_source.moment,
        each_source.amount, case tg_level when 'ROW' then '(select ($1).*)' else 'came' end, each_source.counted_when) end,
      case when tg_op <> 'INSERT' then format('select %s as moment, -(%s) as amount from %s as r where %s', each_source.moment,
        each_source.amount, case tg_level when 'ROW' then '(select ($2).*)' else 'went' end, each_source.counted_when) end);
    counted := format('insert into stats.figure_changes (figure, day, amount)
      select %L, private.uk_day(moment), sum(amount) from (%s) as each group by 2 having sum(amount) <> 0', each_source.figure, counted);
    if tg_level = 'ROW' then
      execute counted using new, old;
    else
      execute counted;
    end if;
  end loop;
  return null;
end $$;
comment on function stats.log_figure_changes() is
  'Trigger: appends what a statement changes of the figures, a line a figure and day.';

create trigger log_figure_changes after insert on public.profiles referencing new table as came
  for each statement execute function stats.log_figure_changes();
create trigger log_figure_changes_on_delete after delete on public.profiles referencing old table as went
  for each statement execute function stats.log_figure_changes();
create trigger log_figure_changes_on_update after update on public.profiles
  for each row when ((old.created_at, old.account_type) is distinct from (new.created_at, new.account_type)) execute function stats.log_figure_changes();
create trigger log_figure_changes after insert on billing.membership_periods referencing new table as came
  for each statement execute function stats.log_figure_changes();
create trigger log_figure_changes_on_delete after delete on billing.membership_periods referencing old table as went
  for each statement execute function stats.log_figure_changes();
create trigger log_figure_changes_on_update after update on billing.membership_periods
  for each row when ((old.began_at, old.ended_at) is distinct from (new.began_at, new.ended_at)) execute function stats.log_figure_changes();
create trigger log_figure_changes after insert on public.payments referencing new table as came
  for each statement execute function stats.log_figure_changes();
create trigger log_figure_changes_on_delete after delete on public.payments referencing old table as went
  for each statement execute function stats.log_figure_changes();
create trigger log_figure_changes_on_update after update on public.payments
  for each row when ((old.paid_at, old.pence, old.currency) is distinct from (new.paid_at, new.pence, new.currency)) execute function stats.log_figure_changes();
create trigger log_figure_changes after insert on billing.refunds referencing new table as came
  for each statement execute function stats.log_figure_changes();
create trigger log_figure_changes_on_delete after delete on billing.refunds referencing old table as went
  for each statement execute function stats.log_figure_changes();
create trigger log_figure_changes_on_update after update on billing.refunds
  for each row when ((old.refunded_at, old.pence, old.currency) is distinct from (new.refunded_at, new.pence, new.currency)) execute function stats.log_figure_changes();
create trigger log_figure_changes after insert on public.jobs referencing new table as came
  for each statement execute function stats.log_figure_changes();
create trigger log_figure_changes_on_delete after delete on public.jobs referencing old table as went
  for each statement execute function stats.log_figure_changes();
create trigger log_figure_changes_on_update after update on public.jobs
  for each row when (old.posted_date is distinct from new.posted_date) execute function stats.log_figure_changes();
create trigger log_figure_changes after insert on public.job_contact_reveals referencing new table as came
  for each statement execute function stats.log_figure_changes();
create trigger log_figure_changes_on_delete after delete on public.job_contact_reveals referencing old table as went
  for each statement execute function stats.log_figure_changes();
create trigger log_figure_changes_on_update after update on public.job_contact_reveals
  for each row when (old.revealed_at is distinct from new.revealed_at) execute function stats.log_figure_changes();
create trigger log_figure_changes after insert on public.feedback referencing new table as came
  for each statement execute function stats.log_figure_changes();
create trigger log_figure_changes_on_delete after delete on public.feedback referencing old table as went
  for each statement execute function stats.log_figure_changes();
create trigger log_figure_changes_on_update after update on public.feedback
  for each row when (old.created_at is distinct from new.created_at) execute function stats.log_figure_changes();

create function stats.apply_figure_changes() returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- One at a time; who reads or writes waits for nothing.
  lock table stats.daily_figures in share row exclusive mode;
  with taken as (
    delete from stats.figure_changes where id in (select id from stats.figure_changes order by id limit 50000)
    returning figure, day, amount
  )
  insert into stats.daily_figures as kept (figure, day, amount)
  select figure, day, sum(amount) from taken group by figure, day
  on conflict (figure, day) do update set amount = kept.amount + excluded.amount;
  if found then
    perform realtime.send('{}', 'changed', 'admin:figures');
  end if;
end $$;
comment on function stats.apply_figure_changes() is
  'Task: adds up what was appended, and tells the admins who look that figures changed; not which.';

create function stats.has_figure_changes() returns boolean
language sql stable security definer set search_path = '' as $$ select exists (select from stats.figure_changes) $$;
comment on function stats.has_figure_changes() is 'Whether stats.apply_figure_changes() has anything to do.';

create function stats.rebuild_figures() returns void
language plpgsql security definer set search_path = '' as $$
declare
  counted text;
begin
  lock table stats.daily_figures in share row exclusive mode;
  select string_agg(format('select %L::text as figure, private.uk_day(%s) as day, sum(%s) as amount from %s as r where %s group by 2',
    figure, moment, amount, table_name, counted_when), ' union all ') into counted from stats.figure_sources;
  -- One statement sees one moment: whoever commits later is in none of its parts, and their changes stay to be added.
  execute format('with counted as materialized (
      select figure, day, sum(amount)::bigint as amount from (%s) as each group by figure, day having sum(amount) <> 0),
    known as (delete from stats.figure_changes),
    wrong as (delete from stats.daily_figures d where not exists (
      select from counted c where c.figure = d.figure and c.day = d.day))
    insert into stats.daily_figures (figure, day, amount) select figure, day, amount from counted
    on conflict (figure, day) do update set amount = excluded.amount', counted);
end $$;
comment on function stats.rebuild_figures() is
  'Counts every figure again from its rows, while others write: after an import without triggers, or for peace of mind.';

create function stats.figure_total(wanted text) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce((select sum(amount) from stats.daily_figures where figure = wanted), 0)::bigint
    + coalesce((select sum(amount) from stats.figure_changes where figure = wanted), 0)::bigint
$$;
comment on function stats.figure_total(text) is 'A figure over all days.';

-- Counts of the admin lists -------------------------------------------------------------------------------------------

create table stats.admin_list_counts (
  list text not null,
  kind text not null,
  part text collate "C" not null,
  items bigint not null,
  primary key (list, kind, part)
);
comment on table stats.admin_list_counts is
  'How many rows each part of an admins'' list has, as far as changes were added up; admin_list_changes holds the rest.';
comment on column stats.admin_list_counts.list is
  'accounts and feedback have a part a week, by its Monday, names one for each three letters that they begin with.';
comment on column stats.admin_list_counts.kind is
  'What the list is filtered by: the type of an account, the state of feedback.';
alter table stats.admin_list_counts enable row level security;

create table stats.admin_list_changes (
  id bigint generated always as identity primary key,
  list text not null,
  kind text not null,
  part text collate "C" not null,
  items bigint not null
);
comment on table stats.admin_list_changes is
  'What was written since admin_list_counts was last added up; appended by trigger, emptied by stats.apply_admin_list_changes().';
alter table stats.admin_list_changes enable row level security;

create function stats.admin_list_parts(
  entry search.admin_account_search
) returns table (list text, kind text, part text)
language sql immutable set search_path = '' as $$
  values ('accounts', entry.account_type, to_char(date_trunc('week', entry.created_at at time zone 'UTC'), 'YYYY-MM-DD')),
    ('names', entry.account_type, left(entry.name_key, 3))
$$;
comment on function stats.admin_list_parts(search.admin_account_search) is 'Where an account is counted.';

create function stats.admin_list_parts(
  entry search.admin_feedback_search
) returns table (list text, kind text, part text)
language sql immutable set search_path = '' as $$
  values ('feedback', entry.state, to_char(date_trunc('week', entry.created_at at time zone 'UTC'), 'YYYY-MM-DD'))
$$;
comment on function stats.admin_list_parts(search.admin_feedback_search) is 'Where a feedback item is counted.';

create function stats.log_admin_list_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into stats.admin_list_changes (list, kind, part, items)
  select p.list, p.kind, p.part, sum(p.items) from (
    select *, 1 as items from stats.admin_list_parts(new) where tg_op <> 'DELETE' union all
    select *, -1 from stats.admin_list_parts(old) where tg_op <> 'INSERT') as p
  group by p.list, p.kind, p.part having sum(p.items) <> 0;
  return null;
end $$;
comment on function stats.log_admin_list_changes() is
  'Trigger: appends what a row changes of the parts it was and is in.';

create trigger log_admin_list_changes after insert or delete on search.admin_account_search
  for each row execute function stats.log_admin_list_changes();
create trigger log_admin_list_changes_on_update after update on search.admin_account_search
  for each row when ((old.account_type, old.created_at, old.name_key) is distinct from (new.account_type, new.created_at, new.name_key))
  execute function stats.log_admin_list_changes();
create trigger log_admin_list_changes after insert or delete on search.admin_feedback_search
  for each row execute function stats.log_admin_list_changes();
create trigger log_admin_list_changes_on_update after update on search.admin_feedback_search
  for each row when ((old.state, old.created_at) is distinct from (new.state, new.created_at))
  execute function stats.log_admin_list_changes();

create function stats.apply_admin_list_changes() returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- One at a time; who reads or writes waits for nothing.
  lock table stats.admin_list_counts in share row exclusive mode;
  with taken as (
    delete from stats.admin_list_changes where id in (select id from stats.admin_list_changes order by id limit 50000)
    returning list, kind, part, items
  )
  insert into stats.admin_list_counts as kept (list, kind, part, items)
  select list, kind, part, sum(items) from taken group by list, kind, part
  on conflict (list, kind, part) do update set items = kept.items + excluded.items;
end $$;
comment on function stats.apply_admin_list_changes() is
  'Task: adds up what was appended of the parts of lists, up to 50,000 changes a time.';

create function stats.has_admin_list_changes() returns boolean
language sql stable security definer set search_path = '' as $$ select exists (select from stats.admin_list_changes) $$;
comment on function stats.has_admin_list_changes() is 'Whether stats.apply_admin_list_changes() has anything to do.';

create function stats.rebuild_list_counts() returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Nobody writes meanwhile, so that what is counted and what was appended are of the same moment.
  lock table search.admin_account_search, search.admin_feedback_search in share row exclusive mode;
  lock table stats.admin_list_counts in share row exclusive mode;
  delete from stats.admin_list_changes;
  delete from stats.admin_list_counts;
  insert into stats.admin_list_counts (list, kind, part, items)
  select p.list, p.kind, p.part, count(*) from search.admin_account_search w cross join lateral stats.admin_list_parts(w) as p group by 1, 2, 3
  union all
  select p.list, p.kind, p.part, count(*) from search.admin_feedback_search w cross join lateral stats.admin_list_parts(w) as p group by 1, 2, 3;
end $$;
comment on function stats.rebuild_list_counts() is 'Counts the parts of every list anew from its rows.';

create function stats.admin_list_total(wanted text, of_kind text default null) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce((select sum(items) from stats.admin_list_counts where list = wanted and (of_kind is null or kind = of_kind)), 0)::bigint
    + coalesce((select sum(items) from stats.admin_list_changes where list = wanted and (of_kind is null or kind = of_kind)), 0)::bigint
$$;
comment on function stats.admin_list_total(text,text) is 'How many rows a list has, of one kind or of all.';

create function stats.find_admin_list_part(
  wanted text, of_kind text, skip bigint, from_the_end boolean, OUT part text, OUT before bigint
) returns record
language sql stable security definer set search_path = '' as $$
  with counted as (
    select p.part, sum(p.items) as items
    from (select c.list, c.kind, c.part, c.items from stats.admin_list_counts c
      union all select c.list, c.kind, c.part, c.items from stats.admin_list_changes c) as p
    where p.list = wanted and (of_kind is null or p.kind = of_kind) group by p.part),
  placed as (
    select c.part, c.items, (case when from_the_end then sum(c.items) over () - sum(c.items) over parts
      else sum(c.items) over parts - c.items end)::bigint as before
    from counted c window parts as (order by c.part))
  select p.part, p.before from placed p where p.before <= skip and p.before + p.items > skip
$$;
comment on function stats.find_admin_list_part(text,text,bigint,boolean) is
  'The part of a list in which the row after so many stands, and how many stand before that part, from the first part or from the last; null past the end.';

-- Analytics -----------------------------------------------------------------------------------------------------------

create function public.count_profiles_by_type(profile_type text) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (select count(*) from public.profiles where account_type = profile_type);
end $$;
comment on function public.count_profiles_by_type(text) is 'For analytics: accounts of this type.';
grant execute on function public.count_profiles_by_type(text) to authenticated;

create function public.count_profiles_by_date(days_ago integer) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (select count(*) from public.profiles where created_at >= now() - make_interval(days => least(greatest(days_ago, 0), 36500)));
end $$;
comment on function public.count_profiles_by_date(integer) is 'For analytics: accounts made in the last days.';
grant execute on function public.count_profiles_by_date(integer) to authenticated;

create function stats.recent_activity(most integer) returns json
language sql stable security definer set search_path = '' as $$
  -- The newest of each kind come from its own index; only those few are sorted together.
  select coalesce(json_agg(json_build_object('type', type, 'description', description, 'timestamp', happened)
    order by happened desc, description), '[]')
  from (
    select * from (
      (select 'user_joined' as type,
         case p.account_type when 'provider' then 'New provider: ' || coalesce(p.business_name, nullif(btrim(p.first_name || ' ' || p.last_name), ''), 'Unknown')
           else 'New user: ' || coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), 'Unknown') end as description,
         p.created_at as happened
       from public.profiles p where p.account_type <> 'admin' order by p.created_at desc, p.id limit most)
      union all
      (select 'feedback_added', 'Feedback by ' || f.author_name || ' for '
         || coalesce(p.business_name, nullif(btrim(p.first_name || ' ' || p.last_name), ''), 'Unknown') || ': ' || f.title, f.created_at
       from public.feedback f join public.profiles p on p.id = f.provider_id order by f.created_at desc, f.id limit most)
      union all
      (select 'business_added', 'Business listed: ' || b.business_name, b.created_at
       from public.businesses b order by b.created_at desc, b.id limit most)
    ) as each
    order by happened desc, description limit most) as newest
$$;
comment on function stats.recent_activity(integer) is 'The newest sign-ups, feedback and businesses together (P-19).';

-- What was looked at and hidden waits no longer: pending means the same on every screen.
create function public.admin_analytics() returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  active bigint;
  recent bigint;
begin
  perform private.require_admin();
  select count(*) filter (where not_after is null or not_after > now()),
    count(*) filter (where created_at >= now() - interval '24 hours')
    into active, recent from auth.sessions;
  return json_build_object(
    'providers', stats.figure_total('providers'),
    'seekers', stats.figure_total('seekers'),
    'active_sessions', active,
    'sessions_24h', recent,
    'approved_feedback', stats.admin_list_total('feedback', 'approved'),
    -- Pending is what no admin has looked at (moderated_at is null), as private.feedback_state() has it.
    'pending_feedback', stats.admin_list_total('feedback', 'pending'),
    -- The sign-ups of the chart's 30 days: no admins, and British days.
    'new_users_30d', (select count(*) from public.profiles where account_type <> 'admin'
      and created_at >= (private.uk_day(now()) - 29)::timestamp at time zone 'Europe/London'),
    'businesses', (select count(*) from public.businesses),
    'popular', (
      select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'group_name', c.group_name, 'count', used.count)
        order by used.count desc, c.group_name, c.name), '[]')
      from (select category_id, count(*) as count from public.provider_categories
        group by category_id order by count(*) desc, category_id limit 10) as used
      join public.categories c on c.id = used.category_id),
    'activity', stats.recent_activity(10));
end $$;
comment on function public.admin_analytics() is
  'The figures of the analytics screen: cards, the ten categories with most providers, and what happened last.';
grant execute on function public.admin_analytics() to authenticated;

-- Charts --------------------------------------------------------------------------------------------------------------

create function public.admin_figures(
  span text default '30d', from_day date default null, to_day date default null
) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  today date := private.uk_day(now());
  first_day date;
  last_day date := today;
  step text := 'day';
  stride interval;
begin
  perform private.require_admin();
  case span
    when '7d' then first_day := today - 6;
    when '30d' then first_day := today - 29;
    when '12w' then
      first_day := date_trunc('week', today::timestamp)::date - 77;
      step := 'week';
    when '12m' then
      first_day := (date_trunc('month', today::timestamp) - interval '11 months')::date;
      step := 'month';
    when 'days' then
      if from_day is null or to_day is null or not isfinite(from_day) or not isfinite(to_day) or from_day > to_day then
        raise exception 'Please choose a first day that is not after the last.' using errcode = 'PT400';
      end if;
      if from_day > today then
        raise exception 'Please choose days that are not in the future.' using errcode = 'PT400';
      end if;
      first_day := from_day;
      last_day := least(to_day, today);
      if last_day - first_day >= 3660 then
        raise exception 'Please choose at most ten years.' using errcode = 'PT400';
      end if;
      step := case when last_day - first_day < 62 then 'day' when last_day - first_day < 400 then 'week' else 'month' end;
    else
      raise exception 'A span is 7d, 30d, 12w, 12m or days.' using errcode = 'PT400';
  end case;
  stride := ('1 ' || step)::interval;
  return (
    with kept as materialized (
      select case when figure in ('providers', 'seekers') then 'sign_ups' else figure end as figure, day, sum(amount) as amount
      from (select figure, day, amount from stats.daily_figures union all
        select figure, day, amount from stats.figure_changes) as each
      where day <= last_day and (figure = 'members' or day >= first_day - (last_day - first_day + 1))
      group by 1, 2
    ), before as (
      select figure, sum(amount) as amount from kept where day < first_day group by figure
    ), bucketed as (
      select figure, date_trunc(step, day::timestamp) as start, sum(amount) as amount
      from kept where day >= first_day group by figure, start
    ), periods as (
      select start, greatest(start::date, first_day) as first, least((start + stride)::date - 1, last_day) as last
      from generate_series(date_trunc(step, first_day::timestamp), last_day::timestamp, stride) as start
    ), flows as (
      select f.figure, p.start, p.last, coalesce(b.amount, 0) as amount
      from unnest(array['sign_ups', 'members', 'revenue', 'jobs', 'reveals', 'feedback']) as f (figure)
      cross join periods p left join bucketed b on b.figure = f.figure and b.start = p.start
    ), points as (
      select figure, start, case when figure <> 'members' then amount else
        sum(amount) over (partition by figure order by start)
        + coalesce((select amount from before where figure = 'members'), 0)
        -- Whoever ends later today is a member still, and may be renewed by then.
        + case when last = today then (select count(*) from billing.membership_periods m where m.ended_at > now()
            and m.ended_at < (today + 1)::timestamp at time zone 'Europe/London') else 0 end end as amount
      from flows
    )
    select json_build_object('span', span, 'step', step, 'from', first_day, 'to', last_day, 'today', today,
      'periods', (select json_agg(json_build_object('from', first, 'to', last) order by start) from periods),
      'figures', (select json_object_agg(figure, facts) from (
        select p.figure, json_build_object('amounts', json_agg(p.amount order by p.start),
          'total', case when p.figure = 'members' then (array_agg(p.amount order by p.start desc))[1] else sum(p.amount) end,
          'previous', coalesce((select b.amount from before b where b.figure = p.figure), 0)) as facts
        from points p group by p.figure) as each)));
end $$;
comment on function public.admin_figures(text,date,date) is
  'For the charts: six figures by British day, week or month; flows with the sum of as many days before, members as the level at each end. The last period may be under way.';
grant execute on function public.admin_figures(text,date,date) to authenticated;

-- Dashboard -----------------------------------------------------------------------------------------------------------

create function public.admin_dashboard_counts() returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return json_build_object(
    'businesses', (select count(*) from public.businesses),
    -- As many as the directory shows: visible and active alone is not listed (P-13).
    'listed_providers', (select count(*) from search.listings where membership_end > now()),
    'businesses_this_month', (select count(*) from public.businesses where created_at >= date_trunc('month', now())),
    'pending_feedback', (select count(*) from public.feedback where not approved and moderated_at is null));
end $$;
comment on function public.admin_dashboard_counts() is 'The four figures of the admin dashboard.';
grant execute on function public.admin_dashboard_counts() to authenticated;

-- Live updates --------------------------------------------------------------------------------------------------------

create policy "admins receive statistics changes" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and realtime.topic() = 'admin:figures' and (select private.is_admin()));

-- Accounts: the admins' acts, and how the first admin comes to be.

-- First admin ---------------------------------------------------------------------------------------------------------

create function public.make_first_admin(user_id uuid, username text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('make_first_admin'));
  if exists (select from public.profiles where account_type = 'admin') then
    raise exception 'An admin account already exists. Please proceed to login.' using errcode = 'PT409';
  end if;
  update public.profiles set account_type = 'admin', first_name = left(username, 80), is_visible = false where id = user_id;
  perform audit.record('first admin', 'profiles', user_id::text, null, jsonb_build_object('username', username));
end $$;
comment on function public.make_first_admin(uuid,text) is 'For admin-setup: once, ever (P-03).';

create function public.has_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles where account_type = 'admin')
$$;
comment on function public.has_admin() is 'Whether the first admin was made: the setup is then over.';
grant execute on function public.has_admin() to anon, authenticated;

-- Administration ------------------------------------------------------------------------------------------------------

create function private.protect_last_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.account_type = 'admin' and old.is_active and (tg_op = 'DELETE' or new.account_type <> 'admin' or not new.is_active) then
    perform pg_advisory_xact_lock(hashtext('protect_last_admin'));
    if not exists (select from public.profiles where account_type = 'admin' and is_active and id <> old.id) then
      raise exception 'The last admin cannot be deleted, deactivated or demoted.' using errcode = 'PT409';
    end if;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
comment on function private.protect_last_admin() is
  'Trigger: there is always somebody who can sign in at /admin (P-03).';

create trigger protect_last_admin before update of account_type, is_active or delete on public.profiles
  for each row execute function private.protect_last_admin();

create function public.admin_update_user(target_user_id uuid, user_data jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.profiles;
  after public.profiles;
  wrong text;
  changed text[];
  why text;
begin
  perform private.require_admin();
  select key into wrong from jsonb_object_keys(user_data) as key
    where key not in ('first_name', 'last_name', 'business_name', 'location', 'phone_number', 'bio', 'account_type', 'reason', 'seen') limit 1;
  if wrong is not null then
    raise exception 'Column % cannot be set here', wrong using errcode = 'PT400';
  end if;
  why := private.clean_reason(user_data ->> 'reason');
  before := private.lock_account(target_user_id, (user_data ->> 'seen')::timestamptz);
  if (user_data ? 'first_name' and coalesce(btrim(user_data ->> 'first_name'), '') = '')
     or (user_data ? 'last_name' and coalesce(btrim(user_data ->> 'last_name'), '') = '') then
    raise exception 'First name and last name are required' using errcode = 'PT400';
  end if;
  update public.profiles p set
    first_name = case when user_data ? 'first_name' then btrim(user_data ->> 'first_name') else p.first_name end,
    last_name = case when user_data ? 'last_name' then btrim(user_data ->> 'last_name') else p.last_name end,
    business_name = case when user_data ? 'business_name' then nullif(btrim(user_data ->> 'business_name'), '') else p.business_name end,
    location = case when user_data ? 'location' then nullif(btrim(user_data ->> 'location'), '') else p.location end,
    phone_number = case when user_data ? 'phone_number' then nullif(btrim(user_data ->> 'phone_number'), '') else p.phone_number end,
    bio = case when user_data ? 'bio' then nullif(btrim(user_data ->> 'bio'), '') else p.bio end,
    account_type = coalesce(user_data ->> 'account_type', p.account_type)
  where p.id = target_user_id returning * into after;
  select array_agg(k order by n) into changed
    from unnest(array['first_name', 'last_name', 'business_name', 'location', 'phone_number', 'bio', 'account_type']) with ordinality as t (k, n)
    where to_jsonb(before) -> k is distinct from to_jsonb(after) -> k;
  if changed is null then
    return;
  end if;
  perform audit.record('update user', 'profiles', target_user_id::text, to_jsonb(before), to_jsonb(after), why);
  if 'account_type' = any (changed) then
    perform notify.admin_action(target_user_id, 'account_type_changed',
      jsonb_build_object('from', before.account_type, 'to', after.account_type, 'reason', why));
  end if;
  if changed <> array['account_type'] then
    perform notify.admin_action(target_user_id, 'account_edited',
      jsonb_build_object('fields', to_jsonb(array_remove(changed, 'account_type')), 'reason', why));
  end if;
end $$;
comment on function public.admin_update_user(uuid,jsonb) is
  'Changes the named columns of an account; every text is trimmed. reason goes to the audit log and to the person; seen, the updated_at that the caller saw, refuses to overwrite a later change.';
grant execute on function public.admin_update_user(uuid,jsonb) to authenticated;

create function public.admin_delete_user(target_user_id uuid, reason text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.profiles;
  why text;
  reachable boolean;
begin
  perform private.require_admin();
  why := private.clean_reason(reason);
  before := private.lock_account(target_user_id, null);
  select u.email_confirmed_at is not null into reachable from auth.users u where u.id = target_user_id;
  perform private.delete_account(target_user_id);
  perform audit.record('delete user', 'profiles', target_user_id::text,
    to_jsonb(before) - array['bio', 'work_samples', 'social_links', 'skills'], null, why);
  if reachable and before.email is not null and target_user_id is distinct from (select auth.uid()) then
    perform notify.address(before.email, 'account_removed',
      jsonb_strip_nulls(jsonb_build_object('reason', why)), 'account_removed:' || target_user_id);
  end if;
end $$;
comment on function public.admin_delete_user(uuid,text) is
  'Removes an account and all its rows and tells its confirmed address why; feedback it gave stays without its name.';
grant execute on function public.admin_delete_user(uuid,text) to authenticated;

create function public.admin_make_provider(target_user_id uuid, details jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  website text := private.metadata_text(details, 'website', 300);
begin
  perform private.require_admin();
  if private.metadata_text(details, 'first_name', 80) is null or private.metadata_text(details, 'last_name', 80) is null then
    raise exception 'First name and last name are required' using errcode = 'PT400';
  end if;
  if private.metadata_text(details, 'business_name', 120) is null then
    raise exception 'Business name is required for providers' using errcode = 'PT400';
  end if;
  update public.profiles set
    account_type = 'provider',
    first_name = private.metadata_text(details, 'first_name', 80),
    last_name = private.metadata_text(details, 'last_name', 80),
    business_name = private.metadata_text(details, 'business_name', 120),
    location = private.metadata_text(details, 'location', 120),
    phone_number = private.metadata_text(details, 'phone_number', 40),
    bio = private.metadata_text(details, 'bio', 5000),
    categories = private.metadata_texts(details, 'categories'),
    social_links = case when website is null then '{}' else jsonb_build_object('website', website) end,
    profile_image_url = private.metadata_text(details, 'profile_image_url', 600)
  where id = target_user_id and account_type = 'client';
  if not found then
    raise exception 'This account does not exist.' using errcode = 'PT404';
  end if;
  perform audit.record('create provider', 'profiles', target_user_id::text, null,
    (select to_jsonb(p) from public.profiles p where id = target_user_id));
end $$;
comment on function public.admin_make_provider(uuid,jsonb) is
  'For admin-create-provider, called as the admin: makes the provider of a client''s account that was just added.';
grant execute on function public.admin_make_provider(uuid,jsonb) to authenticated;

create function private.lock_account(target uuid, seen timestamptz) returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare
  found public.profiles;
begin
  select * into found from public.profiles where id = target for update;
  if found.id is null then
    raise exception 'This account does not exist.' using errcode = 'PT404';
  end if;
  if seen is not null and found.updated_at <> seen then
    raise exception 'This account has changed since you opened it. Nothing was overwritten: look again, then repeat what is still needed.'
      using errcode = 'PT409';
  end if;
  return found;
end $$;
comment on function private.lock_account(uuid,timestamptz) is
  'Holds an account for a change; refuses where it changed after the moment at which the caller saw it.';

create function private.set_account_status(
  target uuid, field text, value boolean, reason text, seen timestamptz
) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  before public.profiles := private.lock_account(target, seen);
  kind text;
begin
  if (to_jsonb(before) ->> field)::boolean = value then
    return false;
  end if;
  update public.profiles set
    is_active = case when field = 'is_active' then value else is_active end,
    is_visible = case when field = 'is_visible' then value else is_visible end
  where id = target;
  if field = 'is_active' and not value then
    delete from auth.sessions where user_id = target;
  end if;
  perform audit.record('switch ' || field, 'profiles', target::text,
    jsonb_build_object(field, not value), jsonb_build_object(field, value), reason);
  kind := case when field = 'is_active' then case when value then 'account_reactivated' else 'account_deactivated' end
    when value then 'profile_shown' else 'profile_hidden' end;
  -- Whether they are shown means something to providers alone.
  if field = 'is_active' or before.account_type = 'provider' then
    perform notify.admin_action(target, kind, jsonb_build_object('reason', reason));
  end if;
  return true;
end $$;
comment on function private.set_account_status(uuid,text,boolean,text,timestamptz) is
  'Switches is_active or is_visible of one account, records and tells it. False where it stood so already.';

create function private.check_account_status_field(field text, value boolean) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if field is null or field not in ('is_active', 'is_visible') or value is null then
    raise exception 'Only is_active and is_visible can be switched' using errcode = 'PT400';
  end if;
end $$;
comment on function private.check_account_status_field(text,boolean) is 'Refuses what is no switch of an account.';

create function public.admin_toggle_user_status(
  target_user_id uuid, status_field text, new_value boolean, reason text default null, seen timestamptz default null
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.check_account_status_field(status_field, new_value);
  perform private.set_account_status(target_user_id, status_field, new_value, private.clean_reason(reason), seen);
end $$;
comment on function public.admin_toggle_user_status(uuid,text,boolean,text,timestamptz) is
  'Activates or deactivates, shows or hides an account, tells the person why, and refuses over a change made after seen. Deactivating ends its sessions.';
grant execute on function public.admin_toggle_user_status(uuid,text,boolean,text,timestamptz) to authenticated;

create function public.admin_switch_users(
  items jsonb, status_field text, new_value boolean, reason text default null
) returns table (profile_id uuid, outcome text, message text)
language plpgsql security definer set search_path = '' as $$
declare
  item record;
  why text;
begin
  perform private.require_admin();
  why := private.clean_reason(reason, not coalesce(new_value, true));
  perform private.check_account_status_field(status_field, new_value);
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) not between 1 and 100 then
    raise exception 'Choose between 1 and 100 accounts' using errcode = 'PT400';
  end if;
  -- In one order for everybody, so that two admins wait for each other and never in a ring.
  for item in select distinct on (i.id) i.id, i.seen from jsonb_to_recordset(items) as i (id uuid, seen timestamptz)
    where i.id is not null order by i.id
  loop
    profile_id := item.id;
    message := null;
    begin
      outcome := case when private.set_account_status(item.id, status_field, new_value, why, item.seen) then 'done' else 'unchanged' end;
    exception when sqlstate 'PT404' or sqlstate 'PT409' then
      outcome := 'refused';
      message := sqlerrm;
    end;
    return next;
  end loop;
end $$;
comment on function public.admin_switch_users(jsonb,text,boolean,text) is
  'Switches up to 100 accounts, [{id, seen}], in one transaction with one reason, and says of each what became of it: done, unchanged or refused with a message.';
grant execute on function public.admin_switch_users(jsonb,text,boolean,text) to authenticated;

create function private.count_admin_accounts(type text, search text, most bigint) returns bigint
language plpgsql stable security definer set search_path = '' as $$
declare
  pattern text := search.like_pattern(search);
  signs text[] := search.only_symbols(search);
  total bigint;
begin
  if pattern is null then
    return stats.admin_list_total('accounts', type);
  end if;
  execute 'select count(*) from (select from search.admin_account_search where words like $2'
    || case when type is not null then ' and account_type = $1' else '' end
    || case when signs is not null then ' and search.symbols_of(words) @> $4' else '' end
    || ' limit $3) as found'
    into total using type, pattern, most, signs;
  return total;
end $$;
comment on function private.count_admin_accounts(text,text,bigint) is
  'How many accounts a filter leaves; of a search no more than most are counted.';

create function private.list_admin_accounts(
  type text, search text, page_size integer, page_offset integer, sort text
) returns table (profile_id uuid, first_name text, last_name text, email text, account_type text, business_name text, created_at timestamptz, bio text, profile_image_url text, location text, phone_number text, is_active boolean, is_visible boolean, categories text[], updated_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  pattern text := search.like_pattern(search);
  signs text[] := search.only_symbols(search);
  skip bigint := least(greatest(page_offset, 0), 10000000);
  newest_first constant boolean := coalesce(sort, '') not in ('oldest', 'name');
  ordering text := case sort
    when 'oldest' then 'created_at, profile_id desc'
    when 'name' then 'name_key, profile_id'
    else 'created_at desc, profile_id' end;
  part text;
  edge timestamptz;
begin
  if pattern is null then
    -- From the part in which the page begins; the parts before it are not read.
    select p.part, skip - p.before into part, skip
      from stats.find_admin_list_part(case sort when 'name' then 'names' else 'accounts' end, list_admin_accounts.type, skip, newest_first) as p;
    if part is null then
      return;
    end if;
    if sort is distinct from 'name' then
      edge := (part::date + 7 * newest_first::integer)::timestamp at time zone 'UTC';
    end if;
  end if;
  -- The page is taken out of an index alone. Only the conditions that are asked for, so that each question has the plan
  -- of its own index.
  return query execute
    'select p.id, p.first_name, p.last_name, p.email, p.account_type, p.business_name, p.created_at, p.bio,
       p.profile_image_url, p.location, p.phone_number, p.is_active, p.is_visible,
       array(select c.name from public.provider_categories l join public.categories c on c.id = l.category_id
         where l.provider_id = p.id order by c.group_name, c.display_order, c.name limit 3),
       p.updated_at
     from (select profile_id, ' || case sort when 'name' then 'name_key' else 'created_at' end || ' from search.admin_account_search where '
    || case when pattern is not null then 'words like $2' else case sort when 'name' then 'name_key >= $6'
        when 'oldest' then 'created_at >= $7' else 'created_at < $7' end end
    || case when type is not null then ' and account_type = $1' else '' end
    || case when signs is not null then ' and search.symbols_of(words) @> $5' else '' end
    || ' order by ' || ordering || ' limit $3 offset $4) as page
     join public.profiles p on p.id = page.profile_id order by page.' || replace(ordering, ', ', ', page.')
    using type, pattern, least(greatest(page_size, 1), 100), skip, signs, part, edge;
end $$;
comment on function private.list_admin_accounts(text,text,integer,integer,text) is
  'A page of accounts in the order asked for: newest, oldest or name.';

create function public.get_admin_user_details(
  type text default null, search text default null, page_size integer default 20, page_offset integer default 0,
  sort text default 'newest'
) returns table (profile_id uuid, first_name text, last_name text, email text, account_type text, business_name text, created_at timestamptz, bio text, profile_image_url text, location text, phone_number text, is_active boolean, is_visible boolean, categories text[], updated_at timestamptz, total_count bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  total bigint;
begin
  perform private.require_admin();
  total := private.count_admin_accounts(get_admin_user_details.type, search, null);
  return query select r.*, total
    from private.list_admin_accounts(get_admin_user_details.type, search, page_size, page_offset, sort) as r;
end $$;
comment on function public.get_admin_user_details(text,text,integer,integer,text) is
  'A page of accounts for admins, each row with the exact total and at most three category names; sort is newest, oldest or name. The screen asks admin_users, which also counts a page past the last.';
grant execute on function public.get_admin_user_details(text,text,integer,integer,text) to authenticated;

create function public.admin_users(
  type text default null, search text default null, page_size integer default 20, page_offset integer default 0,
  sort text default 'newest'
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant bigint := 10000;
  total bigint;
begin
  perform private.require_admin();
  total := private.count_admin_accounts(admin_users.type, search, most + 1);
  return jsonb_build_object(
    'total', case when search.like_pattern(search) is null then total else least(total, most) end,
    'more', search.like_pattern(search) is not null and total > most,
    'users', (select coalesce(jsonb_agg(to_jsonb(r)), '[]')
      from private.list_admin_accounts(admin_users.type, search, page_size, page_offset, sort) as r));
end $$;
comment on function public.admin_users(text,text,integer,integer,text) is
  'For /admin/users: {total, more, users}. A search is counted up to 10,000; more says that there are more.';
grant execute on function public.admin_users(text,text,integer,integer,text) to authenticated;

create function public.admin_export_users(
  type text default null, search text default null, after_created timestamptz default null, after_id uuid default
  null, page_size integer default 1000
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  pattern text := search.like_pattern(search);
  found jsonb;
begin
  perform private.require_admin();
  if after_id is null then
    perform audit.record('export users', 'profiles', null, null,
      jsonb_strip_nulls(jsonb_build_object('type', admin_export_users.type, 'search', nullif(btrim(left(search, 120)), ''))));
  end if;
  execute
    'select coalesce(jsonb_agg(row order by place), ''[]'') from (
       select page.place, jsonb_build_object(''profile_id'', p.id, ''first_name'', p.first_name, ''last_name'', p.last_name,
         ''email'', p.email, ''account_type'', p.account_type, ''business_name'', p.business_name, ''location'', p.location,
         ''phone_number'', p.phone_number, ''categories'', p.categories, ''is_active'', p.is_active, ''is_visible'', p.is_visible,
         ''created_at'', p.created_at) as row
       from (select profile_id, row_number() over (order by created_at desc, profile_id) as place from search.admin_account_search where true'
    || case when admin_export_users.type is not null then ' and account_type = $1' else '' end
    || case when pattern is not null then ' and words like $2' else '' end
    || case when after_id is not null then ' and created_at <= $3 and (created_at < $3 or profile_id > $4)' else '' end
    || ' order by created_at desc, profile_id limit $5) as page join public.profiles p on p.id = page.profile_id) as rows'
    into found using admin_export_users.type, pattern, after_created, after_id, least(greatest(page_size, 1), 1000);
  return found;
end $$;
comment on function public.admin_export_users(text,text,timestamptz,uuid,integer) is
  'For the CSV of /admin/users: up to 1,000 accounts, newest first, after the last of the part before. The first part is recorded in the audit log, because people''s data leave with it.';
grant execute on function public.admin_export_users(text,text,timestamptz,uuid,integer) to authenticated;

-- Site: what triggers derive from other rows is compared with them every night, and repaired; and what search engines read.

-- Consistency of the search -------------------------------------------------------------------------------------------

create function search.find_set_differences(wanted integer) returns table (term text, members bit)
language sql stable security definer set search_path = '' as $$
  select coalesce(e.term, s.term), e.members from (
    select held.term, search.collect_members(held.slot & 16383, 1) as members from (
      select l.slot, unnest(tsvector_to_array(l.document)) collate "C" as term from search.listings l where l.slot >> 14 = wanted
      union all select l.slot, '*' from search.listings l where l.slot >> 14 = wanted) as held
    group by held.term) as e
  full join (select * from search.term_sets where part = wanted) as s on s.term = e.term
  where coalesce(s.dense, s.members) is distinct from e.members
$$;
comment on function search.find_set_differences(integer) is
  'The sets of a part that are not what its listings say, as they should be; null where nobody holds the term.';

create function search.find_order_differences(wanted integer) returns setof integer
language sql stable security definer set search_path = '' as $$
  select coalesce(l.slot, r.slot) from (select * from search.listings where slot >> 14 = wanted) as l
  full join (select * from search.listing_order where slot >> 14 = wanted) as r on r.slot = l.slot
  where (l.place, l.rating_score, l.created_at, l.slot) is distinct from (r.place, r.rating_score, r.created_at, r.slot)
$$;
comment on function search.find_order_differences(integer) is
  'The slots of a part whose narrow row is not what the listing says.';

create function private.check_term_sets(piece integer) returns bigint
language plpgsql security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  differences bigint := 0;
  changed bigint;
begin
  if not exists (select from search.find_set_differences(piece)) and not exists (select from search.find_order_differences(piece)) then
    return 0;
  end if;
  -- Whoever has written listings has written their sets when this is granted, and nobody begins meanwhile.
  lock table search.listings in share row exclusive mode;
  with wrong as materialized (select * from search.find_set_differences(piece)),
  gone as (delete from search.term_sets s using wrong w where s.part = piece and s.term = w.term and w.members is null)
  insert into search.term_sets (term, part, members, dense)
  select w.term, piece, case when bit_count(w.members) < 32 then w.members end, case when bit_count(w.members) >= 32 then w.members end
  from wrong w where w.members is not null
  on conflict (term, part) do update set members = excluded.members, dense = excluded.dense;
  get diagnostics changed = row_count;
  differences := greatest(changed, 1);
  with wrong as materialized (select slot from search.find_order_differences(piece) as slot),
  gone as (delete from search.listing_order r using wrong w where r.slot = w.slot
    and not exists (select from search.listings l where l.slot = w.slot))
  insert into search.listing_order as r (slot, place, rating_score, created_at)
  select l.slot, l.place, l.rating_score, l.created_at from search.listings l join wrong using (slot)
  on conflict (slot) do update set place = excluded.place, rating_score = excluded.rating_score, created_at = excluded.created_at;
  get diagnostics changed = row_count;
  return differences + changed;
end $$;
comment on function private.check_term_sets(integer) is
  'Compares the sets and narrow rows of 16,384 slots with their listings, and repairs them.';

create function search.find_term_differences() returns table (kind text, term text, lexeme text, listings bigint)
language sql stable security definer set search_path = '' as $$
  select coalesce(e.kind, t.kind), coalesce(e.term, t.term), e.lexeme, e.listings from (
    select 'token' as kind, token as term, null::text as lexeme, count(*) as listings
    from search.listings l cross join lateral unnest(tsvector_to_array(l.document)) as token
    where (token collate "C") >= '@' and (token collate "C") < 'A' group by token
    union all
    select 'word', word, (ts_lexize('pg_catalog.english_stem', word))[1], count(*)
    from search.listings l cross join lateral unnest(l.words) as word group by word) as e
  full join search.terms t on t.kind = e.kind and t.term = e.term
  where (t.listings, t.lexeme, t.term) is distinct from (e.listings, e.lexeme, e.term)
$$;
comment on function search.find_term_differences() is
  'The terms that are not counted as the listings hold them, as they should be.';

create function private.check_terms(piece integer) returns bigint
language plpgsql security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  differences bigint;
begin
  if not exists (select from search.find_term_differences()) then
    return 0;
  end if;
  lock table search.listings in share row exclusive mode;
  with wrong as materialized (select * from search.find_term_differences()),
  gone as (delete from search.terms t using wrong w where t.kind = w.kind and t.term = w.term and w.listings is null returning 1),
  put as (insert into search.terms as t (kind, term, lexeme, listings)
    select w.kind, w.term, w.lexeme, w.listings from wrong w where w.listings is not null
    on conflict (kind, term) do update set lexeme = excluded.lexeme, listings = excluded.listings returning 1)
  select (select count(*) from gone) + (select count(*) from put) into differences;
  return differences;
end $$;
comment on function private.check_terms(integer) is
  'Compares the counted towns and words with the listings, and repairs them.';

create function private.check_admin_search(
  source text, target text, key text, columns text[], piece integer
) returns bigint
language plpgsql security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  wrong uuid;
  differences bigint := 0;
  listed text := (select string_agg(quote_ident(c), ', ') from unnest(columns) as c);
begin
  for wrong in execute format(
    'select coalesce(e.%1$I, w.%1$I) from (select * from search.expected_%2$I where private.is_in_derived_part(%1$I, $1)) as e
       full join (select * from search.%2$I where private.is_in_derived_part(%1$I, $1)) as w on w.%1$I = e.%1$I
     where (%3$s, e.%1$I) is distinct from (%4$s, w.%1$I) order by 1', key, target,
    (select string_agg('e.' || quote_ident(c), ', ') from unnest(columns) as c),
    (select string_agg('w.' || quote_ident(c), ', ') from unnest(columns) as c)) using piece
  loop
    -- The row is read again behind the lock: somebody may have written it meanwhile.
    execute format('select from %s where id = $1 for no key update', source) using wrong;
    execute format('delete from search.%I as w where w.%I = $1 and not exists (select from search.expected_%I as e where e.%I = $1)',
      target, key, target, key) using wrong;
    execute format('insert into search.%1$I (%2$I, %3$s) select %2$I, %3$s from search.expected_%1$I where %2$I = $1
      on conflict (%2$I) do update set (%3$s) = row (%4$s)', target, key, listed,
      (select string_agg('excluded.' || quote_ident(c), ', ') from unnest(columns) as c)) using wrong;
    differences := differences + 1;
  end loop;
  return differences;
end $$;
comment on function private.check_admin_search(text,text,text,text[],integer) is
  'Compares a piece of a table of words with its view `expected_…`, and repairs it row by row.';

create function private.check_admin_account_search(piece integer) returns bigint
language sql set search_path = '' as $$
  select private.check_admin_search('public.profiles', 'admin_account_search', 'profile_id', '{account_type,created_at,name_key,words}', piece) $$;
comment on function private.check_admin_account_search(integer) is
  'Compares what admins search accounts by with the profiles.';

create function private.check_admin_feedback_search(piece integer) returns bigint
language sql set search_path = '' as $$
  select private.check_admin_search('public.feedback', 'admin_feedback_search', 'feedback_id', '{state,created_at,words}', piece) $$;
comment on function private.check_admin_feedback_search(integer) is
  'Compares what admins search feedback by with the feedback.';

create function private.check_admin_business_search(piece integer) returns bigint
language sql set search_path = '' as $$
  select private.check_admin_search('public.businesses', 'admin_business_search', 'business_id', '{created_at,words}', piece) $$;
comment on function private.check_admin_business_search(integer) is
  'Compares what admins search businesses by with the businesses.';

-- Consistency of the statistics ---------------------------------------------------------------------------------------

create function private.check_admin_list_counts(piece integer) returns bigint
language plpgsql security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  differences bigint;
begin
  select count(*) into differences from (
    select list, kind, part from (
      select p.list, p.kind, p.part collate "C" as part, count(*) as items from search.admin_account_search w cross join lateral stats.admin_list_parts(w) as p group by 1, 2, 3
      union all select p.list, p.kind, p.part, count(*) from search.admin_feedback_search w cross join lateral stats.admin_list_parts(w) as p group by 1, 2, 3
      union all select list, kind, part, -items from stats.admin_list_counts
      union all select list, kind, part, -items from stats.admin_list_changes) as each
    group by list, kind, part having sum(items) <> 0) as wrong;
  if differences > 0 then
    perform stats.rebuild_list_counts();
  end if;
  return differences;
end $$;
comment on function private.check_admin_list_counts(integer) is
  'Compares the counted parts of admins'' lists with their rows, and counts all anew where one differs.';

create function private.check_daily_figures(piece integer) returns bigint
language plpgsql security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  counted text;
  differences bigint;
begin
  select string_agg(format('select %L::text as figure, private.uk_day(%s) as day, sum(%s) as amount from %s as r where %s group by 2',
    figure, moment, amount, table_name, counted_when), ' union all ') into counted from stats.figure_sources;
  execute format('select count(*) from (select figure, day from (%s
      union all select figure, day, -amount from stats.daily_figures
      union all select figure, day, -amount from stats.figure_changes) as each
    group by figure, day having sum(amount) <> 0) as wrong', counted) into differences;
  if differences > 0 then
    perform stats.rebuild_figures();
  end if;
  return differences;
end $$;
comment on function private.check_daily_figures(integer) is
  'Compares the figures of each day with their rows, and counts all anew where one differs.';

-- Consistency checks --------------------------------------------------------------------------------------------------

create table private.derived_checks (
  name text primary key,
  place smallint not null,
  pieces text not null,
  compare text not null,
  next_piece integer not null default 0,
  done_on date
);
comment on table private.derived_checks is
  'What private.check_next_derived_part() compares, in order: parents before what is derived from them.';
comment on column private.derived_checks.pieces is 'SQL: how many pieces a night''s check has.';
comment on column private.derived_checks.compare is
  'A function of the piece''s number that repairs it and says how many rows differed.';
comment on column private.derived_checks.done_on is 'The British day of the last check that got through all pieces.';
alter table private.derived_checks enable row level security;

insert into private.derived_checks (name, place, pieces, compare) values
  ('listings', 1, '64', 'check_listings'),
  ('term_sets and listing_order', 2, 'select coalesce((greatest((select max(slot) from search.listings), (select max(slot) from search.listing_order), (select max(part) * 16384 from search.term_sets)) >> 14) + 1, 1)', 'check_term_sets'),
  ('terms', 3, '1', 'check_terms'), ('admin_account_search', 4, '64', 'check_admin_account_search'),
  ('admin_feedback_search', 5, '64', 'check_admin_feedback_search'),
  ('admin_business_search', 6, '64', 'check_admin_business_search'),
  ('admin_list_counts', 7, '1', 'check_admin_list_counts'), ('daily_figures', 8, '1', 'check_daily_figures'),
  ('job_facets and its counts', 9, '1', 'check_job_facets');

create table private.derived_repairs (
  id bigint generated always as identity primary key,
  repaired_at timestamptz not null default now(),
  name text not null,
  piece integer not null,
  differences bigint not null
);
comment on table private.derived_repairs is
  'What nightly checks found to differ and repaired. A row here means that a trigger was passed by, or is at fault.';
alter table private.derived_repairs enable row level security;

create function private.is_in_derived_part(id uuid, piece integer) returns boolean
language sql immutable parallel safe as $$
  select id >= (lpad(to_hex(piece * 4), 2, '0') || '000000-0000-0000-0000-000000000000')::uuid
    and id <= (lpad(to_hex(piece * 4 + 3), 2, '0') || 'ffffff-ffff-ffff-ffff-ffffffffffff')::uuid
$$;
comment on function private.is_in_derived_part(uuid,integer) is
  'Whether an id is in one of 64 pieces, which an index finds.';

create function private.check_derived_part(checked text, piece integer) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  differences bigint;
begin
  execute format('select private.%I($1)', (select compare from private.derived_checks where name = checked)) into differences using piece;
  if differences > 0 then
    insert into private.derived_repairs (name, piece, differences) values (checked, piece, differences);
    raise warning '% rows of % (piece %) differed from what they are derived from, and were repaired', differences, checked, piece;
  end if;
  return differences;
end $$;
comment on function private.check_derived_part(text,integer) is 'Checks one piece, and notes what was repaired.';

create function private.check_next_derived_part() returns void
language plpgsql security definer set search_path = '' as $$
declare
  checked private.derived_checks;
  total integer;
begin
  select * into checked from private.derived_checks
    where done_on is distinct from private.uk_day(now()) order by place limit 1 for update;
  if not found then return; end if;
  execute case when checked.pieces like 'select %' then checked.pieces else 'select ' || checked.pieces end into total;
  if checked.next_piece < total then
    perform private.check_derived_part(checked.name, checked.next_piece);
  end if;
  update private.derived_checks set next_piece = case when checked.next_piece + 1 < total then checked.next_piece + 1 else 0 end,
    done_on = case when checked.next_piece + 1 < total then done_on else private.uk_day(now()) end
  where name = checked.name;
end $$;
comment on function private.check_next_derived_part() is
  'Task: checks the next piece of what is derived; after the last one, until the next night, nothing.';

create function private.has_due_derived_check() returns boolean
language sql stable security definer set search_path = '' as $$
  select (now() at time zone 'Europe/London')::time between '02:00' and '05:00'
    and exists (select from private.derived_checks where done_on is distinct from private.uk_day(now()))
$$;
comment on function private.has_due_derived_check() is
  'Whether it is night in Britain, and something is not yet checked.';

create function private.check_all_derived_tables() returns table (name text, differences bigint)
language plpgsql security definer set search_path = '' as $$
declare
  checked private.derived_checks;
  total integer;
begin
  for checked in select * from private.derived_checks order by place loop
    execute case when checked.pieces like 'select %' then checked.pieces else 'select ' || checked.pieces end into total;
    name := checked.name;
    select sum(private.check_derived_part(checked.name, piece)) into differences from generate_series(0, total - 1) as piece;
    return next;
  end loop;
end $$;
comment on function private.check_all_derived_tables() is
  'For the operator: checks and repairs everything that is derived at once, and says what differed.';

-- Sitemaps ------------------------------------------------------------------------------------------------------------

create function public.sitemap_starts(kind text, part_size integer default 10000) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  size integer := least(greatest(part_size, 1000), 50000);
begin
  if kind = 'providers' then
    return (select coalesce(array_agg(id order by id), '{}') from (
      select l.provider_id as id, row_number() over (order by l.provider_id) - 1 as nr from search.listings l
      where l.membership_end > now()) as numbered where nr % size = 0);
  end if;
  return (select coalesce(array_agg(id order by id), '{}') from (
    select j.id, row_number() over (order by j.id) - 1 as nr from public.jobs j
    where kind = 'jobs' and j.status = 'open' and j.expires_at > now()) as numbered where nr % size = 0);
end $$;
comment on function public.sitemap_starts(text,integer) is
  'The first id of each part of the sitemap of ''providers'' (listed ones) or ''jobs'' (open ones).';
grant execute on function public.sitemap_starts(text,integer) to anon, authenticated;

create function public.sitemap_page(kind text, first_id uuid, page_size integer default 1000) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  many integer := least(greatest(page_size, 1), 2000);
begin
  -- Each kind with its own index, so that a page costs a page.
  if kind = 'providers' then
    return (select coalesce(json_agg(json_build_array(provider_id, updated_at) order by provider_id), '[]') from (
      select provider_id, updated_at from search.listings
      where provider_id >= first_id and membership_end > now() order by provider_id limit many) as page);
  end if;
  return (select coalesce(json_agg(json_build_array(id, updated_at) order by id), '[]') from (
    select j.id, j.updated_at from public.jobs j
    where kind = 'jobs' and j.id >= first_id and j.status = 'open' and j.expires_at > now() order by j.id limit many) as page);
end $$;
comment on function public.sitemap_page(text,uuid,integer) is
  'Part of a sitemap from an id on: [[id, changed at], ...], in the order of the ids.';
grant execute on function public.sitemap_page(text,uuid,integer) to anon, authenticated;

-- The rows of a database of before the baseline come back: what people and operators wrote is copied, what comes with a
-- release is as this one has it, and what triggers derive is derived anew.
do $$
declare
  -- Parents before what refers to them.
  copied constant text[] := array[
    'private.rate_limits', 'public.profiles', 'private.unfinished_sign_ups', 'private.known_devices',
    'public.audit_log', 'audit.chain', 'public.site_settings', 'public.site_setting_revisions',
    'public.notification_settings', 'notify.notices', 'notify.unsubscriptions', 'public.consents',
    'public.account_deletions', 'public.categories', 'public.provider_categories', 'private.removed_selections',
    'public.subscribers', 'public.coupons', 'public.coupon_redemptions', 'billing.payment_events', 'public.payments',
    'billing.refunds', 'billing.membership_periods', 'public.feedback', 'public.feedback_replies',
    'public.feedback_revisions', 'public.services', 'public.availability', 'public.saved_providers',
    'private.portfolio_cleanup', 'private.departed_providers', 'public.jobs', 'public.job_contact_reveals',
    'private.job_questions', 'public.saved_jobs', 'public.job_alerts', 'private.job_alert_deliveries',
    'public.enquiries', 'public.enquiry_messages', 'public.enquiry_blocks', 'public.businesses',
    'public.business_claims', 'private.claim_links', 'private.claim_invitations', 'public.reports',
    'public.report_events', 'public.search_synonyms', 'search.places', 'private.derived_repairs'];
  relation text;
  own text;
  columns text;
  checked record;
begin
  if to_regnamespace('before_baseline') is null then
    return;
  end if;
  -- These hold for what is written from now on; earlier rows may break them.
  create temporary table unproven on commit drop as
    select conrelid::regclass as relation, conname, pg_get_constraintdef(oid) as definition from pg_catalog.pg_constraint
    where not convalidated and connamespace <> 'before_baseline'::regnamespace and conrelid = any (copied::regclass[]);
  for checked in select * from pg_temp.unproven loop
    execute format('alter table %s drop constraint %I', checked.relation, checked.conname);
  end loop;
  foreach relation in array copied loop
    own := 'before_baseline.' || split_part(relation, '.', 2);
    continue when to_regclass(own) is null;
    select string_agg(quote_ident(n.attname), ', ' order by n.attnum) into columns
    from pg_catalog.pg_attribute n join pg_catalog.pg_attribute o on o.attrelid = own::regclass and o.attname = n.attname and not o.attisdropped
    where n.attrelid = relation::regclass and n.attnum > 0 and not n.attisdropped and n.attgenerated = '';
    execute format('alter table %s disable trigger user', relation);
    -- A setting that came with a later release stays; of all else that came with this one, what people made of it holds.
    execute case relation when 'public.site_settings'
      then 'delete from public.site_settings where key in (select key from before_baseline.site_settings)'
      else format('delete from %s', relation) end;
    execute format('insert into %s (%s) overriding system value select %2$s from %s', relation, columns, own);
    execute coalesce((select format('select setval(%L, last_value, is_called) from %s',
        pg_get_serial_sequence(relation, attname), pg_get_serial_sequence(own, attname))
      from pg_catalog.pg_attribute where attrelid = relation::regclass and attidentity <> ''), 'select 1');
  end loop;
  if not exists (select from pg_catalog.pg_attribute
    where attrelid = 'before_baseline.feedback'::regclass and attname = 'original_title') then
    update public.feedback f set original_title = r.title, original_description = r.description
    from (select distinct on (feedback_id) feedback_id, title, description
      from public.feedback_revisions order by feedback_id, replaced_at) as r
    where r.feedback_id = f.id;
  end if;
  set constraints all immediate;
  set constraints all deferred;
  foreach relation in array copied loop
    execute format('alter table %s enable trigger user', relation);
  end loop;
  for checked in select * from pg_temp.unproven loop
    execute format('alter table %s add constraint %I %s', checked.relation, checked.conname, checked.definition);
  end loop;
  drop schema before_baseline cascade;
  perform private.check_listings(piece) from generate_series(0, 63) as piece;
  perform search.rebuild_admin_search();
  perform search.rebuild_job_facets();
  perform stats.rebuild_figures();
  delete from supabase_migrations.schema_migrations;
end $$;
