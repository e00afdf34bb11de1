-- Enquiries: conversations between an account and a provider; neither side sees the other's address.

-- Conversations -------------------------------------------------------------------------------------------------------

create table public.enquiries (
  id uuid primary key default gen_random_uuid(),
  sender_id uuid not null references public.profiles (id) on delete cascade,
  provider_id uuid not null references public.profiles (id) on delete cascade,
  subject text not null check (subject ~ '\S' and char_length(subject) <= 150),
  created_at timestamptz not null default now(),
  last_message_at timestamptz not null default now(),
  job_id uuid references public.jobs (id) on delete set null,
  withdrawn boolean not null default false,
  check (sender_id <> provider_id),
  constraint enquiries_of_quote unique (job_id, provider_id)
);
comment on table public.enquiries is
  'One conversation about one matter, begun on a provider''s profile or about a quote. Only its two sides read it; written by functions alone.';
comment on column public.enquiries.job_id is 'The job whose quote it is about; its poster is the sender.';
comment on column public.enquiries.withdrawn is
  'Set by private.leave_deleted_job(): the job was deleted after its poster had withdrawn the provider''s access to it.';
create index enquiries_of_sender on public.enquiries (sender_id, last_message_at desc);
create index enquiries_of_provider on public.enquiries (provider_id, last_message_at desc);
grant select on public.enquiries to authenticated;
create policy "participants read" on public.enquiries for select to authenticated
  using ((select auth.uid()) in (sender_id, provider_id) and (select private.is_session_valid()));

create table public.enquiry_messages (
  id uuid primary key default gen_random_uuid(),
  enquiry_id uuid not null references public.enquiries (id) on delete cascade,
  author_id uuid not null references public.profiles (id) on delete cascade,
  body text not null check (char_length(body) <= 5000),
  created_at timestamptz not null default clock_timestamp(),
  read_at timestamptz,
  pictures text[] not null default '{}' check (cardinality(pictures) <= 5),
  check (body ~ '\S' or cardinality(pictures) > 0)
);
comment on table public.enquiry_messages is
  'What the two sides wrote, as plain text, and pictures; read_at is when the other side opened it.';
comment on column public.enquiry_messages.pictures is
  'Addresses of private files that the author uploaded (see private.may_see_enquiry_picture).';
create index enquiry_messages_of_enquiry on public.enquiry_messages (enquiry_id, created_at);
create index enquiry_messages_of_author on public.enquiry_messages (author_id, created_at desc);
grant select on public.enquiry_messages to authenticated;

create policy "participants read" on public.enquiry_messages for select to authenticated
  using ((select private.is_session_valid()) and exists (select from public.enquiries e where e.id = enquiry_id));

