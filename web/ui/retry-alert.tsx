import type { ReactNode } from "react";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";

/**
 * Shown where a part of a page could not be loaded, with a button to load it again. If a whole page's data
 * are missing, `LoadProblem` does the same without scripts.
 */
export const RetryAlert = ({
  title,
  onRetry,
  busy,
  children,
}: {
  title: string;
  onRetry: () => void;
  busy?: boolean;
  children?: ReactNode;
}) => (
  <Alert
    tone="danger"
    live
    title={title}
    action={
      <Button size="sm" variant="outline" busy={busy} onClick={onRetry}>
        Try Again
      </Button>
    }
  >
    {children}
  </Alert>
);
