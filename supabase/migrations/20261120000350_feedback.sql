-- Feedback and replies. Named before the directory, whose listing counts it.

create table public.site_settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by uuid references public.profiles (id) on delete set null
);
comment on table public.site_settings is 'What admins may set for the whole site.';
insert into public.site_settings (key, value) values ('feedback_publication', '"at once"');
alter table public.site_settings add check (key <> 'feedback_publication' or value in ('"at once"', '"after approval"'));
create index site_settings_of_admin on public.site_settings (updated_by);
create trigger site_settings_touch before update on public.site_settings
  for each row execute function private.touch_updated_at();
alter table public.site_settings enable row level security;
create policy "everybody reads" on public.site_settings for select to anon, authenticated using (true);
create policy "admins change" on public.site_settings for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
revoke all on public.site_settings from anon, authenticated;
grant select (key, value) on public.site_settings to anon, authenticated;
grant update (value) on public.site_settings to authenticated;
grant all on public.site_settings to service_role;

create table public.feedback (
  id uuid primary key default gen_random_uuid(),
  provider_id uuid not null references public.profiles (id) on delete cascade,
  user_id uuid references public.profiles (id) on delete set null,
  rating smallint not null check (rating between 1 and 5),
  title text not null check (btrim(title) <> '' and char_length(title) <= 150),
  description text check (char_length(description) <= 4000),
  author_name text not null default 'Anonymous User',
  approved boolean not null default false,
  moderated_at timestamptz,
  is_public boolean not null default true,
  edited_at timestamptz,
  edit_reason text check (char_length(edit_reason) <= 500),
  created_at timestamptz not null default now(),
  check (user_id <> provider_id),
  unique (provider_id, user_id)
);
comment on table public.feedback is 'One a person and provider. Pending until an admin looked (approved, moderated_at); is_public follows decision 15.';
comment on column public.feedback.is_public is 'Kept by trigger: approved, or not yet looked at while the site publishes at once.';
comment on column public.feedback.edited_at is 'When a moderator changed text or rating; the original is in feedback_revisions.';
create index feedback_of_provider on public.feedback (provider_id, created_at desc, id) where is_public;
create index feedback_all_of_provider on public.feedback (provider_id, created_at desc);
create index feedback_of_user on public.feedback (user_id);
create index feedback_newest on public.feedback (created_at desc, id);
create index feedback_pending on public.feedback (created_at) where not approved;

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
comment on table public.feedback_revisions is 'What feedback said before a moderator edited it, by whom, when and why (decision 16).';
create index feedback_revisions_of_feedback on public.feedback_revisions (feedback_id, replaced_at);
create index feedback_revisions_of_moderator on public.feedback_revisions (replaced_by);
alter table public.feedback_revisions enable row level security;
create policy "admins read" on public.feedback_revisions for select to authenticated using ((select private.is_admin()));
revoke all on public.feedback_revisions from anon, authenticated;
grant select on public.feedback_revisions to authenticated;
grant all on public.feedback_revisions to service_role;

create function private.feedback_arrives() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select auth.uid()) is not null then
    new.author_name := coalesce((
      select nullif(btrim(first_name || ' ' || last_name), '') from public.profiles where id = new.user_id), 'Anonymous User');
  end if;
  new.is_public := new.approved or (new.moderated_at is null
    and (select value = '"at once"' from public.site_settings where key = 'feedback_publication'));
  return new;
end $$;
comment on function private.feedback_arrives() is 'Trigger: the author''s name is the profile''s, whatever the caller wrote.';
create trigger feedback_arrives before insert on public.feedback
  for each row execute function private.feedback_arrives();

create function private.feedback_moderated() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (new.approved, new.moderated_at) is distinct from (old.approved, old.moderated_at) then
    new.moderated_at := now();
  end if;
  new.is_public := new.approved or (new.moderated_at is null and old.is_public);
  if (new.rating, new.title, new.description) is distinct from (old.rating, old.title, old.description) then
    insert into public.feedback_revisions (feedback_id, rating, title, description, reason, replaced_by)
    values (old.id, old.rating, old.title, old.description, new.edit_reason, (select auth.uid()));
    new.edited_at := now();
  end if;
  return new;
