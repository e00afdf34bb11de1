import type { ReactNode } from "react";
import { Alert } from "./alert.tsx";

/** What a page shows while it loads; without scripts, which would load it, what it needs instead. */
export const NeedsScripts = ({ children }: { children: ReactNode }) => (
  <>
    <div className="noscript:hidden">{children}</div>
    <noscript>
      <Alert tone="warning" title="This page needs JavaScript">
        It shows what only you may see. Switch JavaScript on for this site and load the page again.
        Without it you can still search, read profiles and jobs, sign up, and reset your password.
      </Alert>
    </noscript>
  </>
);
