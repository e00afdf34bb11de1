import {
  type Column,
  key,
  type Routine,
  type RoutineParameter,
  type SchemaCache,
  type Table,
} from "../schema/types.ts";
import type { ApiFacts } from "./facts.ts";
import {
  defaultMember,
  enumMember,
  formatOf,
  lengthMember,
  swaggerType,
  typeMembers,
} from "./types.ts";

const FORMS = [
  "application/json",
  "application/vnd.pgrst.object+json;nulls=stripped",
  "application/vnd.pgrst.object+json",
  "text/csv",
];

const ref = (name: string) => ({ $ref: `#/parameters/${name}` });

/** A comment's first line, and what follows it. */
const summed = (comment: string | null | undefined): { summary?: string; description?: string } => {
  if (!comment) return {};
  const [summary = "", ...rest] = comment.split("\n");
  const description = rest.join("\n").replace(/^\n+/, "");
  return { summary, ...(description ? { description } : {}) };
};

const foreignKeyNote = (cache: SchemaCache, table: Table, column: string): string[] => {
  const found = (cache.relationships.get(key(table.schema, table.name)) ?? [])
    .filter(({ hasForeignKey, columns }) => hasForeignKey && columns.length === 1)
    .filter(({ columns }) => columns[0]?.[0] === column)
    .toSorted((a, b) => Number(a.toView) - Number(b.toView))[0];
  const there = found?.columns[0]?.[1];
  if (!found || there === undefined) return [];
  const { name } = found.to;
  return [`This is a Foreign Key to \`${name}.${there}\`.<fk table='${name}' column='${there}'/>`];
};

const property = (
  cache: SchemaCache,
  table: Table,
  column: Column,
  comment: string | undefined,
): Record<string, unknown> => {
  const notes = [
    ...(table.primaryKey.includes(column.name) ? ["This is a Primary Key.<pk/>"] : []),
    ...foreignKeyNote(cache, table, column.name),
  ];
  const note = notes.length > 0 ? ["Note:", ...notes].join("\n") : null;
  const description = [comment, note].filter(Boolean).join("\n\n");
  return {
    ...defaultMember(column.type, column.default),
    ...(description ? { description } : {}),
    ...enumMember(column.type, cache.enums),
    ...typeMembers(column.type),
    ...lengthMember(column.type),
  };
};

const definition = (cache: SchemaCache, table: Table, facts: ApiFacts["tables"][string]) => {
  const columns = [...table.columns.values()];
  const required = columns.filter(({ nullable }) => !nullable).map(({ name }) => name);
  return {
    ...(facts.description ? { description: facts.description } : {}),
    ...(required.length > 0 ? { required } : {}),
    type: "object",
    properties: Object.fromEntries(
      columns.map((column) => [
        column.name,
        property(cache, table, column, facts.columns[column.name]),
      ]),
    ),
  };
};

const tablePath = (table: Table, comment: string | null) => {
  const { name } = table;
  const shared = { tags: [name], ...summed(comment) };
  const filters = [...table.columns.keys()].map((column) => ref(`rowFilter.${name}.${column}`));
  const ranged = ["select", "order", "range", "rangeUnit", "offset", "limit", "preferCount"];
  const read = {
    ...shared,
    parameters: [...filters, ...ranged.map(ref)],
    responses: {
      200: {
        description: "OK",
        schema: { type: "array", items: { $ref: `#/definitions/${name}` } },
      },
      206: { description: "Partial Content" },
    },
  };
  if (!table.insertable && !table.updatable && !table.deletable) return { get: read };
  const done = { 204: { description: "No Content" } };
  return {
    get: read,
    post: {
      ...shared,
      parameters: [ref(`body.${name}`), ref("select"), ref("preferPost")],
      responses: { 201: { description: "Created" } },
    },
    patch: {
      ...shared,
      parameters: [...filters, ref(`body.${name}`), ref("preferReturn")],
      responses: done,
    },
    delete: { ...shared, parameters: [...filters, ref("preferReturn")], responses: done },
  };
};

const queryParameter = ({ name, type, required, variadic }: RoutineParameter) => {
  const format = formatOf(type);
  const swagger = swaggerType(format) ?? "string";
  if (variadic) {
    const element = format.slice(0, -2);
    const items = { type: swaggerType(element) ?? "string", format: element };
    return { name, in: "query", required, type: swagger, items, collectionFormat: "multi" };
  }
  // An array is written as a literal, `{1,2}`.
  return { name, in: "query", required, type: swagger === "array" ? "string" : swagger, format };
};

