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

/** Where a value comes from: a place in the request's values, or a constant of the plan. */
export type Value = { slot: number } | { constant: string };

/** One comparison; `value` is null for `is`, whose word stands in `word`. */
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
  /** The embedded to-one resource whose field orders. */
  resource: string | null;
  direction: "asc" | "desc" | null;
  nulls: "first" | "last" | null;
}

/** Something said of a resource; an empty path is the resource of the URL. */
export interface At<T> {
  path: string[];
  it: T;
}

/** What the query string asks, in terms of the language only: names are not looked up yet. */
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
