import { refuse } from "./errors.ts";
import { findTable } from "./plan/names.ts";
import { readSchema, readTarget, split } from "./request/request.ts";
import { key, type SchemaCache } from "./schema/types.ts";

const allowed = (cache: SchemaCache, request: Request): string => {
  const { path } = split(request.url);
  const { schema } = readSchema(request.headers, true, cache.settings.schemas);
  const target = readTarget(path, schema);
  if (target.kind === "routine") {
    const overloads = cache.routines.get(key(schema, target.name));
    if (!overloads) {
      throw refuse("PGRST202", {
        message: `Could not find the function ${schema}.${target.name} in the schema cache`,
      });
    }
    const changing = overloads.every(({ volatility }) => volatility === "volatile");
    return changing ? "OPTIONS,POST" : "OPTIONS,GET,HEAD,POST";
  }
  const table = findTable(cache, schema, target.name);
  return [
    "OPTIONS,GET,HEAD",
    ...(table.insertable ? ["POST"] : []),
    ...(table.insertable && table.updatable && table.primaryKey.length > 0 ? ["PUT"] : []),
    ...(table.updatable ? ["PATCH"] : []),
    ...(table.deletable ? ["DELETE"] : []),
  ].join(",");
};

/** The response to OPTIONS: the methods that the target accepts. It reveals nothing about the rows. */
export const describeTarget = (cache: SchemaCache, request: Request): Response =>
  new Response(null, { status: 200, headers: { allow: allowed(cache, request) } });
