-- The nearest known place, found without a setting of pg_trgm's: only a superuser may name such a setting before the
-- library is loaded, so on a stock Supabase database the migrations stopped there.
--
-- Comparing every name is also faster: at a threshold low enough for short names the index gives nearly all of them,
-- and each is read again (4,219 places and 12,657 towns of listings: 9.2 ms with the index, 4.7 ms without).

create or replace function private.nearest_place(typed text) returns text
language sql stable set search_path = '' as $$
  select known.name from (
    select p.name, coalesce(t.listings, 0) as listings from private.places p
      left join private.search_terms t on t.kind = 'token' and t.term = '@' || p.name
      where p.kind = 'town'
    union all select substr(t.term, 2), t.listings from private.search_terms t
      where t.kind = 'token' and t.term >= '@' and t.term < 'A') as known
  where char_length(typed) between 4 and 40 and case when abs(char_length(known.name) - char_length(typed)) <= 2
      then extensions.levenshtein_less_equal(known.name, typed, 2) <= case when char_length(typed) = 4 then 1 else 2 end
        -- Two letters in the wrong order leave a short name little to be recognised by.
        and extensions.similarity(known.name, typed) >= 0.2 end
  -- Somewhere with nobody in it is seldom what was meant.
  order by extensions.levenshtein_less_equal(known.name, typed, 2) + (known.listings = 0)::int, left(known.name, 1) <> left(typed, 1),
    known.listings desc, extensions.similarity(known.name, typed) desc, known.name
  limit 1
$$;
alter function private.nearest_place(text) reset pg_trgm.similarity_threshold;

drop index private.places_spelling;
