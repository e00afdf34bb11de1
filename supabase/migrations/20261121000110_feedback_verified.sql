-- Feedback that the site itself can vouch for, how a provider's ratings are spread, and who is told.

alter table public.feedback add column verified boolean not null default false;
comment on column public.feedback.verified is 'Kept by trigger: the two have met here (private.have_met), so the author is more than a passer-by.';
grant select (verified) on public.feedback to anon, authenticated;

create function private.have_met(p_provider uuid, p_person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.job_contact_reveals r join public.jobs j on j.id = r.job_id
    where r.provider_id = p_provider and j.user_id = p_person)
$$;
comment on function private.have_met(uuid, uuid) is 'Whether the marketplace brought the two together: the provider unlocked the contact of one of the person''s jobs.';

create function private.verify_feedback() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.verified := new.user_id is not null and private.have_met(new.provider_id, new.user_id);
  return new;
end $$;
comment on function private.verify_feedback() is 'Trigger: new feedback is verified when the two have met, whatever the caller wrote.';
create trigger verify_feedback before insert on public.feedback
  for each row execute function private.verify_feedback();

create function private.verify_earlier_feedback() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.feedback f set verified = true
  from public.jobs j
  where j.id = new.job_id and f.provider_id = new.provider_id and f.user_id = j.user_id and not f.verified;
  return null;
end $$;
comment on function private.verify_earlier_feedback() is 'Trigger: feedback written before the two met here is verified when they do.';
create trigger verify_earlier_feedback after insert on public.job_contact_reveals
  for each row execute function private.verify_earlier_feedback();

update public.feedback f set verified = true
where f.user_id is not null and private.have_met(f.provider_id, f.user_id);

create index feedback_of_provider_by_rating on public.feedback (provider_id, rating, created_at desc, id) where is_public;

create function public.feedback_summary(p_provider uuid)
returns table (rating smallint, total integer, verified integer)
language sql stable security invoker set search_path = '' as $$
  select f.rating, count(*)::integer, (count(*) filter (where f.verified))::integer
  from public.feedback f where f.provider_id = p_provider and f.is_public
  group by f.rating order by f.rating desc
$$;
comment on function public.feedback_summary(uuid) is 'How many public ratings of each number of stars a provider has, and how many of those are verified.';
revoke execute on function public.feedback_summary(uuid) from public;
grant execute on function public.feedback_summary(uuid) to anon, authenticated, service_role;

-- 'update of is_public' asks what the caller set, and is_public is set by feedback_moderated().
drop trigger tell_of_feedback on public.feedback;
create trigger tell_of_new_feedback after insert on public.feedback
  for each row when (new.is_public) execute function private.tell_of_feedback();
create trigger tell_of_approved_feedback after update on public.feedback
  for each row when (new.is_public and not old.is_public) execute function private.tell_of_feedback();
