-- Posting feedback, and every call of somebody signed in, costs the database less.

drop function private.caller_state();
create function private.caller_state(
  claims jsonb default nullif(current_setting('request.jwt.claims', true), '')::jsonb
) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := nullif(claims ->> 'sub', '')::uuid;
  session text := coalesce(claims ->> 'session_id', '');
  state text;
begin
  if coalesce(claims ->> 'client_id', '') <> '' then
    return 'application';
  end if;
  if me is null then
    return 'visitor';
  end if;
  select case
      when session <> '' and (s.id is null or s.not_after <= now()
        or (p.account_type = 'admin' and private.is_admin_session_expired(s.created_at, s.refreshed_at))) then 'ended'
      when not coalesce(p.is_active, true) then 'deactivated'
      when session = '' then 'valid'
      when claims ->> 'aal' is distinct from 'aal2' and exists (
        select from auth.mfa_factors f where f.user_id = me and f.status = 'verified') then 'first step'
      else 'valid' end
    into state
    from (values (me)) as caller (id)
    left join public.profiles p on p.id = caller.id
    left join auth.sessions s on s.id = nullif(session, '')::uuid and s.user_id = caller.id;
  return state;
end $$;
comment on function private.caller_state(jsonb) is
  'What the token with these claims, the caller''s, counts as: `valid` (the person), `visitor` (nobody), `ended` (the session is gone, or too old for an admin), `deactivated` (the account is switched off), `first step` (the second factor is still to be shown) or `application` (somebody let it know who they are).';
grant execute on function private.caller_state(jsonb) to anon, authenticated, service_role;

create or replace function private.check_caller() returns void
language plpgsql set search_path = '' as $$
declare
  claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
begin
  if claims ->> 'sub' is null and claims ->> 'client_id' is null then
    return;
  end if;
  case private.caller_state(claims)
    when 'ended' then
      raise sqlstate 'PGRST' using
        message = '{"code": "session_not_found", "message": "Your session has ended. Please log in again."}',
        detail = '{"status": 401, "headers": {"WWW-Authenticate": "Bearer"}}';
    when 'deactivated' then
      perform private.require_active_account();
      -- Switched on between the two questions: the next call is let in.
      raise exception 'Your account is deactivated.'
        using errcode = '42501', detail = 'deactivated', hint = 'Please try again in a moment.';
    when 'first step' then
      perform set_config('request.jwt.claims', json_build_object('role', 'anon', 'first_step', claims ->> 'sub')::text, true),
        set_config('role', 'anon', true);
    when 'application' then
      perform set_config('request.jwt.claims', '{"role": "anon"}', true), set_config('role', 'anon', true);
    else
      -- auth.uid() reads the second before the claims: parsing those costs it five times as much, each time.
      perform set_config('request.caller_state', 'valid', true), set_config('request.jwt.claim.sub', claims ->> 'sub', true);
  end case;
end $$;
comment on function private.check_caller() is
  'Runs first in every call, as its caller: refuses a token whose session has ended or whose account is switched off, and takes whoever has not shown the second factor, and other applications, for visitors. Runs as its caller, because a definer function cannot change the role.';

create or replace function private.invalidate_listing() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  provider uuid;
  tag text;
  ended text[] := '{}';
begin
  -- Expressions only: a query takes three times as long, in every write.
  foreach provider in array case when old.provider_id = new.provider_id then array[new.provider_id]
    else array_remove(array[old.provider_id, new.provider_id], null) end loop
    foreach tag in array 'listing:'::text || tg_argv::text[] loop
      ended := ended || case when right(tag, 1) = ':' then tag || provider else tag end;
    end loop;
  end loop;
  insert into private.cache_changes (tags) values (ended);
  return null;
end $$;
comment on function private.invalidate_listing() is
  'Trigger: ends cached responses about the provider of this row, and those with these tags; one that ends in a colon gets the provider''s id.';

drop trigger verify_feedback on public.feedback;
drop function private.verify_feedback();
create or replace function private.prepare_feedback() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is not null then
    new.author_name := coalesce((
      select nullif(btrim(first_name || ' ' || last_name), '') from public.profiles where id = new.user_id), 'Anonymous User');
  end if;
  new.verified := new.user_id is not null and private.have_interacted(new.provider_id, new.user_id);
  new.is_public := new.approved or (new.moderated_at is null
    and (select value = '"at once"' from public.site_settings where key = 'feedback_publication'));
  return new;
end $$;
comment on function private.prepare_feedback() is
  'Trigger: whatever the caller sent, the author''s name is the profile''s, feedback is verified if the two were in contact through the site, and whether it is public follows approval and the setting (P-15).';

create or replace function notify.feedback_received() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- What the owner of the database loads (imports, the sample) needs no notice.
  if new.user_id is not null and auth.uid() is not null then
    perform notify.queue_notice(new.provider_id, null, 'feedback_received',
      jsonb_build_object('provider_id', new.provider_id, 'author', new.author_name, 'rating', new.rating, 'title', new.title),
      'feedback_received:' || new.id, now());
  end if;
  return null;
end $$;
comment on function notify.feedback_received() is 'Trigger: emails the provider once, when the feedback becomes public.';
