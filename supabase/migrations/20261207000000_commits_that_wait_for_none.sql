-- Cached responses end without notifications, whose lock makes the commits of all transactions wait for one another.

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

create or replace function private.list_cache_changes(since text, out upto text, out tags text[], out everything boolean) returns record
language plpgsql stable security definer set search_path = '' set enable_seqscan = off as $$
declare
  current constant pg_snapshot := pg_current_snapshot();
  known constant pg_snapshot := split_part(since, ' ', 1);
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
  -- A purge deletes what the one before it saw; so did whoever read after that one.
  everything := since is null or not purges between split_part(since, ' ', 2)::bigint and split_part(since, ' ', 2)::bigint + 1;
  if not everything then
    select array_agg(distinct tag) filter (where tag is not null), coalesce(bool_or(c.tags is null), false) into tags, everything
    from (
      select c.tags from private.cache_changes c where c.transaction >= pg_snapshot_xmax(known)
      union all
      select c.tags from private.cache_changes c where c.transaction = any (array(select pg_snapshot_xip(known)))) as c
    left join lateral unnest(c.tags) as tag on true;
  end if;
end $$;
comment on function private.list_cache_changes(text) is
  'For the response cache: the tags of all changes that were committed since an earlier call, whose upto is given; everything if that is too long ago.';

create or replace function private.delete_old_cache_changes() returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  last private.cache_purges;
begin
  select * into last from private.cache_purges
    where pg_snapshot_xmax(seen) <= pg_snapshot_xmax(pg_current_snapshot()) for update;
  -- Numbers of the future are those of the server that this database was copied from.
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

create or replace function private.invalidate_cache() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.cache_changes (tags) values (case when tg_nargs > 0 then tg_argv::text[] end);
  return null;
end $$;
comment on function private.invalidate_cache() is
  'Trigger: ends cached responses with these tags; without any, all.';

create or replace function private.invalidate_listing() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.cache_changes (tags) values (
    case when tg_op <> 'INSERT' then array['listing:' || old.provider_id] else '{}' end
    || case when tg_op <> 'DELETE' then array['listing:' || new.provider_id] else '{}' end || tg_argv::text[]);
  return null;
end $$;
comment on function private.invalidate_listing() is
  'Trigger: ends cached responses about the provider of this row, and those with these tags.';

create or replace function private.invalidate_listing_on_update() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Which lists they are in, what those are found by, and what they are ordered by.
  moved constant boolean := (old.provider_id, old.slot, old.categories, old.place, old.location, old.membership_end, old.created_at)
    is distinct from (new.provider_id, new.slot, new.categories, new.place, new.location, new.membership_end, new.created_at);
  rated constant boolean := (old.rating_average, old.rating_count) is distinct from (new.rating_average, new.rating_count);
  ended text[] := array['listings', 'listing:' || new.provider_id];
begin
  if moved then
    ended := ended || 'directory'::text || array(select 'category:' || md5(key) from unnest(old.categories || new.categories) as key);
  end if;
  if moved or rated then
    ended := ended || array(select 'category-page:' || md5(key) from unnest(old.categories || new.categories) as key);
  end if;
  if rated or (old.name, old.title, old.bio, old.image_url, old.business_name, old.location)
      is distinct from (new.name, new.title, new.bio, new.image_url, new.business_name, new.location) then
    ended := ended || ('card:' || new.provider_id);
  end if;
  if old.document is distinct from new.document then
    ended := ended || 'words'::text;
  end if;
  if rated then
    ended := ended || 'ratings'::text;
  end if;
  insert into private.cache_changes (tags) values (ended);
  return null;
end $$;
comment on function private.invalidate_listing_on_update() is
  'Trigger: ends cached responses about a listing that changed, and the lists that are others by this change.';

create or replace function private.invalidate_listing_categories() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.cache_changes (tags)
  select array_agg('category:' || md5(key)) || array_agg('category-page:' || md5(key))
  from unnest(coalesce(new.categories, old.categories)) as key having count(*) > 0;
  return null;
end $$;
comment on function private.invalidate_listing_categories() is
  'Trigger: ends cached lists of the categories of a listing that comes or goes.';

create or replace function private.invalidate_listing_of_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A listing that comes or goes with the same change says so itself.
  if exists (select from search.listings where provider_id = new.id) then
    insert into private.cache_changes (tags) values (array['listings', 'listing:' || new.id]);
  end if;
  return null;
end $$;
comment on function private.invalidate_listing_of_profile() is
  'Trigger: ends cached responses about a listed provider whose profile changed.';

create or replace function private.invalidate_reply() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.cache_changes (tags)
  select array['feedback', 'listing:' || f.provider_id] from public.feedback f where f.id in (old.feedback_id, new.feedback_id);
  return null;
end $$;
comment on function private.invalidate_reply() is
  'Trigger: ends cached responses with the feedback that this replies to.';

create or replace function private.invalidate_job() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.cache_changes (tags) values (array['jobs', 'job:' || coalesce(new.id, old.id)]);
  return null;
end $$;
comment on function private.invalidate_job() is 'Trigger: ends cached responses with this job.';

create or replace function private.invalidate_job_of_reveal() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.cache_changes (tags)
  select array['jobs', 'job:' || j.id] from public.jobs j where j.id = coalesce(new.job_id, old.job_id) and j.reveal_limit is not null;
  return null;
end $$;
comment on function private.invalidate_job_of_reveal() is
  'Trigger: ends cached responses with a job that says how many may still read its contact.';

insert into private.scheduled_tasks (name, run_every, procedure)
values ('delete-old-cache-changes', '00:01:00', 'private.delete_old_cache_changes()');

-- The scheduler asks every second.
create or replace function notify.queue_notice(
  p_user uuid, p_address text, p_kind text, p_data jsonb, p_key text, p_due timestamptz
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into notify.notices (kind, user_id, address, data, key, due_at)
  values (p_kind, p_user, lower(btrim(p_address)), coalesce(p_data, '{}'), p_key, coalesce(p_due, now()))
  on conflict (key) do nothing;
end $$;
comment on function notify.queue_notice(uuid,text,text,jsonb,text,timestamptz) is
  'Queues a notice. The scheduler asks every second whether any is due: a notification would make all commits wait for one another.';

create or replace function public.admin_run_task(p_name text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update private.scheduled_tasks set last_run = null
    where name = p_name and (running_until is null or running_until <= now());
  if not found then
    raise exception 'This task is running already, or does not exist any more. Please reload the page.' using errcode = 'PT409';
  end if;
  perform audit.record('run task', 'scheduled_tasks', p_name, null, null);
end $$;
comment on function public.admin_run_task(text) is 'Makes a task due at once, whenever its time would come.';

create or replace function public.admin_retry_mail() returns integer
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
