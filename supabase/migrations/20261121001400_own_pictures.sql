-- The picture that an admin gave an account goes when the account goes. So nobody may name another's picture
-- as their own: they would take it along when they leave.

create function private.check_own_picture() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Only what a person writes themselves; a definer function of the admins' runs as its owner.
  if current_user in ('anon', 'authenticated') and new.profile_image_url is distinct from old.profile_image_url
    and strpos(lower(new.profile_image_url), 'business_logos') > 0 then
    raise exception 'This picture is not yours' using errcode = '23514';
  end if;
  return new;
end $$;
comment on function private.check_own_picture() is 'Trigger: pictures of the shelf that only admins fill are given by admins alone. Runs as the caller, so that it knows who writes.';
create trigger check_own_picture before update of profile_image_url on public.profiles
  for each row execute function private.check_own_picture();

create or replace function private.files_of(person uuid) returns table (bucket text, name text, size bigint)
language sql stable security definer set search_path = '' as $$
  with given as (
    select substring(p.profile_image_url from '/storage/v1/object/public/business_logos/(.+)$') as name
    from public.profiles p where p.id = person
  )
  select o.bucket_id, o.name, coalesce((o.metadata ->> 'size')::bigint, 0)
  from storage.objects o
  where split_part(o.name, '/', 1) = person::text
    or (o.bucket_id = 'business_logos' and o.name = (select g.name from given g) and not exists (
      select from public.profiles other where other.id <> person
        and right(other.profile_image_url, char_length(o.name) + 1) = '/' || o.name))
  order by o.bucket_id, o.name limit 5000
$$;
comment on function private.files_of(uuid) is 'The files in an account''s folders, and the picture that an admin gave it, unless another account shows the same.';
