-- Accounts: what people without an account have sent, until they confirm their address.

create table private.drafts (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('job', 'enquiry', 'alert', 'review')),
  email text not null check (private.is_email_address(email)),
  email_key text not null,
  name text not null check (char_length(name) <= 160),
  content jsonb not null check (octet_length(content::text) <= 60000),
  token_hash bytea not null unique,
  code_hash bytea not null,
  attempts integer not null default 0,
  network text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  result uuid
);
comment on table private.drafts is
  'Sent without an account, and published by the press that confirms the address: once. Nobody can read it; erased after 7 days.';
comment on column private.drafts.email_key is 'The address by private.mailbox_key().';
comment on column private.drafts.content is 'Emptied when it is published.';
comment on column private.drafts.attempts is 'Wrong codes for any draft of the mailbox; after five the code is void, and the link still works.';
comment on column private.drafts.network is 'A hash of the network that it came from.';
comment on column private.drafts.created_at is 'Also when the terms were agreed to, at the button.';
create index drafts_by_date on private.drafts (created_at);

create function private.mailbox_key(address text) returns text
language sql immutable set search_path = '' as $$
  select case when host in ('gmail.com', 'googlemail.com') then replace(mailbox, '.', '') || '@gmail.com' else mailbox || '@' || host end
  from (select split_part(split_part(lower(btrim(address)), '@', 1), '+', 1) as mailbox, split_part(lower(btrim(address)), '@', 2) as host) as parts
$$;
comment on function private.mailbox_key(text) is
  'One text for all addresses of one mailbox: plus tags, and dots at Gmail, make no other.';

create function private.mailbox_hash(mailbox text) returns bytea
language sql immutable set search_path = '' as $$ select sha256(convert_to(mailbox, 'UTF8')) $$;
comment on function private.mailbox_hash(text) is 'Of private.mailbox_key(), where the address itself is not to be stored.';

create function private.hash_network(address text) returns text
language sql stable set search_path = '' as $$
  select encode(sha256(convert_to(private.network_prefix(nullif(address, '')), 'UTF8')), 'hex')
$$;
comment on function private.hash_network(text) is 'The network of an address, only to be compared.';

