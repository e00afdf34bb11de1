import { useState } from "react";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import type { Db } from "#web/session/database.ts";
import { Form, FormField, SubmitButton, useForm } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { CodeInput } from "./code-input.tsx";
import { type Proof, prove } from "./prove.ts";

/**
 * Asks for the code of the authenticator app, or for a recovery code instead, and verifies it for the
 * session of the client that `client` returns.
 */
export const SecondStep = ({
  client,
  onProven,
  label = "Continue",
}: {
  client: () => Promise<Db>;
  onProven: () => Promise<void> | void;
  label?: string;
}) => {
  const [by, setBy] = useState<Proof>("app");
  const form = useForm({ defaultValues: { code: "" } });
  const submit = async ({ code }: { code: string }) => {
    if (code.trim() === "") return { fields: { code: "Please enter a code" } };
    const message = await prove(await client(), by, code);
    if (message) return { fields: { code: message } };
    await onProven();
  };
  return (
    <div className="grid gap-4">
      <Form form={form} onSubmit={submit} summary={false} key={by}>
        {by === "app" ? (
          <FormField
            form={form}
            name="code"
            label="Six-digit code"
            hint="From your authenticator app"
            required
          >
            <CodeInput />
          </FormField>
        ) : (
          <FormField
            form={form}
            name="code"
            label="Recovery code"
            hint="One of the codes that you saved when you switched this on"
            required
          >
            <Input
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={INPUT_LIMITS.recovery_code}
              className="font-mono"
            />
          </FormField>
        )}
        <SubmitButton size="lg">{label}</SubmitButton>
      </Form>
      <button
        type="button"
        className="link min-h-6 justify-self-start text-sm"
        onClick={() => {
          form.reset();
          setBy(by === "app" ? "recovery" : "app");
        }}
      >
        {by === "app" ? "Use a recovery code instead" : "Use the authenticator app instead"}
      </button>
    </div>
  );
};
