-- Two who wrote to each other here have met here: an enquiry that both sides wrote in counts for 'Verified client'.

create or replace function private.have_met(p_provider uuid, p_person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.job_contact_reveals r join public.jobs j on j.id = r.job_id
    where r.provider_id = p_provider and j.user_id = p_person)
  or exists (
    select from public.enquiries e
    where e.provider_id = p_provider and e.sender_id = p_person
      and exists (select from public.enquiry_messages m where m.enquiry_id = e.id and m.author_id = p_provider)
      and exists (select from public.enquiry_messages m where m.enquiry_id = e.id and m.author_id = p_person))
$$;
comment on function private.have_met(uuid, uuid) is 'Whether the marketplace brought the two together: the provider unlocked the contact of one of the person''s jobs, or both wrote in an enquiry that the person began.';

create function private.verify_feedback_of_enquirer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.feedback f set verified = true
  from public.enquiries e
  where e.id = new.enquiry_id and f.provider_id = e.provider_id and f.user_id = e.sender_id and not f.verified
    and private.have_met(e.provider_id, e.sender_id);
  return null;
end $$;
comment on function private.verify_feedback_of_enquirer() is 'Trigger: feedback written before both had written in an enquiry is verified when they have.';
create trigger verify_feedback_of_enquirer after insert on public.enquiry_messages
  for each row execute function private.verify_feedback_of_enquirer();

update public.feedback f set verified = true
where f.user_id is not null and not f.verified and private.have_met(f.provider_id, f.user_id);
