import type { UseFormReturn } from "react-hook-form";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import type { Sender } from "#web/session/start-draft.ts";
import { AgreeToTerms } from "#web/ui/connected/agree-to-terms.tsx";
import { FormField, SubmitButton } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
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

/** Programs fill in every field, and at once; people do not see these. */
export const Unseen = ({ form }: { form: UseFormReturn<Sender> }) => (
  <div className="hidden" aria-hidden="true">
    <input {...form.register("homepage")} tabIndex={-1} autoComplete="off" />
    <input type="hidden" name="shown" value={Date.now()} suppressHydrationWarning />
  </div>
);

/** Who sends something without an account, and the button: the last part of such a form. */
export const SenderFields = <Values extends Sender>({
  form: given,
  button,
}: {
  form: UseFormReturn<Values>;
  button: string;
}) => {
  // The fields are the same in every form that has them.
  const form = given as unknown as UseFormReturn<Sender>;
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <FormField form={form} name="name" label="Your name" required>
          <Input maxLength={INPUT_LIMITS.full_name} autoComplete="name" />
        </FormField>
        <FormField form={form} name="email" label="Your email" required>
          <Input type="email" maxLength={INPUT_LIMITS.email} autoComplete="email" />
        </FormField>
      </div>
      <Unseen form={form} />
      <AgreeToTerms doing="sending" />
      <SubmitButton size="lg">{button}</SubmitButton>
    </>
  );
};
