import { limitTexts } from "./limit-texts.ts";
import { restoreFocus } from "./restore-focus.ts";

/** What a page needs from the first use of a control on. Only then it is loaded. */
export const start = (first: readonly EventTarget[]): void => {
  limitTexts();
  restoreFocus(first);
};
