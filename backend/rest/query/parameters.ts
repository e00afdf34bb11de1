import type { Value } from "../request/types.ts";

/** The origin of a parameter's value when the statement runs. */
export type Binding = Value | "body";

/** Numbers the parameters of one statement in order of first use. */
export interface Parameters {
  readonly bindings: Binding[];
  /** `$n` for a value; the same slot is the same parameter. */
  value(value: Value): string;
  constant(text: string): string;
  body(): string;
}

export const parameters = (): Parameters => {
  const bindings: Binding[] = [];
  const known = new Map<number | "body", string>();
  const add = (binding: Binding) => `$${bindings.push(binding)}`;
  const once = (place: number | "body", binding: Binding) => {
    const name = known.get(place) ?? add(binding);
    known.set(place, name);
    return name;
  };
  return {
    bindings,
    value: (value) => ("slot" in value ? once(value.slot, value) : add(value)),
    constant: (constant) => add({ constant }),
    body: () => once("body", "body"),
  };
};

/** The values of a statement's parameters for one request. */
export const bind = (
  bindings: readonly Binding[],
  values: readonly string[],
  body: string | null,
): (string | null)[] =>
  bindings.map((binding) => {
    if (binding === "body") return body;
    return "slot" in binding ? (values[binding.slot] ?? null) : binding.constant;
  });
