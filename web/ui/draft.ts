import { useEffect, useRef } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";

/**
 * Where a draft is stored: in this tab, where it survives an expired session, a reload and going back; or
 * in this browser for two weeks, for drafts that outlive the tab (signing up continues in a mail's own
 * tab).
 */
export type DraftPlace = "tab" | "browser";

const PREFIX = "draft:";
const MOST_AGE_MS = 14 * 86_400_000;

interface StoredDraft {
  at: number;
  values: unknown;
}

/** The storage for a draft, or null if the browser forbids it. */
const storage = (place: DraftPlace): Storage | null => {
  try {
    return place === "tab" ? window.sessionStorage : window.localStorage;
  } catch {
    return null;
  }
};

/** What is stored under a name, unless it is too old. */
export const readDraft = (place: DraftPlace, key: string): FieldValues | null => {
  try {
    const stored = JSON.parse(
      storage(place)?.getItem(PREFIX + key) ?? "null",
    ) as StoredDraft | null;
    const values = stored && Date.now() - stored.at < MOST_AGE_MS ? stored.values : null;
    return values !== null && typeof values === "object" && !Array.isArray(values) ? values : null;
  } catch {
    return null;
  }
};

/** Stores it. */
export const writeDraft = (place: DraftPlace, key: string, values: unknown): void => {
  try {
    const draft: StoredDraft = { at: Date.now(), values };
    storage(place)?.setItem(PREFIX + key, JSON.stringify(draft));
  } catch {
    // If storage is full, there is simply no draft.
  }
};

/** Removes one draft: it was sent, or given up. */
export const removeDraft = (key: string, place: DraftPlace = "tab"): void =>
  storage(place)?.removeItem(PREFIX + key);

/** Removes every draft on sign-out: the next person must not read them. */
export const removeDrafts = (): void => {
  for (const store of [storage("tab"), storage("browser")]) {
    for (const key of Object.keys(store ?? {})) {
      if (key.startsWith(PREFIX)) store?.removeItem(key);
    }
  }
};

/** A password is never stored, whatever its field is called. */
const withoutPasswords = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !/password/i.test(name)));

/** The texts that differ from the form's own. */
const typedInto = (values: FieldValues, own: FieldValues = {}): FieldValues =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => typeof value === "string" && value !== "" && value !== own[name],
    ),
  );

/**
 * Stores what was typed into a form until it is saved, without passwords.
 *
 * @param key names the form and its person, or undefined for a form without a draft
 * @param posted what the server returned back of a form that was sent without scripts: newer than any draft
 * @returns `saved`, to call once the form was accepted
 */
export const useDraft = <Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  key: string | undefined,
  place: DraftPlace = "tab",
  posted?: object,
): { saved: () => void } => {
  const latest = useRef(form);
  latest.current = form;
  const returned = useRef(posted);
  useEffect(() => {
    if (!key) return;
    if (returned.current) writeDraft(place, key, withoutPasswords(returned.current));
    returned.current = undefined;
    const known = latest.current.getValues();
    const stored = readDraft(place, key);
    // What was typed before scripts ran, or under another name, is newer than the draft.
    const typed = typedInto(known, latest.current.formState.defaultValues);
    const draft = Object.keys(typed).length > 0 ? { ...(stored ?? known), ...typed } : stored;
    if (draft) {
      if (draft !== stored) writeDraft(place, key, withoutPasswords(draft));
      const values = Object.fromEntries(
        Object.entries(draft).filter(([name]) => Object.hasOwn(known, name)),
      );
      // The form still compares with the stored values to find changes.
      latest.current.reset({ ...known, ...values } as Values, { keepDefaultValues: true });
    }
    const watching = latest.current.watch((values, { name }) => {
      // Without a name the whole form was filled again, as above: nobody typed.
      if (name) writeDraft(place, key, withoutPasswords(values));
    });
    return () => watching.unsubscribe();
  }, [key, place]);
  return { saved: () => key && removeDraft(key, place) };
};
