-- Feedback: what people say of providers, what providers answer, and how both are moderated.

-- Giving feedback -----------------------------------------------------------------------------------------------------

create table public.feedback (
  id uuid primary key default gen_random_uuid(),
  provider_id uuid not null references public.profiles (id) on delete cascade,
  user_id uuid references public.profiles (id) on delete set null,
  rating smallint not null check (rating between 1 and 5),
  title text not null check (title ~ '\S' and char_length(title) <= 150),
  description text check (char_length(description) <= 4000),
  author_name text not null default 'Anonymous User',
  approved boolean not null default false,
  moderated_at timestamptz,
  is_public boolean not null default true,
  edited_at timestamptz,
  edit_reason text check (char_length(edit_reason) <= 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  verified boolean not null default false,
  original_title text,
  original_description text,
  hire_id uuid unique,
  in_contact boolean not null default false,
  pictures text[] not null default '{}' check (cardinality(pictures) <= 5),
  in_portfolio boolean not null default false,
  superseded boolean not null default false,
  invited boolean not null default false,
  work text check (char_length(work) <= 150),
  worked_on date,
  mailbox_hash bytea,
  network text,
  removal_hash bytea unique,
  search_words text collate "C" not null generated always as (' ' || private.fold(title || ' ' || author_name)) stored,
  check (user_id <> provider_id),
  check (not invited or not verified)
);
comment on table public.feedback is
  'One for each hire, and without a hire one a person and provider (P-45). Pending until an admin looked (approved, moderated_at); is_public follows P-15.';
comment on column public.feedback.is_public is
  'Set by trigger: approved, or not moderated yet while the site publishes at once.';
comment on column public.feedback.edited_at is
  'When a moderator changed the text (P-34); the original is in feedback_revisions.';
comment on column public.feedback.updated_at is 'Set by trigger: when a moderator last acted; not granted.';
comment on column public.feedback.verified is
  'Set by trigger: the author hired the provider through the site, by an accepted quote or as both confirmed, and the hire was not undone (public.hires).';
comment on column public.feedback.hire_id is 'The hire that it is about; null where there was none.';
comment on column public.feedback.in_contact is
  'Whether the author and the provider were in contact through the site (private.have_interacted), before or since.';
comment on column public.feedback.original_title is
  'What the reviewer wrote, where a moderator has edited it; null where nobody has.';
comment on column public.feedback.original_description is 'As original_title.';
comment on column public.feedback.superseded is
  'Set by trigger: the author has written newer public feedback about the same provider, and only the newest counts in averages. Stored, because it outlives the author''s account.';
comment on column public.feedback.invited is
  'Its author has no account: the provider asked for it, and the work was not arranged here. They say what the work was, and in which month.';
comment on column public.feedback.mailbox_hash is 'Of the author''s address, by private.mailbox_hash(), only to be compared, also when the account is gone; never granted.';
comment on column public.feedback.network is 'A hash of the network that it came from, for 90 days; never granted.';
comment on column public.feedback.removal_hash is 'Of the token in the mail by which its author removes it; never granted.';
create unique index feedback_of_mailbox on public.feedback (provider_id, mailbox_hash, hire_id) nulls not distinct where mailbox_hash is not null;
create index feedback_by_network on public.feedback (created_at) where network is not null;
create index feedback_of_provider on public.feedback (provider_id, created_at desc, id) where is_public;
create index feedback_all_of_provider on public.feedback (provider_id, created_at desc);
comment on column public.feedback.pictures is 'Addresses of files that the author uploaded, of the work.';
comment on column public.feedback.in_portfolio is
  'Whether the author lets the provider''s portfolio show the pictures too; they may take it back (set_feedback_pictures).';
create index feedback_in_portfolio on public.feedback (provider_id, created_at desc) where is_public and in_portfolio;
create index feedback_of_user on public.feedback (user_id, provider_id);
comment on column public.feedback.search_words is
  'What admins find it by, beside the names of the provider (profiles.search_words); never granted.';
create index feedback_newest on public.feedback (created_at desc, id) include (approved);
create index feedback_not_approved on public.feedback (created_at desc, id) include (moderated_at) where not approved;
create index feedback_search on public.feedback using gin (search_words extensions.gin_trgm_ops);
create index feedback_of_provider_by_rating on public.feedback (provider_id, rating, created_at desc, id) where is_public;
grant select (id, provider_id, user_id, rating, title, description, author_name, approved, moderated_at, is_public,
  edited_at, created_at, verified, original_title, original_description, in_contact, pictures,
  in_portfolio, superseded, invited, work, worked_on) on public.feedback to anon, authenticated;
grant insert (provider_id, user_id, rating, title, description, author_name, hire_id, pictures, in_portfolio) on
  public.feedback to authenticated;
grant update (rating, title, description, approved, moderated_at, edit_reason) on public.feedback to authenticated;
create policy "everyone reads public feedback" on public.feedback for select to anon, authenticated using (is_public);
create policy "authors and admins read" on public.feedback for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "confirmed users review providers" on public.feedback for insert to authenticated
  with check (user_id = (select auth.uid()) and provider_id <> (select auth.uid())
    and (select private.require_active_account()) and private.is_provider(provider_id));
create policy "admins moderate" on public.feedback for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

create function private.order_feedback() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('order_feedback'));
  return null;
