-- Places and synonyms come from supabase/seed/*.csv. config.toml names the function of each file ([db.data_files]);
-- the backend calls it when the file differs from what was loaded last, with the text of both.

create function private.csv_rows(content text) returns setof text[]
language sql immutable set search_path = '' as $$
  select string_to_array(line, ',') from string_to_table(replace(content, E'\r', ''), E'\n') with ordinality as lines (line, nr)
  where nr > 1 and line <> ''
$$;
comment on function private.csv_rows(text) is 'The rows of a CSV file without quotes, below its heading.';

create function private.load_places(content text, previous text default null) returns void
language plpgsql set search_path = '' as $$
declare
  removed integer;
  written integer;
begin
  -- Outward codes are loaded by the operator and are not in the file.
  delete from private.places p where p.kind <> 'outward'
    and (p.kind, p.name) not in (select row[1], row[2] from private.csv_rows(content) as row);
  get diagnostics removed = row_count;
  insert into private.places as p (kind, name, town, latitude, longitude)
  select row[1], row[2], nullif(row[3], ''), row[4]::real, row[5]::real from private.csv_rows(content) as row
  on conflict (kind, name) do update set town = excluded.town, latitude = excluded.latitude, longitude = excluded.longitude
    where (p.town, p.latitude, p.longitude) is distinct from (excluded.town, excluded.latitude, excluded.longitude);
  get diagnostics written = row_count;
  if removed + written > 0 then
    update private.search_terms t set latitude = at.latitude, longitude = at.longitude
    from private.search_terms s cross join lateral private.locate(substr(s.term, 2)) as at
    where s.kind = 'token' and s.term >= '@' and s.term < 'A' and (t.kind, t.term) = (s.kind, s.term)
      and (t.latitude, t.longitude) is distinct from (at.latitude, at.longitude);
    update private.job_places j set latitude = at.latitude, longitude = at.longitude
    from private.job_places s cross join lateral private.locate(s.name) as at
    where j.id = s.id and s.id > 0 and (j.latitude, j.longitude) is distinct from (at.latitude, at.longitude);
  end if;
end $$;
comment on function private.load_places(text, text) is 'Makes towns and postcode areas what supabase/seed/places.csv says, and moves what was located by them.';

create function private.load_synonyms(content text, previous text default null) returns void
language plpgsql set search_path = '' as $$
begin
  -- Rows from before the file was first loaded are those of the file, as far as admins left them.
  if previous is null and exists (select from public.search_synonyms) then return; end if;
  delete from public.search_synonyms s using private.csv_rows(previous) as gone
  where (s.term, s.means) = (gone[1], gone[2])
    and (s.term, s.means) not in (select row[1], row[2] from private.csv_rows(content) as row);
  insert into public.search_synonyms (term, means)
  select row[1], row[2] from private.csv_rows(content) as row
  where previous is null or (row[1], row[2]) not in (select known[1], known[2] from private.csv_rows(previous) as known)
  on conflict (term, means) do nothing;
end $$;
comment on function private.load_synonyms(text, text) is 'Carries changes of supabase/seed/synonyms.csv into the synonyms; what admins added or removed stays so.';

revoke execute on function private.csv_rows(text), private.load_places(text, text), private.load_synonyms(text, text)
  from public, anon, authenticated;
