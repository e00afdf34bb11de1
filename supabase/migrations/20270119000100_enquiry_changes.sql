-- Messages of a conversation are announced to its two sides.

-- Both sides of an open conversation see new messages, and what was read, at once; no words are published.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime' and puballtables)
     and not exists (select from pg_publication_tables where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = 'enquiry_messages') then
    alter publication supabase_realtime add table public.enquiry_messages (id, enquiry_id, author_id, created_at, read_at);
  end if;
end $$;