end $$;
comment on function private.order_feedback() is
  'Trigger: what can change which feedback of an author counts takes turns before it locks rows, since it then writes to others of the same author.';

create trigger order_feedback before update of approved, moderated_at, is_public or delete on public.feedback
  for each statement execute function private.order_feedback();

create function private.has_reviewed(item public.feedback) returns boolean
language sql stable security definer set search_path = '' as $$
  -- Two questions, each of which an index answers.
  select exists (select from public.feedback f where f.provider_id = item.provider_id and f.user_id = item.user_id)
    or exists (select from public.feedback f where f.provider_id = item.provider_id and f.mailbox_hash = item.mailbox_hash)
$$;
comment on function private.has_reviewed(public.feedback) is 'Whether its author, by account or by mailbox, has reviewed the provider before.';

create function private.prepare_feedback() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  author text;
  mailbox text;
  hired boolean;
  reviewed boolean;
  at_once boolean;
  problem text;
  hire uuid;
  confirmed boolean;
begin
  -- The policy refuses this, and nothing before it may say whom somebody else hired or reviewed.
  if new.user_id <> me then
    return new;
  end if;
  mailbox := (select private.mailbox_key(p.email) from public.profiles p where p.id = new.user_id);
  perform private.refuse_if(new.provider_id <> new.user_id and private.is_own_mailbox(new.provider_id, mailbox),
    'PT403', 'You cannot review yourself. Please leave that to your customers.');
  new.mailbox_hash := coalesce(private.mailbox_hash(mailbox), new.mailbox_hash);
  -- Before any row is locked, as private.order_feedback() does.
  if private.has_reviewed(new) then
    perform pg_advisory_xact_lock(hashtext('order_feedback'));
  end if;
  -- One review of a provider, and by a person, after the other: two at once would both be the first.
  perform from public.profiles p where p.id in (new.provider_id, new.user_id) order by p.id for no key update;
  author := (select nullif(btrim(p.first_name || ' ' || p.last_name), '') from public.profiles p where p.id = new.user_id);
  if me is not null then
    new.author_name := coalesce(author, 'Anonymous User');
    if new.pictures <> '{}' then
      problem := private.picture_problem(new.pictures, '{}', 'pictures', me || '/');
      if problem is not null then
        raise exception '%', problem using errcode = 'PT400';
      end if;
    end if;
  end if;
  select exists (select from public.hires h where h.client_id = new.user_id and h.provider_id = new.provider_id),
    private.has_reviewed(new),
    (select s.value = '"at once"' from public.site_settings s where s.key = 'feedback_publication')
  into hired, reviewed, at_once;
  if new.hire_id is not null and not exists (select from public.hires h where h.id = new.hire_id
      and h.client_id = new.user_id and h.provider_id = new.provider_id and h.undone_at is null) then
    raise exception 'We could not find this hire among yours. Please reload the page.' using errcode = 'PT404';
  end if;
  if exists (select from public.hires h where h.id = new.hire_id and h.reviewable_at > now()) then
    raise exception 'Feedback about this work opens the day after it starts, or when you have both said that it is done. Please come back then.'
      using errcode = 'PT409';
  end if;
  if hired then
    -- The lock: a confirmation under way is waited for, and a later one finds this feedback.
    select h.id, h.confirmed_at is not null into hire, confirmed from public.hires h
    where h.id in (select r.id from private.reviewable_hires(new.user_id, new.provider_id) r)
      and h.id = coalesce(new.hire_id, h.id)
    order by h.done_at is null, h.hired_at desc limit 1 for share;
  end if;
  if hire is null and reviewed then
    raise exception 'You have already submitted feedback for this provider'
      using errcode = '23505', hint = 'Open their profile to see your review.';
  end if;
  new.hire_id := hire;
  new.verified := coalesce(confirmed, false);
  new.in_contact := new.user_id is not null and private.have_interacted(new.provider_id, new.user_id);
  -- Ten a day by the provider's link, the others wait for a moderator.
  at_once := at_once and not (new.invited and (select count(*) >= 10 from public.feedback f
    where f.provider_id = new.provider_id and f.invited and f.created_at > now() - interval '1 day'));
  new.is_public := new.approved or (new.moderated_at is null and at_once);
  return new;
