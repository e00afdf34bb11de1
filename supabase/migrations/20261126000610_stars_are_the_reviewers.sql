-- A moderator's edit never changes the stars, needs a reason however it is made, and leaves the original readable
-- beside it (decisions 16 and 34).

alter table public.feedback add column original_title text, add column original_description text;
comment on column public.feedback.original_title is 'What the reviewer wrote, where a moderator has edited it; null where nobody has.';
comment on column public.feedback.original_description is 'As original_title.';
grant select (original_title, original_description) on public.feedback to anon, authenticated;

update public.feedback f set original_title = r.title, original_description = r.description
from (select distinct on (feedback_id) feedback_id, title, description
      from public.feedback_revisions order by feedback_id, replaced_at) as r
where r.feedback_id = f.id;

create function private.take_feedback_reason() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(current_setting('moderation.reason', true), '') = '' then
    perform set_config('moderation.reason', coalesce(private.clean_reason(new.edit_reason), ''), true);
  end if;
  return new;
end $$;
comment on function private.take_feedback_reason() is 'Trigger: an update that names edit_reason gives it as the reason of this act. The column itself keeps that of an earlier one.';
create trigger feedback_given_reason before update of edit_reason on public.feedback
  for each row execute function private.take_feedback_reason();

create or replace function private.feedback_moderated() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  edits boolean := (new.title, new.description) is distinct from (old.title, old.description);
  acts boolean := (new.approved, new.moderated_at) is distinct from (old.approved, old.moderated_at);
begin
  if (select auth.uid()) is not null then
    if new.rating <> old.rating then
      raise exception 'The stars are the reviewer''s: nobody else changes them.' using errcode = '42501';
    end if;
    if edits or (acts and not new.approved) then
      perform private.clean_reason(current_setting('moderation.reason', true), true);
    end if;
  end if;
  if acts then
    new.moderated_at := now();
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
comment on function private.feedback_moderated() is 'Trigger: a moderator edits and hides with a reason, and never the stars; un-approving hides, and so does saying that a moderator looked without approving; an edit keeps what stood there before.';

drop function public.admin_edit_feedback(uuid, integer, text, text, text, text);
create function public.admin_edit_feedback(feedback_id uuid, title text, description text, reason text, version text default null, rating integer default null)
returns void language plpgsql security definer set search_path = '' as $$
declare
  why text;
begin
  perform private.require_admin();
  why := private.clean_reason(reason, true);
  perform private.lock_feedback(admin_edit_feedback.feedback_id, version);
  if nullif(btrim(admin_edit_feedback.title), '') is null then
    raise exception 'Title is required' using errcode = 'PT400';
  end if;
  perform set_config('moderation.reason', why, true);
  update public.feedback f set rating = coalesce(admin_edit_feedback.rating, f.rating), title = btrim(admin_edit_feedback.title),
    description = nullif(btrim(admin_edit_feedback.description), ''), edit_reason = why
  where f.id = admin_edit_feedback.feedback_id;
  perform set_config('moderation.reason', '', true);
end $$;
comment on function public.admin_edit_feedback(uuid, text, text, text, text, integer) is
  'Edits what feedback says, with a reason; the original stays readable beside it (decisions 16 and 34), and the author is told. Other stars than the reviewer''s are refused.';
revoke execute on function public.admin_edit_feedback(uuid, text, text, text, text, integer) from public, anon;
grant execute on function public.admin_edit_feedback(uuid, text, text, text, text, integer) to authenticated, service_role;
