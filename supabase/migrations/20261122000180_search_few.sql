-- A set of few is spread over all slots: turning its text round, letter by letter, took half of such a search.

create or replace function private.slots_between(members bit varying, skip integer, wanted integer) returns integer[]
language plpgsql stable as $$
declare
  many int := bit_count(members);
  top int := length(members);
  before int := 0;
  here int;
  step int;
  wide int;
  slots int[] := '{}';
begin
  wanted := least(wanted, many - skip);
  if wanted <= 0 then
    return slots;
  end if;
  -- From the highest slot down: those before are counted in large pieces, then in smaller ones.
  foreach step in array array[4096, 512, 64] loop
    loop
      here := bit_count(substring(members from top - step + 1 for step));
      exit when before + here > skip;
      before := before + here;
      top := top - step;
    end loop;
  end loop;
  wide := 64 + (wanted + skip - before) * (length(members)::bigint / many);
  loop
    wide := least(wide, top);
    here := bit_count(substring(members from top - wide + 1 for wide));
    -- Between two ones stand the zeros of those who are no members; behind the last one, nobody.
    slots := slots || array(
      select slot from (
        select here + 1 - gap.nr as nr, top - wide - 1 + sum(octet_length(gap.zeros) + 1) over (order by gap.nr)::integer as slot
        from string_to_table(substring(members from top - wide + 1 for wide)::text, '1') with ordinality as gap (zeros, nr)) as ones
      where nr > greatest(skip - before, 0) order by nr limit wanted - cardinality(slots));
    exit when cardinality(slots) = wanted;
    before := before + here;
    top := top - wide;
    wide := 2 * wide;
  end loop;
  return slots;
end $$;
