import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { FormField } from "#web/ui/form.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";

/** A new password, rated while it is typed, and the same once more. */
export const NewPasswordFields = <
  Values extends FieldValues & { password: string; confirmPassword: string },
  Context,
  Output,
>({
  form,
  least,
  what = "password",
}: {
  form: UseFormReturn<Values, Context, Output>;
  /** How many characters it needs. */
  least: number;
  what?: "password" | "new password";
}) => (
  <>
    <FormField
      form={form}
      name={"password" as FieldPath<Values>}
      label={what === "password" ? "Password" : "New password"}
      hint={`At least ${least} characters`}
      required
    >
      <PasswordInput autoComplete="new-password" meter />
    </FormField>
    <FormField
      form={form}
      name={"confirmPassword" as FieldPath<Values>}
      label={`Confirm ${what}`}
      required
    >
      <PasswordInput autoComplete="new-password" />
    </FormField>
  </>
);
