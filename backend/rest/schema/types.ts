import type { ApiSettings } from "./settings.ts";

/** The service's knowledge of the database. Names are unquoted, as in the catalogue. */
export interface SchemaCache {
  settings: ApiSettings;
  /** By `key(schema, name)`; only relations of exposed schemas. */
  tables: ReadonlyMap<string, Table>;
  /** By the key of their starting table; only between exposed relations. */
  relationships: ReadonlyMap<string, readonly Relationship[]>;
  /** By `key(schema, name)`; the overloads of a name, fewest parameters first. */
  routines: ReadonlyMap<string, readonly Routine[]>;
  /** Types that a caller may cast to: from lower-case name to quoted, qualified SQL. */
  types: ReadonlyMap<string, string>;
  /** `ALTER ROLE ... SET` of the roles a caller may have, applied to each of their transactions. */
  roleSettings: ReadonlyMap<string, readonly (readonly [name: string, value: string])[]>;
  /** Some function, policy, view or default reads `request.headers` or similar. */
  readsRequest: boolean;
  /** Some function sets `response.headers` or `response.status`. */
  setsResponse: boolean;
  /** PostGIS's feature writer, `"schema"."st_asgeojson"`, if the database has it. */
  geoJson: string | null;
  /**
   * Media types that the database makes itself (domain types called `text/html`): by the key of the table
   * or function, or `*` for aggregates of any rows; then by media type, one of which may be "any".
   */
  handlers: ReadonlyMap<string, ReadonlyMap<string, Handler>>;
  enums: readonly EnumType[];
  composites: readonly CompositeType[];
}

export interface TypeFacts {
  /** As `format_type` writes it, qualified outside pg_catalog: suitable for SQL. */
  sql: string;
  /** `pg_type.typname` (`_int4` is an array of int4) of the type, and of its base for a domain. */
  name: string;
  base: string;
  schema: string;
  /** For a column in a domain type with its own implicit casts to and from JSON or text. */
  represented?: Representation;
}

/** SQL of the functions by which the API outputs and parses values of a domain type. */
export interface Representation {
  toJson: string | null;
  fromJson: string | null;
  fromText: string | null;
}

/** What makes a response's body in a media type of the database's own. */
export interface Handler {
  /** SQL of the aggregate function, or, for a function's one value, of its type. */
  sql: string;
  /** SQL of the row type that the aggregate takes; null for one of any rows. */
  rowType: string | null;
  /** For a function whose value is the body. */
  value: boolean;
  /** The body is bytes. */
  binary: boolean;
  contentType: string;
}

export interface Column {
  name: string;
  type: TypeFacts;
  nullable: boolean;
  /** An SQL expression, or null; for identity columns the `nextval` that gives the number. */
  default: string | null;
  identity: "always" | "by default" | null;
  generated: boolean;
  updatable: boolean;
}

export interface Table {
  schema: string;
  name: string;
  kind: "table" | "view" | "materialized view" | "foreign table";
  columns: ReadonlyMap<string, Column>;
  /** By role, the columns that it may not select, if it may select others. */
  withheld: ReadonlyMap<string, ReadonlySet<string>>;
  /** Functions of one row of this table, usable as columns. */
  computed: ReadonlyMap<string, TypeFacts>;
  primaryKey: readonly string[];
  insertable: boolean;
  updatable: boolean;
  deletable: boolean;
}

type Cardinality = "many-to-one" | "one-to-many" | "one-to-one" | "many-to-many" | "computed";

export interface Relationship {
  from: { schema: string; name: string };
  to: { schema: string; name: string };
  cardinality: Cardinality;
  self: boolean;
  toView: boolean;
  /** The foreign key's name; for many-to-many that of the key towards `from`. */
  constraint: string;
  /** Pairs `[column of from, column of to]`; empty for many-to-many and computed. */
  columns: readonly (readonly [string, string])[];
  /** Whether it leads to at most one row. */
  toOne: boolean;
  /** The foreign key is on the `from` side. */
  hasForeignKey: boolean;
  junction: Junction | null;
  /** The function that computes the other side from a row of `from`. */
  computedBy: { schema: string; name: string } | null;
}

interface Junction {
  schema: string;
  name: string;
  constraints: readonly [string, string];
  /** Pairs `[column of from, column of junction]` and `[column of to, column of junction]`. */
  fromColumns: readonly (readonly [string, string])[];
  toColumns: readonly (readonly [string, string])[];
}

export interface RoutineParameter {
  name: string;
  type: TypeFacts;
  required: boolean;
  variadic: boolean;
}

export interface Routine {
  schema: string;
  name: string;
  parameters: readonly RoutineParameter[];
  volatility: "volatile" | "stable" | "immutable";
  returnsSet: boolean;
  /** The kind of a result row. */
  returns: "void" | "scalar" | "composite" | "trigger";
  type: TypeFacts;
  /** The table whose rows it returns, which makes embedding possible. */
  table: { schema: string; name: string } | null;
  /** Columns of a composite result (`returns table (...)`, OUT parameters, a composite type). */
  columns: ReadonlyMap<string, TypeFacts>;
}

interface EnumType {
  schema: string;
  name: string;
  values: string[];
}

interface CompositeType {
  schema: string;
  name: string;
  attributes: { name: string; type: TypeFacts }[];
}

/** The map key of a relation or function. */
export const key = (schema: string, name: string): string => `${schema}\u0000${name}`;
