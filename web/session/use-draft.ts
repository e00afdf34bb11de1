import { useCallback, useEffect } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";

/** A person who comes back later than this has most likely given up. */
const KEEP_DAYS = 14;
const DAY = 86_400_000;

interface Kept {
  at: number;
  values: unknown;
}

const read = (key: string): FieldValues | null => {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "null") as Kept | null;
    if (!kept || Date.now() - kept.at > KEEP_DAYS * DAY) return null;
    return typeof kept.values === "object" ? (kept.values as FieldValues | null) : null;
  } catch {
    // Storage that is switched off, or something else under the same name: no draft then.
    return null;
  }
};

/**
 * Keeps what is typed into a form in this browser, so that a reload, a crash or signing in again
 * loses nothing. Never for passwords or other secrets. `forget` when it was sent or given up.
 */
export const useDraft = <Values extends FieldValues>(
  name: string,
  form: UseFormReturn<Values>,
): { forget: () => void } => {
  const key = `draft:${name}`;
  const { reset, getValues, subscribe } = form;
  useEffect(() => {
    const kept = read(key);
    // Only fields that the form still has, and over what it starts with.
    if (kept) {
      const values = getValues();
      const known = Object.fromEntries(
        Object.entries(kept).filter(([field]) => Object.hasOwn(values, field)),
      );
      reset({ ...values, ...known }, { keepDefaultValues: true });
    }
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        try {
          localStorage.setItem(key, JSON.stringify({ at: Date.now(), values } satisfies Kept));
        } catch {
          // Full or switched off: the form itself still holds the text.
        }
      },
    });
  }, [key, getValues, reset, subscribe]);
  const forget = useCallback(() => {
    try {
      localStorage.removeItem(key);
    } catch {
      // As above.
    }
  }, [key]);
  return { forget };
};
