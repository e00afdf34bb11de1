-- Providers: how they respond, counted once a day from their own conversations and hires.

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
comment on column private.response_facts.hires is 'By how many clients: hires that both confirmed and that were not undone.';

create function private.list_questions(person uuid) returns table (asked_at timestamptz, minutes double precision)
language sql stable security definer set search_path = '' as $$
  select question.asked_at, coalesce(extract(epoch from answer.answered_at - question.asked_at) / 60, 'infinity')::double precision
  from (
    select e.id from public.enquiries e
    where e.provider_id = person and e.last_message_at > now() - interval '1 year'
      and not exists (select from public.enquiry_blocks b where b.user_id = person and b.blocked_id = e.sender_id)
    order by e.last_message_at desc limit 200) as talk
  cross join lateral (select m.created_at as asked_at from public.enquiry_messages m
    where m.enquiry_id = talk.id and m.author_id <> person order by m.created_at limit 1) as question
  left join lateral (select m.created_at as answered_at from public.enquiry_messages m
    where m.enquiry_id = talk.id and m.author_id = person and m.created_at > question.asked_at
    order by m.created_at limit 1) as answer on true
$$;
comment on function private.list_questions(uuid) is
  'The newest 200 conversations of the last 12 months in which somebody wrote to a provider: when, and how many minutes the first answer took; infinity while there is none.';

create function private.typical_reply(minutes double precision[]) returns integer
language sql immutable set search_path = '' as $$
  select case when count(*) >= 5 and percentile_disc(0.5) within group (order by one) <= 7 * 1440
    then greatest(1, round(percentile_disc(0.5) within group (order by one)))::integer end
  from unnest(minutes) as one
$$;
comment on function private.typical_reply(double precision[]) is
  'The median time to an answer; null below five cases, and where most have waited for more than 7 days.';

create function private.count_response_facts(
  person uuid, OUT questions integer, OUT answered integer, OUT reply_minutes integer, OUT hires integer
) returns record
language plpgsql stable security definer set search_path = '' as $$
declare
  fewest constant integer := 5;
begin
  select count(*), count(*) filter (where q.minutes <= 7 * 1440), private.typical_reply(array_agg(q.minutes))
    into questions, answered, reply_minutes
  from private.list_questions(person) as q
  -- A young question may be answered yet.
  where q.minutes < 'infinity' or q.asked_at < now() - interval '7 days' having count(*) >= fewest;
  select count(distinct h.client_id) into hires from public.hires h
  where h.provider_id = person and h.confirmed_at is not null and h.undone_at is null having count(distinct h.client_id) >= fewest;
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
