-- Finding a page's twenty members in a set took a third to a half of a plain search: the way to them went by steps of one
-- size, and the bits of a set of few were all written out as text.

create or replace function private.slots_between(members bit varying, skip integer, wanted integer) returns integer[]
language plpgsql stable as $$
declare
  many int := bit_count(members);
  top int := length(members);
  piece constant int := 1024;
  before int := 0;
  here int;
  step int := 64;
  slots int[] := '{}';
  nth int;
  behind text;
begin
  wanted := least(wanted, many - skip);
  if wanted <= 0 then
    return slots;
  end if;
  -- From the highest slot down, by halves: whole stretches that hold no more than are to be skipped.
  if skip > 0 then
    while 2 * step < top loop
      step := 2 * step;
    end loop;
    while step >= 64 loop
      if step <= top then
        here := before + bit_count(substring(members from top - step + 1 for step));
        if here <= skip then
          before := here;
          top := top - step;
        end if;
      end if;
      step := step / 2;
    end loop;
  end if;
  if wanted > 100 then
    -- So many at once: between two ones stand the zeros of those who are no members; behind the last one, nobody.
    here := bit_count(substring(members from 1 for top));
    return array(
      select slot from (
        select here + 1 - gap.nr as nr, sum(octet_length(gap.zeros) + 1) over (order by gap.nr)::integer - 1 as slot
        from string_to_table(substring(members from 1 for top)::text, '1') with ordinality as gap (zeros, nr)) as ones
      where nr > skip - before order by nr limit wanted);
  end if;
  -- Where every few bits one is set, they are looked at one by one, for a while.
  if 8 * many > length(members) then
    for nr in 1 .. least(top, piece / 4) loop
      top := top - 1;
      if get_bit(members, top) = 1 then
        if before >= skip then
          slots := slots || top;
          exit when cardinality(slots) = wanted;
        end if;
        before := before + 1;
      end if;
    end loop;
  end if;
  if cardinality(slots) < wanted then
    for nth in
      select at from generate_series(0, (top - 1) / piece) as at
      where bit_count(substring(members from top - piece * at - piece + 1 for piece)) > 0 order by at
    loop
      behind := reverse(substring(members from top - piece * nth - piece + 1 for piece)::text);
      step := top - piece * nth;
      loop
        here := strpos(behind, '1');
        exit when here = 0;
        step := step - here;
        if before >= skip then
          slots := slots || step;
          if cardinality(slots) = wanted then
            return slots;
          end if;
        end if;
        before := before + 1;
        behind := substr(behind, here + 1);
      end loop;
    end loop;
  end if;
  return slots;
end $$;

-- Terms and sets change with every listing, and are read at every search: rows have room to be changed where they stand,
-- and are swept as soon as some hundreds were.
alter table private.search_terms set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 200);
alter table private.search_sets set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500);
alter table private.search_rows set (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
