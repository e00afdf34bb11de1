-- What visitors may do only so often is counted by their network, so that nobody uses up what others need. The
-- backend names the caller's address in the setting request.ip for every call that may write; nobody can set
-- it from outside. On a platform that does not, only what is counted by account has a limit.

create unlogged table private.attempts (
  key text primary key,
  used integer not null,
  resets_at timestamptz not null
);
comment on table private.attempts is 'How often a network or an account did something, until resets_at. Unlogged: what a crash forgets is no loss.';
create index attempts_over on private.attempts (resets_at);

create function private.network_of(p_address text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  address inet;
begin
  address := regexp_replace(btrim(p_address), '^::ffff:(?=\d+\.)|%.*$', '', 'ig')::inet;
  return network(set_masklen(address, case family(address) when 4 then 24 else 64 end))::text;
exception when invalid_text_representation then
  return null;
end $$;
comment on function private.network_of(text) is 'The network that limits count by: /24 of IPv4, /64 of IPv6; null for what is no address.';

create function private.caller_network() returns text
language sql stable set search_path = '' as $$
  select private.network_of(nullif(current_setting('request.ip', true), ''))
$$;
comment on function private.caller_network() is 'Where the call comes from; null where the platform does not say.';

create function private.count_use(p_what text, p_who text, p_most integer, p_seconds integer) returns integer
language sql volatile security definer set search_path = '' as $$
  insert into private.attempts as a (key, used, resets_at)
  select p_what || ' ' || p_who, 1, now() + make_interval(secs => p_seconds) where p_who is not null
  on conflict (key) do update set
    used = case when a.resets_at <= now() then 1 else least(a.used + 1, 1000000) end,
    resets_at = case when a.resets_at <= now() then excluded.resets_at else least(a.resets_at, excluded.resets_at) end
  returning case
    -- This machine is not one person: its tests, the server that renders pages, a proxy that does not say for whom it asks.
    when used <= p_most * case when p_who in ('127.0.0.0/24', '::/64') then 20 else 1 end then 0
    else greatest(1, ceil(extract(epoch from resets_at - now()))::integer) end
$$;
comment on function private.count_use(text, text, integer, integer) is 'Counts one use; gives 0, or the seconds to wait when there were more than p_most in p_seconds. Null where nobody is named.';

create function private.limit_uses(p_what text, p_most integer, p_seconds integer, p_message text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  wait integer := greatest(
    private.count_use(p_what, me::text, p_most, p_seconds),
    private.count_use(p_what, private.caller_network(), case when me is null then p_most else 5 * p_most end, p_seconds));
begin
  if wait > 0 then
    raise sqlstate 'PGRST' using
      message = json_build_object('code', 'PT429', 'message', p_message, 'details', null, 'hint', 'Try again in ' || wait || ' seconds.')::text,
      detail = json_build_object('status', 429, 'headers', json_build_object('Retry-After', wait::text))::text;
  end if;
end $$;
comment on function private.limit_uses(text, integer, integer, text) is 'Refuses with 429 and Retry-After what was done more often than p_most times in p_seconds: by the account, or from the network of a visitor. Accounts of one network have five times as much together.';

create function public.count_attempt(p_what text, p_most integer, p_seconds integer, p_address text default null, p_account uuid default null)
returns integer language sql volatile security definer set search_path = '' as $$
  select coalesce(greatest(
    private.count_use(p_what, private.network_of(p_address), p_most, p_seconds),
    private.count_use(p_what, p_account::text, p_most, p_seconds)), 0)
$$;
comment on function public.count_attempt(text, integer, integer, text, uuid) is 'For Edge functions: counts an attempt of an address, an account or both; gives 0, or the seconds to wait.';

create function private.forget_attempts() returns void
language sql security definer set search_path = '' as $$
  delete from private.attempts where resets_at <= now()
$$;
comment on function private.forget_attempts() is 'Task: counts of past windows go.';
insert into private.scheduled_tasks (name, run_every, procedure) values ('forget-attempts', '1 hour', 'private.forget_attempts()');

revoke execute on function private.network_of(text), private.caller_network(), private.count_use(text, text, integer, integer),
  private.limit_uses(text, integer, integer, text), private.forget_attempts(),
  public.count_attempt(text, integer, integer, text, uuid) from public, anon, authenticated;
grant execute on function public.count_attempt(text, integer, integer, text, uuid) to service_role;

-- Volatile, since they count: so they are called by POST alone.
create or replace function public.search_businesses(query text)
returns table (id uuid, business_name text)
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.limit_uses('search businesses', 150, 300, 'Too many searches. Please wait a few minutes.');
  return query
  select b.id, b.business_name from public.businesses b
  where char_length(btrim(query)) >= 2
    and b.business_name ilike '%' || replace(replace(replace(btrim(left(query, 80)), '\', '\\'), '%', '\%'), '_', '\_') || '%'
  order by b.business_name limit 5;
end $$;

create or replace function public.is_business_email(business_id uuid, email text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.limit_uses('business email', 60, 300, 'Too many tries. Please wait a few minutes.');
  return exists (
    select from public.businesses b
    where b.id = business_id and lower(b.business_email) = lower(btrim(email)));
end $$;

create or replace function public.report_content(target_type text, target_id uuid, reason text, details text default null, email text default null)
returns text language plpgsql security definer set search_path = '' as $$
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
  perform private.limit_uses('report', 10, 3600, 'You have sent many reports. Please try again in an hour.');
  if me is null then
    perform private.limit_uses('report ' || target_id, 3, 3600, 'You have sent many reports. Please try again in an hour.');
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
    perform private.tell_reporter(made.id, 'report_received', 'report_received:' || made.id);
  end if;
  return made.case_number;
end $$;
