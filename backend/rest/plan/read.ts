import { refuse } from "../errors.ts";
import { identifier } from "../identifiers.ts";
import type {
  At,
  Filter,
  Logic,
  Question,
  Selected,
  SelectedResource,
  Value,
} from "../request/types.ts";
import { key, type SchemaCache } from "../schema/types.ts";
import { expandStars, hoisted, isGrouped } from "./aggregate.ts";
import { findRelationship } from "./embed.ts";
import { castType, everyColumn, findTable, resolve, tableSource } from "./names.ts";
import { planOrder } from "./order.ts";
import type { Child, Condition, Output, ReadNode, Source } from "./types.ts";

interface Planning {
  cache: SchemaCache;
  schema: string;
  role: string;
  /** The most rows of one resource; 0 for no limit. */
  maxRows: number;
  made: number;
  aliases: Set<string>;
}

/**
 * Rows are named by their source's label, so that query plans look like PostgREST's. The exception is a
 * label that another node or this service's own names use (`t0`; a child's `e0`, a junction's `j0`).
 */
const aliasOf = ({ aliases }: Planning, { label }: Source, number: number): string => {
  const fit = /^\w{1,60}$/.test(label) && !/^[tej]\d+$/.test(label) && !aliases.has(label);
  const alias = fit ? label : `t${number}`;
  aliases.add(alias);
  return identifier(alias);
};

const lastKey = (path: readonly { key: string; index: boolean }[], name: string): string =>
  path.findLast(({ index }) => !index)?.key ?? name;

const output = (
  planning: Planning,
  source: Source,
  selected: Extract<Selected, { kind: "field" }>,
): Output => {
  const { aggregate, alias } = selected;
  if (aggregate && !planning.cache.settings.aggregates) throw refuse("PGRST123");
  const expression = resolve(source, selected.field);
  const typed = (written: string | null) =>
    written === null ? null : castType(planning.cache, written);
  const cast = typed(selected.cast);
  if (aggregate) {
    return {
      expression,
      cast,
      alias: alias ?? aggregate,
      aggregate: { function: aggregate, cast: typed(selected.aggregateCast) },
      hidden: false,
    };
  }
  if (expression.kind === "star" && (cast || alias)) {
    throw refuse("PGRST100", { message: "'*' takes neither an alias nor a cast" });
  }
  const { path, name, type } = expression;
  const through = path.length === 0 ? type?.represented?.toJson : null;
  const implied = path.length > 0 ? lastKey(path, name) : cast || through ? name : null;
  if (through) expression.through = through;
  return { expression, cast, alias: alias ?? implied, aggregate: null, hidden: false };
};

const child = (
  planning: Planning,
  parent: Source,
  selected: SelectedResource,
  depth: number,
): Child => {
  const relationship = findRelationship(
    planning.cache,
    parent,
    selected.name,
    selected.hint,
    planning.schema,
  );
  const { schema, name } = relationship.to;
  const table = tableSource(findTable(planning.cache, schema, name), planning.role);
  const source = { ...table, label: `${name}_${depth}` };
  const node = build(planning, source, selected.select, depth);
  if (!relationship.toOne && planning.maxRows > 0) {
    node.limit = { constant: String(planning.maxRows) };
  }
  return {
    node,
    relationship,
    output: selected.alias ?? selected.name,
    name: selected.name,
    join: selected.join,
    spread: selected.spread,
  };
};

/** A star is written as separate columns if a function shows some of them, or the caller may not select all. */
const shown = (source: Source, each: Output): Output[] => {
  const { kind } = each.expression;
  const represented = [...source.columns.values()].some((type) => type.represented?.toJson);
  if (kind !== "star" || each.aggregate || !(represented || source.withheld)) return [each];
  return everyColumn(source).map((expression) => {
    const through = expression.type?.represented?.toJson;
    return through
      ? { ...each, expression: { ...expression, through }, alias: expression.name }
      : { ...each, expression };
  });
};

/** Relationships are resolved before columns, because PostgreSQL reports unknown columns later. */
const checkRelations = (
  planning: Pick<Planning, "cache" | "schema">,
  parent: { schema: string; name: string },
  select: readonly Selected[],
): void => {
  for (const each of select) {
    if (each.kind === "field") continue;
    const { cache, schema } = planning;
    const { to } = findRelationship(cache, parent, each.name, each.hint, schema);
    checkRelations(planning, to, each.select);
  }
};

