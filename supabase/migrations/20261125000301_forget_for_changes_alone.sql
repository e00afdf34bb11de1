-- A statement that changes no row told everybody to forget what they keep, so any account could keep all kept answers
-- away from everybody by statements about nothing. Only what changes a row tells, and of profiles only a listed one's.

do $$
declare
  relation text;
begin
  foreach relation in array array['feedback', 'feedback_replies', 'categories', 'site_settings', 'search_synonyms'] loop
    execute format('drop trigger forget_answers on public.%I', relation);
    execute format('create trigger forget_answers after insert or delete on public.%I
      for each row execute function private.forget_answers()', relation);
    execute format('create trigger forget_answers_changed after update on public.%I
      for each row when (old.* is distinct from new.*) execute function private.forget_answers()', relation);
    execute format('create trigger forget_answers_emptied after truncate on public.%I
      for each statement execute function private.forget_answers()', relation);
  end loop;
end $$;

create function private.forget_answers_of_listed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A listing that comes or goes with the same change tells by itself.
  if exists (select from private.listings where provider_id = new.id) then
    perform pg_notify('pgrst', 'forget answers');
  end if;
  return null;
end $$;
comment on function private.forget_answers_of_listed() is 'Trigger on profiles: tells whoever keeps shared answers that a listed provider''s profile has changed.';

drop trigger forget_answers on public.profiles;
create trigger forget_answers after update on public.profiles for each row
  when (new.account_type = 'provider'
    and (old.first_name, old.last_name, old.categories, old.skills, old.work_samples, old.social_links)
      is distinct from (new.first_name, new.last_name, new.categories, new.skills, new.work_samples, new.social_links))
  execute function private.forget_answers_of_listed();
