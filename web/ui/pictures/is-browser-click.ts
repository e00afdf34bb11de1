import type { MouseEvent } from "react";

/** Whether a click is the browser's own, such as one for a new tab or a download. */
export const isBrowserClick = (event: MouseEvent): boolean =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
