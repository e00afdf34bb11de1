-- An access token outlives its session by up to an hour. What acts on others, shows their contacts or
-- administers asks whether the session still stands, so that 'Log out of all devices', a new password
-- and a deactivation hold at once (decision 19). And nobody fills the job directory alone.

create function private.session_stands() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'session_id', '') = '' or exists (
    select from auth.sessions
    where id = (auth.jwt() ->> 'session_id')::uuid and user_id = auth.uid()
      and coalesce(not_after > now(), true))
$$;
comment on function private.session_stands() is 'Whether the session of the caller''s token was not ended; true for tokens that belong to none.';
grant execute on function private.session_stands() to anon, authenticated, service_role;

create or replace function private.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles
    where id = (select auth.uid()) and account_type = 'admin' and is_active)
    and private.session_stands()
$$;
comment on function private.is_admin() is 'Whether the caller is an active admin whose session stands.';

create or replace function private.can_act() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.profiles p join auth.users u on u.id = p.id
    where p.id = (select auth.uid()) and p.is_active
      and coalesce(u.email_confirmed_at, u.phone_confirmed_at) is not null)
    and private.session_stands()
$$;
comment on function private.can_act() is 'Whether the caller is active, confirmed and signed in: others read, but do not post, reveal, review or buy (decision 5).';

create function private.limit_posting() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select auth.uid()) is null or private.is_admin() then
    return new;
  end if;
  -- One post of a person after the other, or two at once would both find the last free place.
  perform pg_advisory_xact_lock(hashtext('limit_posting'), hashtext(new.user_id::text));
  if (select count(*) >= 20 from public.jobs where user_id = new.user_id and posted_date > now() - interval '1 day') then
    raise exception 'You have posted many jobs today. Please try again tomorrow.'
      using errcode = 'PT429', hint = 'At most 20 jobs a day.';
  end if;
  return new;
end $$;
comment on function private.limit_posting() is 'Trigger: at most 20 jobs a person and day. Volatile, so that it counts the rows of its own statement too.';
create trigger limit_posting before insert on public.jobs
  for each row execute function private.limit_posting();
