import { firstOf, lengthOf } from "#domain/values/characters.ts";

/** Leaves out what was typed or pasted beyond a field's limit (`longest` in web/ui), before the caret, as browsers do. */
const limitText = ({ target, isComposing }: Pick<InputEvent, "target" | "isComposing">): void => {
  const field = target as HTMLInputElement | HTMLTextAreaElement;
  const excess = lengthOf(field.value ?? "") - Number(field.dataset.longest ?? Number.NaN);
  // A word that is being composed is the input method's; the rules refuse what is too long.
  if (!(excess > 0) || isComposing) return;
  // Fields for addresses do not say where the caret is.
  const caret = field.selectionStart ?? field.value.length;
  const typed = field.value.slice(0, caret);
  const before = firstOf(typed, lengthOf(typed) - excess);
  field.value = before + field.value.slice(caret);
  if (field.selectionStart !== null) field.setSelectionRange(before.length, before.length);
};

/** Limits the texts of all fields from now on, before React hears of what was typed. */
export const limitTexts = (): void =>
  window.addEventListener("input", (event) => limitText(event as InputEvent), true);
