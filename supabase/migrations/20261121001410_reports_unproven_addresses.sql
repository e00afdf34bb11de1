-- A visitor's address in a report is not proven. It tells nobody who else reported, and brings no stranger
-- the words of somebody who puts an advertisement into a name or a title and reports it themselves.

create or replace function private.tell_reporter(case_id uuid, kind text, key text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found public.reports;
  facts jsonb;
begin
  select * into found from public.reports where id = case_id;
  facts := jsonb_build_object('case_number', found.case_number, 'link_key', found.link_key, 'label', found.target_label,
    'state', found.state, 'reason', found.outcome_reason, 'appealed', found.appealed_at is not null);
  if found.reporter_id is not null then
    perform private.notify(found.reporter_id, kind, facts, key);
  elsif found.reporter_email is not null then
    -- Whoever owns this address may have asked for nothing: until one of us has decided, words that others
    -- chose (a name, a title) stay out of it.
    perform private.notify_address(found.reporter_email, kind,
      case when kind = 'report_received' then facts - 'label' else facts end, key);
  end if;
end $$;

create or replace function public.report_content(target_type text, target_id uuid, reason text, details text default null, email text default null)
returns text language plpgsql security definer set search_path = '' as $$
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
  end if;
  if label is null then
    raise exception 'What you report cannot be seen any more.' using errcode = 'PT404';
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
    raise exception 'Invalid email address' using errcode = 'PT400';
  end if;
  -- One after the other: two at once would both find the last free place.
  perform pg_advisory_xact_lock(hashtext('report_content'));
  select * into made from public.reports r
    where r.target_type = report_content.target_type and r.target_id = report_content.target_id
      and r.state in ('open', 'in review') and (r.reporter_id = me
        -- An address is not proven: only who repeats the very words of a moment ago is told of that case, or
        -- anybody could ask whether somebody else has reported them.
        or (r.reporter_email = address and r.created_at > now() - interval '10 minutes'
          and r.reason = report_content.reason
          and r.details is not distinct from nullif(btrim(report_content.details, E' \t\r\n'), ''))) limit 1;
  if made.id is not null then
    return made.case_number;
  end if;
  -- The caller's address is not known here, so an hour holds only so many reports of one person, to one
  -- mail address, about one thing and of all visitors together.
  if (me is not null and (select count(*) >= 10 from public.reports r
        where r.reporter_id = me and r.created_at > now() - interval '1 hour'))
     or (address is not null and (select count(*) >= 3 from public.reports r
        where r.reporter_email = address and r.created_at > now() - interval '1 hour'))
     or (me is null and (select count(*) >= 10 from public.reports r
        where r.target_type = report_content.target_type and r.target_id = report_content.target_id
          and r.reporter_id is null and r.created_at > now() - interval '1 hour'))
     or (me is null and (select count(*) >= 100 from public.reports r
        where r.reporter_id is null and r.created_at > now() - interval '1 hour')) then
    raise exception 'Many reports have just arrived. Please try again in an hour.' using errcode = 'PT429';
  end if;
  insert into public.reports (target_type, target_id, target_label, target_path, target_owner, reason, details, reporter_id, reporter_email)
  values (report_content.target_type, report_content.target_id, left(label, 200), path, owner, report_content.reason,
    nullif(btrim(report_content.details, E' \t\r\n'), ''), me, address)
  returning * into made;
  insert into public.report_events (report_id, state) values (made.id, 'open');
  perform private.tell_reporter(made.id, 'report_received', 'report_received:' || made.id);
  return made.case_number;
end $$;
