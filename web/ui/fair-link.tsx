import type { ReactNode } from "react";
import { Link } from "./link.tsx";

/** To the page that says what decides who is seen and what money buys. */
export const FairLink = ({ children = "How we keep this fair" }: { children?: ReactNode }) => (
  <Link to="/how-we-keep-this-fair" className="link">
    {children}
  </Link>
);
