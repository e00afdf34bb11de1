-- Pictures of the work on feedback, with the author's consent also in the provider's portfolio.

insert into notify.notice_kinds (kind, topic) values ('feedback_picture_hidden', 'account');
insert into notify.mail_kinds (kind, placeholders, required) values
  ('feedback_picture_hidden', '{link,site,name,reason}', '{link}');
insert into public.site_settings (key, value) values ('mail_feedback_picture_hidden', 'null');
update private.export_parts set query = $query$select f.id, coalesce(p.business_name, btrim(p.first_name || ' ' || p.last_name)) as provider, f.rating,
        f.title, f.description, f.author_name, f.verified as verified_hire, f.in_contact, f.pictures,
        f.in_portfolio, f.is_public, f.edited_at, f.created_at from public.feedback f
      join public.profiles p on p.id = f.provider_id where f.user_id = $1 order by f.created_at desc$query$ where name = 'feedback_given';
update private.export_parts set query = $query$select id, author_name, rating, title, description, verified as verified_hire, in_contact, pictures, edited_at, created_at from public.feedback
      where provider_id = $1 and is_public order by created_at desc$query$ where name = 'feedback_received';

alter table public.feedback
  add column pictures text[] not null default '{}' check (cardinality(pictures) <= 5),
  add column in_portfolio boolean not null default false;
grant select (pictures, in_portfolio) on public.feedback to anon, authenticated;
grant insert (pictures, in_portfolio) on public.feedback to authenticated;
comment on column public.feedback.pictures is 'Addresses of files that the author uploaded, of the work.';
comment on column public.feedback.in_portfolio is
  'Whether the author lets the provider''s portfolio show the pictures too; they may take it back (set_feedback_pictures).';
create index feedback_in_portfolio on public.feedback (provider_id, created_at desc) where is_public and in_portfolio;

create function private.check_feedback_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  problem constant text := private.picture_problem(new.pictures, '{}', 'pictures', new.user_id || '/');
begin
  if problem is not null then
    raise exception '%', problem using errcode = 'PT400';
  end if;
  return new;
end $$;
comment on function private.check_feedback_pictures() is 'Trigger: feedback shows only pictures that its author uploaded.';

create trigger check_feedback_pictures before insert on public.feedback
  for each row when (auth.uid() is not null and new.pictures is distinct from '{}') execute function private.check_feedback_pictures();

create function public.set_feedback_pictures(feedback_id uuid, pictures text[], in_portfolio boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  item public.feedback;
begin
  perform private.require_active_account();
  select * into item from public.feedback f
  where f.id = set_feedback_pictures.feedback_id and f.user_id = (select auth.uid()) for update;
  if item.id is null then
    raise exception 'We could not find this feedback among yours. Please reload the page.' using errcode = 'PT404';
  end if;
  if set_feedback_pictures.pictures is null or set_feedback_pictures.in_portfolio is null
      or not set_feedback_pictures.pictures <@ item.pictures
      or cardinality(set_feedback_pictures.pictures) > cardinality(item.pictures) then
    raise exception 'You can only remove pictures from feedback. Please reload the page.' using errcode = 'PT400';
  end if;
  update public.feedback f set pictures = set_feedback_pictures.pictures, in_portfolio = set_feedback_pictures.in_portfolio
  where f.id = item.id;
end $$;
comment on function public.set_feedback_pictures(uuid,text[],boolean) is
  'The author removes pictures of their feedback, gives the consent for the portfolio or takes it back. None is added, because readers and moderators have seen it.';
grant execute on function public.set_feedback_pictures(uuid,text[],boolean) to authenticated;

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

create or replace function private.is_file_shown(bucket text, file text, owner uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return case bucket
    when 'portfolio_media' then exists (select from public.profiles p where p.id = owner and strpos(p.work_samples::text, file) > 0)
      or exists (select from public.job_quotes q
        where q.provider_id = owner and '/storage/v1/object/public/portfolio_media/' || file = any (q.pictures))
    when 'pictures' then exists (select from public.jobs j
        where j.user_id = owner and '/storage/v1/object/public/pictures/' || file = any (j.pictures))
      or exists (select from public.feedback f
        where f.user_id = owner and '/storage/v1/object/public/pictures/' || file = any (f.pictures)) end;
end $$;
comment on function private.is_file_shown(text,text,uuid) is 'Whether anything of its owner shows a file.';

create or replace function public.admin_hide_job_picture(
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
  perform private.hide_picture(job.user_id, picture, why);
  perform audit.record('hide picture', 'jobs', job.id::text, jsonb_build_object('title', job.title, 'pictures', job.pictures),
    jsonb_build_object('title', job.title, 'pictures', array_remove(job.pictures, picture)), why);
  perform notify.admin_action(job.user_id, 'job_picture_hidden', jsonb_build_object('title', job.title, 'job_id', job.id, 'reason', why));
end $$;
comment on function public.admin_hide_job_picture(uuid,text,text,timestamptz) is
  'Takes a picture off all jobs and feedback of its poster for good, and emails them the reason. The caller then deletes the file; otherwise tidy-portfolio does.';
grant execute on function public.admin_hide_job_picture(uuid,text,text,timestamptz) to authenticated;

create function public.admin_hide_feedback_picture(
  feedback_id uuid, picture text, reason text, version text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  why text;
  item public.feedback;
begin
  perform private.require_admin();
  why := private.clean_reason(reason, true);
  item := private.lock_feedback(admin_hide_feedback_picture.feedback_id, version);
  if not coalesce(picture = any (item.pictures), false) then
    raise exception 'This picture is no longer on the feedback. Please reload the page.' using errcode = 'PT404';
  end if;
  perform private.hide_picture(item.user_id, picture, why);
  perform notify.admin_action(item.user_id, 'feedback_picture_hidden', jsonb_build_object('title', item.title,
    'provider_id', item.provider_id, 'reason', why));
end $$;
comment on function public.admin_hide_feedback_picture(uuid,text,text,text) is
  'Takes a picture off all feedback and jobs of its author for good, and emails them the reason. The caller then deletes the file; otherwise tidy-portfolio does.';
grant execute on function public.admin_hide_feedback_picture(uuid,text,text,text) to authenticated;

create or replace function public.admin_feedback(
  state text default null, search text default null, page_size integer default 20, page_offset integer default 0
) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
  perform search.apply_admin_feedback_changes();
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
         ''verified'', f.verified, ''in_contact'', f.in_contact, ''pictures'', f.pictures, ''provider_id'', f.provider_id, ''version'', private.feedback_version(f),
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

create or replace function private.delete_account(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.feedback set author_name = 'Former member', pictures = '{}', in_portfolio = false where user_id = person;
  update public.businesses set owner_user_id = null, claimed = false, claim_date = null where owner_user_id = person;
  delete from auth.audit_log_entries where payload ->> 'actor_id' = person::text;
  delete from auth.users where id = person;
end $$;
comment on function private.delete_account(uuid) is
  'Removes an account and all its rows. Feedback it gave stays without its name and pictures, so that averages keep; its businesses can be claimed again.';
