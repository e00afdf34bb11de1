-- The audit log as evidence: every line is chained to the one before it, nobody can change or remove
-- one, and admins can search and verify it.

alter table public.audit_log add column actor_name text, add column target_label text;
comment on column public.audit_log.actor_name is 'Who it was at that time, by name: an account may be gone when somebody asks.';
comment on column public.audit_log.target_label is 'What it was done to, in words, as it was called then.';

create function private.audit_label(entry public.audit_log) returns text
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
comment on function private.audit_label(public.audit_log) is 'What an entry of the audit log is about, in words.';

create function private.sign_audit() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.actor_name := coalesce(
    (select nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), '') from public.profiles p where p.id = new.actor_id),
    case when new.actor_id is null then 'System' else 'Former admin' end);
  new.target_label := private.audit_label(new);
  return new;
end $$;
comment on function private.sign_audit() is 'Trigger: writes down who and what by name.';

update public.audit_log l set
  actor_name = coalesce(
    (select nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), '') from public.profiles p where p.id = l.actor_id),
    case when l.actor_id is null then 'System' else 'Former admin' end),
  target_label = private.audit_label(l);
alter table public.audit_log alter column actor_name set not null;
create index audit_log_of_actor on public.audit_log using gin (actor_name extensions.gin_trgm_ops);
create index audit_log_of_label on public.audit_log using gin (target_label extensions.gin_trgm_ops);
create index audit_log_of_id on public.audit_log (target_id, id desc);
create index audit_log_of_action on public.audit_log (action, id desc);
create trigger sign before insert on public.audit_log for each row execute function private.sign_audit();

create table private.audit_chain (
  position bigint primary key check (position > 0),
  entry bigint not null unique,
  hash bytea not null unique check (octet_length(hash) = 32)
);
comment on table private.audit_chain is 'One link for each entry of the audit log: the hash over the link before and the entry. A table of its own because the order is that of commits, and entries are never written twice.';
revoke all on private.audit_chain from public, anon, authenticated, service_role;
alter table private.audit_chain enable row level security;

create function private.audit_hash(previous bytea, entry public.audit_log) returns bytea
language sql stable set search_path = '' as $$
  -- As JSON, so that no two entries can be written alike; the moment as a number, so that no time zone counts.
  select sha256(previous || convert_to(jsonb_build_array(entry.id, entry.actor_id, entry.actor_name, entry.action,
    entry.target_table, entry.target_id, entry.target_label, entry.before, entry.after, entry.reason,
    extract(epoch from entry.created_at))::text, 'UTF8'))
$$;
comment on function private.audit_hash(bytea, public.audit_log) is 'The hash of an entry over the hash before it.';

create function private.chain_audit(entry public.audit_log) returns void
language plpgsql security definer set search_path = '' as $$
declare
  last private.audit_chain;
begin
  select * into last from private.audit_chain order by position desc limit 1;
  insert into private.audit_chain (position, entry, hash)
  values (coalesce(last.position, 0) + 1, entry.id, private.audit_hash(coalesce(last.hash, '\x'), entry));
end $$;
comment on function private.chain_audit(public.audit_log) is 'Adds the link of one entry at the end of the chain; the caller holds the lock.';

create function private.audit_written() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('audit_chain'));
  perform private.chain_audit(new);
  return null;
end $$;
comment on function private.audit_written() is
  'Trigger, at commit: chains an entry. At commit because the lock is one for everybody: held any longer, two admins who act on several accounts would wait for each other in a ring.';

do $$
declare
  entry public.audit_log;
begin
  for entry in select * from public.audit_log order by id loop
    perform private.chain_audit(entry);
  end loop;
end $$;
create constraint trigger chain after insert on public.audit_log
  deferrable initially deferred for each row execute function private.audit_written();

create function private.refuse_rewriting() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'The audit log cannot be changed, only added to.' using errcode = '42501';
end $$;
comment on function private.refuse_rewriting() is 'Trigger: append-only, for the owner of the database too.';
create trigger append_only before update or delete or truncate on public.audit_log
  for each statement execute function private.refuse_rewriting();
create trigger append_only before update or delete or truncate on private.audit_chain
  for each statement execute function private.refuse_rewriting();

create function public.verify_audit_log(after_position bigint default 0) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant integer := 20000;
  start private.audit_chain;
  ended private.audit_chain;
  checked bigint;
  broken jsonb;
begin
  if (select auth.role()) is distinct from 'service_role' then
    perform private.require_admin();
  end if;
  select * into start from private.audit_chain where position = after_position;
  select count(*), max(page.position) into checked, ended.position
    from (select position from private.audit_chain where position > coalesce(start.position, 0) order by position limit most) as page;
  select c.hash into ended.hash from private.audit_chain c where c.position = ended.position;
  select jsonb_build_object('position', link.position, 'entry', link.entry, 'why', case
      when link.position <> link.before + 1 then 'a link before it is missing'
      when l.id is null then 'the entry was removed'
      else 'the entry or its link was changed' end) into broken
    from (
      select c.position, c.entry, c.hash, lag(c.hash, 1, coalesce(start.hash, '\x')) over (order by c.position) as previous,
        lag(c.position, 1, coalesce(start.position, 0)) over (order by c.position) as before
      from private.audit_chain c where c.position > coalesce(start.position, 0) order by c.position limit most) as link
    left join public.audit_log l on l.id = link.entry
    where link.position <> link.before + 1 or l.id is null or link.hash is distinct from private.audit_hash(link.previous, l)
    order by link.position limit 1;
  if broken is null and checked < most then
    select jsonb_build_object('position', null, 'entry', l.id, 'why', 'the entry was added past the chain') into broken
      from public.audit_log l where not exists (select from private.audit_chain c where c.entry = l.id) order by l.id limit 1;
  end if;
  return jsonb_build_object('checked', checked, 'next', case when checked = most and broken is null then ended.position end,
    'head', encode(coalesce(ended.hash, start.hash), 'hex'), 'broken', broken);
end $$;
comment on function public.verify_audit_log(bigint) is
  'For admins and the command: checks up to 20,000 links after a position: {checked, next, head, broken: {position, entry, why}}. The head is worth keeping elsewhere: it shows a chain that was cut short.';
revoke execute on function public.verify_audit_log(bigint) from public, anon;
grant execute on function public.verify_audit_log(bigint) to authenticated, service_role;

create function public.audit_log_holds(head text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select auth.role()) is distinct from 'service_role' then
    perform private.require_admin();
  end if;
  return head ~ '^[0-9a-f]{64}$' and exists (select from private.audit_chain c where c.hash = decode(head, 'hex'));
end $$;
comment on function public.audit_log_holds(text) is 'For admins and the command: whether a head that was kept elsewhere is still a link of the chain.';
revoke execute on function public.audit_log_holds(text) from public, anon;
grant execute on function public.audit_log_holds(text) to authenticated, service_role;

create function public.admin_audit_log(who text default null, what text default null, target text default null,
  from_day date default null, to_day date default null, before_id bigint default null, page_size integer default 25)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
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
comment on function public.admin_audit_log(text, text, text, date, date, bigint, integer) is
  'For /admin/audit: {items, next, actions}, newest first, before an entry; who and target by part of the name, target also by id, days as in Britain.';
revoke execute on function public.admin_audit_log(text, text, text, date, date, bigint, integer) from public, anon;
grant execute on function public.admin_audit_log(text, text, text, date, date, bigint, integer) to authenticated, service_role;
