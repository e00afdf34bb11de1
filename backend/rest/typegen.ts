import type { Database } from "#backend/core/database/database.ts";
import { loadSchemaCache } from "./schema/cache.ts";
import type { SchemaCache } from "./schema/types.ts";
import { functionBlock } from "./typegen/functions.ts";
import { shortcutTypes } from "./typegen/shortcuts.ts";
import { tableBlock } from "./typegen/tables.ts";
import { block, byName, isView, member, quote, typeScript } from "./typegen/types.ts";

/** The protocol whose responses the types describe. */
const POSTGREST_VERSION = "14.1";

const JSON_TYPE = `export type Json =
  | string
  | number
  | boolean
  | null
  | { [key: string]: Json | undefined }
  | Json[]
`;

const schemaBlock = (cache: SchemaCache, schema: string): string => {
  const here = <T extends { schema: string; name: string }>(items: Iterable<T>): T[] =>
    byName([...items].filter((each) => each.schema === schema));
  const relations = here(cache.tables.values());
  const tables = relations.filter((each) => !isView(each));
  const views = relations.filter(isView);
  const overloads = [...cache.routines.values()]
    .filter(([first]) => first?.schema === schema)
    .toSorted(([a], [b]) => ((a?.name ?? "") < (b?.name ?? "") ? -1 : 1));
  const section = (name: string, members: string[]) => `${name}: ${block(members, 4)}`;
  return block(
    [
      section(
        "Tables",
        tables.map((each) => tableBlock(cache, each)),
      ),
      section(
        "Views",
        views.map((each) => tableBlock(cache, each)),
      ),
      section(
        "Functions",
        overloads.map((each) => functionBlock(cache, each)),
      ),
      section(
        "Enums",
        here(cache.enums).map(
          ({ name, values }) => `${member(name)}: ${values.map(quote).join(" | ")}`,
        ),
      ),
      section(
        "CompositeTypes",
        here(cache.composites).map(({ name, attributes }) => {
          const members = byName(attributes).map(
            (each) => `${member(each.name)}: ${typeScript(cache, each.type)} | null`,
          );
          return `${member(name)}: ${block(members, 6)}`;
        }),
      ),
    ],
    2,
  );
};

const constants = (cache: SchemaCache): string => {
  const schemas = cache.settings.schemas.map((schema) => {
    const enums = byName(cache.enums.filter((each) => each.schema === schema)).map(
      ({ name, values }) => `      ${member(name)}: [${values.map(quote).join(", ")}],`,
    );
    const list = enums.length > 0 ? `{\n${enums.join("\n")}\n    }` : "{}";
    return `  ${member(schema)}: {\n    Enums: ${list},\n  },`;
  });
  return `export const Constants = {\n${schemas.join("\n")}\n} as const\n`;
};

/**
 * The TypeScript types of a schema, in the shape of `supabase gen types typescript`, so that
 * `createClient<Database>` knows every table, view, function, enum and composite type.
 */
const renderTypes = (cache: SchemaCache): string => {
  const version = `__InternalSupabase: ${block([`PostgrestVersion: ${quote(POSTGREST_VERSION)}`], 2)}`;
  const schemas = cache.settings.schemas.map(
    (schema) => `${member(schema)}: ${schemaBlock(cache, schema)}`,
  );
  const [first = "public"] = cache.settings.schemas;
  return [
    JSON_TYPE,
    `export type Database = ${block([version, ...schemas], 0)}\n`,
    shortcutTypes(first),
    constants(cache),
  ].join("\n");
};

/** Reads the schemas of a database and writes their types. */
export const generateTypes = async (db: Database, schemas: readonly string[]): Promise<string> =>
  renderTypes(await loadSchemaCache(db, { schemas, extraSearchPath: [], maxRows: 0 }));