end $$;
comment on function private.prepare_feedback() is
  'Trigger: whatever the caller sent, the author''s name is the profile''s; feedback is about a hire that may be reviewed, unless the author names one the newest whose work is done, else the newest, and is verified if both confirmed it; without one it is the only one of its author; it shows only pictures that its author uploaded; whether it is public follows approval and the setting (P-15, P-45).';

create trigger prepare_feedback before insert on public.feedback
  for each row execute function private.prepare_feedback();

create function private.count_feedback() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  provider constant uuid := coalesce(new.provider_id, old.provider_id);
  author constant uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  mailbox constant bytea := case when tg_op = 'DELETE' then old.mailbox_hash else new.mailbox_hash end;
begin
  if tg_op <> 'UPDATE' or (old.rating, old.is_public, old.superseded) is distinct from (new.rating, new.is_public, new.superseded) then
    -- Only the average changes, not the words. The lock makes two reviews at once take turns.
    perform from public.profiles where id = provider for no key update;
    update search.listings set (rating_average, rating_count) = (select r.average, r.count from search.rating_of(provider) as r)
    where provider_id = provider;
  end if;
  -- Without a hire it is the only one of its author, whether by account or by mailbox.
  if tg_op = 'DELETE' or tg_op = 'INSERT' and new.hire_id is not null or tg_op = 'UPDATE' and old.is_public <> new.is_public then
    update public.feedback f set superseded = not f.superseded
    where f.provider_id = provider and (f.user_id = author or f.mailbox_hash = mailbox) and f.superseded <> exists (
      select from public.feedback newer where newer.provider_id = f.provider_id and (newer.user_id = f.user_id or newer.mailbox_hash = f.mailbox_hash)
        and newer.is_public and (newer.created_at, newer.id) > (f.created_at, f.id));
  end if;
  return null;
end $$;
comment on function private.count_feedback() is
  'Trigger: the listing has the average of what is public; of one author''s public feedback about one provider only the newest counts (P-45), after private.order_feedback().';

-- Without a condition, which each statement would prepare anew. Nor 'update of is_public': that asks what the caller set, and
-- is_public is set by private.check_feedback_moderation().
create trigger count_feedback after insert or update or delete on public.feedback
  for each row execute function private.count_feedback();

create function private.check_feedback_moderation() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  edits boolean := (new.title, new.description) is distinct from (old.title, old.description);
  acts boolean := (new.approved, new.moderated_at) is distinct from (old.approved, old.moderated_at);
