import type { User } from "@supabase/supabase-js";
import type { FieldPath, UseFormReturn } from "react-hook-form";
import { useSession } from "#web/session/session.ts";
import { FormField } from "#web/ui/form.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";

/** Whether the account has no password here and signs in through other sites. */
export const signsInElsewhere = ({ identities }: Pick<User, "identities">): boolean =>
  Boolean(identities?.length) && !identities?.some(({ provider }) => provider === "email");

/** Proves the person's identity with the password, at the server's request. */
export const CurrentPassword = <Values extends { password: string }, Context, Output>({
  form,
}: {
  form: UseFormReturn<Values, Context, Output>;
}) => {
  const session = useSession();
  if (session.status !== "signed-in") return null;
  return (
    <>
      {/* Password managers need to know whose password this is. */}
      <input type="text" autoComplete="username" value={session.user.email ?? ""} readOnly hidden />
      <FormField form={form} name={"password" as FieldPath<Values>} label="Current password">
        <PasswordInput autoComplete="current-password" />
      </FormField>
    </>
  );
};
