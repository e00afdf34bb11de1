-- Search fields suggest categories, synonyms and towns.

create function public.suggest_search(typed text, field text) returns jsonb
language sql stable security definer set search_path = '' as $$
  with asked as (
    select nullif(array_to_string(search.split_words(left(typed, 60)), ' '), '') as words
  ), known as (
    -- Names of categories and synonyms may match from any of their words, towns from their first.
    select distinct c.name as text, null::text as finds, 1::bigint as size, 0 as kind,
      ' ' || array_to_string(search.split_words(c.name), ' ') as words
    from public.categories c where suggest_search.field = 'service' and c.is_active
    union all
    select s.term, string_agg(s.means, ', ' order by s.means), 1, 1, ' ' || s.term
    from public.search_synonyms s
    where suggest_search.field = 'service'
      and not exists (select from public.categories c where c.is_active and lower(c.name) = s.term)
    group by s.term
    union all
    select p.name, null, coalesce(t.listings, 0), 0, ' ' || p.name
    from asked, search.places p
    left join search.terms t on t.kind = 'token' and t.term = '@' || p.name
    where suggest_search.field = 'location' and p.kind = 'town' and starts_with(p.name, asked.words)
  ), best as (
    select k.text, k.finds,
      row_number() over (order by k.kind, starts_with(k.words, ' ' || asked.words) desc, k.size desc, k.text) as place
    from known k, asked
    where char_length(asked.words) > 1 and position(' ' || asked.words in k.words) > 0
    order by place limit 8
  )
  select coalesce(jsonb_agg(jsonb_build_object('text', best.text, 'finds', best.finds) order by best.place), '[]')
  from best
$$;
comment on function public.suggest_search(text,text) is
  'What may be meant by letters typed into a search field, at least two: categories and synonyms with what they find (field ''service''), or towns, those with the most people first (field ''location''). The eight best.';
grant execute on function public.suggest_search(text,text) to anon, authenticated;
