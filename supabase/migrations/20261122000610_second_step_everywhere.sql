-- A session that was ended, or that has not passed its owner's second step, changes nothing, neither files that the
-- public sees nor what somebody is told by mail; and it reads and lists nothing of the account but the profile, whose
-- type the login compares before it asks for that step.

create policy "the second step comes first to add" on storage.objects as restrictive for insert to authenticated
  with check ((select private.session_stands()));
create policy "the second step comes first to replace" on storage.objects as restrictive for update to authenticated
  using ((select private.session_stands())) with check ((select private.session_stands()));
create policy "the second step comes first to remove" on storage.objects as restrictive for delete to authenticated
  using ((select private.session_stands()));

do $$
declare
  own text;
begin
  foreach own in array array['saved_providers', 'saved_jobs', 'job_alerts', 'enquiry_blocks', 'consents',
    'payments', 'coupon_redemptions', 'job_contact_reveals'] loop
    execute format('create policy "the second step comes first" on public.%I as restrictive to authenticated using ((select private.session_stands()))', own);
  end loop;
end $$;
create policy "the second step comes first" on public.notification_settings as restrictive for update to authenticated
  using ((select private.session_stands()));
create policy "the second step comes first to read" on public.notification_settings as restrictive for select to authenticated
  using ((select private.session_stands()));
create policy "the second step comes first" on public.jobs as restrictive for delete to authenticated
  using ((select private.session_stands()));
alter policy "posters and admins read" on public.jobs
  using ((user_id = (select auth.uid()) and (select private.session_stands())) or (select private.is_admin()));

create function private.require_session() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select auth.uid()) is null or not private.session_stands() then
    raise exception 'Please log in again.' using errcode = '42501';
  end if;
end $$;
comment on function private.require_session() is 'Raises unless the caller is signed in, with a session that stands (see private.session_stands()).';

create or replace function public.block_enquirer(enquiry_id uuid, blocked boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  other uuid;
begin
  perform private.require_session();
  select case when e.sender_id = me then e.provider_id else e.sender_id end into other
  from public.enquiries e where e.id = block_enquirer.enquiry_id and me in (e.sender_id, e.provider_id);
  if other is null then
    raise exception 'This enquiry does not exist.' using errcode = 'PT404';
  end if;
  if blocked then
    insert into public.enquiry_blocks (user_id, blocked_id) values (me, other) on conflict do nothing;
  else
    delete from public.enquiry_blocks b where b.user_id = me and b.blocked_id = other;
  end if;
end $$;

create or replace function public.read_enquiry(enquiry_id uuid) returns void
language sql security definer set search_path = '' as $$
  select private.require_session();
  update public.enquiry_messages m set read_at = now()
  where m.enquiry_id = read_enquiry.enquiry_id and m.read_at is null
    and m.author_id <> (select auth.uid()) and private.in_enquiry(read_enquiry.enquiry_id)
$$;

create or replace function public.withdraw_support() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_session();
  if private.support_until((select auth.uid())) is not null then
    insert into public.consents (user_id, purpose, granted, source, wording)
    values ((select auth.uid()), 'support', false, 'account settings', private.consent_wording('support'));
  end if;
end $$;

create or replace function public.support_looks() returns setof timestamptz
language sql stable security definer set search_path = '' as $$
  select private.require_session();
  select a.created_at from public.audit_log a
  where a.target_table = 'profiles' and a.target_id = (select auth.uid())::text and a.action = 'support view'
  order by a.created_at desc limit 20
$$;
