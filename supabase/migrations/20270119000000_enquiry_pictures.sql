-- Up to five pictures of a message, private to the two sides; reports of a message.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('enquiry_pictures', 'enquiry_pictures', false, 10485760, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create or replace function private.can_write_file(bucket text, name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select case
    when bucket = 'avatars' then split_part(name, '/', 1) = (select auth.uid())::text and exists (
      select from public.profiles where id = (select auth.uid()) and is_active)
    when bucket = 'portfolio_media' then split_part(name, '/', 1) = (select auth.uid())::text
      and split_part(name, '/', 2) = 'portfolio' and private.has_account_type('provider') and private.is_member((select auth.uid()))
    when bucket = 'business_logos' then split_part(name, '/', 1) in ('providers', 'site') and private.is_admin()
    when bucket in ('pictures', 'enquiry_pictures') then name ~ ('^' || (select auth.uid()) || '/[0-9a-f]{64}\.(jpg|png|webp)$') and private.require_active_account()
      and not exists (select from private.hidden_pictures h where h.name = can_write_file.name)
    else false end
$$;
comment on function private.can_write_file(text,text) is
  'Whether the caller may add or change this file: an own avatar, a member''s portfolio, an admin''s logo, an own picture by the hash of its content.';
grant execute on function private.can_write_file(text,text) to authenticated;

drop policy "replace own files" on storage.objects;
drop policy "read own files" on storage.objects;
drop policy "remove own files" on storage.objects;
create policy "replace own files" on storage.objects for update to authenticated
  using (bucket_id not in ('pictures', 'enquiry_pictures') and private.can_write_file(bucket_id, name))
  with check (bucket_id not in ('pictures', 'enquiry_pictures') and private.can_write_file(bucket_id, name));
create policy "read own files" on storage.objects for select to authenticated
  using (split_part(name, '/', 1) = (select auth.uid())::text or (select private.is_admin()) and bucket_id <> 'enquiry_pictures');
create policy "remove own files" on storage.objects for delete to authenticated
  using (split_part(name, '/', 1) = (select auth.uid())::text
    or (bucket_id in ('business_logos', 'pictures', 'enquiry_pictures') and (select private.is_admin())));

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
    ('pictures', 200, 1073741824),
    ('enquiry_pictures', 400, 1073741824)) as q (bucket, files, bytes)
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
        where f.user_id = owner and '/storage/v1/object/public/pictures/' || file = any (f.pictures))
    when 'enquiry_pictures' then exists (select from public.enquiry_messages m
      where m.author_id = owner and '/storage/v1/object/authenticated/enquiry_pictures/' || file = any (m.pictures)) end;
end $$;
comment on function private.is_file_shown(text,text,uuid) is 'Whether anything of its owner shows a file.';

create or replace function public.unused_files(p_limit integer default 1000) returns table (bucket text, name text)
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
    where o.bucket_id in ('enquiry_pictures', 'pictures', 'portfolio_media')
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

create or replace function private.picture_problem(pictures text[], verified text[], bucket text, folder text) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when cardinality(pictures) > 5 then 'Please add at most 5 pictures'
    when array_ndims(pictures) > 1 or cardinality(pictures) > (select count(distinct address) from unnest(pictures) as p (address))
      then 'Two of your pictures are the same. Please remove one of them.'
    when exists (
      select from unnest(pictures) as p (address)
      where (p.address = any (verified)) is not true and not exists (
        select from storage.objects o
        where o.bucket_id = bucket and o.name = substr(p.address, length(shelf.path) + 1) and p.address = shelf.path || o.name
          and starts_with(o.name, folder) and starts_with(o.metadata ->> 'mimetype', 'image/')
          and not exists (select from private.hidden_pictures h where h.name = o.name)))
      then 'You can only show pictures that you uploaded yourself. Please upload the picture again.' end
  from (select '/storage/v1/object/' || case when b.public then 'public/' else 'authenticated/' end || b.id || '/' as path
    from storage.buckets b where b.id = bucket) as shelf
