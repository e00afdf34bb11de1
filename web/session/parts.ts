import { lazy as lazyComponent } from "react";
import { NOTICE_ID, PART_MISSING } from "./hydration.ts";

/** Says that a part of the page did not arrive, with 'Try again'. */
export const reportMissing = (): void => {
  window.dispatchEvent(new Event(PART_MISSING));
};

/** Ends the notice: another page is here. */
export const hideMissing = (): void => {
  document.getElementById(NOTICE_ID)?.remove();
};

/** Never ends: for what waits for the page to be loaded again. */
export const untilReload = (): Promise<never> => new Promise(() => {});

/**
 * React's `lazy` for a part of a page that comes later. Where it does not arrive, as after a release, the page says
 * so and keeps what stands in for the part. An error would take the whole page, with what was typed.
 */
export const lazy: typeof lazyComponent = (load) =>
  lazyComponent(() =>
    load().catch(() => {
      reportMissing();
      return untilReload();
    }),
  );
