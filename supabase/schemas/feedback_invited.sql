-- Feedback: reviews by customers whose work was not arranged here, whom a provider has asked.

-- The link ------------------------------------------------------------------------------------------------------------

create table public.review_links (
  code text primary key check (code ~ '^[a-z2-9]{10}$'),
  provider_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  renewed_at timestamptz
);
comment on table public.review_links is
  'The address by which a provider''s earlier customers review them: one that works, and those before it, which say that they were renewed.';
create unique index review_links_of_provider on public.review_links (provider_id) where renewed_at is null;
create index review_links_by_provider on public.review_links (provider_id);
grant select on public.review_links to authenticated;
create policy "providers read their own" on public.review_links for select to authenticated
  using (provider_id = (select auth.uid()) and (select private.is_session_valid()));

create function public.my_review_link(renew boolean default false) returns text
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := (select auth.uid());
  link text;
begin
  perform private.require_active_account();
  perform private.refuse_if(not private.has_account_type('provider'), 'PT403', 'Only professionals have a review link. Please log in as one.');
  perform pg_advisory_xact_lock(hashtext('review_links'), hashtext(me::text));
  if renew then
    perform private.enforce_rate_limit('review links', 10, 86400, 'You have renewed your link ten times today. Please try again tomorrow.', false);
    update public.review_links l set renewed_at = now() where l.provider_id = me and l.renewed_at is null;
  end if;
  select l.code into link from public.review_links l where l.provider_id = me and l.renewed_at is null;
  if link is null then
    -- 49 random bits; without 0, 1, l and o, which a printed card would confuse.
    select string_agg(substr('abcdefghijkmnpqrstuvwxyz23456789', 1 + get_byte(random, n) % 32, 1), '') into link
    from (select uuid_send(gen_random_uuid()) as random) as drawn cross join unnest('{0,1,2,3,4,5,9,10,11,12}'::int[]) as n;
    insert into public.review_links (code, provider_id) values (link, me);
  end if;
  return link;
end $$;
comment on function public.my_review_link(boolean) is
  'The code of the caller''s review link, made at the first call; renew ends it and gives another.';

create function private.review_link(p_code text) returns public.review_links
language plpgsql stable security definer set search_path = '' as $$
declare
  link public.review_links;
begin
  select * into link from public.review_links l where l.code = lower(btrim(left(p_code, 40)));
  perform private.refuse_if(link.code is null, 'PT404', 'We do not know this review link. Please check it, or ask for a new one.');
  perform private.refuse_if(not private.is_listed(link.provider_id),
    'PT404', 'This professional is not listed at the moment, so nobody can review them. Please try again later.');
  perform private.refuse_if(link.renewed_at is not null, 'PT409', 'This review link has been renewed. Please ask for the new one.');
  return link;
end $$;
comment on function private.review_link(text) is 'The link with this code, refused if nobody can be reviewed by it.';

create function public.review_link_owner(code text) returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object('id', l.provider_id, 'name', private.public_name(l.provider_id)) from private.review_link(review_link_owner.code) as l
$$;
comment on function public.review_link_owner(text) is 'For the page of a review link: whom it is about, {id, name}.';

-- Reviews -------------------------------------------------------------------------------------------------------------

create function private.is_own_mailbox(provider uuid, mailbox text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles p where p.id = provider and private.mailbox_key(p.email) = mailbox)
    or exists (select from public.businesses b where b.owner_user_id = provider and private.mailbox_key(b.business_email) = mailbox)
$$;
comment on function private.is_own_mailbox(uuid,text) is 'Whether this is the mailbox of the provider''s account or business (private.mailbox_key).';

