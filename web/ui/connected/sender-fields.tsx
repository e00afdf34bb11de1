import type { UseFormReturn } from "react-hook-form";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import type { Sender } from "#web/session/start-draft.ts";
import { AgreeToTerms } from "#web/ui/connected/agree-to-terms.tsx";
import { FormField, SubmitButton } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { Unseen } from "./unseen.tsx";

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
      <Unseen {...form.register("homepage")} />
      <AgreeToTerms doing="sending" />
      <SubmitButton size="lg">{button}</SubmitButton>
    </>
  );
};
