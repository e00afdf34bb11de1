-- What the hosted platform keeps in schema realtime, name for name where policies and triggers of a
-- project rely on it: messages, topic(), send(), broadcast_changes(), and the publication.

create table realtime.messages (
  id uuid not null default gen_random_uuid(),
  topic text not null,
  extension text not null check (extension in ('broadcast', 'presence')),
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default (now() at time zone 'utc'),
  inserted_at timestamp not null default (now() at time zone 'utc'),
  primary key (id)
);
comment on table realtime.messages is
  'Messages to channels. Its policies decide who may join private channels (select) and send to them (insert); rows are kept for replay and removed after three days.';
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
  line text := pg_catalog.jsonb_build_object('id', new.id, 'topic', new.topic, 'event', new.event,
    'private', new.private, 'payload', new.payload)::text;
begin
  -- A notification holds 8000 bytes at most; of a longer message the processes read the row.
  if pg_catalog.octet_length(line) > 7500 then
    line := pg_catalog.jsonb_build_object('id', new.id, 'topic', new.topic, 'private', new.private)::text;
  end if;
  perform pg_catalog.pg_notify('realtime', line);
  return null;
end
$$;
comment on function realtime.tell_of_message() is
  'Tells every process of a message that was sent from SQL.';
create trigger tell_of_message after insert on realtime.messages
  for each row when (new.extension = 'broadcast' and new.event is not null)
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

do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;
