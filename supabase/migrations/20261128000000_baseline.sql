-- What supabase/schemas declared at version 1.0.0.

set check_function_bodies = off;

-- Site: the schemas and their rights, the trigger for updated_at, the response cache, scheduled tasks and rate limits.

-- Nothing is reachable unless a later line says so.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke execute on functions from anon, authenticated;
alter default privileges revoke execute on functions from public;

create extension if not exists pg_trgm with schema extensions;
create extension if not exists fuzzystrmatch with schema extensions;

-- Callers may name these schemas, because policies and checks call functions in them; they have no rights in them
-- without a grant. The data API serves `public` alone.
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
comment on schema search is 'What the directory and the jobs are searched by, derived from other rows.';
comment on schema notify is 'The queue of emails, and which emails each account wants.';
comment on schema stats is 'Figures for admins, and what a membership brings.';
comment on schema billing is 'Data from the payment provider, and the periods of membership.';
comment on schema audit is 'How the audit log is written and chained.';

-- Time of the last change ---------------------------------------------------------------------------------------------

create function private.set_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;
comment on function private.set_updated_at() is 'Trigger of the tables that site_triggers.sql lists: sets the time of the last change, whatever the caller sends.';

-- Refusals ------------------------------------------------------------------------------------------------------------

create function private.refuse_if(condition boolean, code text, message text, hint text default null) returns void
language plpgsql as $$
begin
  if condition and hint is null then
    raise exception '%', message using errcode = code;
  elsif condition then
    raise exception '%', message using errcode = code, hint = hint;
  end if;
end $$;
comment on function private.refuse_if(boolean,text,text,text) is
  'Refuses a call in words for people (supabase/refusals.test.ts), where the condition is true. What runs with every write raises by itself, which is faster.';

create function private.refuse_if_stale(what text, stored timestamptz, seen timestamptz) returns void
language plpgsql as $$
begin
  if stored <> seen then
    raise exception 'This % has changed since you opened it, so nothing was saved. Please reload the page and try again.', what
      using errcode = 'PT409';
  end if;
end $$;
comment on function private.refuse_if_stale(text,timestamptz,timestamptz) is
  'Refuses an admin''s act on a row whose updated_at is another than the one that they saw; null asks for nothing.';

-- Texts as people see them --------------------------------------------------------------------------------------------

create function private.visible_text(text) returns text
language sql immutable parallel safe as $$
  select btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace($1,
    '[\u000b\u000c\u0085\u00a0\u115f\u1160\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000\u3164\uffa0]', ' ', 'g'),
    '(\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f)|[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff0-\ufffc\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff]', '\1', 'g'),
    '(^|[\s"])[\u0300-\u036f\u180b-\u180d\u180f\u200c\u200d\u20d0-\u20f0\ufe00-\ufe0f\U000e0100-\U000e01ef]+', '\1', 'g'),
    '([\u200c\u200d])[\u200c\u200d]+', '\1', 'g'), E' \t\r\n')
$$;
comment on function private.visible_text(text) is
  'A text without what nobody sees, trimmed: a name of such signs alone is none, and none turns a line round. visibleText() in domain/values/visible-text.ts has the same rule.';

create function private.written_text(given text, longest integer, missing text default null) returns text
language plpgsql immutable set search_path = '' as $$
declare
  written constant text := nullif(private.visible_text(given), '');
begin
  perform private.refuse_if(written is null and missing is not null, 'PT400', missing);
  if char_length(written) > longest then
    raise exception 'Please use at most % characters', ltrim(to_char(longest, '999,999')) using errcode = 'PT400';
  end if;
  return written;
end $$;
comment on function private.written_text(text,integer,text) is 'A text as people see it, null if it is none; refused if it is too long, or missing.';

create function private.accept_texts() returns trigger
language plpgsql set search_path = '' as $$
begin
  return jsonb_populate_record(new, (select jsonb_object_agg(key, case jsonb_typeof(value) when 'string' then to_jsonb(private.visible_text(value #>> '{}'))
    else private.visible_text(value::text)::jsonb end) from jsonb_each(to_jsonb(new)) where jsonb_typeof(value) in ('string', 'array', 'object')));
end $$;
comment on function private.accept_texts() is
  'Trigger of the tables with texts that people write: keeps of each text what people see (site_triggers.sql), before any other trigger.';

-- Names as they are compared ------------------------------------------------------------------------------------------

create function private.plain_letters(text) returns text
language sql immutable parallel safe as $$
  select replace(replace(replace(replace(translate(lower(regexp_replace(normalize($1, NFKD),
    ' \u0301|[\u0300-\u036f''`‘’‛ʹʻʼ′‵ꞌ"“”„‟″«»\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]', '', 'g')),
    'øłđðıħς', 'olddihσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
$$;
comment on function private.plain_letters(text) is
  'A text in small letters, without accents, apostrophes, quotation marks and what nobody sees.';

create function private.plain_digits(text) returns text
language sql immutable strict parallel safe as $$
  select case when $1 !~ '[^\x01-\x7f£]' then $1 else (
    select coalesce(string_agg(coalesce((select chr(48 + ascii(sign) - ascii(zero)) from string_to_table(
        '٠۰߀०০੦૦୦௦౦೦൦෦๐໐༠၀႐០᠐᥆᧐᪀᪐᭐᮰᱀᱐꘠꣐꤀꧐꧰꩐꯰０', null) as zero where ascii(sign) - ascii(zero) between 0 and 9),
      case when sign ~ '[\uff01-\uffee\U0001d7ce-\U0001d7ff]' then normalize(sign, nfkc) else sign end), '' order by nr), '')
    from string_to_table(translate(regexp_replace(regexp_replace(regexp_replace($1,
      '[\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb]', '', 'g'),
      '[\u058a\u05be\u1400\u1806\u2010-\u2015\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\ufe31\ufe32\ufe58\ufe63\uff0d]', '-', 'g'), '[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]', ' ', 'g'), '’·•', '''..'),
      null) with ordinality as signs (sign, nr)) end
$$;
comment on function private.plain_digits(text) is
  'A number as an English keyboard types it: digits of any script and fullwidth signs as ASCII, any dash as ''-'', and nothing that nobody sees. plainDigits() in domain/values/numbers.ts has the same rule.';

create function private.fold(text) returns text
language sql immutable parallel safe as $$
  select btrim(regexp_replace(replace(private.plain_letters($1), '&', ' and '),
    '[ \t\n\r\f\v\u0085\u1680\u2028\u2029.,/\u2010-\u2015\u2212-]+', ' ', 'g'))
$$;
comment on function private.fold(text) is
  'A name of a person, place, business or category as it is compared and searched: of two spellings that people take for one (O’Neill, O''NEILL; Stoke-on-Trent, Stoke on Trent; & and "and") both are the same. foldText() in domain/values/names.ts has the same rule.';

create function search.normalise_place(location text) returns text
language sql immutable parallel safe as $$
  select regexp_replace(string_agg(private.fold(part), ', ' order by nr) filter (where private.fold(part) <> ''),
    '\msaint (?=\S)', 'st ', 'g')
  from string_to_table(left(location, 120), ',') with ordinality as parts (part, nr)
$$;
comment on function search.normalise_place(text) is
  'A location as it is compared: its parts between commas by private.fold(), and St for Saint; null if there is none.';

create function search.place_letters(location text) returns text
language sql immutable parallel safe as $$
  select replace(search.normalise_place(location), ',', '')
$$;
comment on function search.place_letters(text) is 'The same without commas, which people leave out: one location contains the other''s.';

create function private.contains_pattern(text) returns text
language sql immutable parallel safe as $$
  select '%' || replace(replace(replace($1, '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;
comment on function private.contains_pattern(text) is 'The like-pattern of texts that contain this one, whatever signs it has.';

create function private.search_pattern(search text) returns text
language sql immutable set search_path = '' as $$
  select case when char_length(words) < 3 then '% ' || substr(private.contains_pattern(words), 2) else private.contains_pattern(words) end
  from nullif(private.fold(left(search, 120)), '') as words
$$;
comment on function private.search_pattern(text) is
  'The like-pattern of what an admin typed, for a column search_words; null for nothing. It matches anywhere; one or two letters, which are in nearly every row, at the beginning of a word.';

-- Response cache ------------------------------------------------------------------------------------------------------

create unlogged table private.cache_changes (
  transaction xid8 not null default pg_current_xact_id(),
  tags text[]
);
comment on table private.cache_changes is
  'Which cached responses each transaction ends, without tags all. Read by private.list_cache_changes(). A notification would make all commits of the server wait for one another. Unlogged: a crash ends the listeners'' connections, and so all they have cached.';
create index cache_changes_of_transaction on private.cache_changes (transaction);
alter table private.cache_changes set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

create unlogged table private.cache_purges (
  number bigint primary key,
  seen pg_snapshot not null
);
comment on table private.cache_purges is
  'One row: the last purge of cache_changes, and what it saw. The next one deletes no more than that.';

create function private.list_cache_changes(since text, out upto text, out tags text[], out everything boolean) returns record
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  current constant pg_snapshot := pg_current_snapshot();
  known constant pg_snapshot := split_part(since, ' ', 1);
  -- More changes than this end everything, so that no process has to read all their tags.
  most constant integer := 5000;
  purges bigint;
begin
  upto := since;
  everything := false;
  -- Nothing was committed meanwhile.
  if current::text = known::text then
    return;
  end if;
  purges := coalesce((select p.number from private.cache_purges p), 0);
  upto := current || ' ' || purges;
  -- A purge deletes only what the purge before it saw, so a reader may miss one purge, but not two.
  everything := since is null or not purges between split_part(since, ' ', 2)::bigint and split_part(since, ' ', 2)::bigint + 1;
  if not everything then
    select array_agg(distinct tag) filter (where tag is not null), coalesce(bool_or(c.tags is null or c.too_many), false) into tags, everything
    from (
      select each.tags, count(*) over () > most as too_many from (
        select c.tags from private.cache_changes c where c.transaction >= pg_snapshot_xmax(known)
        union all
        select c.tags from private.cache_changes c where c.transaction = any (array(select pg_snapshot_xip(known)))
        limit most + 1) as each) as c
    left join lateral unnest(c.tags) as tag on true;
    if everything then
      tags := null;
    end if;
  end if;
end $$;
comment on function private.list_cache_changes(text) is
  'For the response cache: the tags of all changes that were committed since an earlier call, whose upto is given; everything if that is too long ago, or they are more than 5,000.';

create function private.delete_old_cache_changes() returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  last private.cache_purges;
begin
  select * into last from private.cache_purges
    where pg_snapshot_xmax(seen) <= pg_snapshot_xmax(pg_current_snapshot()) for update;
  -- Transaction numbers not yet reached come from the server that this database was copied from.
  delete from private.cache_changes where transaction >= pg_snapshot_xmax(pg_current_snapshot());
  delete from private.cache_changes c where c.ctid = any (array(
    select o.ctid from private.cache_changes o
    where o.transaction < pg_snapshot_xmax(last.seen) and pg_visible_in_snapshot(o.transaction, last.seen)
    order by o.transaction limit 200000));
  delete from private.cache_purges;
  insert into private.cache_purges (number, seen) values (coalesce(last.number, 0) + 1, pg_current_snapshot());
end $$;
comment on function private.delete_old_cache_changes() is
  'Task: changes that the last run saw already go, up to 200,000 a time. Every process of the site reads them at least four times between two runs.';

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
  ('alert-admins', '00:05:00', 'notify.alert_admins()', null, null),
  ('check-listings', '00:05:00', 'private.check_listings()', null, null),
  ('delete-expired-listings', '00:05:00', 'search.delete_expired_listings()', null, null),
  ('delete-old-cache-changes', '00:01:00', 'private.delete_old_cache_changes()', null, null),
  ('delete-old-rows', '01:00:00', 'private.delete_old_rows()', null, null),
  ('deliver-notices', '00:00:00.01', null, 'deliver-notices', 'notify.has_due_notices()'),
  ('end-admin-sessions', '00:01:00', 'private.end_admin_sessions()', null, null),
  ('erase-accounts', '00:00:10', null, 'erase-accounts', 'private.has_due_deletions()'),
  ('invite-feedback', '01:00:00', 'private.invite_feedback()', null, null),
  ('process-job-expiry', '00:15:00', 'private.process_job_expiry()', null, null),
  ('reconcile-payments', '1 day', null, 'reconcile-payments', null),
  ('refresh-response-facts', '00:05:00', 'private.refresh_response_facts()', null, null),
  ('send-deletion-reminders', '01:00:00', 'notify.send_deletion_reminders()', null, null),
  ('send-job-alerts', '00:00:05', 'notify.send_job_alerts()', null, null),
  ('send-membership-reminders', '01:00:00', 'notify.send_membership_reminders()', null, null),
  ('tidy-portfolio', '01:00:00', null, 'tidy-portfolio', null);

create function private.is_task_due(task private.scheduled_tasks) returns boolean
language sql stable set search_path = '' as $$
  select (task.running_until is null or task.running_until <= now())
    -- A process died while running it, for the first time: it is due at once.
    and ((task.running_until is not null and task.failures = 0) or task.last_run is null or task.last_run <= now() - case
      when task.failures = 0 then task.run_every
      else least(greatest(task.run_every, interval '5 minutes'), (array[interval '5 seconds', '30 seconds', '2 minutes', '10 minutes',
        '1 hour'])[least(task.failures, 5)]) end)
$$;
comment on function private.is_task_due(private.scheduled_tasks) is
  'Whether the time of a task has come: after a failure in 5 seconds at first, then later and later, at most at its usual time (or in 5 minutes); at once where its process has died for the first time.';

create function public.finish_task(p_name text, p_error text default null) returns void
language sql security definer set search_path = '' as $$
  update private.scheduled_tasks set running_until = null, last_run = now(), last_error = left(p_error, 300),
    failures = case when p_error is null then 0 else failures + 1 end,
    last_success = case when p_error is null then now() else last_success end
  where name = p_name
$$;
comment on function public.finish_task(text,text) is
  'Notes how a task ended: p_error is null where it succeeded. The scheduler says so of an Edge function that run_task gave it.';

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
        -- The condition can be asked again; whatever failed otherwise is over when the task has succeeded.
        if task.last_error like 'only\_when: %' then
          perform public.finish_task(task.name, null);
        end if;
      exception when query_canceled or others then
        problem := 'only_when: ' || sqlerrm;
        perform public.finish_task(task.name, problem);
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
    update private.scheduled_tasks set last_run = now(), running_until = now() + interval '2 minutes',
      failures = failures + (running_until is not null)::integer,
      last_error = case when running_until is not null then 'Its process ended in the middle of it.' else last_error end
    where name = p_name;
    return jsonb_build_object('function', task.function_name);
  end if;
  begin
    execute 'select ' || task.procedure;
  -- 'others' does not include query_canceled, which a timeout raises.
  exception when query_canceled or others then
    problem := sqlerrm;
  end;
  perform public.finish_task(p_name, problem);
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

create function private.release_claims() returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Past, not null: the task counts as one whose process died in the middle.
  update private.scheduled_tasks set running_until = now() where running_until > now();
  update notify.notices set claimed_until = null where claimed_until > now() and sent_at is null and dropped_at is null;
  -- What was postponed for longer has failed and waits on purpose.
  update public.account_deletions set claimed_until = null where claimed_until between now() and now() + interval '10 minutes';
end $$;
comment on function private.release_claims() is
  'At the start of a process that is alone with its database: what a process that was killed had claimed is due again at once.';

create function public.release_task(p_name text) returns void
language sql security definer set search_path = '' as $$
  update private.scheduled_tasks set running_until = null, last_run = null where name = p_name and running_until is not null
$$;
comment on function public.release_task(text) is
  'For the scheduler: an Edge function was cut off by an orderly stop, so whoever asks next runs it.';

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
  address := regexp_replace(btrim(p_address), '^::ffff:(?=[0-9]+\.)|%.*$', '', 'ig')::inet;
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
    -- The loopback address is many people (tests, rendered pages, a proxy without forwarded addresses): 20 times the limit.
    when used <= p_most * case when p_who in ('127.0.0.0/24', '::/64') then 20 else 1 end then 0
    else greatest(1, ceil(extract(epoch from resets_at - now()))::integer) end
$$;
comment on function private.increment_rate_limit(text,text,integer,integer) is
  'Counts one use; gives 0, or the seconds to wait when there were more than p_most in p_seconds. Null where nobody is named.';

create function private.enforce_rate_limit(
  p_what text, p_most integer, p_seconds integer, p_message text, p_by_network boolean default true
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  wait integer := greatest(
    private.increment_rate_limit(p_what, me::text, p_most, p_seconds),
    case when p_by_network then
      private.increment_rate_limit(p_what, private.network_prefix(nullif(current_setting('request.ip', true), '')), case when me is null then p_most else 5 * p_most end, p_seconds) end);
begin
  if wait > 0 then
    raise sqlstate 'PGRST' using
      message = json_build_object('code', 'PT429', 'message', p_message, 'details', null, 'hint', null)::text,
      detail = json_build_object('status', 429, 'headers', json_build_object('Retry-After', wait::text))::text;
  end if;
end $$;
comment on function private.enforce_rate_limit(text,integer,integer,text,boolean) is
  'Refuses with 429 and Retry-After what was done more often than p_most times in p_seconds: by the account, or from the network of a visitor. Accounts of one network have five times as much together, unless p_by_network is false: then they do not wait for one another.';

create function private.limit_per_day() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select auth.uid()) is not null then
    perform private.enforce_rate_limit(tg_argv[0], tg_argv[1]::integer, 86400, format(
      'You have reached the limit of %s %s a day. Please try again tomorrow.', tg_argv[1], tg_argv[0]), false);
  end if;
  return new;
end $$;
comment on function private.limit_per_day() is
  'Trigger: an account adds at most so many rows a day, which email others: limit_per_day(''jobs'', 20). Counted are the rows of an array, and those that were deleted again.';

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

create function private.delete_old_rows() returns void
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := private.uk_day(now());
begin
  delete from private.rate_limits where resets_at <= now();
  -- Longer than any yearly notice must stay once-only.
  delete from notify.notices where id in (
    select id from notify.notices where (sent_at is not null or dropped_at is not null)
      and coalesce(sent_at, dropped_at) < now() - interval '400 days' limit 5000);
  delete from stats.provider_days d where d.ctid = any (array(
    select o.ctid from stats.provider_days o
    where o.day < today - 90 limit 50000));
  delete from stats.empty_searches where day < today - 90;
  delete from private.drafts where created_at < now() - interval '7 days';
  delete from private.review_invitations where (invited_at < now() - interval '1 year' or provider_id is null) and stopped_at is null;
  update public.feedback set network = null where network is not null and created_at < now() - interval '90 days';
  delete from private.job_alerts where ended_at < now() - interval '7 days';
end $$;
comment on function private.delete_old_rows() is
  'Task: deletes past rate limits, drafts after 7 days, notices after 400, counts of providers and searches and the networks of reviews after 90, and requests for reviews after a year.';

-- Accounts: one row for each person who signs in, how it comes to be, and what it may do.
-- Names that are public are in views and tables of their own (providers_listing.sql).

-- Profile -------------------------------------------------------------------------------------------------------------

create function private.valid_file_address(address text) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(address) <= 600 and address ~* '^(https?:/|/storage/v1/object/public)/[^\s<>"]+$'
$$;
comment on function private.valid_file_address(text) is
  'A web address, or the path of a public file of ours, which stays right when the site moves.';

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

create function private.valid_skills(skills jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(skills) = 'array' and jsonb_array_length(skills) <= 60
    and not exists (
      select from jsonb_array_elements(skills) as skill
      where jsonb_typeof(skill) <> 'object'
         or jsonb_typeof(skill -> 'name') is distinct from 'string'
         or skill ->> 'name' !~ '\S' or char_length(skill ->> 'name') > 80
         or char_length(coalesce(skill ->> 'category', '')) > 120)
    and (select count(*) = count(distinct private.fold(skill ->> 'name'))
         from jsonb_array_elements(skills) as skill)
$$;
comment on function private.valid_skills(jsonb) is
  'A list of {name, category}: trimmed, non-empty, no name twice (spec 1 section 5).';

create function private.valid_work_samples(samples jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(samples) is distinct from 'array' then false
    else jsonb_array_length(samples) <= 40
      and octet_length(samples::text) <= 200000
      and not exists (select from jsonb_array_elements(samples) as sample where not private.valid_work_sample(sample))
    end
$$;
comment on function private.valid_work_samples(jsonb) is 'At most 40 work samples, each valid, 200 kB in all.';

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
  vat_number text check (vat_number ~ '^GB([0-9]{9}|[0-9]{12})$'),
  categories text[] not null default '{}' check (cardinality(categories) <= 40),
  skills jsonb not null default '[]' check (private.valid_skills(skills)),
  work_samples jsonb not null default '[]' check (private.valid_work_samples(work_samples)),
  social_links jsonb not null default '{}' check (private.valid_social_links(social_links)),
  profile_image_url text check (private.valid_file_address(profile_image_url)),
  is_active boolean not null default true,
  is_visible boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_words text collate "C" not null generated always as (
    ' ' || private.fold(first_name || ' ' || last_name || ' ' || coalesce(business_name, '') || ' ' || coalesce(email, ''))) stored
);
comment on table public.profiles is
  'One row an account (spec 1 section 3). A row is read by its owner and by admins only; what is public is in public_providers.';
comment on column public.profiles.email is 'Copied from authentication; changes there, never here.';
comment on column public.profiles.show_phone is 'The provider chose to show the phone number in public (P-08).';
comment on column public.profiles.categories is 'Selections: ''Main'', ''Main > Sub'' or ''Other: text'' (P-26).';
comment on column public.profiles.search_words is
  'What admins find an account by and sort it by: its names and its address, each word after a space. Stored, because folding 100,000 of them takes two seconds.';
create index profiles_by_type on public.profiles (account_type, created_at desc, id);
create index profiles_newest on public.profiles (created_at desc, id);
create index profiles_hidden on public.profiles (created_at desc, id) where account_type = 'provider' and not is_visible;
create index profiles_inactive on public.profiles (created_at desc, id) where not is_active;
create index profiles_by_name on public.profiles (search_words, id) include (account_type);
create index profiles_search on public.profiles using gin (search_words extensions.gin_trgm_ops);
create index profiles_by_selection on public.profiles using gin (categories);
grant select on public.profiles to authenticated;
grant update (first_name, last_name, location, business_name, bio, phone_number, show_phone, vat_number, categories, skills,
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

create policy "owners and admins read" on public.profiles for select to authenticated
  using (id = (select auth.uid()) or (select private.is_admin()));

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
  select regexp_replace(private.plain_digits(phone), '[-().\s]', '', 'g') ~ '^\+?[0-9]{10,15}$'
$$;
comment on function private.valid_phone(text) is
  'Dashes, dots, brackets and spaces aside: an optional plus and 10 to 15 digits of any script (spec 1 section 5).';

create function private.profile_texts() returns text[]
language sql stable set search_path = '' as $$
  select array_agg(a.attname::text order by a.attnum) from pg_attribute a
  where a.attrelid = 'public.profiles'::regclass and a.atttypid = 'text'::regtype and a.attname <> 'profile_image_url'
    and has_column_privilege('authenticated', a.attrelid, a.attnum, 'update')
$$;
comment on function private.profile_texts() is 'The texts of a profile that its owner writes, by column. Admins may write the same.';

create function private.write_profile_texts(target uuid, given jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  columns text[] := array(select name from unnest(private.profile_texts()) as name where given ? name);
  named constant text := (select string_agg(format('%I', name), ', ') from unnest(columns) as name);
  trimmed jsonb;
begin
  if named is null then
    return;
  end if;
  -- A name is never null, and any other text never empty.
  select jsonb_object_agg(name, case when name in ('first_name', 'last_name') then coalesce(private.visible_text(given ->> name), '')
    else nullif(private.visible_text(given ->> name), '') end) into trimmed from unnest(columns) as name;
  execute format('update public.profiles set (%1$s) = (select %1$s from jsonb_populate_record(null::public.profiles, $1)) where id = $2',
    named) using trimmed, target;
end $$;
comment on function private.write_profile_texts(uuid,jsonb) is 'Writes those texts of a profile that are given, trimmed.';

create function private.check_phone(phone text) returns text
language plpgsql set search_path = '' as $$
begin
  perform private.refuse_if(not private.valid_phone(phone),
    '23514', 'Invalid phone number format', 'Please correct this and try again.');
  return btrim(private.plain_digits(phone));
end $$;
comment on function private.check_phone(text) is 'A telephone number as it is stored; refuses what is none, whoever writes it.';

create function private.check_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  unknown text;
begin
  if tg_op = 'INSERT' or new.categories is distinct from old.categories then
    new.categories := private.current_selections(new.categories, 40);
    unknown := private.unknown_selection(new.categories);
  end if;
  if tg_op = 'UPDATE' and new.location is distinct from old.location and (select auth.uid()) = new.id then
    perform private.refuse_unknown_postcode(new.location);
  end if;
  if new.phone_number is distinct from old.phone_number and new.phone_number is not null then
    new.phone_number := private.check_phone(new.phone_number);
  end if;
  if unknown is not null then
    raise exception '%', private.unknown_category_error(unknown) using errcode = '23514';
  end if;
  if tg_op = 'UPDATE' and new.account_type = 'provider' and (select auth.uid()) = new.id
     and (new.skills, new.work_samples) is distinct from (old.skills, old.work_samples) and not private.is_member(new.id)
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
comment on function private.check_profile() is
  'Trigger: a telephone number is one, and a postcode too; only categories that the picker could have made, after mergers; adding services or portfolio items needs a live membership (spec 2 section 5).';

create trigger check_profile before insert or update of phone_number, location, categories, skills, work_samples on public.profiles
  for each row execute function private.check_profile();

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
    when new.first_name is distinct from old.first_name and new.first_name !~ '\S' then 'First name is required'
    when new.last_name is distinct from old.last_name and new.last_name !~ '\S' then 'Last name is required'
    when new.categories is distinct from old.categories and new.account_type = 'provider'
      and cardinality(new.categories) = 0 then 'Please select at least one business category'
    -- Pictures of the shelf that only admins fill are given by admins alone.
    when new.profile_image_url is distinct from old.profile_image_url and strpos(lower(new.profile_image_url), 'business_logos') > 0
      then 'You cannot use this picture. Please upload your own.'
  end;
  perform private.refuse_if(problem is not null, '23514', problem, 'Please correct this and try again.');
  return new;
end $$;
comment on function private.check_own_profile() is
  'Trigger: names, the picture and a provider''s categories keep their rules when their owner changes them. Runs as the caller, so that it knows who writes.';

-- Before check_profile, whose words are about single categories.
create trigger check_own_profile before update of first_name, last_name, categories, profile_image_url on public.profiles
  for each row execute function private.check_own_profile();

create function private.public_name(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(nullif(btrim(business_name), ''), nullif(btrim(first_name || ' ' || last_name), ''), 'Somebody')
  from public.profiles where id = person
$$;
comment on function private.public_name(uuid) is
  'The name of an account in public: the business, else the person.';

create function private.full_name(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), 'Somebody') from public.profiles p where p.id = person
$$;
comment on function private.full_name(uuid) is 'What a person is called in mails to others.';

create function private.is_email_address(address text) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(address) <= 200
    and address ~* '^[a-z0-9.!#$%&''*+/=?^_`{|}~-]{1,64}@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$'
$$;
comment on function private.is_email_address(text) is
  'Whether this is an email address; the same rule as isEmailAddress() in domain/values/email-address.ts.';

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
  'Takes back a change of the caller''s email address that is not confirmed yet: the links of its mails stop working.';

-- Permissions ---------------------------------------------------------------------------------------------------------

create function private.require_active_account() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  active boolean;
  confirmed boolean;
begin
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
comment on function private.require_active_account() is
  'True if the caller may post, reveal, review or buy (P-05), so that policies can call it. Raises the reason otherwise: deactivated, session_ended (also for a visitor) or unconfirmed.';

create function private.has_account_type(wanted text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles
    where id = (select auth.uid()) and account_type = wanted and is_active)
$$;
comment on function private.has_account_type(text) is 'Whether the caller is active and of this account type.';

create function private.is_provider(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles where id = person and account_type = 'provider')
$$;
comment on function private.is_provider(uuid) is 'Whether this account is a provider.';

create function private.require_admin() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Not authorized. Admin access only.' using errcode = '42501', hint = 'Please log in as an admin.';
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
  'Raises unless the caller is signed in with a valid session (see private.is_session_valid()).';

-- Sign-up -------------------------------------------------------------------------------------------------------------

create function private.metadata_text(metadata jsonb, key text, longest integer) returns text
language sql immutable set search_path = '' as $$
  select nullif(left(private.visible_text(case when jsonb_typeof(metadata -> key) = 'string' then metadata ->> key end), longest), '')
$$;
comment on function private.metadata_text(jsonb,text,integer) is
  'A trimmed, shortened text out of untrusted metadata, or null.';

create function private.metadata_texts(metadata jsonb, key text) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce((
    select array_agg(word order by place)
    from (select left(private.visible_text(item #>> '{}'), 120) as word, min(place) as place
          from jsonb_array_elements(
            case when jsonb_typeof(metadata -> key) = 'array' then metadata -> key else '[]' end)
            with ordinality as listed (item, place)
          where jsonb_typeof(item) = 'string' and private.visible_text(item #>> '{}') <> ''
          group by word order by place limit 40) as texts), '{}')
$$;
comment on function private.metadata_texts(jsonb,text) is
  'At most 40 distinct trimmed texts out of untrusted metadata, in their order: the first category names a provider''s trade.';

create function public.before_user_created(event jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  problem text;
begin
  -- Nobody can write app_metadata but the service itself.
  if coalesce(event -> 'user' -> 'app_metadata' ->> 'provider', 'email') not in ('email', 'phone') then
    return '{}';
  end if;
  problem := private.sign_up_error(coalesce(event -> 'user' -> 'user_metadata', '{}'));
  if problem is null then
    return '{}';
  end if;
  return jsonb_build_object('error', jsonb_build_object('http_code', 400, 'message', problem));
end $$;
comment on function public.before_user_created(jsonb) is
  'Auth hook: refuses at sign-up what the form refuses (spec 1 section 5), when the form is skipped. People from an identity provider fill in the form afterwards.';

create function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  metadata jsonb := coalesce(new.raw_user_meta_data, '{}');
  social boolean := coalesce(new.raw_app_meta_data ->> 'provider', 'email') not in ('email', 'phone');
  type text := case when metadata ->> 'account_type' = 'provider' and not social then 'provider' else 'client' end;
  names record := private.names_from_metadata(metadata);
  phone constant text := private.metadata_text(metadata, 'phone_number', 40);
begin
  insert into public.profiles (id, email, account_type, first_name, last_name, location, phone_number,
    business_name, categories)
  values (new.id, new.email, type, coalesce(names.first_name, ''), coalesce(names.last_name, ''),
    -- Of a provider's data only the name is used.
    case when not social then private.metadata_text(metadata, 'location', 120) end,
    -- Whoever skips the hook's rules, as the secret key does, still makes an account.
    case when not social and private.valid_phone(phone) then phone end,
    case when type = 'provider' then private.metadata_text(metadata, 'business_name', 120) end,
    case when social then '{}' else private.metadata_texts(metadata, 'categories') end);
  insert into public.notification_settings (user_id) values (new.id);
  if social then
    insert into private.unfinished_sign_ups (user_id) values (new.id);
  end if;
  return new;
end $$;
comment on function private.create_profile() is
  'Trigger: sign-up metadata makes the profile, with its notification choices; its account type can only be client or provider, and from an identity provider only client (P-01).';

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
  return coalesce(problem, private.unknown_category_error(private.unknown_selection(private.metadata_texts(metadata, 'categories'))));
end $$;
comment on function private.sign_up_error(jsonb) is 'What the sign-up form refuses (spec 1 section 5), or null.';

-- Sign-in rules -------------------------------------------------------------------------------------------------------

create function public.custom_access_token(event jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case
    when exists (select from public.profiles p where p.id = (event ->> 'user_id')::uuid and not p.is_active)
      then jsonb_build_object('error', jsonb_build_object('http_code', 403,
        'message', 'Your account is deactivated. ' || private.deactivation_message((event ->> 'user_id')::uuid)))
    else jsonb_build_object('claims', event -> 'claims') end
$$;
comment on function public.custom_access_token(jsonb) is
  'Auth hook: nobody gets a token for a deactivated account.';

create function public.own_account_type() returns text
language sql stable security definer set search_path = '' as $$
  select p.account_type from public.profiles p
  where p.id = coalesce((select auth.uid()), (auth.jwt() ->> 'first_step')::uuid)
$$;
comment on function public.own_account_type() is
  'The caller''s account type, also before the second step: a login compares it with the chosen tab first. Null for visitors.';

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

create function public.must_choose_password() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.users u
    where u.id = (select auth.uid()) and u.email_confirmed_at is not null and coalesce(u.encrypted_password, '') = ''
      and not exists (select from auth.identities i where i.user_id = u.id and i.provider <> 'email'))
$$;
comment on function public.must_choose_password() is
  'Whether the caller logs in by email and has no password: several were chosen before the address was confirmed, so the service dropped them all (P-32).';

-- Sign-up with an identity provider -----------------------------------------------------------------------------------

create table private.unfinished_sign_ups (
  user_id uuid primary key references auth.users (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table private.unfinished_sign_ups is
  'Accounts from identity providers whose owners have not filled in the sign-up form yet.';

create function public.sign_up_unfinished() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_session_valid() and exists (
    select from private.unfinished_sign_ups where user_id = (select auth.uid()))
$$;
comment on function public.sign_up_unfinished() is
  'Whether the caller came from an identity provider and has not finished the sign-up.';

create function public.finish_sign_up(details jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  type text := case when details ->> 'account_type' = 'provider' then 'provider' else 'client' end;
  problem text;
begin
  perform private.require_active_account();
  problem := private.sign_up_error(details);
  perform private.refuse_if(problem is not null, 'PT400', problem, 'Please correct this and try again.');
  perform private.refuse_if(type = 'provider' and exists (select from public.jobs where user_id = me),
    'PT409', 'You have posted jobs with this account, so it must stay a seeker account. Please choose Seeker, or sign up with another email.');
  -- Once: of two calls at a time the second finds nothing.
  delete from private.unfinished_sign_ups where user_id = me;
  perform private.refuse_if(not found, 'PT409', 'Your sign-up is already complete. Please reload the page to continue.');
  update public.profiles set
    account_type = type,
    first_name = private.metadata_text(details, 'first_name', 80),
    last_name = coalesce(private.metadata_text(details, 'last_name', 80), ''),
    location = private.metadata_text(details, 'location', 120),
    phone_number = private.metadata_text(details, 'phone_number', 40),
    business_name = case when type = 'provider' then private.metadata_text(details, 'business_name', 120) end,
    categories = private.metadata_texts(details, 'categories')
  where id = me and account_type = 'client';
  perform private.refuse_if(not found, 'PT409', 'Your sign-up is already complete. Please reload the page to continue.');
end $$;
comment on function public.finish_sign_up(jsonb) is
  'Saves the sign-up form after the first sign-in with an identity provider: once, by the owner, with the rules of sign-up. The only place where an owner chooses the account type.';

-- Accounts: whose token counts, and on which devices an account is signed in.

-- Sessions ------------------------------------------------------------------------------------------------------------

-- True for visitors too: functions that they may call find no auth.uid().
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

create function private.end_admin_sessions() returns void
language sql security definer set search_path = '' as $$
  delete from auth.sessions s using public.profiles p
  where p.id = s.user_id and p.account_type = 'admin' and private.is_admin_session_expired(s.created_at, s.refreshed_at)
$$;
comment on function private.end_admin_sessions() is
  'Task: sessions of admins that are over go, so that no refresh token brings them back.';

create function private.end_sessions_of_other_type() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions where user_id = new.id
    and (old.account_type = 'admin' or id::text is distinct from (select auth.jwt()) ->> 'session_id');
  return null;
end $$;
comment on function private.end_sessions_of_other_type() is
  'Trigger: a session ends when the type of its account changes, so that none from before opens an admin''s screens (P-29). Only the session in which a person finishes their own sign-up stays.';

create trigger end_sessions_of_other_type after update of account_type on public.profiles
  for each row when (old.account_type <> new.account_type) execute function private.end_sessions_of_other_type();

create function private.caller_state(
  claims jsonb default nullif(current_setting('request.jwt.claims', true), '')::jsonb
) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := nullif(claims ->> 'sub', '')::uuid;
  session text := coalesce(claims ->> 'session_id', '');
  state text;
begin
  if me is null then
    return 'visitor';
  end if;
  if session = '' then
    return case when (select p.is_active from public.profiles p where p.id = me) is false then 'deactivated' else 'valid' end;
  end if;
  select case
      when s.not_after <= now()
        or (p.account_type = 'admin' and private.is_admin_session_expired(s.created_at, s.refreshed_at)) then 'ended'
      when p.is_active is false then 'deactivated'
      when claims ->> 'aal' is distinct from 'aal2' and exists (
        select from auth.mfa_factors f where f.user_id = me and f.status = 'verified') then 'first step'
      else 'valid' end
    into state
    from auth.sessions s left join public.profiles p on p.id = me
    where s.id = session::uuid and s.user_id = me and s.oauth_client_id is null;
  return coalesce(state, 'ended');
end $$;
comment on function private.caller_state(jsonb) is
  'What the token with these claims, the caller''s, counts as: `valid` (the person), `visitor` (nobody), `ended` (the session is gone, too old for an admin, or another application''s, which only the platform''s own auth server gives), `deactivated` (the account is switched off) or `first step` (the second factor is still to be shown).';

create function private.check_caller() returns void
language plpgsql set search_path = '' as $$
declare
  claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
begin
  if claims ->> 'sub' is null then
    return;
  end if;
  case private.caller_state(claims)
    when 'ended' then
      raise sqlstate 'PGRST' using
        message = '{"code": "session_not_found", "message": "Your session has ended. Please log in again."}',
        detail = '{"status": 401, "headers": {"WWW-Authenticate": "Bearer"}}';
    when 'deactivated' then
      perform private.require_active_account();
      -- The account was reactivated between the two checks: the next call succeeds.
      raise exception 'Your account is deactivated.'
        using errcode = '42501', detail = 'deactivated', hint = 'Please try again in a moment.';
    when 'first step' then
      perform set_config('request.jwt.claims', json_build_object('role', 'anon', 'first_step', claims ->> 'sub')::text, true),
        set_config('role', 'anon', true);
    else
      -- auth.uid() reads request.jwt.claim.sub first: parsing the claims at every call would take five times as long.
      perform set_config('request.caller_state', 'valid', true), set_config('request.jwt.claim.sub', claims ->> 'sub', true);
  end case;
end $$;
comment on function private.check_caller() is
  'Runs first in every call, as its caller: refuses a token whose session has ended or whose account is switched off, and takes whoever has not shown the second factor for a visitor. Runs as its caller, because a definer function cannot change the role.';

-- Devices -------------------------------------------------------------------------------------------------------------

create table private.known_devices (
  user_id uuid not null references auth.users (id) on delete cascade,
  device text not null,
  first_seen timestamptz not null default now(),
  primary key (user_id, device)
);
comment on table private.known_devices is
  'Kinds of browser and system that an account has signed in with; they outlive the sessions, so that only a new one causes an email.';

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
  perform private.require_session();
  return query
    select s.id, private.browser_name(s.user_agent), private.operating_system_name(s.user_agent), s.created_at,
      coalesce(s.refreshed_at at time zone 'utc', s.created_at), s.id::text = auth.jwt() ->> 'session_id'
    from auth.sessions s
    where s.user_id = (select auth.uid()) and coalesce(s.not_after > now(), true)
    order by 6 desc, 5 desc, s.id limit 100;
end $$;
comment on function public.my_devices() is 'Where the caller is signed in, this device first.';

create function public.end_device(p_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_session();
  delete from auth.sessions where id = p_id and user_id = (select auth.uid());
  return found;
end $$;
comment on function public.end_device(uuid) is
  'Signs the caller out on one device; false when there is no such session of the caller''s.';

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
  'The admin''s name at that time, because the account may be deleted later.';
comment on column public.audit_log.target_label is 'What it was done to, in words, as it was called then.';
create index audit_log_newest on public.audit_log (created_at desc);
create index audit_log_of_target on public.audit_log (target_table, target_id, created_at desc);
create index audit_log_of_actor on public.audit_log using gin (private.fold(actor_name) extensions.gin_trgm_ops);
create index audit_log_of_label on public.audit_log using gin (private.fold(target_label) extensions.gin_trgm_ops);
create index audit_log_of_id on public.audit_log (target_id, id desc);
create index audit_log_of_action on public.audit_log (action, id desc);
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
  -- A setting's versions are read from here, so the operator's changes are traced too.
  if private.is_admin() or tg_table_name = 'site_settings' and auth.role() = 'service_role' then
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
      from public.profiles p where p.id::text = entry.target_id) end,
    case when entry.target_table = 'business_claims' then (
      select b.business_name from public.businesses b
      where b.id::text = coalesce(entry.after, entry.before) ->> 'business_id') end), 200)
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
declare
  last audit.chain;
begin
  perform pg_advisory_xact_lock(hashtext('audit_chain'));
  select * into last from audit.chain order by position desc limit 1;
  insert into audit.chain (position, entry, hash)
  values (coalesce(last.position, 0) + 1, new.id, audit.hash_entry(coalesce(last.hash, '\x'), new));
  return null;
end $$;
comment on function audit.chain_new_entry() is
  'Trigger, at commit: chains an entry. At commit because the lock is one for everybody: held any longer, two admins who act on several accounts would wait for each other in a ring.';

create constraint trigger chain_new_entry after insert on public.audit_log
  deferrable initially deferred for each row execute function audit.chain_new_entry();

create function audit.refuse_changes() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'The audit log cannot be changed, only added to. Please record a new entry instead.'
    using errcode = '42501';
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

create function audit.hash_entry(previous bytea, entry public.audit_log) returns bytea
language sql stable set search_path = '' as $$
  -- As JSON, so that no two entries can be written alike; the moment as a number, so that no time zone counts.
  select sha256(previous || convert_to(jsonb_build_array(entry.id, entry.actor_id, entry.actor_name, entry.action,
    entry.target_table, entry.target_id, entry.target_label, entry.before, entry.after, entry.reason,
    extract(epoch from entry.created_at))::text, 'UTF8'))
$$;
comment on function audit.hash_entry(bytea,public.audit_log) is 'The hash of an entry over the hash before it.';

create trigger refuse_changes before update or delete or truncate on audit.chain
  for each statement execute function audit.refuse_changes();

create function public.verify_audit_log(after_position bigint default 0) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant integer := 20000;
  start audit.chain;
  last_checked bigint;
  checked bigint;
  broken jsonb;
begin
  if (select auth.role()) is distinct from 'service_role' then
    perform private.require_admin();
  end if;
  select * into start from audit.chain where position = after_position;
  select count(*), max(page.position) into checked, last_checked
    from (select position from audit.chain where position > coalesce(start.position, 0) order by position limit most) as page;
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
  return jsonb_build_object('checked', checked, 'next', case when checked = most and broken is null then last_checked end, 'broken', broken);
end $$;
comment on function public.verify_audit_log(bigint) is
  'For admins and the command: checks up to 20,000 links after a position: {checked, next, broken: {position, entry, why}}.';

-- Reasons -------------------------------------------------------------------------------------------------------------

create function private.clean_reason(reason text, required boolean default false) returns text
language sql immutable set search_path = '' as $$
  select private.written_text(reason, 500, case when required then 'Please give a reason' end)
$$;
comment on function private.clean_reason(text,boolean) is
  'A reason as it is stored and emailed: trimmed, null if nothing was written, at most 500 characters.';

create function private.admin_reason(reason text, required boolean default false) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.clean_reason(reason, required);
end $$;
comment on function private.admin_reason(text,boolean) is 'The reason of an admin''s act; stops everybody but an active admin.';

-- Reading the log -----------------------------------------------------------------------------------------------------

create function public.admin_audit_log(
  who text default null, what text default null, target text default null, from_day date default null, to_day date
  default null, before_id bigint default null, page_size integer default 25
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  who_pattern text := private.contains_pattern(nullif(private.fold(left(who, 80)), ''));
  target_words text := nullif(btrim(left(target, 120)), '');
  target_pattern text := private.contains_pattern(private.fold(target_words));
  size integer := least(greatest(coalesce(page_size, 25), 1), 100);
  found jsonb;
begin
  perform private.require_admin();
  -- Only the conditions that are asked for, so that each plan can have its index.
  execute 'select coalesce(jsonb_agg(to_jsonb(l) order by l.id desc), ''[]'') from (select * from public.audit_log where true'
    || case when who_pattern is not null then ' and private.fold(actor_name) like $1' else '' end
    || case when nullif(what, '') is not null then ' and action = $2' else '' end
    || case when target_words is not null then ' and (target_id = $3 or private.fold(target_label) like $4)' else '' end
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

-- Site: what admins may set for the whole site, in versions.

create table public.site_settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by uuid references public.profiles (id) on delete set null,
  check (key <> 'feedback_publication' or value in ('"at once"', '"after approval"'))
);
comment on table public.site_settings is 'What admins may set for the whole site.';
create index site_settings_of_admin on public.site_settings (updated_by);
grant select (key, value, updated_at) on public.site_settings to anon, authenticated;

insert into public.site_settings (key, value) values
  ('brand_colour', '""'), ('company', '{"name": "", "number": "", "address": ""}'), ('contact_email', '""'), ('feedback_publication', '"at once"'),
  ('home_texts', 'null'), ('logo', '""'), ('maintenance_notice', '{"on": false, "text": ""}'), ('plans', 'null'), ('site_name', '""'),
  ('social_links', '{"x": "https://x.com/solutionz", "facebook": "https://www.facebook.com/solutionz", "linkedin": "https://www.linkedin.com/company/solutionz", "instagram": "https://www.instagram.com/solutionz"}');

create function private.load_privacy(content text, previous text default null) returns void
language sql set search_path = '' as $$
  insert into public.site_settings (key, value) values ('legal_privacy', to_jsonb(btrim(content, E'\n'))) on conflict do nothing
$$;
comment on function private.load_privacy(text,text) is 'The privacy notice of a new site, supabase/seed/privacy.md.';

create function private.load_terms(content text, previous text default null) returns void
language sql set search_path = '' as $$
  insert into public.site_settings (key, value) values ('legal_terms', to_jsonb(btrim(content, E'\n'))) on conflict do nothing
$$;
comment on function private.load_terms(text,text) is 'The terms of a new site, supabase/seed/terms.md.';

create policy "everyone reads" on public.site_settings for select to anon, authenticated using (key not like 'mail\_%');

create table private.site_mode (
  trial boolean not null default false,
  release text check (char_length(release) <= 100),
  files_checked_to text not null default ''
);
comment on table private.site_mode is 'One row: whether this is a trial, and what else one installation knows of itself.';
comment on column private.site_mode.trial is 'Written by the server when it starts, as is the release.';
comment on column private.site_mode.files_checked_to is 'How far, by bucket and name, public.unused_files() has come.';
comment on column private.site_mode.release is 'The release that started last. Null where a hosted Supabase is used.';
create unique index site_mode_is_one on private.site_mode ((true));

insert into private.site_mode (trial) values (false);

create view private.setting_changes as
  select id, target_id as key, before -> 'value' as value, created_at as replaced_at, actor_name as replaced_by
  from public.audit_log where target_table = 'site_settings' and action = 'update';
comment on view private.setting_changes is
  'What a setting was before each change, who changed it and when, from the audit log: so that it can be restored.';

create trigger log_admin_change after update on public.site_settings for each row execute function audit.log_admin_change('key');

create function private.site_setting_error(key text, value jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  words text := value #>> '{}';
  wrong text;
begin
  case key
    when 'feedback_publication' then
      return case when value is null or value not in ('"at once"', '"after approval"') then 'Please choose to publish feedback at once or after approval' end;
    when 'site_name' then
      return case when jsonb_typeof(value) is distinct from 'string' or char_length(btrim(words)) > 60 or words ~ '[[:cntrl:]<>]'
        then 'Please use at most 60 characters for the site''s name, without < or >' end;
    when 'home_texts' then
      return case when value <> 'null' and (jsonb_typeof(value) <> 'object' or value - array['headline', 'join', 'solved', 'tagline', 'examples', 'quotes'] <> '{}' or jsonb_path_match(value, '$.headline like_regex "^[^<>]{1,80}$" && $.join like_regex "^[^<>]{1,80}$" 
        && $.solved like_regex "^[^<>]{1,80}$" && $.tagline like_regex "^[^<>]{1,80}$" && $.examples.type() == "boolean"
        && $.quotes.size() == 3 && !exists($.quotes[*] ? (!(@.words like_regex "^[^<>]{1,200}$" && @.who like_regex "^[^<>]{1,80}$")))', '{}', true) is not true) then 'Please fill in each text of the home page, without < or >' end;
    when 'brand_colour' then
      return case when jsonb_typeof(value) is distinct from 'string' or words !~ '^(#[0-9a-fA-F]{6})?$' then 'Please choose a colour, written as # and six digits' end;
    when 'company' then
      return case when jsonb_typeof(value) is distinct from 'object' or not value ?& array['name', 'number', 'address'] or value - array['name', 'number', 'address'] <> '{}'
          or exists (select from jsonb_each(value) as part where jsonb_typeof(part.value) <> 'string' or part.value #>> '{}' ~ '[[:cntrl:]<>]')
        then 'Please enter the company''s name, number and address without < or >'
        when char_length(value ->> 'name') > 120 then 'Please use at most 120 characters for the company''s name'
        when char_length(value ->> 'number') > 30 then 'Please use at most 30 characters for the company''s number'
        when char_length(value ->> 'address') > 250 then 'Please use at most 250 characters for the company''s address' end;
    when 'logo' then
      return case when jsonb_typeof(value) is distinct from 'string' or words !~ '^(site/logo-[0-9]{1,16}\.(png|jpg|webp))?$' then 'Please choose a logo from this page' end;
    when 'contact_email' then
      return case when jsonb_typeof(value) is distinct from 'string' or char_length(words) > 200
          or (words <> '' and words !~ '^[^\s@<>"?&]+@[^\s@<>"?&]+\.[^\s@<>"?&]+$')
        then 'Please enter a valid email address' end;
    when 'social_links' then
      if jsonb_typeof(value) is distinct from 'object' then return 'Please enter one address for each network'; end if;
      select l.key into wrong from jsonb_each(value) as l
        where l.key not in ('facebook', 'instagram', 'linkedin', 'x', 'youtube', 'tiktok') or jsonb_typeof(l.value) <> 'string'
          or char_length(l.value #>> '{}') > 300 or l.value #>> '{}' !~ '^https://[A-Za-z0-9.-]+\.[A-Za-z]{2,}(/[^\s<>"]*)?$' limit 1;
      return case when wrong is not null then format('Please enter an address for %s that begins with https://', left(wrong, 40)) end;
    when 'maintenance_notice' then
      return case when jsonb_typeof(value) is distinct from 'object' or value - array['on', 'text'] <> '{}'
          or jsonb_typeof(value -> 'on') is distinct from 'boolean' or jsonb_typeof(value -> 'text') is distinct from 'string'
        then 'Please enter the text of the notice, and choose whether to show it'
        when char_length(value ->> 'text') > 300 then 'Please use at most 300 characters for the notice'
        when (value -> 'on')::boolean and btrim(value ->> 'text') = '' then 'Please enter the text of the notice' end;
    when 'plans' then
      if value = 'null' then return null; end if;
      if jsonb_typeof(value) is distinct from 'array' then return 'Please enter the monthly and the yearly plan'; end if;
      if (select array_agg(p ->> 'id' order by p ->> 'id') from jsonb_array_elements(value) as p) is distinct from array['monthly', 'yearly'] then
        return 'Please enter the monthly and the yearly plan';
      end if;
      select p ->> 'id' into wrong from jsonb_array_elements(value) as p
        where p - array['id', 'name', 'description', 'pence', 'price_id', 'offered'] <> '{}' or jsonb_typeof(p -> 'offered') is distinct from 'boolean'
          or jsonb_typeof(p -> 'name') is distinct from 'string' or char_length(p ->> 'name') > 40 or p ->> 'name' ~ '[[:cntrl:]<>]'
          or jsonb_typeof(p -> 'description') is distinct from 'string' or char_length(p ->> 'description') > 120 or p ->> 'description' ~ '[[:cntrl:]<>]' limit 1;
      if wrong is not null then return format('Please use at most 40 characters for the name of the %s plan and 120 for its description, without < or >', wrong); end if;
      select p ->> 'id' into wrong from jsonb_array_elements(value) as p
        where jsonb_typeof(p -> 'pence') is distinct from 'number' or p ->> 'pence' !~ '^[0-9]{2,6}$' or (p ->> 'pence')::numeric not between 30 and 100000 limit 1;
      if wrong is not null then return format('Please enter a price from £0.30 to £1,000 for the %s plan', wrong); end if;
      select p ->> 'id' into wrong from jsonb_array_elements(value) as p
        where jsonb_typeof(p -> 'price_id') is distinct from 'string' or p ->> 'price_id' !~ '^(price_[A-Za-z0-9_]{1,100})?$' limit 1;
      if wrong is not null then return format('Please enter the price id of the %s plan as Stripe shows it: it begins with price_', wrong); end if;
      return case when not value @> '[{"offered": true}]' then 'Please offer at least one plan' end;
    when 'legal_terms', 'legal_privacy' then
      return case when jsonb_typeof(value) is distinct from 'string' or btrim(words) = '' then 'Please enter the text of this page'
        when char_length(words) > 40000 then 'Please use at most 40,000 characters' end;
    else
      return case when key like 'mail\_%' then private.mail_wording_error(substr(key, 6), value)
        else 'This setting does not exist. Please reload the page.' end;
  end case;
end $$;
comment on function private.site_setting_error(text,jsonb) is
  'Why a setting cannot have this value, in words for people; null when it can.';

create function private.check_site_setting() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  wrong text := private.site_setting_error(new.key, new.value);
begin
  perform private.refuse_if(wrong is not null, '23514', wrong);
  if tg_op = 'UPDATE' and new.value is distinct from old.value then
    new.updated_by := (select auth.uid());
  end if;
  return new;
end $$;
comment on function private.check_site_setting() is 'Trigger: refuses an invalid value, and notes who changed it.';

create trigger check_site_setting before insert or update on public.site_settings for each row execute function private.check_site_setting();

create function private.settings_with_history(mails boolean) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_object_agg(s.key, jsonb_build_object('value', s.value, 'updated_at', s.updated_at,
    'revisions', (
      select coalesce(jsonb_agg(to_jsonb(c) - 'key' order by c.id desc), '[]')
      from (select * from private.setting_changes c where c.key = s.key order by c.id desc limit 10) as c)))
  from public.site_settings s where (s.key like 'mail\_%') = mails
$$;
comment on function private.settings_with_history(boolean) is
  'The words of mails, or all other settings, each with its last change and its last ten values.';

create function public.admin_settings() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'settings', private.settings_with_history(false),
    'coupons', (
      select coalesce(jsonb_agg(jsonb_build_object('code', c.code, 'months', c.months, 'is_active', c.is_active,
        'max_redemptions', c.max_redemptions, 'redeemed', c.redeemed, 'updated_at', c.updated_at) order by c.code), '[]')
      from public.coupons c));
end $$;
comment on function public.admin_settings() is
  'For /admin/settings: every setting with its last change and its last ten values, and the coupons.';

create function public.admin_save_setting(
  setting_key text, new_value jsonb, seen timestamptz default null, reason text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  wrong text;
begin
  perform private.require_admin();
  -- The data API passes the JSON null, which is a mail's original, as no value.
  new_value := coalesce(new_value, 'null');
  perform from public.site_settings s where s.key = setting_key for update;
  wrong := case when not found then 'This setting does not exist. Please reload the page.' else private.site_setting_error(setting_key, new_value) end;
  perform private.refuse_if(wrong is not null, 'PT400', wrong);
  perform private.refuse_if_stale('setting', (select s.updated_at from public.site_settings s where s.key = setting_key), seen);
  perform set_config('moderation.reason', private.clean_reason(reason, true), true);
  update public.site_settings s set value = new_value where s.key = setting_key and s.value <> new_value;
  perform set_config('moderation.reason', '', true);
end $$;
comment on function public.admin_save_setting(text,jsonb,timestamptz,text) is
  'Changes a setting, with a reason for the audit log; seen is the updated_at that the caller saw.';

create function public.admin_restore_setting(
  revision_id bigint, seen timestamptz default null, reason text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  revision private.setting_changes;
begin
  perform private.require_admin();
  select * into revision from private.setting_changes c where c.id = revision_id;
  perform private.refuse_if(revision.id is null, 'PT404', 'This version no longer exists. Please reload the page.');
  perform public.admin_save_setting(revision.key, revision.value, seen, reason);
end $$;
comment on function public.admin_restore_setting(bigint,timestamptz,text) is
  'Gives a setting the value of an earlier version, as admin_save_setting does.';

-- Notifications: which emails people want, and the queue of emails.

-- Choices -------------------------------------------------------------------------------------------------------------

create table public.notification_settings (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  email_notifications boolean not null default true,
  marketing boolean not null default false,
  job_alerts boolean not null default true,
  job_alerts_daily boolean not null default false,
  job_trades text[] not null default '{}' check (cardinality(job_trades) <= 20 and octet_length(array_to_string(job_trades, '')) <= 4000),
  provider_updates boolean not null default true,
  unsubscribe_token uuid not null unique default gen_random_uuid(),
  unsubscribed jsonb not null default '{}',
  updated_at timestamptz not null default now()
);
comment on table public.notification_settings is
  'Which emails an account wants (spec 1 section 9); applied by take_notices(). Emails about security, money and deletion are always sent.';
comment on column public.notification_settings.job_alerts_daily is 'New jobs in one email a day instead of each at once.';
comment on column public.notification_settings.job_trades is
  'Of one''s own trades those whose jobs are emailed; none means all.';
comment on column public.notification_settings.unsubscribe_token is
  'Part of the unsubscribe links of this account''s emails. Its holder can switch emails off, and nothing else.';
comment on column public.notification_settings.unsubscribed is
  'What a mail''s link switched off, and when, so that the same link can take it back for an hour, and can switch on nothing else.';
grant select (user_id, email_notifications, marketing, job_alerts, job_alerts_daily, job_trades, provider_updates, updated_at) on
  public.notification_settings to authenticated;
grant update (email_notifications, marketing, job_alerts, job_alerts_daily, job_trades, provider_updates) on public.notification_settings to
  authenticated;
create policy "owners read" on public.notification_settings for select to authenticated
  using (user_id = (select auth.uid()));
create policy "owners change" on public.notification_settings for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

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

-- Queue ---------------------------------------------------------------------------------------------------------------

create table notify.mail_kinds (
  kind text primary key check (kind ~ '^[a-z][a-z_]{1,59}$'),
  topic text check (topic in ('account', 'email', 'job_alerts', 'provider_updates', 'marketing')),
  placeholders text[] not null,
  required text[] not null check (required <@ placeholders)
);
comment on table notify.mail_kinds is
  'Every kind of mail, as in domain/notifications/mails.ts: the choice that governs it (account is always sent; null for auth''s own), and what its words may and must contain, which admins may replace (a setting of the site, mail_ and the kind).';

create table notify.notices (
  id uuid primary key default gen_random_uuid(),
  kind text not null references notify.mail_kinds (kind),
  user_id uuid references public.profiles (id) on delete cascade,
  address text check (char_length(address) <= 320),
  data jsonb not null default '{}' check (jsonb_typeof(data) = 'object' and octet_length(data::text) <= 60000),
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
  'The queue of notices to accounts or bare addresses. One that was sent or given up has its kind and time, no longer its content or a bare address.';
comment on column notify.notices.key is 'Makes a notice once-only: the second with the same key is left out.';
comment on column notify.notices.dropped_at is
  'When it was given up: the person does not want it, or no mail server took it for a day (last_error says which).';
create index notices_due on notify.notices (due_at) where sent_at is null and dropped_at is null;
create index notices_of_user on notify.notices (user_id, created_at desc);
create index notices_to_address on notify.notices (address) where user_id is null and address <> '(sent)';
create index notices_of_kind on notify.notices (kind);
create index notices_ended on notify.notices (coalesce(sent_at, dropped_at)) where sent_at is not null or dropped_at is not null;

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
      select n.id, k.topic, coalesce(n.address, p.email) as address, p.first_name,
        coalesce(s.unsubscribe_token, (n.data ->> 'unsubscribe_token')::uuid) as unsubscribe_token,
        n.user_id is null or (p.email is not null and coalesce(notify.accepts_topic(s, k.topic), k.topic = 'account')
          and (k.topic = 'account' or p.is_active and u.email_confirmed_at is not null)) as wanted
      from notify.notices n
        join notify.mail_kinds k on k.kind = n.kind
        left join public.profiles p on p.id = n.user_id
        left join auth.users u on u.id = n.user_id
        left join public.notification_settings s on s.user_id = n.user_id
      where n.id = any (claimed)
    ), claims as (
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
    from claims k join weighed w on w.id = k.id where k.dropped_at is null;
    -- If all of these were dropped, more are claimed, because an empty result means that nothing is due.
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
  elsif p_final or (select n.attempts >= 28 from notify.notices n where n.id = p_id) then
    update notify.notices set dropped_at = now(), claimed_until = null, data = '{}', last_error = left(p_error, 200),
      address = case when user_id is null then '(sent)' end
    where id = p_id and sent_at is null;
  else
    update notify.notices set claimed_until = null, last_error = left(p_error, 200),
      due_at = now() + case attempts when 1 then interval '5 seconds' when 2 then interval '30 seconds'
        when 3 then interval '2 minutes' when 4 then interval '10 minutes' else interval '1 hour' end
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

-- Sending -------------------------------------------------------------------------------------------------------------

create function notify.account(
  p_user uuid, p_kind text, p_data jsonb default '{}', p_key text default null, p_due timestamptz default now()
) returns void
language sql security definer set search_path = '' as $$
  insert into notify.notices (kind, user_id, data, key, due_at)
  values (p_kind, p_user, coalesce(p_data, '{}'), p_key, coalesce(p_due, now())) on conflict (key) do nothing
$$;
comment on function notify.account(uuid,text,jsonb,text,timestamptz) is
  'Tells an account something by mail, as far as its choices allow, after this transaction and not before p_due. The scheduler asks every second whether any is due: a notification would make all commits wait for one another.';

create function notify.from_person(author uuid, person uuid, kind text, facts jsonb, key text default null) returns void
language sql security definer set search_path = '' as $$
  select notify.account(person, kind, facts, key) where person is not null and not private.has_blocked(person, author)
$$;
comment on function notify.from_person(uuid,uuid,text,jsonb,text) is
  'Tells an account something in the words of somebody else, unless it has blocked them. Public feedback is told all the same.';

create function notify.address(
  p_address text, p_kind text, p_data jsonb default '{}', p_key text default null, p_due timestamptz default now()
) returns void
language sql security definer set search_path = '' as $$
  insert into notify.notices (kind, address, data, key, due_at)
  values (p_kind, lower(btrim(p_address)), coalesce(p_data, '{}'), p_key, coalesce(p_due, now())) on conflict (key) do nothing
$$;
comment on function notify.address(text,text,jsonb,text,timestamptz) is
  'Queues a notice to an address without an account; only for notices that were requested from that address or must be sent.';

create function notify.admin_action(person uuid, kind text, facts jsonb) returns void
language sql security definer set search_path = '' as $$
  select notify.account(person, kind, jsonb_strip_nulls(facts))
  where person is not null and person is distinct from (select auth.uid())
$$;
comment on function notify.admin_action(uuid,text,jsonb) is
  'Queues a notice to an account about an admin''s change, unless that admin is the account.';

create function notify.admins(p_kind text, p_data jsonb, p_key text, but_not uuid default null) returns void
language sql security definer set search_path = '' as $$
  select notify.account(p.id, p_kind, p_data, p_key || ':' || p.id)
  from public.profiles p where p.account_type = 'admin' and p.is_active and p.id is distinct from but_not
  order by p.created_at limit 50
$$;
comment on function notify.admins(text,jsonb,text,uuid) is
  'Tells every active admin, or all but the one whose doing it is, once a key.';

-- Unsubscribing -------------------------------------------------------------------------------------------------------

create function notify.set_topic_choice(person uuid, topic text, wanted boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  changed integer;
begin
  perform set_config('private.consent_source', 'unsubscribe link', true);
  execute format('update public.notification_settings set %1$I = $2 where user_id = $1 and %1$I <> $2',
    case topic when 'email' then 'email_notifications' else topic end) using person, wanted;
  get diagnostics changed = row_count;
  perform set_config('private.consent_source', '', true);
  return changed > 0;
end $$;
comment on function notify.set_topic_choice(uuid,text,boolean) is
  'Switches one topic for a mail''s link; says whether anything changed.';

create function public.unsubscribe(p_token uuid, p_topic text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  person uuid;
begin
  select s.user_id into person from public.notification_settings s where s.unsubscribe_token = p_token for update;
  if person is null and p_topic = 'job_alerts' then
    update private.job_alerts a set ended_at = coalesce(a.ended_at, now()) where a.id = p_token;
    return found;
  end if;
  if person is null or coalesce(p_topic not in ('email', 'job_alerts', 'provider_updates', 'marketing'), true) then
    return false;
  end if;
  if notify.set_topic_choice(person, p_topic, false) then
    update public.notification_settings set unsubscribed = unsubscribed || jsonb_build_object(p_topic, now()) where user_id = person;
  end if;
  return true;
end $$;
comment on function public.unsubscribe(uuid,text) is
  'Switches a topic off by an email''s link (122 random bits), signed in or not; false for an unknown link. A second call changes nothing.';

create function public.undo_unsubscribe(p_token uuid, p_topic text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  person uuid;
begin
  select s.user_id into person from public.notification_settings s where s.unsubscribe_token = p_token for update;
  update public.notification_settings s set unsubscribed = s.unsubscribed - p_topic
  where s.user_id = person and (s.unsubscribed ->> p_topic)::timestamptz > now() - interval '1 hour';
  if not found then
    update private.job_alerts a set ended_at = null
    where a.id = p_token and p_topic = 'job_alerts' and a.ended_at > now() - interval '1 hour';
    return found;
  end if;
  perform notify.set_topic_choice(person, p_topic, true);
  return true;
end $$;
comment on function public.undo_unsubscribe(uuid,text) is
  'Takes back, within the hour, what the same link switched off; false when there is nothing to take back.';

-- Security alerts -----------------------------------------------------------------------------------------------------

create function notify.security_change(p_user uuid, p_kind text, p_data jsonb default '{}') returns void
language sql security definer set search_path = '' as $$
  -- An admin's identity is no mailbox (.internal is kept from the public net); and while an account is
  -- erased, its rows go after it, which needs no notice.
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
  'Trigger: emails the account about a sign-in with a new kind of browser or system, except the very first.';

create trigger notify_new_device after insert on auth.sessions
  for each row execute function notify.new_device();

create function notify.credentials_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- At a sign-in the service may store the same password with a stronger hash; it sets auth.same_password then.
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
  'Trigger: emails a change of password to the account, and a change of address to the old address (P-20).';

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
  perform notify.security_change(coalesce(new.user_id, old.user_id), 'passkey', jsonb_build_object(
    'added', tg_op = 'INSERT', 'name', coalesce(new.friendly_name, old.friendly_name), 'changed_at', now()));
  return null;
end $$;
comment on function notify.passkeys_changed() is 'Trigger: the account has one more way in, or one less.';

create trigger notify_passkeys_changed after insert or delete on auth.webauthn_credentials
  for each row execute function notify.passkeys_changed();

-- Notifications: the words of mails, which admins may replace.

create function notify.load_mail_kinds(content text, previous text default null) returns void
language sql set search_path = '' as $$
  insert into notify.mail_kinds (kind, topic, placeholders, required)
  select row[1], nullif(row[2], ''), string_to_array(row[3], ' '), string_to_array(row[4], ' ') from private.csv_rows(content) as row
  on conflict (kind) do update set topic = excluded.topic, placeholders = excluded.placeholders, required = excluded.required;
  insert into public.site_settings (key, value)
  select 'mail_' || row[1], 'null' from private.csv_rows(content) as row where row[1] <> 'mail_test' on conflict do nothing
$$;
comment on function notify.load_mail_kinds(text,text) is
  'Carries supabase/seed/mail_kinds.csv into the kinds; the words that admins have given stay.';

create function private.mail_wording_error(mail text, words jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  rule notify.mail_kinds;
  subject text := words ->> 'subject';
  heading text := words ->> 'heading';
  body text := words ->> 'text';
  everything text := concat_ws(E'\n', subject, heading, body);
  rest text := everything;
  name text;
begin
  select * into rule from notify.mail_kinds k where k.kind = mail and mail <> 'mail_test';
  if not found then return 'This setting does not exist. Please reload the page.'; end if;
  if words = 'null' then return null; end if;
  if jsonb_typeof(words) is distinct from 'object' or words - array['subject', 'heading', 'text'] <> '{}'
      or jsonb_typeof(words -> 'subject') is distinct from 'string' or jsonb_typeof(words -> 'heading') is distinct from 'string'
      or jsonb_typeof(words -> 'text') is distinct from 'string'
      or subject !~ '\S' or heading !~ '\S' or body !~ '\S' then
    return 'Please enter the subject, the heading and the text';
  end if;
  if char_length(subject) > 150 then return 'Please keep the subject to 150 characters'; end if;
  if char_length(heading) > 150 then return 'Please keep the heading to 150 characters'; end if;
  if char_length(body) > 5000 then return 'Please keep the text to 5,000 characters'; end if;
  if subject || heading ~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029<>]' then
    return 'Please write the subject and the heading on one line each, without < or >';
  end if;
  if body ~ '[\u0001-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029<>]' then return 'Please write the text without < or >'; end if;
  foreach name in array rule.placeholders loop
    rest := replace(rest, '{{' || name || '}}', ' ');
  end loop;
  if rest ~ '\{\{|\}\}' then
    return 'Please use only these placeholders: ' || (select string_agg('{{' || p || '}}', ', ' order by i)
      from unnest(rule.placeholders) with ordinality as u (p, i));
  end if;
  foreach name in array rule.required loop
    if name <> 'link' and position('{{' || name || '}}' in body) = 0 then
      return format('Please put {{%s}} into the text. The email is of no use without it.', name);
    elsif name = 'link' and (char_length(everything) - char_length(replace(everything, '{{link}}', '')) <> 8
        or body !~ '(^|\n)\s*\{\{link\}\}\s*(\n|$)') then
      return 'Please put {{link}} once on a line of its own. The email''s button is there, and it is of no use without it.';
    end if;
  end loop;
  return null;
end $$;
comment on function private.mail_wording_error(text,jsonb) is
  'Why a mail cannot have these words, in words for people; null when it can. The same rule as wordingError in domain/notifications/wording.ts.';

create function public.admin_mails() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.settings_with_history(true);
end $$;
comment on function public.admin_mails() is
  'For /admin/emails: the words of every mail, null for the original ones, with version and last ten values.';

create function public.admin_send_test_mail(mail text, words jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  address text := (select p.email from public.profiles p where p.id = (select auth.uid()));
  wrong text;
begin
  perform private.require_admin();
  wrong := case when address like '%.internal' then 'Your account has no mailbox. Please ask the operator to give it one with npm run admin (set-email).'
    else private.mail_wording_error(mail, words) end;
  perform private.refuse_if(wrong is not null, 'PT400', wrong);
  perform private.enforce_rate_limit('test mail', 30, 3600, 'You have sent many test emails. Please try again in an hour.');
  perform notify.account((select auth.uid()), 'mail_test', jsonb_build_object('mail', mail, 'words', words));
  return address;
end $$;
comment on function public.admin_send_test_mail(text,jsonb) is
  'Sends the caller a mail with these words and the facts of a sample; gives the address.';

-- What was sent -------------------------------------------------------------------------------------------------------

create function public.admin_sent_mail(p_address text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant text := lower(btrim(left(p_address, 320)));
  people uuid[];
  allowing uuid[];
  notices jsonb;
  account_mails jsonb := '[]';
begin
  perform private.require_admin();
  -- By the index of auth's own searches.
  people := array(select u.id from auth.users u
    where u.instance_id = '00000000-0000-0000-0000-000000000000' and lower(u.email) = wanted);
  allowing := array(select p from unnest(people) as p where private.support_access_until(p) is not null);
  perform audit.record('support view', 'profiles', p::text, null, jsonb_build_object('until', private.support_access_until(p)))
  from unnest(allowing) as p;
  -- Without support access, only notices that no choice governs: whether another was sent would show the choice.
  select coalesce(jsonb_agg(to_jsonb(m)), '[]') into notices from (
    select n.id, false as signing_in, n.created_at as queued_at, coalesce(n.sent_at, n.dropped_at) as ended_at, n.attempts,
      case when n.sent_at is not null then 'sent' when n.dropped_at is null then 'waiting'
        when n.last_error = 'not wanted' then 'unwanted' else 'refused' end as state, n.last_error as answer
    from notify.notices n join notify.mail_kinds k on k.kind = n.kind
    where (n.user_id = any (people) or n.user_id is null and n.address = wanted and n.address <> '(sent)')
      and (n.user_id is null or k.topic = 'account' or n.user_id = any (allowing))
    order by n.created_at desc limit 100) m;
  -- The queue of account mails is the backend's own; a hosted Supabase has none.
  if to_regclass('_backend.outbox') is not null then
    execute $outbox$
      select coalesce(jsonb_agg(to_jsonb(m)), '[]') from (
        select o.id, true as signing_in, o.created_at as queued_at, coalesce(o.delivered_at, o.given_up_at) as ended_at, o.attempts,
          case when o.delivered_at is not null then 'sent' when o.given_up_at is not null then 'refused' else 'waiting' end as state,
          o.last_error as answer
        from _backend.outbox o where lower(o.recipient) = $1 order by o.created_at desc limit 100) m $outbox$
      into account_mails using wanted;
  end if;
  return jsonb_build_object(
    'account', (select jsonb_build_object('name', btrim(concat_ws(' ', p.first_name, p.last_name)), 'is_active', p.is_active,
        'confirmed_at', u.email_confirmed_at)
      from public.profiles p join auth.users u on u.id = p.id where p.id = any (people) limit 1),
    'mails', (select coalesce(jsonb_agg(m order by (m ->> 'queued_at')::timestamptz desc), '[]') from (
      select value from jsonb_array_elements(notices || account_mails)
      order by (value ->> 'queued_at')::timestamptz desc limit 100) as v (m)));
end $$;
comment on function public.admin_sent_mail(text) is
  'For /admin/emails: when mails were sent to an address (the newest 100) and the mail server''s answer, but neither their content nor their kind. Notices are those to the account that has the address now, wherever they went; those that a choice governs only with support access, and then recorded. Account mails keep their receiver for 7 days, notices to addresses without an account until they are sent or given up.';

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

-- Categories: the two levels that providers and jobs are filed under.

-- Taxonomy ------------------------------------------------------------------------------------------------------------

create function private.slugify(title text) returns text
language sql immutable parallel safe as $$
  select regexp_replace(lower(regexp_replace(normalize(title, NFKD), '[\u0300-\u036f]', '', 'g')), '[^a-z0-9]', '-', 'g')
$$;
comment on function private.slugify(text) is
  'A category''s or group''s name as it is in addresses (spec 2 section 2); slugOf() in domain/categories/categories.ts has the same rule.';

create table public.categories (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name = btrim(name) and name ~ '\S' and char_length(name) <= 80 and strpos(name, '>') = 0),
  group_name text not null check (group_name = btrim(group_name) and group_name ~ '\S' and char_length(group_name) <= 80 and strpos(group_name, '>') = 0),
  display_order integer not null default 1 check (display_order >= 1),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  merged_into uuid references public.categories (id) on delete set null,
  unique (group_name, name),
  constraint merged_ones_are_gone check (merged_into is null or (merged_into <> id and not is_active))
);
comment on table public.categories is
  'Subcategories by group; the source of every ''Main > Sub'' selection. Deleted means is_active false.';
comment on column public.categories.merged_into is
  'The category that this one was merged into: its address leads there, and later selections of it become that one.';
create index categories_in_order on public.categories (group_name, display_order) where is_active;
create index categories_merged on public.categories (merged_into);
create unique index categories_by_slug on public.categories (private.slugify(name)) where is_active;
grant select on public.categories to anon, authenticated;
grant insert (name, group_name, display_order) on public.categories to authenticated;
grant update (name, group_name, display_order, is_active) on public.categories to authenticated;

create function private.load_categories(content text, previous text default null) returns void
language sql set search_path = '' as $$
  insert into public.categories (group_name, name)
  select given.key, names.name from jsonb_each(content::jsonb) as given, jsonb_array_elements_text(given.value) with ordinality as names (name, nr)
  where not exists (select from public.categories) order by given.key, names.nr
$$;
comment on function private.load_categories(text,text) is
  'What a new site begins with, supabase/seed/categories.json. From then on the categories are the admins''.';

create policy "everyone reads active categories" on public.categories for select to anon, authenticated
  using (is_active or (select private.is_admin()));
create policy "admins add" on public.categories for insert to authenticated with check ((select private.is_admin()));
create policy "admins change" on public.categories for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

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
      -- The group no longer exists: a selection of the whole group follows its last category.
      update public.profiles set categories = array_replace(categories, old.group_name, new.group_name)
        where categories @> array[old.group_name];
      update public.jobs set categories = array_replace(categories, old.group_name, new.group_name)
        where categories @> array[old.group_name];
      update public.services set category = new.group_name where category = old.group_name;
    end if;
  end if;
  if was <> becomes or not new.is_active then
    update public.services set category = case when new.is_active then becomes end where category = was;
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
  -- A profile names a whole group, not its categories, so the providers of this category are worked out again.
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
  'Trigger: a name or group that changes is changed in every profile, job and service; deleting unlinks, restoring links again (P-26).';

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

create trigger serialise_category_changes before insert or update of name, group_name, is_active on public.categories
  for each statement execute function private.serialise_category_changes();

create function private.check_category() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A merged category that is restored is no longer merged. Selections that were moved are not moved back.
  if new.is_active then
    new.merged_into := null;
  end if;
  if new.is_active and (new.name, new.group_name, new.is_active) is distinct from (old.name, old.group_name, old.is_active) then
    perform private.check_category_name(new);
  end if;
  if tg_op = 'INSERT' or new.group_name <> old.group_name or (new.is_active and not old.is_active) then
    -- The order within a group is the server's: two admins who add at once must not get one place.
    perform pg_advisory_xact_lock(hashtext('categories of ' || new.group_name));
    new.display_order := 1 + coalesce((
      select max(display_order) from public.categories
      where group_name = new.group_name and is_active and id <> new.id), 0);
  end if;
  return new;
end $$;
comment on function private.check_category() is
  'Trigger: the rules of its name, and a new category is the last of its group (spec 2 section 9).';

create trigger check_category before insert or update on public.categories
  for each row execute function private.check_category();

create function private.check_category_name(item public.categories) returns void
language plpgsql security definer set search_path = '' as $$
declare
  taken record;
begin
  -- The turn of private.serialise_category_changes() shows what other admins have added.
  if exists (select from public.categories c where not c.is_active and c.id <> item.id
      and c.group_name = item.group_name and c.name = item.name) then
    raise exception 'Please restore "%" in % instead: it was deleted there.', item.name, item.group_name using errcode = 'PT409';
  end if;
  with others as (
    select c.name, c.group_name from public.categories c where c.is_active and c.id <> item.id),
  names (name, of_group) as (
    select name, group_name from others
    union all select distinct group_name, null from others),
  wanted (name, is_group) as (values (item.name, false), (item.group_name, true))
  select wanted.name as wanted, wanted.is_group, names.name, names.of_group,
    private.fold(wanted.name) = private.fold(names.name) as is_same into taken
  from wanted join (table names union all select item.group_name, null) as names
    on private.slugify(names.name) = private.slugify(wanted.name) or private.fold(names.name) = private.fold(wanted.name)
  where not (wanted.is_group and names.of_group is null and names.name = wanted.name)
  order by wanted.is_group desc, names.of_group nulls first limit 1;
  if found then
    raise exception 'Please choose another name: %.', case
      when not taken.is_same then format('"%s" would have the web address of the %s', taken.wanted,
        case when taken.of_group is null then format('group "%s"', taken.name)
          else format('category "%s" in %s', taken.name, taken.of_group) end)
      when taken.of_group is null then format('there is a group "%s" already', taken.name)
      else format('there is a category "%s" in %s already', taken.name, taken.of_group) end using errcode = 'PT409';
  end if;
end $$;
comment on function private.check_category_name(public.categories) is
  'Refuses a name or group, and so a web address, that another active category or group has, whatever the case.';

create trigger log_admin_change after insert or update on public.categories
  for each row when (new.merged_into is null) execute function audit.log_admin_change('id');

-- Selections ----------------------------------------------------------------------------------------------------------

create function private.unknown_selection(selections text[]) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  selection text;
begin
  -- One by one: a join with the list would read every category.
  foreach selection in array coalesce(selections, '{}') loop
    if not (selection ~ '^Other: \S' and char_length(selection) <= 120) and not exists (
        select from public.categories c
        where c.group_name = split_part(selection, ' > ', 1) and selection in (c.group_name, c.group_name || ' > ' || c.name)) then
      return selection;
    end if;
  end loop;
  return null;
end $$;
comment on function private.unknown_selection(text[]) is
  'The first selection that is neither ''Main'', ''Main > Sub'' nor ''Other: text'', or null.';

create function private.unknown_category_error(selection text) returns text
language sql immutable strict set search_path = '' as $$
  select format('There is no category "%s". Please choose one from the list.', selection)
$$;
comment on function private.unknown_category_error(text) is 'The refusal of a category that does not exist; null for null.';

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

create function private.replace_selections(selections text[], merged text[], target text) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(selection order by place), '{}') from (
    select case when chosen = any (merged) then target else chosen end as selection, min(place) as place
    from unnest(selections) with ordinality as t (chosen, place) group by 1) as result
  -- A selection of the target's whole group includes it already.
  where selection <> target or not (split_part(target, ' > ', 1) = any (selections) and not split_part(target, ' > ', 1) = any (merged))
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
grant select on public.provider_categories to authenticated;
create policy "owners and admins read" on public.provider_categories for select to authenticated
  using (provider_id = (select auth.uid()) or (select private.is_admin()));

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
language plpgsql stable security definer set search_path = '' as $$
declare
  main constant text := split_part(selection, ' > ', 1);
  successor uuid;
begin
  select c.merged_into into successor from public.categories c
  where c.group_name = main and c.merged_into is not null and (c.group_name || ' > ' || c.name = selection
    or (main = selection and not exists (select from public.categories o where o.group_name = main and o.is_active)))
  order by c.updated_at desc limit 1;
  if successor is null then
    return selection;
  end if;
  return (select c.group_name || ' > ' || c.name from public.categories c where c.id = successor);
end $$;
comment on function private.current_selection(text) is
  'A selection after mergers: a merged category, or a group that a merger emptied, becomes the category that it was merged into.';

create function private.current_selections(selections text[], most integer) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  -- Each is looked up, so that a long list would cost seconds before a check of its column refuses it.
  if cardinality(selections) > most then
    raise exception 'Please choose at most % categories', most using errcode = '23514';
  end if;
  return array(select selection from (
    select private.current_selection(chosen) as selection, min(place) as place
    from unnest(selections) with ordinality as t (chosen, place) group by 1) as current order by place);
end $$;
comment on function private.current_selections(text[],integer) is
  'At most so many selections, after mergers: a form may have been open during one, and an import come later.';

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
    'services', (select count(*) from public.services where category = any (chosen)))
  from private.merged_selections(category_id) as chosen
$$;
comment on function private.category_reach(uuid) is
  'How many selected a category itself, by kind. Selections of its whole group count only if it is the group''s last one.';

create function public.admin_category_reach(category_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.refuse_if(not exists (select from public.categories c where c.id = category_id),
    'PT404', 'This category no longer exists. Please reload the page.');
  return private.category_reach(category_id);
end $$;
comment on function public.admin_category_reach(uuid) is
  'What a merger of this category would move: providers, seekers, jobs and services.';

create function public.admin_merge_categories(
  from_id uuid, into_id uuid, reason text, from_seen timestamptz default null, into_seen timestamptz default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.admin_reason(reason, true);
  source public.categories;
  target public.categories;
  chosen text[];
  becomes text;
  moved jsonb;
  old_words text[];
  new_words text[];
begin
  perform private.refuse_if(from_id = into_id, 'PT400', 'A category cannot be merged into itself. Please choose another one.');
  -- The turn of private.serialise_category_changes(), before any row is held.
  perform pg_advisory_xact_lock(hashtext('serialise_category_changes'));
  select * into source from public.categories where id = from_id for update;
  select * into target from public.categories where id = into_id for update;
  perform private.refuse_if(source.id is null or target.id is null,
    'PT404', 'This category no longer exists. Please reload the page.');
  perform private.refuse_if_stale('category', source.updated_at, from_seen);
  perform private.refuse_if_stale('category', target.updated_at, into_seen);
  perform private.refuse_if(not source.is_active or not target.is_active,
    'PT409', 'One of these categories has been deleted, so nothing was merged. Please reload the page and try again.');
  chosen := private.merged_selections(from_id);
  becomes := target.group_name || ' > ' || target.name;
  moved := private.category_reach(from_id);

  update public.profiles set categories = private.replace_selections(categories, chosen, becomes) where categories && chosen;
  update public.jobs set categories = private.replace_selections(categories, chosen, becomes) where categories && chosen;
  update public.services set category = becomes where category = any (chosen);
  -- Restoring it does not give it back to accounts that lost it at an earlier deletion.
  delete from private.removed_selections r where r.category_id = from_id;
  update public.categories set merged_into = into_id where merged_into = from_id;
  update public.categories set is_active = false, merged_into = into_id where id = from_id;

  -- A search for the old name finds the new one too; a synonym has at most three words.
  old_words := search.split_words(source.name);
  new_words := search.split_words(target.name);
  if cardinality(old_words) between 1 and 3 and cardinality(new_words) between 1 and 3 and old_words <> new_words then
    insert into search.synonyms (term, means)
    select term, array_to_string(new_words, ' ') from (
      select array_to_string(old_words, ' ') as term
      union select s.term from search.synonyms s where s.means = array_to_string(old_words, ' ')) as known
    where term <> array_to_string(new_words, ' ')
    on conflict do nothing;
  end if;

  perform audit.record('merge', 'categories', from_id::text,
    jsonb_build_object('name', source.name, 'group_name', source.group_name),
    jsonb_build_object('merged_into', becomes, 'moved', moved), why);
  return moved;
end $$;
comment on function public.admin_merge_categories(uuid,uuid,text,timestamptz,timestamptz) is
  'Merges one active category into another: profiles, jobs and services move, its synonyms and address follow. The updated_at that the caller saw refuse to merge what has changed since. Says how many were moved.';

-- Category page -------------------------------------------------------------------------------------------------------

create function public.category_page(category text, town_slug text default null, towns integer default 12) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
  with listed as materialized (
    select l.provider_id, l.created_at, l.position, l.place, l.town, l.reach, l.served, l.categories, l.rating_average,
      l.rating_count, l.rating_score
    from search.listings l
    where l.document @@ search.category_query(category_page.category) and l.membership_end > now()),
  spelt as materialized (
    select town, btrim(regexp_replace(search.place_letters(town), '[^a-z0-9]+', '-', 'g'), '-') as slug
    from (select distinct town from listed) as written),
  here as materialized (select * from listed left join spelt using (town)),
  located as (select distinct on (place) place, position from here),
  centre as materialized (
    select position, search.places_around(position) as around from located
    where place = (select mode() within group (order by place) from here where slug = town_slug)),
  chosen as materialized (
    select here.*, slug is distinct from town_slug as covers from here
    where town_slug is null or slug = town_slug or exists (select from centre where search.covers(reach, served, centre.position, centre.around))),
  by_town as (
    select slug, name, providers, round(located.position <-> (select position from centre))::int as miles
    from (select slug, mode() within group (order by town) as name, mode() within group (order by place) as place,
        count(*)::int as providers
      from here where slug <> '' and slug is distinct from town_slug group by slug) as other
    left join located using (place)
    order by miles, providers desc, slug limit least(greatest(towns, 0), 1000))
  select json_build_object(
    'total', (select count(*) from chosen),
    'rated', (select count(*) from chosen where rating_count > 0),
    'rating_count', (select coalesce(sum(rating_count), 0) from chosen),
    'rating_average', (select round(sum(rating_average * rating_count) / nullif(sum(rating_count), 0), 2) from chosen),
    'town', (select mode() within group (order by town) from here where slug = town_slug),
    'towns', (select coalesce(json_agg(by_town order by miles, providers desc, slug), '[]') from by_town),
    'parts', (select coalesce(json_object_agg(key, providers), '{}') from (
      select key, count(*)::int as providers from chosen, unnest(categories) as key
      where key like '% > %' group by key) as parts),
    'providers', (select coalesce(json_agg(json_build_object(
        'user_id', p.user_id, 'name', p.name, 'title', p.title, 'bio', left(p.bio, 160), 'image_url', p.image_url,
        'business_name', p.business_name, 'location', p.location, 'rating_average', p.rating_average, 'rating_count', p.rating_count,
        'main_category', p.main_category, 'picture', p.picture, 'price_pence', offer.price_pence, 'price_unit', offer.price_unit,
        'hours', offer.hours, 'covers', town_slug is not null and best.covers)
        order by best.rating_score desc, best.created_at desc, best.provider_id desc), '[]')
      from (select * from chosen order by rating_score desc, created_at desc, provider_id desc limit 6) as best
      join public.public_providers p on p.user_id = best.provider_id
      cross join lateral search.card_offer(best.provider_id) as offer)));
end $$;
comment on function public.category_page(text,text,integer) is
  'What a category''s page shows, for the whole country or one town (who is there, and whose area covers it): how many are listed, their ratings, the six best (whole rows of two and of three), each subcategory''s count, and the other towns: with the most of them, or for a town the nearest.';

create function public.category_moved(slug text) returns text
language sql stable security definer set search_path = '' as $$
  select target.name
  from public.categories merged join public.categories target on target.id = merged.merged_into and target.is_active
  where private.slugify(merged.name) = slug
    or (private.slugify(merged.group_name) = slug
      and not exists (select from public.categories c where c.group_name = merged.group_name and c.is_active))
  order by private.slugify(merged.name) = slug desc, merged.updated_at desc limit 1
$$;
comment on function public.category_moved(text) is
  'The name of the category that took the place of the one with this address; null when none did.';

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
  perform private.refuse_if(present is distinct from array(select id from unnest(category_ids) as id order by id),
    'PT409', 'The categories have changed since you opened them, so nothing was saved. Please reload the page and try again.');
  update public.categories c set display_order = listed.place
    from unnest(category_ids) with ordinality as listed (id, place)
    where c.id = listed.id and c.display_order <> listed.place;
end $$;
comment on function public.admin_reorder_categories(text,uuid[]) is
  'Numbers a group''s active categories 1..n in the order given, in one transaction; refused unless all of them are there once.';

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

-- Membership: who is a member until when, by payment, coupon or an admin.

-- Live membership -----------------------------------------------------------------------------------------------------

create function private.renewal_grace() returns interval
language sql immutable set search_path = '' as $$ select interval '1 day' $$;
comment on function private.renewal_grace() is
  'How long a membership that the payment provider renews goes on after its end, until the webhook brings the new one.';

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
  renewal_pence integer check (renewal_pence >= 0),
  past_due boolean not null default false,
  -- Added in UTC, so that it depends on no session's time zone.
  live_until timestamptz generated always as (case
    when not subscribed then null
    when payment_subscription is null or cancel_at_period_end or past_due then subscription_end
    else (subscription_end at time zone 'UTC' + private.renewal_grace()) at time zone 'UTC' end) stored,
  check (not subscribed or (subscription_end is not null and subscription_tier is not null))
);
comment on table public.subscribers is
  'One row a member, written only by the signed webhook and by the coupon (decisions 11, 12). Live means live_until is in the future: nothing else decides it.';
comment on column public.subscribers.payment_event_at is
  'When the newest applied event was made: an older one that arrives later changes nothing.';
comment on column public.subscribers.grant_reason is
  'Why an admin gave the present membership; null for one that was paid for or came of a coupon.';
comment on column public.subscribers.renewal_pence is
  'What the payment provider charges this member at each renewal; a later change of the plan''s price leaves it as it is.';
comment on column public.subscribers.past_due is
  'The payment of a renewal failed, and the payment provider tries again: subscription_end is then the end of those days.';
comment on column public.subscribers.live_until is
  'The end, or a day later where the payment provider renews it; null for who is no member. Free years, granted and cancelled memberships have no such day.';
create index subscribers_by_end on public.subscribers (subscription_end);
grant select (user_id, email, subscribed, subscription_tier, subscription_end, cancel_at_period_end, promo_code,
  created_at, updated_at, grant_reason, renewal_pence, live_until) on public.subscribers to authenticated;
create policy "members and admins read" on public.subscribers for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));

create view private.live_members as
  select user_id from public.subscribers where live_until > now();
comment on view private.live_members is 'Accounts with a live membership at this moment.';

create function private.is_member(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.live_members where user_id = person)
$$;
comment on function private.is_member(uuid) is 'Whether this account has a live membership at this moment.';

create function notify.membership_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was boolean := coalesce(old.live_until > now(), false);
  live boolean := coalesce(new.live_until > now(), false);
  -- The same subscription, paid after its days of grace.
  again boolean := old.subscribed and old.payment_subscription = new.payment_subscription;
  facts jsonb := jsonb_build_object('tier', new.subscription_tier, 'ends_at', new.subscription_end,
    'cancels', new.cancel_at_period_end, 'promo', new.promo_code, 'pence', new.renewal_pence);
  stamp text := new.user_id || ':' || extract(epoch from now());
begin
  if live and not was and again is not true then
    perform notify.account(new.user_id, 'membership_started', facts, 'membership_started:' || stamp);
  elsif live and new.payment_subscription is not null and new.cancel_at_period_end and not old.cancel_at_period_end then
    perform notify.account(new.user_id, 'membership_cancelled', facts, 'membership_cancelled:' || stamp);
  elsif live and new.payment_subscription is not null and (not was or old.cancel_at_period_end and not new.cancel_at_period_end
    and (old.promo_code is null or new.promo_code is not null)) then
    perform notify.account(new.user_id, 'membership_resumed', facts, 'membership_resumed:' || stamp);
  end if;
  return null;
end $$;
comment on function notify.membership_changed() is
  'Trigger: emails members that their membership has started, will not renew, or goes on after all. A renewal only has its receipt.';

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
    if new.live_until > least(new.created_at, now()) then
      insert into billing.membership_periods (user_id, began_at, ended_at)
      values (new.user_id, least(new.created_at, now()), new.live_until);
    end if;
    return null;
  end if;
  if (old.live_until, old.subscription_end) is not distinct from (new.live_until, new.subscription_end) then
    return null;
  end if;
  select id into current_id from billing.membership_periods m
    where m.user_id = new.user_id and m.ended_at > now() order by m.ended_at desc limit 1;
  if current_id is not null then
    update billing.membership_periods m set ended_at = greatest(m.began_at, case
      when new.subscribed then new.live_until else least(new.subscription_end, now()) end)
    where m.id = current_id;
  elsif new.live_until > now() then
    insert into billing.membership_periods (user_id, began_at, ended_at) values (new.user_id, now(), new.live_until);
  end if;
  return null;
end $$;
comment on function billing.log_membership_periods() is
  'Trigger: a membership that begins, is renewed or ends is written down with its moments.';

create trigger log_membership_periods after insert or update on public.subscribers
  for each row execute function billing.log_membership_periods();

-- Coupons -------------------------------------------------------------------------------------------------------------

create table public.coupons (
  code text primary key check (code = upper(code) and char_length(code) between 3 and 40),
  months integer not null check (months between 1 and 36),
  max_redemptions integer not null check (max_redemptions > 0),
  redeemed integer not null default 0 check (redeemed between 0 and max_redemptions),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column public.coupons.updated_at is 'When an admin last changed it; a use is no change.';
comment on table public.coupons is 'Coupons that give a membership without payment. Reached through functions only.';
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
grant select on public.coupon_redemptions to authenticated;
create policy "owners and admins read" on public.coupon_redemptions for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));

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
  perform private.refuse_if(not found,
    '42501', 'Only service providers can purchase subscriptions.', 'Please log in with an account that offers services.');
  perform private.refuse_if(private.is_member(member_id),
    'PT409', 'You already have an active subscription.', 'Open the membership page to see when it ends.');
  select * into coupon from public.coupons where code = upper(btrim(coupon_code)) and is_active for update;
  perform private.refuse_if(not found, 'PT400', 'Invalid coupon code', 'Please check the code, or continue without it.');
  perform private.refuse_if(exists (select from public.coupon_redemptions where user_id = member_id),
    'PT409', 'You have already used a coupon. Please continue without one.');
  if coupon.redeemed >= coupon.max_redemptions then
    raise exception 'Sorry, the % offer has already been fully claimed.', coupon.code
      using errcode = 'PT409', hint = 'Please continue without the code.';
  end if;
  update public.coupons set redeemed = redeemed + 1 where code = coupon.code;
  insert into public.coupon_redemptions (user_id, code) values (member_id, coupon.code);
  -- By the British calendar: the same day and time on the clock, on whichever side of summer time.
  ends_at := (now() at time zone 'Europe/London' + make_interval(months => coupon.months)) at time zone 'Europe/London';
  update public.subscribers set
    subscribed = true, subscription_tier = 'yearly', subscription_end = ends_at,
    cancel_at_period_end = true, promo_code = coupon.code, payment_subscription = null,
    renewal_pence = null, grant_reason = null
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

create function public.admin_set_coupon(
  coupon_code text, active boolean, most integer, seen timestamptz default null, reason text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.coupons;
begin
  perform private.require_admin();
  select * into before from public.coupons c where c.code = coupon_code for update;
  perform private.refuse_if(before.code is null, 'PT404', 'This coupon no longer exists. Please reload the page.');
  perform private.refuse_if(active is null or most is null or most not between 1 and 100000,
    'PT400', 'Please enter a maximum from 1 to 100,000.');
  if most < before.redeemed then
    raise exception 'The maximum cannot be lower than the number of uses so far. Please enter at least %.', before.redeemed
      using errcode = 'PT400';
  end if;
  perform private.refuse_if_stale('coupon', before.updated_at, seen);
  if (before.is_active, before.max_redemptions) is distinct from (active, most) then
    perform audit.record('change coupon', 'coupons', coupon_code,
      jsonb_build_object('is_active', before.is_active, 'max_redemptions', before.max_redemptions),
      jsonb_build_object('is_active', active, 'max_redemptions', most), private.clean_reason(reason, true));
    update public.coupons c set is_active = active, max_redemptions = most, updated_at = now() where c.code = coupon_code;
  end if;
end $$;
comment on function public.admin_set_coupon(text,boolean,integer,timestamptz,text) is
  'Switches a coupon on or off and sets how often it can be used, never below what was used, with a reason; seen is the updated_at that the caller saw.';

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
  'One row for each paid invoice, by the payment provider''s id; written by the webhook and by reconciling. It outlives its payer''s account, without the payer, because the law requires books.';
comment on column public.payments.pence is 'In the smallest unit of the currency.';
create index payments_of_user on public.payments (user_id, paid_at desc);
create index payments_newest on public.payments (paid_at desc);
grant select (id, user_id, paid_at, pence, currency, number, period_start, period_end, receipt_url) on public.payments
  to authenticated;
create policy "payers and admins read" on public.payments for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));

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
create index refunds_newest on billing.refunds (refunded_at desc);

create function public.apply_payment_event(
  event_id text, event_type text, event_made_at timestamptz, member_id uuid, customer text, subscription text, live
  boolean, tier text, period_end timestamptz, cancels boolean, price_pence integer default null, trial boolean default false,
  overdue boolean default false
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  member public.subscribers;
  ends_at timestamptz := period_end;
  -- The subscription has ended, but not the free time before it.
  outlasts boolean := false;
  free boolean;
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
  free := member.promo_code is not null or member.grant_reason is not null;
  if private.is_member(member_id) then
    if free and not live then
      -- A plan for afterwards that is over before it began leaves the free time as it was.
      ends_at := member.subscription_end;
      outlasts := ends_at > now();
    elsif live and free then
      -- Whoever chooses a plan or pays during a free year keeps what is left of it.
      ends_at := greatest(member.subscription_end, period_end);
    end if;
  end if;
  update public.subscribers set
    subscribed = live or outlasts, subscription_tier = tier, subscription_end = ends_at,
    promo_code = case when live and not trial then null else promo_code end,
    cancel_at_period_end = cancels or outlasts, past_due = live and overdue, payment_customer = customer,
    payment_subscription = case when not outlasts then subscription end, payment_event_at = event_made_at,
    renewal_pence = case when not outlasts then price_pence end,
    grant_reason = case when live and not trial then null else grant_reason end
  where user_id = member_id;
  return 'applied';
end $$;
comment on function public.apply_payment_event(text,text,timestamptz,uuid,text,text,boolean,text,timestamptz,boolean,integer,boolean,boolean) is
  'For the webhook: applies one event once and in order of making. A trial is a plan that was chosen for the end of free time and is not charged yet; overdue is one whose renewal could not be collected so far. Answers applied, duplicate, stale or unknown member.';

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
  -- What reconciling finds long after needs no notice.
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
  'For the webhook: emails a member, once for each invoice, that its payment failed.';

create function public.record_refund(
  p_id text, p_refunded_at timestamptz, p_pence integer, p_currency text, p_counts boolean
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_counts then
    insert into billing.refunds (id, refunded_at, pence, currency)
    values (p_id, p_refunded_at, p_pence, lower(p_currency))
    on conflict (id) do update set refunded_at = excluded.refunded_at, pence = excluded.pence, currency = excluded.currency;
  else
    delete from billing.refunds where id = p_id;
  end if;
end $$;
comment on function public.record_refund(text,timestamptz,integer,text,boolean) is
  'For the webhook: saves a refund as the payment provider has it now, or deletes it if it no longer counts because it failed. The same call twice changes nothing.';

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
  'Each period of membership without a gap; follows subscribers by trigger. Deleted with the account.';
comment on column billing.membership_periods.ended_at is
  'In the future while the membership is live: it then ends by itself, unless it is renewed.';
create index membership_periods_of_user on billing.membership_periods (user_id, ended_at);
create index membership_periods_by_begin on billing.membership_periods (began_at);
create index membership_periods_by_end on billing.membership_periods (ended_at);

-- Reminders -----------------------------------------------------------------------------------------------------------

create function notify.send_membership_reminders() returns void
language sql security definer set search_path = '' as $$
  select notify.account(due.user_id, due.kind,
    jsonb_build_object('tier', due.subscription_tier, 'ends_at', due.ends_at, 'promo', due.promo_code, 'pence', due.renewal_pence), due.key)
  from (
    select s.*, s.subscription_end as ends_at, reminder.kind, reminder.kind || ':' || s.user_id || ':' || extract(epoch from s.subscription_end) as key
    from public.subscribers s,
      lateral (select case
        -- Never while it is still live, nor before the payment provider has said how it ended.
        when s.subscription_end < now() - private.renewal_grace() then 'membership_ended'
        when s.subscription_end < now() or not s.subscribed then null
        when s.promo_code is not null and s.cancel_at_period_end then 'free_year_ending'
        when not s.cancel_at_period_end and (s.subscription_tier = 'yearly' or s.promo_code is not null or s.grant_reason is not null) then 'renewal_reminder' end as kind) as reminder
    where s.subscription_end between now() - interval '8 days' and now() + interval '14 days'
  ) as due
  where due.kind is not null and not exists (select from notify.notices n where n.key = due.key)
  order by due.subscription_end limit 500
$$;
comment on function notify.send_membership_reminders() is
  'Task: a fortnight before a yearly charge, the first charge after free time or the end of a free year, and once a membership has ended. A month''s membership renews without a mail; its receipt follows.';

-- Granted memberships -------------------------------------------------------------------------------------------------

create function public.admin_set_membership(target_user_id uuid, until date, reason text) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.admin_reason(reason, true);
  person public.profiles;
  before public.subscribers;
  after public.subscribers;
  was_live boolean;
  -- The last second of the day, so that screens show the day that was chosen.
  ends_at constant timestamptz := private.uk_midnight(until + 1) - interval '1 second';
begin
  person := private.lock_account(target_user_id, null);
  perform private.refuse_if(person.account_type <> 'provider',
    'PT409', 'Only accounts that offer services can have a membership. Please change the account type first.');
  perform private.refuse_if(until is not null and (ends_at <= now() or until > private.uk_day(now()) + interval '5 years'),
    'PT400', 'Please choose a day from today up to five years ahead.');
  insert into public.subscribers (user_id, email) values (person.id, person.email) on conflict (user_id) do nothing;
  select * into before from public.subscribers s where s.user_id = person.id for update;
  was_live := coalesce(before.live_until > now(), false);
  perform private.refuse_if(was_live and before.payment_subscription is not null,
    'PT409', 'This membership is paid for through the payment provider. Please cancel or refund it there.');
  perform private.refuse_if(until is null and not was_live,
    'PT409', 'This person has no membership to end. Please reload the page.');
  if until is null then
    update public.subscribers s set subscribed = false, subscription_end = now(), grant_reason = null
      where s.user_id = person.id returning * into after;
    -- The same key as in notify.send_membership_reminders() prevents a second mail.
    perform notify.account(person.id, 'membership_ended', jsonb_build_object('ends_at', after.subscription_end, 'reason', why),
      'membership_ended:' || person.id || ':' || extract(epoch from after.subscription_end));
  else
    update public.subscribers s set subscribed = true, subscription_tier = coalesce(s.subscription_tier, 'yearly'),
      subscription_end = ends_at, cancel_at_period_end = true, promo_code = null, payment_subscription = null,
      renewal_pence = null, grant_reason = why
      where s.user_id = person.id returning * into after;
  end if;
  perform audit.record(case when until is null then 'end membership' when was_live then 'extend membership' else 'grant membership' end,
    'profiles', person.id::text,
    jsonb_build_object('member', was_live, 'subscription_end', before.subscription_end, 'promo_code', before.promo_code),
    jsonb_build_object('member', until is not null, 'subscription_end', after.subscription_end), why);
  return after.subscription_end;
end $$;
comment on function public.admin_set_membership(uuid,date,text) is
  'Grants a membership, or moves its end, to the end of that British day; null ends it now. Needs a reason, which the member sees. Refuses a membership that is paid for.';

-- Feedback: what people say of providers, what providers answer, and how both are moderated.

-- Giving feedback -----------------------------------------------------------------------------------------------------

create table public.feedback (
  id uuid primary key default gen_random_uuid(),
  provider_id uuid not null references public.profiles (id) on delete cascade,
  user_id uuid references public.profiles (id) on delete set null,
  rating smallint not null check (rating between 1 and 5),
  title text not null check (title ~ '\S' and char_length(title) <= 150),
  description text check (char_length(description) <= 4000),
  author_name text not null default 'Anonymous User',
  approved boolean not null default false,
  moderated_at timestamptz,
  is_public boolean not null default true,
  edited_at timestamptz,
  edit_reason text check (char_length(edit_reason) <= 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  verified boolean not null default false,
  original_title text,
  original_description text,
  hire_id uuid unique,
  in_contact boolean not null default false,
  pictures text[] not null default '{}' check (cardinality(pictures) <= 5),
  in_portfolio boolean not null default false,
  superseded boolean not null default false,
  invited boolean not null default false,
  work text check (char_length(work) <= 150),
  worked_on date,
  mailbox_hash bytea,
  network text,
  removal_hash bytea unique,
  search_words text collate "C" not null generated always as (' ' || private.fold(title || ' ' || author_name)) stored,
  check (user_id <> provider_id),
  check (not invited or not verified)
);
comment on table public.feedback is
  'One for each hire, and without a hire one a person and provider (P-45). Pending until an admin looked (approved, moderated_at); is_public follows P-15.';
comment on column public.feedback.is_public is
  'Set by trigger: approved, or not moderated yet while the site publishes at once.';
comment on column public.feedback.edited_at is
  'When a moderator changed the text (P-34); the original is in feedback_revisions.';
comment on column public.feedback.updated_at is 'Set by trigger: when a moderator last acted; not granted.';
comment on column public.feedback.verified is
  'Set by trigger: the author hired the provider through the site, by an accepted quote or as both confirmed, and the hire was not undone (public.hires).';
comment on column public.feedback.hire_id is 'The hire that it is about; null where there was none.';
comment on column public.feedback.in_contact is
  'Whether the author and the provider were in contact through the site (private.have_interacted), before or since.';
comment on column public.feedback.original_title is
  'What the reviewer wrote, where a moderator has edited it; null where nobody has.';
comment on column public.feedback.original_description is 'As original_title.';
comment on column public.feedback.superseded is
  'Set by trigger: the author has written newer public feedback about the same provider, and only the newest counts in averages. Stored, because it outlives the author''s account.';
comment on column public.feedback.invited is
  'Its author has no account: the provider asked for it, and the work was not arranged here. They say what the work was, and in which month.';
comment on column public.feedback.mailbox_hash is 'Of the author''s address, by private.mailbox_hash(), only to be compared, also when the account is gone; never granted.';
comment on column public.feedback.network is 'A hash of the network that it came from, for 90 days; never granted.';
comment on column public.feedback.removal_hash is 'Of the token in the mail by which its author removes it; never granted.';
create unique index feedback_of_mailbox on public.feedback (provider_id, mailbox_hash, hire_id) nulls not distinct where mailbox_hash is not null;
create index feedback_by_network on public.feedback (created_at) where network is not null;
create index feedback_of_provider on public.feedback (provider_id, created_at desc, id) where is_public;
create index feedback_all_of_provider on public.feedback (provider_id, created_at desc);
comment on column public.feedback.pictures is 'Addresses of files that the author uploaded, of the work.';
comment on column public.feedback.in_portfolio is
  'Whether the author lets the provider''s portfolio show the pictures too; they may take it back (set_feedback_pictures).';
create index feedback_in_portfolio on public.feedback (provider_id, created_at desc) where is_public and in_portfolio;
create index feedback_of_user on public.feedback (user_id, provider_id);
comment on column public.feedback.search_words is
  'What admins find it by, beside the names of the provider (profiles.search_words); never granted.';
create index feedback_newest on public.feedback (created_at desc, id) include (approved);
create index feedback_not_approved on public.feedback (created_at desc, id) include (moderated_at) where not approved;
create index feedback_search on public.feedback using gin (search_words extensions.gin_trgm_ops);
create index feedback_of_provider_by_rating on public.feedback (provider_id, rating, created_at desc, id) where is_public;
grant select (id, provider_id, user_id, rating, title, description, author_name, approved, moderated_at, is_public,
  edited_at, created_at, verified, original_title, original_description, in_contact, pictures,
  in_portfolio, superseded, invited, work, worked_on) on public.feedback to anon, authenticated;
grant insert (provider_id, user_id, rating, title, description, author_name, hire_id, pictures, in_portfolio) on
  public.feedback to authenticated;
grant update (rating, title, description, approved, moderated_at, edit_reason) on public.feedback to authenticated;
create policy "everyone reads public feedback" on public.feedback for select to anon, authenticated using (is_public);
create policy "authors and admins read" on public.feedback for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "confirmed users review providers" on public.feedback for insert to authenticated
  with check (user_id = (select auth.uid()) and provider_id <> (select auth.uid())
    and (select private.require_active_account()) and private.is_provider(provider_id));
create policy "admins moderate" on public.feedback for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

create function private.order_feedback() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('order_feedback'));
  return null;
end $$;
comment on function private.order_feedback() is
  'Trigger: what can change which feedback of an author counts takes turns before it locks rows, since it then writes to others of the same author.';

create trigger order_feedback before update of approved, moderated_at, is_public or delete on public.feedback
  for each statement execute function private.order_feedback();

create function private.has_reviewed(item public.feedback) returns boolean
language sql stable security definer set search_path = '' as $$
  -- Two questions, each of which an index answers.
  select exists (select from public.feedback f where f.provider_id = item.provider_id and f.user_id = item.user_id)
    or exists (select from public.feedback f where f.provider_id = item.provider_id and f.mailbox_hash = item.mailbox_hash)
$$;
comment on function private.has_reviewed(public.feedback) is 'Whether its author, by account or by mailbox, has reviewed the provider before.';

create function private.prepare_feedback() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  author text;
  mailbox text;
  hired boolean;
  reviewed boolean;
  at_once boolean;
  problem text;
  hire uuid;
  confirmed boolean;
begin
  -- The policy refuses this, and nothing before it may say whom somebody else hired or reviewed.
  if new.user_id <> me then
    return new;
  end if;
  mailbox := (select private.mailbox_key(p.email) from public.profiles p where p.id = new.user_id);
  perform private.refuse_if(new.provider_id <> new.user_id and private.is_own_mailbox(new.provider_id, mailbox),
    'PT403', 'You cannot review yourself. Please leave that to your customers.');
  new.mailbox_hash := coalesce(private.mailbox_hash(mailbox), new.mailbox_hash);
  -- Before any row is locked, as private.order_feedback() does.
  if private.has_reviewed(new) then
    perform pg_advisory_xact_lock(hashtext('order_feedback'));
  end if;
  -- One review of a provider, and by a person, after the other: two at once would both be the first.
  perform from public.profiles p where p.id in (new.provider_id, new.user_id) order by p.id for no key update;
  author := (select nullif(btrim(p.first_name || ' ' || p.last_name), '') from public.profiles p where p.id = new.user_id);
  if me is not null then
    new.author_name := coalesce(author, 'Anonymous User');
    if new.pictures <> '{}' then
      problem := private.picture_problem(new.pictures, '{}', 'pictures', me || '/');
      if problem is not null then
        raise exception '%', problem using errcode = 'PT400';
      end if;
    end if;
  end if;
  select exists (select from public.hires h where h.client_id = new.user_id and h.provider_id = new.provider_id),
    private.has_reviewed(new),
    (select s.value = '"at once"' from public.site_settings s where s.key = 'feedback_publication')
  into hired, reviewed, at_once;
  if new.hire_id is not null and not exists (select from public.hires h where h.id = new.hire_id
      and h.client_id = new.user_id and h.provider_id = new.provider_id and h.undone_at is null) then
    raise exception 'We could not find this hire among yours. Please reload the page.' using errcode = 'PT404';
  end if;
  if exists (select from public.hires h where h.id = new.hire_id and h.reviewable_at > now()) then
    raise exception 'Feedback about this work opens the day after it starts, or when you have both said that it is done. Please come back then.'
      using errcode = 'PT409';
  end if;
  if hired then
    -- The lock: a confirmation under way is waited for, and a later one finds this feedback.
    select h.id, h.confirmed_at is not null into hire, confirmed from public.hires h
    where h.id in (select r.id from private.reviewable_hires(new.user_id, new.provider_id) r)
      and h.id = coalesce(new.hire_id, h.id)
    order by h.done_at is null, h.hired_at desc limit 1 for share;
  end if;
  if hire is null and reviewed then
    raise exception 'You have already submitted feedback for this provider'
      using errcode = '23505', hint = 'Open their profile to see your review.';
  end if;
  new.hire_id := hire;
  new.verified := coalesce(confirmed, false);
  new.in_contact := new.user_id is not null and private.have_interacted(new.provider_id, new.user_id);
  -- Ten a day by the provider's link, the others wait for a moderator.
  at_once := at_once and not (new.invited and (select count(*) >= 10 from public.feedback f
    where f.provider_id = new.provider_id and f.invited and f.created_at > now() - interval '1 day'));
  new.is_public := new.approved or (new.moderated_at is null and at_once);
  return new;
end $$;
comment on function private.prepare_feedback() is
  'Trigger: whatever the caller sent, the author''s name is the profile''s; feedback is about a hire that may be reviewed, unless the author names one the newest whose work is done, else the newest, and is verified if both confirmed it; without one it is the only one of its author; it shows only pictures that its author uploaded; whether it is public follows approval and the setting (P-15, P-45).';

create trigger prepare_feedback before insert on public.feedback
  for each row execute function private.prepare_feedback();

create function private.count_feedback() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  provider constant uuid := coalesce(new.provider_id, old.provider_id);
  author constant uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  mailbox constant bytea := case when tg_op = 'DELETE' then old.mailbox_hash else new.mailbox_hash end;
begin
  if tg_op <> 'UPDATE' or (old.rating, old.is_public, old.superseded) is distinct from (new.rating, new.is_public, new.superseded) then
    -- Only the average changes, not the words. The lock makes two reviews at once take turns.
    perform from public.profiles where id = provider for no key update;
    update search.listings set (rating_average, rating_count) = (select r.average, r.count from search.rating_of(provider) as r)
    where provider_id = provider;
  end if;
  -- Without a hire it is the only one of its author, whether by account or by mailbox.
  if tg_op = 'DELETE' or tg_op = 'INSERT' and new.hire_id is not null or tg_op = 'UPDATE' and old.is_public <> new.is_public then
    update public.feedback f set superseded = not f.superseded
    where f.provider_id = provider and (f.user_id = author or f.mailbox_hash = mailbox) and f.superseded <> exists (
      select from public.feedback newer where newer.provider_id = f.provider_id and (newer.user_id = f.user_id or newer.mailbox_hash = f.mailbox_hash)
        and newer.is_public and (newer.created_at, newer.id) > (f.created_at, f.id));
  end if;
  return null;
end $$;
comment on function private.count_feedback() is
  'Trigger: the listing has the average of what is public; of one author''s public feedback about one provider only the newest counts (P-45), after private.order_feedback().';

-- Without a condition, which each statement would prepare anew. Nor 'update of is_public': that asks what the caller set, and
-- is_public is set by private.check_feedback_moderation().
create trigger count_feedback after insert or update or delete on public.feedback
  for each row execute function private.count_feedback();

create function private.check_feedback_moderation() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  edits boolean := (new.title, new.description) is distinct from (old.title, old.description);
  acts boolean := (new.approved, new.moderated_at) is distinct from (old.approved, old.moderated_at);
begin
  if (select auth.uid()) is not null then
    perform private.refuse_if(new.rating <> old.rating,
      '42501', 'Only the reviewer can change the stars. Please leave them as they are.');
    if edits or (acts and not new.approved) then
      perform private.clean_reason(current_setting('moderation.reason', true), true);
    end if;
  end if;
  if acts then
    new.moderated_at := now();
  end if;
  if acts or edits then
    new.updated_at := clock_timestamp();
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
  'Trigger: a moderator edits and hides with a reason, and never changes the stars; moderated feedback that is not approved is hidden; an edit saves the earlier text.';

create trigger check_feedback_moderation before update on public.feedback
  for each row execute function private.check_feedback_moderation();

create function public.set_feedback_pictures(feedback_id uuid, pictures text[], in_portfolio boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  item public.feedback;
begin
  perform private.require_active_account();
  select * into item from public.feedback f
  where f.id = set_feedback_pictures.feedback_id and f.user_id = (select auth.uid()) for update;
  perform private.refuse_if(item.id is null, 'PT404', 'We could not find this feedback among yours. Please reload the page.');
  perform private.refuse_if(set_feedback_pictures.pictures is null or set_feedback_pictures.in_portfolio is null
    or not set_feedback_pictures.pictures <@ item.pictures
    or private.picture_problem(set_feedback_pictures.pictures, item.pictures, 'pictures', item.user_id || '/') is not null,
    'PT400', 'You can only remove pictures from feedback. Please reload the page.');
  update public.feedback f set pictures = set_feedback_pictures.pictures, in_portfolio = set_feedback_pictures.in_portfolio
  where f.id = item.id;
end $$;
comment on function public.set_feedback_pictures(uuid,text[],boolean) is
  'The author removes pictures of their feedback, gives the consent for the portfolio or takes it back. None is added, because readers and moderators have seen it.';

create function notify.feedback_received() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- What the owner of the database loads (imports, the sample) needs no notice.
  if new.is_public and old.is_public is not true and (new.invited or new.user_id is not null and auth.uid() is not null) then
    perform notify.account(new.provider_id, 'feedback_received',
      jsonb_build_object('provider_id', new.provider_id, 'author', new.author_name, 'rating', new.rating, 'title', new.title),
      'feedback_received:' || new.id);
  end if;
  return null;
end $$;
comment on function notify.feedback_received() is 'Trigger: emails the provider once, when the feedback becomes public.';

create trigger notify_feedback_received after insert or update on public.feedback
  for each row execute function notify.feedback_received();

create function private.record_feedback_moderation() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  hashes constant text[] := '{mailbox_hash,network,removal_hash}';
  why text;
  facts jsonb;
begin
  if not private.is_admin() then
    return null;
  end if;
  -- The column keeps the reason of the last edit; a later act must not be recorded with it.
  why := coalesce(nullif(current_setting('moderation.reason', true), ''),
    case when new.edit_reason is distinct from old.edit_reason then new.edit_reason end);
  perform audit.record('update', 'feedback', new.id::text, to_jsonb(old) - hashes, to_jsonb(new) - hashes, why);
  select jsonb_build_object('title', old.title, 'reason', why, 'provider_id', p.id,
      'provider', coalesce(nullif(btrim(p.business_name), ''), nullif(btrim(p.first_name || ' ' || p.last_name), '')))
    into facts from public.profiles p where p.id = new.provider_id;
  if (new.title, new.description) is distinct from (old.title, old.description) then
    perform notify.admin_action(new.user_id, 'feedback_edited', facts || jsonb_build_object(
      'new_title', new.title, 'description', new.description));
  end if;
  if old.is_public and not new.is_public then
    perform notify.admin_action(new.user_id, 'feedback_hidden', facts);
  elsif new.is_public and not old.is_public then
    perform notify.admin_action(new.user_id, 'feedback_shown', facts);
  end if;
  return null;
end $$;
comment on function private.record_feedback_moderation() is
  'Trigger: records a moderator''s change in the audit log, and emails the author the change and the reason.';

create trigger record_feedback_moderation after update on public.feedback
  for each row when (old.superseded = new.superseded) execute function private.record_feedback_moderation();

create function private.accept_feedback_edit_reason() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(current_setting('moderation.reason', true), '') = '' then
    perform set_config('moderation.reason', coalesce(private.clean_reason(new.edit_reason), ''), true);
  end if;
  return new;
end $$;
comment on function private.accept_feedback_edit_reason() is
  'Trigger: an update that sets edit_reason gives the reason of this change. The column still has the reason of the last edit.';

create trigger accept_feedback_edit_reason before update of edit_reason on public.feedback
  for each row execute function private.accept_feedback_edit_reason();

-- Public feedback -----------------------------------------------------------------------------------------------------

create view public.reviews with (security_invoker = true) as
  select id, provider_id, user_id as reviewer_id, coalesce(author_name, 'User') as reviewer_name,
    coalesce(description, title) as message, rating, created_at, edited_at
  from public.feedback;
comment on view public.reviews is 'The same rows as feedback, in the words of the Reviews tab (P-17).';
grant select on public.reviews to anon, authenticated;

create function public.feedback_summary(
  p_provider uuid
) returns table (rating smallint, total integer, verified integer, invited integer)
language sql stable set search_path = '' as $$
  select f.rating, count(*)::integer, (count(*) filter (where f.verified))::integer, (count(*) filter (where f.invited))::integer
  from public.feedback f where f.provider_id = p_provider and f.is_public and not f.superseded
  group by f.rating order by f.rating desc
$$;
comment on function public.feedback_summary(uuid) is
  'How many ratings of each number of stars count for a provider (the newest public one of each author), and how many of those are verified, and how many were asked for by the provider.';

-- Replies -------------------------------------------------------------------------------------------------------------

create table public.feedback_replies (
  id uuid primary key default gen_random_uuid(),
  feedback_id uuid not null unique references public.feedback (id) on delete cascade,
  provider_id uuid not null references public.profiles (id) on delete cascade,
  reply_text text not null check (reply_text ~ '\S' and char_length(reply_text) <= 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.feedback_replies is
  'The provider''s one reply to a feedback item, editable.';
create index feedback_replies_of_provider on public.feedback_replies (provider_id);
grant select on public.feedback_replies to anon, authenticated;
grant insert (feedback_id, provider_id, reply_text) on public.feedback_replies to authenticated;
grant update (reply_text, updated_at) on public.feedback_replies to authenticated;
create policy "readable with the feedback" on public.feedback_replies for select to anon, authenticated
  using (exists (select from public.feedback f where f.id = feedback_id));
create policy "the reviewed provider replies" on public.feedback_replies for insert to authenticated
  with check (provider_id = (select auth.uid()) and (select private.require_active_account()) and exists (
    select from public.feedback f where f.id = feedback_id and f.provider_id = (select auth.uid())));
create policy "the provider edits the reply" on public.feedback_replies for update to authenticated
  using (provider_id = (select auth.uid()))
  with check (provider_id = (select auth.uid()) and (select private.require_active_account()));

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
    perform notify.from_person(new.provider_id, item.user_id, 'feedback_reply',
      jsonb_build_object('provider_id', new.provider_id, 'provider', provider, 'title', item.title),
      'feedback_reply:' || new.id);
  end if;
  return null;
end $$;
comment on function notify.reply_received() is
  'Trigger: emails the author once about the provider''s reply, unless they blocked the provider.';

create trigger notify_reply_received after insert on public.feedback_replies
  for each row execute function notify.reply_received();

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
  'The text of feedback before each moderator''s edit, with who, when and why (P-16).';
create index feedback_revisions_of_feedback on public.feedback_revisions (feedback_id, replaced_at);
create index feedback_revisions_of_moderator on public.feedback_revisions (replaced_by);
grant select on public.feedback_revisions to authenticated;
create policy "admins read" on public.feedback_revisions for select to authenticated using ((select private.is_admin()));

create function private.lock_feedback(target uuid, seen timestamptz) returns public.feedback
language plpgsql security definer set search_path = '' as $$
declare
  found public.feedback;
begin
  perform pg_advisory_xact_lock(hashtext('order_feedback'));
  select * into found from public.feedback where id = target for update;
  perform private.refuse_if(found.id is null, 'PT404', 'This feedback no longer exists. Please reload the page.');
  perform private.refuse_if_stale('feedback', found.updated_at, seen);
  return found;
end $$;
comment on function private.lock_feedback(uuid,timestamptz) is
  'Holds feedback for a moderator''s act; refuses where another has acted since it was seen.';

create function private.set_feedback_approval(target uuid, approve boolean, seen timestamptz) returns boolean
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
comment on function private.set_feedback_approval(uuid,boolean,timestamptz) is
  'Approves or hides one item. False if nothing changed.';

create function public.admin_moderate_feedback(
  items jsonb, approve boolean, reason text default null
) returns table (feedback_id uuid, outcome text, message text)
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.admin_reason(reason, not coalesce(approve, true));
  item record;
begin
  perform private.refuse_if(approve is null, 'PT400', 'Please choose whether to approve or hide the feedback.');
  perform private.refuse_if(jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) not between 1 and 100,
    'PT400', 'Please choose between 1 and 100 items.');
  perform set_config('moderation.reason', coalesce(why, ''), true);
  for item in select distinct on (i.id) i.id, i.seen from jsonb_to_recordset(items) as i (id uuid, seen timestamptz)
    where i.id is not null order by i.id
  loop
    feedback_id := item.id;
    message := null;
    begin
      outcome := case when private.set_feedback_approval(item.id, approve, item.seen) then 'done' else 'unchanged' end;
    exception when sqlstate 'PT404' or sqlstate 'PT409' then
      outcome := 'refused';
      message := sqlerrm;
    end;
    return next;
  end loop;
  perform set_config('moderation.reason', '', true);
end $$;
comment on function public.admin_moderate_feedback(jsonb,boolean,text) is
  'Approves or hides up to 100 items, [{id, seen}], in one transaction with one reason (hiding needs one), and returns the outcome of each: done, unchanged or refused with a message.';

create function public.admin_delete_feedback(feedback_id uuid, reason text, seen timestamptz default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.admin_reason(reason, true);
  before public.feedback;
begin
  before := private.lock_feedback(admin_delete_feedback.feedback_id, seen);
  delete from public.feedback f where f.id = before.id;
  perform audit.record('delete feedback', 'feedback', before.id::text,
    to_jsonb(before) - '{mailbox_hash,network,removal_hash}'::text[], null, why);
  perform notify.admin_action(before.user_id, 'feedback_removed', (
    select jsonb_build_object('title', before.title, 'reason', why,
      'provider', coalesce(nullif(btrim(p.business_name), ''), nullif(btrim(p.first_name || ' ' || p.last_name), '')))
    from public.profiles p where p.id = before.provider_id));
end $$;
comment on function public.admin_delete_feedback(uuid,text,timestamptz) is
  'Deletes feedback with a reason, which is emailed to its author; the audit log has the text (P-16).';

create function public.admin_hide_feedback_picture(
  feedback_id uuid, picture text, reason text, seen timestamptz default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.admin_reason(reason, true);
  item public.feedback;
begin
  item := private.lock_feedback(admin_hide_feedback_picture.feedback_id, seen);
  perform private.refuse_if(not coalesce(picture = any (item.pictures), false),
    'PT404', 'This picture is no longer on the feedback. Please reload the page.');
  perform private.hide_picture(item.user_id, picture, why);
  perform notify.admin_action(item.user_id, 'feedback_picture_hidden', jsonb_build_object('title', item.title,
    'provider_id', item.provider_id, 'reason', why));
end $$;
comment on function public.admin_hide_feedback_picture(uuid,text,text,timestamptz) is
  'Takes a picture off all feedback and jobs of its author for good, and emails them the reason. The caller then deletes the file; otherwise tidy-portfolio does.';

create function public.admin_feedback(
  state text default null, search text default null, page_size integer default 20, page_offset integer default 0
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant bigint := 1000;
  pattern constant text := private.search_pattern(search);
  -- Whoever has waited longest comes first among what is pending, however many stars were given; else the newest.
  ordering constant text := ' order by ' || case when admin_feedback.state = 'pending' then 'f.created_at, f.id desc' else 'f.created_at desc, f.id' end;
  kept constant text := case admin_feedback.state when 'approved' then ' and f.approved'
    when 'pending' then ' and not f.approved and f.moderated_at is null'
    when 'hidden' then ' and not f.approved and f.moderated_at is not null' else '' end;
  counts jsonb;
  total bigint;
  named uuid[];
  page uuid[];
begin
  perform private.require_admin();
  perform private.refuse_if(admin_feedback.state not in ('approved', 'pending', 'hidden'),
    '22023', 'Please choose a state: approved, pending or hidden.');
  select jsonb_build_object('all', every, 'approved', every - pending - hidden, 'pending', pending, 'hidden', hidden) into counts
  from (select count(*) as every from public.feedback) as whole, (
    select count(*) filter (where f.moderated_at is null) as pending, count(*) filter (where f.moderated_at is not null) as hidden
    from public.feedback f where not f.approved) as others;
  if pattern is not null then
    named := array(select p.id from public.profiles p where p.search_words like pattern and p.account_type = 'provider');
  end if;
  execute 'with found as ' || case when pattern is null
      then 'not materialized (select f.id, f.created_at from public.feedback f where true' || kept || ')'
      -- Of signs alone the index knows nothing: it would give every row.
      else 'materialized (select f.id, f.created_at from public.feedback f where (f.search_words'
        || case when pattern ~ '[[:alnum:]]' then '' else ' || ''''' end || ' like $1 or f.provider_id = any ($5))' || kept || ordering || ' limit $2)' end
    || ' select (select count(*) from found where $1 is not null), array(select f.id from found f' || ordering || ' limit $3 offset $4)'
    into total, page
    using pattern, most + 1, least(greatest(page_size, 1), 100), least(greatest(page_offset, 0), 10000000), named;
  return jsonb_build_object('total', case when pattern is null then counts -> coalesce(admin_feedback.state, 'all') else to_jsonb(least(total, most)) end,
    'more', pattern is not null and total > most, 'counts', counts, 'items', (
      select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'rating', f.rating, 'title', f.title, 'description', f.description,
         'author_name', f.author_name, 'has_author', f.user_id is not null,
         'state', case when f.approved then 'approved' when f.moderated_at is null then 'pending' else 'hidden' end, 'edited_at', f.edited_at, 'created_at', f.created_at,
         'verified', f.verified, 'in_contact', f.in_contact, 'invited', f.invited, 'work', f.work, 'pictures', f.pictures,
         'same_network', (select count(*) from public.feedback o where o.provider_id = f.provider_id and o.network = f.network and o.id <> f.id),
         'own_network', f.network is not null and exists (select from auth.sessions s where s.user_id = f.provider_id
           and private.hash_network(host(s.ip)) = f.network), 'provider_id', f.provider_id, 'updated_at', f.updated_at,
         'provider', coalesce(nullif(btrim(p.business_name), ''), nullif(btrim(p.first_name || ' ' || p.last_name), ''), 'Unknown'),
         'original', (select jsonb_build_object('rating', r.rating, 'title', r.title, 'description', r.description,
             'reason', r.reason, 'replaced_at', r.replaced_at, 'replaced_by', (select nullif(btrim(a.first_name || ' ' || a.last_name), '')
               from public.profiles a where a.id = r.replaced_by))
           from public.feedback_revisions r where r.feedback_id = f.id order by r.replaced_at limit 1)) order by listed.place), '[]')
      from unnest(page) with ordinality as listed (id, place)
      join public.feedback f on f.id = listed.id join public.profiles p on p.id = f.provider_id));
end $$;
comment on function public.admin_feedback(text,text,integer,integer) is
  'For /admin/feedback: {total, more, counts by state, items}; pending oldest first, the others newest first; an edited item with its original. A search, also by the provider''s names and address, is counted up to 1,000.';

create function public.admin_edit_feedback(
  feedback_id uuid, title text, description text, reason text, seen timestamptz default null, rating integer default
  null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.admin_reason(reason, true);
begin
  perform private.lock_feedback(admin_edit_feedback.feedback_id, seen);
  perform private.refuse_if(coalesce(private.visible_text(admin_edit_feedback.title), '') = '',
    'PT400', 'Title is required', 'Please enter a title.');
  perform set_config('moderation.reason', why, true);
  update public.feedback f set rating = coalesce(admin_edit_feedback.rating, f.rating), title = btrim(admin_edit_feedback.title),
    description = nullif(btrim(admin_edit_feedback.description), ''), edit_reason = why
  where f.id = admin_edit_feedback.feedback_id;
  perform set_config('moderation.reason', '', true);
end $$;
comment on function public.admin_edit_feedback(uuid,text,text,text,timestamptz,integer) is
  'Edits what feedback says, with a reason; the original stays readable beside it (P-16, P-34), and the author gets an email. Other stars than the reviewer''s are refused.';

-- Contact -------------------------------------------------------------------------------------------------------------

create function private.have_interacted(p_provider uuid, p_person uuid) returns boolean
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  -- Planned once: by its costs PostgreSQL would plan it anew for each pair, which takes longer than the answer.
  return exists (
    select from public.job_contact_reveals r join public.jobs j on j.id = r.job_id
    where r.provider_id = p_provider and j.user_id = p_person)
  or exists (
    select from public.enquiries e
    where e.provider_id = p_provider and e.sender_id = p_person
      and exists (select from public.enquiry_messages m where m.enquiry_id = e.id and m.author_id = p_provider)
      and exists (select from public.enquiry_messages m where m.enquiry_id = e.id and m.author_id = p_person));
end $$;
comment on function private.have_interacted(uuid,uuid) is
  'Whether the marketplace brought the two together: the provider revealed the contact of one of the person''s jobs, or both wrote in an enquiry that the person began.';

-- Providers: who is listed. A listing holds only what the directory is searched and ordered by; what is shown of a provider
-- is read from the profile, by public.public_providers.

create table search.listings (
  provider_id uuid primary key references public.profiles (id) on delete cascade,
  membership_end timestamptz not null,
  created_at timestamptz not null,
  rating_score real generated always as
    ((20 + coalesce(rating_average, 0) * rating_count) / (5 + rating_count)) stored,
  rating_count integer not null default 0,
  rating_average numeric(3, 2),
  position point,
  place text collate "C",
  town text,
  reach circle,
  served text[] not null default '{}',
  categories text[] not null,
  document tsvector not null
);
-- Room for a new rating on the same page, and no index with ratings: then no index is written, which would take 20 times as long.
alter table search.listings set (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02);
comment on table search.listings is
  'One row for each listed provider, derived from profile, membership and public feedback by triggers; search.refresh_listing() writes one again, private.check_listings() all.';
comment on column search.listings.rating_score is
  'The average as if everybody began with five ratings of 4 stars, so that a single one decides nothing.';
comment on column search.listings.rating_count is 'How many the average is of: one for each author (P-45).';
comment on column search.listings.position is 'Where the location is on the map of search.map_point(), if that is known.';
comment on column search.listings.place is 'The location by search.place_letters().';
comment on column search.listings.town is 'The town of the location as its owner writes it.';
comment on column search.listings.reach is 'The circle of the area that its owner has given, if it has a radius (search.covers()).';
comment on column search.listings.served is 'The towns and outward codes of that area, if it is a list.';
comment on column search.listings.categories is 'Selections with the groups and categories that they include.';
create index listings_words on search.listings using gin (document, place extensions.gin_trgm_ops, served) with (fastupdate = off);
create index listings_of_place on search.listings (place, provider_id);
create index listings_positions on search.listings using gist (position);
create index listings_reaches on search.listings using gist (reach);
create index listings_newest on search.listings (created_at desc, provider_id desc);
create index listings_ended on search.listings (membership_end);

-- Only functions that run as the owner call it, so that it can be a part of their queries.
create function search.rating_of(person uuid) returns table (average numeric, count integer)
language sql stable rows 1 as $$
  select round(avg(f.rating), 2), count(*)::int from public.feedback f
  where f.provider_id = person and f.is_public and not f.superseded
$$;
comment on function search.rating_of(uuid) is 'The average and number of a provider''s public feedback, the newest of each author.';

create function search.refresh_listing(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  profile public.profiles;
  stated public.availability;
  until timestamptz;
  said record;
begin
  -- The lock makes two refreshes take turns, so the second sees what the first wrote.
  select * into profile from public.profiles p where p.id = person for no key update;
  if profile.account_type = 'provider' and profile.is_active and profile.is_visible then
    until := (select s.live_until from public.subscribers s where s.user_id = person and s.live_until > now());
  end if;
  if until is null then
    delete from search.listings where provider_id = person;
  else
    said := search.listing_text(profile);
    select * into stated from public.availability a where a.provider_id = person;
    insert into search.listings
      (provider_id, membership_end, created_at, rating_average, rating_count, position, place, town, reach, served,
        categories, document)
    select person, until, profile.created_at, rating.average, rating.count, here.centre,
      search.place_letters(profile.location),
      -- The town is the part before the first comma, unless it is a postcode.
      substring(btrim(regexp_replace(split_part(profile.location, ',', 1), '\s+', ' ', 'g')) from '^[^0-9]+$'), search.reach_of(stated, (search.locate(stated.base)).centre),
      array(select distinct lower(l.name) from unnest(stated.places) as place cross join lateral search.locate(place) as l where l.name is not null),
      said.categories, said.document
    from search.rating_of(person) as rating, search.locate(profile.location) as here
    on conflict (provider_id) do update set (membership_end, created_at, rating_average, rating_count, position, place, town,
      reach, served, categories, document) = row (excluded.membership_end, excluded.created_at, excluded.rating_average, excluded.rating_count,
      excluded.position, excluded.place, excluded.town, excluded.reach, excluded.served, excluded.categories, excluded.document);
    perform search.add_words(said.words);
  end if;
end $$;
comment on function search.refresh_listing(uuid) is
  'Writes, changes or removes a provider''s row so that it equals profile, membership and public feedback, and remembers its words.';

create function search.refresh_listing_of_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.account_type <> 'client' or old.account_type = 'provider' then
    perform search.refresh_listing(new.id);
  end if;
  return null;
end $$;
comment on function search.refresh_listing_of_profile() is 'Trigger: updates the listing.';

create trigger refresh_listing after insert or update on public.profiles
  for each row execute function search.refresh_listing_of_profile();

create function search.refresh_listing_of_member() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform search.refresh_listing(coalesce(new.user_id, old.user_id));
  return null;
end $$;
comment on function search.refresh_listing_of_member() is 'Trigger: updates the listing.';

create trigger refresh_listing after insert or update or delete on public.subscribers
  for each row execute function search.refresh_listing_of_member();

create view public.public_providers as
  select l.provider_id as id, l.provider_id as user_id,
    coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), 'Unknown') as name,
    coalesce(nullif(nullif(split_part(p.categories[1], ' > ', 2), ''), 'Other'),
      nullif(split_part(regexp_replace(p.categories[1], '^Other: ', ''), ' > ', 1), '')) as title,
    p.bio, p.profile_image_url as image_url, p.business_name, p.location,
    case when p.show_phone then p.phone_number end as phone_number, 'active'::text as membership_status,
    s.subscription_tier as plan_type, null::text as promo_code, true as is_visible, l.created_at, p.updated_at,
    p.updated_at as modified_at, l.categories, l.rating_average, l.rating_count, p.first_name, p.last_name,
    p.vat_number, p.categories as selections, p.skills, p.work_samples, p.social_links,
    case when p.categories[1] not like 'Other: %' then split_part(p.categories[1], ' > ', 1) end as main_category,
    jsonb_path_query_first(p.work_samples,
      '$[*].media[*] ? (!(@.type == "video") && @.url starts with "/storage/v1/object/public/").url') #>> '{}' as picture
  from search.listings l join public.profiles p on p.id = l.provider_id
  left join public.subscribers s on s.user_id = l.provider_id
  where l.membership_end > now();
comment on view public.public_providers is
  'Listed providers: visible, active, with a live membership. Runs as its owner and gives public columns only (P-08); promo_code is always null here. Main_category is that of the first selection, picture the first of the portfolio that is a file of ours.';
grant select on public.public_providers to anon, authenticated;

create function search.listing_text(person public.profiles, OUT categories text[], OUT words text[], OUT document tsvector) returns record
language sql stable security definer set search_path = '' as $$
  select keys, strong || weak, array_to_tsvector(search.lexemes(strong || weak) || array(
    select '~' || lexeme from unnest(search.lexemes(strong)) as lexeme
    union all select '#' || key from unnest(keys) as key))
  from private.category_keys(person.categories) as keys,
    search.split_words(concat_ws(' ', person.business_name, person.first_name, person.last_name, person.location,
      -- Only the second part of 'Main > Sub': the first also describes what other trades do.
      (select string_agg(regexp_replace(selection, '^.* > ', ''), ' ') from unnest(person.categories) as selection),
      (select string_agg(skill ->> 'name', ' ') from jsonb_array_elements(person.skills) as skill))) as strong,
    search.split_words(concat_ws(' ', person.bio, array_to_string(keys, ' '))) as weak
$$;
comment on function search.listing_text(public.profiles) is
  'What of a provider is searched: categories with those that include them, all words, and the document: the lexemes of all words, with ~ again those of name, trade, skills and town, and with # each category.';

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

create function private.is_listed(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from search.listings l where l.provider_id = person and l.membership_end > now())
$$;
comment on function private.is_listed(uuid) is 'Whether this provider is listed in the directory now.';

create function search.delete_expired_listings() returns void
language sql security definer set search_path = '' as $$
  delete from search.listings where provider_id in (
    select l.provider_id from search.listings l where l.membership_end <= now()
    order by l.membership_end limit 200 for update skip locked)
$$;
comment on function search.delete_expired_listings() is 'Task: listings whose membership is over go, up to 200 a time.';

create function private.check_listings(part bigint default floor(extract(epoch from now()) / 300)::bigint) returns bigint
language plpgsql security definer set search_path = '' set lock_timeout = '5s' as $$
declare
  parts constant integer := 288;
  person uuid;
  before jsonb;
  differences bigint := 0;
begin
  for person in
    select id from (select provider_id as id from search.listings union select user_id from public.subscribers where live_until > now()) as listed
    where part is null or (uuid_hash(id) & 2147483647) % parts = part % parts order by id
  loop
    before := (select to_jsonb(l) from search.listings l where l.provider_id = person);
    perform search.refresh_listing(person);
    if before is distinct from (select to_jsonb(l) from search.listings l where l.provider_id = person) then
      differences := differences + 1;
    end if;
  end loop;
  if differences > 0 then
    -- Ends everything that is cached: it may have been made of what was wrong.
    insert into private.cache_changes (tags) values (null);
    raise warning '% listings differed from what they are derived from, and were repaired', differences;
  end if;
  if part is null or part % parts = 0 then
    -- Words that no listing has any more stay until then.
    delete from search.words w where w.lexeme not in (select s.word from ts_stat('select document from search.listings') as s);
    if found then
      insert into private.cache_changes (tags) values ('{directory}');
    end if;
  end if;
  return differences;
end $$;
comment on function private.check_listings(bigint) is
  'Task, every five minutes: writes one of 288 parts of the listings again, so all within a day, and gives how many changed. For the operator, with null: all of them.';

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
grant select on public.services to anon;
grant select, delete on public.services to authenticated;
grant insert (provider_id, title, description, price_pence, price_text, unit, category) on public.services to
  authenticated;
grant update (title, description, price_pence, price_text, unit, category) on public.services to authenticated;
create policy "readable with the profile" on public.services for select to anon, authenticated
  using (private.is_listed(provider_id) or provider_id = (select auth.uid()));
create policy "providers add their own" on public.services for insert to authenticated
  with check (provider_id = (select auth.uid()) and (select private.require_active_account()) and (select private.has_account_type('provider')));
create policy "providers change their own" on public.services for update to authenticated
  using (provider_id = (select auth.uid())) with check (provider_id = (select auth.uid()) and (select private.require_active_account()));
create policy "providers delete their own" on public.services for delete to authenticated
  using (provider_id = (select auth.uid()) and (select private.require_active_account()));

create function private.check_service() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.category is not null and new.category is distinct from old.category then
    new.category := private.current_selection(new.category);
  end if;
  -- Imports have no caller. The policy refuses a row of another owner, and reveals nothing about that owner.
  if tg_op = 'INSERT' and (select auth.uid()) = new.provider_id then
    perform private.refuse_if(not private.is_member(new.provider_id),
      '42501', 'Subscription required', 'Activate a membership to add services and portfolio items.');
    -- Adds a provider's services one at a time, so that each takes the next position.
    perform pg_advisory_xact_lock(hashtext('services'), hashtext(new.provider_id::text));
    perform private.refuse_if((select count(*) >= 60 from public.services s where s.provider_id = new.provider_id),
      'PT409', 'You can list at most 60 services. Please remove one before you add another.');
    new.position := coalesce((select max(s.position) from public.services s where s.provider_id = new.provider_id), 0) + 1;
  end if;
  if new.category is distinct from old.category and private.unknown_selection(array[new.category]) is not null then
    raise exception '%', private.unknown_category_error(new.category) using errcode = '23514';
  end if;
  return new;
end $$;
comment on function private.check_service() is
  'Trigger: a live membership to add, at most 60, and the last place for the newest; a category that the picker could have made, after mergers.';

create trigger check_service before insert or update of category on public.services
  for each row execute function private.check_service();

create function public.reorder_services(ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_active_account();
  perform pg_advisory_xact_lock(hashtext('services'), hashtext((select auth.uid())::text));
  perform private.refuse_if((select array_agg(s.id order by s.id) from public.services s where s.provider_id = (select auth.uid()))
    is distinct from (select array_agg(wanted order by wanted) from unnest(ids) as wanted),
    'PT409', 'Your services have changed in another window. Please reload the page and try again.');
  update public.services s set position = listed.place
  from unnest(ids) with ordinality as listed (id, place)
  where s.id = listed.id and s.provider_id = (select auth.uid()) and s.position <> listed.place;
end $$;
comment on function public.reorder_services(uuid[]) is 'Puts the caller''s services, all of them, into this order.';

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
            or (day.value ->> 'opens') !~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' or (day.value ->> 'closes') !~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
            or (day.value ->> 'opens' = day.value ->> 'closes' and day.value ->> 'opens' <> '00:00'), true)
        else true
      end)
$$;
comment on function private.valid_hours(jsonb) is
  'Per weekday (mon to sun) "closed", "appointment" or {opens, closes} as HH:MM; closing at or before opening is on the next day, midnight to midnight is the whole day. A missing day is not stated.';

create table public.availability (
  provider_id uuid primary key references public.profiles (id) on delete cascade,
  hours jsonb not null default '{}' check (private.valid_hours(hours)),
  base text check (base ~ '\S' and char_length(base) <= 60),
  miles integer check (miles between 1 and 100),
  whole_uk boolean not null default false,
  places text[] not null default '{}' check (cardinality(places) <= 50),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((base is null) = (miles is null)),
  check ((miles is not null)::int + whole_uk::int + (places <> '{}')::int <= 1)
);
comment on table public.availability is
  'When and where a provider works. Seen with the profile: by everybody while it is listed. The area is a radius around a base, the whole country, or a list of places.';
comment on column public.availability.hours is 'See private.valid_hours; in the time of the United Kingdom.';
comment on column public.availability.base is 'A town or postcode, from which the miles count.';
comment on column public.availability.places is 'Towns and outward postcodes (''LS6'') that are served: each is known and once.';
grant select on public.availability to anon, authenticated;
grant insert (provider_id, hours, base, miles, whole_uk, places) on public.availability to authenticated;
grant update (provider_id, hours, base, miles, whole_uk, places) on public.availability to authenticated;
create policy "readable with the profile" on public.availability for select to anon, authenticated
  using (private.is_listed(provider_id) or provider_id = (select auth.uid()));
create policy "providers write their own" on public.availability for insert to authenticated
  with check (provider_id = (select auth.uid()) and (select private.require_active_account()) and (select private.has_account_type('provider')));
create policy "providers change their own" on public.availability for update to authenticated
  using (provider_id = (select auth.uid()))
  with check (provider_id = (select auth.uid()) and (select private.require_active_account()) and (select private.has_account_type('provider')));

create function private.check_area() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  place record;
begin
  perform private.refuse_if(not coalesce(private.valid_hours(new.hours), false), '23514', 'These opening hours cannot be read.',
    'Please give each day as closed, by appointment, or from one time to another, such as 08:30 to 17:00.');
  new.base := btrim(regexp_replace(new.base, '\s+', ' ', 'g'));
  -- Before any place is looked up.
  perform private.refuse_if((select count(distinct private.fold(btrim(each.name))) > 50 from unnest(new.places) as each (name) where each.name ~ '\S'), '23514',
    'An area has at most 50 places.', 'Please take some out, or give a base and a number of miles.');
  if tg_op = 'INSERT' or new.places is distinct from old.places then
    new.places := array(select (array_agg(p.place order by p.nr))[1] from (
        -- Of a whole postcode a list has the first half.
        select case when l.kind = 'sector' then upper(split_part(l.name, ' ', 1)) when code.sector is not null then upper(code.outward)
            else btrim(regexp_replace(each.place, '\s+', ' ', 'g')) end as place, each.nr
        from unnest(new.places) with ordinality as each (place, nr) cross join lateral search.postcode(each.place) as code
        cross join lateral search.locate(left(each.place, 60)) as l) as p
      where p.place <> '' group by coalesce((select l.name from search.locate(p.place) as l where l.kind <> 'area'), private.fold(p.place)) order by min(p.nr));
  end if;
  perform private.refuse_if((new.base is null) <> (new.miles is null) or new.miles not between 1 and 100, '23514',
    'A radius is 1 to 100 miles around a town or postcode.', 'Please give both, or neither.');
  perform private.refuse_if((new.miles is not null)::int + new.whole_uk::int + (new.places <> '{}')::int > 1, '23514',
    'An area is a radius, a list of places or the whole UK.', 'Please choose one of them.');
  for place in
    select typed.name, found.kind from unnest(new.places || new.base) as typed (name) cross join lateral search.locate(left(typed.name, 60)) as found
    where typed.name is not null and (tg_op = 'INSERT' or typed.name <> all (old.places || coalesce(old.base, '')))
  loop
    if char_length(place.name) > 60 or place.kind is null or place.name ~ '[^[:alnum:] .''’()/–-]'
        -- Nothing but the place, as everybody reads it.
        or place.kind = 'town' and exists (select from string_to_table(place.name, '/') as part where not exists (select from search.places p
          where p.kind = 'town' and p.name = array_to_string(array_replace(search.split_words(part), 'saint', 'st'), ' ')))
        or place.kind <> 'town' and private.plain_digits(place.name) !~* '^[a-z]{1,2}[0-9][0-9a-z]?[ .–-]*([0-9] *([a-z]{2})?)?$'
        -- Measured from its area's town, a code that is no first half of a postcode passes until a list is loaded.
        or place.kind = 'area' and search.has_postcodes() then
      raise exception 'We do not know "%", or there are several of that name.', left(place.name, 60)
        using errcode = '23514', hint = 'Please use a town or the first half of a postcode, such as LS6.';
    end if;
  end loop;
  return new;
end $$;
comment on function private.check_area() is 'Trigger: hours can be read; an area is of one kind, and each of its places is known, and once in a list.';

create trigger check_area before insert or update of hours, base, miles, whole_uk, places on public.availability
  for each row execute function private.check_area();

create function search.refresh_listing_of_area() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform search.refresh_listing(new.provider_id);
  return null;
end $$;
comment on function search.refresh_listing_of_area() is 'Trigger: updates the listing.';

create trigger refresh_listing after insert or update of base, miles, whole_uk, places on public.availability
  for each row execute function search.refresh_listing_of_area();

-- Cards ---------------------------------------------------------------------------------------------------------------

create function search.card_offer(person uuid) returns table (price_pence integer, price_unit text, hours jsonb)
language sql stable as $$
  select cheapest.price_pence, cheapest.unit, nullif(a.hours, '{}')
  from (select) as one
  left join lateral (select s.price_pence, s.unit from public.services s
    where s.provider_id = person and s.price_pence is not null order by s.price_pence, s.position, s.id limit 1) as cheapest on true
  left join public.availability a on a.provider_id = person
$$;
comment on function search.card_offer(uuid) is 'What a provider''s card says of price and hours: the lowest price, and when they work.';

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
grant select, delete on public.saved_providers to authenticated;
grant insert (user_id, provider_id) on public.saved_providers to authenticated;
create policy "owners read" on public.saved_providers for select to authenticated using (user_id = (select auth.uid()));
create policy "owners save" on public.saved_providers for insert to authenticated
  with check (user_id = (select auth.uid()) and private.is_provider(provider_id));
create policy "owners unsave" on public.saved_providers for delete to authenticated using (user_id = (select auth.uid()));

-- Files ---------------------------------------------------------------------------------------------------------------

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('avatars', 'avatars', true, 2097152, array['image/png', 'image/jpeg']),
  ('portfolio_media', 'portfolio_media', true, 10485760, array['image/jpeg', 'image/png', 'image/webp', 'video/mp4']),
  ('business_logos', 'business_logos', true, 2097152, array['image/png', 'image/jpeg', 'image/webp']),
  ('pictures', 'pictures', true, 10485760, array['image/jpeg', 'image/png', 'image/webp']),
  ('enquiry_pictures', 'enquiry_pictures', false, 10485760, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create table private.hidden_pictures (
  name text primary key,
  user_id uuid not null references public.profiles (id) on delete cascade
);
comment on table private.hidden_pictures is
  'Pictures that an admin removed: their owner cannot upload or show them again.';
create index hidden_pictures_of_user on private.hidden_pictures (user_id);

create function private.is_hidden_picture(file text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.hidden_pictures h where h.name = file)
$$;
comment on function private.is_hidden_picture(text) is 'Whether an admin has removed the picture.';

create function private.can_write_file(bucket text, name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select case
    when bucket = 'avatars' then split_part(name, '/', 1) = (select auth.uid())::text and exists (
      select from public.profiles where id = (select auth.uid()) and is_active)
    when bucket = 'portfolio_media' then split_part(name, '/', 1) = (select auth.uid())::text
      and split_part(name, '/', 2) = 'portfolio' and private.has_account_type('provider') and private.is_member((select auth.uid()))
    when bucket = 'business_logos' then split_part(name, '/', 1) in ('providers', 'site') and private.is_admin()
    when bucket in ('pictures', 'enquiry_pictures') then name ~ ('^' || (select auth.uid()) || '/[0-9a-f]{64}\.(jpg|png|webp)$') and private.require_active_account()
      and not private.is_hidden_picture(name)
    else false end
$$;
comment on function private.can_write_file(text,text) is
  'Whether the caller may add or change this file: an own avatar, a member''s portfolio, an admin''s logo, an own picture by the hash of its content.';

create policy "add own files" on storage.objects for insert to authenticated
  with check (private.can_write_file(bucket_id, name));
-- The name of a picture is the hash of its content, which never changes.
create policy "replace own files" on storage.objects for update to authenticated
  using (bucket_id not in ('pictures', 'enquiry_pictures') and private.can_write_file(bucket_id, name))
  with check (bucket_id not in ('pictures', 'enquiry_pictures') and private.can_write_file(bucket_id, name));
create policy "read own files" on storage.objects for select to authenticated
  using (split_part(name, '/', 1) = (select auth.uid())::text and not private.is_hidden_picture(name)
    or (select private.is_admin()) and bucket_id <> 'enquiry_pictures');
create policy "remove own files" on storage.objects for delete to authenticated
  using (split_part(name, '/', 1) = (select auth.uid())::text
    or (bucket_id in ('business_logos', 'pictures', 'enquiry_pictures') and (select private.is_admin())));

create function private.within_file_quota(bucket text, file text, facts jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  folder constant text := split_part(file, '/', 1);
  quota record;
  used record;
begin
  -- A portfolio shows at most 40 items of 20 files each; what none shows is removed after a day.
  select q.files, q.bytes into quota from (values
    ('avatars', 4, 8388608::bigint),
    ('portfolio_media', 900, 2147483648),
    ('pictures', 200, 1073741824),
    ('enquiry_pictures', 400, 1073741824)) as q (bucket, files, bytes)
  where q.bucket = within_file_quota.bucket;
  if not found then
    return true;
  end if;
  -- Uploads of one account are counted one after the other.
  perform pg_advisory_xact_lock(hashtextextended('files of ' || bucket || '/' || folder, 0));
  select count(*) as files, coalesce(sum((o.metadata ->> 'size')::bigint), 0) as bytes into used
  from storage.objects o
  where o.bucket_id = within_file_quota.bucket and o.name <> file
    -- The folder as one range of the index on names, which are in byte order.
    and o.name collate "C" >= folder || '/' and o.name collate "C" < folder || '0';
  if used.files + 1 > quota.files then
    raise exception 'You have reached the limit of % files. Remove one and try again.', quota.files
      using errcode = 'PT413';
  end if;
  perform private.refuse_if(used.bytes + coalesce((facts ->> 'size')::bigint, (facts ->> 'contentLength')::bigint, 0) > quota.bytes,
    'PT413', 'You have used all your storage space. Remove a file and try again.');
  return true;
end $$;
comment on function private.within_file_quota(text,text,jsonb) is
  'True while the folder''s account has room for this file; otherwise raises what to do.';

create policy "within quota to add" on storage.objects as restrictive for insert to authenticated
  with check (private.within_file_quota(bucket_id, name, metadata));
create policy "within quota to replace" on storage.objects as restrictive for update to authenticated
  with check (private.within_file_quota(bucket_id, name, metadata));

create function private.hide_picture(owner uuid, picture text, why text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if owner is not null then
    insert into private.hidden_pictures (name, user_id)
    values (regexp_replace(picture, '^/storage/v1/object/public/[a-z_]+/', ''), owner) on conflict do nothing;
  end if;
  update public.jobs j set pictures = array_remove(j.pictures, picture) where j.user_id = owner and picture = any (j.pictures);
  perform set_config('moderation.reason', why, true);
  update public.feedback f set pictures = array_remove(f.pictures, picture) where f.user_id = owner and picture = any (f.pictures);
  perform set_config('moderation.reason', '', true);
end $$;
comment on function private.hide_picture(uuid,text,text) is 'Takes a picture off everything of its owner''s, who cannot upload it again.';

create function private.is_file_shown(bucket text, file text, owner uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return case bucket
    when 'portfolio_media' then exists (select from public.profiles p where p.id = owner and strpos(p.work_samples::text, file) > 0)
      or exists (select from public.job_quotes q
        where q.provider_id = owner and '/storage/v1/object/public/portfolio_media/' || file = any (q.pictures))
    when 'pictures' then exists (select from public.jobs j
        where j.user_id = owner and '/storage/v1/object/public/pictures/' || file = any (j.pictures))
      or exists (select from public.feedback f
        where f.user_id = owner and '/storage/v1/object/public/pictures/' || file = any (f.pictures))
    when 'enquiry_pictures' then exists (select from public.enquiry_messages m
      where m.author_id = owner and '/storage/v1/object/authenticated/enquiry_pictures/' || file = any (m.pictures)) end;
end $$;
comment on function private.is_file_shown(text,text,uuid) is 'Whether anything of its owner shows a file.';

create function private.replaces_shown_file(bucket text, file text, existing boolean) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(case bucket
      when 'portfolio_media' then exists (select from public.job_quotes q where q.provider_id = (select auth.uid())
        and '/storage/v1/object/public/portfolio_media/' || file = any (q.pictures))
      else private.is_file_shown(bucket, file, (select auth.uid())) end, false)
    and (existing or not exists (select from storage.objects o where o.bucket_id = bucket and o.name = file));
end $$;
comment on function private.replaces_shown_file(text,text,boolean) is
  'Whether a file of the caller''s would become another picture on a quote, job, review or message that others have read. A second upload of a file that is there is refused as a duplicate anyway.';

create policy "shown files are added once" on storage.objects as restrictive for insert to authenticated
  with check (not private.replaces_shown_file(bucket_id, name, false));
create policy "shown files are not replaced" on storage.objects as restrictive for update to authenticated
  using (not private.replaces_shown_file(bucket_id, name, true)) with check (not private.replaces_shown_file(bucket_id, name, true));

create function public.unused_files(p_limit integer default 1000) returns table (bucket text, name text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  start text;
  walked text[];
  most constant integer := least(greatest(p_limit, 1), 1000);
begin
  select m.files_checked_to into start from private.site_mode m for update;
  select array_agg(n.bucket_id || '/' || n.name order by n.bucket_id, n.name collate "C") into walked from (
    select o.bucket_id, o.name from storage.objects o
    where o.bucket_id in ('avatars', 'business_logos', 'enquiry_pictures', 'pictures', 'portfolio_media')
      and (o.bucket_id, o.name collate "C") > (split_part(start, '/', 1), substr(start, strpos(start, '/') + 1))
    order by o.bucket_id, o.name collate "C" limit most) as n;
  update private.site_mode set files_checked_to = case when cardinality(walked) = most then walked[most] else '' end;
  return query
    select o.bucket_id, o.name from unnest(walked) as w (file)
      join storage.objects o on o.bucket_id = split_part(w.file, '/', 1) and o.name = substr(w.file, strpos(w.file, '/') + 1)
    -- A name with other characters may be encoded in an address, where it would not be found: such a file is never deleted.
    where o.name ~ '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/(portfolio/)?|providers/)[A-Za-z0-9._-]+$'
      and o.created_at < now() - interval '1 day'
      -- Profiles show the files of the first two buckets: an account's own, and those that admins gave to providers.
      and not case when o.bucket_id = 'avatars' then exists (
          select from public.profiles p where p.id::text = split_part(o.name, '/', 1) and strpos(p.profile_image_url, o.name) > 0)
        when o.bucket_id = 'business_logos' then o.name in (
          select substring(p.profile_image_url from '/business_logos/([^?]+)') from public.profiles p
          where p.profile_image_url like '%/business_logos/%')
        else private.is_file_shown(o.bucket_id, o.name, split_part(o.name, '/', 1)::uuid) end;
end $$;
comment on function public.unused_files(integer) is
  'For tidy-portfolio: of the next files of all accounts those that are a day old and shown by nothing. Each call walks on; after the last it begins again.';

create function private.picture_problem(pictures text[], verified text[], bucket text, folder text) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when cardinality(pictures) > 5 then 'Please add at most 5 pictures'
    when array_ndims(pictures) > 1 or cardinality(pictures) > (select count(distinct address) from unnest(pictures) as p (address))
      then 'Two of your pictures are the same. Please remove one of them.'
    when exists (
      select from unnest(pictures) as p (address)
      where (p.address = any (verified)) is not true and not exists (
        select from storage.objects o
        where o.bucket_id = bucket and o.name = substr(p.address, length(shelf.path) + 1) and p.address = shelf.path || o.name
          and starts_with(o.name, folder) and starts_with(o.metadata ->> 'mimetype', 'image/')
          and not exists (select from private.hidden_pictures h where h.name = o.name)))
      then 'You can only show pictures that you uploaded yourself. Please upload the picture again.' end
  from (select '/storage/v1/object/' || case when b.public then 'public/' else 'authenticated/' end || b.id || '/' as path
    from storage.buckets b where b.id = bucket) as shelf
$$;
comment on function private.picture_problem(text[],text[],text,text) is
  'Why these addresses cannot be shown, or null: at most five, each once, of files in this folder. Those that were verified before are not checked again.';

-- Portfolio -----------------------------------------------------------------------------------------------------------

create function private.is_short_text(value jsonb, longest integer) returns boolean
language sql immutable set search_path = '' as $$
  select case coalesce(jsonb_typeof(value), 'null')
    when 'null' then true
    when 'string' then char_length(value #>> '{}') <= longest
    else false end
$$;
comment on function private.is_short_text(jsonb,integer) is 'Whether this is nothing, or a text within its length.';

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
         or not private.is_short_text(item -> 'caption', 200)
         or item -> 'subtitles' is not null and not (item ->> 'type' = 'video'
           and private.is_short_text(item -> 'subtitles', 6000) and starts_with(item ->> 'subtitles', 'WEBVTT')))
    end
$$;
comment on function private.valid_work_sample(jsonb) is
  '{id, title, description, media: [{id, url, type, filename, alt, caption, subtitles}]}, at most 20 media; subtitles are WebVTT; an older item may carry imageUrl instead (spec 2 section 3).';

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
    when jsonb_typeof(new.work_samples) <> 'array' then 'Your portfolio could not be read. Please reload the page and try again.'
    when jsonb_array_length(new.work_samples) > 40 then 'Your portfolio can have at most 40 items. Please remove one before you add another.'
    -- One that is already longer may become shorter.
    when char_length(new.work_samples::text) > greatest(1000000, char_length(old.work_samples::text)) then 'Your portfolio has more text than it can hold. Please shorten descriptions or remove subtitles.'
    when not private.valid_work_samples(new.work_samples) then 'This portfolio item is not valid. Please check its texts and files, and try again.'
    when (select count(*) <> count(distinct sample ->> 'id') from jsonb_array_elements(new.work_samples) as sample)
      then 'Two of your portfolio items are the same. Please remove one of them.'
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
      then 'You can only show files that you uploaded to your portfolio. Please upload the file.'
  end;
  perform private.refuse_if(problem is not null, '23514', problem);
  return new;
end $$;
comment on function private.check_work_samples() is
  'Trigger: what an owner puts into the portfolio is valid, and shows only files that they uploaded there themselves. Runs as the caller, so that it knows who writes.';

-- After check_profile, whose refusal for want of a membership comes first.
create trigger verify_work_samples before update of work_samples on public.profiles
  for each row execute function private.check_work_samples();

-- Provider page -------------------------------------------------------------------------------------------------------

create table private.departed_providers (
  provider_id uuid primary key,
  left_at timestamptz not null default now()
);
comment on table private.departed_providers is
  'Providers whose accounts were deleted or are no provider''s any more: nothing but the number in the address of their page, so that it can say "gone" (410) and not "unknown" (404).';

create function private.record_departed_provider() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.account_type = 'provider' then
    delete from private.departed_providers where provider_id = new.id;
  elsif old.account_type = 'provider' then
    insert into private.departed_providers (provider_id) values (old.id) on conflict do nothing;
  end if;
  return null;
end $$;
comment on function private.record_departed_provider() is
  'Trigger: remembers who left for good, and forgets it when they come back.';

create trigger record_departed_provider after update of account_type or delete on public.profiles
  for each row execute function private.record_departed_provider();

create function public.provider_page(provider_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  shown json;
begin
  select row_to_json(p) into shown from (
    select p.*, verified.average as verified_average, verified.count as verified_count
    from public.public_providers p
    cross join (select round(avg(f.rating), 2) as average, count(*) as count from public.feedback f
      where f.provider_id = provider_page.provider_id and f.is_public and not f.superseded and f.verified) as verified
    where p.user_id = provider_page.provider_id) as p;
  if shown is null and provider_page.provider_id is distinct from (select auth.uid()) then
    return json_build_object('provider', null, 'services', '[]'::json, 'availability', null, 'response', null, 'latest', '[]'::json,
      'departed', exists (select from private.departed_providers d where d.provider_id = provider_page.provider_id));
  end if;
  return json_build_object('provider', shown, 'departed', false,
    'services', coalesce((
      select json_agg(json_build_object('id', s.id, 'title', s.title, 'description', s.description,
        'price_pence', s.price_pence, 'price_text', s.price_text, 'unit', s.unit, 'category', s.category)
        order by s.position, s.id)
      from public.services s where s.provider_id = provider_page.provider_id), '[]'),
    'availability', (
      select json_build_object('hours', a.hours, 'base', a.base, 'miles', a.miles, 'whole_uk', a.whole_uk, 'places', a.places)
      from public.availability a where a.provider_id = provider_page.provider_id),
    'response', (
      select json_build_object('reply_minutes', r.reply_minutes, 'questions', r.questions, 'answered', r.answered, 'hires', r.hires)
      from private.response_facts r where r.provider_id = provider_page.provider_id and num_nonnulls(r.questions, r.hires) > 0),
    'latest', coalesce((
      select json_agg(json_build_object('id', f.id, 'rating', f.rating, 'title', f.title, 'description', f.description,
        'author_name', f.author_name, 'verified', f.verified, 'in_contact', f.in_contact, 'invited', f.invited, 'edited_at', f.edited_at, 'created_at', f.created_at)
        order by f.created_at desc, f.id)
      from (
        select * from public.feedback f
        where f.provider_id = provider_page.provider_id and f.is_public and not f.superseded
        order by f.created_at desc, f.id limit 2) as f), '[]'));
end $$;
comment on function public.provider_page(uuid) is
  'All that a provider''s own page begins with: {provider, services, availability, response, latest, departed}. Provider is the row of public_providers with the rating by verified hires; null unless the directory lists it: then only its owner gets the rest. Latest: the newest public feedback, one of each author. Departed: the provider has left for good (410); a hidden, inactive or lapsed one may return, and counts as unknown (404).';

-- Jobs: what clients post, who may see the contact, and what may become of a job.

-- Posting -------------------------------------------------------------------------------------------------------------

create function private.job_lifetime() returns interval
language sql immutable set search_path = '' as $$ select interval '30 days' $$;
comment on function private.job_lifetime() is
  'For how long a job is shown after it was posted, reopened or confirmed as still wanted.';

create function private.contact_lifetime() returns interval
language sql immutable set search_path = '' as $$ select interval '90 days' $$;
comment on function private.contact_lifetime() is
  'After which time from a job''s end its contact, pictures and quotes are erased.';

create table public.jobs (
  id uuid primary key default gen_random_uuid(),
  title text not null check (title ~ '\S' and char_length(title) <= 150),
  description text not null check (description ~ '\S' and char_length(description) <= 5000),
  category text not null check (char_length(category) <= 170),
  categories text[] not null default '{}' check (cardinality(categories) <= 10),
  category_keys text[] not null default '{}',
  location text check (char_length(location) <= 120),
  place text collate "C",
  position point,
  sector text,
  budget text check (char_length(budget) <= 100),
  budget_min integer check (budget_min >= 0),
  budget_max integer check (budget_max >= 0),
  budget_type text check (budget_type in ('range', 'hourly', 'fixed')),
  user_id uuid not null references public.profiles (id) on delete cascade,
  posted_by uuid generated always as (user_id) stored,
  contact_name text check (char_length(contact_name) <= 120),
  contact_email text check (char_length(contact_email) <= 200 and private.is_email_address(contact_email)),
  contact_phone text check (char_length(contact_phone) <= 40),
  status text not null default 'open' check (status in ('open', 'closed', 'expired', 'paused', 'stopped', 'hired', 'done')),
  posted_date timestamptz not null default now(),
  closed_at timestamptz,
  updated_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + private.job_lifetime(),
  expiry_notice_at timestamptz,
  told_at timestamptz,
  widened_at timestamptz,
  reveal_limit integer check (reveal_limit between 1 and 100),
  outcome text check (outcome in ('here', 'elsewhere', 'nobody')),
  hired_provider_id uuid references public.profiles (id) on delete set null,
  hired_at timestamptz,
  work_starts_on date,
  done_question_at timestamptz,
  done_by_provider_at timestamptz,
  ended_at timestamptz,
  contact_erased boolean generated always as (contact_email is null) stored,
  pictures text[] not null default '{}' check (cardinality(pictures) <= 5),
  check ((status = 'closed') = (closed_at is not null)),
  check (budget_min <= budget_max),
  check (hired_at is not null or work_starts_on is null),
  check (hired_at is null or outcome is not distinct from 'here'),
  check (status not in ('hired', 'done') or hired_at is not null)
);
comment on table public.jobs is
  'Posted jobs. No caller can select the contact columns: only reveal_job_contact() gives them (P-07).';
comment on column public.jobs.category_keys is 'The categories expanded for filtering; set by trigger.';
comment on column public.jobs.place is 'The location by search.place_letters(); set by trigger.';
comment on column public.jobs.position is
  'Where the location is on the map of search.map_point(), if that is known; set by trigger, and again when places are loaded. Not the sector, which distances would tell.';
comment on column public.jobs.sector is
  'Of a postcode in the location its first half and sector, for those who may see the contact; the location has the first half only, of every one.';
comment on column public.jobs.budget_min is 'Pence, read from the free text by parse_budget().';
comment on column public.jobs.posted_by is 'The same value as user_id (P-22).';
comment on column public.jobs.expires_at is
  'Until when an open job is shown; see private.job_lifetime().';
comment on column public.jobs.status is
  'closed: by the poster; stopped: by a moderator (people read "A moderator has closed this job"); paused: while the account is deactivated; hired, done: see jobs_hires.sql.';
comment on column public.jobs.outcome is
  'Whom the poster hired, as the poster said: somebody here, elsewhere, nobody. Null: nothing is known, and nothing is assumed.';
comment on column public.jobs.work_starts_on is
  'The start that the accepted quote offers; null where none was agreed. After it, or the day of the hire, both are asked whether the work is done.';
comment on column public.jobs.done_by_provider_at is 'When the hired provider said that the work is done; only the poster''s word makes the job done.';
comment on column public.jobs.expiry_notice_at is
  'When the poster was emailed the question whether the job is still wanted; null until then, and again after an answer.';
comment on column public.jobs.told_at is 'When fitting members were told of it (jobs_matches.sql).';
comment on column public.jobs.widened_at is 'When those further away and of related trades were told too, after 48 hours without a quote.';
comment on column public.jobs.reveal_limit is
  'How many providers may reveal the contact, chosen by the poster; null is any number. Enforced by reveal_job_contact(). People read "unlock".';
comment on column public.jobs.ended_at is
  'When the job ended; entering an erased contact again restarts it. Null while the job goes on. Set by trigger.';
comment on column public.jobs.pictures is 'Addresses of files that the poster uploaded; erased with the contact (P-47).';
comment on column public.jobs.contact_erased is 'Whether the poster must enter the contact again before the job can be reopened.';
create index jobs_by_date on public.jobs (posted_date);
create index jobs_of_user on public.jobs (user_id, posted_date desc);
create index jobs_open_by_id on public.jobs (id) where status = 'open';
create index jobs_expiring on public.jobs (expires_at, posted_date desc, id) where status = 'open';
create index jobs_to_tell on public.jobs (posted_date) where status = 'open' and told_at is null;
create index jobs_quiet on public.jobs (told_at) where status = 'open' and widened_at is null;
create index jobs_to_erase on public.jobs (ended_at) where contact_email is not null;
create index jobs_hired on public.jobs (done_question_at) where status = 'hired';
create index jobs_of_hired_provider on public.jobs (hired_provider_id);
grant delete on public.jobs to authenticated;
grant select (id, title, description, category, categories, category_keys, location, budget, budget_min, budget_max,
  budget_type, user_id, posted_by, status, posted_date, closed_at, updated_at, expires_at, reveal_limit, contact_erased,
  pictures)
  on public.jobs to anon, authenticated;
grant insert (title, description, category, categories, location, budget, user_id, contact_name, contact_email,
  contact_phone, reveal_limit, pictures) on public.jobs to authenticated;
grant update (title, description, category, categories, location, budget, contact_name, contact_email, contact_phone,
  status, reveal_limit, pictures) on public.jobs to authenticated;

create function private.job_state(job public.jobs) returns text
language sql stable set search_path = '' as $$
  select case when job.status = 'open' and job.expires_at <= now() then 'expired' else job.status end
$$;
comment on function private.job_state(public.jobs) is
  'A job''s status for people: the stored one stays open for up to 15 minutes after the end, until process_job_expiry() runs.';

create function private.is_hired(job public.jobs) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(job.hired_provider_id = (select auth.uid()), false) and job.status <> 'stopped'
    and job.contact_email is not null and private.is_session_valid()
$$;
comment on function private.is_hired(public.jobs) is
  'Whether the caller is the provider hired for a job, who reads it until its contact is erased, unless a moderator stopped it.';

create policy "everyone reads open jobs" on public.jobs for select to anon, authenticated
  using (status = 'open' and expires_at > now());
create policy "hired providers read" on public.jobs for select to authenticated
  using (hired_provider_id = (select auth.uid()) and private.is_hired(jobs));
create policy "posters and admins read" on public.jobs for select to authenticated
  using ((user_id = (select auth.uid()) and (select private.is_session_valid())) or (select private.is_admin()));
create policy "confirmed clients post" on public.jobs for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.require_active_account()) and (select private.has_account_type('client')));
create policy "posters change their own" on public.jobs for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()) and (select private.require_active_account()));
create policy "posters delete their own" on public.jobs for delete to authenticated using (user_id = (select auth.uid()));
create policy "require valid session" on public.jobs as restrictive for delete to authenticated
  using ((select private.is_session_valid()));

create function public.parse_budget(
  budget text, OUT budget_min integer, OUT budget_max integer, OUT budget_type text
) returns record
language plpgsql immutable set search_path = '' as $$
declare
  typed text := lower(private.plain_digits(left(budget, 200)));
  digits constant text := '([0-9.,]*[0-9](?:[km]\M)?)';
  bare constant text := '(?<![0-9.,£])(?=[0-9])';
  amount constant text := '((?:[1-9][0-9]*|0)(?:[.,][0-9]{1,2})?)((?:[km]\M)?)(?![.,]?[0-9]|[%¼-¾⅐-⅞⁄])';
  no constant text := '(?:no|not|never|cannot|(?:do|ca|wo)n''?t)(?: [a-z]+){0,3} ';
  lowest constant text := '(?:\m(?:from|min|minimum|at least|over|above|more than|starting at|' || no || '(?:less|lower) than)\M|>=?|≥)';
  highest constant text := '(?:\m(?:up ?to|max|maximum|at most|within|limit|under|below|less than|' || no
    || '(?:more than|higher than|over|above|exceed(?:ing)?))\M|<=?|≤)';
  filler constant text := '\m(?:about|around|approx|approximately|roughly|circa|say|maybe|just|budget|total|cash|only|or so|of|is|my|our|the|at|a|in|all)\M';
  others constant text := '(?:' || filler || '|[~:.,;!?() ])*';
  joined constant text := ' ?(-+|\m(?:up )?to\M|\mand\M|&) ?';
  after constant text := '(?: ?\(?(\+(?! ?[a-z])|\m(?:or (?:more|over|above)|and (?:up|over|above)|min|minimum)\M(?! ?[0-9£a]))'
    || '| ?\(?(\m(?:or (?:less|under|below)|max|maximum|tops|at most)\M(?! ?[0-9£a])))?';
  hit text[];
  first numeric;
  second numeric;
begin
  -- Every amount becomes £1000 or £2k, with /h if it is by the hour. '1 000', '1.000' and '1,000' are a thousand.
  typed := regexp_replace(typed, '(?<=[0-9])[,.''](?=[0-9]{3}(?![0-9]))|(?<=[0-9])(?<![0-9]{4}) (?=[0-9]{3}(?![0-9a-z]))', '', 'g');
  typed := regexp_replace(regexp_replace(typed, '(?<=[0-9]) ?(?:k|grand|thousand)\M', 'k', 'g'), '(?<=[0-9]) ?(?:m|million)\M', 'm', 'g');
  typed := regexp_replace(typed, '(?:£|\mgbp) ?(?=[0-9])', '£', 'g');
  typed := regexp_replace(typed, bare || digits || ' ?(?:£|(?:gbp|pounds?|quid)\M)', '£\1', 'g');
  typed := regexp_replace(typed, '(?:£|' || bare || ')' || digits || '((?:\+| max| min| or more)?)[ -]*'
    || '(?:(?:/|p\.?/?|\m(?:per|an?|each|every)\M)[ -]*(?:hour|hr|h)|hourly)\M', '£\1/h\2', 'g');
  typed := regexp_replace(typed, '\m(?:hourly|per hour)(?: rate| budget)?(?: of| is|:)? (?:£|' || bare || ')' || digits || '(?!/)', '£\1/h', 'g');
  -- Numbers without a sign are money if nothing else is written, if they have a k, or as the other end of a range.
  if typed ~ format('^(?:%s|%s|between|\+|%s)*%s(?:%s%4$s)?(?:%6$s|%3$s)*$', lowest, highest, others, amount, joined, after) then
    typed := regexp_replace(typed, bare, '£', 'g');
  elsif typed !~ '£[0-9]' then
    typed := regexp_replace(typed, bare || '(?=[0-9.,]*[0-9][km]\M)', '£', 'g');
  end if;
  typed := regexp_replace(typed, format('(?<=(?:^|between|%s|%s|%s) ?)%s(?=%s(?:/h)?%s£)', lowest, highest, filler, bare, amount, joined), '£', 'g');
  typed := regexp_replace(typed, format('(?<=£[0-9.,]*[0-9][km]?(?:/h)?\+?%s)%s(?=%s ?(?:$|[.,;:()!?+]|\m(?:for|per|an?|each|depending|inc|incl|'
    'including|plus|max|maximum|total|if|or|all|in|on|with|but|budget|only|cash)\M))', joined, bare, amount), '£', 'g');
  hit := regexp_match(typed, format('(?:(%s)|(%s)|(between))?%s£%s(/h\M)?%s(?:%s£%4$s(/h\M)?)?%5$s', lowest, highest, others, amount, after, joined));
  if hit is null then
    return;
  end if;
  first := replace(hit[4], ',', '.')::numeric;
  if (hit[9] not in ('and', '&') or hit[3] is not null) and (hit[6] is null or hit[12] is not null) then
    second := replace(hit[10], ',', '.')::numeric;
  end if;
  -- In '1-2k' the k belongs to both ends.
  first := first * case case when hit[5] = '' and first < second then hit[11] else hit[5] end when 'k' then 100000 when 'm' then 100000000 else 100 end;
  second := second * case hit[11] when 'k' then 100000 when 'm' then 100000000 else 100 end;
  budget_type := case when num_nonnulls(hit[6], hit[12]) > 0 then 'hourly' when second is null then 'fixed' else 'range' end;
  budget_min := case when second is not null or num_nonnulls(hit[2], hit[8], hit[14]) = 0 then least(first, second, 2000000000) end;
  budget_max := case when second is not null or num_nonnulls(hit[1], hit[7], hit[13]) = 0 then least(greatest(first, second), 2000000000) end;
end $$;
comment on function public.parse_budget(text) is
  'Bounds in pence and type (range, hourly, fixed) read from free text as a person would (P-23); nulls where there is no amount: a number with a sign or unit, or nothing else. The one grammar of budgets; domain/jobs/budget.test.ts has its cases.';

create function private.check_job() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  unknown text;
  problem text;
  poster_is_active boolean;
  code record;
  typed text;
  shorter text;
begin
  -- The tasks' notes change nothing that people read.
  if tg_op = 'UPDATE' and (new.told_at, new.widened_at) is distinct from (old.told_at, old.widened_at) then
    return new;
  end if;
  if tg_op = 'INSERT' or new.categories is distinct from old.categories or new.category is distinct from old.category then
    new.category := private.current_selection(new.category);
    new.categories := private.current_selections(new.categories, 10);
  end if;
  if tg_op = 'UPDATE' and new.status <> old.status and not exists (
      select from private.job_transitions() t where t.was = old.status and t.becomes = new.status
        and (t.by_poster or (select auth.uid()) is null or private.is_admin())
        -- No caller can set the time: a hire goes through accept_quote() or mark_job_hired(), also after an earlier one.
        and (new.status <> 'hired' or new.hired_at is distinct from old.hired_at)) then
    raise exception 'A job with this status cannot be changed in this way. Please reload the page.'
      using errcode = '23514', detail = old.status || ' to ' || new.status;
  end if;
  -- The lock waits for a deactivation that is under way, so that no job opens after it.
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
  -- Unchanged selections are not checked: a job whose category was renamed or deleted can still be closed or expire.
  if tg_op = 'INSERT' or new.categories is distinct from old.categories or new.category is distinct from old.category then
    unknown := private.unknown_selection(new.categories);
    if unknown is not null then
      raise exception '%', private.unknown_category_error(unknown) using errcode = '23514';
    end if;
  end if;
  new.category_keys := private.category_keys(new.categories);
  if tg_op = 'INSERT' or new.location is distinct from old.location then
    perform private.refuse_unknown_postcode(new.location);
    code := search.postcode(new.location);
    if code.sector is not null then
      shorter := search.shorten_postcodes(new.location);
      typed := substring(shorter from '(?i)\m' || code.outward || '[\s.-]*[0-9](?:\s*[a-z]{2})?\M');
      new.sector := upper(code.sector);
      new.location := case when typed is not null then replace(shorter, typed, upper(code.outward))
        -- With gaps in it, nothing else is there.
        when shorter = private.plain_digits(new.location) then upper(code.outward) else shorter end;
    elsif tg_op = 'INSERT' or (new.location ~* ('\m' || split_part(old.sector, ' ', 1) || '\M')) is not true then
      new.sector := null;
    end if;
    new.place := search.place_letters(new.location);
    new.position := (search.locate(new.location)).centre;
  end if;
  if tg_op = 'INSERT' or new.budget is distinct from old.budget then
    select * into new.budget_min, new.budget_max, new.budget_type from public.parse_budget(new.budget);
  end if;
  new.closed_at := case when new.status = 'closed' then coalesce(new.closed_at, now()) end;
  -- A pause does not change the expiry date. A stopped job of a deactivated account goes on as paused.
  if tg_op = 'UPDATE' and new.status in ('open', 'paused') and old.status not in ('open', 'paused') then
    new.expires_at := now() + private.job_lifetime();
    new.expiry_notice_at := null;
    new.outcome := null;
    new.hired_provider_id := null;
    new.hired_at := null;
    new.work_starts_on := null;
    new.done_question_at := null;
    new.done_by_provider_at := null;
  end if;
  problem := case
    when new.contact_email is null and tg_op = 'INSERT' then 'Please enter a contact email'
    when new.contact_email is null and new.status in ('open', 'hired', 'paused')
      then 'The contact details of this job were erased. Please edit the job and enter them again.' end;
  if problem is not null then
    raise exception '%', problem using errcode = '23514';
  end if;
  -- Entering an erased contact again restarts its lifetime.
  if tg_op = 'UPDATE' and old.contact_email is null and new.contact_email is not null then
    new.ended_at := null;
  end if;
  new.ended_at := case when new.status in ('closed', 'expired', 'stopped', 'done') then coalesce(new.ended_at, now()) end;
  -- What was verified before is not verified again.
  if new.pictures <> '{}' and new.pictures is distinct from old.pictures and auth.uid() is not null then
    problem := private.picture_problem(new.pictures, old.pictures, 'pictures', new.user_id || '/');
    if problem is not null then
      raise exception '%', problem using errcode = 'PT400';
    end if;
  end if;
  if btrim(new.contact_phone) <> '' and new.contact_phone is distinct from old.contact_phone then
    new.contact_phone := private.check_phone(new.contact_phone);
  end if;
  new.updated_at := now();
  return new;
end $$;
comment on function private.check_job() is
  'Trigger: allows only listed transitions, existing categories, and pictures that the poster uploaded; a job that goes on has a contact. Locates the job, parses the budget, and sets the dates.';

create trigger check_job before insert or update on public.jobs
  for each row execute function private.check_job();

create function private.revive_job() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.expires_at := now() + private.job_lifetime();
  new.expiry_notice_at := null;
  return new;
end $$;
comment on function private.revive_job() is
  'Trigger: a job whose time is over can be reopened before the task has made it expired.';

create trigger revive_job before update of status on public.jobs
  for each row when (old.status = 'open' and new.status = 'open' and old.expires_at <= now()) execute function private.revive_job();

create function private.leave_deleted_job() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.enquiries e set withdrawn = true from public.job_contact_reveals r
  where e.job_id = old.id and r.job_id = e.job_id and r.provider_id = e.provider_id and r.revoked_at is not null;
  update public.enquiry_messages m set pictures = '{}',
    body = coalesce(nullif(m.body, ''), 'The pictures of this message were removed with its job.')
  from public.enquiries e
  where e.job_id = old.id and e.withdrawn and m.enquiry_id = e.id and m.author_id = old.user_id and cardinality(m.pictures) > 0;
  -- A poster's deletion leaves the hire; an admin's undoes it.
  if old.hired_provider_id is not null and private.is_admin() then
    update public.hires h set undone_at = now() where h.job_id = old.id and h.undone_at is null;
  end if;
  return old;
end $$;
comment on function private.leave_deleted_job() is
  'Trigger: what outlives a deleted job. With it goes the record of who lost access to it, so the conversations with them are marked, and its poster''s pictures leave them; who unlocked its contact may still report it.';

create trigger leave_deleted_job before delete on public.jobs
  for each row execute function private.leave_deleted_job();

-- Contacts ------------------------------------------------------------------------------------------------------------

create table public.job_contact_reveals (
  job_id uuid not null references public.jobs (id) on delete cascade,
  provider_id uuid not null references public.profiles (id) on delete cascade,
  revealed_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (job_id, provider_id)
);
comment on table public.job_contact_reveals is
  'Which provider revealed which job''s contact, and when. Written by functions only. A row outlives the contact.';
comment on column public.job_contact_reveals.revoked_at is
  'When the poster withdrew this provider''s access. The place stays taken.';
create index job_contact_reveals_newest on public.job_contact_reveals (revealed_at desc);
create index job_contact_reveals_of_provider on public.job_contact_reveals (provider_id, revealed_at desc);
grant select on public.job_contact_reveals to authenticated;
create policy "providers read their own" on public.job_contact_reveals for select to authenticated
  using ((provider_id = (select auth.uid()) and revoked_at is null) or (select private.is_admin()));

create function private.require_job_access() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_active_account();
  perform private.refuse_if(not (private.has_account_type('provider') and private.is_member((select auth.uid()))),
    '42501', 'Subscription required', 'Activate a membership to see contact details.');
end $$;
comment on function private.require_job_access() is
  'Raises unless the caller may unlock jobs: a confirmed, active provider with a live membership.';

create function private.take_job_place(target uuid, provider uuid) returns public.jobs
language plpgsql security definer set search_path = '' as $$
declare
  job public.jobs;
begin
  -- Providers wait here for one another, so that the limit holds; closing the job waits too.
  select * into job from public.jobs j where j.id = target for no key update;
  if job.id is null then
    raise exception 'This job no longer exists. Please reload the page.' using errcode = 'PT404';
  end if;
  if exists (select from public.job_contact_reveals r
      where r.job_id = job.id and r.provider_id = provider and r.revoked_at is not null) then
    raise exception 'This person has withdrawn your access to the job. Please choose another one.' using errcode = 'PT403';
  end if;
  if private.has_blocked(job.user_id, provider) then
    raise exception 'This person is not accepting messages from you. Please choose another job.' using errcode = 'PT403';
  end if;
  if private.job_state(job) <> 'open' then
    raise exception 'This job is closed. Please choose another one.' using errcode = 'PT409';
  end if;
  perform private.refuse_if(private.is_own_mailbox(provider, (select private.mailbox_key(p.email) from public.profiles p where p.id = job.user_id)),
    'PT409', 'This job is your own. Please choose another one.');
  if not exists (select from public.job_contact_reveals r where r.job_id = job.id and r.provider_id = provider)
     and (select count(*) from public.job_contact_reveals r where r.job_id = job.id) >= job.reveal_limit then
    raise exception 'This person has heard from enough professionals. Please choose another job.'
      using errcode = 'PT409';
  end if;
  insert into public.job_contact_reveals (job_id, provider_id) values (job.id, provider) on conflict do nothing;
  if found then
    -- Each place emails the poster.
    perform private.enforce_rate_limit('job places', 50, 86400,
      'You have got in touch about 50 jobs today, which is the most. Please try again tomorrow.', false);
    -- Feedback written before the two were in contact is marked.
    update public.feedback f set in_contact = true
    where f.provider_id = provider and f.user_id = job.user_id and not f.in_contact;
  end if;
  return job;
end $$;
comment on function private.take_job_place(uuid,uuid) is
  'Locks an open job and gives a provider whom its poster has not blocked one of the places that the limit leaves, once.';

create function notify.job_unlocked(job public.jobs, provider uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  -- Several unlocks share one email: those of a quarter of an hour are sent at its end.
  slot timestamptz := date_bin('15 minutes', now(), 'epoch') + interval '15 minutes';
begin
  loop
    insert into notify.notices as n (kind, user_id, data, key, due_at)
    values ('job_unlocked', job.user_id, jsonb_build_object('job_id', job.id, 'title', job.title, 'many', 1,
      'providers', jsonb_build_array(private.public_name(provider))), 'job_unlocked:' || job.id || ':' || extract(epoch from slot), slot)
    on conflict (key) do update set data = n.data || jsonb_build_object('many', (n.data ->> 'many')::integer + 1,
        'providers', case when jsonb_array_length(n.data -> 'providers') < 20 then n.data -> 'providers' || (excluded.data -> 'providers')
          else n.data -> 'providers' end)
      where n.sent_at is null and n.dropped_at is null and n.claimed_until is null;
    exit when found;
    -- That email is being sent at this moment.
    slot := slot + interval '15 minutes';
  end loop;
end $$;
comment on function notify.job_unlocked(public.jobs,uuid) is
  'Emails a poster who unlocked the contact of a locked job.';

create function public.reveal_job_contact(
  job_id uuid
) returns table (contact_name text, contact_email text, contact_phone text, sector text)
language plpgsql security definer set search_path = '' as $$
declare
  job public.jobs;
  me uuid := auth.uid();
  hired boolean;
begin
  select * into job from public.jobs j where j.id = reveal_job_contact.job_id;
  if not (coalesce(job.user_id = me, false) or private.is_admin()) then
    hired := private.is_hired(job);
    if hired then
      perform private.require_active_account();
    else
      perform private.require_job_access();
    end if;
    if not exists (select from public.job_contact_reveals r
        where r.job_id = job.id and r.provider_id = me and r.revoked_at is null) then
      job := private.take_job_place(reveal_job_contact.job_id, me);
      -- Of two calls at once only one has recorded it.
      perform notify.job_unlocked(job, me) from public.job_contact_reveals r
        where r.job_id = job.id and r.provider_id = me and r.revealed_at = now();
    elsif not hired and private.job_state(job) <> 'open' then
      raise exception 'These contact details are no longer shared. Please choose another job.' using errcode = 'PT403';
    end if;
  end if;
  perform private.refuse_if(job.id is null, 'PT404', 'This job no longer exists. Please reload the page.');
  return query select job.contact_name, job.contact_email, job.contact_phone, job.sector;
end $$;
comment on function public.reveal_job_contact(uuid) is
  'A job''s contact, for its poster, an admin, a provider with a live membership while the job is open and its limit allows it, or the hired provider; unless the poster has withdrawn access. A provider''s first reveal is recorded, and the poster emailed (P-07).';

create function public.job_reveals(
  job_id uuid
) returns table (provider_id uuid, name text, business_name text, image_url text, revealed_at timestamptz, revoked_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select r.provider_id, btrim(p.first_name || ' ' || p.last_name), p.business_name, p.profile_image_url, r.revealed_at, r.revoked_at
  from public.job_contact_reveals r
  join public.jobs j on j.id = r.job_id
  join public.profiles p on p.id = r.provider_id
  where r.job_id = job_reveals.job_id and (j.user_id = (select auth.uid()) or (select private.is_admin()))
  order by r.revealed_at desc limit 500
$$;
comment on function public.job_reveals(uuid) is 'For a job''s poster: who revealed the contact details, newest first.';

create function public.my_contacts() returns table (job_id uuid, title text, contact_name text, job_state text, unlocked_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select private.require_session();
  select j.id, j.title,
    case when s.job_state <> 'closed' and j.status in ('open', 'hired', 'done')
      and (select private.has_account_type('provider') and private.is_member((select auth.uid()))) then j.contact_name end,
    s.job_state, r.revealed_at
  from public.job_contact_reveals r
  join public.jobs j on j.id = r.job_id
  cross join lateral (select case when j.hired_provider_id = r.provider_id then 'won'
    when private.job_state(j) = 'open' then 'open' else 'closed' end as job_state) as s
  where r.provider_id = (select auth.uid()) and r.revoked_at is null
  order by r.revealed_at desc limit 200
$$;
comment on function public.my_contacts() is
  'The newest 200 contacts that the caller unlocked and that were not withdrawn: whether the job is open, closed or won by the caller, and the name while the member may see the contact.';

create function public.revoke_job_contact(job_id uuid, provider_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  job constant public.jobs := private.lock_own_job(revoke_job_contact.job_id);
begin
  update public.job_contact_reveals r set revoked_at = coalesce(r.revoked_at, now())
  where r.job_id = job.id and r.provider_id = revoke_job_contact.provider_id;
  perform private.refuse_if(not found,
    'PT404', 'This professional has not unlocked your contact details. Please reload the page.');
end $$;
comment on function public.revoke_job_contact(uuid,uuid) is
  'The poster withdraws one provider''s access to a job''s contact, for good unless the poster hires them.';

-- Lifecycle -----------------------------------------------------------------------------------------------------------

create function private.job_transitions() returns table (was text, becomes text, by_poster boolean, poster_notice text, notified text)
language sql immutable as $$ values
  ('closed', 'hired', true, null::text, 'quoting'), ('closed', 'open', true, null, null), ('closed', 'stopped', false, null, null),
  ('expired', 'closed', true, null, 'quoting'), ('expired', 'hired', true, null, 'quoting'), ('expired', 'open', true, null, null),
  ('expired', 'stopped', false, null, null), ('hired', 'closed', true, null, 'hired'), ('hired', 'done', true, null, 'hired'),
  ('hired', 'open', true, null, 'hired'), ('hired', 'stopped', false, null, null), ('open', 'closed', true, null, 'quoting'),
  ('open', 'expired', false, 'job_expired', null), ('open', 'hired', true, null, 'quoting'), ('open', 'paused', false, null, null),
  ('open', 'stopped', false, null, null), ('paused', 'open', false, null, null), ('paused', 'stopped', false, null, null),
  ('stopped', 'open', false, null, null), ('stopped', 'paused', false, null, null)
$$;
comment on function private.job_transitions() is
  'The allowed changes of a job''s status, which of them its poster may make, and who is emailed: the poster of a change without a caller, and providers: all others with an undecided quote (quoting), or the hired one. Admins'' functions and changes without a caller (expiry, the answer to ''still looking?'') may make all of them.';

create table private.job_questions (
  token_hash bytea primary key,
  job_id uuid not null references public.jobs (id) on delete cascade,
  sent_at timestamptz not null default now(),
  answered_at timestamptz,
  answer text check (answer in ('yes', 'no')),
  check ((answer is null) = (answered_at is null))
);
comment on table private.job_questions is
  'Links of ''still looking?'' mails. A link answers for its job once, for 30 days; only its hash is stored.';
create index job_questions_of_job on private.job_questions (job_id);

create function private.process_job_expiry() returns void
language plpgsql security definer set search_path = '' as $$
declare
  job record;
  token text;
begin
  -- The question is sent once, five days before the end.
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
  update public.jobs set status = 'expired' where id in (
    select j.id from public.jobs j where j.status = 'open' and j.expires_at <= now()
    order by j.expires_at limit 200 for update skip locked);
  perform private.process_hired_jobs();
  perform private.widen_quiet_jobs();
  with erased as (
    update public.jobs set contact_name = null, contact_email = null, contact_phone = null, sector = null, pictures = '{}' where id in (
      select j.id from public.jobs j where j.ended_at < now() - private.contact_lifetime() and j.contact_email is not null
      limit 500 for update skip locked) returning id)
  delete from public.job_matches m using erased where m.job_id = erased.id;
  delete from private.job_questions where sent_at < now() - interval '90 days';
end $$;
comment on function private.process_job_expiry() is
  'Task: emails posters whether their jobs are still wanted, expires jobs whose time is over, continues with hired ones, widens quiet ones, and erases contact, pictures and matches of those that ended contact_lifetime() ago. Who unlocked it stays recorded.';

create function private.find_job_question(token text) returns private.job_questions
language sql stable security definer set search_path = '' as $$
  select q from private.job_questions q
  where q.token_hash = sha256(convert_to(token, 'UTF8')) and q.sent_at > now() - interval '30 days'
$$;
comment on function private.find_job_question(text) is 'The question of a mail''s link, for 30 days after it was sent.';

create function public.job_question(token text) returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object('title', j.title, 'status', private.job_state(j), 'expires_at', j.expires_at, 'answer', q.answer)
  from private.find_job_question(job_question.token) as q join public.jobs j on j.id = q.job_id
$$;
comment on function public.job_question(text) is
  'The job and answer of a ''still looking?'' link: {title, status, expires_at, answer}, or null. Changes nothing.';

create function public.answer_job_question(
  token text, still_looking boolean, hired_elsewhere boolean default null
) returns json
language plpgsql security definer set search_path = '' as $$
declare
  question private.job_questions;
  job public.jobs;
begin
  select * into question from private.find_job_question(token);
  select * into job from public.jobs j where j.id = question.job_id for no key update;
  -- Read again: a second press waits for the first at the lock.
  select * into question from private.find_job_question(token);
  perform private.refuse_if(job.id is null or still_looking is null or not exists (select from public.profiles p where p.id = job.user_id and p.is_active),
    'PT404', 'This link has expired. Please log in to see your jobs.');
  if question.answer is not null then
    if (question.answer = 'yes') = still_looking then
      return public.job_question(token);
    end if;
    raise exception 'You have already answered this email. Please log in to change the job.' using errcode = 'PT409';
  end if;
  perform private.refuse_if(still_looking and job.status = 'stopped',
    'PT409', 'A moderator has closed this job. Please see our email for the reason, or contact us.');
  perform private.refuse_if(still_looking and job.status not in ('open', 'expired', 'paused'),
    'PT409', 'This job is closed. Please log in to reopen it.');
  if still_looking and job.status = 'open' then
    update public.jobs set expires_at = now() + private.job_lifetime(), expiry_notice_at = null where id = job.id;
  elsif still_looking then
    update public.jobs set status = 'open' where id = job.id;
  elsif job.status in ('open', 'expired') then
    update public.jobs set status = 'closed', outcome = case hired_elsewhere when true then 'elsewhere' when false then 'nobody' end
    where id = job.id;
  end if;
  update private.job_questions set answered_at = now(), answer = case when still_looking then 'yes' else 'no' end
  where token_hash = question.token_hash;
  return public.job_question(token);
end $$;
comment on function public.answer_job_question(text,boolean,boolean) is
  'Answers a ''still looking?'' mail, signed in or not: yes gives the job a new expiry date, no closes it, with whether somebody was hired elsewhere. The same answer twice changes nothing.';

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
comment on function private.pause_jobs() is 'Trigger: deactivating an account pauses its open jobs, and activating it opens them again.';

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
grant select, delete on public.saved_jobs to authenticated;
grant insert (provider_id, job_id) on public.saved_jobs to authenticated;
create policy "owners read" on public.saved_jobs for select to authenticated using (provider_id = (select auth.uid()));
create policy "providers save" on public.saved_jobs for insert to authenticated
  with check (provider_id = (select auth.uid()) and (select private.has_account_type('provider'))
    and exists (select from public.jobs j where j.id = job_id));
create policy "owners unsave" on public.saved_jobs for delete to authenticated using (provider_id = (select auth.uid()));

-- Job page ------------------------------------------------------------------------------------------------------------

create function private.job_card(job public.jobs) returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object('id', job.id, 'title', job.title, 'description', job.description, 'category', job.category,
    'categories', job.categories, 'location', job.location, 'budget', job.budget, 'budget_type', job.budget_type,
    'budget_min', job.budget_min, 'budget_max', job.budget_max, 'user_id', job.user_id, 'status', job.status,
    'posted_date', job.posted_date, 'pictures', job.pictures, 'expires_at', job.expires_at, 'reveal_limit', job.reveal_limit, 'reveals_left', case when job.reveal_limit is not null then greatest(0,
      job.reveal_limit - (select count(*) from public.job_contact_reveals r where r.job_id = job.id)) end)
$$;
comment on function private.job_card(public.jobs) is
  'What anybody may read of an open job, by name: never its contact (P-07).';

create function public.job_page(job_id uuid) returns json
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select case when private.job_state(j) = 'open' or j.user_id = (select auth.uid()) or (select private.is_admin())
        or private.is_hired(j)
      then json_build_object('state', private.job_state(j), 'job', private.job_card(j))
      else json_build_object('state', 'closed', 'job', null) end
    from public.jobs j where j.id = job_page.job_id), json_build_object('state', 'unknown', 'job', null))
$$;
comment on function public.job_page(uuid) is
  'One job for its own page: {state, job}. Of a job that is no longer open, all but its poster, the hired provider and admins get only that.';

-- Administration ------------------------------------------------------------------------------------------------------

create function private.lock_job(target uuid, seen timestamptz) returns public.jobs
language plpgsql security definer set search_path = '' as $$
declare
  found public.jobs;
begin
  select * into found from public.jobs where id = target for update;
  perform private.refuse_if(found.id is null, 'PT404', 'This job no longer exists. Please reload the page.');
  perform private.refuse_if_stale('job', found.updated_at, seen);
  return found;
end $$;
comment on function private.lock_job(uuid,timestamptz) is
  'Locks a job for an admin''s change; refuses if it has changed since the caller read it.';

create function private.moderate_job(job public.jobs, becomes text, kind text, why text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.jobs set status = becomes where id = job.id;
  perform audit.record(case becomes when 'stopped' then 'close job' else 'allow job' end, 'jobs', job.id::text,
    jsonb_build_object('title', job.title, 'status', job.status), jsonb_build_object('title', job.title, 'status', becomes), why);
  perform notify.admin_action(job.user_id, kind, jsonb_build_object('title', job.title, 'job_id', job.id, 'reason', why));
end $$;
comment on function private.moderate_job(public.jobs,text,text,text) is
  'Changes a job''s status as an admin, records it and emails its poster.';

create function public.admin_stop_job(job_id uuid, reason text, seen timestamptz default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.admin_reason(reason, true);
  job public.jobs;
begin
  job := private.lock_job(job_id, seen);
  perform private.refuse_if(job.status = 'stopped',
    'PT409', 'Another moderator has already closed this job. Please reload the page.');
  perform private.moderate_job(job, 'stopped', 'job_stopped', why);
end $$;
comment on function public.admin_stop_job(uuid,text,timestamptz) is
  'Stops a job so that only an admin can open it again, and emails its poster the reason.';

create function public.admin_allow_job(
  job_id uuid, reason text default null, seen timestamptz default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.admin_reason(reason);
  job public.jobs;
begin
  job := private.lock_job(job_id, seen);
  perform private.refuse_if(job.status <> 'stopped',
    'PT409', 'This job is not closed by a moderator, so it cannot be reopened here. Please reload the page.');
  perform private.moderate_job(job, case when p.is_active then 'open' else 'paused' end, 'job_allowed', why)
    from public.profiles p where p.id = job.user_id;
end $$;
comment on function public.admin_allow_job(uuid,text,timestamptz) is
  'Opens a stopped job again with a new expiry date, and emails its poster.';

create function public.admin_delete_job(job_id uuid, reason text, seen timestamptz default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.admin_reason(reason, true);
  job public.jobs;
begin
  job := private.lock_job(job_id, seen);
  delete from public.jobs where id = job.id;
  perform audit.record('delete job', 'jobs', job.id::text,
    to_jsonb(job) - array['contact_name', 'contact_email', 'contact_phone', 'sector', 'category_keys'], null, why);
  perform notify.admin_action(job.user_id, 'job_removed', jsonb_build_object('title', job.title, 'reason', why));
end $$;
comment on function public.admin_delete_job(uuid,text,timestamptz) is
  'Deletes a job and emails its poster the reason. The audit log records it without the contact.';

create function public.admin_hide_job_picture(
  job_id uuid, picture text, reason text, seen timestamptz default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.admin_reason(reason, true);
  job public.jobs;
begin
  job := private.lock_job(job_id, seen);
  perform private.refuse_if(not coalesce(picture = any (job.pictures), false),
    'PT404', 'This picture is no longer on the job. Please reload the page.');
  perform private.hide_picture(job.user_id, picture, why);
  perform audit.record('hide picture', 'jobs', job.id::text, jsonb_build_object('title', job.title, 'pictures', job.pictures),
    jsonb_build_object('title', job.title, 'pictures', array_remove(job.pictures, picture)), why);
  perform notify.admin_action(job.user_id, 'job_picture_hidden', jsonb_build_object('title', job.title, 'job_id', job.id, 'reason', why));
end $$;
comment on function public.admin_hide_job_picture(uuid,text,text,timestamptz) is
  'Takes a picture off all jobs and feedback of its poster for good, and emails them the reason. The caller then deletes the file; otherwise tidy-portfolio does.';

-- Enquiries: conversations between an account and a provider; neither side sees the other's address.

-- Conversations -------------------------------------------------------------------------------------------------------

create table public.enquiries (
  id uuid primary key default gen_random_uuid(),
  sender_id uuid not null references public.profiles (id) on delete cascade,
  provider_id uuid not null references public.profiles (id) on delete cascade,
  subject text not null check (subject ~ '\S' and char_length(subject) <= 150),
  created_at timestamptz not null default now(),
  last_message_at timestamptz not null default now(),
  job_id uuid references public.jobs (id) on delete set null,
  withdrawn boolean not null default false,
  check (sender_id <> provider_id),
  constraint enquiries_of_quote unique (job_id, provider_id)
);
comment on table public.enquiries is
  'One conversation about one matter, begun on a provider''s profile or about a quote. Only its two sides read it; written by functions alone.';
comment on column public.enquiries.job_id is 'The job whose quote it is about; its poster is the sender.';
comment on column public.enquiries.withdrawn is
  'Set by private.leave_deleted_job(): the job was deleted after its poster had withdrawn the provider''s access to it.';
create index enquiries_of_sender on public.enquiries (sender_id, last_message_at desc);
create index enquiries_of_provider on public.enquiries (provider_id, last_message_at desc);
grant select on public.enquiries to authenticated;
create policy "participants read" on public.enquiries for select to authenticated
  using ((select auth.uid()) in (sender_id, provider_id) and (select private.is_session_valid()));

create table public.enquiry_messages (
  id uuid primary key default gen_random_uuid(),
  enquiry_id uuid not null references public.enquiries (id) on delete cascade,
  author_id uuid not null references public.profiles (id) on delete cascade,
  body text not null check (char_length(body) <= 5000),
  created_at timestamptz not null default clock_timestamp(),
  read_at timestamptz,
  pictures text[] not null default '{}' check (cardinality(pictures) <= 5),
  check (body ~ '\S' or cardinality(pictures) > 0)
);
comment on table public.enquiry_messages is
  'What the two sides wrote, as plain text, and pictures; read_at is when the other side opened it.';
comment on column public.enquiry_messages.pictures is
  'Addresses of private files that the author uploaded (see private.may_see_enquiry_picture).';
create index enquiry_messages_of_enquiry on public.enquiry_messages (enquiry_id, created_at);
create index enquiry_messages_of_author on public.enquiry_messages (author_id, created_at desc);
grant select on public.enquiry_messages to authenticated;

create policy "participants read" on public.enquiry_messages for select to authenticated
  using ((select private.is_session_valid()) and exists (select from public.enquiries e where e.id = enquiry_id));

create function private.add_enquiry_message(
  enquiry uuid, author uuid, recipient uuid, subject text, message text, pictures text[] default '{}',
  id uuid default gen_random_uuid()
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  words constant text := coalesce(private.written_text(message, 5000), '');
  shown constant text[] := coalesce(pictures, '{}');
  problem text;
begin
  perform private.refuse_if(words = '' and cardinality(shown) = 0, 'PT400', 'Please write a message');
  problem := private.picture_problem(shown, '{}', 'enquiry_pictures', author || '/');
  perform private.refuse_if(problem is not null, 'PT400', problem);
  perform private.refuse_if(private.has_blocked(recipient, author),
    'PT403', 'This person is not accepting messages from you. Please contact someone else.');
  perform private.refuse_if(private.has_blocked(author, recipient),
    'PT409', 'You have blocked this person. Please unblock them to send a message.');
  perform private.refuse_if(exists (select from public.enquiries e where e.id = enquiry and e.provider_id = author and (e.withdrawn or exists (
    select from public.job_contact_reveals r where r.job_id = e.job_id and r.provider_id = author and r.revoked_at is not null))),
    'PT403', 'This person has withdrawn your access to the job. Please choose another one.');
  -- One message at a time per author, or two at once could exceed the daily limit.
  perform pg_advisory_xact_lock(hashtext('enquiry_messages'), hashtext(author::text));
  perform private.refuse_if((select count(*) >= 20 from public.enquiry_messages m
    where m.author_id = author and m.created_at > now() - interval '1 day'),
    'PT429', 'You have reached the limit of 20 messages a day. Please try again tomorrow.');
  insert into public.enquiry_messages (id, enquiry_id, author_id, body, pictures)
  values (add_enquiry_message.id, enquiry, author, words, shown);
  update public.enquiries e set last_message_at = now() where e.id = enquiry;
  -- Feedback written before both had written is marked when they have.
  update public.feedback f set in_contact = true from public.enquiries e
  where e.id = enquiry and f.provider_id = e.provider_id and f.user_id = e.sender_id and not f.in_contact
    and private.have_interacted(e.provider_id, e.sender_id);
  perform notify.account(recipient, 'enquiry', jsonb_build_object(
    'enquiry_id', enquiry, 'person', recipient, 'from', private.public_name(author), 'subject', subject,
    'excerpt', left(private.message_excerpt(words, shown), 600)));
end $$;
comment on function private.add_enquiry_message(uuid,uuid,uuid,text,text,text[],uuid) is
  'Adds a message within the limits, unless one side blocked the other or the provider''s access to the job was withdrawn, and emails the other side.';

create function private.message_excerpt(body text, pictures text[]) returns text
language sql immutable set search_path = '' as $$
  select concat_ws(' ', nullif(body, ''), case cardinality(pictures) when 0 then null when 1 then '[1 picture]' else
    '[' || cardinality(pictures) || ' pictures]' end)
$$;
comment on function private.message_excerpt(text,text[]) is 'A message in words, where its pictures cannot be seen.';

create function private.may_see_enquiry_picture(name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := (select auth.uid());
  address constant text := '/storage/v1/object/authenticated/enquiry_pictures/' || may_see_enquiry_picture.name;
  author uuid;
begin
  if me is null or may_see_enquiry_picture.name !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/' then
    return false;
  end if;
  author := split_part(may_see_enquiry_picture.name, '/', 1)::uuid;
  return exists (
    select from public.enquiry_messages m join public.enquiries e on e.id = m.enquiry_id
    where m.author_id = author and address = any (m.pictures)
      and (me in (e.sender_id, e.provider_id)
        and not private.has_blocked(author, me)
        and not exists (select from public.job_contact_reveals r
          where r.job_id = e.job_id and r.provider_id = me and r.revoked_at is not null)
      or private.is_admin() and exists (select from public.reports r where r.target_type = 'message' and r.target_id = m.id)));
end $$;
comment on function private.may_see_enquiry_picture(text) is
  'Whether the caller is the other side of a conversation in which the picture was sent, neither blocked by its author nor without access to the job, or an admin to whom the message was reported.';

create policy "read pictures of own conversations" on storage.objects for select to authenticated
  using (bucket_id = 'enquiry_pictures' and private.may_see_enquiry_picture(name));

create function public.send_enquiry(
  provider_id uuid, subject text, message text, pictures text[] default '{}'
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  made uuid;
begin
  perform private.require_active_account();
  perform private.refuse_if(private.is_admin(), 'PT403', 'Admins cannot send enquiries. Please log in with another account.');
  perform private.refuse_if(send_enquiry.provider_id = me,
    'PT400', 'You cannot send an enquiry to yourself. Please choose another professional.');
  perform private.refuse_if(not exists (select from public.public_providers p where p.user_id = send_enquiry.provider_id),
    'PT404', 'This professional is not taking enquiries at the moment. Please choose another one.');
  subject := private.written_text(subject, 150, 'Please add a subject');
  insert into public.enquiries (sender_id, provider_id, subject)
  values (me, send_enquiry.provider_id, regexp_replace(subject, '\s+', ' ', 'g')) returning id into made;
  perform private.add_enquiry_message(made, me, send_enquiry.provider_id, subject, message, pictures);
  return made;
end $$;
comment on function public.send_enquiry(uuid,text,text,text[]) is
  'Begins a conversation with a listed provider; the caller must be a confirmed client or provider.';

create function public.answer_enquiry(enquiry_id uuid, message text, pictures text[] default '{}') returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  talk public.enquiries;
begin
  select * into talk from public.enquiries e
    where e.id = answer_enquiry.enquiry_id and me in (e.sender_id, e.provider_id);
  perform private.refuse_if(talk.id is null,
    'PT404', 'We could not find this enquiry. Please open it from your list of enquiries.');
  perform private.require_active_account();
  perform private.add_enquiry_message(talk.id, me,
    case when talk.sender_id = me then talk.provider_id else talk.sender_id end, talk.subject, message, pictures);
end $$;
comment on function public.answer_enquiry(uuid,text,text[]) is 'Writes into a conversation of the caller''s.';

create function public.receive_reply(
  p_mail uuid, p_from text, p_message text, p_enquiry uuid default null, p_person uuid default null
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  talk public.enquiries;
  -- The sender is not proven without a reply address: at most, the account of that address is informed.
  author constant uuid := coalesce(p_person, (select p.id from public.profiles p where lower(p.email) = lower(p_from) and p.is_active
    order by p.created_at limit 1));
  why text;
begin
  -- One mail at a time per author, or the same one arriving twice at once could become two messages.
  perform pg_advisory_xact_lock(hashtext('enquiry_messages'), hashtext(author::text));
  if exists (select from public.enquiry_messages m where m.id = p_mail) then
    return 'received before';
  end if;
  begin
    select * into talk from public.enquiries e where e.id = p_enquiry and p_person in (e.sender_id, e.provider_id);
    perform private.refuse_if(talk.id is null, 'PT404', 'This reply address is not valid. Please answer on the site.');
    perform private.refuse_if(not exists (select from public.profiles p where p.id = author and lower(p.email) = lower(p_from)),
      'PT403', 'A reply came from another address. Please write from the address of your account.');
    perform private.refuse_if(not exists (select from public.profiles p join auth.users u on u.id = p.id
      where p.id = author and p.is_active and u.email_confirmed_at is not null),
      'PT403', 'Your account cannot send messages at the moment. Please log in to see why.');
    perform private.refuse_if(private.is_deletion_pending(author),
      'PT403', 'Your account is about to be deleted. Please log in to keep it and answer on the site.');
    perform private.refuse_if(exists (select from public.jobs j
      where j.id = talk.job_id and private.job_state(j) not in ('open', 'hired', 'done')),
      'PT403', 'This job is closed. Please answer on the site.');
    perform private.refuse_if(talk.last_message_at < now() - interval '90 days',
      'PT403', 'This reply address has expired. Please answer on the site.');
    perform private.add_enquiry_message(talk.id, author, case when talk.sender_id = author then talk.provider_id else talk.sender_id end,
      talk.subject, p_message, '{}', p_mail);
    return 'added';
  exception when sqlstate 'PT400' or sqlstate 'PT403' or sqlstate 'PT404' or sqlstate 'PT409' or sqlstate 'PT429' then
    why := sqlerrm;
  end;
  if author is null then
    return 'ignored';
  end if;
  -- The limit ends a loop of two programs that do not say what they are.
  if (select count(*) < 5 from notify.notices n
      where n.user_id = author and n.kind = 'reply_refused' and n.created_at > now() - interval '1 day') then
    perform notify.account(author, 'reply_refused', jsonb_strip_nulls(jsonb_build_object(
      'reason', why, 'enquiry_id', talk.id, 'subject', talk.subject)), 'reply_refused:' || p_mail);
  end if;
  return 'refused';
end $$;
comment on function public.receive_reply(uuid,text,text,uuid,uuid) is
  'For receive-mail: adds a reply by mail as the person of its reply address, once and within the limits of the site, or emails that person why not. p_mail is the message''s id.';

create function public.read_enquiry(enquiry_id uuid) returns void
language sql security definer set search_path = '' as $$
  select private.require_session();
  update public.enquiry_messages m set read_at = now()
  where m.enquiry_id = read_enquiry.enquiry_id and m.read_at is null
    and m.author_id <> (select auth.uid()) and exists (select from public.enquiries e
      where e.id = m.enquiry_id and (select auth.uid()) in (e.sender_id, e.provider_id))
$$;
comment on function public.read_enquiry(uuid) is 'Marks what the other side wrote as read by the caller.';

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
    private.has_blocked((select auth.uid()), m.other), m.total
  from mine m
  join public.profiles p on p.id = m.other
  cross join lateral (
    select case when t.author_id = (select auth.uid()) then 'You: ' else '' end
      || left(private.message_excerpt(t.body, t.pictures), 160) as excerpt from public.enquiry_messages t
    where t.enquiry_id = m.id order by t.created_at desc limit 1) as newest
  cross join lateral (
    select count(*) filter (where t.author_id <> (select auth.uid()) and t.read_at is null)::int as unread,
      coalesce(bool_or(t.author_id = m.provider_id), false) as replied
    from public.enquiry_messages t where t.enquiry_id = m.id) as counts
  order by m.last_message_at desc, m.id
$$;
comment on function public.my_enquiries(integer,integer) is
  'The caller''s conversations, newest message first, with the other side''s name and picture and nothing else of them. An excerpt of the caller''s own begins with You.';

-- Blocking ------------------------------------------------------------------------------------------------------------

create table public.enquiry_blocks (
  user_id uuid not null references public.profiles (id) on delete cascade,
  blocked_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, blocked_id),
  check (user_id <> blocked_id)
);
comment on table public.enquiry_blocks is 'Whose messages an account has blocked. Only the account that blocked can read it.';
create index enquiry_blocks_of_blocked on public.enquiry_blocks (blocked_id);
grant select on public.enquiry_blocks to authenticated;
create policy "owners read" on public.enquiry_blocks for select to authenticated
  using (user_id = (select auth.uid()));

create function private.has_blocked(person uuid, other uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.enquiry_blocks b where b.user_id = person and b.blocked_id = other)
$$;
comment on function private.has_blocked(uuid,uuid) is 'Whether the one has blocked the other.';

create function public.block_enquirer(enquiry_id uuid, blocked boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  other uuid;
begin
  perform private.require_session();
  select case when e.sender_id = me then e.provider_id else e.sender_id end into other
  from public.enquiries e where e.id = block_enquirer.enquiry_id and me in (e.sender_id, e.provider_id);
  perform private.refuse_if(other is null,
    'PT404', 'We could not find this enquiry. Please open it from your list of enquiries.');
  if blocked then
    insert into public.enquiry_blocks (user_id, blocked_id) values (me, other) on conflict do nothing;
  else
    delete from public.enquiry_blocks b where b.user_id = me and b.blocked_id = other;
  end if;
end $$;
comment on function public.block_enquirer(uuid,boolean) is
  'Blocks or unblocks the other side of a conversation, for all of its messages to the caller.';

-- Businesses: names that were known before their owners came, and how an owner proves to be one.

-- Businesses ----------------------------------------------------------------------------------------------------------

create table public.businesses (
  id uuid primary key default gen_random_uuid(),
  business_name text not null check (business_name ~ '\S' and char_length(business_name) <= 120),
  plain_name text not null generated always as (private.fold(business_name)) stored,
  business_email text check (char_length(business_email) <= 200 and private.is_email_address(business_email)),
  search_words text collate "C" not null generated always as (' ' || private.fold(business_name || ' ' || coalesce(business_email, ''))) stored,
  owner_user_id uuid references public.profiles (id) on delete set null,
  claimed boolean not null default false,
  claim_date timestamptz,
  claim_link_sent_at timestamptz,
  created_at timestamptz not null default now(),
  check (claimed = (claim_date is not null))
);
comment on table public.businesses is
  'Known businesses. Their email addresses are never given to the public (P-09).';
comment on column public.businesses.plain_name is
  'The name as it is compared. Stored, because two letters are looked for in every row: folding 100,000 names takes most of a second.';
comment on column public.businesses.claim_link_sent_at is 'When an admin last sent it its claim link.';
comment on column public.businesses.search_words is 'What admins find it by, each word after a space; never granted, because it has the address.';
create index businesses_by_name on public.businesses using gin (plain_name extensions.gin_trgm_ops);
create index businesses_search on public.businesses using gin (search_words extensions.gin_trgm_ops);
create index businesses_newest on public.businesses (created_at desc, id);
create index businesses_of_owner on public.businesses (owner_user_id);
create index businesses_by_plain_name on public.businesses (plain_name);
create index businesses_sent_link on public.businesses (claim_link_sent_at) where claim_link_sent_at is not null;
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
  where char_length(private.fold(query)) >= 2
    and b.plain_name like private.contains_pattern(private.fold(left(query, 80)))
  order by b.business_name limit 5;
end $$;
comment on function public.search_businesses(text) is
  'For sign-up: at most 5 businesses by part of the name, from two characters on.';

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

create trigger log_admin_change after insert or update on public.businesses for each row execute function audit.log_admin_change('id');

create function private.check_new_business() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.business_name := btrim(new.business_name);
  new.business_email := nullif(btrim(new.business_email), '');
  if (select auth.uid()) is not null then
    perform pg_advisory_xact_lock(hashtext('check_new_business'), hashtext(private.fold(new.business_name)));
    perform private.refuse_if(exists (select from public.businesses b where b.plain_name = private.fold(new.business_name)
      and lower(coalesce(b.business_email, '')) = lower(coalesce(new.business_email, '')) and b.id <> new.id),
      'PT409', 'This business is already listed. Please search for it in the list.');
    if new.business_email is not null and new.business_email !~ '^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$' then
      raise exception 'Invalid email address' using errcode = 'PT400', hint = 'Please check the address.';
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
  'Claims that a business is one''s own, until the business''s own address or an admin confirms it (P-27).';
create index business_claims_of_claimant on public.business_claims (claimant_id);
create index business_claims_pending on public.business_claims (created_at) where status = 'pending';
create index business_claims_of_admin on public.business_claims (decided_by);
grant select on public.business_claims to authenticated;
grant insert (business_id, claimant_id) on public.business_claims to authenticated;
create policy "claimants and admins read" on public.business_claims for select to authenticated
  using (claimant_id = (select auth.uid()) or (select private.is_admin()));
create policy "confirmed users claim" on public.business_claims for insert to authenticated
  with check (claimant_id = (select auth.uid()) and (select private.require_active_account())
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
create index claim_links_by_date on private.claim_links (sent_at);

create function private.assign_business(business uuid, claimant uuid, decider uuid) returns void
language sql security definer set search_path = '' as $$
  update public.businesses set owner_user_id = claimant, claimed = true, claim_date = now() where id = business;
  update public.business_claims set
    status = case when claimant_id = claimant then 'approved' else 'refused' end, decided_at = now(), decided_by = decider
  where business_id = business and status = 'pending';
$$;
comment on function private.assign_business(uuid,uuid,uuid) is
  'Gives a business to a claimant, and refuses its other pending claims.';

create function private.create_business_claim(business uuid, claimant uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  target public.businesses;
begin
  select * into target from public.businesses where id = business for update;
  perform private.refuse_if(target.id is null, 'PT404', 'This business is no longer listed. Please contact us if it is yours.');
  perform private.refuse_if(target.claimed,
    'PT409', 'This business has already been claimed. If it is yours, please contact us.');
  perform private.refuse_if(exists (select from public.business_claims where business_id = business and claimant_id = claimant and status = 'refused'),
    'PT409', 'Your claim to this business was refused. If it is yours, please contact us.');
  -- A claim that is there already counts for nothing.
  if not exists (select from public.business_claims where business_id = business and claimant_id = claimant) then
    insert into public.business_claims (business_id, claimant_id) values (business, claimant)
      on conflict (business_id, claimant_id) do nothing;
  end if;
  if exists (select from auth.users u where u.id = claimant and u.email_confirmed_at is not null
      and lower(u.email) = lower(btrim(target.business_email))) then
    perform private.assign_business(business, claimant, null);
    return 'approved';
  end if;
  return 'pending';
end $$;
comment on function private.create_business_claim(uuid,uuid) is
  'Makes a claim for an account: approved at once if its confirmed address is the business''s own, else pending.';

create function public.claim_business(business_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_active_account();
  return private.create_business_claim(claim_business.business_id, (select auth.uid()));
end $$;
comment on function public.claim_business(uuid) is
  'Claims a business for the caller, who must be confirmed: answers approved or pending.';

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
  perform private.refuse_if(approve is null, 'PT400', 'Please choose whether to approve or refuse the claim.');
  select * into claim from public.business_claims c where c.id = claim_id;
  -- The business first, as private.create_business_claim() does, so that two of them wait for each other and not in a ring.
  perform from public.businesses b where b.id = claim.business_id for update;
  select * into claim from public.business_claims c where c.id = claim_id for update;
  perform private.refuse_if(claim.id is null, 'PT404', 'This claim no longer exists. Please reload the page.');
  perform private.refuse_if(claim.status <> 'pending',
    'PT409', 'This claim has already been decided. Please reload the page to see the decision.');
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

create function notify.request_claim_confirmation(claim public.business_claims) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  business public.businesses;
  own_address text;
  earlier private.claim_links;
  key text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  -- One at a time: two at once could both stay within the limits and together exceed them.
  perform pg_advisory_xact_lock(hashtext('request_claim_confirmation'));
  select * into business from public.businesses b where b.id = claim.business_id;
  own_address := nullif(btrim(business.business_email), '');
  select * into earlier from private.claim_links l where l.claim_id = claim.id;
  if claim.status <> 'pending' or business.claimed or own_address is null
     -- At most: a claim three mails, one a day; a claimant five businesses a day; a mailbox three mails a day.
     or earlier.sent >= 3 or earlier.sent_at > now() - interval '1 day'
     or (select count(*) from private.claim_links l join public.business_claims c on c.id = l.claim_id
         where c.claimant_id = claim.claimant_id and l.sent_at > now() - interval '1 day') >= 5
     or (select count(*) from private.claim_links l
         where private.mailbox_key(l.address) = private.mailbox_key(own_address) and l.sent_at > now() - interval '1 day') >= 3 then
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
  -- Read at the commit: a claim approved in the same transaction needs no confirmation.
  select * into claim from public.business_claims c where c.id = new.id;
  if claim.status = 'pending' then
    perform notify.request_claim_confirmation(claim);
    -- The rest of a day's claims, which can only be of many accounts, are on the screen.
    if private.increment_rate_limit('emails about claims', 'admins', 20, 86400) = 0 then
      perform notify.admins('claim_waiting', jsonb_build_object('claimant', private.full_name(claim.claimant_id),
        'business', (select b.business_name from public.businesses b where b.id = claim.business_id)), 'claim_waiting:' || claim.id);
    end if;
  end if;
  return null;
end $$;
comment on function notify.claim_created() is
  'Trigger: emails the business''s own address and, about 20 a day, the admins about a pending claim, however it was made.';

create constraint trigger notify_claim_created after insert on public.business_claims
  deferrable initially deferred for each row execute function notify.claim_created();

create function public.notify_claim(business_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  claim public.business_claims;
begin
  perform private.require_active_account();
  select * into claim from public.business_claims c
    where c.business_id = notify_claim.business_id and c.claimant_id = (select auth.uid());
  perform private.refuse_if(claim.id is null,
    'PT404', 'You have not claimed this business. Please open the claim link in our email.');
  perform notify.request_claim_confirmation(claim);
  return exists (select from private.claim_links l where l.claim_id = claim.id and l.expires_at > now());
end $$;
comment on function public.notify_claim(uuid) is
  'For claim-notify, as the claimant: emails the business''s own address if that was not done today. True if a link is open; the address is never returned.';

create function public.claim_by_link(link_key text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('business', b.business_name, 'claimant', private.full_name(p.id))
  from private.claim_links l join public.business_claims c on c.id = l.claim_id
  join public.businesses b on b.id = c.business_id join public.profiles p on p.id = c.claimant_id and p.is_active
  where l.key_hash = sha256(convert_to(left(link_key, 100), 'UTF8')) and l.expires_at > now()
    and c.status = 'pending' and not b.claimed and lower(btrim(b.business_email)) = lower(l.address)
$$;
comment on function public.claim_by_link(text) is
  'The question of a mail''s link; null if it is answered or expired. Reading it does not use the link, because mail scanners open links.';

create function public.answer_claim(link_key text, confirm boolean) returns text
language plpgsql security definer set search_path = '' as $$
declare
  id_of_claim uuid;
  claim public.business_claims;
begin
  select l.claim_id into id_of_claim from private.claim_links l where l.key_hash = sha256(convert_to(left(link_key, 100), 'UTF8'));
  -- The business first, as private.create_business_claim() does, so that two of them wait for each other and not in a ring.
  perform from public.businesses b where b.id = (select c.business_id from public.business_claims c where c.id = id_of_claim) for update;
  select * into claim from public.business_claims c where c.id = id_of_claim for update;
  perform private.refuse_if(confirm is null or claim.id is null or public.claim_by_link(link_key) is null,
    'PT404', 'This link has been used or has expired. Please contact us if you need help.');
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
  -- The business is notified of an admin's approval, but not of its own.
  if new.status = 'approved' and new.decided_by is not null and nullif(btrim(business.business_email), '') is not null
     and not exists (select from auth.users u where u.id = new.claimant_id and lower(u.email) = lower(btrim(business.business_email))) then
    perform notify.address(btrim(business.business_email), 'claim_settled', facts, 'claim_settled:' || new.id);
  end if;
  delete from private.claim_links l where l.claim_id = new.id;
  return null;
end $$;
comment on function notify.claim_decided() is
  'Trigger: emails the decision to the claimant, the admins and the business.';

create trigger notify_claim_decided after update of status on public.business_claims
  for each row when (old.status = 'pending' and new.status <> 'pending') execute function notify.claim_decided();

create function public.admin_send_claim_link(business_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  business public.businesses;
  sent bigint;
  here bigint;
begin
  perform private.require_admin();
  select * into business from public.businesses b where b.id = admin_send_claim_link.business_id for update;
  perform private.refuse_if(business.id is null, 'PT404', 'This business is no longer listed. Please reload the page.');
  perform private.refuse_if(business.claimed,
    'PT409', 'This business has already been claimed. Please reload the page to see its owner.');
  perform private.refuse_if(nullif(btrim(business.business_email), '') is null,
    'PT409', 'This business has no email address. Please add one before you send a claim link.');
  if business.claim_link_sent_at > now() - interval '1 day' then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtext('admin_send_claim_link'));
  select count(*), count(*) filter (where lower(btrim(b.business_email)) = lower(btrim(business.business_email))) into sent, here
  from public.businesses b where b.claim_link_sent_at > now() - interval '1 day';
  perform private.refuse_if(sent >= 200 or here >= 3,
    'PT429', 'You have reached the daily limit: 200 claim links, and 3 to one address. Please send the rest tomorrow.');
  update public.businesses b set claim_link_sent_at = now() where b.id = business.id;
  perform notify.address(btrim(business.business_email), 'claim_invitation',
    jsonb_build_object('business', business.business_name, 'business_id', business.id),
    'claim_invitation:' || business.id || ':' || extract(epoch from now()));
  perform audit.record('send claim link', 'businesses', business.id::text, null, null);
  return true;
end $$;
comment on function public.admin_send_claim_link(uuid) is
  'Sends a business its claim link, once in 24 hours however often it is pressed: false when it was sent already.';

-- Administration ------------------------------------------------------------------------------------------------------

create function public.get_admin_businesses(
  search text default null, page_size integer default 20, page_offset integer default 0, state text default null
) returns table (id uuid, business_name text, business_email text, claimed boolean, claim_date timestamptz, owner_name text, created_at timestamptz, link_sent_at timestamptz, total_count bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  pattern text := private.search_pattern(search);
  waits constant text := 'exists (select from public.business_claims c where c.business_id = b.id and c.status = ''pending'')';
  found text := ' from public.businesses b where true' || case when pattern is null then '' else ' and b.search_words like $1' end
    || coalesce(case state when 'claimed' then ' and b.claimed' when 'waiting' then ' and not b.claimed and ' || waits
      when 'unclaimed' then ' and not b.claimed and not ' || waits end, '');
  total bigint;
begin
  perform private.require_admin();
  perform private.refuse_if(state not in ('claimed', 'waiting', 'unclaimed'),
    '22023', 'Please choose a state: claimed, waiting or unclaimed.');
  execute 'select count(*)' || found into total using pattern;
  return query execute
    'select b.id, b.business_name, b.business_email, b.claimed, b.claim_date,
       nullif(btrim(p.first_name || '' '' || p.last_name), ''''), b.created_at, b.claim_link_sent_at, $4
     from (select b.id' || found || ' order by b.created_at desc, b.id limit $2 offset $3) as page
     join public.businesses b using (id)
     left join public.profiles p on p.id = b.owner_user_id
     order by b.created_at desc, b.id'
    using pattern, least(greatest(page_size, 1), 100), least(greatest(page_offset, 0), 10000000), total;
end $$;
comment on function public.get_admin_businesses(text,integer,integer,text) is
  'A page of businesses for admins, newest first, with addresses, owners and when the claim link was sent, each row with the total. A state (claimed, waiting for a decision about a claim, unclaimed) leaves out the others.';

create function public.get_admin_claims() returns table (id uuid, created_at timestamptz, business_id uuid, business_name text, business_email text, business_asked_at timestamptz, link_expires_at timestamptz, asked_current_address boolean, claimant_name text, claimant_email text, claimant_type text, claimant_business text, claimant_joined timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
  select c.id, c.created_at, b.id, b.business_name, b.business_email, l.sent_at, l.expires_at,
    coalesce(lower(l.address) = lower(btrim(b.business_email)), false),
    btrim(p.first_name || ' ' || p.last_name), p.email, p.account_type, nullif(btrim(p.business_name), ''), p.created_at
  from public.business_claims c join public.businesses b on b.id = c.business_id
  join public.profiles p on p.id = c.claimant_id
  left join private.claim_links l on l.claim_id = c.id
  where c.status = 'pending' order by c.created_at, c.id limit 20;
end $$;
comment on function public.get_admin_claims() is
  'The oldest claims that wait for an admin, with what there is to compare: both email addresses, the claimant''s account, when the business was asked, and whether that link still works: until when, and whether it went to the address that the business has now.';

-- Accounts: what people without an account have sent, until they confirm their address.

create table private.drafts (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('job', 'enquiry', 'alert', 'review')),
  email text not null check (private.is_email_address(email)),
  email_key text not null,
  name text not null check (char_length(name) <= 160),
  content jsonb not null check (octet_length(content::text) <= 60000),
  token_hash bytea not null unique,
  code_hash bytea not null,
  attempts integer not null default 0,
  network text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  result uuid
);
comment on table private.drafts is
  'Sent without an account, and published by the press that confirms the address: once. Nobody can read it; erased after 7 days.';
comment on column private.drafts.email_key is 'The address by private.mailbox_key().';
comment on column private.drafts.content is 'Emptied when it is published.';
comment on column private.drafts.attempts is 'Wrong codes for any draft of the mailbox; after five the code is void, and the link still works.';
comment on column private.drafts.network is 'A hash of the network that it came from.';
comment on column private.drafts.created_at is 'Also when the terms were agreed to, at the button.';
create index drafts_by_date on private.drafts (created_at);

create function private.mailbox_key(address text) returns text
language sql immutable set search_path = '' as $$
  select case when host in ('gmail.com', 'googlemail.com') then replace(mailbox, '.', '') || '@gmail.com' else mailbox || '@' || host end
  from (select split_part(split_part(lower(btrim(address)), '@', 1), '+', 1) as mailbox, split_part(lower(btrim(address)), '@', 2) as host) as parts
$$;
comment on function private.mailbox_key(text) is
  'One text for all addresses of one mailbox: plus tags, and dots at Gmail, make no other.';

create function private.mailbox_hash(mailbox text) returns bytea
language sql immutable set search_path = '' as $$ select sha256(convert_to(mailbox, 'UTF8')) $$;
comment on function private.mailbox_hash(text) is 'Of private.mailbox_key(), where the address itself is not to be stored.';

create function private.hash_network(address text) returns text
language sql stable set search_path = '' as $$
  select encode(sha256(convert_to(private.network_prefix(nullif(address, '')), 'UTF8')), 'hex')
$$;
comment on function private.hash_network(text) is 'The network of an address, only to be compared.';

create function private.add_draft(p_kind text, p_email text, p_name text, p_content jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  token constant text := replace(gen_random_uuid()::text || gen_random_uuid(), '-', '');
  code constant text := lpad((('x' || left(replace(gen_random_uuid()::text, '-', ''), 12))::bit(48)::bigint % 1000000)::text, 6, '0');
  address constant text := lower(btrim(p_email));
  called constant text := regexp_replace(coalesce(private.written_text(p_name, 160, case when p_kind <> 'alert' then 'Please enter your name' end), ''), '\s+', ' ', 'g');
  draft constant uuid := gen_random_uuid();
  account public.profiles;
  reason text;
begin
  perform private.refuse_if(not coalesce(private.is_email_address(address), false), 'PT400', 'Please enter a valid email address');
  perform private.enforce_rate_limit('drafts', 60, 3600, 'Much was sent from your network in the last hour. Please try again later.');
  perform private.refuse_if(private.increment_rate_limit('drafts to', encode(private.mailbox_hash(private.mailbox_key(address)), 'hex'), 5, 86400) > 0,
    'PT429', 'We have emailed this address five times today. Please open the link in one of those emails, or try again tomorrow.');
  insert into private.drafts (id, kind, email, email_key, name, content, token_hash, code_hash, network)
  values (draft, p_kind, address, private.mailbox_key(address), called, p_content,
    sha256(convert_to(token, 'UTF8')), sha256(convert_to(draft || code, 'UTF8')), private.hash_network(current_setting('request.ip', true)));
  -- The page says the same to everybody; only the mail knows whose address it is.
  if p_kind in ('job', 'enquiry') then
    -- A sign-up that its mailbox never confirmed may be a stranger's: it says nothing.
    select p.* into account from public.profiles p join auth.users u on u.id = p.id
      where p.email = address and coalesce(u.email_confirmed_at, u.invited_at) is not null;
    reason := case when not account.is_active then 'deactivated'
      when account.account_type = 'admin' or account.account_type = 'provider' and p_kind = 'job' then account.account_type end;
  elsif p_kind = 'review' and private.is_own_mailbox((p_content ->> 'provider_id')::uuid, private.mailbox_key(address)) then
    reason := 'own';
  end if;
  perform notify.address(address, case when reason is null then 'draft_confirm' else 'draft_refused' end,
    case when reason is null then jsonb_build_object('draft_kind', p_kind, 'token', token, 'code', code, 'known', account.id is not null)
      else jsonb_build_object('draft_kind', p_kind, 'why', reason) end);
  return draft;
end $$;
comment on function private.add_draft(text,text,text,jsonb) is
  'Stores a draft, whose content the caller has checked, and mails its link and code; the answer does not depend on whose address it is.';

create function public.start_draft(
  p_kind text, p_email text, p_name text, p_content jsonb, p_age integer, p_website text default ''
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  given jsonb;
  problem text;
begin
  perform private.refuse_if(coalesce(p_age, 0) < 2000, 'PT400', 'Please wait a moment, then press the button again.');
  -- The field that only programs see: they learn nothing.
  if coalesce(p_website, '') <> '' then
    return gen_random_uuid();
  end if;
  perform private.refuse_if(jsonb_typeof(p_content) <> 'object' or exists (
      select from jsonb_each(case jsonb_typeof(p_content) when 'object' then p_content else '{}' end) as part (key, value)
      where jsonb_typeof(part.value) not in ('string', 'null') and part.key not in ('categories', 'rating')),
    'PT400', 'This was not sent as texts. Please reload the page and try again.');
  if p_kind = 'job' then
    given := jsonb_build_object(
      'title', private.written_text(p_content ->> 'title', 150, 'Please say what you need'),
      'description', private.written_text(p_content ->> 'description', 5000, 'Please say what you need'),
      'categories', private.current_selections(private.metadata_texts(p_content, 'categories'), 10),
      'location', private.written_text(p_content ->> 'location', 120),
      'budget', private.written_text(p_content ->> 'budget', 100));
    problem := case jsonb_array_length(given -> 'categories') when 0 then 'Please select a category' else
      private.unknown_category_error(private.unknown_selection(private.metadata_texts(given, 'categories'))) end;
    perform private.refuse_if(problem is not null, 'PT400', problem);
    perform private.refuse_unknown_postcode(given ->> 'location');
  elsif p_kind = 'enquiry' then
    given := jsonb_build_object(
      'provider_id', p_content ->> 'provider_id',
      'subject', private.written_text(p_content ->> 'subject', 150, 'Please add a subject'),
      'message', private.written_text(p_content ->> 'message', 5000, 'Please write a message'));
    perform private.refuse_if(not exists (select from public.public_providers p where p.user_id::text = given ->> 'provider_id'),
      'PT404', 'This professional is not taking enquiries at the moment. Please choose another one.');
  elsif p_kind = 'review' then
    given := private.invited_review(p_content);
  elsif p_kind = 'alert' then
    given := jsonb_build_object(
      'category', coalesce(private.written_text(p_content ->> 'category', 170), ''),
      'location', coalesce(private.written_text(p_content ->> 'location', 120), ''));
    perform private.refuse_if(given ->> 'category' = '' and given ->> 'location' = '', 'PT400', 'Please choose a category or a place first.');
    problem := private.unknown_category_error(private.unknown_selection(array_remove(array[given ->> 'category'], '')));
    perform private.refuse_if(problem is not null, 'PT400', problem);
  else
    raise exception 'This cannot be sent without an account. Please log in.' using errcode = 'PT400';
  end if;
  return private.add_draft(p_kind, p_email, p_name, given);
end $$;
comment on function public.start_draft(text,text,text,jsonb,integer,text) is
  'For visitors: stores a job, an enquiry or the wish for emails about new jobs until the mailed confirmation, and gives its id, which opens nothing. p_age: milliseconds since the form was shown; p_website: a field that people do not see.';

create function public.open_draft(p_token text default null, p_draft uuid default null, p_code text default null, p_email text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  draft private.drafts;
  candidate private.drafts;
  open_codes uuid[] := '{}';
  mailbox constant text := case when p_draft is null then private.mailbox_key(p_email)
    else (select d.email_key from private.drafts d where d.id = p_draft) end;
  code constant text := private.plain_digits(regexp_replace(coalesce(left(p_code, 40), ''), '\s', '', 'g'));
  wrong constant text := 'This code is not right. Please check it, or open the link in our email.';
begin
  if p_token is not null then
    select * into draft from private.drafts d
      where d.token_hash = sha256(convert_to(left(p_token, 100), 'UTF8')) and d.created_at > now() - interval '7 days';
    if draft.id is null then
      return jsonb_build_object('problem', 'This link is no longer valid. Please send your words again.');
    end if;
  else
    -- One code at a time, and a wrong one counts for every code that the mailbox has: each would be one more to guess.
    for candidate in select * from private.drafts d
      where d.email_key = mailbox and d.created_at > now() - interval '1 hour' and d.attempts < 5 order by d.id for update
    loop
      open_codes := open_codes || candidate.id;
      if (p_draft is null or candidate.id = p_draft) and candidate.code_hash = sha256(convert_to(candidate.id || code, 'UTF8')) then
        draft := candidate;
      end if;
    end loop;
    if draft.id is null then
      update private.drafts d set attempts = d.attempts + 1 where d.id = any (open_codes);
      -- By an address, nobody learns whether something waits for it.
      return jsonb_build_object('problem', case when p_draft is null or p_draft = any (open_codes) then wrong
        else 'This code is no longer valid. Please open the link in our email instead.' end);
    end if;
  end if;
  return jsonb_build_object('id', draft.id, 'kind', draft.kind, 'email', draft.email, 'name', draft.name);
end $$;
comment on function public.open_draft(text,uuid,text,text) is
  'For finish-draft: the draft of a mailed link, or of an id or address and its mailed code, or the problem. A wrong code counts, so it is no error, which would undo the count.';

create function private.publish_draft(draft private.drafts, person uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
  given constant jsonb := draft.content;
begin
  if draft.kind = 'job' then
    perform private.require_active_account();
    perform private.refuse_if(not private.has_account_type('client'),
      'PT403', 'Only clients can post jobs. Please use another email address.');
    insert into public.jobs (title, description, category, categories, location, budget, user_id, contact_name, contact_email)
    values (given ->> 'title', given ->> 'description', given #>> '{categories,0}', private.metadata_texts(given, 'categories'),
      given ->> 'location', given ->> 'budget', person, left(draft.name, 120), draft.email) returning id into made;
  elsif draft.kind = 'enquiry' then
    made := public.send_enquiry((given ->> 'provider_id')::uuid, given ->> 'subject', given ->> 'message');
  elsif draft.kind = 'review' then
    made := private.publish_review(draft);
  elsif draft.kind = 'alert' then
    perform private.refuse_if((select count(*) >= 10 from private.job_alerts a where private.mailbox_key(a.email) = draft.email_key and a.ended_at is null),
      'PT409', 'You have ten of these emails. Please stop one of them first.');
    insert into private.job_alerts (email, category, location) values (draft.email, given ->> 'category', given ->> 'location')
    on conflict (email, category, location) do update set ended_at = null returning id into made;
  end if;
  return made;
end $$;
comment on function private.publish_draft(private.drafts,uuid) is
  'Publishes a draft by the rules of the signed-in form, as the account of its address, null for a kind that needs none.';

create function public.finish_draft(p_draft uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  draft private.drafts;
  person uuid;
begin
  -- A second press waits here, and finds it published.
  select * into draft from private.drafts d where d.id = p_draft and d.created_at > now() - interval '7 days' for update;
  perform private.refuse_if(draft.id is null, 'PT404', 'This link is no longer valid. Please send your words again.');
  if draft.finished_at is null then
    if draft.kind in ('job', 'enquiry') then
      select p.id into person from public.profiles p where p.email = draft.email;
      perform private.refuse_if(coalesce(private.is_deletion_pending(person), false),
        'PT403', 'Your account is about to be deleted. Please log in to keep it, then confirm again.');
      -- From here on the transaction acts as the person, so that every rule of theirs holds.
      perform set_config('request.jwt.claim.sub', person::text, true), set_config('request.caller_state', 'valid', true);
    end if;
    draft.result := private.publish_draft(draft, person);
    draft.finished_at := now();
    update private.drafts d set finished_at = draft.finished_at, result = draft.result, content = '{}' where d.id = draft.id;
    if person is not null then
      -- The service invents a password for an account that it makes or confirms here: nobody knows it, so there is none.
      update auth.users u set encrypted_password = ''
        where u.id = person and u.last_sign_in_at is null and u.email_confirmed_at >= draft.created_at;
      insert into public.consents (user_id, purpose, granted, source, wording, created_at)
      select person, 'terms', true, 'mailed confirmation', private.consent_wording('terms') || coalesce(' Version of '
        || to_char((select s.updated_at from public.site_settings s where s.key = 'legal_terms') at time zone 'Europe/London', 'FMDD FMMonth YYYY') || '.', ''),
        draft.created_at;
    end if;
  end if;
  return jsonb_build_object('kind', draft.kind, 'result', draft.result, 'email', draft.email,
    'signs_in', draft.kind in ('job', 'enquiry') and draft.finished_at > now() - interval '1 hour',
    'is_public', draft.kind <> 'review' or coalesce((select f.is_public from public.feedback f where f.id = draft.result), false),
    'no_password', exists (select from auth.users u where u.email = draft.email and coalesce(u.encrypted_password, '') = ''));
end $$;
comment on function public.finish_draft(uuid) is
  'For finish-draft: publishes an opened draft once; every later call gives the same result. For an hour it also signs in, so that a lost answer can be had again.';

-- Feedback: reviews by customers whose work was not arranged here, whom a provider has asked.

-- The link ------------------------------------------------------------------------------------------------------------

create table public.review_links (
  code text primary key check (code ~ '^[a-z2-9]{10}$'),
  provider_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  renewed_at timestamptz
);
comment on table public.review_links is
  'The address by which a provider''s earlier customers review them: one that works, and those before it, which say that they were renewed.';
create unique index review_links_of_provider on public.review_links (provider_id) where renewed_at is null;
create index review_links_by_provider on public.review_links (provider_id);
grant select on public.review_links to authenticated;
create policy "providers read their own" on public.review_links for select to authenticated
  using (provider_id = (select auth.uid()) and (select private.is_session_valid()));

create function public.my_review_link(renew boolean default false) returns text
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := (select auth.uid());
  link text;
begin
  perform private.require_active_account();
  perform private.refuse_if(not private.has_account_type('provider'), 'PT403', 'Only professionals have a review link. Please log in as one.');
  perform pg_advisory_xact_lock(hashtext('review_links'), hashtext(me::text));
  if renew then
    perform private.enforce_rate_limit('review links', 10, 86400, 'You have renewed your link ten times today. Please try again tomorrow.', false);
    update public.review_links l set renewed_at = now() where l.provider_id = me and l.renewed_at is null;
  end if;
  select l.code into link from public.review_links l where l.provider_id = me and l.renewed_at is null;
  if link is null then
    -- 49 random bits; without 0, 1, l and o, which a printed card would confuse.
    select string_agg(substr('abcdefghijkmnpqrstuvwxyz23456789', 1 + get_byte(random, n) % 32, 1), '') into link
    from (select uuid_send(gen_random_uuid()) as random) as drawn cross join unnest('{0,1,2,3,4,5,9,10,11,12}'::int[]) as n;
    insert into public.review_links (code, provider_id) values (link, me);
  end if;
  return link;
end $$;
comment on function public.my_review_link(boolean) is
  'The code of the caller''s review link, made at the first call; renew ends it and gives another.';

create function private.review_link(p_code text) returns public.review_links
language plpgsql stable security definer set search_path = '' as $$
declare
  link public.review_links;
begin
  select * into link from public.review_links l where l.code = lower(btrim(left(p_code, 40)));
  perform private.refuse_if(link.code is null, 'PT404', 'We do not know this review link. Please check it, or ask for a new one.');
  perform private.refuse_if(not private.is_listed(link.provider_id),
    'PT404', 'This professional is not listed at the moment, so nobody can review them. Please try again later.');
  perform private.refuse_if(link.renewed_at is not null, 'PT409', 'This review link has been renewed. Please ask for the new one.');
  return link;
end $$;
comment on function private.review_link(text) is 'The link with this code, refused if nobody can be reviewed by it.';

create function public.review_link_owner(code text) returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object('id', l.provider_id, 'name', private.public_name(l.provider_id)) from private.review_link(review_link_owner.code) as l
$$;
comment on function public.review_link_owner(text) is 'For the page of a review link: whom it is about, {id, name}.';

-- Reviews -------------------------------------------------------------------------------------------------------------

create function private.is_own_mailbox(provider uuid, mailbox text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles p where p.id = provider and private.mailbox_key(p.email) = mailbox)
    or exists (select from public.businesses b where b.owner_user_id = provider and private.mailbox_key(b.business_email) = mailbox)
$$;
comment on function private.is_own_mailbox(uuid,text) is 'Whether this is the mailbox of the provider''s account or business (private.mailbox_key).';

create function private.invited_review(given jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  provider constant uuid := (private.review_link(given ->> 'code')).provider_id;
  month constant text := given ->> 'worked_on';
begin
  perform private.refuse_if(provider = (select auth.uid()), 'PT403', 'You cannot review yourself. Please send the link to a customer.');
  perform private.refuse_if(coalesce(given ->> 'rating', '') !~ '^[1-5]$', 'PT400', 'Please select a rating');
  perform private.refuse_if(coalesce(month, '') !~ '^[0-9]{4}-(0[1-9]|1[0-2])$' or month > to_char(private.uk_day(now()), 'YYYY-MM') or month < '2000',
    'PT400', 'Please say in which month the work was done.');
  return jsonb_build_object('provider_id', provider, 'rating', given ->> 'rating', 'worked_on', month || '-01',
    'title', private.written_text(given ->> 'title', 150, 'Please enter a title.'),
    'description', private.written_text(given ->> 'description', 4000),
    'work', private.written_text(given ->> 'work', 150, 'Please say what the work was'));
end $$;
comment on function private.invited_review(jsonb) is
  'A review as start_draft() stores it: {provider_id, rating, title, description, work, worked_on} from {code, …}; refused in words.';

create function private.publish_review(draft private.drafts) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  given constant jsonb := draft.content;
  provider constant uuid := (given ->> 'provider_id')::uuid;
  token constant uuid := gen_random_uuid();
  made public.feedback;
begin
  perform from public.profiles p where p.id = provider for no key update;
  perform private.refuse_if(not private.is_listed(provider),
    'PT404', 'This professional is not listed any more, so nobody can review them. Please keep your words if you need them.');
  perform private.refuse_if(private.is_own_mailbox(provider, draft.email_key), 'PT403', 'You cannot review yourself. Please send the link to a customer.');
  perform private.refuse_if(exists (
      select from public.feedback f where f.provider_id = provider and f.mailbox_hash = private.mailbox_hash(draft.email_key)),
    'PT409', 'You have already submitted feedback for this provider.', 'Please open their profile to see your review.');
  insert into public.feedback (provider_id, rating, title, description, author_name, invited, work, worked_on, mailbox_hash, network, removal_hash)
  values (provider, (given ->> 'rating')::smallint, given ->> 'title', given ->> 'description', left(draft.name, 120), true, given ->> 'work',
    (given ->> 'worked_on')::date, private.mailbox_hash(draft.email_key), draft.network, sha256(convert_to(token::text, 'UTF8')))
  returning * into made;
  perform notify.address(draft.email, 'review_published', jsonb_build_object('provider_id', provider, 'professional', private.public_name(provider),
    'token', token, 'public', made.is_public));
  return made.id;
end $$;
comment on function private.publish_review(private.drafts) is
  'Writes a confirmed review: one for each mailbox and provider, never of oneself. Its author gets a link that removes it.';

create function public.remove_review(token uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  item public.feedback;
begin
  select * into item from public.feedback f where f.removal_hash = sha256(convert_to(remove_review.token::text, 'UTF8')) for update;
  if item.moderated_at is not null and not item.approved then
    -- What a moderator has hidden stays as an empty row, so that the same words are not published anew.
    update public.feedback f set title = 'Removed by its author', description = null, work = null, author_name = 'Anonymous User',
      removal_hash = null where f.id = item.id;
    update public.feedback f set original_title = null, original_description = null where f.id = item.id;
    delete from public.feedback_revisions r where r.feedback_id = item.id;
  else
    delete from public.feedback f where f.id = item.id;
  end if;
  return item.id is not null;
end $$;
comment on function public.remove_review(uuid) is
  'The author of a review without an account removes it by the mailed link (122 random bits); false for an unknown link. Hidden by a moderator, it is emptied, and its mailbox writes no other.';

-- Asking by email -----------------------------------------------------------------------------------------------------

create table private.review_invitations (
  id uuid primary key default gen_random_uuid(),
  provider_id uuid references public.profiles (id) on delete set null,
  mailbox_hash bytea not null,
  address text,
  invited_at timestamptz not null default now(),
  stopped_at timestamptz
);
comment on table private.review_invitations is
  'Whom providers have asked by email: one mail and at most one reminder a year. Its id is in the mail''s link that stops them.';
comment on column private.review_invitations.address is 'Only until the reminder.';
comment on column private.review_invitations.stopped_at is 'Since when this mailbox wants no such mail, from anybody. Then the row stays, also without its provider.';
create index review_invitations_of_provider on private.review_invitations (provider_id, invited_at);
create index review_invitations_of_mailbox on private.review_invitations (mailbox_hash);
create index review_invitations_to_remind on private.review_invitations (invited_at) where address is not null;

create function private.is_blocked_mailbox(provider uuid, mailbox_hash bytea) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.enquiry_blocks b join public.profiles p on p.id = b.user_id
    where b.blocked_id = provider and private.mailbox_hash(private.mailbox_key(p.email)) = mailbox_hash)
$$;
comment on function private.is_blocked_mailbox(uuid,bytea) is 'Whether the person of this mailbox has blocked the provider.';

create function private.mail_review_invitation(invitation private.review_invitations, link text, reminder boolean) returns void
language sql security definer set search_path = '' as $$
  select notify.address(invitation.address, 'review_invitation', jsonb_build_object('professional', private.public_name(invitation.provider_id),
    'code', link, 'stop', invitation.id, 'reminder', reminder), 'review_invitation:' || invitation.id || ':' || reminder)
$$;

comment on function private.mail_review_invitation(private.review_invitations,text,boolean) is 'Queues the request or its reminder, each once.';

create function public.ask_for_reviews(addresses text[]) returns table (address text, outcome text)
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := (select auth.uid());
  link text;
  mailbox text;
  invitation private.review_invitations;
  left_over integer;
begin
  link := public.my_review_link();
  perform private.refuse_if(not private.is_listed(me), 'PT403', 'Only listed professionals can ask for reviews. Please activate your membership.');
  perform private.refuse_if(coalesce(cardinality(addresses), 0) not between 1 and 20, 'PT400', 'Please enter 1 to 20 email addresses.');
  perform private.enforce_rate_limit('review requests', 50, 86400, 'You have asked very often today. Please try again tomorrow.', false);
  perform pg_advisory_xact_lock(hashtext('review_links'), hashtext(me::text));
  left_over := 20 - (select count(*) from private.review_invitations i where i.provider_id = me and i.invited_at > now() - interval '7 days');
  foreach address in array addresses loop
    address := lower(btrim(left(address, 320)));
    mailbox := private.mailbox_key(address);
    outcome := case
      when not coalesce(private.is_email_address(address), false) then 'invalid'
      when private.is_own_mailbox(me, mailbox) then 'own'
      when exists (select from private.review_invitations i where i.mailbox_hash = private.mailbox_hash(mailbox)
        and (i.stopped_at is not null or i.provider_id = me and i.invited_at > now() - interval '1 year'))
        or private.is_blocked_mailbox(me, private.mailbox_hash(mailbox)) then 'before'
      when left_over <= 0 then 'week'
      else 'asked' end;
    if outcome = 'asked' then
      left_over := left_over - 1;
      insert into private.review_invitations (provider_id, mailbox_hash, address)
      values (me, private.mailbox_hash(mailbox), ask_for_reviews.address) returning * into invitation;
      perform private.mail_review_invitation(invitation, link, false);
    end if;
    return next;
  end loop;
end $$;
comment on function public.ask_for_reviews(text[]) is
  'A listed provider emails the review link to at most 20 addresses a week. Of each: asked, invalid, own, before (asked within a year, or wants no such mail, or has blocked the provider: which is not said), week (the twenty of this week are used up).';

create function public.stop_review_mail(id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update private.review_invitations i set stopped_at = coalesce(i.stopped_at, now()), address = null
  where i.mailbox_hash = (select own.mailbox_hash from private.review_invitations own where own.id = stop_review_mail.id);
  return found;
end $$;
comment on function public.stop_review_mail(uuid) is
  'No more requests for a review to this mailbox, from anybody; by the mail''s link (122 random bits). False for an unknown link.';

create function private.remind_reviewers() returns void
language plpgsql security definer set search_path = '' as $$
declare
  invitation private.review_invitations;
  link text;
begin
  for invitation in
    select * from private.review_invitations i where i.address is not null and i.invited_at < now() - interval '7 days'
    order by i.invited_at limit 200 for update skip locked
  loop
    select l.code into link from public.review_links l where l.provider_id = invitation.provider_id and l.renewed_at is null;
    if link is not null and private.is_listed(invitation.provider_id) and not private.is_blocked_mailbox(invitation.provider_id, invitation.mailbox_hash) and not exists (
        select from public.feedback f where f.provider_id = invitation.provider_id and f.mailbox_hash = invitation.mailbox_hash) then
      perform private.mail_review_invitation(invitation, link, true);
    end if;
    update private.review_invitations i set address = null where i.id = invitation.id;
  end loop;
end $$;
comment on function private.remind_reviewers() is 'Of invite_feedback(): reminds whoever was asked a week ago and has not answered, once, then forgets the address.';

create function public.review_requests(p_provider uuid) returns table (invited integer)
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from private.review_invitations i
  where i.provider_id = p_provider and i.invited_at > now() - interval '1 year' and private.is_listed(p_provider)
$$;
comment on function public.review_requests(uuid) is
  'What a profile says beside the number of reviews that its owner asked for: how many people they asked by email within a year.';

-- Reports: reported content, decided with a reason, and appealed at most once.

-- Cases ---------------------------------------------------------------------------------------------------------------

create table public.reports (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  case_number text not null generated always as ('R-' || lpad(number::text, 6, '0')) stored unique,
  target_type text not null check (target_type in ('profile', 'job', 'feedback', 'message')),
  target_id uuid not null,
  target_label text not null,
  target_path text not null,
  target_owner uuid references public.profiles (id) on delete set null,
  reason text not null check (reason in ('spam', 'misleading', 'offensive', 'illegal', 'impersonation', 'private', 'contact', 'other')),
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
  check (state <> 'appealed' or appealed_at is not null),
  check (reason <> 'contact' or target_type = 'job')
);
comment on table public.reports is
  'One case about a profile, job, feedback or message of a conversation: open, in review, upheld or rejected, perhaps appealed once and decided again.';
comment on column public.reports.target_owner is 'The account that the report is about; emailed if the report is upheld.';
comment on column public.reports.link_key is
  'Part of the links in the case''s mails: it lets its holder see the case and appeal. No caller can select it.';
create index reports_queue on public.reports (state, created_at, id);
create index reports_of_target on public.reports (target_type, target_id, created_at desc);
create index reports_of_reporter on public.reports (reporter_id, created_at desc);
create index reports_of_owner on public.reports (target_owner);
create index reports_newest on public.reports (created_at desc);
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
  'The history of a case; actor_id is the admin, or null for the reporter.';
create index report_events_of_report on public.report_events (report_id, id);
create index report_events_of_actor on public.report_events (actor_id);
grant select on public.report_events to authenticated;
create policy "admins read" on public.report_events for select to authenticated using ((select private.is_admin()));

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
  'The state of a case, for the link of its mails; null for any other key.';

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
      into label, path, owner from public.jobs j where j.id = target_id and (private.job_state(j) = 'open' or private.is_hired(j)
        or exists (select from public.job_contact_reveals r where r.job_id = j.id and r.provider_id = me));
  elsif target_type = 'feedback' then
    select f.title, '/directory/' || f.provider_id || '?tab=feedback', f.user_id
      into label, path, owner from public.feedback f where f.id = target_id and f.is_public;
  elsif target_type = 'message' and private.is_session_valid() then
    select e.subject, '/dashboard/enquiries?open=' || e.id, m.author_id into label, path, owner
      from public.enquiry_messages m join public.enquiries e on e.id = m.enquiry_id
      where m.id = target_id and me in (e.sender_id, e.provider_id) and m.author_id <> me;
  end if;
  perform private.refuse_if(label is null,
    'PT404', 'This is no longer on the site, so it cannot be reported. Please contact us if you are still concerned.');
  perform private.refuse_if(reason is null or reason not in ('spam', 'misleading', 'offensive', 'illegal', 'impersonation', 'private', 'contact', 'other')
    or reason = 'contact' and target_type <> 'job',
    'PT400', 'Please choose a reason');
  details := private.written_text(details, 2000, case reason when 'other' then 'Please say what is wrong' end);
  perform private.refuse_if(address is not null and (char_length(address) > 200 or address !~ '^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]{2,}$'),
    'PT400', 'Invalid email address', 'Please check the address.');
  -- One report at a time per target, or two at once could open two cases for one reporter.
  perform pg_advisory_xact_lock(hashtext('report_content'), hashtext(target_id::text));
  select * into made from public.reports r
    where r.target_type = report_content.target_type and r.target_id = report_content.target_id
      and r.state in ('open', 'in review') and (r.reporter_id = me
        -- A visitor's address is not verified: only the same report within ten minutes gets the earlier case, or
        -- anyone could find out whether a person has reported them.
        or (r.reporter_email = address and r.created_at > now() - interval '10 minutes'
          and r.reason = report_content.reason
          and r.details is not distinct from report_content.details)) limit 1;
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
    report_content.details, me, address)
  returning * into made;
  insert into public.report_events (report_id, state) values (made.id, 'open');
  -- A visitor's address is not proven. Its mailbox is sent no more than three mails a day, and all of them together no
  -- more than two hundred an hour: the report is taken all the same, and its number is on the screen.
  if me is not null or (
    private.increment_rate_limit('reports to', encode(private.mailbox_hash(private.mailbox_key(address)), 'hex'), 3, 86400) = 0
    and (select count(*) <= 200 from public.reports r where r.reporter_id is null and r.reporter_email is not null
      and r.created_at > now() - interval '1 hour')) then
    perform notify.reporter(made.id, 'report_received', 'report_received:' || made.id);
  end if;
  return made.case_number;
end $$;
comment on function public.report_content(text,uuid,text,text,text) is
  'Reports what the caller can see; needs no account. Gives the case number; the same report twice is one case.';

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
comment on function notify.reporter(uuid,text,text) is 'Emails the reporter, if there is an address.';

-- Appeals -------------------------------------------------------------------------------------------------------------

create function public.appeal_report(case_number text, link_key uuid, words text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found public.reports;
begin
  select * into found from public.reports r
    where r.case_number = appeal_report.case_number and r.link_key = appeal_report.link_key for update;
  perform private.refuse_if(found.id is null, 'PT404', 'We could not find this case. Please open the link in our email again.');
  perform private.refuse_if(found.appealed_at is not null,
    'PT409', 'This case has already been appealed. Please wait for our decision by email.');
  perform private.refuse_if(found.state not in ('upheld', 'rejected') or found.decided_at <= now() - interval '6 months',
    'PT409', 'This case cannot be appealed now. Please contact us if you need help.');
  words := private.written_text(words, 2000, 'Please say why you disagree');
  update public.reports set state = 'appealed', appealed_at = now(), appeal_text = words where id = found.id;
  insert into public.report_events (report_id, state, note) values (found.id, 'appealed', words);
end $$;
comment on function public.appeal_report(text,uuid,text) is
  'Appeals a decided case once, within six months, with the link of its mail.';

-- Administration ------------------------------------------------------------------------------------------------------

create function public.admin_take_report(report_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update public.reports set state = 'in review' where id = admin_take_report.report_id and state = 'open';
  perform private.refuse_if(not found, 'PT409', 'This case is no longer open. Please reload the page.');
  insert into public.report_events (report_id, state, actor_id)
  values (admin_take_report.report_id, 'in review', (select auth.uid()));
  perform audit.record('take report', 'reports', admin_take_report.report_id::text,
    jsonb_build_object('state', 'open'), jsonb_build_object('state', 'in review'));
end $$;
comment on function public.admin_take_report(uuid) is
  'Takes an open case into review; refuses a second admin.';

create function public.admin_decide_report(report_id uuid, uphold boolean, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.reports;
  decided public.reports;
begin
  perform private.require_admin();
  reason := private.written_text(reason, 2000, 'Please give a reason');
  perform private.refuse_if(uphold is null, 'PT400', 'Please choose whether to uphold the report.');
  select * into before from public.reports where id = admin_decide_report.report_id for update;
  perform private.refuse_if(before.id is null, 'PT404', 'This case no longer exists. Please reload the page.');
  perform private.refuse_if(before.state not in ('open', 'in review', 'appealed'),
    'PT409', 'This case has already been decided. Please reload the page to see the decision.');
  update public.reports r set state = case when uphold then 'upheld' else 'rejected' end,
    outcome_reason = admin_decide_report.reason, decided_at = now(), decisions = r.decisions + 1
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
  'Upholds or rejects a case with a reason, and emails it to the reporter; if upheld, also to the account concerned.';

create function public.admin_reported_message(
  report_id uuid
) returns table (body text, pictures text[], created_at timestamptz)
language plpgsql security definer set search_path = '' as $$
declare
  message public.enquiry_messages;
begin
  perform private.require_admin();
  select m.* into message from public.reports r join public.enquiry_messages m on m.id = r.target_id
  where r.id = admin_reported_message.report_id and r.target_type = 'message';
  perform private.refuse_if(message.id is null,
    'PT404', 'This message no longer exists. Please decide the case by its details.');
  perform audit.record('view reported message', 'reports', admin_reported_message.report_id::text, null,
    jsonb_build_object('message', message.id));
  return query select message.body, message.pictures, message.created_at;
end $$;
comment on function public.admin_reported_message(uuid) is
  'For an admin: the message that a case is about, and no other of the conversation. Each view is recorded.';

create function public.admin_remove_message_pictures(report_id uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.admin_reason(reason, true);
  message public.enquiry_messages;
begin
  select m.* into message from public.reports r join public.enquiry_messages m on m.id = r.target_id
  where r.id = admin_remove_message_pictures.report_id and r.target_type = 'message' for update of m;
  perform private.refuse_if(message.id is null or cardinality(message.pictures) = 0,
    'PT404', 'These pictures are no longer there. Please reload the page.');
  insert into private.hidden_pictures (name, user_id)
  select regexp_replace(p.address, '^/storage/v1/object/[a-z]+/[a-z_]+/', ''), message.author_id
  from unnest(message.pictures) as p (address) on conflict do nothing;
  update public.enquiry_messages m set pictures = array(select p.address from unnest(m.pictures) as p (address)
      where p.address <> all (message.pictures)),
    body = coalesce(nullif(m.body, ''), 'A moderator has removed the pictures of this message.')
  where m.author_id = message.author_id and m.pictures && message.pictures;
  perform audit.record('remove pictures', 'reports', admin_remove_message_pictures.report_id::text,
    jsonb_build_object('message', message.id, 'pictures', cardinality(message.pictures)), null, why);
end $$;
comment on function public.admin_remove_message_pictures(uuid,text) is
  'Takes the pictures of a reported message out of all conversations of its author for good. tidy-portfolio then deletes the files.';

-- Search: how typed words become a query, and a typed place a point.

-- Words ---------------------------------------------------------------------------------------------------------------

create table search.words (
  word text collate "C" not null,
  lexeme text collate "C" not null
);
comment on table search.words is
  'The words of listings as they are written, to complete and correct what is typed. Written by search.refresh_listing(); one that no listing has any more finds nothing, and goes within a day (private.check_listings()).';
-- Not unique, so that two who write the same new word never wait for each other.
create index words_in_order on search.words (word, lexeme);
create index words_of_lexeme on search.words (lexeme);
create index words_spelling on search.words using gin (word extensions.gin_trgm_ops) with (fastupdate = off);

create function search.split_words(text) returns text[]
language sql immutable parallel safe as $$
  select coalesce(array_agg(left(word, 40) order by nr), '{}') from regexp_split_to_table(
    regexp_replace(regexp_replace(private.plain_letters(coalesce($1, '')), '\m([a-z])\+\+', '\1plusplus ', 'g'), '\m([a-z])[#♯]', '\1sharp ', 'g'), '[^[:alnum:]]+')
    with ordinality as split (word, nr) where word <> ''
$$;
comment on function search.split_words(text) is
  'The words of a text in order: small letters and digits, without accents and apostrophes. C++ and C# are cplusplus and csharp, because a single letter says nothing.';

create function search.lexemes(words text[]) returns text[]
language sql immutable parallel safe as $$
  select coalesce(array_agg(lexeme), '{}') from unnest(words) as word, unnest(ts_lexize('pg_catalog.english_stem', word)) as lexeme
$$;
comment on function search.lexemes(text[]) is
  'Of words that say something (not ''the''), for documents and queries: to_tsvector() stems none with a digit.';

create function search.add_words(words text[]) returns void
language sql set search_path = '' as $$
  insert into search.words (word, lexeme)
  select distinct said.word, lexeme from unnest(words) as said (word), unnest(search.lexemes(array[said.word])) as lexeme
  where char_length(said.word) > 1 and not exists (select from search.words w where w.word = said.word)
$$;
comment on function search.add_words(text[]) is 'Remembers those words that are new and say something.';

create function search.nearest_word(typed text) returns text
language sql stable as $$
  -- One slip in four letters, two in five or more; transposed letters count as two.
  select known.word from (
    select w.word from search.words w where w.word operator(extensions.%) typed
    union select s.term from search.synonyms s where s.term operator(extensions.%) typed and strpos(s.term, ' ') = 0) as known
  cross join lateral extensions.levenshtein_less_equal(known.word, typed, 2) as slips
  where char_length(known.word) > 3 and slips <= case when char_length(typed) = 4 then 1 else 2 end
  order by slips, left(known.word, 1) <> left(typed, 1), extensions.similarity(known.word, typed) desc, known.word
  limit 1
$$;
comment on function search.nearest_word(text) is 'The known word that was probably meant, or null.';

create function search.all_of(words text[]) returns text
language sql immutable as $$
  select string_agg('''' || lexeme || '''', ' & ') from unnest(search.lexemes(words)) as lexeme
$$;
comment on function search.all_of(text[]) is 'The query for texts with all of these words, null if they say nothing.';

create function search.category_query(category text) returns tsquery
language sql immutable as $$
  select ('''#' || replace(replace(nullif(btrim(left(category, 170)), ''), '\', '\\'), '''', '''''') || '''')::tsquery
$$;
comment on function search.category_query(text) is 'The query for a selection, null for none.';

create function search.words_query(typed text, known boolean, OUT asked tsquery, OUT corrected text) returns record
language plpgsql stable as $$
declare
  words text[] := (search.split_words(left(typed, 200)))[:12];
  n constant integer := cardinality(words);
  says_something constant boolean := search.all_of(words) is not null;
  at integer := 1;
  wide integer;
  meanings text[];
  -- Any of these, for the words here.
  phrases text[];
  groups text[] := '{}';
  near text;
  slips integer := 0;
begin
  while at <= n loop
    -- The longest synonym that begins here. A word like 'it' is one only among words like it.
    select array_length(string_to_array(s.term, ' '), 1), array_agg(s.means) into wide, meanings
    from search.synonyms s
    where s.term = any (array[words[at], words[at] || ' ' || words[at + 1], words[at] || ' ' || words[at + 1] || ' ' || words[at + 2]])
      and not (says_something and search.all_of(string_to_array(s.term, ' ')) is null)
    group by s.term order by char_length(s.term) desc limit 1;
    wide := coalesce(wide, 1);
    phrases := array[search.all_of(words[at : at + wide - 1])];
    if meanings is not null then
      phrases := phrases || array(select search.all_of(search.split_words(meaning)) from unnest(meanings) as meaning);
    elsif phrases[1] is not null and not (known and exists (select from search.words w where w.word = words[at])) then
      if known and slips < 2 and char_length(words[at]) between 4 and 30 and words[at] !~ '[0-9]|^[a-z](plusplus|sharp)$'
          and not exists (select from search.words w where w.lexeme = btrim(phrases[1], ''''))
          and not (at = n and exists (select from search.words w where w.word > words[at] and w.word < words[at] || chr(1114111))) then
        near := search.nearest_word(words[at]);
        if near is not null then
          slips := slips + 1;
          words[at] := near;
          continue;
        end if;
      end if;
      -- The last word may be unfinished. A single letter of it says nothing: nearly everybody has a word with it.
      if at = n and known and char_length(words[at]) = 1 then
        phrases := '{}';
      elsif at = n then
        phrases := phrases || (case when known then '''' || words[at] || '''' else phrases[1] end || ':*')
          || array(select distinct '''' || w.lexeme || '''' from search.words w
          where w.word > words[at] and w.word < words[at] || chr(1114111) and not starts_with(w.lexeme, words[at]));
      end if;
    end if;
    groups := groups || nullif(array_to_string(phrases, ' | '), '');
    at := at + wide;
  end loop;
  groups := array_remove(groups, null);
  asked := case when groups <> '{}' then '(' || array_to_string(groups, ') & (') || ')'
    -- Signs alone find nobody; words like 'the' ask for nothing.
    when n = 0 and btrim(typed) <> '' then '''*''' end::tsquery;
  if slips > 0 then
    corrected := array_to_string(words, ' ');
  end if;
end $$;
comment on function search.words_query(text,boolean) is
  'Typed text as a query, null where it asks for nothing: every word or what a synonym means by it, the last one perhaps unfinished. Known: by the words of listings, so that words they have are finished, and slips are put right (corrected).';

-- Synonyms ------------------------------------------------------------------------------------------------------------

create table search.synonyms (
  term text not null,
  means text not null,
  primary key (term, means),
  check (term <> means)
);
comment on table search.synonyms is
  'What people type, and what else it finds: ''sparky'' also finds ''electrician'', not the other way round. Up to three words, as search.split_words() gives them; from supabase/seed/synonyms.csv and merged categories.';
create index synonyms_spelling on search.synonyms using gin (term extensions.gin_trgm_ops);

create function private.csv_rows(content text) returns setof text[]
language sql immutable set search_path = '' as $$
  select string_to_array(line, ',') from string_to_table(replace(content, E'\r', ''), E'\n') with ordinality as lines (line, nr)
  where nr > 1 and line <> ''
$$;
comment on function private.csv_rows(text) is 'The rows of a CSV file without quotes, below its heading.';

create function search.load_synonyms(content text, previous text default null) returns void
language sql set search_path = '' as $$
  delete from search.synonyms s using private.csv_rows(previous) as row where (s.term, s.means) = (row[1], row[2]);
  insert into search.synonyms (term, means) select row[1], row[2] from private.csv_rows(content) as row on conflict do nothing
$$;
comment on function search.load_synonyms(text,text) is
  'Carries changes of supabase/seed/synonyms.csv into the synonyms; those of merged categories stay.';

-- Places --------------------------------------------------------------------------------------------------------------

create function search.map_point(latitude real, longitude real) returns point
language sql immutable as $$
  -- The transverse Mercator projection about 2 degrees west, as on Ordnance Survey maps: off by a fifth of one per cent at most.
  select point(3958.8 * atanh(cosd(latitude) * sind(longitude + 2)), 3958.8 * radians(atan2d(tand(latitude), cosd(longitude + 2))))
$$;
comment on function search.map_point(real,real) is
  'A place of the United Kingdom on a map in miles, where distances are those of a ruler (<->).';

create table search.places (
  kind text not null check (kind in ('town', 'area', 'outward', 'sector')),
  name text collate "C" not null check (name <> ''),
  town text,
  latitude real not null check (latitude between 49 and 61.5),
  longitude real not null check (longitude between -9 and 2.5),
  position point not null generated always as (search.map_point(latitude, longitude)) stored,
  primary key (kind, name)
);
comment on table search.places is
  'Where towns, postcode areas (''ls''), outward codes (''ls6'') and sectors (''ls6 3'') of the United Kingdom are. The operator loads the last two (npm run postcodes); until then postcodes are measured from their area''s town.';
comment on column search.places.town is 'Of an area: the town that gives its position.';
create index places_positions on search.places using gist (position);

create function search.full_postcode() returns text
language sql immutable parallel safe as $$
  -- After a comma 'B2, 1st floor' and 'B2, 1 St Mary''s Road' are none.
  values ('(?i)(?<![[:alnum:]])([a-z]{1,2}[0-9][0-9a-z]?)(?:[\s._/-]*|[^[:alnum:]]{1,5}(?![0-9](?:\s|st|nd|rd|th)))([0-9])(?:\s*|[._/-])[a-z]{2}(?![[:alnum:]])')
$$;
comment on function search.full_postcode() is 'The pattern of a whole postcode among words, in plain digits: its first half and the digit of its sector.';

create function search.shorten_postcodes(typed text) returns text
language plpgsql immutable parallel safe as $$
declare
  whole text;
begin
  typed := private.plain_digits(typed);
  loop
    whole := regexp_substr(typed, search.full_postcode());
    exit when whole is null;
    typed := replace(typed, whole, upper(substring(whole from search.full_postcode())));
  end loop;
  return typed;
end $$;
comment on function search.shorten_postcodes(text) is 'A text in plain digits with the first half alone of each whole postcode.';

create function search.postcode(typed text, OUT outward text, OUT sector text) returns record
language sql immutable parallel safe as $$
  -- A whole postcode comes before a sign such as 'A4', and before 'B2 1st' of a floor. Of 'LS63' the last digit may be the sector's:
  -- search.locate() decides by what there is. A text that is nothing else may have gaps anywhere ('L S 6 3 A B').
  select part[1], part[1] || ' ' || part[2]
  from (select lower(private.plain_digits(left(typed, 120)))) as said (text)
  cross join lateral (select coalesce(
    regexp_match(regexp_replace(text, '[0-9]\s*(?:st|nd|rd|th)\M', '', 'g'), search.full_postcode()),
    regexp_match(text, search.full_postcode()),
    regexp_match(text, '\m([a-z]{1,2}[0-9][0-9a-z]?)(?:[\s.–-]*([0-9])(?:\s*[a-z]{2})?)?\M'),
    regexp_match(regexp_replace(text, '[\s._–-]', '', 'g'), '^([a-z]{1,2}[0-9][0-9a-z]?)([0-9])[a-z]{2}$'),
    regexp_match(regexp_replace(text, '[\s._–-]', '', 'g'), '^([a-z]{1,2}[0-9][0-9a-z]?)([0-9])?$'))) as found (part)
$$;
comment on function search.postcode(text) is
  'A full or partial postcode in a text, in any spelling: its first half (''ls6'') and sector (''ls6 3''), in lower case.';

create function search.has_postcodes() returns boolean
language sql stable as $$
  select count(*) = 500 from (select from search.places where kind in ('outward', 'sector') limit 500) as found
$$;
comment on function search.has_postcodes() is 'Whether the operator has loaded a list of postcodes; the sample''s few are none.';

create function search.locate(
  typed text, OUT centre point, OUT name text, OUT area text, OUT kind text
) returns record
language plpgsql stable as $$
declare
  words constant text[] := (array_replace(search.split_words(left(typed, 120)), 'saint', 'st'))[:12];
  code constant record := search.postcode(typed);
  -- 'LS63' is in LS6 where there is no LS63.
  shorter constant text := (select part from substring(code.outward from '^(.*[0-9])[0-9]$') as part where part is not null and search.has_postcodes());
  codes constant text[] := array[code.sector, code.outward, shorter || ' ' || right(code.outward, 1), shorter];
  -- The 'Hyde Park' of a road with a whole postcode is no town of another end of the country.
  home constant point := (select p.position from search.places p
    where code.sector is not null and p.kind = 'area' and p.name = substring(code.outward from '^[a-z]+'));
  -- For 'York Road, Leeds' a whole part between commas comes first, then the longest name, then the last one.
  names constant text[] := array(
      select array_to_string(array_replace(search.split_words(part), 'saint', 'st'), ' ')
      from string_to_table(left(typed, 120), ',') with ordinality as parts (part, nr) order by nr)
    || array(
      select array_to_string(words[at : at + wide - 1], ' ')
      from generate_series(1, 4) as wide, generate_series(1, cardinality(words) - wide + 1) as at order by wide desc, at desc);
begin
  select p.position, case p.kind when 'town' then p.name when 'area' then p.town else upper(p.name) end,
    case p.kind when 'area' then upper(p.name) end, p.kind into centre, name, area, kind
  from search.places p
  where p.kind in ('outward', 'sector') and p.name = any (codes)
    or p.kind = 'town' and p.name = any (names) and (p.position <-> home > 100) is not true or p.kind = 'area' and p.name = substring(code.outward from '^[a-z]+')
  order by array_position('{town,area}'::text[], p.kind) nulls first,
    coalesce(array_position(codes, p.name), array_position(names, p.name)) limit 1;
end $$;
comment on function search.locate(text) is
  'Where a text says that something is: by sector or first half of a postcode, by town, or else by the postcode''s area; all null when it names no place that is known.';

create function private.refuse_unknown_postcode(location text) returns void
language plpgsql stable set search_path = '' as $$
declare
  said constant text := private.plain_digits(location);
  code constant record := search.postcode(said);
begin
  -- A sign such as 'A4' beside other words need be no postcode.
  if (code.sector is not null or regexp_replace(said, '[\s._–-]', '', 'g') ~* '^[a-z]{1,2}[0-9][0-9a-z]?[0-9]?$') and search.has_postcodes()
      and coalesce((search.locate(said)).kind, 'area') not in ('outward', 'sector') then
    raise exception 'We do not know the postcode "%".', coalesce(substring(said from '(?i)\m' || code.outward || '(?:[^[:alnum:]]*[0-9](?:[\s._/-]*[a-z]{2})?)?\M'), said)
      using errcode = '23514', hint = 'Please check it, or type a town.';
  end if;
end $$;
comment on function private.refuse_unknown_postcode(text) is 'Refuses a text with a postcode that a loaded list does not have.';

create function search.nearest_place(typed text) returns text
language sql stable set search_path = '' as $$
  with close as materialized (
    select p.name, slips from search.places p cross join lateral extensions.levenshtein_less_equal(p.name, typed, 2) as slips
    where p.kind = 'town' and abs(char_length(p.name) - char_length(typed)) <= 2 and char_length(typed) between 4 and 40
      and slips <= case when char_length(typed) = 4 then 1 else 2 end)
  select name from close cross join lateral (select count(*) as listings from search.listings l where l.place = name) as here
  -- Two wrong letters in a short name leave too little of it to recognise.
  where extensions.similarity(name, typed) >= 0.2
  -- A place without providers is seldom what was meant.
  order by slips + (listings = 0)::int, left(name, 1) <> left(typed, 1), listings desc, extensions.similarity(name, typed) desc, name
  limit 1
$$;
comment on function search.nearest_place(text) is 'The town that was probably meant, or null.';

create function search.parse_place(
  typed text, typed_place text, radius integer, OUT service text, OUT place text, OUT within integer, OUT centre point,
  OUT name text, OUT area text, OUT corrected boolean
) returns record
language plpgsql stable as $$
declare
  spoken text[];
  here record;
begin
  service := private.plain_digits(left(typed, 200));
  typed_place := nullif(btrim(private.plain_digits(left(typed_place, 120))), '');
  corrected := false;
  if typed_place is null then
    spoken := regexp_match(service, '^(.*)\mwithin\s+([0-9]{1,3})\s*mi(?:les?)?\s+of\s+(\S.*)$', 'i');
    if spoken is null then
      spoken := regexp_match(service, '^(.*)\m(near)\s+(\S.*)$', 'i');
    end if;
    if spoken is not null and (search.locate(spoken[3])).kind is not null then
      service := spoken[1];
      typed_place := spoken[3];
      radius := coalesce(radius, nullif(lower(spoken[2]), 'near')::int, 10);
    end if;
  else
    spoken := regexp_match(typed_place, '^within\s+([0-9]{1,3})\s*mi(?:les?)?\s+of\s+(\S.*)$', 'i');
    typed_place := coalesce(spoken[2], typed_place);
    radius := coalesce(radius, spoken[1]::int);
  end if;
  within := case when radius is not null then least(greatest(radius, 1), 200) end;
  place := search.normalise_place(typed_place);
  if place is null then
    return;
  end if;
  here := search.locate(place);
  place := replace(place, ',', '');
  -- Symbols are not typing errors, and neither is what somebody's place contains.
  if here.kind is null and char_length(place) > 3 and place !~ '[^[:alnum:] ]'
      and (select count(*) = 0 from search.listings l where l.place like private.contains_pattern(parse_place.place)) then
    name := search.nearest_place(place);
    if name is not null then
      corrected := true;
      place := name;
      here := search.locate(place);
    end if;
  end if;
  centre := here.centre;
  area := here.area;
  name := coalesce(here.name, name);
  if within is null and centre is not null and (search.postcode(place)).outward is not null
      and not exists (select from search.listings l where l.place = parse_place.place) then
    -- A postcode means the area around it.
    within := 10;
  end if;
end $$;
comment on function search.parse_place(text,text,integer) is
  'Typed service and place, separated: ''plumber near Leeds'' and ''within 10 miles of LS6'' are understood, slips are put right.';

create function search.locate_again() returns void
language plpgsql set search_path = '' as $$
begin
  -- Many are in the same place, so each spelling is looked up once.
  create temporary table located on commit drop as
    select spelt.place, here.centre, here.name from (
      select p.location as place from search.listings l join public.profiles p on p.id = l.provider_id
      union select a.base from public.availability a union select unnest(a.places) from public.availability a
      union select j.location from public.jobs j) as spelt
    cross join lateral search.locate(spelt.place) as here;
  analyze pg_temp.located;
  update search.listings l set position = at.centre, reach = at.reach, served = at.served
  from (
    select p.id, home.centre, search.reach_of(a, base.centre) as reach, array(
      select distinct lower(named.name) from pg_temp.located as named where named.place = any (a.places) and named.name is not null) as served
    from public.profiles p left join pg_temp.located as home on home.place = p.location
    left join public.availability a on a.provider_id = p.id left join pg_temp.located as base on base.place = a.base) as at
  where at.id = l.provider_id and (l.position::text, l.reach::text, l.served) is distinct from (at.centre::text, at.reach::text, at.served);
  update public.jobs j set position = here.centre from pg_temp.located as here
  where here.place = j.location and j.position::text is distinct from here.centre::text;
  drop table pg_temp.located;
end $$;
comment on function search.locate_again() is 'Moves listings, their areas and jobs to where their places are now.';

create function search.load_places(content text, previous text default null) returns void
language plpgsql set search_path = '' as $$
declare
  removed integer;
  written integer;
begin
  -- The operator loads the codes.
  delete from search.places p where p.kind in ('town', 'area')
    and (p.kind, p.name) not in (select row[1], row[2] from private.csv_rows(content) as row);
  get diagnostics removed = row_count;
  insert into search.places as p (kind, name, town, latitude, longitude)
  select row[1], row[2], nullif(row[3], ''), row[4]::real, row[5]::real from private.csv_rows(content) as row
  on conflict (kind, name) do update set town = excluded.town, latitude = excluded.latitude, longitude = excluded.longitude
    where (p.town, p.latitude, p.longitude) is distinct from (excluded.town, excluded.latitude, excluded.longitude);
  get diagnostics written = row_count;
  if removed + written > 0 then
    perform search.locate_again();
  end if;
end $$;
comment on function search.load_places(text,text) is
  'Makes towns and postcode areas what supabase/seed/places.csv says, and moves what was located by them.';

create function public.load_postcodes(content text) returns json
language plpgsql security definer set search_path = '' as $$
declare
  result json;
begin
  perform private.refuse_if(content is null or octet_length(content) > 2000000 or content !~ '^name,latitude,longitude\n',
    '22023', 'Please send rows of name, latitude and longitude, at most 2 MB.');
  perform private.refuse_if((select coalesce(bool_or(row[1] !~ '^[a-z]{1,2}[0-9][0-9a-z]?( [0-9])?$'), true) from private.csv_rows(content) as row),
    '22023', 'These are not the first halves and sectors of postcodes (''ls6'', ''ls6 3'').', 'Please use npm run postcodes.');
  with loaded as materialized (
    select case when row[1] like '% %' then 'sector' else 'outward' end as kind, row[1] as name, row[2]::real as latitude, row[3]::real as longitude
    from private.csv_rows(content) as row),
  removed as (delete from search.places p where p.kind in ('outward', 'sector') and (p.kind, p.name) not in (select kind, name from loaded)),
  written as (
    insert into search.places as p (kind, name, latitude, longitude) select kind, name, latitude, longitude from loaded
    on conflict (kind, name) do update set latitude = excluded.latitude, longitude = excluded.longitude
      where (p.latitude, p.longitude) is distinct from (excluded.latitude, excluded.longitude))
  select json_build_object('sectors', count(*) filter (where kind = 'sector'), 'outwards', count(*) filter (where kind = 'outward'))
    into result from loaded;
  perform search.locate_again();
  insert into private.cache_changes (tags) values (null);
  return result;
end $$;
comment on function public.load_postcodes(text) is
  'For npm run postcodes: replaces all sectors and first halves of postcodes by these, and measures again what was located by them.';

create function public.count_postcodes() returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object('loaded', search.has_postcodes(), 'sectors', count(*) filter (where kind = 'sector'), 'outwards', count(*))
  from search.places where kind in ('outward', 'sector')
$$;
comment on function public.count_postcodes() is
  'For npm run doctor and admin_health(): whether a list of postcodes is loaded, and how many sectors and codes there are.';

-- Areas ---------------------------------------------------------------------------------------------------------------

create function search.places_around(centre point) returns text[]
language sql stable as $$
  select coalesce(array_agg(near.name), '{}') from (
    select p.name from search.places p where p.position <@ circle(centre, 3) and p.kind in ('town', 'outward')
    union
    -- A large town is as wide as its postcodes.
    select town.name
    from (select p.name, p.position from search.places p where p.kind = 'outward' order by p.position <-> centre limit 1) as code
    join search.places area on area.kind = 'area' and area.name = substring(code.name from '^[a-z]+')
    join search.places town on town.kind = 'town' and town.name = area.town
    where code.position <@ circle(centre, 3) and town.position <@ circle(centre, 10)) as near
$$;
comment on function search.places_around(point) is
  'The towns and outward codes at most 3 miles from here, and the town that gives the postcodes here their letters if it is within 10: who serves one of them by name serves here.';

create function search.covers(reach circle, served text[], centre point, around text[]) returns boolean
language sql immutable as $$ select reach @> circle(centre, 0) or served && around $$;
comment on function search.covers(circle,text[],point,text[]) is
  'Whether an area covers a place: it is within the radius, or close to a town or postcode of the list. Around: search.places_around(centre). search.find_listings() asks each half by itself, by its index.';

create function search.reach_of(area public.availability, base point) returns circle
language sql immutable as $$
  select case when area.whole_uk then circle(search.map_point(54.5, -3), 1000) when area.miles is not null then circle(base, area.miles) end
$$;
comment on function search.reach_of(public.availability,point) is
  'The circle of an area with a radius, around where its base is; null for a list, and where the base is not known.';

-- Search: the directory. A search is one query of documents for each way to be found at the place (docs/decisions/0017-search-with-one-index.md).

create function search.turn(provider uuid, day integer) returns bigint
language sql immutable as $$ select uuid_hash_extended(provider, day) $$;
comment on function search.turn(uuid,integer) is
  'Where a provider stands among equals on a day: elsewhere each day, and the same for everybody, so that pages fit together.';

create function search.find_listings(
  asked tsquery, place text, centre point, miles integer, around text[], covering boolean, sort text, skip integer, size integer, OUT total integer, OUT ids uuid[]
) returns record
language plpgsql stable as $$
declare
  today constant integer := private.uk_day(now()) - date '2000-01-01';
  -- A task deletes expired listings every five minutes, so there are few.
  ended constant uuid[] := array(select l.provider_id from search.listings l where l.membership_end <= now());
  -- The nearest of all: one walk by distance.
  everywhere constant boolean := sort = 'distance' and miles is null and not covering;
  -- To be found at a place by name, by distance or by area is a query each: so its index is combined with that of the words, which no
  -- plan does within an 'or'. Two letters are too few for an index.
  ways constant text[] := array_remove(array[
    case when covering then null when miles is not null then 'position <@ circle($3, ' || miles || ')'
      when everywhere then '(position is not null or search.covers(reach, served, $3, $7))'
      when char_length(place) < 3 then 'strpos(place, $2) > 0' when place is not null then 'place like private.contains_pattern($2)' end,
    case when centre is not null and not everywhere then 'served && $7' end,
    case when centre is not null and not everywhere then 'reach @> circle($3, 0)' end], null);
  -- Only the conditions that are asked for, so that each plan can have its index.
  each constant text := 'select provider_id, created_at, rating_score, position from search.listings where ' || concat_ws(' and ', 'true',
    case when asked is not null then 'document @@ $1' end, case when ended <> '{}' then 'provider_id <> all ($4)' end);
  matching constant text := ' from (' || concat_ws(' union all ', each || coalesce(' and ' || ways[1], ''),
    each || ' and ' || ways[2] || ' and not coalesce(' || ways[1] || ', false)',
    each || ' and ' || ways[3] || ' and not coalesce(' || ways[1] || ' or ' || ways[2] || ', false)') || ') as listings';
  in_turn constant text := 'search.turn(provider_id, $5), provider_id desc';
  -- What comes before this in today's turn: about so many of all listings.
  early constant bigint := (
    select -9223372036854775808 + trunc(18446744073709551615 * least(1, 2 * (1000 + skip + size) / greatest(c.reltuples, 1)::numeric))
    from pg_catalog.pg_class c where c.oid = 'search.listings'::regclass);
  -- To sort many costs more than to count them. So the first ones are noted while all are counted: the early ones, or the best rated.
  noted constant text := case sort when 'relevance' then 'array_agg(provider_id) filter (where search.turn(provider_id, $5) <= $6), null::real[]'
    when 'rating' then 'array_agg(provider_id) filter (where rating_score >= 4.4), array_agg(rating_score) filter (where rating_score >= 4.4)'
    else 'null::uuid[], null::real[]' end;
  few uuid[];
  scores real[];
begin
  execute 'select count(*), ' || noted || matching into total, few, scores using asked, place, centre, ended, today, early, around;
  if cardinality(few) >= least(total, skip + size) then
    ids := array(select id from unnest(few, scores) as early (id, score) order by score desc, search.turn(id, today), id desc offset skip limit size);
  elsif total > skip and size > 0 then
    execute 'select array(select provider_id' || matching || ' order by ' || case sort when 'newest' then 'created_at desc, provider_id desc'
        when 'rating' then 'rating_score desc, ' || in_turn when 'distance' then 'position <-> $3, ' || in_turn else in_turn end || ' offset $6 limit $8)'
      into ids using asked, place, centre, ended, today, skip, around, size;
  end if;
  ids := coalesce(ids, '{}');
end $$;
comment on function search.find_listings(tsquery,text,point,integer,text[],boolean,text,integer,integer) is
  'How many listings match, and so many of them after so many, in order. Place: letters of it, with a centre also those whose area covers it; or with miles those so far from the centre and those whose area covers it, or (covering) the latter alone. Around: search.places_around(centre).';

create function public.search_providers(
  service text default null, location text default null, category text default null, page_size integer default 20,
  page_offset integer default 0, sort text default 'relevance', within integer default null, covering boolean default false
) returns json
language plpgsql stable security definer
set search_path = '' set jit = off set plan_cache_mode = force_generic_plan
set enable_seqscan = off set effective_cache_size = '8MB' set effective_io_concurrency = 0 as $$
declare
  size constant int := coalesce(least(greatest(page_size, 1), 60), 20);
  skip constant int := coalesce(least(greatest(page_offset, 0), 10000), 0);
  of_category constant tsquery := search.category_query(category);
  here record;
  centre point;
  around text[];
  near boolean;
  typed tsquery;
  corrected text;
  asked tsquery;
  named tsquery;
  total int;
  ids uuid[];
  best uuid[];
  rest record;
begin
  perform private.refuse_if(sort is null or sort not in ('relevance', 'newest', 'rating', 'distance'),
    '22023', 'Please sort by relevance, newest, rating or distance.');
  here := search.parse_place(service, location, within);
  select q.asked, q.corrected into typed, corrected from search.words_query(here.service, true) as q;
  asked := coalesce(typed && of_category, typed, of_category);
  perform private.refuse_if(covering and here.centre is null,
    '22023', 'Please type a town or a postcode that we know.', 'For example LS6, or LS6 3AB.');
  near := here.centre is not null and (here.within is not null or sort = 'distance' or covering);
  -- 'In Leeds' also finds those whose area covers it.
  centre := case when near or here.name = here.place then here.centre end;
  around := case when centre is not null then search.places_around(centre) end;
  if sort = 'distance' and not near then
    sort := 'relevance';
  end if;
  if not near then
    here.within := null;
  end if;
  if sort = 'relevance' and typed is not null then
    -- First those who have the words in name, trade, skills or town, then those who only mention them.
    named := regexp_replace(typed::text, '''(?=[[:alnum:]])', '''~', 'g');
    select f.total, f.ids into total, best
    from search.find_listings(coalesce(named && of_category, named), here.place, centre, here.within, around, covering, sort, skip, size) as f;
    rest := search.find_listings(asked && !!named, here.place, centre, here.within, around, covering, sort, greatest(0, skip - total), size - cardinality(best));
    total := total + rest.total;
    ids := best || rest.ids;
  else
    select f.total, f.ids into total, ids from search.find_listings(asked, here.place, centre, here.within, around, covering, sort, skip, size) as f;
  end if;
  return (
    select json_build_object('total', total, 'providers', coalesce(json_agg(card order by nr), '[]'),
      -- Of somebody who is not listed, not even that a word is known.
      'corrected', case when total > 0 then corrected end,
      'place', case when here.centre is not null or here.corrected then json_build_object('name', here.name, 'area', here.area,
        'corrected', here.corrected, 'within', here.within, 'near', near) end)
    from unnest(ids) with ordinality as page (id, nr)
    cross join lateral (
      select p.user_id, p.name, p.title, left(p.bio, 160) as bio, p.image_url, p.business_name, p.location, p.rating_average,
        p.rating_count, p.main_category, p.picture, offer.price_pence, offer.price_unit, offer.hours, page.id = any (best) as named,
        case when near then round(l.position <-> centre) end as miles,
        case when centre is not null then (covering or case when near then not coalesce(l.position <@ circle(centre, here.within), here.within is null)
            or round(l.position <-> centre) = 0 else strpos(l.place, here.place) = 0 end)
          and coalesce(search.covers(l.reach, l.served, centre, around), false) end as covers
      from public.public_providers p join search.listings l on l.provider_id = p.user_id
      cross join lateral search.card_offer(page.id) as offer where p.user_id = page.id) as card);
end $$;
comment on function public.search_providers(text,text,text,integer,integer,text,integer,boolean) is
  'A page of the directory: {total, providers, corrected, place}. Category is a selection; location is part of a place name, or with within (miles) or sort distance a place to measure from; sort is relevance, newest, rating or distance. Equals of relevance, rating and distance take turns by the day. Corrected: what was searched for instead of what was typed. Place: how the location was understood. Covering: only those whose area covers the location. Of a provider, covers: their area does, and they are not within the distance, or at the very place. Of a provider, named: the words are in name, trade, skills or town (null where nothing was asked that way).';

-- Suggestions ---------------------------------------------------------------------------------------------------------

create function public.suggest_search(typed text, field text) returns jsonb
language sql stable security definer set search_path = '' as $$
  with asked as (
    select nullif(case suggest_search.field when 'location' then private.fold(left(typed, 60))
      else array_to_string(search.split_words(left(typed, 60)), ' ') end, '') as words
  ), known as (
    -- Names of categories and synonyms may match from any of their words, towns from their first.
    select distinct c.name as text, null::text as finds, 1::bigint as size, 0 as kind,
      ' ' || array_to_string(search.split_words(c.name), ' ') as words
    from public.categories c where suggest_search.field = 'service' and c.is_active
    union all
    select s.term, string_agg(s.means, ', ' order by s.means), 1, 1, ' ' || s.term
    from search.synonyms s
    where suggest_search.field = 'service'
      and not exists (select from public.categories c where c.is_active and array_to_string(search.split_words(c.name), ' ') = s.term)
    group by s.term
    union all
    select p.name, null, (select count(*) from search.listings l where l.place = p.name), 0, ' ' || spelt.name
    from asked, search.places p
    cross join lateral (values (p.name), (case when starts_with(p.name, 'st ') then 'saint' || substr(p.name, 3) end)) as spelt (name)
    where suggest_search.field = 'location' and p.kind = 'town' and starts_with(spelt.name, asked.words)
  ), best as (
    select k.text, k.finds,
      row_number() over (order by k.kind, starts_with(k.words, ' ' || asked.words) desc, k.size desc, k.text) as place
    from known k, asked
    where char_length(asked.words) > 1 and position(' ' || asked.words in k.words) > 0
    order by place limit 8
  )
  select coalesce(jsonb_agg(jsonb_build_object('text', best.text, 'finds', best.finds) order by best.place), '[]')
  from best
$$;
comment on function public.suggest_search(text,text) is
  'What may be meant by letters typed into a search field, at least two: categories and synonyms with what they find (field ''service''), or towns, those with the most people first (field ''location''). The eight best.';

-- Search: the job directory. A search is one query of the open jobs and their two indexes.

create function search.job_document(title text, description text, categories text[]) returns tsvector
language sql immutable parallel safe set search_path = '' as $$
  select array_to_tsvector(search.lexemes(search.split_words(concat_ws(' ', title, description, array_to_string(categories, ' ')))))
$$;
comment on function search.job_document(text,text,text[]) is
  'The lexemes by which a job is found, never its contact.';
-- Without a pending list, which every search would have to read too.

create index jobs_words on public.jobs using gin (search.job_document(title, description, categories), category_keys)
  with (fastupdate = off) where status = 'open';
-- In order, with everything else that is asked for, so that a wide search reads no row of a job.
create index jobs_newest on public.jobs (posted_date desc, id)
  include (expires_at, place, position, budget_type, budget_min, budget_max) where status = 'open';

create function public.search_jobs(
  category text default null, location text default null, budget_type text default 'any', budget_min integer default
  null, budget_max integer default null, page_size integer default 5, page_offset integer default 0, posted_after
  timestamptz default null, words text default null, within integer default null, sort text default 'newest'
) returns json
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  size constant int := least(greatest(coalesce(page_size, 5), 0), 50);
  skip constant bigint := greatest(coalesce(page_offset, 0), 0);
  selection constant text := nullif(btrim(left(category, 170)), '');
  letters constant text := search.place_letters(location);
  miles constant int := least(greatest(coalesce(within, 10), 1), 200);
  swapped constant boolean := coalesce(search_jobs.budget_min > search_jobs.budget_max, false);
  lowest constant int := case when swapped then search_jobs.budget_max else search_jobs.budget_min end;
  highest constant int := case when swapped then search_jobs.budget_min else search_jobs.budget_max end;
  asked constant tsquery := (search.words_query(words, false)).asked;
  centre point;
  name text;
  area text;
  total bigint;
  ids uuid[];
begin
  perform private.refuse_if(budget_type is null or budget_type not in ('any', 'range', 'hourly', 'fixed'),
    '22023', 'Please choose a budget type: any, range, hourly or fixed.');
  perform private.refuse_if(sort is null or sort not in ('newest', 'nearest', 'budget', 'closing'),
    '22023', 'Please choose an order: newest, nearest, budget or closing.');
  if asked is null and btrim(words) <> '' then
    return json_build_object('total', 0, 'jobs', '[]'::json, 'place', null);
  end if;
  if letters is not null and (within is not null or sort = 'nearest' or (search.postcode(location)).outward is not null) then
    select l.centre, l.name, l.area into centre, name, area from search.locate(location) as l;
  end if;
  -- What the index of words and categories finds is read once: walked in order, each job would be looked at to see whether it matches.
  execute 'with found as ' || case when num_nonnulls(asked, selection) = 0 then 'not ' else '' end || 'materialized (
      select j.id, j.posted_date, j.expires_at, j.position, j.budget_type, j.budget_min, j.budget_max
      from public.jobs j where ' || concat_ws(' and ', 'j.status = ''open'' and j.expires_at > now()',
        case when asked is not null then 'search.job_document(j.title, j.description, j.categories) @@ $1' end,
        case when selection is not null then 'j.category_keys @> array[$2]' end,
        -- A postcode means the places around it, as in the directory, and those that have it in their names.
        case when centre is not null then '(j.position <@ circle($4, $5) or strpos(j.place, $3) > 0)'
          when letters is not null then 'strpos(j.place, $3) > 0' end,
        -- 'any' ignores the bounds. Other types leave out jobs without a budget; 'fixed' is every budget that is not by the hour.
        case budget_type when 'hourly' then 'j.budget_type = ''hourly''' when 'fixed' then 'j.budget_type in (''fixed'', ''range'')'
          when 'range' then 'j.budget_type is not null' end,
        case when budget_type <> 'any' and lowest > 0 then 'coalesce(j.budget_max, 2147483647) >= $6' end,
        case when budget_type <> 'any' and highest is not null then 'coalesce(j.budget_min, 0) <= $7' end,
        case when posted_after is not null then 'j.posted_date > $8' end) || ')
    select (select count(*) from found), array(select id from found order by ' || case sort
        when 'nearest' then 'position <-> $4, ' when 'closing' then 'expires_at, '
        -- Amounts for the whole job come before hourly ones, and both before jobs without a budget.
        when 'budget' then 'budget_type is null, budget_type = ''hourly'', coalesce(budget_max, budget_min) desc, '
        else '' end || 'posted_date desc, id offset $9 limit $10)'
    into total, ids using asked, selection, letters, centre, miles::double precision, lowest, highest, posted_after, skip, size;
  return json_build_object('total', total, 'jobs', coalesce((
    select json_agg(case when centre is null then private.job_card(j) else (private.job_card(j)::jsonb
      || jsonb_build_object('miles', round(j.position <-> centre)))::json end order by page.nr)
    from unnest(ids) with ordinality as page (id, nr) join public.jobs j on j.id = page.id), '[]'),
    'place', case when centre is not null then json_build_object('name', name, 'area', area, 'within', miles) end);
end $$;
comment on function public.search_jobs(text,text,text,integer,integer,integer,integer,timestamptz,text,integer,text) is
  'A page of the job directory: {total, jobs, place}. Category is a selection, location part of a place''s name or the middle of so many miles, bounds are in pence and find jobs whose own overlap them (P-23). The order is newest, nearest (10 miles if none are given), budget (highest first) or closing (soonest first). A page of 0 only counts.';

-- Statistics: figures for admins, counted when asked, by British day.

create function private.uk_day(moment timestamptz) returns date
language sql immutable parallel safe as $$ select (moment at time zone 'Europe/London')::date $$;
comment on function private.uk_day(timestamptz) is 'The day of a moment on British calendars.';

create function private.uk_midnight(day date) returns timestamptz
language sql immutable parallel safe as $$ select day::timestamp at time zone 'Europe/London' $$;
comment on function private.uk_midnight(date) is 'When a day begins on British clocks.';

-- Analytics -----------------------------------------------------------------------------------------------------------

create function public.count_profiles_by_type(profile_type text) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (select count(*) from public.profiles where account_type = profile_type);
end $$;
comment on function public.count_profiles_by_type(text) is 'Specified (docs/specification.md, 2.7): accounts of this type.';

create function public.count_profiles_by_date(days_ago integer) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  -- As the chart of sign-ups counts: no admins, and British days with today as the last.
  return (select count(*) from public.profiles where account_type in ('client', 'provider')
    and created_at >= private.uk_midnight(private.uk_day(now()) + 1 - least(greatest(days_ago, 0), 36500)));
end $$;
comment on function public.count_profiles_by_date(integer) is 'Specified (docs/specification.md, 2.7): users who signed up in so many last days.';

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
    'providers', public.count_profiles_by_type('provider'),
    'seekers', public.count_profiles_by_type('client'),
    'active_sessions', active,
    'sessions_24h', recent,
    'approved_feedback', (select count(*) from public.feedback where approved),
    'pending_feedback', (select count(*) from public.feedback where not approved and moderated_at is null),
    'new_users_30d', public.count_profiles_by_date(30),
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
      perform private.refuse_if(from_day is null or to_day is null or not isfinite(from_day) or not isfinite(to_day) or from_day > to_day,
        'PT400', 'Please choose a first day that is not after the last.');
      perform private.refuse_if(from_day > today, 'PT400', 'Please choose days that are not in the future.');
      first_day := from_day;
      last_day := least(to_day, today);
      perform private.refuse_if(last_day - first_day >= 3660, 'PT400', 'Please choose at most ten years.');
      step := case when last_day - first_day < 62 then 'day' when last_day - first_day < 400 then 'week' else 'month' end;
    else
      raise exception 'Please choose a span: 7d, 30d, 12w, 12m or days.' using errcode = 'PT400';
  end case;
  stride := ('1 ' || step)::interval;
  return (
    with periods as materialized (
      select row_number() over (order by start) as nr, greatest(start::date, first_day) as first,
        least((start + stride)::date - 1, last_day) as last
      from generate_series(date_trunc(step, first_day::timestamp), last_day::timestamp, stride) as start
      -- As many days before, to compare with.
      union all select 0, first_day - (last_day - first_day + 1), first_day - 1
    ), bounds as (
      select nr, private.uk_midnight(first) as begins, private.uk_midnight(last + 1) as ends from periods
    ), counted as (
      select b.nr, f.* from bounds b cross join lateral (values
        ('sign_ups', (select count(*) from public.profiles p
          where p.account_type in ('client', 'provider') and p.created_at >= b.begins and p.created_at < b.ends)),
        -- Who had begun before all periods counts in the first. A membership that ends later today may be renewed before.
        ('members', (select count(*) from billing.membership_periods m
            where m.began_at >= case b.nr when 0 then '-infinity' else b.begins end and m.began_at < b.ends)
          - (select count(*) from billing.membership_periods m
            where m.ended_at >= case b.nr when 0 then '-infinity' else b.begins end and m.ended_at < least(b.ends, now()))),
        ('revenue', (select coalesce(sum(p.pence), 0) from public.payments p
            where p.currency = 'gbp' and p.paid_at >= b.begins and p.paid_at < b.ends)
          - (select coalesce(sum(r.pence), 0) from billing.refunds r
            where r.currency = 'gbp' and r.refunded_at >= b.begins and r.refunded_at < b.ends)),
        ('jobs', (select count(*) from public.jobs j where j.posted_date >= b.begins and j.posted_date < b.ends)),
        ('reveals', (select count(*) from public.job_contact_reveals r where r.revealed_at >= b.begins and r.revealed_at < b.ends)),
        ('feedback', (select count(*) from public.feedback f where f.created_at >= b.begins and f.created_at < b.ends))
      ) as f (figure, amount)
    ), points as (
      select nr, figure, case figure when 'members' then sum(amount) over (partition by figure order by nr) else amount end as amount
      from counted
    )
    select json_build_object('span', span, 'step', step, 'from', first_day, 'to', last_day, 'today', today,
      'periods', (select json_agg(json_build_object('from', first, 'to', last) order by nr) from periods where nr > 0),
      'figures', (select json_object_agg(figure, facts) from (
        select figure, json_build_object('amounts', json_agg(amount order by nr) filter (where nr > 0),
          'total', case figure when 'members' then (array_agg(amount order by nr desc))[1] else sum(amount) filter (where nr > 0) end,
          'previous', sum(amount) filter (where nr = 0)) as facts
        from points group by figure) as each)));
end $$;
comment on function public.admin_figures(text,date,date) is
  'For the charts: six figures by British day, week or month; flows with the sum of as many days before, members as the level at each end. The last period may be under way.';

-- Dashboard -----------------------------------------------------------------------------------------------------------

create function public.admin_dashboard_counts() returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return json_build_object(
    'businesses', (select count(*) from public.businesses),
    -- As many as the directory shows: visible and active alone is not listed (P-13).
    'listed_providers', (select count(*) from search.listings where membership_end > now()),
    'businesses_this_month', (select count(*) from public.businesses where created_at >= private.uk_midnight(date_trunc('month', private.uk_day(now())::timestamp)::date)),
    'pending_feedback', (select count(*) from public.feedback where not approved and moderated_at is null));
end $$;
comment on function public.admin_dashboard_counts() is 'The four figures of the admin dashboard.';

-- Answers -------------------------------------------------------------------------------------------------------------

create table stats.empty_searches (
  day date not null,
  trade text not null check (char_length(trade) <= 60),
  place text not null check (char_length(place) <= 60),
  searches integer not null check (searches > 0),
  primary key (day, trade, place)
) with (fillfactor = 80);
comment on table stats.empty_searches is
  'How often a search found nobody, by British day, category or words, and place; no visitor is in it (P-72). At most 500 rows a day, deleted after 90 days.';
comment on column stats.empty_searches.place is 'As typed, but of a postcode only the outward code. Empty for everywhere.';

create function stats.record_empty_searches(p_searches jsonb) returns void
language sql security definer set search_path = '' as $$
  -- So that several processes together add no more rows than one.
  select pg_advisory_xact_lock(hashtext('stats.empty_searches'));
  with wanted as (
    select private.uk_day(now()) as day, btrim(left(lower(g.trade), 60)) as trade,
      btrim(left(case when p.sector is null then lower(g.place) else p.outward end, 60)) as place,
      sum(least(greatest(g.times, 1), 1000000)) as times
    from jsonb_to_recordset(p_searches) as g (kind text, trade text, place text, times integer)
    cross join lateral search.postcode(g.place) as p
    where g.kind = 'nobody' and g.trade is not null and g.place is not null group by 1, 2, 3
  ), counted as (
    select w.*, s.day is not null as stored, row_number() over (partition by s.day is null order by w.times desc, w.trade, w.place) as nr
    from wanted w left join stats.empty_searches s on (s.day, s.trade, s.place) = (w.day, w.trade, w.place)
  )
  insert into stats.empty_searches as s (day, trade, place, searches)
  select c.day, c.trade, c.place, least(c.times, 2147483647) from counted c
  where c.stored or c.nr <= 500 - (select count(*) from stats.empty_searches t where t.day = c.day)
  on conflict (day, trade, place) do update set searches = least(s.searches::bigint + excluded.searches, 2147483647)
$$;
comment on function stats.record_empty_searches(jsonb) is 'Adds searches that found nobody; of a day''s new ones, those beyond 500 are dropped.';

create function public.admin_answers() returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    with jobs as materialized (
      select j.place, j.location, j.categories[1] as trade, coalesce(first.answer <= j.posted_date + interval '48 hours', false) as answered
      from public.jobs j cross join lateral (select least(
        (select min(q.created_at) from public.job_quotes q where q.job_id = j.id),
        (select min(r.revealed_at) from public.job_contact_reveals r where r.job_id = j.id),
        (select min(m.created_at) from public.enquiries e join public.enquiry_messages m on m.enquiry_id = e.id and m.author_id = e.provider_id
          where e.job_id = j.id)) as answer) as first
      -- A young job without an answer may have one in time yet.
      where j.posted_date > now() - interval '30 days' and (first.answer is not null or j.posted_date < now() - interval '48 hours')
    ), grouped as (
      select 'town' as kind, mode() within group (order by location) as name, count(*) as jobs, count(*) filter (where answered) as answered
      from jobs where place <> '' group by place having count(*) >= 5
      union all
      select 'trade', trade, count(*), count(*) filter (where answered) from jobs group by trade having count(*) >= 5
    ), searches as (
      select trade, place, sum(searches) as searches from stats.empty_searches
      where day > private.uk_day(now()) - 30 group by trade, place order by sum(searches) desc, trade, place limit 20
    )
    select json_build_object('jobs', (select count(*) from jobs), 'answered', (select count(*) from jobs where answered),
      'groups', (select coalesce(json_agg(g order by g.kind, g.jobs desc, g.name), '[]') from grouped g),
      'empty_searches', (select coalesce(json_agg(s order by s.searches desc, s.trade, s.place), '[]') from searches s)));
end $$;
comment on function public.admin_answers() is
  'Jobs of the last 30 days with a first answer (a quote, an unlock, a message) within 48 hours, also by town and trade with five or more; and the 20 searches that found nobody most often.';

-- Jobs: quotes of providers, and what the two say about them.

create table public.job_quotes (
  job_id uuid not null references public.jobs (id) on delete cascade,
  provider_id uuid not null references public.profiles (id) on delete cascade,
  message text not null check (message ~ '\S' and char_length(message) <= 4000),
  price_type text not null check (price_type in ('fixed', 'range', 'hourly', 'after_visit')),
  price_min integer check (price_min between 100 and 100000000),
  price_max integer check (price_max between 100 and 100000000),
  vat text not null check (vat in ('included', 'added', 'not_registered')),
  earliest_start date,
  valid_until date not null,
  pictures text[] not null default '{}' check (cardinality(pictures) <= 5),
  state text not null default 'sent' check (state in ('sent', 'withdrawn', 'declined', 'accepted')),
  reason text check (char_length(reason) <= 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  seen_at timestamptz,
  decided_at timestamptz,
  primary key (job_id, provider_id),
  check (case price_type when 'after_visit' then num_nonnulls(price_min, price_max) = 0
    when 'range' then coalesce(price_min < price_max, false) else price_min is not null and price_max is null end),
  check ((decided_at is not null) = (state in ('declined', 'accepted')))
);
comment on table public.job_quotes is
  'A provider''s quote for a job, one for each. Read by the provider and the job''s poster only; written by functions alone.';
comment on column public.job_quotes.price_min is 'Pence. Only a range also has price_max; after_visit has neither.';
comment on column public.job_quotes.valid_until is
  'The last day, in Britain, on which it can be accepted. Afterwards people read "expired".';
comment on column public.job_quotes.seen_at is 'When the poster first read the present text.';
comment on column public.job_quotes.reason is 'Why the poster declined, in their words; the provider reads it.';
create index job_quotes_of_provider on public.job_quotes (provider_id, created_at desc);
grant select (job_id, provider_id, message, price_type, price_min, price_max, vat, earliest_start, valid_until, pictures,
  state, reason, created_at, updated_at, seen_at, decided_at) on public.job_quotes to authenticated;
create policy "provider and poster read" on public.job_quotes for select to authenticated
  using ((select private.is_session_valid()) and (provider_id = (select auth.uid())
    or exists (select from public.jobs j where j.id = job_id and j.user_id = (select auth.uid()))));

-- Sending -------------------------------------------------------------------------------------------------------------

create function private.quote_problem(quote public.job_quotes) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := private.uk_day(now());
begin
  -- Planned once; a function in SQL would be planned for each quote.
  return case
    when coalesce(quote.message, '') = '' then 'Please write a message'
    when char_length(quote.message) > 4000 then 'Please use at most 4,000 characters'
    when quote.price_type is null or quote.price_type not in ('fixed', 'range', 'hourly', 'after_visit') then 'Please choose a kind of price'
    when quote.price_type <> 'after_visit' and quote.price_min is null or quote.price_type = 'range' and quote.price_max is null
      then 'Please enter a price'
    when quote.price_min not between 100 and 100000000 or quote.price_max not between 100 and 100000000
      then 'Please enter a price from £1 to £1,000,000'
    when quote.price_type = 'range' and quote.price_min >= quote.price_max then 'Please enter a highest price above the lowest'
    when quote.vat is null or quote.vat not in ('included', 'added', 'not_registered') then 'Please choose how VAT applies'
    when quote.earliest_start not between today and today + 730 then 'Please choose a start from today to two years ahead'
    when quote.valid_until is null or quote.valid_until not between today and today + 180
      then 'Please choose a last day from today to 180 days ahead'
    else private.picture_problem(quote.pictures, '{}', 'portfolio_media', quote.provider_id || '/portfolio/') end;
end $$;
comment on function private.quote_problem(public.job_quotes) is
  'Why a quote cannot be sent, in words for people, or null: it is within the limits, and shows only pictures of the provider''s own.';

create function private.lock_own_job(target uuid) returns public.jobs
language plpgsql security definer set search_path = '' as $$
declare
  job public.jobs;
begin
  perform private.require_active_account();
  select * into job from public.jobs j where j.id = target and j.user_id = (select auth.uid()) for no key update;
  perform private.refuse_if(job.id is null, 'PT404', 'We could not find this job among yours. Please reload the page.');
  return job;
end $$;
comment on function private.lock_own_job(uuid) is
  'Locks a job of the caller''s. Every change of a quote locks the job first, so that decisions wait for one another.';

create function public.send_quote(
  job_id uuid, message text, price_type text, vat text, valid_until date, price_min integer default null,
  price_max integer default null, earliest_start date default null, pictures text[] default '{}'
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := (select auth.uid());
  job public.jobs;
  quote public.job_quotes;
  written public.job_quotes;
  problem text;
begin
  select * into job from public.jobs j where j.id = send_quote.job_id;
  if job.user_id = me then
    raise exception 'This job is your own. Please choose another one.' using errcode = 'PT409';
  end if;
  perform private.require_job_access();
  job := private.take_job_place(send_quote.job_id, me);
  select * into quote from public.job_quotes q where q.job_id = job.id and q.provider_id = me for update;
  if quote.state in ('declined', 'accepted') then
    raise exception 'Your quote has already been decided, so it was not changed. Please reload the page.'
      using errcode = 'PT409';
  end if;
  written.job_id := job.id;
  written.provider_id := me;
  written.message := private.visible_text(send_quote.message);
  written.price_type := send_quote.price_type;
  written.price_min := send_quote.price_min;
  written.price_max := send_quote.price_max;
  written.vat := send_quote.vat;
  written.earliest_start := send_quote.earliest_start;
  written.valid_until := send_quote.valid_until;
  written.pictures := coalesce(send_quote.pictures, '{}');
  problem := private.quote_problem(written);
  if problem is not null then
    raise exception '%', problem using errcode = 'PT400';
  end if;
  insert into public.job_quotes as q (job_id, provider_id, message, price_type, price_min, price_max, vat, earliest_start,
    valid_until, pictures, updated_at)
  values (written.job_id, me, written.message, written.price_type, case when written.price_type <> 'after_visit' then written.price_min end,
    case when written.price_type = 'range' then written.price_max end, written.vat, written.earliest_start, written.valid_until,
    written.pictures, clock_timestamp())
  on conflict on constraint job_quotes_pkey do update set message = excluded.message, price_type = excluded.price_type,
    price_min = excluded.price_min, price_max = excluded.price_max, vat = excluded.vat,
    earliest_start = excluded.earliest_start, valid_until = excluded.valid_until, pictures = excluded.pictures,
    updated_at = excluded.updated_at, state = 'sent', seen_at = null;
  perform private.enforce_rate_limit('quotes', 50, 86400, 'You have sent 50 quotes today, which is the most. Please try again tomorrow.', false);
  -- However often it is edited, one email a day.
  perform notify.from_person(me, job.user_id, 'quote_received', jsonb_build_object('job_id', job.id, 'title', job.title,
    'from', private.public_name(me), 'edited', coalesce(quote.state = 'sent', false)),
    'quote_received:' || job.id || ':' || me || ':' || private.uk_day(now()));
end $$;
comment on function public.send_quote(uuid,text,text,text,date,integer,integer,date,text[]) is
  'Sends the caller''s quote for an open job, or edits it until the client has decided. It takes one of the job''s places, as unlocking does.';

create function public.withdraw_quote(job_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_session();
  perform from public.jobs j where j.id = withdraw_quote.job_id for no key update;
  update public.job_quotes q set state = 'withdrawn', updated_at = clock_timestamp()
  where q.job_id = withdraw_quote.job_id and q.provider_id = (select auth.uid()) and q.state = 'sent';
  perform private.refuse_if(not found, 'PT409', 'You have no quote here that can be withdrawn. Please reload the page.');
end $$;
comment on function public.withdraw_quote(uuid) is
  'Takes back the caller''s quote while it is undecided. The provider may send another one in its place.';

-- Deciding ------------------------------------------------------------------------------------------------------------

create function private.lock_sent_quote(target uuid, provider uuid, seen timestamptz) returns public.job_quotes
language plpgsql security definer set search_path = '' as $$
declare
  quote public.job_quotes;
begin
  select * into quote from public.job_quotes q where q.job_id = target and q.provider_id = provider for update;
  perform private.refuse_if(quote.job_id is null, 'PT404', 'This quote no longer exists. Please reload the page.');
  perform private.refuse_if(quote.state <> 'sent',
    'PT409', 'This quote has been withdrawn or decided already. Please reload the page.');
  perform private.refuse_if(quote.updated_at is distinct from seen,
    'PT409', 'This quote has changed since you opened it. Please read it again before you decide.');
  return quote;
end $$;
comment on function private.lock_sent_quote(uuid,uuid,timestamptz) is
  'Locks an undecided quote; refuses if it has changed since the caller read it.';

create function public.decline_quote(job_id uuid, provider_id uuid, seen timestamptz, reason text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  job constant public.jobs := private.lock_own_job(decline_quote.job_id);
  why constant text := private.written_text(decline_quote.reason, 500);
begin
  perform private.lock_sent_quote(job.id, decline_quote.provider_id, decline_quote.seen);
  update public.job_quotes q set state = 'declined', decided_at = now(), reason = why
  where q.job_id = job.id and q.provider_id = decline_quote.provider_id;
  perform notify.from_person(job.user_id, decline_quote.provider_id, 'quote_declined',
    jsonb_strip_nulls(jsonb_build_object('title', job.title, 'reason', why)));
end $$;
comment on function public.decline_quote(uuid,uuid,timestamptz,text) is
  'The poster declines a quote as last read, with or without a reason, which the provider gets by email unless they blocked the poster.';

-- Conversation --------------------------------------------------------------------------------------------------------

create function public.write_about_quote(
  job_id uuid, provider_id uuid, message text, pictures text[] default '{}'
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := (select auth.uid());
  job public.jobs;
  talk uuid;
begin
  perform private.require_active_account();
  select j.* into job from public.jobs j join public.job_quotes q on q.job_id = j.id
  where j.id = write_about_quote.job_id and q.provider_id = write_about_quote.provider_id and me in (j.user_id, q.provider_id);
  perform private.refuse_if(job.id is null, 'PT404', 'This quote no longer exists. Please reload the page.');
  if me <> job.user_id and not exists (select from public.enquiries e where e.job_id = job.id and e.provider_id = me) then
    -- A provider begins a conversation only where the contact is theirs to read.
    perform public.reveal_job_contact(job.id);
  end if;
  insert into public.enquiries as e (sender_id, provider_id, subject, job_id)
  values (job.user_id, write_about_quote.provider_id, btrim(regexp_replace(job.title, '\s+', ' ', 'g')), job.id)
  on conflict on constraint enquiries_of_quote do update set last_message_at = now() returning e.id into talk;
  perform private.add_enquiry_message(talk, me,
    case when me = job.user_id then write_about_quote.provider_id else job.user_id end, job.title, message, pictures);
  return talk;
end $$;
comment on function public.write_about_quote(uuid,uuid,text,text[]) is
  'Writes into the conversation about a quote, which is among the enquiries of both; the first message begins it, a provider''s only while they may read the contact.';

-- Reading -------------------------------------------------------------------------------------------------------------

create function public.open_job_quotes(
  job_id uuid
) returns table (provider_id uuid, name text, image_url text, listed boolean, rating_average numeric, rating_count integer, miles integer, message text, price_type text, price_min integer, price_max integer, vat text, earliest_start date, valid_until date, expired boolean, pictures text[], state text, reason text, updated_at timestamptz, enquiry_id uuid)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  job public.jobs;
begin
  perform private.require_session();
  select * into job from public.jobs j where j.id = open_job_quotes.job_id and j.user_id = (select auth.uid());
  update public.job_quotes q set seen_at = now() where q.job_id = job.id and q.seen_at is null and q.state = 'sent';
  return query
    select q.provider_id, private.public_name(q.provider_id), p.profile_image_url, l.user_id is not null,
      l.rating_average, coalesce(l.rating_count, 0),
      round(here.centre <-> there.centre)::integer,
      q.message, q.price_type, q.price_min, q.price_max, q.vat, q.earliest_start, q.valid_until,
      q.valid_until < private.uk_day(now()), q.pictures, q.state, q.reason, q.updated_at, e.id
    from public.job_quotes q
    join public.profiles p on p.id = q.provider_id
    left join public.public_providers l on l.user_id = q.provider_id
    left join public.enquiries e on e.job_id = q.job_id and e.provider_id = q.provider_id
    left join lateral search.locate(job.location) as here on true
    left join lateral search.locate(p.location) as there on true
    where q.job_id = job.id
    order by array_position(array['accepted', 'sent', 'declined', 'withdrawn'], q.state), q.created_at;
end $$;
comment on function public.open_job_quotes(uuid) is
  'For a job''s poster: its quotes with what compares them, undecided ones first. Marks them as seen.';

-- Jobs: whom the poster hired, and whether the work is done.

-- Hiring --------------------------------------------------------------------------------------------------------------

create function private.hire(job public.jobs, provider uuid, starts date) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse_if(job.status in ('hired', 'done'),
    'PT409', 'You have already hired someone for this job. Please reload the page.');
  perform private.refuse_if(not exists (select from private.job_transitions() t where t.was = job.status and t.becomes = 'hired'),
    'PT409', 'You cannot hire for this job at the moment. Please open it under My Jobs.');
  perform private.refuse_if(not exists (select from public.profiles p where p.id = provider and p.is_active and not private.is_deletion_pending(p.id)),
    'PT409', 'This professional''s account is switched off. Please choose someone else.');
  perform private.refuse_if(private.has_blocked(provider, job.user_id),
    'PT403', 'This person is not accepting messages from you. Please choose someone else.');
  -- Each hire sends emails.
  perform private.enforce_rate_limit('hire', 20, 86400, 'You have hired many times today. Please try again tomorrow.');
  -- Overwrites the facts of an earlier hire, which a job keeps when it is closed.
  update public.jobs set status = 'hired', outcome = 'here', hired_provider_id = provider, hired_at = now(),
    work_starts_on = case when starts is not null then greatest(starts, private.uk_day(now())) end, done_question_at = null, done_by_provider_at = null
  where id = job.id;
  -- The hired provider may read the contact, even if the poster had withdrawn it.
  update public.job_contact_reveals r set revoked_at = null where r.job_id = job.id and r.provider_id = hire.provider;
  perform notify.from_person(job.user_id, provider, 'job_hired', jsonb_build_object('job_id', job.id, 'title', job.title,
    'other', private.public_name(job.user_id)));
end $$;
comment on function private.hire(public.jobs,uuid,date) is
  'Marks a locked job as hired, and emails the provider. A second hire is refused, and one of somebody who blocked the poster.';

create function public.accept_quote(job_id uuid, provider_id uuid, seen timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  job constant public.jobs := private.lock_own_job(accept_quote.job_id);
  quote public.job_quotes;
begin
  perform private.refuse_if(job.status in ('hired', 'done'),
    'PT409', 'You have already hired someone for this job. Please reload the page.');
  quote := private.lock_sent_quote(job.id, accept_quote.provider_id, accept_quote.seen);
  perform private.refuse_if(quote.valid_until < private.uk_day(now()),
    'PT409', 'This quote has expired. Please ask for a new one.');
  update public.job_quotes q set state = 'accepted', decided_at = now()
  where q.job_id = job.id and q.provider_id = quote.provider_id;
  perform private.hire(job, quote.provider_id, quote.earliest_start);
end $$;
comment on function public.accept_quote(uuid,uuid,timestamptz) is
  'The poster accepts a quote as last read, which marks the job as hired. Of two at once one is refused.';

create function public.mark_job_hired(job_id uuid, outcome text, provider_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  job constant public.jobs := private.lock_own_job(mark_job_hired.job_id);
begin
  if mark_job_hired.outcome = 'here' then
    perform private.refuse_if(not exists (select from public.job_contact_reveals r where r.job_id = job.id and r.provider_id = mark_job_hired.provider_id),
      'PT400', 'Please choose a professional who has unlocked your contact details');
    perform private.refuse_if(exists (select from public.job_quotes q where q.job_id = job.id and q.provider_id = mark_job_hired.provider_id
      and q.state = 'sent' and q.valid_until >= private.uk_day(now())),
      'PT409', 'This professional has sent you a quote. Please accept or decline it.');
    perform private.hire(job, mark_job_hired.provider_id, null);
  elsif mark_job_hired.outcome in ('elsewhere', 'nobody') then
    perform private.refuse_if(job.status not in ('open', 'expired', 'closed'),
      'PT409', 'This job cannot be closed at the moment. Please reload the page.');
    update public.jobs j set status = 'closed', outcome = mark_job_hired.outcome, hired_provider_id = null, hired_at = null,
      work_starts_on = null, done_question_at = null, done_by_provider_at = null
    where j.id = job.id;
  else
    raise exception 'Please choose who you hired' using errcode = 'PT400';
  end if;
end $$;
comment on function public.mark_job_hired(uuid,text,uuid) is
  'The poster says whom they hired: here (one who unlocked the contact), elsewhere, or nobody, which both close the job.';

create function private.follow_job_status() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  change record;
  facts constant jsonb := jsonb_build_object('job_id', new.id, 'title', new.title,
    -- The task closes a hired job when its poster does not say whether the work is done.
    'status', case when old.status = 'hired' and new.status = 'closed' and (select auth.uid()) is null then 'silent' else new.status end,
    'other', private.public_name(new.user_id));
begin
  -- A quote stays accepted only while its provider is the one hired.
  update public.job_quotes q set state = 'sent', decided_at = null, updated_at = clock_timestamp()
  where q.job_id = new.id and q.state = 'accepted' and q.provider_id is distinct from new.hired_provider_id;
  select * into change from private.job_transitions() t where t.was = old.status and t.becomes = new.status;
  if change.poster_notice is not null and (select auth.uid()) is null then
    perform notify.account(new.user_id, change.poster_notice, facts, change.poster_notice || ':' || new.id || ':' || old.expires_at);
  end if;
  if change.notified = 'quoting' then
    perform notify.from_person(new.user_id, q.provider_id, 'job_outcome',
      -- Others are not told whom the poster hired elsewhere, or that nobody was hired.
      facts, 'job_outcome:' || new.id || ':' || q.provider_id || ':' || new.status || ':' || private.uk_day(now()))
    from public.job_quotes q
    where q.job_id = new.id and q.state = 'sent' and q.provider_id is distinct from new.hired_provider_id;
  elsif change.notified = 'hired' then
    perform notify.from_person(new.user_id, old.hired_provider_id, 'job_outcome', facts);
  end if;
  return null;
end $$;
comment on function private.follow_job_status() is
  'Trigger: emails whom private.job_transitions() names and who have not blocked the poster, those who quoted once a day for each status, and takes an acceptance back with the hire.';

create trigger follow_job_status after update of status on public.jobs
  for each row when (old.status <> new.status or old.hired_at is distinct from new.hired_at) execute function private.follow_job_status();

-- Done ----------------------------------------------------------------------------------------------------------------

create function private.question_done(job public.jobs, person uuid) returns void
language sql security definer set search_path = '' as $$
  -- The words are the poster's, who is asked whomever they have blocked.
  select notify.from_person(job.user_id, person, 'job_done_question', jsonb_build_object('job_id', job.id, 'title', job.title,
    'to_client', person = job.user_id, 'said_done', job.done_by_provider_at is not null,
    'other', private.public_name(case person when job.user_id then job.hired_provider_id else job.user_id end)),
    'job_done_question:' || job.id || ':' || job.hired_at || ':' || person || ':' || (job.done_by_provider_at is not null))
$$;
comment on function private.question_done(public.jobs,uuid) is
  'Emails one of the two the question whether the work is done, once a hire, and the poster again when the provider says so.';

create function public.mark_job_done(job_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := (select auth.uid());
  job public.jobs;
begin
  perform private.require_active_account();
  select * into job from public.jobs j
  where j.id = mark_job_done.job_id and me in (j.user_id, j.hired_provider_id) for no key update;
  perform private.refuse_if(job.id is null, 'PT404', 'We could not find this job among yours. Please reload the page.');
  perform private.refuse_if(job.status not in ('hired', 'done') or job.status = 'done' and job.user_id = me,
    'PT409', 'This job is not in progress. Please reload the page.');
  if job.user_id = me then
    update public.jobs j set status = 'done' where j.id = job.id;
  elsif job.done_by_provider_at is null then
    update public.jobs j set done_by_provider_at = now() where j.id = job.id returning j.* into job;
    perform private.question_done(job, job.user_id) where job.status = 'hired';
  end if;
end $$;
comment on function public.mark_job_done(uuid) is
  'Says that the work is done. The poster''s word makes the job done; the provider''s, before or after it, is recorded, and the poster is asked unless they have said so.';

create function private.process_hired_jobs() returns void
language plpgsql security definer set search_path = '' as $$
declare
  job public.jobs;
begin
  for job in
    select * from public.jobs j
    where j.status = 'hired' and j.done_question_at is null
      and coalesce(j.work_starts_on, private.uk_day(j.hired_at)) < private.uk_day(now())
    order by j.hired_at limit 200 for update skip locked
  loop
    update public.jobs set done_question_at = now() where id = job.id;
    perform private.question_done(job, job.user_id);
    perform private.question_done(job, job.hired_provider_id);
  end loop;
  -- Without an answer the job is closed and never counts as done.
  update public.jobs set status = 'closed' where id in (
    select j.id from public.jobs j where j.status = 'hired' and j.done_question_at < now() - interval '60 days'
    limit 200 for update skip locked);
  delete from public.job_quotes q where (q.job_id, q.provider_id) in (
    select o.job_id, o.provider_id from public.job_quotes o join public.jobs j on j.id = o.job_id
    where j.ended_at < now() - private.contact_lifetime() limit 500);
end $$;
comment on function private.process_hired_jobs() is
  'Part of process_job_expiry(): asks both sides once after the start whether the work is done, closes after 60 days without the poster''s answer, and erases quotes contact_lifetime() after the end, with the contacts.';

-- The lists of both ---------------------------------------------------------------------------------------------------

create function public.my_quotes(
  page_size integer default 20, page_offset integer default 0
) returns table (job_id uuid, title text, description text, location text, client text, user_id uuid, job_status text, mine boolean, readable boolean, message text, price_type text, price_min integer, price_max integer, vat text, earliest_start date, valid_until date, expired boolean, pictures text[], state text, reason text, seen boolean, sent_at timestamptz, said_done boolean, confirmed boolean, enquiry_id uuid, total_count bigint)
language sql stable security definer set search_path = '' as $$
  select l.*, count(*) over ()
  from (
    select j.id as job, j.title, case when r.readable then j.description end, j.location, private.public_name(j.user_id), j.user_id,
      private.job_state(j) as job_status,
      coalesce(j.hired_provider_id = (select auth.uid()) and j.status <> 'stopped', false) as mine, r.readable, q.message, q.price_type, q.price_min, q.price_max, q.vat,
      q.earliest_start, q.valid_until, q.valid_until < private.uk_day(now()), coalesce(q.pictures, '{}'), q.state, q.reason,
      q.seen_at is not null, coalesce(q.created_at, j.hired_at) as sent_at,
      j.done_by_provider_at is not null or coalesce(j.status = 'done' and h.reviewable_at <= now(), false), coalesce(h.confirmed_at is not null, false),
      e.id as enquiry
    from public.jobs j
    cross join lateral (select private.job_state(j) = 'open' or private.is_hired(j) as readable) as r
    left join public.job_quotes q on q.job_id = j.id and q.provider_id = (select auth.uid())
    left join public.enquiries e on e.job_id = j.id and e.provider_id = (select auth.uid())
    left join public.hires h on h.job_id = j.id and h.provider_id = (select auth.uid())
    where j.id in (select o.job_id from public.job_quotes o where o.provider_id = (select auth.uid())
        union select h.id from public.jobs h where h.hired_provider_id = (select auth.uid()))
    union all
    select null, null, null, null, private.public_name(h.client_id), h.client_id, 'deleted', true, false, null, null, null, null, null,
      null, null, null, '{}', null, null, null, h.hired_at, null, true, null
    from public.hires h
    where h.provider_id = (select auth.uid()) and h.job_id is null and h.confirmed_at is not null and h.undone_at is null
  ) as l
  where private.is_session_valid()
  order by case when l.mine and l.readable then (l.job_status <> 'hired')::integer else 2 end, l.sent_at desc, l.job
  limit least(greatest(page_size, 1), 100) offset least(greatest(page_offset, 0), 100000)
$$;
comment on function public.my_quotes(integer,integer) is
  'The caller''s quotes and hires, with what became of each job: first work that they won, then the newest. Excludes other providers'' quotes. A job deleted after a confirmed hire is still listed, without its content.';

create function public.my_saved_jobs() returns table (job_id uuid, title text, location text, budget text, posted_date timestamptz, readable boolean, quoted boolean)
language sql stable security definer set search_path = '' as $$
  select j.id, case when r.readable or j.status not in ('paused', 'stopped') then j.title end,
    case when r.readable then j.location end, case when r.readable then j.budget end, j.posted_date, r.readable,
    exists (select from public.job_quotes q where q.job_id = j.id and q.provider_id = s.provider_id and q.state <> 'withdrawn')
  from public.saved_jobs s
  join public.jobs j on j.id = s.job_id
  cross join lateral (select private.job_state(j) = 'open' or private.is_hired(j) as readable) as r
  where s.provider_id = (select auth.uid()) and private.is_session_valid()
  order by s.created_at desc, j.id limit 200
$$;
comment on function public.my_saved_jobs() is
  'The jobs that the caller saved, the last saved first. One that has ended keeps its title, unless its account is switched off or a moderator stopped it.';

create function public.job_hire(job_id uuid) returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object('outcome', j.outcome, 'provider', case when j.hired_provider_id is not null
      then private.public_name(j.hired_provider_id) end, 'provider_id', j.hired_provider_id, 'starts_on', j.work_starts_on,
    'said_done', j.done_by_provider_at is not null or coalesce(j.status = 'done' and h.reviewable_at <= now(), false),
    'client', private.public_name(j.user_id), 'contact_erased', j.contact_erased, 'confirmed', h.confirmed_at is not null,
    'reviewed', j.user_id = (select auth.uid()) and exists (select from public.feedback f where f.hire_id = h.id and f.user_id = j.user_id),
    'enquiry_id', (select e.id from public.enquiries e where e.job_id = j.id and e.provider_id = j.hired_provider_id),
    'candidates', (
      select coalesce(json_agg(json_build_object('id', p.id, 'name', private.public_name(p.id)) order by r.revealed_at), '[]')
      from public.job_contact_reveals r
      join public.profiles p on p.id = r.provider_id and p.is_active and not private.is_deletion_pending(p.id)
      where r.job_id = j.id and j.user_id = (select auth.uid()) and not exists (select from public.job_quotes q where q.job_id = j.id
        and q.provider_id = p.id and q.state = 'sent' and q.valid_until >= private.uk_day(now()))))
  from public.jobs j
  left join public.hires h on h.job_id = j.id and h.provider_id = j.hired_provider_id
  where j.id = job_hire.job_id and (j.user_id = (select auth.uid()) and private.is_session_valid() or private.is_hired(j))
$$;
comment on function public.job_hire(uuid) is
  'For a job''s poster and the hired provider: what both know of the hire. said_done is also true once the provider''s word would change nothing. Only the poster gets those who may be named as hired without a quote. Null for others.';

create function public.my_jobs() returns table (id uuid, title text, category text, location text, status text, posted_date timestamptz, expires_at timestamptz, contact_erased boolean, unlocks integer, quotes integer, new_quotes integer, told_count integer, seen_count integer, provider_id uuid, provider text, starts_on date, said_done boolean, reviewed boolean, may_review boolean)
language sql stable security definer set search_path = '' as $$
  select j.id, j.title, j.category, j.location, private.job_state(j), j.posted_date, j.expires_at,
    j.contact_erased, u.unlocks, q.quotes, q.unread, t.told_count, t.seen_count, j.hired_provider_id,
    case when j.hired_provider_id is not null then private.public_name(j.hired_provider_id) end, j.work_starts_on,
    j.done_by_provider_at is not null,
    exists (select from public.hires h join public.feedback f on f.hire_id = h.id
      where h.job_id = j.id and h.provider_id = j.hired_provider_id and f.user_id = j.user_id),
    j.status = 'done' and exists (select from private.reviewable_hires(j.user_id, j.hired_provider_id) h where h.job_id = j.id)
  from public.jobs j
  cross join lateral (select count(*)::integer as unlocks from public.job_contact_reveals r
    where r.job_id = j.id and r.revoked_at is null) as u
  cross join lateral (select count(*)::integer as quotes, (count(*) filter (where o.seen_at is null))::integer as unread
    from public.job_quotes o where o.job_id = j.id and o.state = 'sent' and o.valid_until >= private.uk_day(now())) as q
  cross join lateral (select count(*)::integer as told_count, count(m.seen_at)::integer as seen_count from public.job_matches m where m.job_id = j.id) as t
  where j.user_id = (select auth.uid()) and private.is_session_valid()
  order by j.posted_date desc, j.id limit 200
$$;
comment on function public.my_jobs() is
  'The caller''s own jobs, newest first: who may still write about each, who was told and has looked, the quotes that wait for a decision, and whom they hired. Marks nothing as seen.';

-- Jobs: which members fit, who was told of a job, whom its poster asked, and what became of that.

create table public.job_matches (
  job_id uuid not null references public.jobs (id) on delete cascade,
  provider_id uuid not null references public.profiles (id) on delete cascade,
  told_at timestamptz not null default now(),
  mailed_at timestamptz,
  asked_at timestamptz,
  seen_at timestamptz,
  declined_at timestamptz,
  primary key (job_id, provider_id)
);
comment on table public.job_matches is
  'Which member was told of which job, once each; whether its poster asked them by name, and whether they looked or declined. Written by functions only.';
comment on column public.job_matches.mailed_at is 'When it was emailed; null while it waits for the daily email.';
comment on column public.job_matches.seen_at is 'When the member first opened the job''s page afterwards.';
create index job_matches_of_provider on public.job_matches (provider_id, asked_at desc nulls last);
create index job_matches_waiting on public.job_matches (told_at) where mailed_at is null;
grant select on public.job_matches to authenticated;
create policy "members read their own" on public.job_matches for select to authenticated using (provider_id = (select auth.uid()));

-- Who fits ------------------------------------------------------------------------------------------------------------

create function private.fitting_members(
  job public.jobs, wider boolean default false
) returns table (provider_id uuid, miles integer, covers boolean, related boolean, rating real)
language plpgsql stable security definer set search_path = '' as $$
declare
  keys constant text[] := case when wider then job.category_keys else job.categories end;
  trades constant tsquery := (select string_agg(search.category_query(key)::text, '|') from unnest(keys) as key);
  centre constant point := case when job.sector is null then job.position
    else coalesce((search.locate(job.sector || ' ' || job.location)).centre, job.position) end;
  around constant text[] := search.places_around(centre);
begin
  -- Only the conditions that this job needs, so that each plan can have its indexes, as in search.find_listings().
  return query execute 'select l.provider_id, round(l.position <-> $2)::integer, coalesce(search.covers(l.reach, l.served, $2, $3), false),
      not l.categories && $5, l.rating_score
    from search.listings l
    where l.document @@ $1 and l.membership_end > now() and l.provider_id <> $6'
    -- Whether the area fits: the one that its owner has given, or so many miles; of a place that is not on the map, those who name it.
    || case when centre is not null then ' and (search.covers(l.reach, l.served, $2, $3) or l.position <@ circle($2, '
        || case when wider then '20))' else '10) and l.reach is null and l.served = ''{}'')' end
      when job.place is not null then ' and strpos(l.place, $4) > 0' else '' end
    || ' and not exists (select from public.enquiry_blocks b
        where (b.user_id, b.blocked_id) in (($6, l.provider_id), (l.provider_id, $6)))
      and not exists (select from public.job_contact_reveals r
        where r.job_id = $7 and r.provider_id = l.provider_id and r.revoked_at is not null)'
    using trades, centre, around, job.place, job.categories, job.user_id, job.id;
end $$;
comment on function private.fitting_members(public.jobs,boolean) is
  'The listed members whose trades and area fit a job, without its poster, those who block or are blocked, and those whose access was withdrawn. Wider: twice as far, and related categories of the same group.';

-- Telling -------------------------------------------------------------------------------------------------------------

create function notify.job_in_mail(job public.jobs) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', job.id, 'title', job.title, 'category', job.category, 'location', job.location, 'budget', job.budget)
$$;
comment on function notify.job_in_mail(public.jobs) is 'What an email says of a job: never its contact.';

create function private.tell_members(job public.jobs, wider boolean) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  today constant integer := private.uk_day(now()) - date '2000-01-01';
  member record;
  told integer := 0;
begin
  for member in
    insert into public.job_matches (job_id, provider_id, mailed_at)
    select job.id, f.provider_id, case when not s.job_alerts_daily then now() end
    from private.fitting_members(job, wider) as f
    join search.listings l on l.provider_id = f.provider_id
    join public.notification_settings s on s.user_id = f.provider_id and s.email_notifications and s.job_alerts
    -- A choice that none of one's own trades is in any more means all of them.
    where (not s.job_trades && l.categories or s.job_trades && job.category_keys)
      and not exists (select from public.job_matches m where m.job_id = job.id and m.provider_id = f.provider_id)
    order by f.related, l.position <-> job.position, search.turn(f.provider_id, today)
    limit greatest(0, 200 - (select count(*) from public.job_matches m where m.job_id = job.id))
    on conflict do nothing returning provider_id, mailed_at
  loop
    told := told + 1;
    if member.mailed_at is not null then
      perform notify.account(member.provider_id, 'job_alert',
        jsonb_build_object('many', 1, 'jobs', jsonb_build_array(notify.job_in_mail(job))), 'job_alert:' || job.id || ':' || member.provider_id);
    end if;
  end loop;
  return told;
end $$;
comment on function private.tell_members(public.jobs,boolean) is
  'Tells fitting members of a job who were not told before and have not switched it off, the nearest first and at most 200 a job; gives how many.';

create function notify.send_job_alerts() returns void
language plpgsql security definer set search_path = '' as $$
declare
  job public.jobs;
  member record;
begin
  for job in
    select * from public.jobs j
    where j.status = 'open' and j.told_at is null and j.expires_at > now() and j.posted_date > now() - interval '7 days'
    order by j.posted_date limit 20 for no key update skip locked
  loop
    perform private.tell_members(job, false);
    update public.jobs set told_at = now() where id = job.id;
  end loop;
  for member in
    with due as (
      update public.job_matches m set mailed_at = now()
      -- Of those that the last seven o'clock in the morning found waiting.
      where m.mailed_at is null and m.told_at < private.uk_midnight(private.uk_day(now() - interval '7 hours')) + interval '7 hours'
      returning m.job_id, m.provider_id)
    select due.provider_id, count(*) as many, (array_agg(notify.job_in_mail(j) order by j.posted_date desc))[:10] as jobs
    from due join public.jobs j on j.id = due.job_id and j.status = 'open' and j.expires_at > now()
      and not private.has_blocked(due.provider_id, j.user_id)
    group by due.provider_id
  loop
    perform notify.account(member.provider_id, 'job_alert', jsonb_build_object('many', member.many, 'jobs', to_jsonb(member.jobs)));
  end loop;
  perform notify.send_visitor_alerts();
end $$;
comment on function notify.send_job_alerts() is
  'Task: tells fitting members of new jobs, and sends those who chose it their one email of the day. Posting itself does none of it.';

create table private.job_alerts (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  category text not null,
  location text not null,
  since timestamptz not null default now(),
  ended_at timestamptz,
  unique (email, category, location)
);
comment on table private.job_alerts is
  'Who is emailed new jobs without an account, as they confirmed; the id is in each email''s link that ends it. Nobody can read it.';
comment on column private.job_alerts.since is 'Up to when jobs were emailed.';
create index job_alerts_due on private.job_alerts (since) where ended_at is null;

create function notify.send_visitor_alerts() returns void
language plpgsql security definer set search_path = '' as $$
declare
  alert private.job_alerts;
  found json;
begin
  for alert in
    select * from private.job_alerts a
    -- At seven in the morning, as for members.
    where a.ended_at is null and a.since < private.uk_midnight(private.uk_day(now() - interval '7 hours')) + interval '7 hours'
    order by a.since limit 100 for update skip locked
  loop
    update private.job_alerts a set since = now() where a.id = alert.id;
    -- Anybody orders these, so that one that fails stops no other.
    begin
      found := public.search_jobs(nullif(alert.category, ''), nullif(alert.location, ''), posted_after => alert.since, page_size => 10,
        within => case when alert.location <> '' then 10 end);
      if (found ->> 'total')::integer > 0 then
        perform notify.address(alert.email, 'visitor_jobs', jsonb_build_object('many', found -> 'total', 'unsubscribe_token', alert.id,
          'jobs', (select jsonb_agg(notify.job_in_mail(j) order by j.posted_date desc) from public.jobs j
            where j.id in (select (one ->> 'id')::uuid from json_array_elements(found -> 'jobs') as one))));
      end if;
    exception when others then
      raise warning 'An alert about new jobs could not be made: %', sqlerrm;
    end;
  end loop;
end $$;
comment on function notify.send_visitor_alerts() is
  'Part of send-job-alerts: one email a morning to whoever confirmed it, with what the public search finds new.';

create function private.widen_quiet_jobs() returns void
language plpgsql security definer set search_path = '' as $$
declare
  job public.jobs;
  told record;
begin
  for job in
    select * from public.jobs j
    where j.status = 'open' and j.widened_at is null and j.told_at < now() - interval '48 hours' and j.expires_at > now()
      and not exists (select from public.job_quotes q where q.job_id = j.id)
    order by j.told_at limit 200 for no key update skip locked
  loop
    select count(*) as many, count(m.seen_at) as seen into told from public.job_matches m where m.job_id = job.id;
    update public.jobs set widened_at = now() where id = job.id;
    perform notify.account(job.user_id, 'job_quiet', jsonb_build_object('job_id', job.id, 'title', job.title, 'many', told.many,
      'seen', told.seen, 'more', private.tell_members(job, true), 'no_budget', coalesce(btrim(job.budget), '') = '',
      'no_pictures', job.pictures = '{}', 'short', char_length(job.description) < 80), 'job_quiet:' || job.id);
  end loop;
end $$;
comment on function private.widen_quiet_jobs() is
  'Part of process-job-expiry: 48 hours without a quote widen a job''s circle, once, and its poster is emailed how many were told and what would help.';

-- Asking by name ------------------------------------------------------------------------------------------------------

create function private.holds_ask(match public.job_matches) returns boolean
language sql stable security definer set search_path = '' as $$
  select match.asked_at is not null and match.declined_at is null and (match.asked_at > now() - interval '48 hours'
    or exists (select from public.job_quotes q where q.job_id = match.job_id and q.provider_id = match.provider_id and q.state <> 'withdrawn'))
$$;
comment on function private.holds_ask(public.job_matches) is
  'Whether an ask takes one of the three places: it was not declined, and is under 48 hours old or has brought a quote.';

create function public.ask_provider(job_id uuid, provider_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  job constant public.jobs := private.lock_own_job(ask_provider.job_id);
  problem text;
begin
  if exists (select from public.job_matches m
      where m.job_id = job.id and m.provider_id = ask_provider.provider_id and m.asked_at is not null and m.declined_at is null) then
    return;
  end if;
  problem := case
    when private.is_own_mailbox(ask_provider.provider_id, (select private.mailbox_key(p.email) from public.profiles p where p.id = job.user_id)) then 'You cannot ask yourself. Please choose a professional.'
    when private.job_state(job) <> 'open' then 'This job is not open, so nobody can be asked. Please reload the page.'
    when not private.is_listed(ask_provider.provider_id) then 'This professional is not taking jobs at the moment. Please choose another one.'
    when exists (select from public.job_quotes q where q.job_id = job.id and q.provider_id = ask_provider.provider_id and q.state <> 'withdrawn')
      then 'This professional has sent you a quote already. Please reload the page.'
    when exists (select from public.job_matches m where m.job_id = job.id and m.provider_id = ask_provider.provider_id and m.declined_at is not null)
      then 'This professional has declined. Please choose another one.'
    when not exists (select from private.fitting_members(job, job.widened_at is not null) as f where f.provider_id = ask_provider.provider_id)
      then 'This professional cannot be asked about this job. Please choose another one.'
    when (select count(*) >= 3 from public.job_matches m where m.job_id = job.id and private.holds_ask(m))
      then 'You have asked three professionals. Please wait until one declines, or has not answered for 48 hours.' end;
  perform private.refuse_if(problem is not null, 'PT409', problem);
  perform private.enforce_rate_limit('asks', 30, 86400, 'You have asked 30 professionals today, which is the most. Please try again tomorrow.', false);
  insert into public.job_matches as m (job_id, provider_id, mailed_at, asked_at) values (job.id, ask_provider.provider_id, now(), now())
  on conflict on constraint job_matches_pkey do update set asked_at = now(), mailed_at = coalesce(m.mailed_at, now());
  perform notify.from_person(job.user_id, ask_provider.provider_id, 'job_asked', notify.job_in_mail(job),
    'job_asked:' || job.id || ':' || ask_provider.provider_id);
end $$;
comment on function public.ask_provider(uuid,uuid) is
  'The poster asks a fitting member for a quote by name: at most three at a time, who get an email. The same twice changes nothing.';

create function public.decline_ask(job_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_session();
  -- As asking does, so that a place is free at once.
  perform from public.jobs j where j.id = decline_ask.job_id for no key update;
  update public.job_matches m set declined_at = coalesce(m.declined_at, now())
  where m.job_id = decline_ask.job_id and m.provider_id = (select auth.uid()) and m.asked_at is not null
    and not exists (select from public.job_quotes q where q.job_id = m.job_id and q.provider_id = m.provider_id and q.state <> 'withdrawn');
  perform private.refuse_if(not found,
    'PT409', 'There is nothing to decline here. If you have sent a quote, please withdraw it instead.');
end $$;
comment on function public.decline_ask(uuid) is
  'A member who was asked by name says no, which the poster sees. The same twice changes nothing.';

create function public.see_job(job_id uuid) returns table (asked_at timestamptz, declined_at timestamptz)
language sql security definer set search_path = '' as $$
  select private.require_session();
  update public.job_matches m set seen_at = now()
  where m.job_id = see_job.job_id and m.provider_id = (select auth.uid()) and m.seen_at is null;
  select m.asked_at, m.declined_at from public.job_matches m
  where m.job_id = see_job.job_id and m.provider_id = (select auth.uid()) and m.asked_at is not null
$$;
comment on function public.see_job(uuid) is
  'A member who was told of a job, or asked, has opened its page: noted once. Gives the ask, if there is one.';

create function public.job_answers(job_id uuid) returns json
language sql stable security definer set search_path = '' as $$
  with job as (
    select j from public.jobs j where j.id = job_answers.job_id and j.user_id = (select auth.uid()) and private.is_session_valid()
  ), quoted as (
    select q.provider_id from public.job_quotes q, job where q.job_id = (job.j).id and q.state <> 'withdrawn'
  ), people as (
    select coalesce(m.provider_id, f.provider_id) as id, f.miles, f.covers, f.related, f.rating, m.asked_at, case
      when m.asked_at is null then null
      when m.provider_id in (select provider_id from quoted) then 'quoted'
      when m.declined_at is not null then 'declined'
      when not private.holds_ask(m) then 'silent'
      when m.seen_at is not null then 'seen' else 'waiting' end as state
    from job
    left join lateral private.fitting_members(job.j, (job.j).widened_at is not null) as f on private.job_state(job.j) = 'open'
    full join (select m.* from public.job_matches m, job where m.job_id = (job.j).id and m.asked_at is not null) as m on m.provider_id = f.provider_id
    where coalesce(m.provider_id, f.provider_id) is not null
      and (m.asked_at is not null or f.provider_id not in (select provider_id from quoted))
  ), shown as (
    select p.*, row_number() over (order by p.asked_at, p.related, p.miles, p.rating desc,
      search.turn(p.id, private.uk_day(now()) - date '2000-01-01')) as place
    from people p order by place limit 12
  )
  select json_build_object('is_told', (job.j).told_at is not null, 'told_count', told.many, 'seen_count', told.seen, 'quote_count', (select count(*) from quoted),
    'places', greatest(0, 3 - told.holding), 'people', (
      select coalesce(json_agg(json_build_object('id', s.id, 'name', private.public_name(s.id), 'title', l.title, 'image_url', l.image_url,
        'listed', l.user_id is not null, 'location', l.location, 'miles', s.miles, 'covers', coalesce(s.covers, false),
        'related', coalesce(s.related, false), 'rating_average', l.rating_average, 'rating_count', coalesce(l.rating_count, 0),
        'reply_minutes', r.reply_minutes, 'state', s.state) order by s.place), '[]')
      from shown s left join public.public_providers l on l.user_id = s.id left join private.response_facts r on r.provider_id = s.id))
  from job, (select count(*) as many, count(m.seen_at) as seen, count(*) filter (where private.holds_ask(m)) as holding
    from public.job_matches m, job where m.job_id = (job.j).id) as told
$$;
comment on function public.job_answers(uuid) is
  'For a job''s poster: how many were told, have looked and quoted, how many more may be asked by name, those who were asked, and up to twelve who fit: by fit, distance, rating and daily turn. Null for others.';

create function public.enquiry_others(
  enquiry_id uuid
) returns table (provider_id uuid, name text, title text, image_url text, miles integer, rating_average numeric, rating_count integer)
language sql stable security definer set search_path = '' as $$
  with unanswered as (
    -- The enquiry as if it were a job for the professional's trades, where they are.
    select jsonb_populate_record(null::public.jobs, jsonb_build_object('user_id', e.sender_id, 'categories', p.categories,
      'position', here.centre, 'place', search.place_letters(p.location))) as job, e.sender_id, e.provider_id
    from public.enquiries e
    join public.profiles p on p.id = e.provider_id
    cross join lateral search.locate(p.location) as here
    where e.id = enquiry_others.enquiry_id and e.sender_id = (select auth.uid()) and e.job_id is null and private.is_session_valid()
      and not exists (select from public.enquiry_messages m where m.enquiry_id = e.id and m.author_id = e.provider_id)
      and exists (select from public.enquiry_messages m where m.enquiry_id = e.id and m.created_at < now() - interval '48 hours'))
  select f.provider_id, private.public_name(f.provider_id), l.title, l.image_url, f.miles, l.rating_average, l.rating_count
  from unanswered u cross join lateral private.fitting_members(u.job) as f
  join public.public_providers l on l.user_id = f.provider_id
  where f.provider_id <> u.provider_id
    and not exists (select from public.enquiries e where e.sender_id = u.sender_id and e.provider_id = f.provider_id)
  order by f.miles, l.rating_average desc nulls last, search.turn(f.provider_id, private.uk_day(now()) - date '2000-01-01') limit 3
$$;
comment on function public.enquiry_others(uuid) is
  'For whoever sent an enquiry that had no answer for 48 hours: three others who fit, and whom they have not written to yet.';

-- Statistics: what a membership brings: views and search appearances of a provider by day, and the member's figures.

-- Daily counts --------------------------------------------------------------------------------------------------------

create table stats.provider_days (
  provider_id uuid not null references public.profiles (id) on delete cascade,
  day date not null,
  kind text not null check (kind in ('view', 'own view', 'search')),
  amount integer not null check (amount > 0),
  primary key (provider_id, day, kind)
) with (fillfactor = 80);
comment on table stats.provider_days is
  'How often a provider''s page was viewed and found by a search, by British day; no visitor is in it (P-46). Deleted with the account, and after 90 days.';
comment on column stats.provider_days.kind is
  'Views of the page; those by its owner, which are among them; and appearances in results.';
create index provider_days_by_day on stats.provider_days (day);

create function public.record_impressions(p_impressions jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into stats.provider_days as d (provider_id, day, kind, amount)
  select p.id, private.uk_day(now()), each.kind, sum(each.times) from (
    select g.kind, unnest(g.providers) as provider_id, least(greatest(g.times, 1), 1000000) as times
    from jsonb_to_recordset(p_impressions) as g (kind text, providers uuid[], times integer)
    where g.kind in ('view', 'search') limit 50000) as each
  join public.profiles p on p.id = each.provider_id and p.account_type = 'provider'
  -- In one order everywhere, so that two processes wait for, and never on, each other.
  group by 1, 3 order by 1, 3
  on conflict (provider_id, day, kind) do update
    set amount = least(d.amount::bigint + excluded.amount, 2147483647);
  select stats.record_empty_searches(p_impressions) where p_impressions @> '[{"kind": "nobody"}]'
$$;
comment on function public.record_impressions(jsonb) is
  'For the server: adds pages that were sent, each with how often: a provider''s page (view), the providers of a search''s results, or what a search wanted that found nobody.';

create function public.uncount_own_view() returns void
language sql security definer set search_path = '' as $$
  select private.require_session();
  insert into stats.provider_days as d (provider_id, day, kind, amount)
  select p.id, private.uk_day(now()), 'own view', 1 from public.profiles p
  where p.id = (select auth.uid()) and p.account_type = 'provider'
  on conflict (provider_id, day, kind) do update set amount = least(d.amount::bigint + 1, 2147483647)
$$;
comment on function public.uncount_own_view() is
  'For a provider who has opened their own page: that view, which the server counted, is subtracted.';

-- The member's figures ------------------------------------------------------------------------------------------------

create function public.membership_worth() returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := (select auth.uid());
  today constant date := private.uk_day(now());
  began constant timestamptz := private.uk_midnight(today - 29);
  person public.profiles;
begin
  perform private.require_session();
  select * into person from public.profiles p where p.id = me and p.account_type = 'provider';
  perform private.refuse_if(person.id is null,
    '42501', 'Only professionals have these figures. Please log in with an account that offers services.');
  return (
    with days as (
      select d.day, d.kind, d.amount from stats.provider_days d where d.provider_id = me and d.day > today - 30
    ), questions as materialized (
      select * from private.list_questions(me) where asked_at >= began
    )
    select json_build_object(
      'figures', json_build_object(
        'views', (select coalesce(sum(greatest(0, amount)), 0) from (select sum(case kind when 'view' then amount else -amount end) as amount
          from days where kind <> 'search' group by day) as each),
        'found', (select coalesce(sum(amount), 0) from days where kind = 'search'),
        'enquiries', (select count(*) from questions),
        'answered_within_a_day', (select count(*) from questions where minutes <= 1440),
        'contacts', (select count(*) from public.job_contact_reveals r where r.provider_id = me and r.revealed_at >= began),
        'quotes_sent', (select count(*) from public.job_quotes q where q.provider_id = me and q.created_at >= began),
        'quotes_seen', (select count(*) from public.job_quotes q where q.provider_id = me and q.seen_at >= began),
        'jobs_won', (select count(*) from public.hires h where h.provider_id = me and h.confirmed_at >= began and h.undone_at is null),
        'reviews', (select count(*) from public.feedback f where f.provider_id = me and f.created_at >= began and f.is_public and not f.superseded)),
      -- A young question may be answered yet.
      'response_minutes', (select private.typical_reply(array_agg(minutes)) from questions
        where minutes < 'infinity' or asked_at < now() - interval '7 days'),
      'people_so_far', (select count(*) from public.enquiries e where e.provider_id = me) + (select count(*) from public.job_contact_reveals r where r.provider_id = me),
      'late_answers', (select count(*) from questions where asked_at < now() - interval '1 day' and minutes > 1440),
      'has', json_build_object(
        'pictures', person.work_samples <> '[]',
        'prices', exists (select from public.services s where s.provider_id = me and s.price_pence is not null),
        'hours', exists (select from public.availability a where a.provider_id = me and a.hours <> '{}'),
        'area', exists (select from public.availability a where a.provider_id = me and (a.places <> '{}' or a.miles is not null or a.whole_uk)),
        'reviews', (select count(*) from public.feedback f where f.provider_id = me and f.is_public and not f.superseded))));
end $$;
comment on function public.membership_worth() is 'For a provider: what the last 30 British days brought.';

-- Feedback: hires, which give the right to a review and to its label, and the invitations to write one.

-- Hires ---------------------------------------------------------------------------------------------------------------

create table public.hires (
  id uuid primary key default gen_random_uuid(),
  job_id uuid references public.jobs (id) on delete set null,
  client_id uuid references public.profiles (id) on delete set null,
  provider_id uuid not null references public.profiles (id) on delete cascade,
  hired_at timestamptz not null default now(),
  confirmed_at timestamptz,
  done_at timestamptz,
  undone_at timestamptz,
  invited_at timestamptz,
  reminded_at timestamptz,
  reviewable_at timestamptz not null default now(),
  unique (job_id, provider_id)
);
comment on table public.hires is
  'Who hired whom through the site: written by the trigger follow_hire on jobs and by confirm_hire(). It outlives the job, as the feedback does (P-45).';
comment on column public.hires.confirmed_at is
  'Since when both have said so: the provider by an accepted quote, by confirm_hire(), or by saying that the work is done.';
comment on column public.hires.undone_at is
  'When it fell through, or an admin stopped or deleted the job. The same two on the same job have one row, however often they are hired.';
comment on column public.hires.invited_at is 'When both were emailed about a review; reminded_at is when they were reminded.';
comment on column public.hires.reviewable_at is
  'From when on it may be reviewed: the day after the agreed start, or after the hire if none was agreed, or when both have said that the work is done.';
create index hires_newest on public.hires (hired_at);
create index hires_of_client on public.hires (client_id, provider_id, hired_at desc);
create index hires_of_provider on public.hires (provider_id);
create index hires_to_invite on public.hires (done_at) where invited_at is null and undone_at is null and job_id is not null;
create index hires_to_remind on public.hires (invited_at) where reminded_at is null and undone_at is null and job_id is not null;
grant select (id, job_id, client_id, provider_id, hired_at, confirmed_at, done_at, undone_at, reviewable_at) on public.hires to authenticated;
create policy "both sides and admins read" on public.hires for select to authenticated
  using ((select private.is_session_valid()) and (select auth.uid()) in (client_id, provider_id) or (select private.is_admin()));
alter table public.feedback add constraint feedback_hire_id_fkey foreign key (hire_id) references public.hires (id) on delete set null;

create function private.follow_hire() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.hires h set undone_at = now(), done_at = null
  where h.job_id = new.id and h.undone_at is null
    and (h.provider_id is distinct from new.hired_provider_id or new.status = 'stopped');
  if new.hired_provider_id is not null and new.status <> 'stopped' then
    insert into public.hires as h (job_id, client_id, provider_id, hired_at, confirmed_at, done_at, reviewable_at)
    values (new.id, new.user_id, new.hired_provider_id, new.hired_at,
      case when new.done_by_provider_at is not null or exists (select from public.job_quotes q
        where q.job_id = new.id and q.provider_id = new.hired_provider_id and q.state = 'accepted') then now() end,
      case new.status when 'done' then now() end,
      case when new.status = 'done' and new.done_by_provider_at is not null then now()
        else private.uk_midnight(coalesce(new.work_starts_on, private.uk_day(new.hired_at)) + 1) end)
    on conflict (job_id, provider_id) do update set hired_at = excluded.hired_at, undone_at = null,
      confirmed_at = coalesce(case when h.undone_at is null then h.confirmed_at end, excluded.confirmed_at),
      done_at = coalesce(case when h.undone_at is null then h.done_at end, excluded.done_at),
      reviewable_at = least(case when h.undone_at is null then h.reviewable_at end, excluded.reviewable_at);
  end if;
  return null;
end $$;
comment on function private.follow_hire() is
  'Trigger: writes the hire that a job says, confirmed by an accepted quote or the provider''s word, and undoes the one that it no longer says.';

create trigger follow_hire after update on public.jobs
  for each row when ((old.status, old.hired_provider_id, old.hired_at, old.done_by_provider_at)
    is distinct from (new.status, new.hired_provider_id, new.hired_at, new.done_by_provider_at))
  execute function private.follow_hire();

create function public.confirm_hire(job_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_active_account();
  update public.hires h set confirmed_at = coalesce(h.confirmed_at, now())
  where h.job_id = confirm_hire.job_id and h.provider_id = (select auth.uid()) and h.undone_at is null;
  perform private.refuse_if(not found, 'PT404', 'We could not find this hire among yours. Please reload the page.');
end $$;
comment on function public.confirm_hire(uuid) is
  'The provider confirms being hired for a job without a quote. A second call changes nothing.';

-- Label ---------------------------------------------------------------------------------------------------------------

create function private.label_feedback() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.feedback f set verified = (new.confirmed_at is not null and new.undone_at is null)
  where f.hire_id = new.id and f.verified <> (new.confirmed_at is not null and new.undone_at is null);
  return null;
end $$;
comment on function private.label_feedback() is 'Trigger: the label of feedback follows its hire.';

create trigger label_feedback after update of confirmed_at, undone_at on public.hires
  for each row execute function private.label_feedback();

create function private.reviewable_hires(client uuid, provider uuid) returns setof public.hires
language sql stable security definer set search_path = '' as $$
  select h.* from public.hires h
  where h.client_id = client and h.provider_id = provider and h.undone_at is null and h.reviewable_at <= now()
    and not exists (select from public.feedback f where f.hire_id = h.id)
    and (h.confirmed_at is not null or not exists (
      select from public.feedback f where f.provider_id = provider and f.user_id = client and not f.verified))
  order by h.done_at is null, h.hired_at desc
$$;
comment on function private.reviewable_hires(uuid,uuid) is
  'The hires of these two about which the client may write feedback now, first those whose work is done, then the newest: one each if both confirmed it. The client''s word alone gives no second unverified one.';

create function public.feedback_right(provider_id uuid, job_id uuid default null) returns json
language sql stable security definer set search_path = '' as $$
  with meant as materialized (
    select h.* from public.hires h
    where h.client_id = (select auth.uid()) and h.provider_id = feedback_right.provider_id and h.undone_at is null),
  -- A job without such a hire (deleted, or another's) names none.
  about as (select m.id from meant m where m.job_id = feedback_right.job_id),
  hire as (
    select h.id, h.job_id from private.reviewable_hires((select auth.uid()), feedback_right.provider_id) with ordinality as h
    where h.id in (table about) or not exists (table about) order by h.ordinality limit 1),
  given as (
    select case when f.is_public then 'public' when f.moderated_at is null then 'pending' else 'hidden' end as state
    from public.feedback f
    where f.provider_id = feedback_right.provider_id and f.user_id = (select auth.uid()) and not exists (table hire)
    order by f.hire_id in (table about) desc nulls last, f.created_at desc limit 1)
  select json_build_object('hire_id', (select h.id from hire h),
    'job', (select j.title from public.jobs j join hire h on h.job_id = j.id),
    'given', (select g.state from given g),
    'opens_at', (select min(m.reviewable_at) from meant m
      where m.reviewable_at > now() and not exists (table hire) and (m.id in (table about) or not exists (table about))))
$$;
comment on function public.feedback_right(uuid,uuid) is
  'For a provider''s page, perhaps about one job: {hire_id: the caller''s hire that may be reviewed, job: its title, given: if there is none, whether the caller''s feedback is public, pending or hidden, opens_at: when the next hire may be reviewed}.';

-- Invitations ---------------------------------------------------------------------------------------------------------

create function private.email_about_review(hire public.hires, reminder boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  review public.feedback;
  facts jsonb;
begin
  if hire.client_id is null or private.is_deletion_pending(hire.client_id) or private.is_deletion_pending(hire.provider_id)
      -- The page with the form is there only while the directory lists the provider.
      or not private.is_listed(hire.provider_id) then
    return;
  end if;
  select * into review from public.feedback f where f.hire_id = hire.id;
  select jsonb_build_object('title', j.title, 'job_id', j.id, 'provider_id', hire.provider_id, 'professional', private.public_name(hire.provider_id),
      'client', private.public_name(hire.client_id), 'confirmed', hire.confirmed_at is not null, 'reminder', reminder,
      'reviewed', coalesce(review.is_public, false))
    into facts from public.jobs j where j.id = hire.job_id;
  if exists (select from private.reviewable_hires(hire.client_id, hire.provider_id) r where r.id = hire.id) then
    perform notify.account(hire.client_id, 'feedback_invitation', facts, 'feedback_invitation:' || hire.id || ':' || reminder);
  end if;
  if not reminder or hire.confirmed_at is null or review.id is null
      or (review.is_public and not exists (select from public.feedback_replies r where r.feedback_id = review.id)) then
    perform notify.from_person(hire.client_id, hire.provider_id, 'feedback_prospect', facts, 'feedback_prospect:' || hire.id || ':' || reminder);
  end if;
end $$;
comment on function private.email_about_review(public.hires,boolean) is
  'Invites both sides after the work: the client to review, the provider to confirm the hire, to write a word, or to reply. Nobody is reminded of what is done.';

create function private.invite_feedback() returns void
language plpgsql security definer set search_path = '' as $$
declare
  hire public.hires;
begin
  for hire in
    select * from public.hires h
    where h.undone_at is null and h.job_id is not null and h.invited_at is null and h.done_at < now() - interval '1 day'
      and h.reviewable_at <= now()
    order by h.done_at limit 200 for update skip locked
  loop
    update public.hires set invited_at = now() where id = hire.id;
    perform private.email_about_review(hire, false);
  end loop;
  for hire in
    select * from public.hires h
    where h.undone_at is null and h.job_id is not null and h.reminded_at is null and h.invited_at < now() - interval '7 days'
    order by h.invited_at limit 200 for update skip locked
  loop
    update public.hires set reminded_at = now() where id = hire.id;
    perform private.email_about_review(hire, true);
  end loop;
  perform private.remind_reviewers();
end $$;
comment on function private.invite_feedback() is
  'Task: a day after the work is done both sides are emailed about a review, and 7 days later reminded, each once a hire. Then remind_reviewers().';

-- Administration ------------------------------------------------------------------------------------------------------

create function public.admin_repeated_hires() returns table (client_id uuid, client text, provider_id uuid, provider text, hires integer, reviews integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
  select h.client_id, private.public_name(h.client_id), h.provider_id, private.public_name(h.provider_id), count(*)::integer,
    (select count(*)::integer from public.feedback f where f.user_id = h.client_id and f.provider_id = h.provider_id)
  from public.hires h
  where h.hired_at > now() - interval '30 days' and h.undone_at is null and h.client_id is not null
  group by h.client_id, h.provider_id having count(*) > 2
  order by count(*) desc, max(h.hired_at) desc limit 20;
end $$;
comment on function public.admin_repeated_hires() is
  'For /admin/feedback: who hired the same provider more than twice in 30 days, the most often first, which may be two who collect reviews.';

-- Providers: how they respond, counted once a day from their own conversations and hires.

create table private.response_facts (
  provider_id uuid primary key references public.profiles (id) on delete cascade,
  questions integer,
  answered integer,
  reply_minutes integer,
  hires integer,
  counted_on date not null
);
comment on table private.response_facts is
  'What a listed provider''s page says of replies and hires; null what has fewer than five cases. Written by private.refresh_response_facts() alone.';
comment on column private.response_facts.questions is
  'Conversations of the last 12 months in which somebody wrote to the provider, begun on the profile or about a quote: the newest 200.';
comment on column private.response_facts.answered is 'How many of them the provider answered within 7 days.';
comment on column private.response_facts.reply_minutes is
  'The median time to the first answer, an unanswered conversation counting as never; null also where most are unanswered.';
comment on column private.response_facts.hires is 'By how many clients: hires that both confirmed and that were not undone.';

create function private.list_questions(person uuid) returns table (asked_at timestamptz, minutes double precision)
language sql stable security definer set search_path = '' as $$
  select question.asked_at, coalesce(extract(epoch from answer.answered_at - question.asked_at) / 60, 'infinity')::double precision
  from (
    select e.id from public.enquiries e
    where e.provider_id = person and e.last_message_at > now() - interval '1 year'
      and not exists (select from public.enquiry_blocks b where b.user_id = person and b.blocked_id = e.sender_id)
    order by e.last_message_at desc limit 200) as talk
  cross join lateral (select m.created_at as asked_at from public.enquiry_messages m
    where m.enquiry_id = talk.id and m.author_id <> person order by m.created_at limit 1) as question
  left join lateral (select m.created_at as answered_at from public.enquiry_messages m
    where m.enquiry_id = talk.id and m.author_id = person and m.created_at > question.asked_at
    order by m.created_at limit 1) as answer on true
$$;
comment on function private.list_questions(uuid) is
  'The newest 200 conversations of the last 12 months in which somebody wrote to a provider: when, and how many minutes the first answer took; infinity while there is none.';

create function private.typical_reply(minutes double precision[]) returns integer
language sql immutable set search_path = '' as $$
  select case when count(*) >= 5 and percentile_disc(0.5) within group (order by one) <= 7 * 1440
    then greatest(1, round(percentile_disc(0.5) within group (order by one)))::integer end
  from unnest(minutes) as one
$$;
comment on function private.typical_reply(double precision[]) is
  'The median time to an answer; null below five cases, and where most have waited for more than 7 days.';

create function private.count_response_facts(
  person uuid, OUT questions integer, OUT answered integer, OUT reply_minutes integer, OUT hires integer
) returns record
language plpgsql stable security definer set search_path = '' as $$
declare
  fewest constant integer := 5;
begin
  select count(*), count(*) filter (where q.minutes <= 7 * 1440), private.typical_reply(array_agg(q.minutes))
    into questions, answered, reply_minutes
  from private.list_questions(person) as q
  -- A young question may be answered yet.
  where q.minutes < 'infinity' or q.asked_at < now() - interval '7 days' having count(*) >= fewest;
  select count(distinct h.client_id) into hires from public.hires h
  where h.provider_id = person and h.confirmed_at is not null and h.undone_at is null having count(distinct h.client_id) >= fewest;
end $$;
comment on function private.count_response_facts(uuid) is
  'Counts what private.response_facts has of a provider, from at most 200 conversations.';

create function private.refresh_response_facts() returns void
language sql security definer set search_path = '' as $$
  insert into private.response_facts as f (provider_id, questions, answered, reply_minutes, hires, counted_on)
  select due.provider_id, c.questions, c.answered, c.reply_minutes, c.hires, private.uk_day(now())
  from (
    select l.provider_id from search.listings l left join private.response_facts o on o.provider_id = l.provider_id
    where o.counted_on is distinct from private.uk_day(now()) limit 1000) as due
  cross join lateral private.count_response_facts(due.provider_id) as c
  on conflict (provider_id) do update set questions = excluded.questions, answered = excluded.answered,
    reply_minutes = excluded.reply_minutes, hires = excluded.hires, counted_on = excluded.counted_on
$$;
comment on function private.refresh_response_facts() is
  'Task: counts the facts of up to 1,000 listed providers whose count is not of today.';

-- Accounts: the admins' acts, and how the first admin comes to be.

-- First admin ---------------------------------------------------------------------------------------------------------

create function public.make_first_admin(user_id uuid, username text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('make_first_admin'));
  perform private.refuse_if(exists (select from public.profiles where account_type = 'admin'),
    'PT409', 'An admin account already exists. Please proceed to login.');
  update public.profiles set account_type = 'admin', first_name = left(username, 80), is_visible = false where id = user_id;
  perform private.refuse_if(not found, 'PT404', 'This account no longer exists. Please try again.');
  perform audit.record('first admin', 'profiles', user_id::text, null, jsonb_build_object('username', username));
end $$;
comment on function public.make_first_admin(uuid,text) is 'For admin-setup: once, ever (P-03).';

create function public.has_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles where account_type = 'admin')
$$;
comment on function public.has_admin() is 'Whether the first admin was made: the setup is then over.';

-- Administration ------------------------------------------------------------------------------------------------------

create function private.protect_last_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.account_type = 'admin' and old.is_active and (tg_op = 'DELETE' or new.account_type <> 'admin' or not new.is_active) then
    perform pg_advisory_xact_lock(hashtext('protect_last_admin'));
    perform private.refuse_if(not exists (select from public.profiles where account_type = 'admin' and is_active and id <> old.id),
      'PT409', 'The last admin cannot be deleted, deactivated or demoted. Please make someone else an admin first.');
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
comment on function private.protect_last_admin() is
  'Trigger: keeps at least one active admin (P-03).';

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
    where key <> all (private.profile_texts() || array['account_type', 'reason', 'seen']) limit 1;
  if wrong is not null then
    raise exception 'The field "%" cannot be changed here. Please leave it out.', wrong using errcode = 'PT400';
  end if;
  why := private.clean_reason(user_data ->> 'reason');
  before := private.lock_account(target_user_id, (user_data ->> 'seen')::timestamptz);
  perform private.refuse_if((user_data ? 'first_name' and coalesce(private.visible_text(user_data ->> 'first_name'), '') = '')
    or (user_data ? 'last_name' and coalesce(private.visible_text(user_data ->> 'last_name'), '') = ''),
    'PT400', 'First name and last name are required', 'Please enter both names.');
  perform private.write_profile_texts(target_user_id, user_data);
  update public.profiles set account_type = user_data ->> 'account_type'
    where id = target_user_id and account_type <> user_data ->> 'account_type';
  select * into after from public.profiles where id = target_user_id;
  select array_agg(k order by n) into changed
    from unnest(private.profile_texts() || 'account_type'::text) with ordinality as t (k, n)
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
  'Changes the named columns of an account; every text is trimmed. reason is recorded in the audit log and emailed to the person; a change made after seen, the updated_at that the caller read, is not overwritten.';

create function public.admin_delete_user(target_user_id uuid, reason text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.admin_reason(reason);
  before public.profiles;
  reachable boolean;
begin
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
  'Deletes an account and all its rows, and emails the reason to its confirmed address. Feedback it gave stays without its name.';

create function public.admin_make_provider(target_user_id uuid, details jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  website text := private.metadata_text(details, 'website', 300);
begin
  perform private.require_admin();
  perform private.refuse_if(coalesce(private.visible_text(details ->> 'first_name'), '') = '' or coalesce(private.visible_text(details ->> 'last_name'), '') = '',
    'PT400', 'First name and last name are required', 'Please enter both names.');
  perform private.refuse_if(private.metadata_text(details, 'business_name', 120) is null,
    'PT400', 'Business name is required for providers', 'Please enter the business name.');
  update public.profiles set
    account_type = 'provider',
    categories = private.metadata_texts(details, 'categories'),
    social_links = case when website is null then '{}' else jsonb_build_object('website', website) end,
    profile_image_url = private.metadata_text(details, 'profile_image_url', 600)
  where id = target_user_id and account_type = 'client';
  perform private.refuse_if(not found, 'PT404', 'This account no longer exists. Please reload the page.');
  perform private.write_profile_texts(target_user_id, details);
  perform audit.record('create provider', 'profiles', target_user_id::text, null,
    (select to_jsonb(p) from public.profiles p where id = target_user_id));
end $$;
comment on function public.admin_make_provider(uuid,jsonb) is
  'For admin-create-provider, called as the admin: makes the provider of a client''s account that was just added.';

create function private.lock_account(target uuid, seen timestamptz) returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare
  found public.profiles;
begin
  select * into found from public.profiles where id = target for update;
  perform private.refuse_if(found.id is null, 'PT404', 'This account no longer exists. Please reload the page.');
  perform private.refuse_if_stale('account', found.updated_at, seen);
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
  -- Only providers are shown in the directory, so only they are notified.
  if field = 'is_active' or before.account_type = 'provider' then
    perform notify.admin_action(target, kind, jsonb_build_object('reason', reason));
  end if;
  return true;
end $$;
comment on function private.set_account_status(uuid,text,boolean,text,timestamptz) is
  'Switches is_active or is_visible of one account, records it and notifies the person. False if nothing changed.';

create function public.admin_toggle_user_status(
  target_user_id uuid, status_field text, new_value boolean, reason text default null, seen timestamptz default null
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.refuse_if(coalesce(status_field not in ('is_active', 'is_visible'), true) or new_value is null,
    'PT400', 'Only "active" and "visible" can be switched on or off. Please choose one of them.');
  perform private.set_account_status(target_user_id, status_field, new_value, private.clean_reason(reason), seen);
end $$;
comment on function public.admin_toggle_user_status(uuid,text,boolean,text,timestamptz) is
  'Activates or deactivates, shows or hides an account, emails the person the reason, and refuses if the account changed after seen. Deactivating ends its sessions.';

create function public.admin_switch_users(
  items jsonb, status_field text, new_value boolean, reason text default null
) returns table (profile_id uuid, outcome text, message text)
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.admin_reason(reason, not coalesce(new_value, true));
  item record;
begin
  perform private.refuse_if(coalesce(status_field not in ('is_active', 'is_visible'), true) or new_value is null,
    'PT400', 'Only "active" and "visible" can be switched on or off. Please choose one of them.');
  perform private.refuse_if(jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) not between 1 and 100,
    'PT400', 'Please choose between 1 and 100 accounts.');
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
  'Switches up to 100 accounts, [{id, seen}], in one transaction with one reason, and returns the outcome of each: done, unchanged or refused with a message.';

create function private.admin_account_conditions(type text, search text, status text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  perform private.refuse_if(status not in ('members', 'non-members', 'hidden', 'inactive'),
    '22023', 'Please choose a status: members, non-members, hidden or inactive.');
  return concat_ws(' and ', 'true', case when type is not null then 'p.account_type = $1' end,
    case when private.search_pattern(search) is not null then 'p.search_words like $2' end,
    case status when 'members' then 'p.id in (select user_id from private.live_members)'
      when 'non-members' then 'p.account_type = ''provider'' and not exists (select from private.live_members m where m.user_id = p.id)'
      when 'hidden' then 'p.account_type = ''provider'' and not p.is_visible'
      when 'inactive' then 'not p.is_active' end);
end $$;
comment on function private.admin_account_conditions(text,text,text) is
  'SQL: which profiles p a filter leaves, for a type in $1 and a pattern in $2. Only what is asked for, so that each question has the plan of its own index.';

create function private.count_admin_accounts(type text, search text, status text default null, most bigint default null) returns bigint
language plpgsql stable security definer set search_path = '' as $$
declare
  total bigint;
begin
  execute 'select count(*) from (select from public.profiles p where ' || private.admin_account_conditions(type, search, status)
    || ' limit $3) as found' into total using type, private.search_pattern(search), most;
  return total;
end $$;
comment on function private.count_admin_accounts(text,text,text,bigint) is 'How many accounts a filter leaves, counted no further than most.';

create function private.list_admin_accounts(
  type text, search text, page_size integer, page_offset integer, sort text, status text default null
) returns table (profile_id uuid, first_name text, last_name text, email text, account_type text, business_name text, created_at timestamptz, bio text, profile_image_url text, location text, phone_number text, is_active boolean, is_visible boolean, categories text[], updated_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  ordering constant text := ' order by ' || case sort when 'oldest' then 'p.created_at, p.id desc'
    when 'name' then 'p.search_words, p.id' else 'p.created_at desc, p.id' end;
begin
  -- The page is taken out of an index alone.
  return query execute
    'select p.id, p.first_name, p.last_name, p.email, p.account_type, p.business_name, p.created_at, p.bio,
       p.profile_image_url, p.location, p.phone_number, p.is_active, p.is_visible,
       array(select c.name from public.provider_categories l join public.categories c on c.id = l.category_id
         where l.provider_id = p.id order by c.group_name, c.display_order, c.name limit 3),
       p.updated_at
     from public.profiles p where p.id in (select p.id from public.profiles p where '
    || private.admin_account_conditions(type, search, status) || ordering || ' limit $3 offset $4)' || ordering
    using type, private.search_pattern(search), least(greatest(page_size, 1), 100), least(greatest(page_offset, 0), 10000000);
end $$;
comment on function private.list_admin_accounts(text,text,integer,integer,text,text) is
  'A page of accounts by newest, oldest or name.';

create function public.get_admin_user_details(
  type text default null, search text default null, page_size integer default 20, page_offset integer default 0,
  sort text default 'newest'
) returns table (profile_id uuid, first_name text, last_name text, email text, account_type text, business_name text, created_at timestamptz, bio text, profile_image_url text, location text, phone_number text, is_active boolean, is_visible boolean, categories text[], updated_at timestamptz, total_count bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  total bigint;
begin
  perform private.require_admin();
  total := private.count_admin_accounts(get_admin_user_details.type, search);
  return query select r.*, total
    from private.list_admin_accounts(get_admin_user_details.type, search, page_size, page_offset, sort) as r;
end $$;
comment on function public.get_admin_user_details(text,text,integer,integer,text) is
  'Specified (docs/specification.md, 2.7): a page of accounts for admins, each row with the exact total and at most three category names; sort is newest, oldest or name. Its columns are those of private.list_admin_accounts() and the total. The screen calls admin_users, which also counts a page past the last.';

create function public.admin_users(
  type text default null, search text default null, page_size integer default 20, page_offset integer default 0,
  sort text default 'newest', status text default null
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant bigint := 10000;
  every constant boolean := private.search_pattern(search) is null and status is null;
  total bigint;
begin
  perform private.require_admin();
  total := private.count_admin_accounts(admin_users.type, search, status, case when not every then most + 1 end);
  return jsonb_build_object(
    'total', case when every then total else least(total, most) end,
    'more', not every and total > most,
    'users', (select coalesce(jsonb_agg(to_jsonb(p) - array['skills', 'work_samples', 'social_links', 'search_words']
        || jsonb_build_object('category_names', r.categories) order by r.place), '[]')
      from (select f.profile_id, f.categories, row_number() over () as place
        from private.list_admin_accounts(admin_users.type, search, page_size, page_offset, sort, status) as f) as r
      join public.profiles p on p.id = r.profile_id));
end $$;
comment on function public.admin_users(text,text,integer,integer,text,text) is
  'For /admin/users: {total, more, users}, each user a row of profiles without the longest columns and with at most three category names. A status is members, non-members (providers), hidden (providers) or inactive. A search or a status is counted up to 10,000; more says that there are more.';

create function public.admin_export_users(
  type text default null, search text default null, after_created timestamptz default null, after_id uuid default
  null, page_size integer default 1000, status text default null
) returns setof public.profiles
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if after_id is null then
    perform audit.record('export users', 'profiles', null, null,
      jsonb_strip_nulls(jsonb_build_object('type', admin_export_users.type, 'status', status,
        'search', nullif(btrim(left(search, 120)), ''))));
  end if;
  return query execute
    'select p.* from public.profiles p where ' || private.admin_account_conditions(admin_export_users.type, search, status)
    || case when after_id is not null then ' and p.created_at <= $3 and (p.created_at < $3 or p.id > $4)' else '' end
    || ' order by p.created_at desc, p.id limit $5'
    using admin_export_users.type, private.search_pattern(search), after_created, after_id, least(greatest(page_size, 1), 1000);
end $$;
comment on function public.admin_export_users(text,text,timestamptz,uuid,integer,text) is
  'For the CSV of /admin/users: up to 1,000 accounts, newest first, after the last of the part before. The first part is recorded in the audit log, because people''s data leave with it.';

-- The operator's commands (npm run admin) -----------------------------------------------------------------------------

create function public.operator_list_admins() returns table (
  id uuid, name text, email text, is_active boolean, second_factors bigint, last_sign_in_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select p.id, btrim(concat_ws(' ', p.first_name, p.last_name)), u.email::text, p.is_active,
    (select count(*) from auth.mfa_factors f where f.user_id = p.id and f.status = 'verified'), u.last_sign_in_at
  from public.profiles p join auth.users u on u.id = p.id
  where p.account_type = 'admin'
  order by p.created_at
$$;
comment on function public.operator_list_admins() is
  'For npm run admin, with the service key: every admin, how they sign in, and whether they can.';

create function public.operator_make_admin(target_user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.profiles := private.lock_account(target_user_id, null);
begin
  update public.profiles set account_type = 'admin', is_visible = false where id = target_user_id;
  perform audit.record('make admin', 'profiles', target_user_id::text,
    jsonb_build_object('account_type', before.account_type), jsonb_build_object('account_type', 'admin'), 'by the operator');
end $$;
comment on function public.operator_make_admin(uuid) is
  'For npm run admin, with the service key: makes an admin of an account that was just created.';

create function public.operator_switch_admin(target_user_id uuid, active boolean, reason text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse_if(not exists (select from public.profiles where id = target_user_id and account_type = 'admin'),
    'PT400', 'This account is not an admin. Please switch it at /admin/users.');
  return private.set_account_status(target_user_id, 'is_active', active, private.clean_reason(reason, true), null);
end $$;
comment on function public.operator_switch_admin(uuid,boolean,text) is
  'For npm run admin, with the service key: activates or deactivates an admin, whose sessions end, and notifies them. False if nothing changed. The last admin stays.';

create function public.operator_record(target_user_id uuid, action text) returns void
language sql security definer set search_path = '' as $$
  select audit.record(action, 'profiles', target_user_id::text, null, null, 'by the operator')
$$;
comment on function public.operator_record(uuid,text) is
  'For npm run admin, with the service key: puts an act that the auth service performs in the audit log.';

-- Site: the sitemaps that search engines read.

create function public.sitemap_starts(kind text, part_size integer default 10000) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  size integer := least(greatest(part_size, 1000), 50000);
begin
  return (select coalesce(array_agg(id order by id), '{}') from (
    select each.id, row_number() over (order by each.id) - 1 as nr from (
      select l.provider_id as id from search.listings l where kind = 'providers' and l.membership_end > now()
      union all
      select j.id from public.jobs j where kind = 'jobs' and j.status = 'open' and j.expires_at > now()) as each) as numbered
    where nr % size = 0);
end $$;
comment on function public.sitemap_starts(text,integer) is
  'The first id of each part of the sitemap of ''providers'' (listed ones) or ''jobs'' (open ones).';

create function public.sitemap_page(kind text, first_id uuid, page_size integer default 1000) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  many integer := least(greatest(page_size, 1), 2000);
begin
  -- Each kind with its own index, so that a page costs a page.
  if kind = 'providers' then
    return (select coalesce(json_agg(json_build_array(id, updated_at) order by id), '[]') from (
      select p.id, p.updated_at from public.public_providers p where p.id >= first_id order by p.id limit many) as page);
  end if;
  return (select coalesce(json_agg(json_build_array(id, updated_at) order by id), '[]') from (
    select j.id, j.updated_at from public.jobs j
    where kind = 'jobs' and j.id >= first_id and j.status = 'open' and j.expires_at > now() order by j.id limit many) as page);
end $$;
comment on function public.sitemap_page(text,uuid,integer) is
  'Part of a sitemap from an id on: [[id, changed at], ...], in the order of the ids.';

-- Site: what does not work, for the admins' screen Health and for mails to admins.

-- Webhooks ------------------------------------------------------------------------------------------------------------

create table private.webhooks (
  name text primary key check (name ~ '^[a-z]{1,20}$'),
  last_success timestamptz,
  last_failure timestamptz,
  failures integer not null default 0,
  last_error text,
  last_refused timestamptz
);
comment on table private.webhooks is
  'How the calls of other services ended: accepted, failed while they were applied, or refused because their signature is wrong.';
comment on column private.webhooks.failures is 'Failures since the last success.';

insert into private.webhooks (name) values ('stripe');

create function public.record_webhook(p_name text, p_error text default null, p_refused boolean default false) returns void
language sql security definer set search_path = '' as $$
  update private.webhooks set
    last_success = case when p_error is null and not p_refused then now() else last_success end,
    failures = case when p_refused then failures when p_error is null then 0 else failures + 1 end,
    last_failure = case when p_error is not null and not p_refused then now() else last_failure end,
    last_error = case when p_error is not null and not p_refused then left(p_error, 300) else last_error end,
    last_refused = case when p_refused then now() else last_refused end
  -- Anybody can send a wrong signature, so these are recorded once a second at most.
  where name = p_name and (not p_refused or last_refused is null or last_refused < now() - interval '1 second')
$$;
comment on function public.record_webhook(text,text,boolean) is 'For the functions that receive webhooks: how a call ended.';

-- Troubles ------------------------------------------------------------------------------------------------------------

create table private.alerts (
  subject text primary key check (char_length(subject) <= 200),
  since timestamptz not null default now()
);
comment on table private.alerts is
  'Troubles of which admins were notified. A row goes once its trouble is over, so that the next one is reported again.';

create function private.list_unsent_mail() returns table (queue text, kind text, queued_at timestamptz, attempts integer, reason text)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select 'notices', n.kind, n.created_at, n.attempts, n.last_error from notify.notices n
    where n.sent_at is null and n.dropped_at is null and n.attempts > 0;
  -- The queue of account mails is the backend's own; a hosted Supabase has none.
  if to_regclass('_backend.outbox') is not null then
    return query execute $outbox$
      select 'account', 'account', o.created_at, o.attempts, o.last_error from _backend.outbox o
      where o.delivered_at is null and o.given_up_at is null and o.attempts > 0 $outbox$;
  end if;
end $$;
comment on function private.list_unsent_mail() is 'Mail that was tried and could not be sent so far.';

create function private.list_troubles() returns table (subject text, what text, reason text)
language sql stable security definer set search_path = '' as $$
  select 'task:' || t.name, 'The task ' || t.name || ' failed' || case when t.failures > 1 then ' ' || t.failures || ' times in a row' else '' end,
      t.last_error
    from private.scheduled_tasks t where t.failures > 0
  union all
  select 'mail', 'Emails have waited for more than an hour (' || count(*) || ')', max(m.reason)
    from private.list_unsent_mail() m where m.queued_at < now() - interval '1 hour' having count(*) > 0
  union all
  select 'webhook:' || w.name, case when w.failures > 1 then 'Payment updates from ' || initcap(w.name) || ' failed ' || w.failures || ' times in a row'
      else 'A payment update from ' || initcap(w.name) || ' failed' end, w.last_error
    from private.webhooks w where w.failures > 0
  order by 1
$$;
comment on function private.list_troubles() is
  'What does not work now: tasks (backups are one of them) and webhooks that failed since they last succeeded, and mail that cannot be sent.';

create function notify.alert_admins() returns void
language plpgsql security definer set search_path = '' as $$
declare
  trouble record;
begin
  for trouble in select * from private.list_troubles() loop
    insert into private.alerts (subject) values (trouble.subject) on conflict do nothing;
    continue when not found;
    perform notify.account(p.id, 'site_alert', jsonb_strip_nulls(jsonb_build_object('what', trouble.what, 'reason', trouble.reason)))
    from public.profiles p where p.account_type = 'admin' and p.is_active;
  end loop;
  -- A trouble that comes and goes is reported once an hour at most.
  delete from private.alerts a
    where a.since < now() - interval '1 hour' and a.subject not in (select t.subject from private.list_troubles() t);
end $$;
comment on function notify.alert_admins() is 'Task: emails every active admin about each trouble once, when it begins.';

-- The screen ----------------------------------------------------------------------------------------------------------

create function public.admin_health() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'troubles', (select coalesce(jsonb_agg(jsonb_build_object('subject', t.subject, 'what', t.what, 'reason', t.reason)), '[]') from private.list_troubles() t),
    'tasks', (select coalesce(jsonb_agg(jsonb_build_object('name', t.name, 'last_success', t.last_success, 'failures', t.failures,
        'last_error', case when t.failures > 0 then t.last_error end, 'running', coalesce(t.running_until > now(), false))
        order by t.failures desc, t.name), '[]') from private.scheduled_tasks t),
    'mails', (select coalesce(jsonb_agg(to_jsonb(m)), '[]')
      from (select kind, queued_at, attempts, reason from private.list_unsent_mail() order by queued_at limit 50) as m),
    'mails_waiting', (select count(*) from private.list_unsent_mail()),
    'webhook', (select jsonb_build_object('last_success', w.last_success, 'failures', w.failures,
        'last_error', case when w.failures > 0 then w.last_error end, 'last_refused', w.last_refused)
      from private.webhooks w where w.name = 'stripe'),
    'database', jsonb_build_object('version', current_setting('server_version'), 'bytes', pg_database_size(current_database())),
    'postcodes', public.count_postcodes(),
    'release', (select m.release from private.site_mode m));
end $$;
comment on function public.admin_health() is
  'For /admin/health: troubles, tasks, mail that could not be sent (the oldest 50), the payment webhook, the database, postcodes and the release.';

create function public.admin_run_task(p_name text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update private.scheduled_tasks set last_run = null
    where name = p_name and (running_until is null or running_until <= now());
  perform private.refuse_if(not found,
    'PT409', 'This task is running already, or does not exist any more. Please reload the page.');
  perform audit.record('run task', 'scheduled_tasks', p_name, null, null);
end $$;
comment on function public.admin_run_task(text) is 'Makes a task due at once, whenever its time would come.';

create function public.admin_retry_mail() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  notices integer;
  mails integer := 0;
begin
  perform private.require_admin();
  update notify.notices set due_at = now()
    where sent_at is null and dropped_at is null and attempts > 0 and (claimed_until is null or claimed_until <= now());
  get diagnostics notices = row_count;
  if to_regclass('_backend.outbox') is not null then
    execute 'update _backend.outbox set next_attempt_at = now()
      where delivered_at is null and given_up_at is null and attempts > 0 and (claimed_until is null or claimed_until <= now())';
    get diagnostics mails = row_count;
  end if;
  perform audit.record('send waiting mail', 'notices', null, null, jsonb_build_object('mails', notices + mails));
  return notices + mails;
end $$;
comment on function public.admin_retry_mail() is 'Makes all mail that could not be sent due at once; returns how many.';

-- Site: the triggers that many tables share.

-- Time of the last change ---------------------------------------------------------------------------------------------

do $$
declare
  changed text;
begin
  -- The other tables with such a column set it with the rest of what they check.
  foreach changed in array array['public.availability', 'public.categories', 'public.feedback_replies',
    'public.notification_settings', 'public.profiles', 'public.reports', 'public.services', 'public.site_settings',
    'public.subscribers']
  loop
    execute format('create trigger set_updated_at before update on %s for each row execute function private.set_updated_at()', changed);
  end loop;
end $$;

-- Texts as people see them ----------------------------------------------------------------------------------------------

do $$
declare
  written record;
begin
  for written in select a.attrelid::regclass as rows, string_agg(format('%I', a.attname), ', ') as columns, string_agg(format('new.%I', a.attname), ', ') as texts
    from pg_attribute a where a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype)
      and a.attrelid = any ('{public.availability,public.businesses,public.categories,public.enquiries,public.enquiry_messages,public.feedback,public.feedback_replies,public.job_quotes,public.jobs,public.profiles,public.reports,public.services}'::regclass[])
    group by a.attrelid
  loop
    execute format('create trigger accept_texts before insert or update of %s on %s for each row
      when (concat_ws('' '', %s) ~ ''[^\x20-\x7e\n\r£€À-ſ–—‘’“”]'') execute function private.accept_texts()', written.columns, written.rows, written.texts);
  end loop;
end $$;

-- Limits per day ----------------------------------------------------------------------------------------------------

do $$
declare
  rule record;
begin
  for rule in select * from (values ('public.business_claims', 'claims', 5), ('public.feedback', 'reviews', 20),
    ('public.feedback_replies', 'replies', 50), ('public.jobs', 'jobs', 20)) as limited (rows, what, most)
  loop
    execute format('create trigger limit_per_day before insert on %s
      for each row execute function private.limit_per_day(%L, %L)', rule.rows, rule.what, rule.most);
  end loop;
end $$;

-- Realtime --------------------------------------------------------------------------------------------------------------

do $$
declare
  rule record;
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
  -- An open job directory updates itself: no contact. Both sides of an open conversation see new messages, and what was read: no words.
  for rule in select * from (values ('jobs', 'id, status, posted_date'),
    ('enquiry_messages', 'id, enquiry_id, author_id, created_at, read_at')) as published (rows, columns)
    where not exists (select from pg_publication where pubname = 'supabase_realtime' and puballtables)
      and not exists (select from pg_publication_tables where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = rows)
  loop
    execute format('alter publication supabase_realtime add table public.%I (%s)', rule.rows, rule.columns);
  end loop;
end $$;

-- Response cache ------------------------------------------------------------------------------------------------------

create function private.invalidate_cache() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  tags text[];
begin
  if tg_op = 'TRUNCATE' then
    insert into private.cache_changes (tags) values (null);
    return null;
  end if;
  -- A row that is written as it was ends nothing, or any account could empty the cache.
  if tg_op = 'UPDATE' and old *= new then
    return null;
  end if;
  tags := tg_argv[0]::text[];
  case tg_argv[1]
    when 'provider' then
      -- An expression and no query, which takes three times as long, in every write.
      tags := tags || array['listing:' || old.provider_id, 'listing:' || new.provider_id];
    when 'job' then
      tags := tags || array['job:' || coalesce(new.id, old.id)];
    when 'profile' then
      tags := (select tags || array['listing:' || l.provider_id] from search.listings l where l.provider_id = new.id);
    when 'member' then
      tags := (select tags || array['listing:' || l.provider_id] from search.listings l where l.provider_id = new.user_id);
    when 'reveal' then
      -- Only a job with a limit says how many more may read its contact.
      tags := (select tags || array['job:' || j.id] from public.jobs j
        where j.id = coalesce(new.job_id, old.job_id) and j.reveal_limit is not null);
    when 'facts' then
      -- All are counted every day, and few change.
      tags := case when (old.questions, old.answered, old.reply_minutes, old.hires)
          is distinct from (new.questions, new.answered, new.reply_minutes, new.hires)
        then array['listing:' || coalesce(new.provider_id, old.provider_id)] end;
    when '' then
  end case;
  if tags is not null then
    insert into private.cache_changes (tags) values (tags);
  end if;
  return null;
end $$;
comment on function private.invalidate_cache() is
  'Trigger: ends cached responses with the tags of its first argument, and those about what its second names.';

-- The one list of what ends cached responses: each table with the tags that a changed row ends, and whose tag besides. The
-- tags of responses are in supabase/config.toml.
do $$
declare
  rule record;
begin
  for rule in select * from (values
    ('private.departed_providers', '{}', 'provider'),
    ('private.response_facts', '{}', 'facts'),
    ('private.review_invitations', '{}', 'provider'),
    ('public.availability', '{directory}', 'provider'),
    ('public.categories', '{categories}', ''),
    ('public.coupons', '{coupons}', ''),
    ('public.feedback', '{feedback}', 'provider'),
    ('public.feedback_replies', '{feedback}', 'provider'),
    ('public.job_contact_reveals', '{jobs}', 'reveal'),
    ('public.jobs', '{jobs}', 'job'),
    ('public.profiles', '{directory}', 'profile'),
    ('search.synonyms', '{directory,jobs}', ''),
    ('public.services', '{directory}', 'provider'),
    ('public.site_settings', '{settings}', ''),
    ('public.subscribers', '{directory}', 'member'),
    ('search.listings', '{directory}', 'provider'),
    ('search.places', '{directory,jobs}', '')) as cached (rows, tags, about)
  loop
    execute format('create trigger invalidate_cache after insert or update or delete on %s
      for each row execute function private.invalidate_cache(%L, %L)', rule.rows, rule.tags, rule.about);
    execute format('create trigger invalidate_cache_on_truncate after truncate on %s
      for each statement execute function private.invalidate_cache()', rule.rows);
  end loop;
end $$;

create function private.cache_expiry(tags text[]) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return least(
    -- The order of equals moves on.
    private.uk_midnight(private.uk_day(now()) + 1),
    case when 'directory' = any (tags) then
      (select min(l.membership_end) from search.listings l where l.membership_end > now()) end,
    (select min(l.membership_end) from search.listings l where l.membership_end > now()
      and l.provider_id in (select substr(tag, 9)::uuid from unnest(tags) as tag where tag like 'listing:%')),
    case when tags && array['jobs'] then
      (select min(j.expires_at) from public.jobs j where j.status = 'open' and j.expires_at > now()) end,
    (select min(j.expires_at) from public.jobs j where j.expires_at > now()
      and j.id in (select substr(tag, 5)::uuid from unnest(tags) as tag where tag like 'job:%')));
end $$;
comment on function private.cache_expiry(text[]) is
  'When the clock alone changes what has these tags: a membership or a job ends, or the order of the directory moves on.';

-- Site: who may call which function, and the rules that all tables share. No caller reaches what is not named here or granted
-- with its table.

-- Tables --------------------------------------------------------------------------------------------------------------

do $$
declare
  rows regclass;
begin
  -- Without a policy nobody but its owner and the service reads a row.
  for rows in select c.oid from pg_catalog.pg_class c
    where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('public', 'private', 'search', 'notify', 'stats', 'billing', 'audit')
  loop
    execute format('alter table %s enable row level security', rows);
  end loop;
  -- Tables of a person's own rows, which a token counts for only while its session does.
  foreach rows in array '{public.consents,public.coupon_redemptions,public.enquiry_blocks,
    public.job_contact_reveals,public.job_matches,public.notification_settings,public.payments,public.profiles,public.provider_categories,
    public.saved_jobs,public.saved_providers,public.subscribers}'::regclass[]
  loop
    execute format('create policy "require valid session" on %s as restrictive to authenticated using ((select private.is_session_valid()))', rows);
  end loop;
end $$;
create policy "require valid session" on realtime.messages as restrictive to authenticated
  using ((select private.is_session_valid()));
create policy "require valid session" on storage.objects as restrictive to authenticated
  using ((select private.is_session_valid()));

-- Functions -----------------------------------------------------------------------------------------------------------

-- Everybody, and the service: what policies, checks and views of a caller call.
grant execute on function private.caller_state, private.check_caller, private.fold, private.has_account_type,
  private.is_admin, private.is_email_address, private.is_listed, private.is_provider, private.is_session_valid,
  private.is_short_text, private.job_lifetime, private.plain_digits, private.plain_letters, private.refuse_if,
  private.require_active_account, private.valid_file_address, private.valid_hours, private.valid_phone,
  private.valid_skills, private.valid_social_links, private.valid_work_sample, private.valid_work_samples,
  private.visible_text, private.work_sample_files to anon, authenticated, service_role;
-- Everybody, signed in or not.
grant execute on function public.answer_claim, public.answer_job_question, public.appeal_report,
  public.category_moved, public.category_page, public.claim_by_link, public.coupon_remaining, public.feedback_summary,
  public.has_admin, public.is_business_email, public.job_page, public.job_question, public.own_account_type,
  public.parse_budget, public.provider_page, public.report_case, public.report_content,
  public.remove_review, public.reset_needs_second_step, public.review_link_owner,
  public.review_requests, public.search_businesses, public.search_jobs, public.search_providers,
  public.sitemap_page, public.sitemap_starts, public.start_draft, public.stop_review_mail, public.suggest_search, public.trial_providers, public.undo_unsubscribe,
  public.unsubscribe to anon, authenticated;
grant execute on function private.is_member, private.slugify, search.job_document, search.lexemes, search.split_words
  to authenticated, service_role;
-- Whoever is signed in. Those for admins and members ask for themselves.
grant execute on function private.can_write_file, private.is_hidden_picture, private.is_hired,
  private.may_see_enquiry_picture, private.replaces_shown_file, private.within_file_quota, public.accept_quote,
  public.admin_allow_job, public.admin_analytics, public.admin_answers, public.admin_audit_log, public.admin_categories,
  public.admin_category_reach, public.admin_dashboard_counts, public.admin_decide_claim, public.admin_decide_report,
  public.admin_delete_feedback, public.admin_delete_job, public.admin_delete_user, public.admin_edit_feedback,
  public.admin_export_users, public.admin_feedback, public.admin_figures, public.admin_health,
  public.admin_hide_feedback_picture, public.admin_hide_job_picture, public.admin_mails, public.admin_make_provider,
  public.admin_merge_categories, public.admin_moderate_feedback, public.admin_remove_message_pictures,
  public.admin_reorder_categories, public.admin_repeated_hires, public.admin_reported_message,
  public.admin_restore_setting, public.admin_retry_mail, public.admin_run_task, public.admin_save_setting,
  public.admin_send_claim_link, public.admin_send_test_mail, public.admin_sent_mail, public.admin_set_coupon,
  public.admin_set_membership, public.admin_settings, public.admin_stop_job, public.admin_support_view,
  public.admin_switch_users, public.admin_take_report, public.admin_toggle_user_status, public.admin_update_user,
  public.admin_users, public.allow_support, public.answer_enquiry, public.ask_for_reviews, public.ask_provider, public.block_enquirer,
  public.cancel_email_change, public.claim_business, public.confirm_hire, public.count_profiles_by_date,
  public.count_profiles_by_type, public.decline_ask, public.decline_quote, public.deletion_cancelled,
  public.end_device, public.enquiry_others, public.feedback_right, public.finish_sign_up, public.get_admin_businesses,
  public.get_admin_claims, public.get_admin_user_details, public.is_session_valid, public.job_answers,
  public.job_hire, public.job_reveals, public.list_support_views, public.mark_job_done, public.mark_job_hired,
  public.membership_worth, public.must_choose_password, public.my_contacts, public.my_devices, public.my_enquiries,
  public.my_jobs, public.my_quotes, public.my_review_link, public.my_saved_jobs, public.notify_claim, public.open_job_quotes,
  public.read_enquiry, public.reorder_services, public.reveal_job_contact, public.revoke_job_contact, public.see_job,
  public.send_enquiry, public.send_quote, public.set_feedback_pictures, public.sign_up_unfinished,
  public.uncount_own_view, public.verify_audit_log, public.withdraw_quote, public.withdraw_support,
  public.write_about_quote to authenticated;
grant execute on function private.renewal_grace, public.count_postcodes, public.load_postcodes to service_role;
-- The auth service: its hooks.
grant execute on function public.before_user_created, public.custom_access_token to supabase_auth_admin;
