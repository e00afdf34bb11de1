-- Files and rows cannot be written in one transaction. Every file that no committed row stands for is
-- therefore named here: before it is put in place (until its row commits), and from the moment its
-- row is gone (until it is removed). Whatever is found here past its time is swept away, so that a
-- crash leaves neither a row without its file nor a file without its row.
create table storage.loose_files (
  bucket_id text not null,
  name text collate "C" not null,
  version text not null,
  due_at timestamptz not null default now(),
  primary key (bucket_id, name, version)
);
create index loose_files_due on storage.loose_files (due_at);
alter table storage.loose_files enable row level security;
comment on table storage.loose_files is 'Files that no row of storage.objects stands for; removed once due_at has passed.';

create function storage.track_files() returns trigger
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
    end if;
    return null;
  end $$;
revoke execute on function storage.track_files() from public;
comment on function storage.track_files() is 'Keeps storage.loose_files true in the very transaction that changes a row.';
create trigger track_files after insert or update or delete on storage.objects
  for each row execute function storage.track_files();

create table storage.spent_upload_tokens (
  id uuid primary key,
  expires_at timestamptz not null
);
create index spent_upload_tokens_expiry on storage.spent_upload_tokens (expires_at);
alter table storage.spent_upload_tokens enable row level security;
comment on table storage.spent_upload_tokens is 'Signed upload addresses that have been used: each works once.';
