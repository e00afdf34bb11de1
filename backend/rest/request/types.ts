/** A step into a JSON value: `->name`, `->>name`, `->0`. */
export interface JsonStep {
  text: boolean;
  key: string;
  index: boolean;
}

export interface Field {
  name: string;
  path: JsonStep[];
}

export type JoinKind = "left" | "inner";

export type Aggregate = "avg" | "count" | "max" | "min" | "sum";

export interface SelectedField {
  kind: "field";
  field: Field;
  alias: string | null;
  cast: string | null;
  aggregate: Aggregate | null;
  /** The type of the aggregate's result; `cast` is that of its argument. */
  aggregateCast: string | null;
}

export interface SelectedResource {
  kind: "resource";
  name: string;
  alias: string | null;
  hint: string | null;
  join: JoinKind | null;
  spread: boolean;
  select: Selected[];
}

export type Selected = SelectedField | SelectedResource;

/** The origin of a value: an index into the request's values, or a constant of the plan. */
export type Value = { slot: number } | { constant: string };

/** One comparison; `value` is null for `is`, whose word is in `word`. */
export interface Operation {
  not: boolean;
  operator: string;
  quantifier: "any" | "all" | null;
  /** Text search configuration. */
  language: string | null;
  word: string | null;
  value: Value | null;
}

export interface Filter {
  field: Field;
  operation: Operation;
}

export type Logic =
  | { kind: "filter"; filter: Filter }
  | { kind: "tree"; not: boolean; connective: "and" | "or"; members: Logic[] };

export interface OrderTerm {
  field: Field;
  /** The embedded to-one resource whose field determines the order. */
  resource: string | null;
  direction: "asc" | "desc" | null;
  nulls: "first" | "last" | null;
}

/** A property of a resource; an empty path means the resource of the URL. */
export interface At<T> {
  path: string[];
  it: T;
}

/** The meaning of the query string in terms of the language only: names are not resolved yet. */
export interface Question {
  select: Selected[];
  filters: At<Filter>[];
  logic: At<Logic>[];
  orders: At<OrderTerm[]>[];
  limits: At<Value>[];
  offsets: At<Value>[];
  columns: string[] | null;
  onConflict: string[] | null;
  /** Arguments of a function called by GET. */
  args: { name: string; value: Value }[];
}
