/** The first Tab stop: skips the navigation, to `<main id="main" tabIndex={-1}>`. */
export const SkipLink = () => (
  <a
    href="#main"
    className="fixed top-2 left-2 z-60 -translate-y-20 rounded-md bg-signal px-4 py-3 font-semibold text-on-signal focus:translate-y-0"
  >
    Skip to content
  </a>
);
