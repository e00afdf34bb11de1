-- Buckets and who may write where. Everybody reads them by public address.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('avatars', 'avatars', true, 2097152, array['image/png', 'image/jpeg']),
  ('portfolio_media', 'portfolio_media', true, 10485760, array['image/jpeg', 'image/png', 'image/webp', 'video/mp4']),
  ('business_logos', 'business_logos', true, 2097152, array['image/png', 'image/jpeg', 'image/webp'])
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create function private.may_write_file(bucket text, name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select case bucket
    when 'avatars' then split_part(name, '/', 1) = (select auth.uid())::text and exists (
      select from public.profiles where id = (select auth.uid()) and is_active)
    when 'portfolio_media' then split_part(name, '/', 1) = (select auth.uid())::text
      and split_part(name, '/', 2) = 'portfolio' and private.has_type('provider') and private.is_member((select auth.uid()))
    when 'business_logos' then split_part(name, '/', 1) = 'providers' and private.is_admin()
    else false end
$$;
comment on function private.may_write_file(text, text) is 'Whether the caller may add or change this file: an own avatar, a member''s portfolio, an admin''s logo.';
grant execute on function private.may_write_file(text, text) to authenticated;

create policy "add own files" on storage.objects for insert to authenticated
  with check (private.may_write_file(bucket_id, name));
create policy "replace own files" on storage.objects for update to authenticated
  using (private.may_write_file(bucket_id, name)) with check (private.may_write_file(bucket_id, name));
create policy "see own files" on storage.objects for select to authenticated
  using (split_part(name, '/', 1) = (select auth.uid())::text or (select private.is_admin()));
create policy "remove own files" on storage.objects for delete to authenticated
  using (split_part(name, '/', 1) = (select auth.uid())::text or (bucket_id = 'business_logos' and (select private.is_admin())));
