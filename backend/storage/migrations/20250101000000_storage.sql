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
