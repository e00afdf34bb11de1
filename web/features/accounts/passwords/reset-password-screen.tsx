import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useSearchParams } from "react-router";
import type { z } from "zod";
import { resetRequestForm } from "#domain/accounts/forms.ts";
import { RESET_NOT_SENT } from "#domain/accounts/login-messages.ts";
import { faultOf } from "#domain/site/faults.ts";
import { supabase } from "#web/session/client.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Form, FormField, SubmitButton, useForm } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import type { Posted } from "#web/ui/posted-form.ts";
import { PostedNotice } from "#web/ui/posted-notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { AuthCard, BackToLogin } from "../auth-card.tsx";
import { useCountdown, WaitNotice } from "../countdown.tsx";
import { NewPassword } from "./new-password.tsx";

/** Requests the mail. Known and unknown addresses get the same message (P-10). */
const RequestReset = ({ email, posted }: { email: string; posted: Posted | undefined }) => {
  const [sentTo, setSentTo] = useState("");
  const countdown = useCountdown("reset-password");
  const form = useForm({ resolver: zodResolver(resetRequestForm), defaultValues: { email } });
  const submit = async (values: z.output<typeof resetRequestForm>) => {
    const redirectTo = `${window.location.origin}/reset-password?mode=reset`;
    const error: unknown = await supabase()
      .then((db) => db.auth.resetPasswordForEmail(values.email, { redirectTo }))
      .then((result) => result.error)
      .catch((thrown: unknown) => thrown);
    if (error) {
      const { kind, message } = faultOf(error, RESET_NOT_SENT);
      if (kind === "rate-limit") countdown.start();
      toast({ title: "Error", description: message, variant: "destructive" });
      return { message };
    }
    toast({ title: "Reset email sent", variant: "success" });
    setSentTo(values.email);
  };
  if (sentTo) {
    return (
      <AuthCard art title="Check your email" footer={<BackToLogin />}>
        <Alert live tone="success" title="Reset email sent">
          If an account belongs to <strong className="wrap-anywhere">{sentTo}</strong>, a link to
          choose a new password is on its way. Check your spam folder too.
        </Alert>
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title="Reset your password"
      lead="Enter your email address and we will send you a link to choose a new password. The link works for one hour."
      footer={<BackToLogin />}
    >
      <PostedNotice posted={posted} />
      <Form form={form} onSubmit={submit} summary={false}>
        <FormField form={form} name="email" label="Email" required>
          <Input type="email" autoComplete="username" inputMode="email" />
        </FormField>
        <WaitNotice seconds={countdown.left} />
        <SubmitButton size="lg" disabled={countdown.left > 0}>
          Send reset link
        </SubmitButton>
      </Form>
    </AuthCard>
  );
};

/**
 * /reset-password: asks for an address (`mode=request`, also /forgot-password) or, with a link's
 * secret, for the new password (`mode=reset`).
 */
export const ResetPasswordScreen = ({
  mode,
  posted,
}: {
  mode?: "request";
  /** The result of a form without scripts. */
  posted: Posted | undefined;
}) => {
  const [query] = useSearchParams();
  const reset = mode !== "request" && query.get("mode") === "reset";
  if (posted?.done) {
    return (
      <AuthCard title={reset ? "Password updated" : "Check your email"} footer={<BackToLogin />}>
        <PostedNotice posted={posted} />
      </AuthCard>
    );
  }
  if (reset) return <NewPassword posted={posted} />;
  return <RequestReset email={query.get("email") ?? ""} posted={posted} />;
};
