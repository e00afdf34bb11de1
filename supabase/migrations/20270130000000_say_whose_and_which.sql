-- A list says which messages are the reader's own, and the audit log which business a claim is about.

create or replace function public.my_enquiries(
  page_size integer default 20, page_offset integer default 0
) returns table (id uuid, subject text, other_id uuid, other_name text, other_image text, other_listed boolean, mine boolean, excerpt text, last_message_at timestamptz, unread integer, replied boolean, blocked boolean, total_count bigint)
language sql stable security definer set search_path = '' as $$
  with mine as (
    select e.*, e.sender_id = (select auth.uid()) as by_me,
      case when e.sender_id = (select auth.uid()) then e.provider_id else e.sender_id end as other,
      count(*) over () as total
    from public.enquiries e
    where (select auth.uid()) in (e.sender_id, e.provider_id) and private.is_session_valid()
    order by e.last_message_at desc, e.id
    limit least(greatest(page_size, 1), 100) offset least(greatest(page_offset, 0), 100000))
  select m.id, m.subject, m.other, private.public_name(m.other), p.profile_image_url,
    exists (select from search.listings l where l.provider_id = m.other and l.membership_end > now()),
    m.by_me, newest.excerpt, m.last_message_at, counts.unread, counts.replied,
    exists (select from public.enquiry_blocks b where b.user_id = (select auth.uid()) and b.blocked_id = m.other), m.total
  from mine m
  join public.profiles p on p.id = m.other
  cross join lateral (
    select case when t.author_id = (select auth.uid()) then 'You: ' else '' end
      || left(private.message_excerpt(t.body, t.pictures), 160) as excerpt from public.enquiry_messages t
    where t.enquiry_id = m.id order by t.created_at desc limit 1) as newest
  cross join lateral (
    select count(*) filter (where t.author_id <> (select auth.uid()) and t.read_at is null)::int as unread,
      coalesce(bool_or(t.author_id = m.provider_id), false) as replied
    from public.enquiry_messages t where t.enquiry_id = m.id) as counts
  order by m.last_message_at desc, m.id
$$;
comment on function public.my_enquiries(integer,integer) is
  'The caller''s conversations, newest message first, with the other side''s name and picture and nothing else of them. An excerpt of the caller''s own begins with You.';

create or replace function audit.describe_target(entry public.audit_log) returns text
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
