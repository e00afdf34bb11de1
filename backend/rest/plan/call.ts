import { closest, LIKENESS } from "#backend/core/fuzzy.ts";
import { refuse } from "../errors.ts";
import { qualified } from "../identifiers.ts";
import type { Payload } from "../request/body.ts";
import type { Media } from "../request/media.ts";
import type { ApiRequest } from "../request/request.ts";
import type { Question, Value } from "../request/types.ts";
import { key, type Routine, type RoutineParameter, type SchemaCache } from "../schema/types.ts";
import { planRead, relationSource } from "./read.ts";
import type { ReadNode, Source } from "./types.ts";

/** How a function gets its arguments. */
type Arguments =
  /** Values of the query string, by name; a variadic parameter may have several. */
  | { from: "query"; values: { parameter: RoutineParameter; values: Value[] }[] }
  /** Members of the JSON body, by name. */
  | { from: "body"; parameters: RoutineParameter[]; form: "object" | "array" }
  /** The whole body is the only, unnamed argument. */
  | { from: "whole"; parameter: RoutineParameter };

export interface CallPlan {
  routine: Routine;
  arguments: Arguments;
  readOnly: boolean;
  read: ReadNode;
}

const WHOLE_TYPES: Record<string, readonly string[]> = {
  json: ["json", "jsonb"],
  text: ["text"],
  xml: ["xml"],
  binary: ["bytea"],
};

const takesWholeBody = (routine: Routine, payload: Payload | null): boolean => {
  const [only, more] = routine.parameters;
  if (!payload || !only || more || only.name !== "") return false;
  if (payload.raw === null && !payload.json) return false;
  return (WHOLE_TYPES[payload.raw ?? "json"] ?? []).includes(only.type.name);
};

const takesNames = (routine: Routine, names: ReadonlySet<string>, raw: boolean): boolean => {
  if (raw) return false;
  const known = new Set(routine.parameters.map(({ name }) => name));
  if ([...names].some((name) => !known.has(name))) return false;
  return routine.parameters.every(
    ({ name, required, variadic }) => names.has(name) || !required || variadic,
  );
};

const signature = ({ schema, name, parameters }: Routine) =>
  `${schema}.${name}(${parameters.map((each) => `${each.name} => ${each.type.sql}`).join(", ")})`;

const notFound = (
  cache: SchemaCache,
  schema: string,
  name: string,
  names: readonly string[],
  payload: Payload | null,
  overloads: readonly Routine[],
) => {
  const whole = `${schema}.${name}`;
  const sorted = names.toSorted();
  const listed = sorted.length > 0 ? `(${sorted.join(", ")})` : " without parameters";
  const searched =
    sorted.length > 0
      ? ` with parameter${sorted.length > 1 ? "s" : ""} ${sorted.join(", ")}`
      : " without parameters";
  const orWhole = payload?.json ? " or with a single unnamed json/jsonb parameter" : "";
  const byRaw = payload?.raw
    ? ` with a single unnamed ${payload.raw === "binary" ? "bytea" : payload.raw} parameter`
    : null;
  const others = [...cache.routines.values()]
    .flat()
    .filter((each) => each.schema === schema && each.returns !== "trigger");
  const list = (parameters: readonly RoutineParameter[]) =>
    `(${parameters
      .map((each) => each.name)
      .toSorted()
      .join(", ")})`;
  const didYouMean =
    overloads.length > 0
      ? closest(
          `(${sorted.join(", ")})`,
          overloads.map(({ parameters }) => list(parameters)),
          LIKENESS.part,
        )
      : closest(
          name,
          others.map((each) => each.name),
          LIKENESS.relation,
        );
  const suggestion = overloads.length > 0 ? `${whole}${didYouMean}` : `${schema}.${didYouMean}`;
  return refuse("PGRST202", {
    message: `Could not find the function ${whole}${byRaw ? "" : listed} in the schema cache`,
    details: `Searched for the function ${whole}${byRaw ?? `${searched}${orWhole}`}, but no matches were found in the schema cache.`,
    hint:
      didYouMean === null || byRaw ? null : `Perhaps you meant to call the function ${suggestion}`,
    names: [{ kind: "function", schema, name: overloads.length > 0 ? name : (didYouMean ?? name) }],
  });
};

