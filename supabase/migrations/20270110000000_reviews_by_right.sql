-- "Verified hire" needs a hire that both confirmed, "In contact" an unlock or an answered enquiry; one piece of feedback for
-- each hire; both sides are invited after the work (P-45).

insert into notify.notice_kinds (kind, topic) values ('feedback_invitation', 'email'), ('feedback_prospect', 'email');
insert into notify.mail_kinds (kind, placeholders, required) values
  ('feedback_invitation', '{link,site,name,professional,title,news}', '{link}'),
  ('feedback_prospect', '{link,site,name,client,title,news,request}', '{link}');
insert into public.site_settings (key, value) values ('mail_feedback_invitation', 'null'), ('mail_feedback_prospect', 'null');
insert into private.scheduled_tasks (name, run_every, procedure) values ('invite-feedback', '01:00:00', 'private.invite_feedback()');
insert into private.export_parts (name, place, title, query) values
  ('hires', 46, 'Who hired whom',
    $$select j.title as job, private.public_name(h.client_id) as client, private.public_name(h.provider_id) as professional,
        h.hired_at, h.confirmed_at, h.done_at, h.undone_at, h.invited_at, h.reminded_at
      from public.hires h left join public.jobs j on j.id = h.job_id where $1 in (h.client_id, h.provider_id)
      order by h.hired_at desc$$);
update private.export_parts set query = $query$select f.id, coalesce(p.business_name, btrim(p.first_name || ' ' || p.last_name)) as provider, f.rating,
        f.title, f.description, f.author_name, f.verified as verified_hire, f.in_contact, f.is_public, f.edited_at, f.created_at from public.feedback f
      join public.profiles p on p.id = f.provider_id where f.user_id = $1 order by f.created_at desc$query$ where name = 'feedback_given';
update private.export_parts set query = $query$select id, author_name, rating, title, description, verified as verified_hire, in_contact, edited_at, created_at from public.feedback
      where provider_id = $1 and is_public order by created_at desc$query$ where name = 'feedback_received';

alter table public.feedback drop constraint feedback_provider_id_user_id_key;
alter table public.feedback add column hire_id uuid unique, add column in_contact boolean not null default false;
create unique index feedback_without_hire on public.feedback (provider_id, user_id) where hire_id is null;
grant select (in_contact) on public.feedback to anon, authenticated;
grant insert (hire_id) on public.feedback to authenticated;
comment on table public.feedback is
  'One for each hire, and without a hire one a person and provider (P-45). Pending until an admin looked (approved, moderated_at); is_public follows P-15.';
comment on column public.feedback.verified is
  'Set by trigger: the author hired the provider through the site, by an accepted quote or as both confirmed, and the hire was not undone (public.hires).';
comment on column public.feedback.hire_id is 'The hire that it is about; null where there was none.';
comment on column public.feedback.in_contact is
  'Set by trigger: the author and the provider were in contact through the site (private.have_interacted).';

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
  unique (job_id, provider_id)
);
comment on table public.hires is
  'Who hired whom through the site: written by the trigger follow_hire on jobs and by confirm_hire(). It outlives the job, as the feedback does (P-45).';
comment on column public.hires.confirmed_at is
  'Since when both have said so: the provider by an accepted quote, by confirm_hire(), or by saying that the work is done.';
comment on column public.hires.undone_at is
  'When it fell through, or an admin stopped or deleted the job. The same two on the same job have one row, however often they are hired.';
comment on column public.hires.invited_at is 'When both were emailed about a review; reminded_at is when they were reminded.';
create index hires_of_client on public.hires (client_id, provider_id, hired_at desc);
create index hires_of_provider on public.hires (provider_id);
create index hires_to_invite on public.hires (done_at) where invited_at is null and undone_at is null and job_id is not null;
create index hires_to_remind on public.hires (invited_at) where reminded_at is null and undone_at is null and job_id is not null;
alter table public.hires enable row level security;
grant select (id, job_id, client_id, provider_id, hired_at, confirmed_at, done_at, undone_at) on public.hires to authenticated;
create policy "both sides and admins read" on public.hires for select to authenticated
  using ((select private.is_session_valid()) and (select auth.uid()) in (client_id, provider_id) or (select private.is_admin()));
alter table public.feedback add constraint feedback_hire_id_fkey foreign key (hire_id) references public.hires (id) on delete set null;

