import type { MouseEvent } from "react";

/** A new tab, a download: what the reader wanted from the link itself. */
export const isForTheBrowser = (event: MouseEvent): boolean =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