$$;
comment on function private.picture_problem(text[],text[],text,text) is
  'Why these addresses cannot be shown, or null: at most five, each once, of files in this folder. Those that were verified before are not checked again.';

alter table public.enquiry_messages drop constraint enquiry_messages_body_check;
alter table public.enquiry_messages add column pictures text[] not null default '{}' check (cardinality(pictures) <= 5);
alter table public.enquiry_messages add constraint enquiry_messages_body_check check (char_length(body) <= 5000);
alter table public.enquiry_messages add check (body ~ '\S' or cardinality(pictures) > 0);
comment on table public.enquiry_messages is
  'What the two sides wrote, as plain text, and pictures; read_at is when the other side opened it.';
comment on column public.enquiry_messages.pictures is
  'Addresses of private files that the author uploaded (see private.may_see_enquiry_picture).';

drop function private.add_enquiry_message(uuid,uuid,uuid,text,text);
drop function public.send_enquiry(uuid,text,text);
drop function public.answer_enquiry(uuid,text);
drop function public.write_about_quote(uuid,uuid,text);
create function private.add_enquiry_message(
  enquiry uuid, author uuid, recipient uuid, subject text, message text, pictures text[] default '{}'
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  words constant text := coalesce(btrim(message, E' \t\r\n'), '');
  shown constant text[] := coalesce(pictures, '{}');
  problem text;
begin
  if words !~ '\S' and cardinality(shown) = 0 then
    raise exception 'Please write a message' using errcode = 'PT400';
  end if;
  if char_length(message) > 5000 then
    raise exception 'Please use at most 5,000 characters' using errcode = 'PT400';
  end if;
  problem := private.picture_problem(shown, '{}', 'enquiry_pictures', author || '/');
  if problem is not null then
    raise exception '%', problem using errcode = 'PT400';
  end if;
  if exists (select from public.enquiry_blocks where user_id = recipient and blocked_id = author) then
    raise exception 'This person is not accepting messages from you. Please contact someone else.'
      using errcode = 'PT403';
  end if;
  if exists (select from public.enquiry_blocks where user_id = author and blocked_id = recipient) then
    raise exception 'You have blocked this person. Please unblock them to send a message.' using errcode = 'PT409';
  end if;
  -- One message of a person after the other, or two at once would both find the last free place.
  perform pg_advisory_xact_lock(hashtext('enquiry_messages'), hashtext(author::text));
  if (select count(*) >= 20 from public.enquiry_messages m
      where m.author_id = author and m.created_at > now() - interval '1 day') then
    raise exception 'You have reached the limit of 20 messages a day. Please try again tomorrow.'
      using errcode = 'PT429';
  end if;
  insert into public.enquiry_messages (enquiry_id, author_id, body, pictures) values (enquiry, author, words, shown);
  update public.enquiries set last_message_at = now() where id = enquiry;
  perform notify.account(recipient, 'enquiry', jsonb_build_object(
    'enquiry_id', enquiry, 'from', private.public_name(author), 'subject', subject,
    'excerpt', left(private.message_excerpt(words, shown), 600)));
end $$;
comment on function private.add_enquiry_message(uuid,uuid,uuid,text,text,text[]) is
  'Adds a message within the limits, unless one side blocked the other, and emails the other side.';

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
        and not exists (select from public.enquiry_blocks b where b.user_id = author and b.blocked_id = me)
        and not exists (select from public.job_contact_reveals r
          where r.job_id = e.job_id and r.provider_id = me and r.revoked_at is not null)
      or private.is_admin() and exists (select from public.reports r where r.target_type = 'message' and r.target_id = m.id)));
end $$;
comment on function private.may_see_enquiry_picture(text) is
  'Whether the caller is the other side of a conversation in which the picture was sent, neither blocked by its author nor without access to the job, or an admin to whom the message was reported.';
