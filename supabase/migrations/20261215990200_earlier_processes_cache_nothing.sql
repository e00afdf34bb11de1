-- A process of an earlier release, which waits for notifications of changes that are no longer sent, caches nothing from now on.

alter function private.cache_ends(text[]) rename to cache_expiry;

create function private.cache_ends(tags text[]) returns timestamptz
language sql stable set search_path = '' as $$ select now() $$;
comment on function private.cache_ends(text[]) is
  'For processes of an earlier release that still run beside a newer one: they cache nothing, because they are not notified of changes any more.';

-- Ends what they have cached.
notify pgrst, 'reload schema';
