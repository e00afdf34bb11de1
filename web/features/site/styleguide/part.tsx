import type { ReactNode } from "react";

/** One part of the guide: its name, and its examples. */
export const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <section className="border-t border-line py-8">
    <h3 className="mb-5 font-sans text-sm font-semibold tracking-normal text-ink-soft">{name}</h3>
    <div className="grid gap-5">{children}</div>
  </section>
);

export const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3">{children}</div>
);
