import type { User } from "@supabase/supabase-js";
import type { FieldPath, UseFormReturn } from "react-hook-form";
import { useSession } from "#web/session/session.ts";
import { Alert } from "#web/ui/alert.tsx";
import { FormField } from "#web/ui/form.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";

/** Whether the account has no password here: other sites say who it is. */
export const signsInElsewhere = ({ identities }: Pick<User, "identities">): boolean =>
  Boolean(identities?.length) && !identities?.some(({ provider }) => provider === "email");

/**
 * Proves who sits here, as the server asks it: by the password, or for an account that signs in
 * through others by having done so just now.
 */
export const CurrentPassword = <Values extends { password: string }, Context, Output>({
  form,
  hint,
}: {
  form: UseFormReturn<Values, Context, Output>;
  hint?: string;
}) => {
  const session = useSession();
  if (session.status !== "signed-in") return null;
  const { email } = session.user;
  if (signsInElsewhere(session.user)) {
    return (
      <Alert>
        You sign in without a password here. Do so once more shortly before, to show it is you.
      </Alert>
    );
  }
  return (
    <>
      {/* Password managers need to know whose password this is. */}
      <input type="text" autoComplete="username" value={email ?? ""} readOnly hidden />
      <FormField
        form={form}
        name={"password" as FieldPath<Values>}
        label="Current password"
        hint={hint}
      >
        <PasswordInput autoComplete="current-password" />
      </FormField>
    </>
  );
};