begin
  if (select auth.uid()) is not null then
    perform private.refuse_if(new.rating <> old.rating,
      '42501', 'Only the reviewer can change the stars. Please leave them as they are.');
    if edits or (acts and not new.approved) then
      perform private.clean_reason(current_setting('moderation.reason', true), true);
    end if;
  end if;
  if acts then
    new.moderated_at := now();
  end if;
  if acts or edits then
    new.updated_at := clock_timestamp();
  end if;
  new.is_public := new.approved or (new.moderated_at is null and old.is_public);
  if edits or new.rating <> old.rating then
    insert into public.feedback_revisions (feedback_id, rating, title, description, reason, replaced_by)
    values (old.id, old.rating, old.title, old.description, new.edit_reason, (select auth.uid()));
    new.edited_at := now();
  end if;
  if edits and old.original_title is null then
    new.original_title := old.title;
    new.original_description := old.description;
  end if;
  return new;
end $$;
comment on function private.check_feedback_moderation() is
  'Trigger: a moderator edits and hides with a reason, and never changes the stars; moderated feedback that is not approved is hidden; an edit saves the earlier text.';

create trigger check_feedback_moderation before update on public.feedback
  for each row execute function private.check_feedback_moderation();

create function public.set_feedback_pictures(feedback_id uuid, pictures text[], in_portfolio boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  item public.feedback;
begin
  perform private.require_active_account();
  select * into item from public.feedback f
  where f.id = set_feedback_pictures.feedback_id and f.user_id = (select auth.uid()) for update;
  perform private.refuse_if(item.id is null, 'PT404', 'We could not find this feedback among yours. Please reload the page.');
  perform private.refuse_if(set_feedback_pictures.pictures is null or set_feedback_pictures.in_portfolio is null
    or not set_feedback_pictures.pictures <@ item.pictures
    or private.picture_problem(set_feedback_pictures.pictures, item.pictures, 'pictures', item.user_id || '/') is not null,
    'PT400', 'You can only remove pictures from feedback. Please reload the page.');
  update public.feedback f set pictures = set_feedback_pictures.pictures, in_portfolio = set_feedback_pictures.in_portfolio
  where f.id = item.id;
end $$;
comment on function public.set_feedback_pictures(uuid,text[],boolean) is
  'The author removes pictures of their feedback, gives the consent for the portfolio or takes it back. None is added, because readers and moderators have seen it.';

create function notify.feedback_received() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- What the owner of the database loads (imports, the sample) needs no notice.
  if new.is_public and old.is_public is not true and (new.invited or new.user_id is not null and auth.uid() is not null) then
    perform notify.account(new.provider_id, 'feedback_received',
      jsonb_build_object('provider_id', new.provider_id, 'author', new.author_name, 'rating', new.rating, 'title', new.title),
      'feedback_received:' || new.id);
  end if;
  return null;
end $$;
comment on function notify.feedback_received() is 'Trigger: emails the provider once, when the feedback becomes public.';

create trigger notify_feedback_received after insert or update on public.feedback
  for each row execute function notify.feedback_received();

create function private.record_feedback_moderation() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  hashes constant text[] := '{mailbox_hash,network,removal_hash}';
  why text;
  facts jsonb;
begin
  if not private.is_admin() then
    return null;
  end if;
  -- The column keeps the reason of the last edit; a later act must not be recorded with it.
  why := coalesce(nullif(current_setting('moderation.reason', true), ''),
    case when new.edit_reason is distinct from old.edit_reason then new.edit_reason end);
  perform audit.record('update', 'feedback', new.id::text, to_jsonb(old) - hashes, to_jsonb(new) - hashes, why);
  select jsonb_build_object('title', old.title, 'reason', why, 'provider_id', p.id,
      'provider', coalesce(nullif(btrim(p.business_name), ''), nullif(btrim(p.first_name || ' ' || p.last_name), '')))
    into facts from public.profiles p where p.id = new.provider_id;
  if (new.title, new.description) is distinct from (old.title, old.description) then
    perform notify.admin_action(new.user_id, 'feedback_edited', facts || jsonb_build_object(
      'new_title', new.title, 'description', new.description));
  end if;
  if old.is_public and not new.is_public then
    perform notify.admin_action(new.user_id, 'feedback_hidden', facts);
  elsif new.is_public and not old.is_public then
    perform notify.admin_action(new.user_id, 'feedback_shown', facts);
  end if;
  return null;
end $$;
comment on function private.record_feedback_moderation() is
  'Trigger: records a moderator''s change in the audit log, and emails the author the change and the reason.';

create trigger record_feedback_moderation after update on public.feedback
  for each row when (old.superseded = new.superseded) execute function private.record_feedback_moderation();

create function private.accept_feedback_edit_reason() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(current_setting('moderation.reason', true), '') = '' then
    perform set_config('moderation.reason', coalesce(private.clean_reason(new.edit_reason), ''), true);
  end if;
  return new;
end $$;
comment on function private.accept_feedback_edit_reason() is
  'Trigger: an update that sets edit_reason gives the reason of this change. The column still has the reason of the last edit.';

create trigger accept_feedback_edit_reason before update of edit_reason on public.feedback
  for each row execute function private.accept_feedback_edit_reason();

-- Public feedback -----------------------------------------------------------------------------------------------------

create view public.reviews with (security_invoker = true) as
  select id, provider_id, user_id as reviewer_id, coalesce(author_name, 'User') as reviewer_name,
    coalesce(description, title) as message, rating, created_at, edited_at
  from public.feedback;
comment on view public.reviews is 'The same rows as feedback, in the words of the Reviews tab (P-17).';
grant select on public.reviews to anon, authenticated;

create function public.feedback_summary(
  p_provider uuid
) returns table (rating smallint, total integer, verified integer, invited integer)
language sql stable set search_path = '' as $$
  select f.rating, count(*)::integer, (count(*) filter (where f.verified))::integer, (count(*) filter (where f.invited))::integer
  from public.feedback f where f.provider_id = p_provider and f.is_public and not f.superseded
  group by f.rating order by f.rating desc
$$;
comment on function public.feedback_summary(uuid) is
  'How many ratings of each number of stars count for a provider (the newest public one of each author), and how many of those are verified, and how many were asked for by the provider.';

-- Replies -------------------------------------------------------------------------------------------------------------

create table public.feedback_replies (
  id uuid primary key default gen_random_uuid(),
  feedback_id uuid not null unique references public.feedback (id) on delete cascade,
  provider_id uuid not null references public.profiles (id) on delete cascade,
  reply_text text not null check (reply_text ~ '\S' and char_length(reply_text) <= 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.feedback_replies is
  'The provider''s one reply to a feedback item, editable.';
create index feedback_replies_of_provider on public.feedback_replies (provider_id);
grant select on public.feedback_replies to anon, authenticated;
grant insert (feedback_id, provider_id, reply_text) on public.feedback_replies to authenticated;
grant update (reply_text, updated_at) on public.feedback_replies to authenticated;
create policy "readable with the feedback" on public.feedback_replies for select to anon, authenticated
  using (exists (select from public.feedback f where f.id = feedback_id));
create policy "the reviewed provider replies" on public.feedback_replies for insert to authenticated
  with check (provider_id = (select auth.uid()) and (select private.require_active_account()) and exists (
    select from public.feedback f where f.id = feedback_id and f.provider_id = (select auth.uid())));
create policy "the provider edits the reply" on public.feedback_replies for update to authenticated
  using (provider_id = (select auth.uid()))
  with check (provider_id = (select auth.uid()) and (select private.require_active_account()));

create function notify.reply_received() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  item public.feedback;
  provider text;
begin
  select * into item from public.feedback where id = new.feedback_id;
  select coalesce(nullif(btrim(business_name), ''), btrim(first_name || ' ' || last_name)) into provider
    from public.profiles where id = new.provider_id;
  if item.user_id is not null and item.is_public and (select auth.uid()) is not null then
    perform notify.from_person(new.provider_id, item.user_id, 'feedback_reply',
      jsonb_build_object('provider_id', new.provider_id, 'provider', provider, 'title', item.title),
      'feedback_reply:' || new.id);
  end if;
  return null;
end $$;
comment on function notify.reply_received() is
  'Trigger: emails the author once about the provider''s reply, unless they blocked the provider.';

create trigger notify_reply_received after insert on public.feedback_replies
  for each row execute function notify.reply_received();

-- Moderation ----------------------------------------------------------------------------------------------------------

create table public.feedback_revisions (
  id uuid primary key default gen_random_uuid(),
  feedback_id uuid not null references public.feedback (id) on delete cascade,
  rating smallint not null,
  title text not null,
  description text,
  reason text,
  replaced_by uuid references public.profiles (id) on delete set null,
  replaced_at timestamptz not null default now()
);
comment on table public.feedback_revisions is
  'The text of feedback before each moderator''s edit, with who, when and why (P-16).';
create index feedback_revisions_of_feedback on public.feedback_revisions (feedback_id, replaced_at);
create index feedback_revisions_of_moderator on public.feedback_revisions (replaced_by);
grant select on public.feedback_revisions to authenticated;
create policy "admins read" on public.feedback_revisions for select to authenticated using ((select private.is_admin()));

create function private.lock_feedback(target uuid, seen timestamptz) returns public.feedback
language plpgsql security definer set search_path = '' as $$
declare
  found public.feedback;
begin
  perform pg_advisory_xact_lock(hashtext('order_feedback'));
  select * into found from public.feedback where id = target for update;
  perform private.refuse_if(found.id is null, 'PT404', 'This feedback no longer exists. Please reload the page.');
  perform private.refuse_if_stale('feedback', found.updated_at, seen);
  return found;
end $$;
comment on function private.lock_feedback(uuid,timestamptz) is
  'Holds feedback for a moderator''s act; refuses where another has acted since it was seen.';

create function private.set_feedback_approval(target uuid, approve boolean, seen timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  item public.feedback := private.lock_feedback(target, seen);
begin
  if item.moderated_at is not null and item.approved = approve then
    return false;
  end if;
  update public.feedback set approved = approve, moderated_at = clock_timestamp() where id = target;
  return true;
end $$;
comment on function private.set_feedback_approval(uuid,boolean,timestamptz) is
  'Approves or hides one item. False if nothing changed.';

create function public.admin_moderate_feedback(
  items jsonb, approve boolean, reason text default null
) returns table (feedback_id uuid, outcome text, message text)
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.admin_reason(reason, not coalesce(approve, true));
  item record;
begin
  perform private.refuse_if(approve is null, 'PT400', 'Please choose whether to approve or hide the feedback.');
  perform private.refuse_if(jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) not between 1 and 100,
    'PT400', 'Please choose between 1 and 100 items.');
  perform set_config('moderation.reason', coalesce(why, ''), true);
  for item in select distinct on (i.id) i.id, i.seen from jsonb_to_recordset(items) as i (id uuid, seen timestamptz)
    where i.id is not null order by i.id
  loop
    feedback_id := item.id;
    message := null;
    begin
      outcome := case when private.set_feedback_approval(item.id, approve, item.seen) then 'done' else 'unchanged' end;
    exception when sqlstate 'PT404' or sqlstate 'PT409' then
      outcome := 'refused';
      message := sqlerrm;
    end;
    return next;
  end loop;
  perform set_config('moderation.reason', '', true);
end $$;
comment on function public.admin_moderate_feedback(jsonb,boolean,text) is
  'Approves or hides up to 100 items, [{id, seen}], in one transaction with one reason (hiding needs one), and returns the outcome of each: done, unchanged or refused with a message.';

create function public.admin_delete_feedback(feedback_id uuid, reason text, seen timestamptz default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.admin_reason(reason, true);
  before public.feedback;
begin
  before := private.lock_feedback(admin_delete_feedback.feedback_id, seen);
  delete from public.feedback f where f.id = before.id;
  perform audit.record('delete feedback', 'feedback', before.id::text,
    to_jsonb(before) - '{mailbox_hash,network,removal_hash}'::text[], null, why);
  perform notify.admin_action(before.user_id, 'feedback_removed', (
    select jsonb_build_object('title', before.title, 'reason', why,
      'provider', coalesce(nullif(btrim(p.business_name), ''), nullif(btrim(p.first_name || ' ' || p.last_name), '')))
    from public.profiles p where p.id = before.provider_id));
end $$;
comment on function public.admin_delete_feedback(uuid,text,timestamptz) is
  'Deletes feedback with a reason, which is emailed to its author; the audit log has the text (P-16).';

create function public.admin_hide_feedback_picture(
  feedback_id uuid, picture text, reason text, seen timestamptz default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.admin_reason(reason, true);
  item public.feedback;
begin
  item := private.lock_feedback(admin_hide_feedback_picture.feedback_id, seen);
  perform private.refuse_if(not coalesce(picture = any (item.pictures), false),
    'PT404', 'This picture is no longer on the feedback. Please reload the page.');
  perform private.hide_picture(item.user_id, picture, why);
  perform notify.admin_action(item.user_id, 'feedback_picture_hidden', jsonb_build_object('title', item.title,
    'provider_id', item.provider_id, 'reason', why));
end $$;
comment on function public.admin_hide_feedback_picture(uuid,text,text,timestamptz) is
  'Takes a picture off all feedback and jobs of its author for good, and emails them the reason. The caller then deletes the file; otherwise tidy-portfolio does.';

create function public.admin_feedback(
  state text default null, search text default null, page_size integer default 20, page_offset integer default 0
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant bigint := 1000;
  pattern constant text := private.search_pattern(search);
  -- Whoever has waited longest comes first among what is pending, however many stars were given; else the newest.
  ordering constant text := ' order by ' || case when admin_feedback.state = 'pending' then 'f.created_at, f.id desc' else 'f.created_at desc, f.id' end;
  kept constant text := case admin_feedback.state when 'approved' then ' and f.approved'
    when 'pending' then ' and not f.approved and f.moderated_at is null'
    when 'hidden' then ' and not f.approved and f.moderated_at is not null' else '' end;
  counts jsonb;
  total bigint;
  named uuid[];
  page uuid[];
begin
  perform private.require_admin();
  perform private.refuse_if(admin_feedback.state not in ('approved', 'pending', 'hidden'),
    '22023', 'Please choose a state: approved, pending or hidden.');
  select jsonb_build_object('all', every, 'approved', every - pending - hidden, 'pending', pending, 'hidden', hidden) into counts
  from (select count(*) as every from public.feedback) as whole, (
    select count(*) filter (where f.moderated_at is null) as pending, count(*) filter (where f.moderated_at is not null) as hidden
    from public.feedback f where not f.approved) as others;
  if pattern is not null then
    named := array(select p.id from public.profiles p where p.search_words like pattern and p.account_type = 'provider');
  end if;
  execute 'with found as ' || case when pattern is null
      then 'not materialized (select f.id, f.created_at from public.feedback f where true' || kept || ')'
      -- Of signs alone the index knows nothing: it would give every row.
      else 'materialized (select f.id, f.created_at from public.feedback f where (f.search_words'
        || case when pattern ~ '[[:alnum:]]' then '' else ' || ''''' end || ' like $1 or f.provider_id = any ($5))' || kept || ordering || ' limit $2)' end
    || ' select (select count(*) from found where $1 is not null), array(select f.id from found f' || ordering || ' limit $3 offset $4)'
    into total, page
    using pattern, most + 1, least(greatest(page_size, 1), 100), least(greatest(page_offset, 0), 10000000), named;
  return jsonb_build_object('total', case when pattern is null then counts -> coalesce(admin_feedback.state, 'all') else to_jsonb(least(total, most)) end,
    'more', pattern is not null and total > most, 'counts', counts, 'items', (
      select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'rating', f.rating, 'title', f.title, 'description', f.description,
         'author_name', f.author_name, 'has_author', f.user_id is not null,
         'state', case when f.approved then 'approved' when f.moderated_at is null then 'pending' else 'hidden' end, 'edited_at', f.edited_at, 'created_at', f.created_at,
         'verified', f.verified, 'in_contact', f.in_contact, 'invited', f.invited, 'work', f.work, 'pictures', f.pictures,
         'same_network', (select count(*) from public.feedback o where o.provider_id = f.provider_id and o.network = f.network and o.id <> f.id),
         'own_network', f.network is not null and exists (select from auth.sessions s where s.user_id = f.provider_id
           and private.hash_network(host(s.ip)) = f.network), 'provider_id', f.provider_id, 'updated_at', f.updated_at,
         'provider', coalesce(nullif(btrim(p.business_name), ''), nullif(btrim(p.first_name || ' ' || p.last_name), ''), 'Unknown'),
         'original', (select jsonb_build_object('rating', r.rating, 'title', r.title, 'description', r.description,
             'reason', r.reason, 'replaced_at', r.replaced_at, 'replaced_by', (select nullif(btrim(a.first_name || ' ' || a.last_name), '')
               from public.profiles a where a.id = r.replaced_by))
           from public.feedback_revisions r where r.feedback_id = f.id order by r.replaced_at limit 1)) order by listed.place), '[]')
      from unnest(page) with ordinality as listed (id, place)
      join public.feedback f on f.id = listed.id join public.profiles p on p.id = f.provider_id));
end $$;
comment on function public.admin_feedback(text,text,integer,integer) is
  'For /admin/feedback: {total, more, counts by state, items}; pending oldest first, the others newest first; an edited item with its original. A search, also by the provider''s names and address, is counted up to 1,000.';

create function public.admin_edit_feedback(
  feedback_id uuid, title text, description text, reason text, seen timestamptz default null, rating integer default
  null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  why constant text := private.admin_reason(reason, true);
begin
  perform private.lock_feedback(admin_edit_feedback.feedback_id, seen);
  perform private.refuse_if(coalesce(private.visible_text(admin_edit_feedback.title), '') = '',
    'PT400', 'Title is required', 'Please enter a title.');
  perform set_config('moderation.reason', why, true);
  update public.feedback f set rating = coalesce(admin_edit_feedback.rating, f.rating), title = btrim(admin_edit_feedback.title),
    description = nullif(btrim(admin_edit_feedback.description), ''), edit_reason = why
  where f.id = admin_edit_feedback.feedback_id;
  perform set_config('moderation.reason', '', true);
end $$;
comment on function public.admin_edit_feedback(uuid,text,text,text,timestamptz,integer) is
  'Edits what feedback says, with a reason; the original stays readable beside it (P-16, P-34), and the author gets an email. Other stars than the reviewer''s are refused.';

-- Contact -------------------------------------------------------------------------------------------------------------

create function private.have_interacted(p_provider uuid, p_person uuid) returns boolean
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  -- Planned once: by its costs PostgreSQL would plan it anew for each pair, which takes longer than the answer.
  return exists (
    select from public.job_contact_reveals r join public.jobs j on j.id = r.job_id
    where r.provider_id = p_provider and j.user_id = p_person)
  or exists (
    select from public.enquiries e
    where e.provider_id = p_provider and e.sender_id = p_person
      and exists (select from public.enquiry_messages m where m.enquiry_id = e.id and m.author_id = p_provider)
      and exists (select from public.enquiry_messages m where m.enquiry_id = e.id and m.author_id = p_person));
end $$;
comment on function private.have_interacted(uuid,uuid) is
  'Whether the marketplace brought the two together: the provider revealed the contact of one of the person''s jobs, or both wrote in an enquiry that the person began.';
