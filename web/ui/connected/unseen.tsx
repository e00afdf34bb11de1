import { type ComponentProps, useState } from "react";
import type { Sender } from "#web/session/start-draft.ts";
import { postedText } from "#web/ui/posted-form.ts";

/** A clock that is ahead says nothing of the age; the limits of the column hold. */
const ageOf = (shown: number): number => {
  const age = Date.now() - shown;
  return age < 0 ? 60_000 : Math.min(age, 2_000_000_000);
};

/** The sender in a form that no script handled, and how many milliseconds ago it was shown. */
export const postedSender = (form: FormData): { sender: Sender; age: number } => ({
  sender: {
    name: postedText(form, "name"),
    email: postedText(form, "email"),
    homepage: postedText(form, "homepage"),
  },
  age: ageOf(Number(postedText(form, "shown"))),
});

/** When the page began to be shown, also to whom it was sent without scripts: they may arrive with the first press. */
const pageShown = (): number =>
  typeof document === "undefined" ? Date.now() : Math.round(performance.timeOrigin);

/** Programs fill in every field, and at once; people do not see these. */
export const Unseen = (homepage: ComponentProps<"input">) => {
  const [shown] = useState(pageShown);
  return (
    <div className="hidden" aria-hidden="true">
      <input {...homepage} tabIndex={-1} autoComplete="off" />
      <input type="hidden" name="shown" value={shown} suppressHydrationWarning />
    </div>
  );
};
