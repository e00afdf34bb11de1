import { useLocation } from "react-router";
import { OUR_SIDE_TRY_AGAIN } from "#domain/site-messages.ts";
import { Alert } from "./alert.tsx";
import { ButtonLink } from "./button.tsx";

/**
 * Shown where a page's list could not be loaded; its link loads the same page again, also without scripts.
 */
export const LoadProblem = ({ title }: { title: string }) => {
  const { pathname, search } = useLocation();
  return (
    <Alert
      tone="danger"
      live
      title={title}
      action={
        <ButtonLink to={pathname + search} reloadDocument size="sm" variant="outline">
          Try Again
        </ButtonLink>
      }
    >
      {OUR_SIDE_TRY_AGAIN}
    </Alert>
  );
};
