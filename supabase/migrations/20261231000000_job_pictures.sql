-- Up to five pictures of a job; one walk through all files that belong to something; pictures that an admin removed.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('pictures', 'pictures', true, 10485760, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

comment on table private.portfolio_cleanup is
  'How far, by bucket and name, the walk through the files of portfolios and pictures has come; one row.';

create table private.hidden_pictures (
  name text primary key,
  user_id uuid not null references public.profiles (id) on delete cascade
);
comment on table private.hidden_pictures is
  'Pictures that an admin removed: their owner cannot upload or show them again.';
create index hidden_pictures_of_user on private.hidden_pictures (user_id);
alter table private.hidden_pictures enable row level security;

create or replace function private.can_write_file(bucket text, name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select case bucket
    when 'avatars' then split_part(name, '/', 1) = (select auth.uid())::text and exists (
      select from public.profiles where id = (select auth.uid()) and is_active)
    when 'portfolio_media' then split_part(name, '/', 1) = (select auth.uid())::text
      and split_part(name, '/', 2) = 'portfolio' and private.has_account_type('provider') and private.is_member((select auth.uid()))
    when 'business_logos' then split_part(name, '/', 1) in ('providers', 'site') and private.is_admin()
    when 'pictures' then name ~ ('^' || (select auth.uid()) || '/[0-9a-f]{64}\.(jpg|png|webp)$') and private.require_active_account()
      and not exists (select from private.hidden_pictures h where h.name = can_write_file.name)
    else false end
$$;
comment on function private.can_write_file(text,text) is
  'Whether the caller may add or change this file: an own avatar, a member''s portfolio, an admin''s logo, an own picture by the hash of its content.';
grant execute on function private.can_write_file(text,text) to authenticated;

drop policy "replace own files" on storage.objects;
-- The name of a picture is the hash of its content, which never changes.
create policy "replace own files" on storage.objects for update to authenticated
  using (bucket_id <> 'pictures' and private.can_write_file(bucket_id, name))
  with check (bucket_id <> 'pictures' and private.can_write_file(bucket_id, name));
drop policy "remove own files" on storage.objects;
create policy "remove own files" on storage.objects for delete to authenticated
  using (split_part(name, '/', 1) = (select auth.uid())::text or (bucket_id in ('business_logos', 'pictures') and (select private.is_admin())));

create or replace function private.within_file_quota(bucket text, file text, facts jsonb) returns boolean
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
    ('pictures', 200, 1073741824)) as q (bucket, files, bytes)
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
  if used.bytes + coalesce((facts ->> 'size')::bigint, (facts ->> 'contentLength')::bigint, 0) > quota.bytes then
    raise exception 'You have used all your storage space. Remove a file and try again.' using errcode = 'PT413';
  end if;
  return true;
end $$;
comment on function private.within_file_quota(text,text,jsonb) is
  'True while the folder''s account has room for this file; otherwise raises what to do.';
grant execute on function private.within_file_quota(text,text,jsonb) to authenticated;

drop function public.unused_portfolio_files(integer);

create function private.is_file_shown(bucket text, file text, owner uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return case bucket
    when 'portfolio_media' then exists (select from public.profiles p where p.id = owner and strpos(p.work_samples::text, file) > 0)
      or exists (select from public.job_quotes q
        where q.provider_id = owner and '/storage/v1/object/public/portfolio_media/' || file = any (q.pictures))
    when 'pictures' then exists (select from public.jobs j
      where j.user_id = owner and '/storage/v1/object/public/pictures/' || file = any (j.pictures)) end;
end $$;
comment on function private.is_file_shown(text,text,uuid) is 'Whether anything of its owner shows a file.';

create function public.unused_files(p_limit integer default 1000) returns table (bucket text, name text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  start text;
  walked text[];
  most constant integer := least(greatest(p_limit, 1), 1000);
begin
  select c.reached into start from private.portfolio_cleanup c for update;
  select array_agg(n.bucket_id || '/' || n.name order by n.bucket_id, n.name collate "C") into walked from (
    select o.bucket_id, o.name from storage.objects o
    where o.bucket_id in ('pictures', 'portfolio_media')
      and (o.bucket_id, o.name collate "C") > (split_part(start, '/', 1), substr(start, strpos(start, '/') + 1))
    order by o.bucket_id, o.name collate "C" limit most) as n;
  update private.portfolio_cleanup set reached = case when cardinality(walked) = most then walked[most] else '' end;
  return query
    select o.bucket_id, o.name from unnest(walked) as w (file)
      join storage.objects o on o.bucket_id = split_part(w.file, '/', 1) and o.name = substr(w.file, strpos(w.file, '/') + 1)
    -- A name with other characters may stand in an address in another spelling: it is left alone.
    where o.name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/(portfolio/)?[A-Za-z0-9._-]+$'
      and o.created_at < now() - interval '1 day'
      and not private.is_file_shown(o.bucket_id, o.name, split_part(o.name, '/', 1)::uuid);
end $$;
comment on function public.unused_files(integer) is
  'For tidy-portfolio: of the next files of all portfolios and pictures those that are a day old and shown by nothing. Each call walks on; after the last it begins again.';

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
        where o.bucket_id = bucket and o.name = substr(p.address, length('/storage/v1/object/public/' || bucket || '/') + 1)
          and p.address = '/storage/v1/object/public/' || bucket || '/' || o.name
          and starts_with(o.name, folder) and starts_with(o.metadata ->> 'mimetype', 'image/')))
      then 'You can only show pictures that you uploaded yourself. Please upload the picture again.' end
$$;
comment on function private.picture_problem(text[],text[],text,text) is
  'Why these addresses cannot be shown, or null: at most five, each once, of files in this folder. Those that were verified before are not checked again.';

create or replace function private.check_job_quote() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := private.uk_day(now());
  problem text;
begin
  new.message := btrim(new.message, E' \t\r\n');
  problem := case
    when coalesce(new.message, '') = '' then 'Please write a message'
    when char_length(new.message) > 4000 then 'Please use at most 4,000 characters'
    when new.price_type is null or new.price_type not in ('fixed', 'range', 'hourly', 'after_visit') then 'Please choose a kind of price'
    when new.price_type <> 'after_visit' and new.price_min is null or new.price_type = 'range' and new.price_max is null
      then 'Please enter a price'
    when new.price_min not between 100 and 100000000 or new.price_max not between 100 and 100000000
      then 'Please enter a price from £1 to £1,000,000'
    when new.price_type = 'range' and new.price_min >= new.price_max then 'Please enter a highest price above the lowest'
    when new.vat is null or new.vat not in ('included', 'added', 'not_registered') then 'Please choose how VAT applies'
    when new.earliest_start not between today and today + 730 then 'Please choose a start from today to two years ahead'
    when new.valid_until is null or new.valid_until not between today and today + 180
      then 'Please choose a last day from today to 180 days ahead'
    else private.picture_problem(new.pictures, '{}', 'portfolio_media', new.provider_id || '/portfolio/') end;
  if problem is not null then
    raise exception '%', problem using errcode = 'PT400';
  end if;
  if new.price_type <> 'range' then
    new.price_max := null;
  end if;
  if new.price_type = 'after_visit' then
    new.price_min := null;
  end if;
  new.updated_at := clock_timestamp();
  return new;
end $$;
comment on function private.check_job_quote() is
  'Trigger: what a provider writes is within the limits, and shows only pictures of the provider''s own.';

alter table public.jobs add column pictures text[] not null default '{}' check (cardinality(pictures) <= 5);
comment on column public.jobs.pictures is 'Addresses of files that the poster uploaded; erased with the contact (P-47).';
grant select (pictures) on public.jobs to anon, authenticated;
grant insert (pictures), update (pictures) on public.jobs to authenticated;

create function private.check_job_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  problem constant text := private.picture_problem(new.pictures, case when tg_op = 'UPDATE' then old.pictures end, 'pictures', new.user_id || '/');
begin
  if problem is not null then
    raise exception '%', problem using errcode = 'PT400';
  end if;
  return new;
end $$;
comment on function private.check_job_pictures() is 'Trigger: a job shows only pictures that its poster uploaded.';

create trigger check_job_pictures before insert or update of pictures on public.jobs
  for each row when (auth.uid() is not null) execute function private.check_job_pictures();

create or replace function private.erase_job_contacts() returns void
language sql security definer set search_path = '' as $$
  update public.jobs set contact_name = null, contact_email = null, contact_phone = null, pictures = '{}' where id in (
    select j.id from public.jobs j where j.ended_at < now() - interval '90 days' and j.contact_email is not null
    limit 500 for update skip locked)
$$;
comment on function private.erase_job_contacts() is
  'Part of process_job_expiry(): 90 days after a job ended its contact and pictures are erased. Who unlocked it stays recorded.';

create or replace function private.job_card(job public.jobs) returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object('id', job.id, 'title', job.title, 'description', job.description, 'category', job.category,
    'categories', job.categories, 'location', job.location, 'budget', job.budget, 'budget_type', job.budget_type,
    'budget_min', job.budget_min, 'budget_max', job.budget_max, 'user_id', job.user_id, 'status', job.status,
    'posted_date', job.posted_date, 'pictures', job.pictures, 'reveals_left', case when job.reveal_limit is not null then greatest(0,
      job.reveal_limit - (select count(*) from public.job_contact_reveals r where r.job_id = job.id)) end)
$$;
comment on function private.job_card(public.jobs) is
  'What anybody may read of an open job, by name: never its contact (P-07).';

create function public.admin_hide_job_picture(
  job_id uuid, picture text, reason text, seen timestamptz default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  why text;
  job public.jobs;
begin
  perform private.require_admin();
  why := private.clean_reason(reason, true);
  job := private.lock_job(job_id, seen);
  if not coalesce(picture = any (job.pictures), false) then
    raise exception 'This picture is no longer on the job. Please reload the page.' using errcode = 'PT404';
  end if;
  insert into private.hidden_pictures (name, user_id)
  values (regexp_replace(picture, '^/storage/v1/object/public/[a-z_]+/', ''), job.user_id) on conflict do nothing;
  update public.jobs j set pictures = array_remove(j.pictures, picture)
  where j.user_id = job.user_id and picture = any (j.pictures);
  perform audit.record('hide picture', 'jobs', job.id::text, jsonb_build_object('title', job.title, 'pictures', job.pictures),
    jsonb_build_object('title', job.title, 'pictures', array_remove(job.pictures, picture)), why);
  perform notify.admin_action(job.user_id, 'job_picture_hidden', jsonb_build_object('title', job.title, 'job_id', job.id, 'reason', why));
end $$;
comment on function public.admin_hide_job_picture(uuid,text,text,timestamptz) is
  'Takes a picture off all jobs of its poster for good, and emails them the reason. The caller then deletes the file; otherwise tidy-portfolio does.';
grant execute on function public.admin_hide_job_picture(uuid,text,text,timestamptz) to authenticated;

insert into notify.notice_kinds (kind, topic) values ('job_picture_hidden', 'account');
insert into notify.mail_kinds (kind, placeholders, required) values ('job_picture_hidden', '{link,site,name,reason}', '{link}');
insert into public.site_settings (key, value) values ('mail_job_picture_hidden', 'null');
