-- Feedback in another's name is refused before it could say whom that person hired or reviewed.

create or replace function private.prepare_feedback() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  hire uuid;
  confirmed boolean;
begin
  -- The policy refuses this, and nothing before it may say whom somebody else hired or reviewed.
  if new.user_id <> auth.uid() then
    return new;
  end if;
  if auth.uid() is not null then
    new.author_name := coalesce((
      select nullif(btrim(first_name || ' ' || last_name), '') from public.profiles where id = new.user_id), 'Anonymous User');
  end if;
  if new.hire_id is not null and not exists (select from public.hires h where h.id = new.hire_id
      and h.client_id = new.user_id and h.provider_id = new.provider_id and h.undone_at is null) then
    raise exception 'We could not find this hire among yours. Please reload the page.' using errcode = 'PT404';
  end if;
  -- One review of a person after the other: two at once would both be the first without a confirmed hire.
  perform from public.profiles p where p.id = new.user_id for no key update;
  -- The lock: a confirmation under way is waited for, and a later one finds this feedback.
  select h.id, h.confirmed_at is not null into hire, confirmed from public.hires h
  where h.id in (select r.id from private.reviewable_hires(new.user_id, new.provider_id) r)
    and h.id = coalesce(new.hire_id, h.id)
  order by h.hired_at desc limit 1 for share;
  if hire is null and exists (select from public.feedback f where f.provider_id = new.provider_id and f.user_id = new.user_id) then
    raise exception 'You have already submitted feedback for this provider'
      using errcode = '23505', hint = 'Open their profile to see your review.';
  end if;
  new.hire_id := hire;
  new.verified := coalesce(confirmed, false);
  new.in_contact := new.user_id is not null and private.have_interacted(new.provider_id, new.user_id);
  new.is_public := new.approved or (new.moderated_at is null
    and (select value = '"at once"' from public.site_settings where key = 'feedback_publication'));
  return new;
end $$;
comment on function private.prepare_feedback() is
  'Trigger: whatever the caller sent, the author''s name is the profile''s; feedback is about a hire that may be reviewed, the newest unless the author names one, and is verified if both confirmed it; without one it is the only one of its author; whether it is public follows approval and the setting (P-15, P-45).';
