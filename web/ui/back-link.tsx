import ArrowLeft from "lucide-react/icons/arrow-left";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { Link } from "./link.tsx";

/** Leads back to the list that this page is from. */
export const BackLink = ({
  to,
  className,
  children,
}: {
  to: string;
  className?: string;
  children: ReactNode;
}) => (
  <Link
    to={to}
    className={cx("link inline-flex items-center gap-1.5 justify-self-start", className)}
  >
    <ArrowLeft aria-hidden="true" className="size-4" />
    {children}
  </Link>
);
