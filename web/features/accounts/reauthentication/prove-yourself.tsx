import type { User } from "@supabase/supabase-js";
import { useState } from "react";
import type { FieldPath, UseFormReturn } from "react-hook-form";
import { sessionClient, useSession } from "#web/session/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Form, FormField, SubmitButton, useForm } from "#web/ui/form.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { EmailCode } from "./email-code.tsx";
import { submitProof } from "./password-proof.ts";
import { SecondStep } from "./second-step.tsx";

/** Whether the account has no password here and signs in through other sites. */
const signsInElsewhere = ({ identities }: Pick<User, "identities">): boolean =>
  Boolean(identities?.length) && !identities?.some(({ provider }) => provider === "email");

/** Proves the person's identity with the password, at the server's request. */
const CurrentPassword = <Values extends { password: string }, Context, Output>({
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

const Password = ({ onProven }: { onProven: () => Promise<void> }) => {
  const form = useForm({ defaultValues: { password: "" } });
  const submit = async ({ password }: { password: string }) => {
    if (password === "") return { fields: { password: "Please enter your password" } };
    const message = await submitProof(await sessionClient(), { current_password: password });
    if (message) return { fields: { password: message } };
    await onProven();
  };
  return (
    <Form form={form} onSubmit={submit} summary={false}>
      <CurrentPassword form={form} />
      <SubmitButton size="lg">Continue</SubmitButton>
    </Form>
  );
};

/**
 * Asks for the second step if there is one, otherwise for the password or a code by email; the service
 * accepts any of them. The session remains the same, so the interrupted action continues.
 */
export const ProveYourself = ({ onProven }: { onProven: () => Promise<void> }) => {
  const session = useSession();
  const [byEmail, setByEmail] = useState(false);
  if (session.status !== "signed-in") return null;
  const { user } = session;
  if (user.factors?.some(({ status }) => status === "verified")) {
    return <SecondStep client={sessionClient} onProven={onProven} />;
  }
  const email = user.email ?? "";
  if (signsInElsewhere(user)) return <EmailCode email={email} onProven={onProven} />;
  return (
    <div className="grid gap-4">
      {byEmail ? <EmailCode email={email} onProven={onProven} /> : <Password onProven={onProven} />}
      <Button variant="quiet" onClick={() => setByEmail(!byEmail)}>
        {byEmail ? "Use your password instead" : "Use a code by email instead"}
      </Button>
    </div>
  );
};