insert into public.hires (job_id, client_id, provider_id, hired_at, confirmed_at, done_at)
select j.id, j.user_id, j.hired_provider_id, j.hired_at,
  case when j.done_by_provider_at is not null or exists (select from public.job_quotes q where q.job_id = j.id
    and q.provider_id = j.hired_provider_id and q.state = 'accepted') then now() end,
  case j.status when 'done' then coalesce(j.ended_at, j.updated_at) end
from public.jobs j where j.hired_provider_id is not null and j.status <> 'stopped';

alter table public.feedback disable trigger user;
update public.feedback set in_contact = verified, verified = false where verified;
update public.feedback f set hire_id = h.id, verified = h.confirmed_at is not null from (
  select distinct on (o.id) o.id as feedback, h.id, h.confirmed_at from public.feedback o
  join public.hires h on h.client_id = o.user_id and h.provider_id = o.provider_id and h.hired_at <= o.created_at
  order by o.id, h.hired_at desc) as h where h.feedback = f.id;
alter table public.feedback enable trigger user;

drop trigger verify_earlier_feedback on public.job_contact_reveals;
drop trigger verify_feedback_of_enquirer on public.enquiry_messages;
drop function private.verify_earlier_feedback();
drop function private.verify_feedback_of_enquirer();

create function private.mark_contact_of_reveal() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.feedback f set in_contact = true
  from public.jobs j
  where j.id = new.job_id and f.provider_id = new.provider_id and f.user_id = j.user_id and not f.in_contact;
  return null;
end $$;
comment on function private.mark_contact_of_reveal() is
  'Trigger: earlier feedback is marked when the provider reveals the author''s contact.';

create function private.mark_contact_of_enquiry() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.feedback f set in_contact = true
  from public.enquiries e
  where e.id = new.enquiry_id and f.provider_id = e.provider_id and f.user_id = e.sender_id and not f.in_contact
    and private.have_interacted(e.provider_id, e.sender_id);
  return null;
end $$;
comment on function private.mark_contact_of_enquiry() is
  'Trigger: feedback written before both had written in an enquiry is marked when they have.';

create trigger mark_contact after insert on public.job_contact_reveals
  for each row execute function private.mark_contact_of_reveal();
create trigger mark_contact after insert on public.enquiry_messages
  for each row execute function private.mark_contact_of_enquiry();

create function private.follow_hire() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    -- A job that its poster deletes was a job; one that an admin deletes is not to earn a label.
    update public.hires h set undone_at = now() where h.job_id = old.id and h.undone_at is null and private.is_admin();
    return old;
  end if;
  update public.hires h set undone_at = now(), done_at = null
  where h.job_id = new.id and h.undone_at is null
    and (h.provider_id is distinct from new.hired_provider_id or new.status = 'stopped');
  if new.hired_provider_id is not null and new.status <> 'stopped' then
    insert into public.hires as h (job_id, client_id, provider_id, hired_at, confirmed_at, done_at)
    values (new.id, new.user_id, new.hired_provider_id, new.hired_at,
      case when new.done_by_provider_at is not null or exists (select from public.job_quotes q
        where q.job_id = new.id and q.provider_id = new.hired_provider_id and q.state = 'accepted') then now() end,
      case new.status when 'done' then now() end)
    on conflict (job_id, provider_id) do update set hired_at = excluded.hired_at, undone_at = null,
      confirmed_at = coalesce(case when h.undone_at is null then h.confirmed_at end, excluded.confirmed_at),
      done_at = coalesce(case when h.undone_at is null then h.done_at end, excluded.done_at);
  end if;
  return null;
end $$;
comment on function private.follow_hire() is
  'Trigger: writes the hire that a job says, confirmed by an accepted quote or the provider''s word, and undoes the one that it no longer says.';

create trigger follow_hire after update on public.jobs
  for each row when ((old.status, old.hired_provider_id, old.hired_at, old.done_by_provider_at)
    is distinct from (new.status, new.hired_provider_id, new.hired_at, new.done_by_provider_at))
  execute function private.follow_hire();
create trigger follow_hire_on_delete before delete on public.jobs
  for each row when (old.hired_provider_id is not null) execute function private.follow_hire();

