-- What the hosted platform keeps in schema realtime, name for name where policies and triggers of a
-- project rely on it: messages, topic(), send(), broadcast_changes(), and the publication.

create table realtime.messages (
  id uuid not null default gen_random_uuid(),
  topic text not null,
  extension text not null check (extension in ('broadcast', 'presence', 'persistence')),
  payload jsonb,
  binary_payload bytea,
  event text,
  private boolean default false,
  updated_at timestamp not null default (now() at time zone 'utc'),
  inserted_at timestamp not null default (now() at time zone 'utc'),
  skip_broadcast boolean not null default false,
  expires_at timestamp,
  primary key (id),
  constraint messages_payload_exclusive check (payload is null or binary_payload is null)
);
comment on table realtime.messages is
  'Messages to channels. Its policies decide who may join private channels (select) and send to them (insert); rows are kept for replay and removed after three days.';
comment on column realtime.messages.extension is
  'What a policy is asked about: broadcast, presence, or persistence, which lets a sender have its broadcasts stored.';
comment on column realtime.messages.binary_payload is
  'Bytes instead of JSON, which clients of the protocol''s second version are given.';
comment on column realtime.messages.skip_broadcast is
  'True for what was broadcast before it was stored, so that nobody is given it twice.';
comment on column realtime.messages.expires_at is
  'From when on the row is no longer replayed; null for as long as rows are kept.';
create index messages_topic_inserted_at_idx on realtime.messages (topic, inserted_at desc)
  where extension = 'broadcast';
create index messages_inserted_at_idx on realtime.messages (inserted_at);
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

create function realtime.topic() returns text
  language sql stable
  return nullif(current_setting('realtime.topic', true), '');
comment on function realtime.topic() is
  'The channel that is being joined or sent to, for policies on realtime.messages.';

create function realtime.send(payload jsonb, event text, topic text, private boolean default true)
  returns void
  language plpgsql
  as $$
declare
  message_id uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', send.topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (
    message_id,
    case when send.payload ? 'id' or jsonb_typeof(send.payload) <> 'object' then send.payload
      else send.payload || jsonb_build_object('id', message_id) end,
    send.event, send.topic, send.private, 'broadcast');
exception when others then
  -- As hosted: a message that cannot be sent must not undo the change that it tells of.
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;
comment on function realtime.send(jsonb, text, text, boolean) is
  'Sends a broadcast to a channel when the transaction commits.';

create function realtime.send_binary(payload bytea, event text, topic text, private boolean default true)
  returns void
  language plpgsql
  as $$
begin
  perform set_config('realtime.topic', send_binary.topic, true);
  insert into realtime.messages (binary_payload, event, topic, private, extension)
  values (send_binary.payload, send_binary.event, send_binary.topic, send_binary.private, 'broadcast');
exception when others then
  -- As hosted: a message that cannot be sent must not undo the change that it tells of.
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;
comment on function realtime.send_binary(bytea, text, text, boolean) is
  'Sends a broadcast of bytes to a channel when the transaction commits.';

create function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW')
  returns void
  language plpgsql
  as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  perform realtime.send(
    jsonb_build_object('old_record', old, 'record', new, 'operation', operation,
      'table', table_name, 'schema', table_schema),
    event_name, topic_name);
exception when others then
  raise exception 'Failed to process the row: %', sqlerrm;
end
$$;
comment on function realtime.broadcast_changes(text, text, text, text, text, record, record, text) is
  'Sends a row''s change to a private channel; for use in triggers.';

create function realtime.tell_of_message() returns trigger
  language plpgsql set search_path = ''
  as $$
declare
  head jsonb := pg_catalog.jsonb_build_object('id', new.id, 'topic', new.topic, 'private', new.private);
  line text;
begin
  -- A notification holds 8000 bytes at most; of a longer message the processes read the row.
  if new.binary_payload is null then
    line := (head || pg_catalog.jsonb_build_object('event', new.event, 'payload', new.payload))::text;
  elsif pg_catalog.octet_length(new.binary_payload) < 5000 then
    line := (head || pg_catalog.jsonb_build_object('event', new.event,
      'bytes', pg_catalog.encode(new.binary_payload, 'base64')))::text;
  end if;
  if line is null or pg_catalog.octet_length(line) > 7500 then
    line := head::text;
  end if;
  perform pg_catalog.pg_notify('realtime', line);
  return null;
end
$$;
comment on function realtime.tell_of_message() is
  'Tells every process of a message that was sent from SQL.';
create trigger tell_of_message after insert on realtime.messages
  for each row
  when (new.extension = 'broadcast' and new.event is not null and not new.skip_broadcast)
  execute function realtime.tell_of_message();

create function realtime.probe_messages(topic text) returns table (extension text, id uuid)
  language sql security definer set search_path = ''
  as $$
    insert into realtime.messages (topic, extension)
    select probe_messages.topic, name from unnest(array['broadcast', 'presence']) as name
    returning extension, id
  $$;
comment on function realtime.probe_messages(text) is
  'Makes the rows by which the backend finds out, and then rolls back, whether a caller may read a channel.';
revoke execute on function realtime.probe_messages(text) from public, anon, authenticated, service_role;
grant execute on function realtime.probe_messages(text) to authenticator;
grant usage on schema realtime to authenticator;

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

do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;