create function private.invited_review(given jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  provider constant uuid := (private.review_link(given ->> 'code')).provider_id;
  month constant text := given ->> 'worked_on';
begin
  perform private.refuse_if(provider = (select auth.uid()), 'PT403', 'You cannot review yourself. Please send the link to a customer.');
  perform private.refuse_if(coalesce(given ->> 'rating', '') !~ '^[1-5]$', 'PT400', 'Please select a rating');
  perform private.refuse_if(coalesce(month, '') !~ '^[0-9]{4}-(0[1-9]|1[0-2])$' or month > to_char(private.uk_day(now()), 'YYYY-MM') or month < '2000',
    'PT400', 'Please say in which month the work was done.');
  return jsonb_build_object('provider_id', provider, 'rating', given ->> 'rating', 'worked_on', month || '-01',
    'title', private.written_text(given ->> 'title', 150, 'Please enter a title.'),
    'description', private.written_text(given ->> 'description', 4000),
    'work', private.written_text(given ->> 'work', 150, 'Please say what the work was'));
end $$;
comment on function private.invited_review(jsonb) is
  'A review as start_draft() stores it: {provider_id, rating, title, description, work, worked_on} from {code, …}; refused in words.';

create function private.publish_review(draft private.drafts) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  given constant jsonb := draft.content;
  provider constant uuid := (given ->> 'provider_id')::uuid;
  token constant uuid := gen_random_uuid();
  made public.feedback;
begin
  perform from public.profiles p where p.id = provider for no key update;
  perform private.refuse_if(not private.is_listed(provider),
    'PT404', 'This professional is not listed any more, so nobody can review them. Please keep your words if you need them.');
  perform private.refuse_if(private.is_own_mailbox(provider, draft.email_key), 'PT403', 'You cannot review yourself. Please send the link to a customer.');
  perform private.refuse_if(exists (
      select from public.feedback f where f.provider_id = provider and f.mailbox_hash = private.mailbox_hash(draft.email_key)),
    'PT409', 'You have already submitted feedback for this provider.', 'Please open their profile to see your review.');
  insert into public.feedback (provider_id, rating, title, description, author_name, invited, work, worked_on, mailbox_hash, network, removal_hash)
  values (provider, (given ->> 'rating')::smallint, given ->> 'title', given ->> 'description', left(draft.name, 120), true, given ->> 'work',
    (given ->> 'worked_on')::date, private.mailbox_hash(draft.email_key), draft.network, sha256(convert_to(token::text, 'UTF8')))
  returning * into made;
  perform notify.address(draft.email, 'review_published', jsonb_build_object('provider_id', provider, 'professional', private.public_name(provider),
    'token', token, 'public', made.is_public));
  return made.id;
end $$;
comment on function private.publish_review(private.drafts) is
  'Writes a confirmed review: one for each mailbox and provider, never of oneself. Its author gets a link that removes it.';

create function public.remove_review(token uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  item public.feedback;
begin
  select * into item from public.feedback f where f.removal_hash = sha256(convert_to(remove_review.token::text, 'UTF8')) for update;
  if item.moderated_at is not null and not item.approved then
    -- What a moderator has hidden stays as an empty row, so that the same words are not published anew.
    update public.feedback f set title = 'Removed by its author', description = null, work = null, author_name = 'Anonymous User',
      removal_hash = null where f.id = item.id;
    update public.feedback f set original_title = null, original_description = null where f.id = item.id;
    delete from public.feedback_revisions r where r.feedback_id = item.id;
  else
    delete from public.feedback f where f.id = item.id;
  end if;
  return item.id is not null;
end $$;
comment on function public.remove_review(uuid) is
  'The author of a review without an account removes it by the mailed link (122 random bits); false for an unknown link. Hidden by a moderator, it is emptied, and its mailbox writes no other.';

-- Asking by email -----------------------------------------------------------------------------------------------------

create table private.review_invitations (
  id uuid primary key default gen_random_uuid(),
  provider_id uuid references public.profiles (id) on delete set null,
  mailbox_hash bytea not null,
  address text,
  invited_at timestamptz not null default now(),
  stopped_at timestamptz
);
comment on table private.review_invitations is
  'Whom providers have asked by email: one mail and at most one reminder a year. Its id is in the mail''s link that stops them.';
comment on column private.review_invitations.address is 'Only until the reminder.';
comment on column private.review_invitations.stopped_at is 'Since when this mailbox wants no such mail, from anybody. Then the row stays, also without its provider.';
create index review_invitations_of_provider on private.review_invitations (provider_id, invited_at);
create index review_invitations_of_mailbox on private.review_invitations (mailbox_hash);
create index review_invitations_to_remind on private.review_invitations (invited_at) where address is not null;

create function private.is_blocked_mailbox(provider uuid, mailbox_hash bytea) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.enquiry_blocks b join public.profiles p on p.id = b.user_id
    where b.blocked_id = provider and private.mailbox_hash(private.mailbox_key(p.email)) = mailbox_hash)
$$;
comment on function private.is_blocked_mailbox(uuid,bytea) is 'Whether the person of this mailbox has blocked the provider.';

create function private.mail_review_invitation(invitation private.review_invitations, link text, reminder boolean) returns void
language sql security definer set search_path = '' as $$
  select notify.address(invitation.address, 'review_invitation', jsonb_build_object('professional', private.public_name(invitation.provider_id),
    'code', link, 'stop', invitation.id, 'reminder', reminder), 'review_invitation:' || invitation.id || ':' || reminder)
$$;

comment on function private.mail_review_invitation(private.review_invitations,text,boolean) is 'Queues the request or its reminder, each once.';

create function public.ask_for_reviews(addresses text[]) returns table (address text, outcome text)
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := (select auth.uid());
  link text;
  mailbox text;
  invitation private.review_invitations;
  left_over integer;
begin
  link := public.my_review_link();
  perform private.refuse_if(not private.is_listed(me), 'PT403', 'Only listed professionals can ask for reviews. Please activate your membership.');
  perform private.refuse_if(coalesce(cardinality(addresses), 0) not between 1 and 20, 'PT400', 'Please enter 1 to 20 email addresses.');
  perform private.enforce_rate_limit('review requests', 50, 86400, 'You have asked very often today. Please try again tomorrow.', false);
  perform pg_advisory_xact_lock(hashtext('review_links'), hashtext(me::text));
  left_over := 20 - (select count(*) from private.review_invitations i where i.provider_id = me and i.invited_at > now() - interval '7 days');
  foreach address in array addresses loop
    address := lower(btrim(left(address, 320)));
    mailbox := private.mailbox_key(address);
    outcome := case
      when not coalesce(private.is_email_address(address), false) then 'invalid'
      when private.is_own_mailbox(me, mailbox) then 'own'
      when exists (select from private.review_invitations i where i.mailbox_hash = private.mailbox_hash(mailbox)
        and (i.stopped_at is not null or i.provider_id = me and i.invited_at > now() - interval '1 year'))
        or private.is_blocked_mailbox(me, private.mailbox_hash(mailbox)) then 'before'
      when left_over <= 0 then 'week'
      else 'asked' end;
    if outcome = 'asked' then
      left_over := left_over - 1;
      insert into private.review_invitations (provider_id, mailbox_hash, address)
      values (me, private.mailbox_hash(mailbox), ask_for_reviews.address) returning * into invitation;
      perform private.mail_review_invitation(invitation, link, false);
    end if;
    return next;
  end loop;
end $$;
comment on function public.ask_for_reviews(text[]) is
  'A listed provider emails the review link to at most 20 addresses a week. Of each: asked, invalid, own, before (asked within a year, or wants no such mail, or has blocked the provider: which is not said), week (the twenty of this week are used up).';

create function public.stop_review_mail(id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update private.review_invitations i set stopped_at = coalesce(i.stopped_at, now()), address = null
  where i.mailbox_hash = (select own.mailbox_hash from private.review_invitations own where own.id = stop_review_mail.id);
  return found;
end $$;
comment on function public.stop_review_mail(uuid) is
  'No more requests for a review to this mailbox, from anybody; by the mail''s link (122 random bits). False for an unknown link.';

create function private.remind_reviewers() returns void
language plpgsql security definer set search_path = '' as $$
declare
  invitation private.review_invitations;
  link text;
begin
  for invitation in
    select * from private.review_invitations i where i.address is not null and i.invited_at < now() - interval '7 days'
    order by i.invited_at limit 200 for update skip locked
  loop
    select l.code into link from public.review_links l where l.provider_id = invitation.provider_id and l.renewed_at is null;
    if link is not null and private.is_listed(invitation.provider_id) and not private.is_blocked_mailbox(invitation.provider_id, invitation.mailbox_hash) and not exists (
        select from public.feedback f where f.provider_id = invitation.provider_id and f.mailbox_hash = invitation.mailbox_hash) then
      perform private.mail_review_invitation(invitation, link, true);
    end if;
    update private.review_invitations i set address = null where i.id = invitation.id;
  end loop;
end $$;
comment on function private.remind_reviewers() is 'Of invite_feedback(): reminds whoever was asked a week ago and has not answered, once, then forgets the address.';

create function public.review_requests(p_provider uuid) returns table (invited integer)
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from private.review_invitations i
  where i.provider_id = p_provider and i.invited_at > now() - interval '1 year' and private.is_listed(p_provider)
$$;
comment on function public.review_requests(uuid) is
  'What a profile says beside the number of reviews that its owner asked for: how many people they asked by email within a year.';
