import type { ReactNode } from "react";
import { Avatar } from "#web/ui/pictures/avatar.tsx";

/** The head of a person's own pages: their picture, the title, a line about them, and what they can do. */
export const IdentityHeader = ({
  name,
  picture,
  title,
  children,
  actions,
}: {
  name: string;
  picture: string | null | undefined;
  title: string;
  /** The line. */
  children: ReactNode;
  actions: ReactNode;
}) => (
  <header className="flex flex-wrap items-center gap-3 pt-5 pb-3 sm:gap-x-5 sm:pt-12 sm:pb-6">
    <Avatar name={name} src={picture} size="lg" className="max-sm:size-12 max-sm:text-base" />
    <div className="min-w-40 flex-1 sm:min-w-52">
      <h1 className="text-xl tracking-title wrap-anywhere sm:text-title">{title}</h1>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 wrap-anywhere text-ink-soft max-sm:text-sm">
        {children}
      </p>
    </div>
    <div className="flex flex-wrap gap-2">{actions}</div>
  </header>
);
