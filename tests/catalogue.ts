import type { Database } from "#backend/core/database/database.ts";

/** Everything that schemas hold but rows, one line each: what differs between two databases shows as lines. */
const CATALOGUE = `
with ours as (
  select oid, nspname, nspacl, nspowner from pg_catalog.pg_namespace where nspname !~ '^(pg_|information_schema$)'
), extension_member as (select classid, objid from pg_catalog.pg_depend where deptype = 'e'),
lines (line) as (
  select format('schema %s owner %s acl %s comment %s', nspname, nspowner::regrole,
    (select array_agg(a::text order by a::text) from unnest(nspacl) a), obj_description(oid, 'pg_namespace')) from ours
  union all
  select format('extension %s in %s', extname, extnamespace::regnamespace) from pg_catalog.pg_extension
  union all
  select format('default rights of %s in %s on %s: %s', defaclrole::regrole, defaclnamespace::regnamespace, defaclobjtype,
    (select array_agg(a::text order by a::text) from unnest(defaclacl) a)) from pg_catalog.pg_default_acl
  union all
  select format('relation %s kind %s%s owner %s rls %s %s options %s acl %s partition %s %s comment %s view %s', c.oid::regclass, relkind,
    relpersistence, relowner::regrole, relrowsecurity, relforcerowsecurity, reloptions,
    (select array_agg(a::text order by a::text) from unnest(coalesce(relacl, acldefault((case relkind when 'S' then 's' else 'r' end)::"char", relowner))) a), pg_get_partkeydef(c.oid), pg_get_expr(relpartbound, c.oid),
    obj_description(c.oid, 'pg_class'), case relkind when 'v' then pg_get_viewdef(c.oid) end)
  from pg_catalog.pg_class c join ours on ours.oid = relnamespace where relkind in ('r', 'p', 'v', 'm', 'S', 'f')
  union all
  select format('sequence %s %s from %s by %s within %s and %s cache %s cycle %s of %s', seqrelid::regclass, seqtypid::regtype, seqstart, seqincrement, seqmin,
    seqmax, seqcache, seqcycle, (select d.refobjid::regclass || '.' || d.refobjsubid from pg_catalog.pg_depend d
      where d.objid = seqrelid and d.deptype in ('a', 'i') and d.refobjsubid > 0))
  from pg_catalog.pg_sequence join pg_catalog.pg_class c on c.oid = seqrelid join ours on ours.oid = c.relnamespace
  union all
  select format('column %s.%s is number %s type %s not null %s identity %s generated %s default %s collation %s storage %s acl %s comment %s',
    attrelid::regclass, attname, row_number() over (partition by attrelid order by attnum), format_type(atttypid, atttypmod), attnotnull,
    attidentity, attgenerated, pg_get_expr(adbin, adrelid), attcollation::regcollation, attstorage,
    (select array_agg(a::text order by a::text) from unnest(attacl) a), col_description(attrelid, attnum))
  from pg_catalog.pg_attribute a join pg_catalog.pg_class c on c.oid = attrelid join ours on ours.oid = relnamespace
  left join pg_catalog.pg_attrdef on adrelid = attrelid and adnum = attnum
  where attnum > 0 and not attisdropped and relkind in ('r', 'p', 'v', 'm')
  union all
  -- That a column is not null is said of the column; its constraint has a name since version 18 alone.
  select format('constraint %s on %s: %s', conname, conrelid::regclass, pg_get_constraintdef(k.oid))
  from pg_catalog.pg_constraint k join ours on ours.oid = connamespace where contype not in ('n', 't')
  union all
  select format('index %s: %s', indexrelid::regclass, pg_get_indexdef(indexrelid))
  from pg_catalog.pg_index join pg_catalog.pg_class c on c.oid = indexrelid join ours on ours.oid = relnamespace
  union all
  select format('policy %s on %s: %s %s to %s using %s check %s', polname, polrelid::regclass, polcmd, polpermissive,
    (select array_agg(case r when 0 then 'public' else r::regrole::text end order by r::regrole::text) from unnest(polroles) r), pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
  from pg_catalog.pg_policy
  union all
  select format('trigger %s enabled %s comment %s', pg_get_triggerdef(t.oid), tgenabled, obj_description(t.oid, 'pg_trigger'))
  from pg_catalog.pg_trigger t where not tgisinternal
  union all
  select format('function %s kind %s owner %s acl %s comment %s %s', p.oid::regprocedure, prokind, proowner::regrole,
    (select array_agg(a::text order by a::text) from unnest(coalesce(proacl, acldefault('f', proowner))) a), obj_description(p.oid, 'pg_proc'),
    case prokind when 'a' then (select format('%s %s %s %s', aggtransfn, aggtranstype::regtype, md5(agginitval), aggfinalfn)
      from pg_catalog.pg_aggregate where aggfnoid = p.oid) else pg_get_functiondef(p.oid) end)
  from pg_catalog.pg_proc p join ours on ours.oid = pronamespace
  where not exists (select from extension_member m where m.classid = 'pg_catalog.pg_proc'::regclass and m.objid = p.oid)
  union all
  select format('type %s %s', t.oid::regtype, typtype) from pg_catalog.pg_type t join ours on ours.oid = typnamespace where typtype in ('e', 'd', 'r')
  union all
  select format('publication %s of %s columns %s where %s', pubname, prrelid::regclass,
    (select array_agg(attname order by attnum) from pg_catalog.pg_attribute where attrelid = prrelid and attnum = any (prattrs)), pg_get_expr(prqual, prrelid))
  from pg_catalog.pg_publication join pg_catalog.pg_publication_rel on prpubid = pg_publication.oid
)
select line from lines order by line collate "C"`;

/** The catalogue of a database as sorted lines, every name with its schema. */
export const catalogueOf = (db: Database): Promise<string[]> =>
  db.transaction(async (tx) => {
    await tx.query("set local search_path = ''");
    const rows = await tx.query<{ line: string }>(CATALOGUE);
    return rows.map(({ line }) => line);
  });
