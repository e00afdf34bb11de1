-- Broadcasts of bytes from SQL, and broadcasts that their senders have stored for a while, as the
-- hosted platform keeps them.

alter table realtime.messages
  drop constraint messages_extension_check,
  add constraint messages_extension_check
    check (extension in ('broadcast', 'presence', 'persistence')),
  add column binary_payload bytea,
  add constraint messages_payload_exclusive check (payload is null or binary_payload is null),
  add column skip_broadcast boolean not null default false,
  add column expires_at timestamp;
comment on column realtime.messages.extension is
  'What a policy is asked about: broadcast, presence, or persistence, which lets a sender have its broadcasts stored.';
comment on column realtime.messages.binary_payload is
  'Bytes instead of JSON, which clients of the protocol''s second version are given.';
comment on column realtime.messages.skip_broadcast is
  'True for what was broadcast before it was stored, so that nobody is given it twice.';
comment on column realtime.messages.expires_at is
  'From when on the row is no longer replayed; null for as long as rows are kept.';

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

create or replace function realtime.tell_of_message() returns trigger
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
drop trigger tell_of_message on realtime.messages;
create trigger tell_of_message after insert on realtime.messages
  for each row
  when (new.extension = 'broadcast' and new.event is not null and not new.skip_broadcast)
  execute function realtime.tell_of_message();
