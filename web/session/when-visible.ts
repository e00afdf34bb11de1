/**
 * Does something for a page while somebody looks at it: `now`, or `soon` after `settle` milliseconds in
 * which nothing more came. What falls due on a page that nobody looks at is done once, when somebody does
 * again. `end` forgets everything.
 */
export const whenVisible = (act: () => void, delay: number) => {
  let missed = false;
  let settling: ReturnType<typeof setTimeout> | undefined;
  const now = () => {
    missed = document.hidden;
    if (!missed) act();
  };
  const look = () => {
    if (missed) now();
  };
  document.addEventListener("visibilitychange", look);
  return {
    now,
    soon: () => {
      clearTimeout(settling);
      settling = setTimeout(now, delay);
    },
    end: () => {
      clearTimeout(settling);
      document.removeEventListener("visibilitychange", look);
    },
  };
};