const build = (
  planning: Planning,
  source: Source,
  select: readonly Selected[],
  depth = 0,
): ReadNode => {
  const number = planning.made++;
  const id = aliasOf(planning, source, number);
  const outputs: Output[] = [];
  const children: Child[] = [];
  for (const selected of select) {
    if (selected.kind === "field") outputs.push(output(planning, source, selected));
    else {
      const found = child(planning, source, selected, depth + 1);
      if (children.some(({ output }) => output === found.output)) {
        throw refuse("42712", {
          message: `table name "${source.name}_${found.output}_${depth + 1}" specified more than once`,
        });
      }
      children.push(found);
      if (found.spread) outputs.push(...hoisted(planning, found));
    }
  }
  const node: ReadNode = {
    number,
    id,
    source,
    outputs: outputs.flatMap((each) => shown(source, each)),
    children,
    conditions: [],
    orders: [],
    limit: null,
    offset: null,
  };
  if (isGrouped(node)) expandStars(node);
  return node;
};

/** The node of a path such as `directors.films`, by the names or aliases in the request. */
const nodeAt = (root: ReadNode, path: readonly string[]): ReadNode =>
  path.reduce((node, step) => {
    const found =
      node.children.find((each) => each.output === step) ??
      node.children.find((each) => each.name === step);
    if (!found) {
      throw refuse("PGRST108", {
        message: `'${step}' is not an embedded resource in this request`,
        hint: `Verify that '${step}' is included in the 'select' query parameter.`,
      });
    }
    return found.node;
  }, root);

const condition = (node: ReadNode, { field, operation }: Filter): Condition => {
  const embedded =
    field.path.length === 0 ? node.children.find((each) => each.output === field.name) : undefined;
  if (embedded && operation.operator === "is" && operation.word?.endsWith("null")) {
    return {
      kind: "embedded",
      child: embedded,
      present: operation.not !== (operation.word === "not_null"),
    };
  }
  if (embedded && !node.source.columns.has(field.name)) {
    throw refuse("PGRST120", {
      message: `Bad operator on the '${field.name}' embedded resource`,
      details: "Only is null or not is null filters are allowed on embedded resources",
    });
  }
  const expression = resolve(node.source, field);
  if (expression.kind !== "column") throw refuse("PGRST100", { message: "'*' cannot be compared" });
  return { kind: "compare", expression, operation };
};

const tree = (node: ReadNode, logic: Logic): Condition =>
  logic.kind === "filter"
    ? condition(node, logic.filter)
    : { ...logic, members: logic.members.map((member) => tree(node, member)) };

/** The conditions of the outermost resource, for statements that change rows. */
export const rootConditions = (source: Source, question: Question): Condition[] => {
  const node: ReadNode = {
    number: 0,
    id: "m",
    source,
    outputs: [],
    conditions: [],
    orders: [],
    limit: null,
    offset: null,
    children: [],
  };
  const own = <T>(list: At<T>[]) => list.filter(({ path }) => path.length === 0);
  return [
    ...own(question.filters).map(({ it }) => condition(node, it)),
    ...own(question.logic).map(({ it }) => tree(node, it)),
  ];
};

/**
 * Plans a read: the tree of resources with outputs, conditions, orders and ranges. With `changed` the
 * outermost rows are those that a statement has just changed, so its conditions and range have already been
 * applied.
 */
export const planRead = (
  cache: SchemaCache,
  schema: string,
  source: Source,
  question: Question,
  { role, maxRows, changed }: { role: string; maxRows: number; changed: boolean },
): ReadNode => {
  const planning: Planning = { cache, schema, role, maxRows, made: 0, aliases: new Set() };
  checkRelations(planning, source, question.select);
  const root = build(planning, source, question.select);
  const requested = <T>(list: At<T>[]) =>
    changed ? list.filter(({ path }) => path.length > 0) : list;
  for (const { path, it } of requested(question.filters)) {
    const node = nodeAt(root, path);
    node.conditions.push(condition(node, it));
  }
  for (const { path, it } of requested(question.logic)) {
    const node = nodeAt(root, path);
    node.conditions.push(tree(node, it));
  }
  for (const { path, it } of question.orders) {
    const node = nodeAt(root, path);
    node.orders.push(...it.map((term) => planOrder(node, term)));
  }
  const range = (list: At<Value>[], part: "limit" | "offset") => {
    for (const { path, it } of requested(list)) nodeAt(root, path)[part] = it;
  };
  range(question.limits, "limit");
  range(question.offsets, "offset");
  return root;
};

/** The source for rows of a named relation, for functions that return them. */
export const relationSource = (
  cache: SchemaCache,
  { schema, name }: { schema: string; name: string },
): Source | null => {
  const table = cache.tables.get(key(schema, name));
  return table ? tableSource(table, null) : null;
};
