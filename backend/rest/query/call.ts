import type { CallPlan } from "../plan/call.ts";
import { identifier, type Parameters, qualified } from "./parameters.ts";
import { payloadSql } from "./payload.ts";

/** `from (select f(...) as pgrst_scalar) c` or `from f(...) as c`, by what the function returns. */
const callSql = ({ routine }: CallPlan, list: string): string => {
  const call = `${qualified(routine)}(${list})`;
  return routine.returns === "composite" ? `${call} as c` : `(select ${call} as pgrst_scalar) as c`;
};

/** The query that calls the function and gives its rows as they are. */
export const callRowsSql = (p: Parameters, plan: CallPlan): string => {
  const given = plan.arguments;
  switch (given.from) {
    case "whole":
      return `select c.* from ${callSql(plan, `${p.body()}::${given.parameter.type.sql}`)}`;
    case "query": {
      const list = given.values.map(({ parameter, values }) => {
        const name = identifier(parameter.name);
        const [first] = values;
        if (parameter.variadic && values.length > 1) {
          return `variadic ${name} := array[${values.map((value) => p.value(value)).join(", ")}]::${parameter.type.sql}`;
        }
        const value = first ? p.value(first) : "null";
        return `${parameter.variadic ? "variadic " : ""}${name} := ${value}::${parameter.type.sql}`;
      });
      return `select c.* from ${callSql(plan, list.join(", "))}`;
    }
    case "body": {
      if (given.parameters.length === 0) return `select c.* from ${callSql(plan, "")}`;
      const rows = payloadSql(p, given.parameters, { form: given.form, defaults: false });
      const list = given.parameters.map(
        ({ name, variadic }) =>
          `${variadic ? "variadic " : ""}${identifier(name)} := b.${identifier(name)}`,
      );
      return `select c.* from ${rows}, lateral ${callSql(plan, list.join(", "))}`;
    }
  }
};
