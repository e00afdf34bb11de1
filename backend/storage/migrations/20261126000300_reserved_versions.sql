-- A row may be written only while its file is still reserved: once the reservation has lapsed the file is removed,
-- and a row written after that would stand for nothing. Who writes a row for a reserved file names the version in
-- `storage.reserved_version`; rows that are written by other means need no reservation.
create or replace function storage.track_files() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if tg_op <> 'INSERT' and old.version is not null and (
      tg_op = 'DELETE'
      or (old.bucket_id, old.name, old.version) is distinct from (new.bucket_id, new.name, new.version)
    ) then
      insert into storage.loose_files (bucket_id, name, version)
      values (old.bucket_id, old.name, old.version)
      on conflict (bucket_id, name, version) do update set due_at = now();
    end if;
    if tg_op <> 'DELETE' and new.version is not null then
      delete from storage.loose_files l
      where l.bucket_id = new.bucket_id and l.name = new.name and l.version = new.version;
      if not found and current_setting('storage.reserved_version', true) = new.version then
        raise exception 'The file is no longer reserved' using errcode = 'ST001';
      end if;
    end if;
    return null;
  end $$;
revoke execute on function storage.track_files() from public;
comment on function storage.track_files() is 'Keeps storage.loose_files true in the very transaction that changes a row.';
