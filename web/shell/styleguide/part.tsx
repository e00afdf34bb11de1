import type { ReactNode } from "react";

/** One part of the guide: its name, the rule for its use, and its examples. */
export const Part = ({
  name,
  rule,
  children,
}: {
  name: string;
  rule?: string;
  children: ReactNode;
}) => (
  <section aria-label={name} className="border-t border-line py-8">
    <h2 className="text-xl">{name}</h2>
    {rule && <p className="mt-1 max-w-prose text-ink-soft">{rule}</p>}
    <div className="mt-5 grid gap-5">{children}</div>
  </section>
);

export const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3">{children}</div>
);
