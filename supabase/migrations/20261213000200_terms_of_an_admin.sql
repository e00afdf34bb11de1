-- Terms that an admin has edited say again what the admin wrote: 20261210000000 changed a sentence in these, too. Nobody else's
-- have a revision. It is no admin's change.
alter table public.site_settings disable trigger user;
update public.site_settings s set value = to_jsonb(replace(value #>> '{}',
  'people who need a service (seekers) and people who offer one (providers)',
  'people who need a service (Solutionz Seekers) and people who offer one (Solutionz Providers)'))
  where key = 'legal_terms' and exists (select from public.site_setting_revisions r where r.key = s.key);
alter table public.site_settings enable trigger user;