create function private.add_draft(p_kind text, p_email text, p_name text, p_content jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  token constant text := replace(gen_random_uuid()::text || gen_random_uuid(), '-', '');
  code constant text := lpad((('x' || left(replace(gen_random_uuid()::text, '-', ''), 12))::bit(48)::bigint % 1000000)::text, 6, '0');
  address constant text := lower(btrim(p_email));
  called constant text := regexp_replace(coalesce(private.written_text(p_name, 160, case when p_kind <> 'alert' then 'Please enter your name' end), ''), '\s+', ' ', 'g');
  draft constant uuid := gen_random_uuid();
  account public.profiles;
  reason text;
begin
  perform private.refuse_if(not coalesce(private.is_email_address(address), false), 'PT400', 'Please enter a valid email address');
  perform private.enforce_rate_limit('drafts', 60, 3600, 'Much was sent from your network in the last hour. Please try again later.');
  perform private.refuse_if(private.increment_rate_limit('drafts to', encode(private.mailbox_hash(private.mailbox_key(address)), 'hex'), 5, 86400) > 0,
    'PT429', 'We have emailed this address five times today. Please open the link in one of those emails, or try again tomorrow.');
  insert into private.drafts (id, kind, email, email_key, name, content, token_hash, code_hash, network)
  values (draft, p_kind, address, private.mailbox_key(address), called, p_content,
    sha256(convert_to(token, 'UTF8')), sha256(convert_to(draft || code, 'UTF8')), private.hash_network(current_setting('request.ip', true)));
  -- The page says the same to everybody; only the mail knows whose address it is.
  if p_kind in ('job', 'enquiry') then
    -- A sign-up that its mailbox never confirmed may be a stranger's: it says nothing.
    select p.* into account from public.profiles p join auth.users u on u.id = p.id
      where p.email = address and coalesce(u.email_confirmed_at, u.invited_at) is not null;
    reason := case when not account.is_active then 'deactivated'
      when account.account_type = 'admin' or account.account_type = 'provider' and p_kind = 'job' then account.account_type end;
  elsif p_kind = 'review' and private.is_own_mailbox((p_content ->> 'provider_id')::uuid, private.mailbox_key(address)) then
    reason := 'own';
  end if;
  perform notify.address(address, case when reason is null then 'draft_confirm' else 'draft_refused' end,
    case when reason is null then jsonb_build_object('draft_kind', p_kind, 'token', token, 'code', code, 'known', account.id is not null)
      else jsonb_build_object('draft_kind', p_kind, 'why', reason) end);
  return draft;
end $$;
comment on function private.add_draft(text,text,text,jsonb) is
  'Stores a draft, whose content the caller has checked, and mails its link and code; the answer does not depend on whose address it is.';

create function public.start_draft(
  p_kind text, p_email text, p_name text, p_content jsonb, p_age integer, p_website text default ''
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  given jsonb;
  problem text;
begin
  perform private.refuse_if(coalesce(p_age, 0) < 2000, 'PT400', 'Please wait a moment, then press the button again.');
  -- The field that only programs see: they learn nothing.
  if coalesce(p_website, '') <> '' then
    return gen_random_uuid();
  end if;
  perform private.refuse_if(jsonb_typeof(p_content) <> 'object' or exists (
      select from jsonb_each(case jsonb_typeof(p_content) when 'object' then p_content else '{}' end) as part (key, value)
      where jsonb_typeof(part.value) not in ('string', 'null') and part.key not in ('categories', 'rating')),
    'PT400', 'This was not sent as texts. Please reload the page and try again.');
  if p_kind = 'job' then
    given := jsonb_build_object(
      'title', private.written_text(p_content ->> 'title', 150, 'Please say what you need'),
      'description', private.written_text(p_content ->> 'description', 5000, 'Please say what you need'),
      'categories', private.current_selections(private.metadata_texts(p_content, 'categories'), 10),
      'location', private.written_text(p_content ->> 'location', 120),
      'budget', private.written_text(p_content ->> 'budget', 100));
    problem := case jsonb_array_length(given -> 'categories') when 0 then 'Please select a category' else
      private.unknown_category_error(private.unknown_selection(private.metadata_texts(given, 'categories'))) end;
    perform private.refuse_if(problem is not null, 'PT400', problem);
    perform private.refuse_unknown_postcode(given ->> 'location');
  elsif p_kind = 'enquiry' then
    given := jsonb_build_object(
      'provider_id', p_content ->> 'provider_id',
      'subject', private.written_text(p_content ->> 'subject', 150, 'Please add a subject'),
      'message', private.written_text(p_content ->> 'message', 5000, 'Please write a message'));
    perform private.refuse_if(not exists (select from public.public_providers p where p.user_id::text = given ->> 'provider_id'),
      'PT404', 'This professional is not taking enquiries at the moment. Please choose another one.');
  elsif p_kind = 'review' then
    given := private.invited_review(p_content);
  elsif p_kind = 'alert' then
    given := jsonb_build_object(
      'category', coalesce(private.written_text(p_content ->> 'category', 170), ''),
      'location', coalesce(private.written_text(p_content ->> 'location', 120), ''));
    perform private.refuse_if(given ->> 'category' = '' and given ->> 'location' = '', 'PT400', 'Please choose a category or a place first.');
    problem := private.unknown_category_error(private.unknown_selection(array_remove(array[given ->> 'category'], '')));
    perform private.refuse_if(problem is not null, 'PT400', problem);
  else
    raise exception 'This cannot be sent without an account. Please log in.' using errcode = 'PT400';
  end if;
  return private.add_draft(p_kind, p_email, p_name, given);
end $$;
comment on function public.start_draft(text,text,text,jsonb,integer,text) is
  'For visitors: stores a job, an enquiry or the wish for emails about new jobs until the mailed confirmation, and gives its id, which opens nothing. p_age: milliseconds since the form was shown; p_website: a field that people do not see.';

create function public.open_draft(p_token text default null, p_draft uuid default null, p_code text default null, p_email text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  draft private.drafts;
  candidate private.drafts;
  open_codes uuid[] := '{}';
  mailbox constant text := case when p_draft is null then private.mailbox_key(p_email)
    else (select d.email_key from private.drafts d where d.id = p_draft) end;
  code constant text := private.plain_digits(regexp_replace(coalesce(left(p_code, 40), ''), '\s', '', 'g'));
  wrong constant text := 'This code is not right. Please check it, or open the link in our email.';
begin
  if p_token is not null then
    select * into draft from private.drafts d
      where d.token_hash = sha256(convert_to(left(p_token, 100), 'UTF8')) and d.created_at > now() - interval '7 days';
    if draft.id is null then
      return jsonb_build_object('problem', 'This link is no longer valid. Please send your words again.');
    end if;
  else
    -- One code at a time, and a wrong one counts for every code that the mailbox has: each would be one more to guess.
    for candidate in select * from private.drafts d
      where d.email_key = mailbox and d.created_at > now() - interval '1 hour' and d.attempts < 5 order by d.id for update
    loop
      open_codes := open_codes || candidate.id;
      if (p_draft is null or candidate.id = p_draft) and candidate.code_hash = sha256(convert_to(candidate.id || code, 'UTF8')) then
        draft := candidate;
      end if;
    end loop;
    if draft.id is null then
      update private.drafts d set attempts = d.attempts + 1 where d.id = any (open_codes);
      -- By an address, nobody learns whether something waits for it.
      return jsonb_build_object('problem', case when p_draft is null or p_draft = any (open_codes) then wrong
        else 'This code is no longer valid. Please open the link in our email instead.' end);
    end if;
  end if;
  return jsonb_build_object('id', draft.id, 'kind', draft.kind, 'email', draft.email, 'name', draft.name);
end $$;
comment on function public.open_draft(text,uuid,text,text) is
  'For finish-draft: the draft of a mailed link, or of an id or address and its mailed code, or the problem. A wrong code counts, so it is no error, which would undo the count.';

create function private.publish_draft(draft private.drafts, person uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
  given constant jsonb := draft.content;
begin
  if draft.kind = 'job' then
    perform private.require_active_account();
    perform private.refuse_if(not private.has_account_type('client'),
      'PT403', 'Only clients can post jobs. Please use another email address.');
    insert into public.jobs (title, description, category, categories, location, budget, user_id, contact_name, contact_email)
    values (given ->> 'title', given ->> 'description', given #>> '{categories,0}', private.metadata_texts(given, 'categories'),
      given ->> 'location', given ->> 'budget', person, left(draft.name, 120), draft.email) returning id into made;
  elsif draft.kind = 'enquiry' then
    made := public.send_enquiry((given ->> 'provider_id')::uuid, given ->> 'subject', given ->> 'message');
  elsif draft.kind = 'review' then
    made := private.publish_review(draft);
  elsif draft.kind = 'alert' then
    perform private.refuse_if((select count(*) >= 10 from private.job_alerts a where private.mailbox_key(a.email) = draft.email_key and a.ended_at is null),
      'PT409', 'You have ten of these emails. Please stop one of them first.');
    insert into private.job_alerts (email, category, location) values (draft.email, given ->> 'category', given ->> 'location')
    on conflict (email, category, location) do update set ended_at = null returning id into made;
  end if;
  return made;
end $$;
comment on function private.publish_draft(private.drafts,uuid) is
  'Publishes a draft by the rules of the signed-in form, as the account of its address, null for a kind that needs none.';

create function public.finish_draft(p_draft uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  draft private.drafts;
  person uuid;
begin
  -- A second press waits here, and finds it published.
  select * into draft from private.drafts d where d.id = p_draft and d.created_at > now() - interval '7 days' for update;
  perform private.refuse_if(draft.id is null, 'PT404', 'This link is no longer valid. Please send your words again.');
  if draft.finished_at is null then
    if draft.kind in ('job', 'enquiry') then
      select p.id into person from public.profiles p where p.email = draft.email;
      perform private.refuse_if(coalesce(private.is_deletion_pending(person), false),
        'PT403', 'Your account is about to be deleted. Please log in to keep it, then confirm again.');
      -- From here on the transaction acts as the person, so that every rule of theirs holds.
      perform set_config('request.jwt.claim.sub', person::text, true), set_config('request.caller_state', 'valid', true);
    end if;
    draft.result := private.publish_draft(draft, person);
    draft.finished_at := now();
    update private.drafts d set finished_at = draft.finished_at, result = draft.result, content = '{}' where d.id = draft.id;
    if person is not null then
      -- The service invents a password for an account that it makes or confirms here: nobody knows it, so there is none.
      update auth.users u set encrypted_password = ''
        where u.id = person and u.last_sign_in_at is null and u.email_confirmed_at >= draft.created_at;
      insert into public.consents (user_id, purpose, granted, source, wording, created_at)
      select person, 'terms', true, 'mailed confirmation', private.consent_wording('terms') || coalesce(' Version of '
        || to_char((select s.updated_at from public.site_settings s where s.key = 'legal_terms') at time zone 'Europe/London', 'FMDD FMMonth YYYY') || '.', ''),
        draft.created_at;
    end if;
  end if;
  return jsonb_build_object('kind', draft.kind, 'result', draft.result, 'email', draft.email,
    'signs_in', draft.kind in ('job', 'enquiry') and draft.finished_at > now() - interval '1 hour',
    'is_public', draft.kind <> 'review' or coalesce((select f.is_public from public.feedback f where f.id = draft.result), false),
    'no_password', exists (select from auth.users u where u.email = draft.email and coalesce(u.encrypted_password, '') = ''));
end $$;
comment on function public.finish_draft(uuid) is
  'For finish-draft: publishes an opened draft once; every later call gives the same result. For an hour it also signs in, so that a lost answer can be had again.';
