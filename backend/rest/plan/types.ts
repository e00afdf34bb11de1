import type { Aggregate, JoinKind, JsonStep, Operation, Value } from "../request/types.ts";
import type { Relationship, TypeFacts } from "../schema/types.ts";

/** Where rows come from: its columns are the only names that reach SQL. */
export interface Source {
  schema: string;
  name: string;
  /** Its name in errors: `films`, or below another resource with its depth, `films_1`. */
  label: string;
  columns: ReadonlyMap<string, TypeFacts>;
  /** Columns that the caller may not select, which `*` leaves out; null if `*` is every column. */
  withheld: ReadonlySet<string> | null;
  computed: ReadonlyMap<string, TypeFacts>;
  /**
   * SQL of the type to which a row must be cast before a function of it can be called; null for rows
   * straight from their table.
   */
  rowType: string | null;
  /** Its columns are those of a function's own rows, not of a relation's. */
  ofFunction?: boolean;
}

/** A column of a source, or a place within its JSON. */
export interface Expression {
  /**
   * `star` is every column; `count` is the row itself under `count()`; `one` is a constant for each row;
   * `joined` is a child's output of that name.
   */
  kind: "column" | "star" | "count" | "one" | "joined";
  name: string;
  type: TypeFacts | null;
  path: readonly JsonStep[];
  /** Only for `joined`. */
  child?: Child;
  /** A function of the row, and SQL of the type to which the row must be cast. */
  computedOf?: string;
  /** SQL of the function that shows a value of the column's type as JSON. */
  through?: string;
}

export interface Output {
  expression: Expression;
  alias: string | null;
  /** SQL of a type from the schema cache. */
  cast: string | null;
  aggregate: { function: Aggregate; cast: string | null } | null;
  /** Visible only to the parent, which aggregates it. */
  hidden: boolean;
}

export type Condition =
  | { kind: "compare"; expression: Expression; operation: Operation }
  /** Whether an embedded resource is empty (`present` false) or not. */
  | { kind: "embedded"; child: Child; present: boolean }
  | { kind: "tree"; not: boolean; connective: "and" | "or"; members: Condition[] };

export interface Order {
  expression: Expression;
  /** The index among the node's outputs, if one of these orders. */
  output: number | null;
  /** The to-one child whose column it is. */
  child: Child | null;
  direction: "asc" | "desc" | null;
  nulls: "first" | "last" | null;
}

/** A resource and what to read of it. */
export interface ReadNode {
  /** Its place in the plan. */
  number: number;
  /** SQL name of its rows, unique in the plan; see `aliasOf`. */
  id: string;
  source: Source;
  outputs: Output[];
  conditions: Condition[];
  orders: Order[];
  limit: Value | null;
  offset: Value | null;
  children: Child[];
}

export interface Child {
  node: ReadNode;
  relationship: Relationship;
  /** The member of the parent's object that contains it. */
  output: string;
  /** Its name in the request. */
  name: string;
  join: JoinKind | null;
  spread: boolean;
}
