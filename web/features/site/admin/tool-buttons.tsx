import type { ReactNode } from "react";

/** The buttons above a list: at its right, and on a phone across it, without their icons. */
export const ToolButtons = ({ children }: { children: ReactNode }) => (
  <div className="ml-auto flex flex-wrap gap-3 max-sm:grow max-sm:gap-2 max-sm:*:grow max-sm:*:px-3 max-sm:[&_svg]:hidden">
    {children}
  </div>
);
