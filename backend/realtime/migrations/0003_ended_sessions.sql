-- The processes hear which sessions ended, so that channels of theirs can be closed at once.

create function realtime.announce_ended_sessions() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- A notification holds 8000 bytes at most: 180 ids at a time.
  perform pg_catalog.pg_notify('realtime', pg_catalog.json_build_object('ended_sessions', pg_catalog.json_agg(part.id))::text)
  from (select id, (pg_catalog.row_number() over () - 1) / 180 as number from gone) as part
  group by part.number;
  return null;
end
$$;
comment on function realtime.announce_ended_sessions() is
  'Trigger: tells every process which sessions were deleted, when the transaction commits.';
revoke execute on function realtime.announce_ended_sessions() from public;
create trigger announce_ended_sessions after delete on auth.sessions
  referencing old table as gone for each statement execute function realtime.announce_ended_sessions();
