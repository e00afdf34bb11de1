import { z } from "zod";

// Clients in other languages send null for what they leave out, or numbers as text; Storage API's
// own validator turns such JSON values into the type that is asked for before it looks at them.

const alone = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 1 ? value[0] : value;

const toText = (value: unknown): unknown => {
  const one = alone(value);
  if (one === null) return "";
  return typeof one === "number" || typeof one === "boolean" ? String(one) : one;
};

const toWhole = (value: unknown): unknown => {
  const one = alone(value);
  if (one === null) return 0;
  if (typeof one === "boolean") return Number(one);
  return typeof one === "string" && one !== "" && Number.isInteger(Number(one)) ? Number(one) : one;
};

const toFlag = (value: unknown): unknown => {
  const one = alone(value);
  if (one === "true" || one === 1) return true;
  return one === "false" || one === 0 || one === null ? false : one;
};

/** Text, also as a number or boolean; null is the empty text. */
export const text = (schema: z.ZodString = z.string()) => z.preprocess(toText, schema);

/** A whole number, also as text; null is 0. */
export const whole = (least: number, most = Number.MAX_SAFE_INTEGER) =>
  z.preprocess(toWhole, z.number().int().min(least).max(most));

/** A boolean, also as text or as 1 and 0; null is false. */
export const flag = () => z.preprocess(toFlag, z.boolean());
