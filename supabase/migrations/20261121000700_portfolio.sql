-- The portfolio: what a work sample may hold, whose files it may show, and what becomes of files that
-- were uploaded and never kept.

create function private.short_text(value jsonb, longest int) returns boolean
language sql immutable set search_path = '' as $$
  select case coalesce(jsonb_typeof(value), 'null')
    when 'null' then true
    when 'string' then char_length(value #>> '{}') <= longest
    else false end
$$;
comment on function private.short_text(jsonb, int) is 'Whether this is nothing, or a text within its length.';

create function private.valid_work_sample(sample jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(sample) <> 'object' then false
    when coalesce(sample ->> 'id', '') = '' or char_length(sample ->> 'id') > 100 then false
    when not (private.short_text(sample -> 'title', 100) and private.short_text(sample -> 'description', 1000)) then false
    when jsonb_typeof(sample -> 'media') is distinct from 'array' and sample ->> 'imageUrl' is null then false
    when not coalesce(private.valid_file_address(sample ->> 'imageUrl'), true) then false
    when jsonb_typeof(sample -> 'media') is distinct from 'array' then true
    else jsonb_array_length(sample -> 'media') <= 20 and not exists (
      select from jsonb_array_elements(sample -> 'media') as item
      where jsonb_typeof(item) <> 'object'
         or not coalesce(private.valid_file_address(item ->> 'url'), false)
         or coalesce(item ->> 'type', '') not in ('image', 'video')
         or not private.short_text(item -> 'id', 100)
         or not private.short_text(item -> 'filename', 255)
         or not private.short_text(item -> 'alt', 200))
    end
$$;
comment on function private.valid_work_sample(jsonb) is
  '{id, title, description, media: [{id, url, type, filename, alt}]}, at most 20 media; an older item may carry imageUrl instead (spec 2 section 3).';

create or replace function private.valid_work_samples(samples jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(samples) is distinct from 'array' then false
    else jsonb_array_length(samples) <= 40
      and octet_length(samples::text) <= 200000
      and not exists (select from jsonb_array_elements(samples) as sample where not private.valid_work_sample(sample))
    end
$$;
comment on function private.valid_work_samples(jsonb) is 'At most 40 work samples, each valid, 200 kB in all.';
grant execute on function private.short_text(jsonb, int), private.valid_work_sample(jsonb) to anon, authenticated, service_role;

create function private.files_shown(samples jsonb) returns table (address text, type text)
language sql immutable set search_path = '' as $$
  select item ->> 'url', item ->> 'type'
  from jsonb_array_elements(case when jsonb_typeof(samples) = 'array' then samples else '[]' end) as sample,
    jsonb_array_elements(case when jsonb_typeof(sample -> 'media') = 'array' then sample -> 'media' else '[]' end) as item
  union all
  select sample ->> 'imageUrl', 'image'
  from jsonb_array_elements(case when jsonb_typeof(samples) = 'array' then samples else '[]' end) as sample
  where sample ->> 'imageUrl' is not null
$$;
comment on function private.files_shown(jsonb) is 'Every file that work samples show, older ones'' imageUrl too.';
grant execute on function private.files_shown(jsonb) to anon, authenticated, service_role;

create or replace function private.require_membership() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.account_type = 'provider' and (select auth.uid()) = new.id and not private.is_member(new.id)
     and (jsonb_array_length(new.skills) > jsonb_array_length(old.skills)
       or jsonb_array_length(new.work_samples) > jsonb_array_length(old.work_samples)
       -- One item put in the place of another, or a file into an item, adds to the portfolio too.
       or exists (select address from private.files_shown(new.work_samples)
         except select address from private.files_shown(old.work_samples))) then
    raise exception 'Subscription required'
      using errcode = '42501', hint = 'Activate a membership to add services and portfolio items.';
  end if;
  return new;
end $$;

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
      select from private.files_shown(new.work_samples) as shown
      where shown.address not in (select address from private.files_shown(old.work_samples))
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
create trigger work_samples_are_own before update of work_samples on public.profiles
  for each row execute function private.check_work_samples();

-- Files nobody kept ---------------------------------------------------------------------------------
-- A file is uploaded before the item that shows it is saved, and removed after the item is gone. Where
-- the second half never happens (a closed window, a cut network), the file is found and removed here.

create table private.portfolio_sweep (
  only_row boolean primary key default true check (only_row),
  reached text not null default ''
);
comment on table private.portfolio_sweep is 'How far, by name, the walk through the portfolios'' files has come; one row.';
insert into private.portfolio_sweep default values;

create function public.unused_portfolio_files(p_limit integer default 1000) returns setof text
language plpgsql volatile security definer set search_path = '' as $$
declare
  start text;
  walked text[];
  most constant integer := least(greatest(p_limit, 1), 1000);
begin
  select s.reached into start from private.portfolio_sweep s for update;
  select array_agg(n.name order by n.name collate "C") into walked from (
    select o.name from storage.objects o
    where o.bucket_id = 'portfolio_media' and o.name collate "C" > start
    order by o.name collate "C" limit most) as n;
  update private.portfolio_sweep
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
revoke execute on function public.unused_portfolio_files(integer) from public, anon, authenticated;
grant execute on function public.unused_portfolio_files(integer) to service_role;

insert into private.scheduled_tasks (name, run_every, function_name) values ('tidy-portfolio', '1 hour', 'tidy-portfolio');
