/** Parts of a page that a screen reader can name: the focus goes to one of them, or to all of the page. */
const PARTS =
  "ul, ol, form, fieldset, section, article, aside, nav, [role=group], [role=dialog], [role=alertdialog], main";

/** Components and dialogs that move the focus themselves have done so by then. */
const PAUSE_MS = 100;

const isThere = (element: Element): boolean =>
  element.isConnected &&
  !element.matches(":disabled") &&
  element.getBoundingClientRect().height > 0;

/** What has the focus, what is around it, and the place of each among its neighbours. */
type Path = { element: Element; place: number }[];

const pathOf = (around: readonly EventTarget[]): Path =>
  around
    .filter((one) => one instanceof Element)
    .map((element) => ({
      element,
      place: [...(element.parentElement?.children ?? [])].indexOf(element),
    }));

/**
 * A control that a press removes or disables, as "Dismiss" or a row's "Remove", takes the focus with it, and a
 * keyboard or a screen reader starts again at the top. From now on the focus then moves to the control in its place
 * in a list, otherwise to the part of the page that it was in.
 *
 * @param first what has the focus now, or had it before it was removed, and what was around it
 */
export const restoreFocus = (first: readonly EventTarget[]): void => {
  let path = pathOf(first);
  let isWaiting = false;

  const restore = (wasLost = false) => {
    isWaiting = false;
    const [control] = path;
    if (!control || isThere(control.element) || document.activeElement !== document.body) return;
    if (!wasLost) {
      // What set the clock may have been an earlier change of the page.
      isWaiting = true;
      setTimeout(restore, PAUSE_MS, true);
      return;
    }
    const index = path.findIndex(({ element }) => element.matches(PARTS) && isThere(element));
    const part = path[index]?.element ?? document.getElementById("main");
    const place = path[index - 1]?.place ?? 0;
    path = [];
    if (!(part instanceof HTMLElement)) return;
    const item = part.matches("ul, ol") ? [...part.children].slice(0, place + 1).at(-1) : null;
    const next = item?.querySelector<HTMLElement>("input, button, a[href]");
    if (!next && !part.hasAttribute("tabindex")) {
      part.tabIndex = -1;
      part.dataset.restoredFocus = "";
    }
    (next ?? part).focus({ preventScroll: true });
  };

  document.addEventListener("focusin", (event) => {
    path = pathOf(event.composedPath());
  });
  // Chromium reports a control that is being removed as left, so what has become of it is looked at afterwards.
  document.addEventListener("focusout", () =>
    setTimeout(() => {
      const [control] = path;
      // A window that is left keeps its focus.
      if (control && document.activeElement !== control.element && isThere(control.element))
        path = [];
    }),
  );
  new MutationObserver(() => {
    if (path.length === 0 || isWaiting) return;
    isWaiting = true;
    setTimeout(restore, PAUSE_MS);
  }).observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ["disabled", "hidden"],
  });
  setTimeout(restore, PAUSE_MS);
};
