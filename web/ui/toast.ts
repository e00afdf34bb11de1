import type { ReactNode } from "react";

/** At most this many are shown; the oldest is removed first (spec 1 section 9). */
const TOAST_LIMIT = 5;
/** Milliseconds until a toast without an action closes by itself, unless stated otherwise. */
export const TOAST_DURATION = 5000;

type ToastOptions = {
  title: string;
  description?: ReactNode;
  variant?: "default" | "success" | "destructive";
  /** Milliseconds; Infinity means until it is closed, as for every toast with an action (WCAG 2.2.1). */
  duration?: number;
  action?: { label: string; onPress: () => void };
  /** Seen only, because what has the focus says the same. */
  silent?: boolean;
};

export type ToastEntry = ToastOptions & { id: number; duration: number };

export interface ToasterProps {
  entries: readonly ToastEntry[];
  atTop: boolean;
  /** What was pressed last. */
  pressed: { readonly current: { control: Element | null } };
  /** A toast covers what has the focus or was pressed. */
  onCovering: () => void;
}

let entries: readonly ToastEntry[] = [];
let nextId = 1;
const watchers = new Set<() => void>();

const publish = (next: readonly ToastEntry[]) => {
  entries = next;
  for (const notify of watchers) notify();
};

/** Toasts with an action stay, so that the newest one with a title replaces the one before. */
const isReplacedBy = (old: ToastEntry, entry: ToastEntry): boolean =>
  old.title === entry.title &&
  (old.action && entry.action
    ? true
    : !old.action &&
      !entry.action &&
      old.description === entry.description &&
      old.variant === entry.variant);

/**
 * Shows a message in the corner: `toast({ title: "Profile updated" })`. Call it from anywhere in the
 * browser; the code that draws it is loaded with the first one. Returns the id for `dismissToast`.
 */
export const toast = (options: ToastOptions): number => {
  const duration = options.duration ?? (options.action ? Number.POSITIVE_INFINITY : TOAST_DURATION);
  const entry = { ...options, id: nextId, duration };
  nextId += 1;
  // A text that is shown already replaces its toast, and its time starts again.
  const others = entries.filter((other) => !isReplacedBy(other, entry));
  publish([...others, entry].slice(-TOAST_LIMIT));
  return entry.id;
};

/**
 * For a form or dialog that shows this text itself: the toast beside it is only seen, so that an error is heard once
 * (docs/accessibility.md). In the task that raised the toast, this comes before a screen reader hears of it.
 */
export const silenceToast = (text: unknown): void =>
  publish(
    entries.map((entry) =>
      text && entry.description === text ? { ...entry, silent: true } : entry,
    ),
  );

/** Removes one toast; an unknown id is ignored. */
export const dismissToast = (id: number): void =>
  publish(entries.filter((entry) => entry.id !== id));

/** Removes all toasts. */
export const dismissAllToasts = (): void => publish([]);

/** The store behind the outlet, in the shape of useSyncExternalStore. */
export const toastStore = {
  subscribe: (notify: () => void) => {
    watchers.add(notify);
    return () => {
      watchers.delete(notify);
    };
  },
  read: (): readonly ToastEntry[] => entries,
};
