-- The refusal of a second review of one provider says what to do instead.

create or replace function private.prepare_feedback() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  hire uuid;
  confirmed boolean;
begin
  if auth.uid() is not null then
    new.author_name := coalesce((
      select nullif(btrim(first_name || ' ' || last_name), '') from public.profiles where id = new.user_id), 'Anonymous User');
  end if;
  -- The lock: a confirmation under way is waited for, and a later one finds this feedback.
  select h.id, h.confirmed_at is not null into hire, confirmed from public.hires h
  where h.client_id = new.user_id and h.provider_id = new.provider_id and h.undone_at is null
    and case when new.hire_id is not null then h.id = new.hire_id
      else not exists (select from public.feedback f where f.hire_id = h.id) end
  order by h.hired_at desc limit 1 for share;
  if new.hire_id is not null and hire is null then
    raise exception 'We could not find this hire among yours. Please reload the page.' using errcode = 'PT404';
  end if;
  if hire is null and exists (select from public.feedback f where f.provider_id = new.provider_id and f.user_id = new.user_id) then
    raise exception 'You have already submitted feedback for this provider'
      using errcode = '23505', hint = 'Open their profile to edit your review.';
  end if;
  new.hire_id := hire;
  new.verified := coalesce(confirmed, false);
  new.in_contact := new.user_id is not null and private.have_interacted(new.provider_id, new.user_id);
  new.is_public := new.approved or (new.moderated_at is null
    and (select value = '"at once"' from public.site_settings where key = 'feedback_publication'));
  return new;
end $$;
