-- The schema belongs to supabase_auth_admin, as on the platform, so that Supabase's own auth server can take
-- this database over and go on with its migrations. Our owner stays a member and so keeps every right.
-- An owner who may not hand the schema over (another database's owner made the role) keeps it.

do $$
declare
  item record;
begin
  if not pg_has_role(current_user, 'supabase_auth_admin', 'usage') then
    execute format('grant supabase_auth_admin to %I', current_user);
  end if;
  alter schema auth owner to supabase_auth_admin;
  for item in select c.oid::regclass as name from pg_class c
    where c.relnamespace = 'auth'::regnamespace and c.relkind in ('r', 'p', 'v')
  loop
    execute format('alter table %s owner to supabase_auth_admin', item.name);
  end loop;
  for item in select t.oid::regtype as name from pg_type t
    where t.typnamespace = 'auth'::regnamespace and t.typtype = 'e'
  loop
    execute format('alter type %s owner to supabase_auth_admin', item.name);
  end loop;
  for item in select p.oid::regprocedure as name from pg_proc p
    where p.pronamespace = 'auth'::regnamespace
  loop
    execute format('alter function %s owner to supabase_auth_admin', item.name);
  end loop;
exception when insufficient_privilege then
  raise warning 'schema auth keeps its owner: %', sqlerrm;
end
$$;