/**
 * The overload that takes exactly these arguments: PGRST202 if there is none, PGRST203 if there are
 * several.
 */
const findRoutine = (
  cache: SchemaCache,
  schema: string,
  name: string,
  names: readonly string[],
  payload: Payload | null,
): { routine: Routine; whole: boolean } => {
  const overloads = cache.routines.get(key(schema, name)) ?? [];
  const given = new Set(names);
  const named = overloads.filter((each) => takesNames(each, given, payload?.raw != null));
  const whole = overloads.filter((each) => takesWholeBody(each, payload));
  const candidates = named.length > 0 ? named : whole;
  const [routine, second] = candidates;
  if (!routine) throw notFound(cache, schema, name, names, payload, overloads);
  if (second) {
    throw refuse("PGRST203", {
      message: `Could not choose the best candidate function between: ${candidates.map(signature).join(", ")}`,
      hint: "Try renaming the parameters or the function itself in the database so function overloading can be resolved",
    });
  }
  // `{"": value}` names the unnamed parameter, which takes the whole body.
  const [only] = routine.parameters;
  return { routine, whole: named.length === 0 || (payload !== null && only?.name === "") };
};

const resultSource = (cache: SchemaCache, routine: Routine): Source => {
  const relation = routine.table ? relationSource(cache, routine.table) : null;
  if (relation) return { ...relation, rowType: qualified(relation) };
  const columns =
    routine.returns === "composite" ? routine.columns : new Map([["pgrst_scalar", routine.type]]);
  const { schema, name } = routine;
  return {
    schema,
    name,
    label: name,
    columns,
    withheld: null,
    computed: new Map(),
    rowType: null,
    ofFunction: true,
  };
};

const argumentsOf = (
  routine: Routine,
  question: Question,
  payload: Payload | null,
  whole: boolean,
): Arguments => {
  const [only] = routine.parameters;
  if (whole && only) return { from: "whole", parameter: only };
  if (payload) {
    const given = new Set(question.columns ?? payload.keys);
    const parameters = routine.parameters.filter(({ name }) => given.has(name));
    return { from: "body", parameters, form: payload.form };
  }
  const values = routine.parameters.flatMap((parameter) => {
    const own = question.args.filter(({ name }) => name === parameter.name);
    if (own.length === 0) return [];
    const ownValues = parameter.variadic ? own : own.slice(-1);
    return [{ parameter, values: ownValues.map(({ value }) => value) }];
  });
  return { from: "query", values };
};

/** The chosen overload may differ from the one for which the body was read as a single value. */
const checkHandler = ({ returns, returnsSet, type }: Routine, { handler }: Media): void => {
  if (!handler?.value) return;
  const [shown] = handler.contentType.split(";");
  const own = type.name.toLowerCase();
  if (returns === "scalar" && !returnsSet && (own === "*/*" || own === shown)) return;
  throw refuse("PGRST107", {
    message: `None of these media types are available: ${shown}`,
  });
};

/** Plans a function call and the reading of its result. */
export const planCall = (
  cache: SchemaCache,
  { target, payload, method, preferences, media }: ApiRequest,
  question: Question,
  { role, maxRows }: { role: string; maxRows: number },
): CallPlan => {
  const names = payload
    ? (question.columns ?? (payload.raw ? [] : payload.keys))
    : question.args.map(({ name }) => name);
  const { routine, whole } = findRoutine(cache, target.schema, target.name, names, payload);
  const limited = preferences.handling === "strict" && preferences.maxAffected !== null;
  if (limited && !routine.returnsSet) throw refuse("PGRST128");
  const read = planRead(cache, target.schema, resultSource(cache, routine), question, {
    role,
    maxRows,
    changed: false,
  });
  if (!routine.returnsSet && !media.single) read.limit = null;
  checkHandler(routine, media);
  return {
    routine,
    arguments: argumentsOf(routine, question, payload, whole),
    readOnly: method !== "POST" || routine.volatility !== "volatile",
    read,
  };
};
