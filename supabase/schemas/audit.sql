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
