-- A comment inside a function says what it means (as in 20270117000000).

create or replace function public.unused_files(p_limit integer default 1000) returns table (bucket text, name text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  start text;
  walked text[];
  most constant integer := least(greatest(p_limit, 1), 1000);
begin
  select c.reached into start from private.portfolio_cleanup c for update;
  select array_agg(n.bucket_id || '/' || n.name order by n.bucket_id, n.name collate "C") into walked from (
    select o.bucket_id, o.name from storage.objects o
    where o.bucket_id in ('enquiry_pictures', 'pictures', 'portfolio_media')
      and (o.bucket_id, o.name collate "C") > (split_part(start, '/', 1), substr(start, strpos(start, '/') + 1))
    order by o.bucket_id, o.name collate "C" limit most) as n;
  update private.portfolio_cleanup set reached = case when cardinality(walked) = most then walked[most] else '' end;
  return query
    select o.bucket_id, o.name from unnest(walked) as w (file)
      join storage.objects o on o.bucket_id = split_part(w.file, '/', 1) and o.name = substr(w.file, strpos(w.file, '/') + 1)
    -- A name with other characters may be encoded in an address, where it would not be found: such a file is never deleted.
    where o.name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/(portfolio/)?[A-Za-z0-9._-]+$'
      and o.created_at < now() - interval '1 day'
      and not private.is_file_shown(o.bucket_id, o.name, split_part(o.name, '/', 1)::uuid);
end $$;
