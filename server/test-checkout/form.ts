import { Fault } from "./faults.ts";

/** A decoded form: texts, and objects and lists of them (lists are objects keyed "0", "1", …). */
export interface Form {
  [key: string]: string | Form;
}

const PARTS = 6;

/**
 * Decodes the provider's form encoding, `a[b][0][c]=d`. Throws a 400 Fault for names that are too deep or
 * malformed, or for both `a` and `a[b]`.
 */
export const decodeForm = (body: string): Form => {
  const root: Form = Object.create(null);
  for (const [name, value] of new URLSearchParams(body)) {
    const path = /^([^[\]]+)((?:\[[^[\]]+\])*)$/.exec(name);
    if (!path?.[1]) throw new Fault(400, `Invalid parameter name: ${name.slice(0, 80)}`);
    const keys = [
      path[1],
      ...[...(path[2] ?? "").matchAll(/\[([^[\]]+)\]/g)].map((m) => m[1] ?? ""),
    ];
    if (keys.length > PARTS) throw new Fault(400, "Parameters are nested too deeply");
    const last = keys.pop() ?? "";
    let at = root;
    for (const key of keys) {
      at[key] ??= Object.create(null);
      const next = at[key];
      if (typeof next !== "object") throw new Fault(400, `Invalid parameter: ${key}`);
      at = next;
    }
    if (typeof at[last] === "object") throw new Fault(400, `Invalid parameter: ${last}`);
    at[last] = value;
  }
  return root;
};

/** The text at a name, or null. */
export const textIn = (form: Form, name: string): string | null => {
  const value = form[name];
  return typeof value === "string" && value !== "" ? value : null;
};

/** The object at a name, or an empty one. */
export const formIn = (form: Form, name: string): Form => {
  const value = form[name];
  return typeof value === "object" ? value : {};
};

/** Only the texts of an object, as in the provider's metadata. */
export const textsOf = (form: Form): Record<string, string> =>
  Object.fromEntries(
    Object.entries(form).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
