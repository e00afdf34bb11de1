-- Uploads in pieces (the tus protocol). What has arrived lies in files of its own, named in
-- storage.loose_files until the upload's end, so that any process can go on with any upload.
create table storage.resumable_uploads (
  id uuid primary key,
  bucket_id text not null,
  name text collate "C" not null,
  role text not null,
  owner text,
  ticket uuid,
  upsert boolean not null,
  size bigint check (size >= 0),
  received bigint not null default 0 check (received >= 0 and received <= coalesce(size, received)),
  parts jsonb not null default '[]',
  said text not null,
  facts jsonb not null,
  attempt text,
  completed boolean not null default false,
  expires_at timestamptz not null
);
create index resumable_uploads_expiry on storage.resumable_uploads (expires_at);
alter table storage.resumable_uploads enable row level security;
comment on table storage.resumable_uploads is 'Uploads that arrive in pieces; gone a day after they began.';
comment on column storage.resumable_uploads.role is 'Who began it, together with owner: nobody else goes on with it.';
comment on column storage.resumable_uploads.ticket is 'The signed upload address it was begun with, if it was.';
comment on column storage.resumable_uploads.size is 'Bytes in all; null until the client knows.';
comment on column storage.resumable_uploads.parts is 'What has arrived, in order: [{"version", "size"}].';
comment on column storage.resumable_uploads.said is 'The Upload-Metadata header, which is told again as it came.';
comment on column storage.resumable_uploads.facts is 'What that header means: contentType, cacheControl, userMetadata.';
comment on column storage.resumable_uploads.attempt is 'The version under which the whole was last put together: if a row of storage.objects has it, that succeeded.';
