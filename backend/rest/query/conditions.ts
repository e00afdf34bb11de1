import { identifier } from "../identifiers.ts";
import type { Child, Condition, Expression, Order } from "../plan/types.ts";
import { IS_WORDS, OPERATORS } from "../request/operators.ts";
import type { Operation } from "../request/types.ts";
import type { Parameters } from "./parameters.ts";

/**
 * The column of a joined to-many child that contains its rows. A column of this name cannot be spread
 * (42702).
 */
export const COLLECTED = "pgrst_rows";

/** The name of a child's rows in its parent's query. */
export const joinName = (child: Child): string => `e${child.node.number}`;

/** An expression over the row called `row`. */
export const expressionSql = (p: Parameters, row: string, expression: Expression): string => {
  if (expression.kind === "star") return `${row}.*`;
  if (expression.kind === "count") return `count(${row}.*)`;
  if (expression.kind === "one") return "1";
  if (expression.kind === "joined") {
    return `${expression.child ? joinName(expression.child) : row}.${identifier(expression.name)}`;
  }
  const { computedOf, through } = expression;
  const column = computedOf
    ? `${identifier(expression.name)}((${row}.*)::${computedOf})`
    : `${row}.${identifier(expression.name)}`;
  if (expression.path.length === 0) return through ? `${through}(${column})` : column;
  const json = expression.type?.base === "json" || expression.type?.base === "jsonb";
  const steps = expression.path.map(({ text, key, index }) => {
    const operand = p.constant(key);
    return `${text ? "->>" : "->"}${operand}${index ? "::int" : "::text"}`;
  });
  return `(${json ? column : `to_jsonb(${column})`}${steps.join("")})`;
};

const search = (
  p: Parameters,
  left: string,
  expression: Expression,
  { language, value }: Operation,
  fn: string,
): string => {
  const configuration = language === null ? "" : `${p.constant(language)}::regconfig, `;
  const vector =
    expression.type?.base === "tsvector" && expression.path.length === 0
      ? left
      : `to_tsvector(${configuration}${left})`;
  return `${vector} @@ ${fn}(${configuration}${value ? p.value(value) : "null"})`;
};

const comparison = (
  p: Parameters,
  row: string,
  expression: Expression,
  operation: Operation,
): string => {
  const left = expressionSql(p, row, expression);
  const { operator, quantifier, word, value } = operation;
  if (operator === "is") return `${left} is ${IS_WORDS.get(word ?? "") ?? "null"}`;
  const facts = OPERATORS.get(operator);
  if (facts?.search) return search(p, left, expression, operation, facts.sql);
  const fromText = expression.path.length === 0 ? expression.type?.represented?.fromText : null;
  const given = value ? p.value(value) : "null";
  if (operator === "in") {
    return fromText
      ? `${left} = any(select ${fromText}(x) from unnest(${given}::text[]) as x)`
      : `${left} = any(${given})`;
  }
  if (!facts) throw new Error(`operator ${operator} was read but is not known`);
  // A pattern or a list of values is not of the column's own type.
  const read = fromText && !facts.pattern && quantifier === null;
  const right = read ? `${fromText}(${given})` : given;
  return `${left} ${facts.sql} ${quantifier === null ? right : `${quantifier}(${right})`}`;
};

/** SQL of a condition on the row called `row`; `embedded` says how to test whether a child is present. */
export const conditionSql = (
  p: Parameters,
  row: string,
  condition: Condition,
  embedded: (child: Child, present: boolean) => string,
): string => {
  switch (condition.kind) {
    case "compare": {
      const sql = comparison(p, row, condition.expression, condition.operation);
      return condition.operation.not ? `not (${sql})` : sql;
    }
    case "embedded":
      return embedded(condition.child, condition.present);
    case "tree": {
      const members = condition.members.map((member) => conditionSql(p, row, member, embedded));
      return `${condition.not ? "not " : ""}(${members.join(` ${condition.connective} `)})`;
    }
  }
};

/**
 * Within a read, a child that found nothing is a null row (to one) or null array (to many). The row is
 * written with a star: without one, a column of the same name would be meant.
 */
export const presence = (child: Child, present: boolean): string => {
  const name = joinName(child);
  const value = child.relationship.toOne ? `${name}.*` : `${name}.${COLLECTED}`;
  return `${value} is ${present ? "" : "not "}distinct from null`;
};

/** Whether a joined child outputs the column unchanged, under its own name. */
const showsColumn = ({ node }: Child, name: string): boolean =>
  node.outputs.some(
    ({ expression, alias, cast, aggregate, hidden }) =>
      !(cast || aggregate || hidden || expression.through) &&
      (expression.kind === "star"
        ? alias === null && node.source.columns.has(name)
        : expression.name === name && expression.path.length === 0 && (alias ?? name) === name),
  );

/** `related` returns a value of a to-one child's row that its join does not output. */
export const orderSql = (
  p: Parameters,
  row: string,
  orders: readonly Order[],
  related: (child: Child, expression: Expression) => string,
): string => {
  if (orders.length === 0) return "";
  const valueSql = ({ expression, output, child }: Order): string => {
    if (output !== null) return String(output + 1);
    if (!child) return expressionSql(p, row, expression);
    return expression.kind === "joined" || showsColumn(child, expression.name)
      ? expressionSql(p, joinName(child), expression)
      : related(child, expression);
  };
  const terms = orders.map((order) => {
    const { direction, nulls } = order;
    return `${valueSql(order)}${direction ? ` ${direction}` : ""}${nulls ? ` nulls ${nulls}` : ""}`;
  });
  return ` order by ${terms.join(", ")}`;
};
