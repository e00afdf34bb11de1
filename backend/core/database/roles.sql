-- The roles, schemas and default privileges that every Supabase database has. Runs at every start:
-- each step looks first, so that a repeat changes nothing. Works as a superuser and, but for what is
-- said at each step, as the database's owner with CREATEROLE.

do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      ('anon', 'nologin noinherit'),
      ('authenticated', 'nologin noinherit'),
      ('service_role', 'nologin noinherit bypassrls'),
      ('authenticator', 'login noinherit'),
      ('supabase_admin', 'nologin createdb createrole bypassrls'),
      ('supabase_auth_admin', 'nologin noinherit createrole'),
      ('supabase_storage_admin', 'nologin noinherit createrole'),
      ('dashboard_user', 'nologin createdb createrole')
    ) as roles (name, options)
  loop
    continue when exists (select from pg_roles where rolname = wanted.name);
    begin
      execute format('create role %I %s', wanted.name, wanted.options);
    exception
      -- Roles belong to the whole server; another database's start was first.
      when duplicate_object or unique_violation then null;
      when insufficient_privilege then
        -- Only who bypasses row security may hand that on; the role is needed all the same.
        raise warning 'role % made without: %', wanted.name, wanted.options;
        execute format(
          'create role %I %s', wanted.name,
          case wanted.name when 'authenticator' then 'login noinherit' else 'nologin noinherit' end);
    end;
  end loop;

  for wanted in
    select * from (values ('anon'), ('authenticated'), ('service_role')) as roles (name)
  loop
    if not exists (
      select from pg_auth_members
      where roleid = wanted.name::regrole and member = 'authenticator'::regrole
    ) then
      execute format('grant %I to authenticator', wanted.name);
    end if;
  end loop;

  -- As hosted: PostgREST reads these and sets them for each request.
  for wanted in
    select * from (values
      ('anon', 'statement_timeout', '3s'),
      ('authenticated', 'statement_timeout', '8s'),
      ('authenticator', 'statement_timeout', '8s'),
      ('authenticator', 'idle_in_transaction_session_timeout', '60s')
    ) as settings (name, setting, value)
  loop
    continue when exists (
      select from pg_db_role_setting
      where setrole = wanted.name::regrole and setdatabase = 0
        and setconfig::text like '%' || wanted.setting || '=%'
    );
    begin
      execute format('alter role %I set %I = %L', wanted.name, wanted.setting, wanted.value);
    exception when insufficient_privilege then
      raise warning 'role % keeps its own %', wanted.name, wanted.setting;
    end;
  end loop;
end
$$;

-- What the owner makes in public may be named by callers; row-level security decides what they see.
-- At the first start only: what a migration takes back must not return with the next start.
do $$
begin
  if to_regnamespace('_backend') is null then
    alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
    alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
    alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
  end if;
end
$$;

create schema if not exists auth;
create schema if not exists storage;
create schema if not exists extensions;
create schema if not exists realtime;
create schema if not exists graphql_public;
create schema if not exists _backend;
comment on schema _backend is 'Private to the backend: no role of a caller enters it.';

grant usage on schema public, auth, storage, extensions, realtime, graphql_public
  to anon, authenticated, service_role;
grant usage on schema auth to supabase_auth_admin;
grant usage on schema storage to supabase_storage_admin;

create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;

do $$
declare
  path constant text := '"$user", public, extensions';
begin
  if not exists (
    select from pg_db_role_setting as settings
    join pg_database as here on here.oid = settings.setdatabase
    where here.datname = current_database() and settings.setrole = 0
      and settings.setconfig::text like '%search_path=%'
  ) then
    execute format('alter database %I set search_path to %s', current_database(), path);
  end if;
  -- For this connection too, which is older than the setting.
  perform set_config('search_path', path, false);
end
$$;
