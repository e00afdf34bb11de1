-- How providers respond, counted once a day and shown on their pages from five cases on.

insert into private.scheduled_tasks (name, run_every, procedure) values ('refresh-response-facts', '00:05:00', 'private.refresh_response_facts()');
insert into private.export_parts (name, place, title, query) values
  ('response_facts', 56, 'What your page says of your replies and hires',
    $$select questions, answered, reply_minutes, hires, counted_on from private.response_facts where provider_id = $1$$);

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
comment on column private.response_facts.hires is 'Hires that both confirmed and that were not undone.';
alter table private.response_facts enable row level security;

create function private.count_response_facts(
  person uuid, OUT questions integer, OUT answered integer, OUT reply_minutes integer, OUT hires integer
) returns record
language plpgsql stable security definer set search_path = '' as $$
declare
  fewest constant integer := 5;
  longest constant interval := '7 days';
  median double precision;
begin
  select count(*), count(*) filter (where t.answered_at <= t.question_at + longest),
      percentile_disc(0.5) within group (order by coalesce(extract(epoch from t.answered_at - t.question_at) / 60, 'infinity')::double precision)
    into questions, answered, median
  from (
    select question.question_at, answer.answered_at
    from (
      select e.id from public.enquiries e
      where e.provider_id = person and e.last_message_at > now() - interval '1 year'
        and not exists (select from public.enquiry_blocks b where b.user_id = person and b.blocked_id = e.sender_id)
      order by e.last_message_at desc limit 200) as talk
    cross join lateral (select m.created_at as question_at from public.enquiry_messages m
      where m.enquiry_id = talk.id and m.author_id <> person order by m.created_at limit 1) as question
    left join lateral (select m.created_at as answered_at from public.enquiry_messages m
      where m.enquiry_id = talk.id and m.author_id = person and m.created_at > question.question_at
      order by m.created_at limit 1) as answer on true
    -- A young question may be answered yet.
    where answer.answered_at is not null or question.question_at < now() - longest) as t;
  if questions >= fewest then
    reply_minutes := case when median * interval '1 minute' <= longest then greatest(1, round(median)) end;
  else
    questions := null;
    answered := null;
  end if;
  select nullif(count(*), 0) into hires from public.hires h
  where h.provider_id = person and h.confirmed_at is not null and h.undone_at is null having count(*) >= fewest;
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

create trigger invalidate_responses after insert on private.response_facts
  for each row when (num_nonnulls(new.questions, new.hires) > 0) execute function private.invalidate_listing();
create trigger invalidate_responses_on_update after update on private.response_facts
  for each row when ((old.questions, old.answered, old.reply_minutes, old.hires) is distinct from (new.questions, new.answered, new.reply_minutes, new.hires))
  execute function private.invalidate_listing();

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
      select json_build_object('hours', a.hours, 'places', a.places, 'radius', a.radius)
      from public.availability a where a.provider_id = provider_page.provider_id),
    'response', (
      select json_build_object('reply_minutes', r.reply_minutes, 'questions', r.questions, 'answered', r.answered, 'hires', r.hires)
      from private.response_facts r where r.provider_id = provider_page.provider_id and num_nonnulls(r.questions, r.hires) > 0),
    'latest', coalesce((
      select json_agg(json_build_object('id', f.id, 'rating', f.rating, 'title', f.title, 'description', f.description,
        'author_name', f.author_name, 'verified', f.verified, 'in_contact', f.in_contact, 'edited_at', f.edited_at, 'created_at', f.created_at)
        order by f.created_at desc, f.id)
      from (
        select * from public.feedback f where f.provider_id = provider_page.provider_id and f.is_public
        order by f.created_at desc, f.id limit 2) as f), '[]'));
end $$;
comment on function public.provider_page(uuid) is
  'All that a provider''s own page begins with: {provider, services, availability, response, latest, departed}. Provider is null unless the directory lists it; then only its owner gets the rest. Latest: the newest public feedback. Departed: the provider has left for good (410); a hidden, inactive or lapsed one may return, and counts as unknown (404).';
grant execute on function public.provider_page(uuid) to anon, authenticated;
