import { useState } from "react";
import { CODE_NOT_SENT } from "#domain/accounts/settings-messages.ts";
import { plainDigits } from "#domain/values/numbers.ts";
import { sessionClient } from "#web/session/session.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Form, FormField, SubmitButton, useForm } from "#web/ui/form.tsx";
import { CodeInput } from "./code-input.tsx";
import { sendProofCode, submitProof } from "./password-proof.ts";

/** Sends a code to the account's address, and asks for it. */
export const EmailCode = ({
  email,
  onProven,
}: {
  email: string;
  onProven: () => Promise<void>;
}) => {
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const form = useForm({ defaultValues: { code: "" } });
  const send = async () => {
    setBusy(true);
    const message = await sessionClient()
      .then(sendProofCode)
      .catch(() => CODE_NOT_SENT);
    setBusy(false);
    setProblem(message ?? "");
    setSent(message === null);
  };
  const submit = async ({ code }: { code: string }) => {
    if (code.trim() === "") return { fields: { code: "Please enter the code" } };
    const message = await submitProof(await sessionClient(), {
      nonce: plainDigits(code).replace(/\s/g, ""),
    });
    if (message) return { fields: { code: message } };
    await onProven();
  };
  if (!sent) {
    return (
      <div className="grid gap-4">
        <p>
          We will send a code to <strong className="wrap-anywhere">{email}</strong>.
        </p>
        {problem && (
          <Alert live tone="danger">
            {problem}
          </Alert>
        )}
        <Button variant="signal" size="lg" busy={busy} onClick={() => void send()}>
          Send the code
        </Button>
      </div>
    );
  }
  return (
    <Form form={form} onSubmit={submit} summary={false}>
      <FormField
        form={form}
        name="code"
        label="Code from the email"
        hint={`Sent to ${email}. It works once, and for an hour.`}
        required
      >
        <CodeInput />
      </FormField>
      <SubmitButton size="lg">Continue</SubmitButton>
    </Form>
  );
};
