-- Messages can be answered by mail: the mail's reply address stands for the person in the conversation.

insert into notify.notice_kinds (kind, topic) values ('reply_refused', 'account');
update notify.mail_kinds set placeholders = '{link,site,name,from,subject,message,answering}' where kind = 'enquiry';
insert into notify.mail_kinds (kind, placeholders, required) values
  ('reply_refused', '{link,site,name,subject,reason}', '{link,reason}');
insert into public.site_settings (key, value) values ('mail_reply_refused', 'null');

drop function private.add_enquiry_message(uuid,uuid,uuid,text,text,text[]);
create function private.add_enquiry_message(
  enquiry uuid, author uuid, recipient uuid, subject text, message text, pictures text[] default '{}',
  id uuid default gen_random_uuid()
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
  insert into public.enquiry_messages (id, enquiry_id, author_id, body, pictures)
  values (add_enquiry_message.id, enquiry, author, words, shown);
  update public.enquiries e set last_message_at = now() where e.id = enquiry;
  perform notify.account(recipient, 'enquiry', jsonb_build_object(
    'enquiry_id', enquiry, 'person', recipient, 'from', private.public_name(author), 'subject', subject,
    'excerpt', left(private.message_excerpt(words, shown), 600)));
end $$;
comment on function private.add_enquiry_message(uuid,uuid,uuid,text,text,text[],uuid) is
  'Adds a message within the limits, unless one side blocked the other, and emails the other side.';

create function public.receive_reply(
  p_mail uuid, p_from text, p_message text, p_enquiry uuid default null, p_person uuid default null
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  talk public.enquiries;
  -- The sender is not proven without a reply address: at most, the account of that address is informed.
  author constant uuid := coalesce(p_person, (select p.id from public.profiles p where lower(p.email) = lower(p_from) and p.is_active));
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
comment on function public.receive_reply(uuid,text,text,uuid,uuid) is
  'For receive-mail: adds a reply by mail as the person of its reply address, once and within the limits of the site, or emails that person why not. p_mail is the message''s id.';
