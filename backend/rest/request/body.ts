import { HttpError } from "#backend/core/errors.ts";
import { readBody } from "#backend/core/http/http.ts";
import { type BodyLimits, parseForm, parseJson } from "#backend/core/http/parse.ts";
import { refuse } from "../errors.ts";
import { csvRows } from "./csv.ts";

/** A body of rows or arguments, as JSON text for PostgreSQL to parse. */
export interface Payload {
  /** JSON text, or the bare text of a `raw` body. */
  text: string;
  form: "object" | "array";
  /** The members of every object, in order of appearance. */
  keys: readonly string[];
  /** A body that is one value for a function's only parameter. */
  raw: "text" | "xml" | "binary" | null;
  /** It arrived as JSON, which a function may take whole. */
  json: boolean;
}

const invalid = (message: string, details?: string) => refuse("PGRST102", { message, details });

const sameKeys = (keys: readonly string[], row: object): boolean => {
  const own = Object.keys(row);
  return own.length === keys.length && keys.every((name) => Object.hasOwn(row, name));
};

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const parse = (text: string, most: number): unknown => {
  try {
    return parseJson(text, most);
  } catch (error) {
    throw error instanceof HttpError ? error : invalid("Empty or invalid json");
  }
};

/** The body of a call: a function that takes it whole accepts any JSON. */
const callPayload = (text: string, most: number): Payload => {
  const value = parse(text, most);
  const row: unknown = Array.isArray(value) ? value[0] : value;
  const form = Array.isArray(value) ? "array" : "object";
  return { text, form, keys: isObject(row) ? Object.keys(row) : [], raw: null, json: true };
};

/** Fields of a form. The last of several with one name counts, but a variadic argument takes all. */
const formFields = (text: string, variadic: ReadonlySet<string>): Record<string, unknown> => {
  const fields = new Map<string, string[]>();
  for (const [name, value] of parseForm(text)) {
    const known = fields.get(name);
    if (known) known.push(value);
    else fields.set(name, [value]);
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, variadic.has(name) ? values : values.at(-1)]),
  );
};

/**
 * The shape of a JSON body. With `columns` in the query string, rows may differ; otherwise all must have
 * the same members. A scalar means no rows, as in PostgREST.
 */
const jsonPayload = (text: string, columnsGiven: boolean, most: number): Payload => {
  const value = parse(text, most);
  if (isObject(value))
    return { text, form: "object", keys: Object.keys(value), raw: null, json: true };
  if (!Array.isArray(value)) return { text: "[]", form: "array", keys: [], raw: null, json: true };
  const [first] = value;
  if (columnsGiven) {
    if (!value.every(isObject)) throw invalid("All rows must be objects");
    return { text, form: "array", keys: [], raw: null, json: true };
  }
  if (value.length === 0) return { text, form: "array", keys: [], raw: null, json: true };
  if (!isObject(first)) throw invalid("All object keys must match");
  const keys = Object.keys(first);
  if (!value.every((row) => isObject(row) && sameKeys(keys, row))) {
    throw invalid("All object keys must match");
  }
  return { text, form: "array", keys, raw: null, json: true };
};

const decoder = new TextDecoder("utf-8", { fatal: true });

const decode = (bytes: Uint8Array): string => {
  try {
    return decoder.decode(bytes);
  } catch {
    throw invalid("The body is not UTF-8");
  }
};

/** Reads the body of a writing request by its content type. */
export const readPayload = async (
  request: Request,
  {
    columnsGiven,
    rpc,
    variadic,
    limits: { bytes: longest, values },
  }: { columnsGiven: boolean; rpc: boolean; variadic: ReadonlySet<string>; limits: BodyLimits },
): Promise<Payload> => {
  const declared = request.headers.get("content-type");
  const [type = ""] = (declared ?? "application/json").split(";");
  const bytes = await readBody(request, longest);
  switch (type.trim().toLowerCase()) {
    case "application/json":
    case "application/vnd.pgrst.object+json":
    case "application/vnd.pgrst.array+json":
    case "": {
      const text = decode(bytes);
      if (rpc) return callPayload(text.trim() === "" ? "{}" : text, values);
      return jsonPayload(text, columnsGiven, values);
    }
    case "text/csv":
      return {
        ...jsonPayload(JSON.stringify(csvRows(decode(bytes), values)), columnsGiven, values),
        json: false,
      };
    case "application/x-www-form-urlencoded": {
      const fields = formFields(decode(bytes), variadic);
      return { ...jsonPayload(JSON.stringify(fields), columnsGiven, values), json: false };
    }
    case "text/plain":
      if (rpc) return { text: decode(bytes), form: "object", keys: [], raw: "text", json: false };
      break;
    case "text/xml":
      if (rpc) return { text: decode(bytes), form: "object", keys: [], raw: "xml", json: false };
      break;
    case "application/octet-stream":
      if (rpc) {
        const text = `\\x${Buffer.from(bytes).toString("hex")}`;
        return { text, form: "object", keys: [], raw: "binary", json: false };
      }
      break;
  }
  throw invalid(`Content-Type not acceptable: ${type.trim().slice(0, 100)}`);
};
