-- Replies by mail from accounts that wait for their erasure, withdrawn contacts of deleted jobs, and subtitles in bounds.

create or replace function public.receive_reply(
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
  -- One mail of a person after the other, or the same one twice at once would be two.
  perform pg_advisory_xact_lock(hashtext('enquiry_messages'), hashtext(author::text));
  if exists (select from public.enquiry_messages m where m.id = p_mail) then
    return 'received before';
  end if;
  begin
    select * into talk from public.enquiries e where e.id = p_enquiry and p_person in (e.sender_id, e.provider_id);
    if talk.id is null then
      raise exception 'This reply address is not valid. Please answer on the site.' using errcode = 'PT404';
    end if;
    if not exists (select from public.profiles p where p.id = author and lower(p.email) = lower(p_from)) then
      raise exception 'A reply came from another address. Please write from the address of your account.' using errcode = 'PT403';
    end if;
    if not exists (select from public.profiles p join auth.users u on u.id = p.id
        where p.id = author and p.is_active and u.email_confirmed_at is not null) then
      raise exception 'Your account cannot send messages at the moment. Please log in to see why.' using errcode = 'PT403';
    end if;
    if private.is_deletion_pending(author) then
      raise exception 'Your account is about to be deleted. Please log in to keep it and answer on the site.' using errcode = 'PT403';
    end if;
    if exists (select from public.jobs j join private.job_states s on s.state = j.status
        where j.id = talk.job_id and not s.takes_places and not s.shows_contact) then
      raise exception 'This job is closed. Please answer on the site.' using errcode = 'PT403';
    end if;
    if talk.last_message_at < now() - interval '90 days' then
      raise exception 'This reply address has expired. Please answer on the site.' using errcode = 'PT403';
    end if;
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

create or replace function private.record_deleted_leads() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.deleted_leads (job_id, provider_id, revealed_at, facts)
  select old.id, r.provider_id, r.revealed_at, jsonb_build_object('id', old.id, 'revoked_at', r.revoked_at, 'title', old.title, 'status', 'closed',
    'ended_at', coalesce(old.ended_at, now()), 'hired_at', old.hired_at,
    'hired_provider_id', case when old.hired_provider_id = r.provider_id then r.provider_id end)
  from public.job_contact_reveals r
  where r.job_id = old.id and r.revealed_at > now() - interval '30 days'
    -- The erasure of an account leaves nothing of its jobs.
    and exists (select from public.profiles p where p.id = old.user_id);
  return old;
end $$;

create or replace function private.valid_work_sample(sample jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(sample) <> 'object' then false
    when coalesce(sample ->> 'id', '') = '' or char_length(sample ->> 'id') > 100 then false
    when not (private.is_short_text(sample -> 'title', 100) and private.is_short_text(sample -> 'description', 1000)) then false
    when jsonb_typeof(sample -> 'media') is distinct from 'array' and sample ->> 'imageUrl' is null then false
    when not coalesce(private.valid_file_address(sample ->> 'imageUrl'), true) then false
    when jsonb_typeof(sample -> 'media') is distinct from 'array' then true
    else jsonb_array_length(sample -> 'media') <= 20 and not exists (
      select from jsonb_array_elements(sample -> 'media') as item
      where jsonb_typeof(item) <> 'object'
         or not coalesce(private.valid_file_address(item ->> 'url'), false)
         or coalesce(item ->> 'type', '') not in ('image', 'video')
         or not private.is_short_text(item -> 'id', 100)
         or not private.is_short_text(item -> 'filename', 255)
         or not private.is_short_text(item -> 'alt', 200)
         or not private.is_short_text(item -> 'caption', 200)
         or item -> 'subtitles' is not null and not (item ->> 'type' = 'video'
           and private.is_short_text(item -> 'subtitles', 6000) and starts_with(item ->> 'subtitles', 'WEBVTT')))
    end
$$;

create or replace function private.check_work_samples() returns trigger
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
    when jsonb_typeof(new.work_samples) <> 'array' then 'Your portfolio could not be read. Please reload the page and try again.'
    when jsonb_array_length(new.work_samples) > 40 then 'Your portfolio can have at most 40 items. Please remove one before you add another.'
    when octet_length(new.work_samples::text) > 500000 then 'Your portfolio has more text than it can hold. Please shorten descriptions or remove subtitles.'
    when not private.valid_work_samples(new.work_samples) then 'This portfolio item is not valid. Please check its texts and files, and try again.'
    when (select count(*) <> count(distinct sample ->> 'id') from jsonb_array_elements(new.work_samples) as sample)
      then 'Two of your portfolio items are the same. Please remove one of them.'
    when exists (
      select from jsonb_array_elements(new.work_samples) as sample
      where sample ->> 'imageUrl' is null and sample -> 'media' = '[]'
        and sample not in (select jsonb_array_elements(old.work_samples)))
      then 'Please upload at least one media file'
    when exists (
      select from private.work_sample_files(new.work_samples) as shown
      where shown.address not in (select address from private.work_sample_files(old.work_samples))
        and not exists (
          select from storage.objects o
          where o.bucket_id = 'portfolio_media'
            and o.name = substr(shown.address, length(shelf) + 1)
            and shown.address = shelf || o.name
            and starts_with(o.name, new.id || '/portfolio/')
            and starts_with(o.metadata ->> 'mimetype', shown.type || '/')))
      then 'You can only show files that you uploaded to your portfolio. Please upload the file.'
  end;
  if problem is not null then
    raise exception '%', problem using errcode = '23514';
  end if;
  return new;
end $$;

comment on column private.deleted_leads.facts is 'What report_lead() reads of the job, by the names of its columns; revoked_at if its poster had withdrawn the contact.';

update private.export_parts set query = $$select case when r.revoked_at is null then r.job_id end as job_id, case when r.revoked_at is null then j.title end as job,
        r.revealed_at, r.revoked_at as access_withdrawn_at from public.job_contact_reveals r
      join public.jobs j on j.id = r.job_id where r.provider_id = $1
      union all select null, case when d.facts ->> 'revoked_at' is null then d.facts ->> 'title' end, d.revealed_at,
        (d.facts ->> 'revoked_at')::timestamptz from private.deleted_leads d where d.provider_id = $1
      order by revealed_at desc$$
where name = 'contacts_you_unlocked';
