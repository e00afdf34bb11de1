-- One guess is counted in one round trip.

create function _backend.use_counter(
  p_key text, p_burst integer, p_every integer, p_moment timestamptz
) returns integer
language plpgsql set search_path = '' as $$
declare
  step constant interval := make_interval(secs => p_every);
begin
  -- resets_at is when the next use would be due if there were no burst (the GCRA).
  insert into _backend.auth_counters as c (key, used, resets_at) values (p_key, 1, p_moment + step)
  on conflict (key) do update set used = least(c.used + 1, 1000000), resets_at = greatest(c.resets_at, p_moment) + step
    where greatest(c.resets_at, p_moment) + step <= p_moment + p_burst * step;
  if found then
    return 0;
  end if;
  return least(greatest(1, ceil(coalesce((
    select extract(epoch from c.resets_at - p_moment) from _backend.auth_counters c where c.key = p_key), 0)
    - (p_burst - 1) * p_every)), p_every);
end $$;
comment on function _backend.use_counter(text,integer,integer,timestamptz) is
  'Uses a counter once: `burst` uses at once, then one every so many seconds. Gives the seconds to wait if it is too soon, which costs nothing; 0 if it is not.';
revoke all on function _backend.use_counter(text,integer,integer,timestamptz) from public;

create function _backend.count_guess(
  p_user uuid, p_network text, p_seen_after timestamptz, p_moment timestamptz, p_here text, p_account text,
  p_known integer[], p_elsewhere integer[], p_strangers integer[], out known boolean, out seconds integer
) returns record
language plpgsql set search_path = '' as $$
declare
  pace integer[];
begin
  known := exists (select from _backend.auth_known_networks n
    where n.user_id = p_user and n.network_hash = p_network and n.seen_at > p_seen_after);
  pace := case when known then p_known else p_elsewhere end;
  seconds := _backend.use_counter(p_here, pace[1], pace[2], p_moment);
  if seconds = 0 and not known then
    seconds := _backend.use_counter(p_account, p_strangers[1], p_strangers[2], p_moment);
    if seconds > 0 then
      update _backend.auth_counters c set resets_at = c.resets_at - make_interval(secs => pace[2]) where c.key = p_here;
    end if;
  end if;
end $$;
comment on function _backend.count_guess(uuid,text,timestamptz,timestamptz,text,text,integer[],integer[],integer[]) is
  'Counts a guess of the account''s secret from a network, and from all unknown networks together. A pace is its burst and the seconds between two. Gives whether the network is known, and the seconds to wait.';
revoke all on function _backend.count_guess(uuid,text,timestamptz,timestamptz,text,text,integer[],integer[],integer[]) from public;
