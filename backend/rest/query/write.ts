import { identifier, qualified } from "../identifiers.ts";
import type { WritePlan } from "../plan/write.ts";
import { conditionSql } from "./conditions.ts";
import type { Parameters } from "./parameters.ts";
import { payloadSql } from "./payload.ts";

/** Rows inserted, as the statement itself counts them: merged ones are subtracted. */
export const INSERTED = "nullif(current_setting('pgrst.inserted', true), '')";

const count = (step: "+" | "-", differs: string) =>
  `set_config('pgrst.inserted', (coalesce(${INSERTED}::int, 0) ${step} 1)::text, true) <> '${differs}'`;

const names = (list: readonly { name: string }[]) =>
  list.map(({ name }) => identifier(name)).join(", ");

const returningSql = ({ returning }: WritePlan): string =>
  returning.length === 0
    ? " returning 1"
    : ` returning ${returning.map((name) => (name === "*" ? "m.*" : `m.${identifier(name)}`)).join(", ")}`;

const noEmbeddings = () => {
  throw new Error("a statement that changes rows embeds nothing");
};

const insertSql = (p: Parameters, plan: WritePlan): string => {
  const { table, columns, conflict } = plan;
  const list = columns.length > 0 ? ` (${names(columns)})` : "";
  const values = columns.map(({ name }) => `b.${identifier(name)}`).join(", ");
  const rows = `select ${values} from ${payloadSql(p, columns, plan)}`;
  const merge = conflict?.merge === true && columns.length > 0;
  const where = [
    ...plan.conditions.map((condition) => conditionSql(p, "b", condition, noEmbeddings)),
    ...(merge ? [count("+", "0")] : []),
  ];
  const only = where.length > 0 ? ` where ${where.join(" and ")}` : "";
  const onConflict = conflict
    ? ` on conflict (${conflict.columns.map(identifier).join(", ")}) do ${
        merge
          ? `update set ${columns.map(({ name }) => `${identifier(name)} = excluded.${identifier(name)}`).join(", ")} where ${count("-", "-1")}`
          : "nothing"
      }`
    : "";
  const nothing = columns.length === 0 && plan.form === "object" && only === "";
  const source = nothing && !conflict ? "default values" : rows;
  return `insert into ${qualified(table)} as m${list} ${source}${only}${onConflict}${returningSql(plan)}`;
};

/** The statement that changes the rows; it returns the columns that the response needs. */
export const writeSql = (p: Parameters, plan: WritePlan): string => {
  const table = qualified(plan.table);
  // Only if used: a parameter that the text does not name cannot be bound.
  const conditions = () =>
    plan.conditions.map((condition) => conditionSql(p, "m", condition, noEmbeddings)).join(" and ");
  switch (plan.kind) {
    case "insert":
    case "put":
      return insertSql(p, plan);
    case "update": {
      if (plan.columns.length === 0) {
        const columns = plan.returning.length === 0 ? "1" : returningSql(plan).slice(11);
        return `select ${columns} from ${table} as m where ${["false", conditions()].filter(Boolean).join(" and ")}`;
      }
      const set = plan.columns.map(({ name }) => `${identifier(name)} = b.${identifier(name)}`);
      return `update ${table} as m set ${set.join(", ")} from ${payloadSql(p, plan.columns, plan)} where ${conditions()}${returningSql(plan)}`;
    }
    case "delete":
      return `delete from ${table} as m where ${conditions()}${returningSql(plan)}`;
  }
};
