-- Bookmarks: saved providers (anybody signed in) and saved jobs (providers only).

create table public.saved_providers (
  user_id uuid not null references public.profiles (id) on delete cascade,
  provider_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, provider_id),
  check (user_id <> provider_id)
);
comment on table public.saved_providers is 'Who saved which provider; seen by its owner only.';
create index saved_providers_of_provider on public.saved_providers (provider_id);
alter table public.saved_providers enable row level security;
create policy "owners read" on public.saved_providers for select to authenticated using (user_id = (select auth.uid()));
create policy "owners save" on public.saved_providers for insert to authenticated
  with check (user_id = (select auth.uid()) and private.is_provider(provider_id));
create policy "owners unsave" on public.saved_providers for delete to authenticated using (user_id = (select auth.uid()));
revoke all on public.saved_providers from anon, authenticated;
grant select, insert (user_id, provider_id), delete on public.saved_providers to authenticated;
grant all on public.saved_providers to service_role;

create table public.saved_jobs (
  provider_id uuid not null references public.profiles (id) on delete cascade,
  job_id uuid not null references public.jobs (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (provider_id, job_id)
);
comment on table public.saved_jobs is 'Which provider saved which job; seen by its owner only.';
create index saved_jobs_of_job on public.saved_jobs (job_id);
alter table public.saved_jobs enable row level security;
create policy "owners read" on public.saved_jobs for select to authenticated using (provider_id = (select auth.uid()));
create policy "providers save" on public.saved_jobs for insert to authenticated
  with check (provider_id = (select auth.uid()) and (select private.has_type('provider'))
    and exists (select from public.jobs j where j.id = job_id));
create policy "owners unsave" on public.saved_jobs for delete to authenticated using (provider_id = (select auth.uid()));
revoke all on public.saved_jobs from anon, authenticated;
grant select, insert (provider_id, job_id), delete on public.saved_jobs to authenticated;
grant all on public.saved_jobs to service_role;