const routinePath = (routine: Routine, comment: string | null | undefined) => {
  const { name, parameters, volatility } = routine;
  const shared = {
    tags: [`(rpc) ${name}`],
    ...summed(comment),
    produces: FORMS.slice(0, 3),
    responses: { 200: { description: "OK" } },
  };
  const required = parameters.filter((each) => each.required).map((each) => each.name);
  const schema = {
    ...(comment ? { description: comment } : {}),
    ...(required.length > 0 ? { required } : {}),
    type: "object",
    properties: Object.fromEntries(parameters.map((each) => [each.name, typeMembers(each.type)])),
  };
  const post = {
    ...shared,
    parameters: [{ name: "args", in: "body", required: true, schema }, ref("preferParams")],
  };
  if (volatility === "volatile") return { post };
  return { get: { ...shared, parameters: parameters.map(queryParameter) }, post };
};

const header = (name: string, description: string, more: Record<string, unknown> = {}) => ({
  name,
  in: "header",
  description,
  required: false,
  type: "string",
  ...more,
});

const inQuery = (name: string, description: string) => ({
  ...header(name, description),
  in: "query",
});

const prefer = (...words: string[]) => header("Prefer", "Preference", { enum: words });

const RETURN = ["return=representation", "return=minimal", "return=none"];
const RESOLUTION = ["resolution=ignore-duplicates", "resolution=merge-duplicates"];
const RANGED = "Limiting and Pagination";

const SHARED_PARAMETERS = {
  preferParams: header("Prefer", "Preference"),
  preferReturn: prefer(...RETURN),
  preferCount: prefer("count=none"),
  preferPost: prefer(...RETURN, ...RESOLUTION),
  select: inQuery("select", "Filtering Columns"),
  on_conflict: inQuery("on_conflict", "On Conflict"),
  order: inQuery("order", "Ordering"),
  range: header("Range", RANGED),
  rangeUnit: header("Range-Unit", RANGED, { default: "items" }),
  offset: inQuery("offset", RANGED),
  limit: inQuery("limit", RANGED),
};

const tableParameters = (table: Table, columns: Record<string, string>) => [
  [
    `body.${table.name}`,
    {
      name: table.name,
      in: "body",
      description: table.name,
      required: false,
      schema: { $ref: `#/definitions/${table.name}` },
    },
  ],
  ...[...table.columns.keys()].map((name) => [
    `rowFilter.${table.name}.${name}`,
    {
      name,
      in: "query",
      ...(columns[name] ? { description: columns[name] } : {}),
      required: false,
      type: "string",
    },
  ]),
];

const ROOT = {
  get: {
    tags: ["Introspection"],
    summary: "OpenAPI description (this document)",
    produces: ["application/openapi+json", "application/json"],
    responses: { 200: { description: "OK" } },
  },
};

/** The Swagger 2.0 document that PostgREST makes of a schema, limited to what `facts` name. */
export const describeSchema = (
  cache: SchemaCache,
  schema: string,
  facts: ApiFacts,
  url: URL,
): Record<string, unknown> => {
  const tables = Object.entries(facts.tables).flatMap(([name, own]) => {
    const table = cache.tables.get(key(schema, name));
    return table ? [{ table, own }] : [];
  });
  const routines = Object.keys(facts.functions).flatMap((name) => {
    const [first] = cache.routines.get(key(schema, name)) ?? [];
    return first ? [first] : [];
  });
  const { summary, description } = summed(facts.schema);
  const secure = url.protocol === "https:";
  return {
    swagger: "2.0",
    info: {
      description: description ?? "This is a dynamic API generated by PostgREST",
      title: summary ?? "PostgREST API",
      version: "14.0",
    },
    host: `${url.hostname}:${url.port || (secure ? 443 : 80)}`,
    basePath: `${url.pathname.replace(/\/$/, "")}/rest/v1/`,
    schemes: [secure ? "https" : "http"],
    consumes: FORMS,
    produces: FORMS,
    paths: {
      "/": ROOT,
      ...Object.fromEntries(
        tables.map(({ table, own }) => [`/${table.name}`, tablePath(table, own.description)]),
      ),
      ...Object.fromEntries(
        routines.map((routine) => [
          `/rpc/${routine.name}`,
          routinePath(routine, facts.functions[routine.name]),
        ]),
      ),
    },
    definitions: Object.fromEntries(
      tables.map(({ table, own }) => [table.name, definition(cache, table, own)]),
    ),
    parameters: {
      ...SHARED_PARAMETERS,
      ...Object.fromEntries(
        tables.flatMap(({ table, own }) => tableParameters(table, own.columns)),
      ),
    },
    externalDocs: {
      description: "PostgREST Documentation",
      url: "https://postgrest.org/en/v14/references/api.html",
    },
  };
};
