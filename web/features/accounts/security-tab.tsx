import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { changeEmailForm, changePasswordForm } from "#domain/account-forms.ts";
import { PASSWORD_MIN } from "#domain/accounts.ts";
import { refreshSession, sessionClient } from "#web/session/session.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Form, FormField, SubmitButton } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { toast } from "#web/ui/toast.ts";
import { useSignOut } from "./sign-out.ts";

/** Refusals that somebody can do something about; any other is told in the spec's words only. */
const TELLING = new Set([
  "invalid_credentials",
  "same_password",
  "weak_password",
  "email_exists",
  "over_email_send_rate_limit",
  "over_request_rate_limit",
]);

const told = (error: { code?: string; message: string }, otherwise: string): string =>
  TELLING.has(error.code ?? "") ? error.message : otherwise;

const ChangeEmail = ({ email }: { email: string }) => {
  const [sentTo, setSentTo] = useState("");
  const form = useForm({
    resolver: zodResolver(changeEmailForm),
    defaultValues: { email: "", currentPassword: "" },
  });
  const submit = async (values: z.output<typeof changeEmailForm>) => {
    const db = await sessionClient();
    const { error } = await db.auth.updateUser(
      { email: values.email, current_password: values.currentPassword },
      { emailRedirectTo: `${window.location.origin}/confirm-email` },
    );
    if (error) {
      const message = told(error, "Failed to update email.");
      toast({ title: "Email change failed", description: message, variant: "destructive" });
      return error.code === "invalid_credentials"
        ? { fields: { currentPassword: message } }
        : { message };
    }
    await refreshSession();
    toast({
      title: "Email update initiated",
      description: "Check your new email to confirm.",
      variant: "success",
    });
    setSentTo(values.email);
    form.reset();
  };
  return (
    <section aria-labelledby="change-email">
      <h2 id="change-email" className="text-xl">
        Email address
      </h2>
      <p className="mt-1 mb-5 text-ink-soft">
        You sign in with <strong className="break-words text-ink">{email}</strong>.
      </p>
      {sentTo && (
        <div className="mb-5">
          <Alert
            live
            tone="success"
            title="Email update initiated - check your new email to confirm"
          >
            We have written to both addresses. Your address changes when both have confirmed.
          </Alert>
        </div>
      )}
      <Form form={form} onSubmit={submit} summary={false}>
        <FormField form={form} name="email" label="New email" required>
          <Input type="email" autoComplete="email" maxLength={200} />
        </FormField>
        <FormField form={form} name="currentPassword" label="Current password" required>
          <PasswordInput autoComplete="current-password" />
        </FormField>
        <SubmitButton variant="solid" className="justify-self-start">
          Change email
        </SubmitButton>
      </Form>
    </section>
  );
};

const ChangePassword = ({ email }: { email: string }) => {
  const form = useForm({
    resolver: zodResolver(changePasswordForm),
    defaultValues: { currentPassword: "", password: "", confirmPassword: "" },
  });
  const submit = async (values: z.output<typeof changePasswordForm>) => {
    const db = await sessionClient();
    const { error } = await db.auth.updateUser({
      password: values.password,
      current_password: values.currentPassword,
    });
    if (error) {
      const message = told(error, "Failed to update password.");
      toast({ title: "Password change failed", description: message, variant: "destructive" });
      return error.code === "invalid_credentials"
        ? { fields: { currentPassword: message } }
        : { message };
    }
    toast({ title: "Password updated", variant: "success" });
    form.reset();
  };
  return (
    <section aria-labelledby="change-password">
      <h2 id="change-password" className="mb-5 text-xl">
        Password
      </h2>
      <Form form={form} onSubmit={submit} summary={false}>
        {/* Password managers need to know whose password this is. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <FormField form={form} name="currentPassword" label="Current password" required>
          <PasswordInput autoComplete="current-password" />
        </FormField>
        <FormField
          form={form}
          name="password"
          label="New password"
          hint={`At least ${PASSWORD_MIN} characters. Your other devices are signed out.`}
          required
        >
          <PasswordInput autoComplete="new-password" />
        </FormField>
        <FormField form={form} name="confirmPassword" label="Confirm new password" required>
          <PasswordInput autoComplete="new-password" />
        </FormField>
        <SubmitButton variant="solid" className="justify-self-start">
          Change password
        </SubmitButton>
      </Form>
    </section>
  );
};

const SignOutEverywhere = () => {
  const [open, setOpen] = useState(false);
  const signOut = useSignOut();
  return (
    <section aria-labelledby="devices">
      <h2 id="devices" className="text-xl">
        Devices
      </h2>
      <p className="mt-1 mb-4 text-ink-soft">
        Signed in somewhere you no longer trust? End every session, this one included.
      </p>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Log out of all devices
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Log out of all devices?"
        description="You will have to log in again everywhere, also here."
        confirmLabel="Log out everywhere"
        onConfirm={() => signOut("global")}
      />
    </section>
  );
};

/** Account Security: address, password, sessions (spec 1 sections 5 and 8, decisions 19 and 20). */
export const SecurityTab = ({ email }: { email: string }) => (
  <div className="grid max-w-xl gap-12">
    <ChangeEmail email={email} />
    <ChangePassword email={email} />
    <SignOutEverywhere />
  </div>
);
