-- Notifications: the words of mails, which admins may replace.

create function notify.load_mail_kinds(content text, previous text default null) returns void
language sql set search_path = '' as $$
  insert into notify.mail_kinds (kind, topic, placeholders, required)
  select row[1], nullif(row[2], ''), string_to_array(row[3], ' '), string_to_array(row[4], ' ') from private.csv_rows(content) as row
  on conflict (kind) do update set topic = excluded.topic, placeholders = excluded.placeholders, required = excluded.required;
  insert into public.site_settings (key, value)
  select 'mail_' || row[1], 'null' from private.csv_rows(content) as row where row[1] <> 'mail_test' on conflict do nothing
$$;
comment on function notify.load_mail_kinds(text,text) is
  'Carries supabase/seed/mail_kinds.csv into the kinds; the words that admins have given stay.';

create function private.mail_wording_error(mail text, words jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  rule notify.mail_kinds;
  subject text := words ->> 'subject';
  heading text := words ->> 'heading';
  body text := words ->> 'text';
  everything text := concat_ws(E'\n', subject, heading, body);
  rest text := everything;
  name text;
begin
  select * into rule from notify.mail_kinds k where k.kind = mail and mail <> 'mail_test';
  if not found then return 'This setting does not exist. Please reload the page.'; end if;
  if words = 'null' then return null; end if;
  if jsonb_typeof(words) is distinct from 'object' or words - array['subject', 'heading', 'text'] <> '{}'
      or jsonb_typeof(words -> 'subject') is distinct from 'string' or jsonb_typeof(words -> 'heading') is distinct from 'string'
      or jsonb_typeof(words -> 'text') is distinct from 'string'
      or subject !~ '\S' or heading !~ '\S' or body !~ '\S' then
    return 'Please enter the subject, the heading and the text';
  end if;
  if char_length(subject) > 150 then return 'Please keep the subject to 150 characters'; end if;
  if char_length(heading) > 150 then return 'Please keep the heading to 150 characters'; end if;
  if char_length(body) > 5000 then return 'Please keep the text to 5,000 characters'; end if;
  if subject || heading ~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029<>]' then
    return 'Please write the subject and the heading on one line each, without < or >';
  end if;
  if body ~ '[\u0001-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029<>]' then return 'Please write the text without < or >'; end if;
  foreach name in array rule.placeholders loop
    rest := replace(rest, '{{' || name || '}}', ' ');
  end loop;
  if rest ~ '\{\{|\}\}' then
    return 'Please use only these placeholders: ' || (select string_agg('{{' || p || '}}', ', ' order by i)
      from unnest(rule.placeholders) with ordinality as u (p, i));
  end if;
  foreach name in array rule.required loop
    if name <> 'link' and position('{{' || name || '}}' in body) = 0 then
      return format('Please put {{%s}} into the text. The email is of no use without it.', name);
    elsif name = 'link' and (char_length(everything) - char_length(replace(everything, '{{link}}', '')) <> 8
        or body !~ '(^|\n)\s*\{\{link\}\}\s*(\n|$)') then
      return 'Please put {{link}} once on a line of its own. The email''s button is there, and it is of no use without it.';
    end if;
  end loop;
  return null;
end $$;
comment on function private.mail_wording_error(text,jsonb) is
  'Why a mail cannot have these words, in words for people; null when it can. The same rule as wordingError in domain/notifications/wording.ts.';

create function public.admin_mails() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.settings_with_history(true);
end $$;
comment on function public.admin_mails() is
  'For /admin/emails: the words of every mail, null for the original ones, with version and last ten values.';

create function public.admin_send_test_mail(mail text, words jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  address text := (select p.email from public.profiles p where p.id = (select auth.uid()));
  wrong text;
begin
  perform private.require_admin();
  wrong := case when address like '%.internal' then 'Your account has no mailbox. Please ask the operator to give it one with npm run admin (set-email).'
    else private.mail_wording_error(mail, words) end;
  perform private.refuse_if(wrong is not null, 'PT400', wrong);
  perform private.enforce_rate_limit('test mail', 30, 3600, 'You have sent many test emails. Please try again in an hour.');
  perform notify.account((select auth.uid()), 'mail_test', jsonb_build_object('mail', mail, 'words', words));
  return address;
end $$;
comment on function public.admin_send_test_mail(text,jsonb) is
  'Sends the caller a mail with these words and the facts of a sample; gives the address.';

-- What was sent -------------------------------------------------------------------------------------------------------

create function public.admin_sent_mail(p_address text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant text := lower(btrim(left(p_address, 320)));
  people uuid[];
  allowing uuid[];
  notices jsonb;
  account_mails jsonb := '[]';
begin
  perform private.require_admin();
  -- By the index of auth's own searches.
  people := array(select u.id from auth.users u
    where u.instance_id = '00000000-0000-0000-0000-000000000000' and lower(u.email) = wanted);
  allowing := array(select p from unnest(people) as p where private.support_access_until(p) is not null);
  perform audit.record('support view', 'profiles', p::text, null, jsonb_build_object('until', private.support_access_until(p)))
  from unnest(allowing) as p;
  -- Without support access, only notices that no choice governs: whether another was sent would show the choice.
  select coalesce(jsonb_agg(to_jsonb(m)), '[]') into notices from (
    select n.id, false as signing_in, n.created_at as queued_at, coalesce(n.sent_at, n.dropped_at) as ended_at, n.attempts,
      case when n.sent_at is not null then 'sent' when n.dropped_at is null then 'waiting'
        when n.last_error = 'not wanted' then 'unwanted' else 'refused' end as state, n.last_error as answer
    from notify.notices n join notify.mail_kinds k on k.kind = n.kind
    where (n.user_id = any (people) or n.user_id is null and n.address = wanted and n.address <> '(sent)')
      and (n.user_id is null or k.topic = 'account' or n.user_id = any (allowing))
    order by n.created_at desc limit 100) m;
  -- The queue of account mails is the backend's own; a hosted Supabase has none.
  if to_regclass('_backend.outbox') is not null then
    execute $outbox$
      select coalesce(jsonb_agg(to_jsonb(m)), '[]') from (
        select o.id, true as signing_in, o.created_at as queued_at, coalesce(o.delivered_at, o.given_up_at) as ended_at, o.attempts,
          case when o.delivered_at is not null then 'sent' when o.given_up_at is not null then 'refused' else 'waiting' end as state,
          o.last_error as answer
        from _backend.outbox o where lower(o.recipient) = $1 order by o.created_at desc limit 100) m $outbox$
      into account_mails using wanted;
  end if;
  return jsonb_build_object(
    'account', (select jsonb_build_object('name', btrim(concat_ws(' ', p.first_name, p.last_name)), 'is_active', p.is_active,
        'confirmed_at', u.email_confirmed_at)
      from public.profiles p join auth.users u on u.id = p.id where p.id = any (people) limit 1),
    'mails', (select coalesce(jsonb_agg(m order by (m ->> 'queued_at')::timestamptz desc), '[]') from (
      select value from jsonb_array_elements(notices || account_mails)
      order by (value ->> 'queued_at')::timestamptz desc limit 100) as v (m)));
end $$;
comment on function public.admin_sent_mail(text) is
  'For /admin/emails: when mails were sent to an address (the newest 100) and the mail server''s answer, but neither their content nor their kind. Notices are those to the account that has the address now, wherever they went; those that a choice governs only with support access, and then recorded. Account mails keep their receiver for 7 days, notices to addresses without an account until they are sent or given up.';
