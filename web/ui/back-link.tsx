import ArrowLeft from "lucide-react/icons/arrow-left";
import type { ReactNode } from "react";
import { Link } from "./link.tsx";

/** Leads back to the list that this page is from. */
export const BackLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="link inline-flex items-center gap-1.5 justify-self-start">
    <ArrowLeft aria-hidden="true" className="size-4" />
    {children}
  </Link>
);