grant execute on function private.may_see_enquiry_picture(text) to authenticated;

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
  if private.is_admin() then
    raise exception 'Admins cannot send enquiries. Please log in with another account.' using errcode = 'PT403';
  end if;
  if send_enquiry.provider_id = me then
    raise exception 'You cannot send an enquiry to yourself. Please choose another professional.'
      using errcode = 'PT400';
  end if;
  if not exists (select from public.public_providers p where p.user_id = send_enquiry.provider_id) then
    raise exception 'This professional is not taking enquiries at the moment. Please choose another one.'
      using errcode = 'PT404';
  end if;
  if subject is null or subject !~ '\S' then
    raise exception 'Please add a subject' using errcode = 'PT400';
  end if;
  if char_length(subject) > 150 then
    raise exception 'Please use at most 150 characters' using errcode = 'PT400';
  end if;
  insert into public.enquiries (sender_id, provider_id, subject)
  values (me, send_enquiry.provider_id, btrim(regexp_replace(subject, '\s+', ' ', 'g'))) returning id into made;
  perform private.add_enquiry_message(made, me, send_enquiry.provider_id, btrim(subject), message, pictures);
  return made;
end $$;
comment on function public.send_enquiry(uuid,text,text,text[]) is
  'Begins a conversation with a listed provider; the caller must be a confirmed client or provider.';
grant execute on function public.send_enquiry(uuid,text,text,text[]) to authenticated;

create function public.answer_enquiry(enquiry_id uuid, message text, pictures text[] default '{}') returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  talk public.enquiries;
begin
  select * into talk from public.enquiries e
    where e.id = answer_enquiry.enquiry_id and me in (e.sender_id, e.provider_id);
  if talk.id is null then
    raise exception 'We could not find this enquiry. Please open it from your list of enquiries.'
      using errcode = 'PT404';
  end if;
  perform private.require_active_account();
  perform private.add_enquiry_message(talk.id, me,
    case when talk.sender_id = me then talk.provider_id else talk.sender_id end, talk.subject, message, pictures);
end $$;
comment on function public.answer_enquiry(uuid,text,text[]) is 'Writes into a conversation of the caller''s.';
grant execute on function public.answer_enquiry(uuid,text,text[]) to authenticated;

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
    select left(private.message_excerpt(t.body, t.pictures), 160) as excerpt from public.enquiry_messages t
    where t.enquiry_id = m.id order by t.created_at desc limit 1) as newest
  cross join lateral (
    select count(*) filter (where t.author_id <> (select auth.uid()) and t.read_at is null)::int as unread,
      coalesce(bool_or(t.author_id = m.provider_id), false) as replied
    from public.enquiry_messages t where t.enquiry_id = m.id) as counts
  order by m.last_message_at desc, m.id
$$;
comment on function public.my_enquiries(integer,integer) is
  'The caller''s conversations, newest message first, with the other side''s name and picture and nothing else of them.';
grant execute on function public.my_enquiries(integer,integer) to authenticated;

