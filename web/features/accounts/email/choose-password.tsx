import { zodResolver } from "@hookform/resolvers/zod";
import type { z } from "zod";
import { PASSWORD_MIN } from "#domain/accounts/accounts.ts";
import { choosePasswordForm } from "#domain/accounts/forms.ts";
import { PASSWORD_NOT_UPDATED, PASSWORDS_DROPPED } from "#domain/accounts/login-messages.ts";
import { faultOf } from "#domain/site/faults.ts";
import { performWrite } from "#web/session/perform-write.ts";
import { sessionClient } from "#web/session/session.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Form, SubmitButton, useForm } from "#web/ui/form.tsx";
import { Link } from "#web/ui/link.tsx";
import { AuthCard } from "../auth-card.tsx";
import { NewPasswordFields } from "../passwords/new-password-fields.tsx";

/** Whether the account has no password, because several were chosen; unknown counts as no. */
export const mustChoosePassword = async (): Promise<boolean> => {
  const { data } = await (await sessionClient()).rpc("must_choose_password");
  return data === true;
};

/** Who has confirmed an address owns it, and chooses its password, whoever else had signed it up. */
export const ChoosePassword = ({
  email,
  dropped = true,
  onDone,
}: {
  email: string;
  /** Whether there were passwords, which no longer work. */
  dropped?: boolean;
  onDone: () => void;
}) => {
  const form = useForm({
    resolver: zodResolver(choosePasswordForm),
    defaultValues: { password: "", confirmPassword: "" },
  });
  const submit = async ({ password }: z.output<typeof choosePasswordForm>) => {
    try {
      await performWrite(async (db) => {
        const { error } = await db.auth.updateUser({ password });
        if (error) throw error;
      });
    } catch (error) {
      return { message: faultOf(error, PASSWORD_NOT_UPDATED).message };
    }
    onDone();
  };
  return (
    <AuthCard
      title="Choose your password"
      footer={
        <Link to={`/reset-password?${new URLSearchParams({ email })}`} className="link">
          Email me a link to do it later
        </Link>
      }
    >
      {dropped && (
        <div className="mb-5">
          <Alert focused tone="success" title="Your address is confirmed">
            {PASSWORDS_DROPPED} Choose yours now.
          </Alert>
        </div>
      )}
      <Form form={form} onSubmit={submit} summary={false}>
        {/* Password managers need to know whose password this is. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordFields form={form} least={PASSWORD_MIN} />
        <SubmitButton size="lg">Save password</SubmitButton>
      </Form>
    </AuthCard>
  );
};
