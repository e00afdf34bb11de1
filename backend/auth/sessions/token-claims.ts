import type { Claims } from "#backend/core/tokens/tokens.ts";

const isText = (value: unknown) => typeof value === "string";
const isRecord = (value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The required form of a token's claims, in the words of GoTrue's schema. */
const KINDS: Record<string, readonly [kind: string, is: (value: unknown) => boolean]> = {
  aud: ["string/array", (value) => isText(value) || Array.isArray(value)],
  exp: ["integer", Number.isInteger],
  jti: ["string", isText],
  iat: ["integer", Number.isInteger],
  iss: ["string", isText],
  nbf: ["integer", Number.isInteger],
  sub: ["string", isText],
  email: ["string", isText],
  phone: ["string", isText],
  app_metadata: ["object", isRecord],
  user_metadata: ["object", isRecord],
  role: ["string", isText],
  aal: ["string", isText],
  amr: ["array", Array.isArray],
  session_id: ["string", isText],
  client_id: ["string", isText],
};

/** Without these no token is made. */
const REQUIRED = [
  "aud",
  "exp",
  "iat",
  "sub",
  "email",
  "phone",
  "role",
  "aal",
  "session_id",
  "is_anonymous",
] as const;

const kindOf = (value: unknown): string => {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
};

/** What is wrong with a hook's claims, one line for each. */
export const invalidClaims = (claims: Claims): string[] => {
  const given = claims as Record<string, unknown>;
  const missing = REQUIRED.filter((name) => given[name] === undefined);
  const wrong = Object.entries(KINDS).filter(
    ([name, [, is]]) => given[name] !== undefined && !is(given[name]),
  );
  return [
    ...missing.map((name) => `- (root): ${name} is required\n`),
    ...wrong.map(
      ([name, [kind]]) =>
        `- ${name}: Invalid type. Expected: ${kind}, given: ${kindOf(given[name])}\n`,
    ),
  ];
};