create function public.confirm_hire(job_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_active_account();
  update public.hires h set confirmed_at = coalesce(h.confirmed_at, now())
  where h.job_id = confirm_hire.job_id and h.provider_id = (select auth.uid()) and h.undone_at is null;
  if not found then
    raise exception 'We could not find this hire among yours. Please reload the page.' using errcode = 'PT404';
  end if;
end $$;
comment on function public.confirm_hire(uuid) is
  'The provider confirms being hired for a job without a quote. A second call changes nothing.';
grant execute on function public.confirm_hire(uuid) to authenticated;

create or replace function private.prepare_feedback() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  hire uuid;
  confirmed boolean;
begin
  if auth.uid() is not null then
    new.author_name := coalesce((
      select nullif(btrim(first_name || ' ' || last_name), '') from public.profiles where id = new.user_id), 'Anonymous User');
  end if;
  -- The lock: a confirmation under way is waited for, and a later one finds this feedback.
  select h.id, h.confirmed_at is not null into hire, confirmed from public.hires h
  where h.client_id = new.user_id and h.provider_id = new.provider_id and h.undone_at is null
    and case when new.hire_id is not null then h.id = new.hire_id
      else not exists (select from public.feedback f where f.hire_id = h.id) end
  order by h.hired_at desc limit 1 for share;
  if new.hire_id is not null and hire is null then
    raise exception 'We could not find this hire among yours. Please reload the page.' using errcode = 'PT404';
  end if;
  if hire is null and exists (select from public.feedback f where f.provider_id = new.provider_id and f.user_id = new.user_id) then
    raise exception 'You have already submitted feedback for this provider' using errcode = '23505';
  end if;
  new.hire_id := hire;
  new.verified := coalesce(confirmed, false);
  new.in_contact := new.user_id is not null and private.have_interacted(new.provider_id, new.user_id);
  new.is_public := new.approved or (new.moderated_at is null
    and (select value = '"at once"' from public.site_settings where key = 'feedback_publication'));
  return new;
end $$;
comment on function private.prepare_feedback() is
  'Trigger: whatever the caller sent, the author''s name is the profile''s; feedback is about a hire that has none yet, the newest unless the author names one, and is verified if both confirmed it; without a hire it is the only one of its author; whether it is public follows approval and the setting (P-15, P-45).';

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

create function public.feedback_right(provider_id uuid) returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object('hire_id', hire.id, 'given', hire.id is null and exists (
      select from public.feedback f where f.provider_id = feedback_right.provider_id and f.user_id = (select auth.uid())))
  from (select) as one left join lateral (
    select h.id from public.hires h
    where h.client_id = (select auth.uid()) and h.provider_id = feedback_right.provider_id and h.undone_at is null
      and not exists (select from public.feedback f where f.hire_id = h.id)
    order by h.hired_at desc limit 1) as hire on true
$$;
comment on function public.feedback_right(uuid) is
  'For a provider''s page: {hire_id: the caller''s hire that has no feedback yet, given: whether the caller may give none any more}.';
grant execute on function public.feedback_right(uuid) to authenticated;

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
  select jsonb_build_object('title', j.title, 'provider_id', hire.provider_id, 'professional', private.public_name(hire.provider_id),
      'client', private.public_name(hire.client_id), 'confirmed', hire.confirmed_at is not null, 'reminder', reminder,
      'reviewed', coalesce(review.is_public, false))
    into facts from public.jobs j where j.id = hire.job_id;
  if review.id is null then
    perform notify.account(hire.client_id, 'feedback_invitation', facts, 'feedback_invitation:' || hire.id || ':' || reminder);
  end if;
  if not reminder or hire.confirmed_at is null or review.id is null
      or (review.is_public and not exists (select from public.feedback_replies r where r.feedback_id = review.id)) then
    perform notify.account(hire.provider_id, 'feedback_prospect', facts, 'feedback_prospect:' || hire.id || ':' || reminder);
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
end $$;
comment on function private.invite_feedback() is
  'Task: a day after the work is done both sides are emailed about a review, and 7 days later reminded, each once a hire.';

-- The averages of a listing: of all feedback, and of verified hires.

alter table search.listings add column verified_average numeric(3, 2), add column verified_count integer not null default 0;
comment on column search.listings.verified_average is 'The average of feedback with the label "Verified hire" alone.';

create function search.rating_of(
  person uuid, OUT average numeric, OUT count integer, OUT verified_average numeric, OUT verified_count integer
) returns record
language sql stable security definer set search_path = '' as $$
  select round(avg(f.rating), 2), count(*)::int, round(avg(f.rating) filter (where f.verified), 2),
    (count(*) filter (where f.verified))::int
  from public.feedback f where f.provider_id = person and f.is_public
$$;
comment on function search.rating_of(uuid) is 'The average and number of a provider''s public feedback, and of that of verified hires.';

create or replace function search.refresh_listing_of_feedback() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  reviewed uuid := coalesce(new.provider_id, old.provider_id);
begin
  -- The words are the same: only the averages are new. Two reviews at once take turns.
  perform from public.profiles where id = reviewed for no key update;
  update search.listings set (rating_average, rating_count, verified_average, verified_count) = (
    select r.average, r.count, r.verified_average, r.verified_count from search.rating_of(reviewed) as r)
  where provider_id = reviewed;
  return null;
end $$;
comment on function search.refresh_listing_of_feedback() is 'Trigger: the listing shows the average of what is public.';

create or replace function search.refresh_listing(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Two that refresh at once take turns, and the second sees what the first has written.
  perform from public.profiles where id = person for no key update;
  insert into search.listings as listed (provider_id, slot, name, title, bio, image_url, business_name, location,
    phone_number, plan_type, membership_end, categories, rating_average, rating_count, created_at, updated_at,
    place, words, document, main_category, picture, verified_average, verified_count)
  select p.id, coalesce((select l.slot from search.listings l where l.provider_id = p.id), search.allocate_slot()),
    coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), 'Unknown'),
    coalesce(nullif(split_part(p.categories[1], ' > ', 2), ''), nullif(regexp_replace(p.categories[1], '^Other: ', ''), '')),
    p.bio, p.profile_image_url, p.business_name, p.location,
    case when p.show_phone then p.phone_number end,
    s.subscription_tier, s.subscription_end, facets.categories,
    rating.average, rating.count, p.created_at, p.updated_at,
    search.normalise_place(p.location), search.distinct_words(said.strong || said.weak),
    search.listing_document(said.strong, said.weak, search.normalise_place(p.location), facets.categories),
    search.main_category(p.categories), search.first_picture(p.work_samples), rating.verified_average, rating.verified_count
  from public.profiles p
  join public.subscribers s on s.user_id = p.id and s.subscribed and s.subscription_end > now()
  cross join lateral private.category_keys(p.categories) as facets (categories)
  cross join lateral search.listing_text(p) as said
  cross join lateral search.rating_of(p.id) as rating
  where p.id = person and p.account_type = 'provider' and p.is_active and p.is_visible
  on conflict (provider_id) do update set
    name = excluded.name, title = excluded.title, bio = excluded.bio, image_url = excluded.image_url,
    business_name = excluded.business_name, location = excluded.location, phone_number = excluded.phone_number,
    plan_type = excluded.plan_type, membership_end = excluded.membership_end, categories = excluded.categories,
    rating_average = excluded.rating_average, rating_count = excluded.rating_count,
    created_at = excluded.created_at, updated_at = excluded.updated_at,
    place = excluded.place, words = excluded.words, document = excluded.document,
    main_category = excluded.main_category, picture = excluded.picture,
    verified_average = excluded.verified_average, verified_count = excluded.verified_count;
  if not found then
    delete from search.listings where provider_id = person;
  end if;
  -- Memberships expire without a write, so the next write deletes up to 20 expired listings: a search never
  -- has many of them to leave out.
  delete from search.listings where provider_id in (
    select l.provider_id from search.listings l where l.membership_end <= now() and l.provider_id <> person
    order by l.membership_end limit 20 for update skip locked);
