-- The refusals of an upload beyond the quota, in plain words.

create or replace function private.within_file_quota(bucket text, file text, facts jsonb) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  folder constant text := split_part(file, '/', 1);
  quota record;
  kept record;
begin
  -- A portfolio shows at most 40 items of 20 files each; what none shows is removed after a day.
  select q.files, q.bytes into quota from (values
    ('avatars', 4, 8388608::bigint),
    ('portfolio_media', 900, 2147483648)) as q (bucket, files, bytes)
  where q.bucket = within_file_quota.bucket;
  if not found then
    return true;
  end if;
  -- Uploads of one account are counted one after the other.
  perform pg_advisory_xact_lock(hashtextextended('files of ' || bucket || '/' || folder, 0));
  select count(*) as files, coalesce(sum((o.metadata ->> 'size')::bigint), 0) as bytes into kept
  from storage.objects o
  where o.bucket_id = within_file_quota.bucket and o.name <> file
    -- The folder as one range of the index on names, which are in byte order.
    and o.name collate "C" >= folder || '/' and o.name collate "C" < folder || '0';
  if kept.files + 1 > quota.files then
    raise exception 'You have reached the limit of % files. Remove one and try again.', quota.files
      using errcode = 'PT413';
  end if;
  if kept.bytes + coalesce((facts ->> 'size')::bigint, (facts ->> 'contentLength')::bigint, 0) > quota.bytes then
    raise exception 'You have used all your storage space. Remove a file and try again.' using errcode = 'PT413';
  end if;
  return true;
end $$;
revoke execute on function private.within_file_quota(text, text, jsonb) from public, anon;
grant execute on function private.within_file_quota(text, text, jsonb) to authenticated;
