-- What others have read shows the same pictures afterwards: on quotes, jobs, reviews and in messages.

create function private.replaces_shown_file(bucket text, file text, existing boolean) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(case bucket
      when 'portfolio_media' then exists (select from public.job_quotes q where q.provider_id = (select auth.uid())
        and '/storage/v1/object/public/portfolio_media/' || file = any (q.pictures))
      else private.is_file_shown(bucket, file, (select auth.uid())) end, false)
    and (existing or not exists (select from storage.objects o where o.bucket_id = bucket and o.name = file));
end $$;
comment on function private.replaces_shown_file(text,text,boolean) is
  'Whether a file of the caller''s would become another picture on a quote, job, review or message that others have read. A second upload of a file that is there is refused as a duplicate anyway.';
grant execute on function private.replaces_shown_file(text,text,boolean) to authenticated;

create policy "shown files are added once" on storage.objects as restrictive for insert to authenticated
  with check (not private.replaces_shown_file(bucket_id, name, false));
create policy "shown files are not replaced" on storage.objects as restrictive for update to authenticated
  using (not private.replaces_shown_file(bucket_id, name, true)) with check (not private.replaces_shown_file(bucket_id, name, true));