end $$;
comment on function search.refresh_listing(uuid) is
  'Writes, changes or removes a provider''s row so that it equals profile, membership and public feedback.';

drop trigger refresh_listing_on_update on public.feedback;
create trigger refresh_listing_on_update after update on public.feedback
  for each row when (old.rating <> new.rating or old.is_public <> new.is_public or old.verified <> new.verified)
  execute function search.refresh_listing_of_feedback();

update search.listings l set verified_average = r.verified_average, verified_count = r.verified_count
from (select provider_id from public.feedback where verified and is_public group by 1) as f, search.rating_of(f.provider_id) as r
where l.provider_id = f.provider_id;

create or replace function public.provider_page(provider_id uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  shown json;
begin
  -- The columns that public_providers gives to everybody (P-08).
  select json_build_object('name', l.name, 'business_name', l.business_name, 'bio', l.bio, 'location', l.location,
      'phone_number', l.phone_number, 'image_url', l.image_url, 'created_at', l.created_at, 'selections', p.categories,
      'skills', p.skills, 'work_samples', p.work_samples, 'social_links', p.social_links,
      'rating_average', l.rating_average, 'rating_count', l.rating_count,
      'verified_average', l.verified_average, 'verified_count', l.verified_count)
    into shown
    from search.listings l join public.profiles p on p.id = l.provider_id
    where l.provider_id = provider_page.provider_id and l.membership_end > now();
  if shown is null and provider_page.provider_id is distinct from (select auth.uid()) then
    return json_build_object('provider', null, 'services', '[]'::json, 'availability', null, 'latest', '[]'::json,
      'departed', exists (select from private.departed_providers d where d.provider_id = provider_page.provider_id));
  end if;
  return json_build_object('provider', shown, 'departed', false,
    'services', coalesce((
      select json_agg(json_build_object('id', s.id, 'title', s.title, 'description', s.description,
        'price_pence', s.price_pence, 'price_text', s.price_text, 'unit', s.unit, 'category', s.category)
        order by s.position, s.id)
      from public.services s where s.provider_id = provider_page.provider_id), '[]'),
    'availability', (
      select json_build_object('hours', a.hours, 'places', a.places, 'radius', a.radius)
      from public.availability a where a.provider_id = provider_page.provider_id),
    'latest', coalesce((
      select json_agg(json_build_object('id', f.id, 'rating', f.rating, 'title', f.title, 'description', f.description,
        'author_name', f.author_name, 'verified', f.verified, 'in_contact', f.in_contact, 'edited_at', f.edited_at, 'created_at', f.created_at)
        order by f.created_at desc, f.id)
      from (
        select * from public.feedback f where f.provider_id = provider_page.provider_id and f.is_public
        order by f.created_at desc, f.id limit 2) as f), '[]'));
end $$;
comment on function public.provider_page(uuid) is
  'All that a provider''s own page begins with: {provider, services, availability, latest, departed}. Provider is null unless the directory lists it; then only its owner gets the rest. Latest: the newest public feedback. Departed: the provider has left for good (410); a hidden, inactive or lapsed one may return, and counts as unknown (404).';
grant execute on function public.provider_page(uuid) to anon, authenticated;

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
         ''verified'', f.verified, ''in_contact'', f.in_contact, ''provider_id'', f.provider_id, ''version'', private.feedback_version(f),
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

drop function public.my_quotes(integer,integer);
create function public.my_quotes(
  page_size integer default 20, page_offset integer default 0
) returns table (job_id uuid, title text, location text, client text, user_id uuid, job_status text, mine boolean, message text, price_type text, price_min integer, price_max integer, vat text, earliest_start date, valid_until date, expired boolean, pictures text[], state text, reason text, seen boolean, sent_at timestamptz, said_done boolean, confirmed boolean, enquiry_id uuid, worth_pence integer, total_count bigint)
language sql stable security definer set search_path = '' as $$
  select j.id, j.title, j.location, private.public_name(j.user_id), j.user_id,
    case when j.status = 'open' and j.expires_at <= now() then 'expired' else j.status end,
    coalesce(j.hired_provider_id = (select auth.uid()), false), q.message, q.price_type, q.price_min, q.price_max, q.vat,
    q.earliest_start, q.valid_until, q.valid_until < private.uk_day(now()), coalesce(q.pictures, '{}'), q.state, q.reason,
    q.seen_at is not null, coalesce(q.created_at, j.hired_at), j.done_by_provider_at is not null,
    exists (select from public.hires h where h.job_id = j.id and h.provider_id = (select auth.uid()) and h.confirmed_at is not null),
    e.id, q.worth_pence, count(*) over ()
  from public.jobs j
  left join public.job_quotes q on q.job_id = j.id and q.provider_id = (select auth.uid())
  left join public.enquiries e on e.job_id = j.id and e.provider_id = (select auth.uid())
  where j.id in (select o.job_id from public.job_quotes o where o.provider_id = (select auth.uid())
      union select h.id from public.jobs h where h.hired_provider_id = (select auth.uid()))
    and private.is_session_valid()
  order by coalesce(q.created_at, j.hired_at) desc, j.id
  limit least(greatest(page_size, 1), 100) offset least(greatest(page_offset, 0), 100000)
$$;
comment on function public.my_quotes(integer,integer) is
  'The caller''s quotes and hires, newest first, with what became of each job; of others'' quotes nothing.';
grant execute on function public.my_quotes(integer,integer) to authenticated;

-- Cached pages have the former label.
insert into private.cache_changes (tags) values (null);
