import { useEffect, useState } from "react";
import { refreshSession, sessionClient } from "#web/session/session.ts";
import { useSettings } from "#web/session/settings.ts";
import { Form, FormField, SubmitButton, useForm } from "#web/ui/form.tsx";
import { RetryAlert } from "#web/ui/retry-alert.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { CodeInput } from "../reauthentication/code-input.tsx";
import { prove } from "../reauthentication/prove.ts";
import { ProveYourself } from "../reauthentication/prove-yourself.tsx";
import { type Enrolment, startEnrolment } from "./protection.ts";

const spaced = (secret: string) => (secret.match(/.{1,4}/g) ?? []).join(" ");

/** The secret as picture and text, and the first code of it, which switches two-step verification on. */
export const Enrol = ({ onDone }: { onDone: () => Promise<void> }) => {
  const { siteName } = useSettings();
  const [enrolment, setEnrolment] = useState<Enrolment | "failed" | "unproven" | null>(null);
  const [attempt, setAttempt] = useState(0);
  const form = useForm({ defaultValues: { code: "" } });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once an attempt
  useEffect(() => {
    let here = true;
    setEnrolment(null);
    sessionClient()
      .then((db) => startEnrolment(db, siteName))
      .then(
        (started) => here && setEnrolment(started),
        (error: { code?: string } | null) => {
          if (here) {
            setEnrolment(error?.code === "reauthentication_needed" ? "unproven" : "failed");
          }
        },
      );
    return () => {
      here = false;
    };
  }, [attempt]);

  if (enrolment === "unproven") {
    return (
      <div className="grid gap-4">
        <p>Confirm it's you first, then choose your app.</p>
        <ProveYourself onProven={async () => setAttempt(attempt + 1)} />
      </div>
    );
  }
  if (enrolment === "failed") {
    return (
      <RetryAlert
        title="Two-step verification could not be set up"
        onRetry={() => setAttempt(attempt + 1)}
      >
        Nothing was changed.
      </RetryAlert>
    );
  }
  if (!enrolment) return <Skeleton className="h-64 w-full" />;

  const submit = async ({ code }: { code: string }) => {
    if (code.trim() === "") return { fields: { code: "Please enter a code" } };
    const db = await sessionClient();
    const message = await prove(db, "app", code, enrolment.factorId);
    if (message) return { fields: { code: message } };
    await refreshSession();
    await onDone();
  };
  return (
    <div className="grid gap-5">
      <ol className="grid list-decimal gap-1 pl-5">
        <li>Open an authenticator app on your phone.</li>
        <li>Scan the picture, or type the key below it.</li>
        <li>Enter the code that the app shows.</li>
      </ol>
      <div className="flex flex-wrap items-center gap-5">
        {/* White in both themes: cameras want dark on light. */}
        <img
          src={enrolment.picture}
          alt="QR code for your authenticator app"
          width={176}
          height={176}
          className="size-44 rounded-md border border-line bg-white p-2"
        />
        <div className="min-w-48 flex-1">
          <p className="text-sm text-ink-soft">Key to type by hand</p>
          <p data-testid="totp-secret" className="font-mono wrap-anywhere select-all">
            {spaced(enrolment.secret)}
          </p>
          <a href={enrolment.uri} className="link mt-2 inline-block text-sm">
            Open in an app on this device
          </a>
        </div>
      </div>
      <Form form={form} onSubmit={submit} summary={false}>
        <FormField form={form} name="code" label="Six-digit code" required>
          <CodeInput />
        </FormField>
        <SubmitButton variant="solid" className="justify-self-start">
          Switch on
        </SubmitButton>
      </Form>
    </div>
  );
};
