import { z } from "zod";

// Clients in other languages send null for omitted values, or numbers as text. Storage API's own validator
// converts such JSON values to the expected type first.

const unwrapSingle = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 1 ? value[0] : value;

const toText = (value: unknown): unknown => {
  const one = unwrapSingle(value);
  if (one === null) return "";
  return typeof one === "number" || typeof one === "boolean" ? String(one) : one;
};

const toWhole = (value: unknown): unknown => {
  const one = unwrapSingle(value);
  if (one === null) return 0;
  if (typeof one === "boolean") return Number(one);
  return typeof one === "string" && one !== "" && Number.isInteger(Number(one)) ? Number(one) : one;
};

const toFlag = (value: unknown): unknown => {
  const one = unwrapSingle(value);
  if (one === "true" || one === 1) return true;
  return one === "false" || one === 0 || one === null ? false : one;
};

/** Text, also from a number or boolean; null is the empty text. */
export const text = (schema: z.ZodString = z.string()) => z.preprocess(toText, schema);

/** A whole number, also from text; null is 0. */
export const whole = (least: number, most = Number.MAX_SAFE_INTEGER) =>
  z.preprocess(toWhole, z.number().int().min(least).max(most));

/** A boolean, also from text or from 1 and 0; null is false. */
export const flag = () => z.preprocess(toFlag, z.boolean());
