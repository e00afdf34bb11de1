-- The schema `storage` as projects know it: the policies they write on storage.objects and
-- storage.buckets work unchanged. Roles anon, authenticated and service_role exist before.
create schema if not exists storage;
comment on schema storage is 'Buckets and the rows that stand for their files; the bytes live outside the database.';
grant usage on schema storage to anon, authenticated, service_role;

create table storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  owner_id text,
  public boolean not null default false,
  avif_autodetection boolean not null default false,
  file_size_limit bigint check (file_size_limit >= 0),
  allowed_mime_types text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint buckets_name_length check (char_length(name) between 1 and 100)
);
comment on table storage.buckets is 'Named containers of files; file_size_limit in bytes, null for the project''s own limit.';
comment on column storage.buckets.public is 'Whether anybody who knows a file''s name may read it without asking the policies.';

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets (id) on delete restrict,
  name text collate "C" not null,
  owner uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb
);
-- Byte order makes a folder one range of this index, also under row-level security (text comparison
-- is leakproof, LIKE is not).
create unique index bucketid_objname on storage.objects (bucket_id, name);
create index objects_owner_id on storage.objects (owner_id);
comment on table storage.objects is 'One row per file. Its row-level policies decide who may upload, read, replace and remove it.';
comment on column storage.objects.version is 'Which stored bytes the row stands for; a new one for every upload, never used again.';
comment on column storage.objects.metadata is 'Facts found by the server: eTag, size, mimetype, cacheControl, lastModified.';
comment on column storage.objects.user_metadata is 'What the uploader chose to keep beside the file.';

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant select, insert, update, delete on storage.buckets, storage.objects to anon, authenticated, service_role;

create function storage.foldername(name text) returns text[]
  language sql immutable parallel safe set search_path = ''
  as $$ select (string_to_array(name, '/'))[1 : array_length(string_to_array(name, '/'), 1) - 1] $$;
comment on function storage.foldername(text) is 'The folders of a file''s name, outermost first; empty for a file at the top.';

create function storage.filename(name text) returns text
  language sql immutable parallel safe set search_path = ''
  as $$ select split_part(name, '/', -1) $$;
comment on function storage.filename(text) is 'The last part of a file''s name.';

create function storage.extension(name text) returns text
  language sql immutable parallel safe set search_path = ''
  as $$ select split_part(split_part(name, '/', -1), '.', -1) $$;
comment on function storage.extension(text) is 'What follows the last dot of a file''s name; the whole name when it has none.';

create function storage.get_size_by_bucket() returns table (size bigint, bucket_id text)
  language sql stable set search_path = ''
  as $$
    select coalesce(sum((o.metadata ->> 'size')::bigint), 0)::bigint, o.bucket_id
    from storage.objects o group by o.bucket_id
  $$;
comment on function storage.get_size_by_bucket() is 'Bytes kept per bucket, of the files that the caller may see.';

create function storage.update_updated_at_column() returns trigger
  language plpgsql set search_path = ''
  as $$ begin new.updated_at = now(); return new; end $$;
create trigger update_objects_updated_at before update on storage.objects
  for each row execute function storage.update_updated_at_column();
create trigger update_buckets_updated_at before update on storage.buckets
  for each row execute function storage.update_updated_at_column();

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

-- A row may be written only while its file is still reserved: once the reservation has lapsed the file is removed,
-- and a row written after that would stand for nothing. Who writes a row for a reserved file names the version in
-- `storage.reserved_version`; rows that are written by other means need no reservation.
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
      if not found and current_setting('storage.reserved_version', true) = new.version then
        raise exception 'The file is no longer reserved' using errcode = 'ST001';
      end if;
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
