-- Passkeys of an account (auth.webauthn_credentials, the service's own): told of, and in the export. They
-- are no second step: who has switched one on is asked for it after a passkey too, since their sessions
-- are aal1 and private.second_step_done() looks at nothing else (docs/decisions/0021-passkeys.md).

insert into private.notice_kinds (kind, topic) values ('passkey', 'account');

create function private.tell_of_passkey() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.tell_of_security(old.user_id, 'passkey', jsonb_build_object(
      'added', false, 'name', old.friendly_name, 'changed_at', now()));
  else
    perform private.tell_of_security(new.user_id, 'passkey', jsonb_build_object(
      'added', true, 'name', new.friendly_name, 'changed_at', now()));
  end if;
  return null;
end $$;
comment on function private.tell_of_passkey() is 'Trigger: the account has one more way in, or one less.';
create trigger tell_of_passkey after insert or delete on auth.webauthn_credentials
  for each row execute function private.tell_of_passkey();

insert into private.export_parts (place, name, title, query) values
  (24, 'passkeys', 'Passkeys', 'select friendly_name, created_at, last_used_at from auth.webauthn_credentials where user_id = $1 order by created_at');
