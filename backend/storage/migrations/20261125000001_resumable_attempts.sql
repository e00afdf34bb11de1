-- A last piece may be sent twice at once: each is put together under a version of its own.
alter table storage.resumable_uploads add column attempts text[] not null default '{}';
update storage.resumable_uploads set attempts = array[attempt] where attempt is not null;
alter table storage.resumable_uploads drop column attempt;
comment on column storage.resumable_uploads.attempts is 'The versions under which the whole was put together: if a row of storage.objects has one of them, it has arrived.';
