import { useEffect, useRef } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";

const PREFIX = "draft:";

/** Session storage, or null where the browser forbids it. */
const storage = (): Storage | null => {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
};

const read = (key: string): unknown => {
  try {
    return JSON.parse(storage()?.getItem(PREFIX + key) ?? "null");
  } catch {
    return null;
  }
};

const write = (key: string, values: unknown): void => {
  try {
    storage()?.setItem(PREFIX + key, JSON.stringify(values));
  } catch {
    // A full storage only means that there is no draft.
  }
};

const forget = (key: string): void => storage()?.removeItem(PREFIX + key);

/** Takes every draft of this tab away: when somebody signs out, the next one must not read them. */
export const forgetDrafts = (): void => {
  const store = storage();
  for (const key of Object.keys(store ?? {})) {
    if (key.startsWith(PREFIX)) store?.removeItem(key);
  }
};

/**
 * Keeps what was typed into a form in this tab until it is saved, so that it outlives an expired
 * session, a reload and a way back. Never give it to a form with a password.
 *
 * @param key names the form and whose it is, or undefined for a form without a draft
 * @returns `saved`, to call when the form was taken
 */
export const useDraft = <Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  key: string | undefined,
): { saved: () => void } => {
  const latest = useRef(form);
  latest.current = form;
  useEffect(() => {
    if (!key) return;
    const draft = read(key);
    if (draft !== null && typeof draft === "object" && !Array.isArray(draft)) {
      const known = latest.current.getValues();
      const values = Object.fromEntries(
        Object.entries(draft).filter(([name]) => Object.hasOwn(known, name)),
      );
      // The stored values stay what the form counts as unchanged.
      latest.current.reset({ ...known, ...values } as Values, { keepDefaultValues: true });
    }
    const watching = latest.current.watch((values, { type }) => {
      if (type === "change") write(key, values);
    });
    return () => watching.unsubscribe();
  }, [key]);
  return { saved: () => key && forget(key) };
};
