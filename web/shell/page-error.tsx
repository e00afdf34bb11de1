import { type ErrorResponse, isRouteErrorResponse } from "react-router";
import { ErrorScreen } from "./error-screen.tsx";
import { NotFoundScreen } from "./not-found-screen.tsx";

export const isMissing = (error: unknown): error is ErrorResponse =>
  isRouteErrorResponse(error) && error.status === 404;

/** What is shown in place of a page. A list that has become shorter gives the address of its first page. */
export const PageError = ({ error }: { error: unknown }) =>
  isMissing(error) ? (
    <NotFoundScreen firstPage={error.data?.firstPage} />
  ) : (
    <ErrorScreen error={error} />
  );