create function public.write_about_quote(
  job_id uuid, provider_id uuid, message text, pictures text[] default '{}'
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := (select auth.uid());
  job public.jobs;
  talk uuid;
begin
  perform private.require_active_account();
  select j.* into job from public.jobs j join public.job_quotes q on q.job_id = j.id
  where j.id = write_about_quote.job_id and q.provider_id = write_about_quote.provider_id and me in (j.user_id, q.provider_id);
  if job.id is null then
    raise exception 'This quote no longer exists. Please reload the page.' using errcode = 'PT404';
  end if;
  insert into public.enquiries as e (sender_id, provider_id, subject, job_id)
  values (job.user_id, write_about_quote.provider_id, btrim(regexp_replace(job.title, '\s+', ' ', 'g')), job.id)
  on conflict on constraint enquiries_of_quote do update set last_message_at = now() returning e.id into talk;
  perform private.add_enquiry_message(talk, me,
    case when me = job.user_id then write_about_quote.provider_id else job.user_id end, job.title, message, pictures);
  return talk;
end $$;
comment on function public.write_about_quote(uuid,uuid,text,text[]) is
  'Writes into the conversation about a quote, which is among the enquiries of both; the first message begins it.';
grant execute on function public.write_about_quote(uuid,uuid,text,text[]) to authenticated;

alter table public.reports drop constraint reports_target_type_check;
alter table public.reports add constraint reports_target_type_check
  check (target_type in ('profile', 'job', 'feedback', 'lead', 'message'));
comment on table public.reports is
  'One case about a profile, job, feedback, message of a conversation or lead (the contact of a job that the reporter unlocked): open, in review, upheld or rejected, perhaps appealed once and decided again.';

create or replace function public.report_content(
  target_type text, target_id uuid, reason text, details text default null, email text default null
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  address text := lower(nullif(btrim(email), ''));
  label text;
  path text;
  owner uuid;
  made public.reports;
begin
  if me is not null then address := null; end if;
  if target_type = 'profile' then
    select coalesce(nullif(btrim(p.business_name), ''), p.name), '/directory/' || p.user_id, p.user_id
      into label, path, owner from public.public_providers p where p.user_id = target_id;
  elsif target_type = 'job' then
    select j.title, '/job-directory?job=' || j.id, j.user_id
      into label, path, owner from public.jobs j where j.id = target_id and j.status = 'open';
  elsif target_type = 'feedback' then
    select f.title, '/directory/' || f.provider_id || '?tab=feedback', f.user_id
      into label, path, owner from public.feedback f where f.id = target_id and f.is_public;
  elsif target_type = 'message' and private.is_session_valid() then
    select e.subject, '/dashboard/enquiries?open=' || e.id, m.author_id into label, path, owner
      from public.enquiry_messages m join public.enquiries e on e.id = m.enquiry_id
      where m.id = target_id and me in (e.sender_id, e.provider_id) and m.author_id <> me;
  end if;
  if label is null then
    raise exception 'This is no longer on the site, so it cannot be reported. Please contact us if you are still concerned.'
      using errcode = 'PT404';
  end if;
  if reason is null or reason not in ('spam', 'misleading', 'offensive', 'illegal', 'impersonation', 'private', 'other') then
    raise exception 'Please choose a reason' using errcode = 'PT400';
  end if;
  if reason = 'other' and (details is null or details !~ '\S') then
    raise exception 'Please say what is wrong' using errcode = 'PT400';
  end if;
  if char_length(details) > 2000 then
    raise exception 'Please use at most 2,000 characters' using errcode = 'PT400';
  end if;
  if address is not null and (char_length(address) > 200 or address !~ '^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]{2,}$') then
    raise exception 'Invalid email address' using errcode = 'PT400', hint = 'Please check the address.';
  end if;
  -- One report of a thing after the other: two at once would both be the first of their reporter.
  perform pg_advisory_xact_lock(hashtext('report_content'), hashtext(target_id::text));
  select * into made from public.reports r
    where r.target_type = report_content.target_type and r.target_id = report_content.target_id
      and r.state in ('open', 'in review') and (r.reporter_id = me
        -- A visitor's address is not verified: only the same report within ten minutes gets the earlier case, or
        -- anyone could find out whether a person has reported them.
        or (r.reporter_email = address and r.created_at > now() - interval '10 minutes'
          and r.reason = report_content.reason
          and r.details is not distinct from nullif(btrim(report_content.details, E' \t\r\n'), ''))) limit 1;
  if made.id is not null then
    return made.case_number;
  end if;
  -- By network and account alone, and about one thing less: nobody can use up the reports of others, least of
  -- all who is reported.
  perform private.enforce_rate_limit('report', 10, 3600, 'You have sent many reports. Please try again in an hour.');
  if me is null then
    perform private.enforce_rate_limit('report ' || target_id, 3, 3600, 'You have sent many reports. Please try again in an hour.');
  end if;
  insert into public.reports (target_type, target_id, target_label, target_path, target_owner, reason, details, reporter_id, reporter_email)
  values (report_content.target_type, report_content.target_id, left(label, 200), path, owner, report_content.reason,
    nullif(btrim(report_content.details, E' \t\r\n'), ''), me, address)
  returning * into made;
  insert into public.report_events (report_id, state) values (made.id, 'open');
  -- A visitor's address is not proven. It is sent no more than three mails an hour, and all of them together no
  -- more than two hundred: the report is taken all the same, and its number is on the screen.
  if me is not null or (
    (select count(*) <= 3 from public.reports r where r.reporter_email = address and r.created_at > now() - interval '1 hour')
    and (select count(*) <= 200 from public.reports r where r.reporter_id is null and r.reporter_email is not null
      and r.created_at > now() - interval '1 hour')) then
    perform notify.reporter(made.id, 'report_received', 'report_received:' || made.id);
  end if;
  return made.case_number;
end $$;
comment on function public.report_content(text,uuid,text,text,text) is
  'Reports what the caller can see; needs no account. Gives the case number; the same report twice is one case.';
grant execute on function public.report_content(text,uuid,text,text,text) to anon, authenticated;

create function public.admin_reported_message(
  report_id uuid
) returns table (body text, pictures text[], created_at timestamptz)
language plpgsql security definer set search_path = '' as $$
declare
  message public.enquiry_messages;
begin
  perform private.require_admin();
  select m.* into message from public.reports r join public.enquiry_messages m on m.id = r.target_id
  where r.id = admin_reported_message.report_id and r.target_type = 'message';
  if message.id is null then
    raise exception 'This message no longer exists. Please decide the case by its details.' using errcode = 'PT404';
  end if;
  perform audit.record('view reported message', 'reports', admin_reported_message.report_id::text, null,
    jsonb_build_object('message', message.id));
  return query select message.body, message.pictures, message.created_at;
end $$;
comment on function public.admin_reported_message(uuid) is
  'For an admin: the message that a case is about, and no other of the conversation. Each view is recorded.';
grant execute on function public.admin_reported_message(uuid) to authenticated;

create function public.admin_remove_message_pictures(report_id uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  why text;
  message public.enquiry_messages;
begin
  perform private.require_admin();
  why := private.clean_reason(reason, true);
  select m.* into message from public.reports r join public.enquiry_messages m on m.id = r.target_id
  where r.id = admin_remove_message_pictures.report_id and r.target_type = 'message' for update of m;
  if message.id is null or cardinality(message.pictures) = 0 then
    raise exception 'These pictures are no longer there. Please reload the page.' using errcode = 'PT404';
  end if;
  insert into private.hidden_pictures (name, user_id)
  select regexp_replace(p.address, '^/storage/v1/object/[a-z]+/[a-z_]+/', ''), message.author_id
  from unnest(message.pictures) as p (address) on conflict do nothing;
  update public.enquiry_messages m set pictures = array(select p.address from unnest(m.pictures) as p (address)
      where p.address <> all (message.pictures)),
    body = coalesce(nullif(m.body, ''), 'A moderator has removed the pictures of this message.')
  where m.author_id = message.author_id and m.pictures && message.pictures;
  perform audit.record('remove pictures', 'reports', admin_remove_message_pictures.report_id::text,
    jsonb_build_object('message', message.id, 'pictures', cardinality(message.pictures)), null, why);
end $$;
comment on function public.admin_remove_message_pictures(uuid,text) is
  'Takes the pictures of a reported message out of all conversations of its author for good. tidy-portfolio then deletes the files.';
grant execute on function public.admin_remove_message_pictures(uuid,text) to authenticated;

update private.export_parts set query = $$select e.id, e.subject, e.created_at,
        private.public_name(case when e.sender_id = $1 then e.provider_id else e.sender_id end) as with_whom,
        (select jsonb_agg(jsonb_build_object('by_you', m.author_id = $1, 'body', m.body, 'pictures', m.pictures,
            'created_at', m.created_at)
            order by m.created_at) from public.enquiry_messages m where m.enquiry_id = e.id) as messages
      from public.enquiries e where $1 in (e.sender_id, e.provider_id) order by e.created_at desc$$
where name = 'enquiries';
