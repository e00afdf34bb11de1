import Mail from "lucide-react/icons/mail";
import { useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { classifyMailError } from "#domain/accounts/errors.ts";
import { faultOf } from "#domain/site/faults.ts";
import { isEmailAddress } from "#domain/values/email-address.ts";
import { supabase } from "#web/session/client.ts";
import { Alert, type AlertTone } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { useCountdown } from "../countdown.tsx";
import { addressWithWay, type SignInWay } from "./sign-in-way.ts";

interface Result {
  tone: AlertTone;
  title: string;
  text: string;
}

const NOT_SENT = { tone: "danger", title: "The link could not be sent" } as const;

const sentResult = (email: string): Result => ({
  tone: "success",
  title: "Check your email",
  text: `If there is an account for ${email}, a link is on its way. It works once, for one hour.`,
});

/** Requests the mail; known and unknown addresses get the same response (P-10). */
const requestLink = async (email: string, way: SignInWay): Promise<Result & { wait: boolean }> => {
  const db = await supabase();
  const { error } = await db.auth.signInWithOtp({
    email,
    options: {
      shouldCreateUser: false,
      emailRedirectTo: addressWithWay(window.location.origin, "/confirm-email", way),
    },
  });
  // A hosted service reports that it creates no account for an unknown address; this is not shown.
  if (!error || error.code === "otp_disabled") return { ...sentResult(email), wait: true };
  const { kind, title, description } = classifyMailError(error);
  if (kind === "other") return { ...NOT_SENT, text: description, wait: false };
  const wait = kind === "rate-limit";
  return { tone: wait ? "warning" : "danger", title, text: description, wait };
};

/** 'Email me a login link': to the address in the form, instead of using a password. */
export const EmailLink = ({
  form,
  way,
}: {
  form: UseFormReturn<{ email: string; password: string }>;
  way: SignInWay;
}) => {
  const [result, setResult] = useState<Result | null>(null);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  // Not remembered: each address waits for itself, and the form may have another one after a reload.
  const countdown = useCountdown();

  const send = async () => {
    if (running.current || countdown.left > 0) return;
    const email = form.getValues("email").trim();
    form.clearErrors();
    setResult(null);
    if (!isEmailAddress(email)) {
      const message = email === "" ? "Email is required" : "Invalid email address";
      form.setError("email", { message }, { shouldFocus: true });
      return;
    }
    running.current = true;
    setBusy(true);
    const { wait, ...outcome } = await requestLink(email, way).catch((error: unknown) => ({
      ...NOT_SENT,
      text: faultOf(error, "Please try again.").message,
      wait: false,
    }));
    running.current = false;
    setBusy(false);
    setResult(outcome);
    if (wait) countdown.start();
  };

  return (
    <>
      <Button
        variant="outline"
        icon={<Mail />}
        busy={busy}
        // Not `disabled`, which would lose the focus.
        aria-disabled={countdown.left > 0}
        className={countdown.left > 0 ? "opacity-55" : undefined}
        onClick={() => void send()}
      >
        Email me a login link
      </Button>
      <div role="status" className="empty:hidden">
        {result && (
          <Alert tone={result.tone} title={result.title}>
            {result.text}
          </Alert>
        )}
      </div>
      {countdown.left > 0 && (
        <p className="text-center text-sm text-ink-soft">
          Please wait {countdown.left} seconds before requesting another email.
        </p>
      )}
    </>
  );
};