end $$;
comment on function private.feedback_moderated() is 'Trigger: un-approving hides, and so does saying that a moderator looked without approving; an edit keeps what stood there before.';
create trigger feedback_moderated before update on public.feedback
  for each row execute function private.feedback_moderated();

alter table public.feedback enable row level security;
create policy "everybody reads what is public" on public.feedback for select to anon, authenticated using (is_public);
create policy "authors and admins read" on public.feedback for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy "confirmed people review providers" on public.feedback for insert to authenticated
  with check (user_id = (select auth.uid()) and provider_id <> (select auth.uid())
    and (select private.can_act()) and private.is_provider(provider_id));
create policy "admins moderate" on public.feedback for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
revoke all on public.feedback from anon, authenticated;
grant select (id, provider_id, user_id, rating, title, description, author_name, approved, moderated_at, is_public, edited_at, created_at)
  on public.feedback to anon, authenticated;
grant insert (provider_id, user_id, rating, title, description, author_name) on public.feedback to authenticated;
grant update (rating, title, description, approved, moderated_at, edit_reason) on public.feedback to authenticated;
grant all on public.feedback to service_role;

create table public.feedback_replies (
  id uuid primary key default gen_random_uuid(),
  feedback_id uuid not null unique references public.feedback (id) on delete cascade,
  provider_id uuid not null references public.profiles (id) on delete cascade,
  reply_text text not null check (btrim(reply_text) <> '' and char_length(reply_text) <= 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.feedback_replies is 'The provider''s one reply to a feedback item, editable.';
create index feedback_replies_of_provider on public.feedback_replies (provider_id);
create trigger feedback_replies_touch before update on public.feedback_replies
  for each row execute function private.touch_updated_at();

alter table public.feedback_replies enable row level security;
create policy "read with the feedback" on public.feedback_replies for select to anon, authenticated
  using (exists (select from public.feedback f where f.id = feedback_id));
create policy "the reviewed provider replies" on public.feedback_replies for insert to authenticated
  with check (provider_id = (select auth.uid()) and (select private.can_act()) and exists (
    select from public.feedback f where f.id = feedback_id and f.provider_id = (select auth.uid())));
create policy "the provider edits the reply" on public.feedback_replies for update to authenticated
  using (provider_id = (select auth.uid()))
  with check (provider_id = (select auth.uid()) and (select private.can_act()));
revoke all on public.feedback_replies from anon, authenticated;
grant select on public.feedback_replies to anon, authenticated;
grant insert (feedback_id, provider_id, reply_text), update (reply_text, updated_at) on public.feedback_replies to authenticated;
grant all on public.feedback_replies to service_role;

create view public.reviews with (security_invoker = true) as
  select id, provider_id, user_id as reviewer_id, coalesce(author_name, 'User') as reviewer_name,
    coalesce(description, title) as message, rating, created_at
  from public.feedback;
comment on view public.reviews is 'The same rows as feedback, in the words of the Reviews tab (decision 17).';
revoke all on public.reviews from anon, authenticated;
grant select on public.reviews to anon, authenticated, service_role;

create function private.feedback_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refresh_listing(coalesce(new.provider_id, old.provider_id));
  return null;
end $$;
comment on function private.feedback_changed() is 'Trigger: the listing shows the average of what is public.';
create trigger feedback_changed after insert or delete on public.feedback
  for each row execute function private.feedback_changed();
-- Not 'update of is_public': that asks what the caller set, and is_public is set by feedback_moderated().
create trigger feedback_rated after update on public.feedback
  for each row when (old.rating <> new.rating or old.is_public <> new.is_public)
  execute function private.feedback_changed();
