-- Deleting a job gives nobody back the pictures of its conversation.

create function private.remove_withdrawn_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.enquiry_messages m set pictures = '{}',
    body = coalesce(nullif(m.body, ''), 'The pictures of this message were removed with its job.')
  from public.enquiries e join public.job_contact_reveals r on r.job_id = e.job_id and r.provider_id = e.provider_id
  where e.job_id = old.id and r.revoked_at is not null and m.enquiry_id = e.id and m.author_id = old.user_id
    and cardinality(m.pictures) > 0;
  return old;
end $$;
comment on function private.remove_withdrawn_pictures() is
  'Trigger: with a job goes the record of who lost access to it, so its poster''s pictures leave the conversations with them.';
create trigger remove_withdrawn_pictures before delete on public.jobs
  for each row execute function private.remove_withdrawn_pictures();
