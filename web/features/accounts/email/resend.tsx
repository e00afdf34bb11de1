import { useRef, useState } from "react";
import { classifyMailError } from "#domain/accounts/errors.ts";
import {
  CHECK_INBOX,
  CONFIRMATION_RESENT,
  EMAIL_MISSING,
  INVALID_EMAIL_STOP,
} from "#domain/accounts/messages.ts";
import { faultOf } from "#domain/site/faults.ts";
import { isEmailAddress } from "#domain/values/email-address.ts";
import { sessionClient } from "#web/session/session.ts";
import { Alert, type AlertTone } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";
import { useReplay } from "#web/ui/use-replay.ts";
import { useCountdown } from "../countdown.tsx";

export const RESEND_LABEL = "Resend Confirmation Email";

interface Result {
  tone: AlertTone;
  title: string;
  text: string;
}

/** Why no mail can be sent to an address, in the specification's words, or null. */
const addressRefusal = (email: string): Result | null => {
  if (email === "") {
    return {
      tone: "danger",
      title: "No email address",
      text: EMAIL_MISSING,
    };
  }
  if (!isEmailAddress(email)) {
    return {
      tone: "danger",
      title: "Invalid email format",
      text: INVALID_EMAIL_STOP,
    };
  }
  return null;
};

/**
 * Sends the confirmation again: the outcome, the seconds to wait, and `send`, which resolves to whether the
 * mail was accepted and ignores a second press (spec 1 sections 4, 5 and 8).
 */
export const useResend = (
  kind: "signup" | "email_change" = "signup",
  onDelivery?: (delivered: boolean) => void,
) => {
  const [result, setResult] = useState<Result | null>(null);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const countdown = useCountdown(`resend-${kind}`);

  const attempt = async (email: string): Promise<Result> => {
    const db = await sessionClient();
    const { error } = await db.auth.resend({
      type: kind,
      email,
      options: { emailRedirectTo: `${window.location.origin}/confirm-email` },
    });
    if (!error) {
      onDelivery?.(true);
      countdown.start();
      toast({
        title: "Email sent",
        description: CONFIRMATION_RESENT,
        variant: "success",
      });
      return {
        tone: "success",
        title: "Confirmation email sent",
        text: CHECK_INBOX,
      };
    }
    const failure = classifyMailError(error);
    if (failure.kind === "rate-limit") countdown.start();
    if (failure.kind === "delivery") onDelivery?.(false);
    const tone = failure.kind === "rate-limit" ? "warning" : "danger";
    return { tone, title: failure.title, text: failure.description };
  };

  const send = async (typed: string): Promise<boolean> => {
    if (running.current || countdown.left > 0) return false;
    const email = typed.trim();
    const refused = addressRefusal(email);
    setResult(refused);
    if (refused) return false;
    running.current = true;
    setBusy(true);
    try {
      const outcome = await attempt(email);
      setResult(outcome);
      return outcome.tone === "success";
    } catch (error) {
      const { message } = faultOf(error, "Please try again.");
      setResult({ tone: "danger", title: "Failed to resend email", text: message });
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { result, busy, wait: countdown.left, send };
};

/** The address, the button and the result. */
export const Resend = ({
  email: known,
  label,
  kind = "signup",
  main = false,
  onDelivery,
}: {
  email: string;
  label: string;
  kind?: "signup" | "email_change";
  /** Whether this is what the page is for. */
  main?: boolean;
  /** Called with whether the mail service accepted the mail. */
  onDelivery?: (delivered: boolean) => void;
}) => {
  const [typed, setTyped] = useState<string | null>(null);
  const email = typed ?? known;
  const { result, busy, wait, send } = useResend(kind, onDelivery);
  const element = useRef<HTMLFormElement>(null);
  useReplay(element);
  const field = (
    <Field label="Email">
      <Input
        type="email"
        name="email"
        autoComplete="email"
        value={email}
        onChange={(event) => setTyped(event.target.value)}
      />
    </Field>
  );
  return (
    <form
      ref={element}
      noValidate
      method="post"
      action="/confirm-email"
      data-waits=""
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void send(email);
      }}
    >
      {!known && field}
      <div role="status" className="empty:hidden">
        {result && (
          <Alert tone={result.tone} title={result.title}>
            {result.text}
          </Alert>
        )}
      </div>
      {wait > 0 && (
        <p className="text-sm text-ink-soft">
          Please wait {wait} seconds before requesting another email.
        </p>
      )}
      <Button type="submit" variant={main ? "signal" : "outline"} busy={busy} disabled={wait > 0}>
        {label}
      </Button>
      {known && (
        <details>
          <summary className="link inline-block list-none py-1 text-sm">
            Wrong address? Change it
          </summary>
          <div className="mt-2">{field}</div>
        </details>
      )}
    </form>
  );
};
