import { useNavigation } from "react-router";

/**
 * A line along the top while the next page is on its way, so that a press on a slow network is seen
 * to have worked. Answers within 200 ms show nothing (app.css, page-progress).
 */
export const PageProgress = () =>
  useNavigation().state === "idle" ? null : (
    <div
      aria-hidden="true"
      className="fixed inset-x-0 top-0 z-50 h-1 origin-left animate-page-progress bg-brand"
    />
  );
