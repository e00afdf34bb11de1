import { identifier, qualified } from "../identifiers.ts";
import type { CallPlan } from "../plan/call.ts";
import type { RoutineParameter } from "../schema/types.ts";
import type { Parameters } from "./parameters.ts";
import { payloadSql } from "./payload.ts";

/** A length belongs to the function's parameter. On the value it would truncate it. */
const argumentType = ({ type: { sql } }: RoutineParameter): string =>
  sql.replace(/^(character|bit)(?=(\[\])*$)/, "$1 varying");

/** `from (select f(...) as pgrst_scalar) c` or `from f(...) as c`, by what the function returns. */
const callSql = ({ routine }: CallPlan, list: string): string => {
  const call = `${qualified(routine)}(${list})`;
  return routine.returns === "composite" ? `${call} as c` : `(select ${call} as pgrst_scalar) as c`;
};

/** The query that calls the function and returns its rows unchanged. */
export const callRowsSql = (p: Parameters, plan: CallPlan): string => {
  const given = plan.arguments;
  switch (given.from) {
    case "whole":
      return `select c.* from ${callSql(plan, `${p.body()}::${given.parameter.type.sql}`)}`;
    case "query": {
      const list = given.values.map(({ parameter, values }) => {
        const name = identifier(parameter.name);
        const [first] = values;
        if (parameter.variadic) {
          return `variadic ${name} := array[${values.map((value) => p.value(value)).join(", ")}]::${argumentType(parameter)}`;
        }
        return `${name} := ${first ? p.value(first) : "null"}::${argumentType(parameter)}`;
      });
      return `select c.* from ${callSql(plan, list.join(", "))}`;
    }
    case "body": {
      if (given.parameters.length === 0) return `select c.* from ${callSql(plan, "")}`;
      const parameters = given.parameters.map((each) => ({
        name: each.name,
        type: { ...each.type, sql: argumentType(each) },
      }));
      const rows = payloadSql(p, parameters, { form: "object", first: given.form === "array" });
      const list = given.parameters.map(
        ({ name, variadic }) =>
          `${variadic ? "variadic " : ""}${identifier(name)} := b.${identifier(name)}`,
      );
      return `select c.* from ${rows}, lateral ${callSql(plan, list.join(", "))}`;
    }
  }
};
