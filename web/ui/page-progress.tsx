import { useNavigation } from "react-router";

/**
 * A line along the top while the next page loads, so that a press on a slow network has a visible effect.
 * Responses within 200 ms show nothing (app.css, page-progress).
 */
export const PageProgress = () =>
  useNavigation().state === "idle" ? null : (
    <div
      aria-hidden="true"
      className="fixed inset-x-0 top-0 z-50 h-1 origin-left animate-page-progress bg-brand"
    />
  );
