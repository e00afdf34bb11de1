import { useState } from "react";
import { sessionClient, useSession } from "#web/session/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Form, SubmitButton, useForm } from "#web/ui/form.tsx";
import { CurrentPassword, signsInElsewhere } from "./current-password.tsx";
import { EmailCode } from "./email-code.tsx";
import { submitProof } from "./password-proof.ts";
import { SecondStep } from "./second-step.tsx";

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
