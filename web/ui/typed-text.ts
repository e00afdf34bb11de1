type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const CONTROLS = "input:not([type=hidden],[type=file]),textarea,select";

const isTick = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(control.type);

/** What a control is, also when the same page is made again: ids and, of passwords, types may differ then. */
const nameOf = (control: Control): string =>
  `${control.tagName} ${control.name} ${isTick(control) ? control.value : ""}`;

const numbered = (root: ParentNode): Map<string, Control> => {
  const counts = new Map<string, number>();
  return new Map(
    [...root.querySelectorAll<Control>(CONTROLS)].map((control) => {
      const name = nameOf(control);
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      return [`${name} ${count}`, control];
    }),
  );
};

/**
 * Enters the same as before, as a person would: React and the form learn of it. What was empty stays as it is now: a
 * draft may have filled it.
 */
const enter = (control: Control, before: Control): void => {
  if (isTick(control)) {
    if (isTick(before) && before.checked && !control.checked) control.click();
    return;
  }
  // Who has gone on typing has more than before.
  if (control.value.startsWith(before.value)) return;
  // React's own setter, on the element, would hide the change from it.
  Reflect.set(Object.getPrototypeOf(control), "value", before.value, control);
  control.dispatchEvent(new Event("input", { bubbles: true }));
  if (control instanceof HTMLSelectElement)
    control.dispatchEvent(new Event("change", { bubbles: true }));
};

/** Puts the cursor where it was in the control that this one replaces. */
const focusAs = (control: Control, before: Control): void => {
  control.focus({ preventScroll: true });
  if (isTick(control) || control instanceof HTMLSelectElement || isTick(before)) return;
  if (before instanceof HTMLSelectElement || before.selectionStart === null) return;
  control.setSelectionRange(before.selectionStart, before.selectionEnd);
};

/**
 * Remembers the controls of a part of the page, with what is typed into them also from now on, because that part may
 * be thrown away and made again.
 *
 * @param root the part, which may be another element afterwards
 * @returns gives what was typed, the focus, and a submit that waits for scripts to what has taken their place
 */
export const rememberTyped = (root: () => ParentNode): (() => void) => {
  const before = numbered(root());
  const forms = [...root().querySelectorAll("form")];
  let focused = document.activeElement;
  const follow = ({ target }: FocusEvent) => {
    focused = target instanceof Element ? target : null;
  };
  document.addEventListener("focusin", follow, true);
  return () => {
    document.removeEventListener("focusin", follow, true);
    const pairs = [...numbered(root())].flatMap(([name, control]): [Control, Control][] => {
      const old = before.get(name);
      return old && !old.isConnected ? [[control, old]] : [];
    });
    const wanted = pairs.find(([, old]) => old === focused);
    const enterAll = () => {
      for (const [control, old] of pairs) enter(control, old);
    };
    enterAll();
    if (wanted) focusAs(...wanted);
    // A form that then finds a draft begins again without the rest, such as the password.
    setTimeout(enterAll);
    for (const [index, form] of [...root().querySelectorAll("form")].entries()) {
      // Its own effect (use-replay.ts) would come before the text.
      if (form !== forms[index] && forms[index]?.dataset.held !== undefined)
        window.addEventListener("hydrated", () => setTimeout(() => form.requestSubmit()), {
          once: true,
        });
    }
  };
};
