/** A Deno specifier translated for Node. */
type Meaning =
  | { kind: "package"; name: string }
  /** Nothing at run time: only types. */
  | { kind: "nothing" }
  /** `serve` of Deno's old standard library. */
  | { kind: "serve" }
  | { kind: "refused"; reason: string }
  /** Node understands it unchanged. */
  | { kind: "same" };

/** `@scope/name` or `name`, an optional version, an optional path inside. */
const PACKAGE = /^\/?((?:@[\w-][\w.-]*\/)?[\w-][\w.-]*)(?:@[^/]+)?(\/[^?]*)?(?:\?.*)?$/;

const packageOf = (rest: string, specifier: string): Meaning => {
  const [, name, path = ""] = PACKAGE.exec(rest) ?? [];
  return name === undefined
    ? { kind: "refused", reason: `${specifier} names no package` }
    : { kind: "package", name: `${name}${path}` };
};

const jsr = (rest: string, specifier: string): Meaning => {
  if (/^\/?@supabase\/functions-js(?:@[^/]+)?\/edge-runtime\.d\.ts$/.test(rest))
    return { kind: "nothing" };
  return /^\/?@supabase\/(?:supabase|functions)-js(?:@|\/|$)/.test(rest)
    ? packageOf(rest, specifier)
    : { kind: "refused", reason: `${specifier}: only Supabase's own packages are known from jsr` };
};

/** The meaning here of a specifier for Supabase's Edge runtime, with packages installed by npm. */
export const understand = (specifier: string): Meaning => {
  if (specifier.startsWith("npm:")) return packageOf(specifier.slice(4), specifier);
  if (specifier.startsWith("jsr:")) return jsr(specifier.slice(4), specifier);
  if (specifier.startsWith("https://esm.sh/"))
    return packageOf(specifier.slice("https://esm.sh/".length), specifier);
  if (/^https:\/\/deno\.land\/std(?:@[\w.-]+)?\/http\/server\.ts$/.test(specifier))
    return { kind: "serve" };
  if (/^https:\/\/[^?]+\.d\.ts$/.test(specifier)) return { kind: "nothing" };
  if (/^https?:/.test(specifier))
    return { kind: "refused", reason: `${specifier}: modules are not loaded from the network` };
  return { kind: "same" };
};
