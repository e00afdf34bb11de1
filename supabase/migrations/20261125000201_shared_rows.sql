-- What every visitor's pages read is the same for all of them, and its comment says so in HTTP's words: whoever keeps
-- answers for everybody (the backend, backend/rest/kept) may give one made of these alone again for a minute, until
-- something that they rest on changes. By time alone only the end of a membership changes them: it may show a minute late.

do $$
declare
  relation text;
begin
  foreach relation in array array['public_providers', 'feedback', 'feedback_replies', 'categories', 'site_settings'] loop
    execute format('comment on %s public.%I is %L',
      case relation when 'public_providers' then 'view' else 'table' end, relation,
      obj_description(format('public.%I', relation)::regclass, 'pg_class')
        || e'\nCache-Control: public, s-maxage=60');
    continue when relation = 'public_providers';
    execute format('create trigger forget_answers after insert or update or delete or truncate on public.%I
      for each statement execute function private.forget_answers()', relation);
  end loop;
end $$;

-- The view's rows are listings, which tell already, with these of the profile.
create trigger forget_answers after update on public.profiles for each row
  when (new.account_type = 'provider'
    and (old.first_name, old.last_name, old.categories, old.skills, old.work_samples, old.social_links)
      is distinct from (new.first_name, new.last_name, new.categories, new.skills, new.work_samples, new.social_links))
  execute function private.forget_answers();
