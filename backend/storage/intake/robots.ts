import { refuse } from "../errors.ts";

/** Rules for search engines that have no value. */
const SIMPLE = new Set([
  "all",
  "noindex",
  "nofollow",
  "none",
  "nosnippet",
  "indexifembedded",
  "notranslate",
  "noimageindex",
]);

interface Value {
  is(value: string): boolean;
  must: string;
}

const LENGTH: Value = {
  is: (value) => /^(?:-1|-?0+|\d+)$/.test(value),
  must: "an integer >= -1",
};

/** Rules that need a value. */
const VALUED: Record<string, Value> = {
  "max-snippet": LENGTH,
  "max-video-preview": LENGTH,
  "max-image-preview": {
    is: (value) => ["none", "standard", "large"].includes(value),
    must: "one of: none, standard, large",
  },
  unavailable_after: {
    is: (value) => !Number.isNaN(Date.parse(value)),
    must: "a valid date",
  },
};

/** Far more than all rules together; checking takes time quadratic in the length. */
const LONGEST = 1024;

const wrong = (message: string) =>
  refuse("invalidRobotsTag", { message: `Invalid X-Robots-Tag header: ${message}` });

/** The rules of a list; a date may contain commas of its own. */
const rulesOf = (list: string): string[] => {
  const rules: string[] = [];
  for (const part of list.split(",").map((piece) => piece.trim())) {
    const last = rules.at(-1);
    const begins = SIMPLE.has(part) || /^[\w-]+:/.test(part);
    if (last?.startsWith("unavailable_after:") && part !== "" && !begins)
      rules[rules.length - 1] = `${last}, ${part}`;
    else rules.push(part);
  }
  if (rules.at(-1) === "") rules.pop();
  return rules;
};

const checkRule = (rule: string): void => {
  if (rule === "") throw wrong("X-Robots-Tag header contains empty rule");
  // A rule may follow the name of its robot.
  for (let rest = rule; !SIMPLE.has(rest); ) {
    const colon = rest.indexOf(":");
    if (colon < 0) throw wrong(`Invalid X-Robots-Tag rule: "${rest}"`);
    const name = rest.slice(0, colon).trim();
    const value = rest.slice(colon + 1).trim();
    const known = VALUED[name];
    if (value === "")
      throw wrong(
        known
          ? `X-Robots-Tag rule "${name}" requires a value`
          : `X-Robots-Tag user agent "${name}" has no rules specified`,
      );
    if (known?.is(value)) return;
    if (known) throw wrong(`X-Robots-Tag "${name}" value must be ${known.must}, got: "${value}"`);
    rest = value;
  }
};

/** The `X-Robots-Tag` of an upload; throws if it contains unknown rules. */
export const robotsTagOf = (headers: Headers): string | undefined => {
  const tag = headers.get("x-robots-tag");
  if (!tag) return undefined;
  if (tag.length > LONGEST) throw wrong(`X-Robots-Tag header is longer than ${LONGEST} characters`);
  rulesOf(tag).forEach(checkRule);
  return tag;
};
