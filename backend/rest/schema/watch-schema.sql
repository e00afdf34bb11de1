-- Notifies every process after each schema change, as in hosted projects (watch-schema.ts).
do $watch$
begin
  if exists (select from pg_catalog.pg_event_trigger where evtname = 'pgrst_ddl_watch') then
    return;
  end if;
  create schema if not exists extensions;
  create or replace function extensions.pgrst_ddl_watch() returns event_trigger
    language plpgsql set search_path = '' as $body$
  declare cmd record;
  begin
    for cmd in select * from pg_catalog.pg_event_trigger_ddl_commands() loop
      if coalesce(cmd.schema_name, '') <> 'pg_temp' then
        notify pgrst, 'reload schema';
        return;
      end if;
    end loop;
  end $body$;
  create or replace function extensions.pgrst_drop_watch() returns event_trigger
    language plpgsql set search_path = '' as $body$
  declare obj record;
  begin
    for obj in select * from pg_catalog.pg_event_trigger_dropped_objects() loop
      if not obj.is_temporary then
        notify pgrst, 'reload schema';
        return;
      end if;
    end loop;
  end $body$;
  create event trigger pgrst_ddl_watch on ddl_command_end
    execute function extensions.pgrst_ddl_watch();
  create event trigger pgrst_drop_watch on sql_drop
    execute function extensions.pgrst_drop_watch();
end $watch$;