create function private.add_enquiry_message(
  enquiry uuid, author uuid, recipient uuid, subject text, message text, pictures text[] default '{}',
  id uuid default gen_random_uuid()
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  words constant text := coalesce(private.written_text(message, 5000), '');
  shown constant text[] := coalesce(pictures, '{}');
  problem text;
begin
  perform private.refuse_if(words = '' and cardinality(shown) = 0, 'PT400', 'Please write a message');
  problem := private.picture_problem(shown, '{}', 'enquiry_pictures', author || '/');
  perform private.refuse_if(problem is not null, 'PT400', problem);
  perform private.refuse_if(private.has_blocked(recipient, author),
    'PT403', 'This person is not accepting messages from you. Please contact someone else.');
  perform private.refuse_if(private.has_blocked(author, recipient),
    'PT409', 'You have blocked this person. Please unblock them to send a message.');
  perform private.refuse_if(exists (select from public.enquiries e where e.id = enquiry and e.provider_id = author and (e.withdrawn or exists (
    select from public.job_contact_reveals r where r.job_id = e.job_id and r.provider_id = author and r.revoked_at is not null))),
    'PT403', 'This person has withdrawn your access to the job. Please choose another one.');
  -- One message at a time per author, or two at once could exceed the daily limit.
  perform pg_advisory_xact_lock(hashtext('enquiry_messages'), hashtext(author::text));
  perform private.refuse_if((select count(*) >= 20 from public.enquiry_messages m
    where m.author_id = author and m.created_at > now() - interval '1 day'),
    'PT429', 'You have reached the limit of 20 messages a day. Please try again tomorrow.');
  insert into public.enquiry_messages (id, enquiry_id, author_id, body, pictures)
  values (add_enquiry_message.id, enquiry, author, words, shown);
  update public.enquiries e set last_message_at = now() where e.id = enquiry;
  -- Feedback written before both had written is marked when they have.
  update public.feedback f set in_contact = true from public.enquiries e
  where e.id = enquiry and f.provider_id = e.provider_id and f.user_id = e.sender_id and not f.in_contact
    and private.have_interacted(e.provider_id, e.sender_id);
  perform notify.account(recipient, 'enquiry', jsonb_build_object(
    'enquiry_id', enquiry, 'person', recipient, 'from', private.public_name(author), 'subject', subject,
    'excerpt', left(private.message_excerpt(words, shown), 600)));
end $$;
comment on function private.add_enquiry_message(uuid,uuid,uuid,text,text,text[],uuid) is
  'Adds a message within the limits, unless one side blocked the other or the provider''s access to the job was withdrawn, and emails the other side.';

create function private.message_excerpt(body text, pictures text[]) returns text
language sql immutable set search_path = '' as $$
  select concat_ws(' ', nullif(body, ''), case cardinality(pictures) when 0 then null when 1 then '[1 picture]' else
    '[' || cardinality(pictures) || ' pictures]' end)
$$;
comment on function private.message_excerpt(text,text[]) is 'A message in words, where its pictures cannot be seen.';

create function private.may_see_enquiry_picture(name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := (select auth.uid());
  address constant text := '/storage/v1/object/authenticated/enquiry_pictures/' || may_see_enquiry_picture.name;
  author uuid;
begin
  if me is null or may_see_enquiry_picture.name !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/' then
    return false;
  end if;
  author := split_part(may_see_enquiry_picture.name, '/', 1)::uuid;
  return exists (
    select from public.enquiry_messages m join public.enquiries e on e.id = m.enquiry_id
    where m.author_id = author and address = any (m.pictures)
      and (me in (e.sender_id, e.provider_id)
        and not private.has_blocked(author, me)
        and not exists (select from public.job_contact_reveals r
          where r.job_id = e.job_id and r.provider_id = me and r.revoked_at is not null)
      or private.is_admin() and exists (select from public.reports r where r.target_type = 'message' and r.target_id = m.id)));
end $$;
comment on function private.may_see_enquiry_picture(text) is
  'Whether the caller is the other side of a conversation in which the picture was sent, neither blocked by its author nor without access to the job, or an admin to whom the message was reported.';

create policy "read pictures of own conversations" on storage.objects for select to authenticated
  using (bucket_id = 'enquiry_pictures' and private.may_see_enquiry_picture(name));

create function public.send_enquiry(
  provider_id uuid, subject text, message text, pictures text[] default '{}'
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  made uuid;
begin
  perform private.require_active_account();
  perform private.refuse_if(private.is_admin(), 'PT403', 'Admins cannot send enquiries. Please log in with another account.');
  perform private.refuse_if(send_enquiry.provider_id = me,
    'PT400', 'You cannot send an enquiry to yourself. Please choose another professional.');
  perform private.refuse_if(not exists (select from public.public_providers p where p.user_id = send_enquiry.provider_id),
    'PT404', 'This professional is not taking enquiries at the moment. Please choose another one.');
  subject := private.written_text(subject, 150, 'Please add a subject');
  insert into public.enquiries (sender_id, provider_id, subject)
  values (me, send_enquiry.provider_id, regexp_replace(subject, '\s+', ' ', 'g')) returning id into made;
  perform private.add_enquiry_message(made, me, send_enquiry.provider_id, subject, message, pictures);
  return made;
end $$;
comment on function public.send_enquiry(uuid,text,text,text[]) is
  'Begins a conversation with a listed provider; the caller must be a confirmed client or provider.';

create function public.answer_enquiry(enquiry_id uuid, message text, pictures text[] default '{}') returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  talk public.enquiries;
begin
  select * into talk from public.enquiries e
    where e.id = answer_enquiry.enquiry_id and me in (e.sender_id, e.provider_id);
  perform private.refuse_if(talk.id is null,
    'PT404', 'We could not find this enquiry. Please open it from your list of enquiries.');
  perform private.require_active_account();
  perform private.add_enquiry_message(talk.id, me,
    case when talk.sender_id = me then talk.provider_id else talk.sender_id end, talk.subject, message, pictures);
end $$;
comment on function public.answer_enquiry(uuid,text,text[]) is 'Writes into a conversation of the caller''s.';

create function public.receive_reply(
  p_mail uuid, p_from text, p_message text, p_enquiry uuid default null, p_person uuid default null
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  talk public.enquiries;
  -- The sender is not proven without a reply address: at most, the account of that address is informed.
  author constant uuid := coalesce(p_person, (select p.id from public.profiles p where lower(p.email) = lower(p_from) and p.is_active
    order by p.created_at limit 1));
  why text;
begin
  -- One mail at a time per author, or the same one arriving twice at once could become two messages.
  perform pg_advisory_xact_lock(hashtext('enquiry_messages'), hashtext(author::text));
  if exists (select from public.enquiry_messages m where m.id = p_mail) then
    return 'received before';
  end if;
  begin
    select * into talk from public.enquiries e where e.id = p_enquiry and p_person in (e.sender_id, e.provider_id);
    perform private.refuse_if(talk.id is null, 'PT404', 'This reply address is not valid. Please answer on the site.');
    perform private.refuse_if(not exists (select from public.profiles p where p.id = author and lower(p.email) = lower(p_from)),
      'PT403', 'A reply came from another address. Please write from the address of your account.');
    perform private.refuse_if(not exists (select from public.profiles p join auth.users u on u.id = p.id
      where p.id = author and p.is_active and u.email_confirmed_at is not null),
      'PT403', 'Your account cannot send messages at the moment. Please log in to see why.');
    perform private.refuse_if(private.is_deletion_pending(author),
      'PT403', 'Your account is about to be deleted. Please log in to keep it and answer on the site.');
    perform private.refuse_if(exists (select from public.jobs j
      where j.id = talk.job_id and private.job_state(j) not in ('open', 'hired', 'done')),
      'PT403', 'This job is closed. Please answer on the site.');
    perform private.refuse_if(talk.last_message_at < now() - interval '90 days',
      'PT403', 'This reply address has expired. Please answer on the site.');
    perform private.add_enquiry_message(talk.id, author, case when talk.sender_id = author then talk.provider_id else talk.sender_id end,
      talk.subject, p_message, '{}', p_mail);
    return 'added';
  exception when sqlstate 'PT400' or sqlstate 'PT403' or sqlstate 'PT404' or sqlstate 'PT409' or sqlstate 'PT429' then
    why := sqlerrm;
  end;
  if author is null then
    return 'ignored';
  end if;
  -- The limit ends a loop of two programs that do not say what they are.
  if (select count(*) < 5 from notify.notices n
      where n.user_id = author and n.kind = 'reply_refused' and n.created_at > now() - interval '1 day') then
    perform notify.account(author, 'reply_refused', jsonb_strip_nulls(jsonb_build_object(
      'reason', why, 'enquiry_id', talk.id, 'subject', talk.subject)), 'reply_refused:' || p_mail);
  end if;
  return 'refused';
end $$;
comment on function public.receive_reply(uuid,text,text,uuid,uuid) is
  'For receive-mail: adds a reply by mail as the person of its reply address, once and within the limits of the site, or emails that person why not. p_mail is the message''s id.';

create function public.read_enquiry(enquiry_id uuid) returns void
language sql security definer set search_path = '' as $$
  select private.require_session();
  update public.enquiry_messages m set read_at = now()
  where m.enquiry_id = read_enquiry.enquiry_id and m.read_at is null
    and m.author_id <> (select auth.uid()) and exists (select from public.enquiries e
      where e.id = m.enquiry_id and (select auth.uid()) in (e.sender_id, e.provider_id))
$$;
comment on function public.read_enquiry(uuid) is 'Marks what the other side wrote as read by the caller.';

create function public.my_enquiries(
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
    private.has_blocked((select auth.uid()), m.other), m.total
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

-- Blocking ------------------------------------------------------------------------------------------------------------

create table public.enquiry_blocks (
  user_id uuid not null references public.profiles (id) on delete cascade,
  blocked_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, blocked_id),
  check (user_id <> blocked_id)
);
comment on table public.enquiry_blocks is 'Whose messages an account has blocked. Only the account that blocked can read it.';
create index enquiry_blocks_of_blocked on public.enquiry_blocks (blocked_id);
grant select on public.enquiry_blocks to authenticated;
create policy "owners read" on public.enquiry_blocks for select to authenticated
  using (user_id = (select auth.uid()));

create function private.has_blocked(person uuid, other uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.enquiry_blocks b where b.user_id = person and b.blocked_id = other)
$$;
comment on function private.has_blocked(uuid,uuid) is 'Whether the one has blocked the other.';

create function public.block_enquirer(enquiry_id uuid, blocked boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  other uuid;
begin
  perform private.require_session();
  select case when e.sender_id = me then e.provider_id else e.sender_id end into other
  from public.enquiries e where e.id = block_enquirer.enquiry_id and me in (e.sender_id, e.provider_id);
  perform private.refuse_if(other is null,
    'PT404', 'We could not find this enquiry. Please open it from your list of enquiries.');
  if blocked then
    insert into public.enquiry_blocks (user_id, blocked_id) values (me, other) on conflict do nothing;
  else
    delete from public.enquiry_blocks b where b.user_id = me and b.blocked_id = other;
  end if;
end $$;
comment on function public.block_enquirer(uuid,boolean) is
  'Blocks or unblocks the other side of a conversation, for all of its messages to the caller.';
