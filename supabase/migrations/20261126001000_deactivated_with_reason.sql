-- Whose account is switched off learns why, and how to object, from whatever call comes first: private.can_act()
-- has the words.

create or replace function private.check_caller() returns void
language plpgsql set search_path = '' as $$
declare
  claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
begin
  if claims ->> 'sub' is null and claims ->> 'client_id' is null then
    return;
  end if;
  case private.caller_state()
    when 'ended' then
      raise sqlstate 'PGRST' using
        message = '{"code": "session_not_found", "message": "Your session has ended. Please log in again."}',
        detail = '{"status": 401, "headers": {"WWW-Authenticate": "Bearer"}}';
    when 'deactivated' then
      perform private.can_act();
      -- Switched on between the two questions: the next call is let in.
      raise exception 'Your account is deactivated.' using errcode = '42501', detail = 'deactivated';
    when 'first step' then
      perform set_config('request.jwt.claims', json_build_object('role', 'anon', 'first_step', claims ->> 'sub')::text, true),
        set_config('role', 'anon', true);
    when 'application' then
      perform set_config('request.jwt.claims', '{"role": "anon"}', true), set_config('role', 'anon', true);
    else
      perform set_config('request.caller_state', 'valid', true);
  end case;
end $$;
grant execute on function private.check_caller() to anon, authenticated, service_role;
