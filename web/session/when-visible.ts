/**
 * Runs work for a page while a person looks at it: `now`, or `soon` after `delay` milliseconds without
 * another call. Work that becomes due on a hidden page runs once, when the page is visible again. `end`
 * cancels everything.
 */
export const whenVisible = (act: () => void, delay: number) => {
  let missed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const now = () => {
    missed = document.hidden;
    if (!missed) act();
  };
  const run = () => {
    if (missed) now();
  };
  document.addEventListener("visibilitychange", run);
  return {
    now,
    soon: () => {
      clearTimeout(timer);
      timer = setTimeout(now, delay);
    },
    end: () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", run);
    },
  };
};
