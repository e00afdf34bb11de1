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
