import type { Json } from "#supabase/database.ts";

/** A setting's earlier value as a line to read. */
export const summary = (value: Json): string => {
  if (value === null) return "The original";
  if (typeof value === "string") return value.trim() || "Empty";
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return value.map(summary).join("; ");
  const entries = Object.entries(value).filter(([, one]) => one !== "");
  return (
    entries
      .map(([key, one]) => `${key}: ${typeof one === "object" ? summary(one) : String(one)}`)
      .join(", ") || "Empty"
  );
};
