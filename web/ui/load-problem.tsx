import type { ReactNode } from "react";
import { useLocation, useRevalidator } from "react-router";
import { OUR_SIDE_TRY_AGAIN } from "#domain/site/messages.ts";
import { Alert } from "./alert.tsx";
import { ButtonLink } from "./button.tsx";

/**
 * Shown where a page's list could not be loaded, with the reason if it is known. Its link loads the list
 * again, and without scripts the page.
 */
export const LoadProblem = ({ title, children }: { title: string; children?: ReactNode }) => {
  const { pathname, search } = useLocation();
  const { state, revalidate } = useRevalidator();
  return (
    <Alert
      tone="danger"
      live
      title={title}
      action={
        <ButtonLink
          to={pathname + search}
          size="sm"
          variant="outline"
          aria-busy={state === "loading" || undefined}
          onClick={(event) => {
            event.preventDefault();
            void revalidate();
          }}
        >
          Try Again
        </ButtonLink>
      }
    >
      {children ?? OUR_SIDE_TRY_AGAIN}
    </Alert>
  );
};
