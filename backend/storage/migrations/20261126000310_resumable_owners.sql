-- Unfinished uploads are counted for whoever began them.
create index resumable_uploads_owner on storage.resumable_uploads (role, owner) where not completed;
