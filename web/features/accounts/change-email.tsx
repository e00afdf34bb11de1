import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { changeEmailForm } from "#domain/account-forms.ts";
import { faultOf, isWrongPassword } from "#domain/faults.ts";
import { performWrite } from "#web/session/perform-write.ts";
import { refreshSession } from "#web/session/session.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Form, FormField, SubmitButton } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { toast } from "#web/ui/toast.ts";

/** Another address, after the current password; both addresses have to agree (decision 20). */
export const ChangeEmail = ({ email }: { email: string }) => {
  const [sentTo, setSentTo] = useState("");
  const form = useForm({
    resolver: zodResolver(changeEmailForm),
    defaultValues: { email: "", currentPassword: "" },
  });
  const submit = async (values: z.output<typeof changeEmailForm>) => {
    try {
      await performWrite(async (db) => {
        const { error } = await db.auth.updateUser(
          { email: values.email, current_password: values.currentPassword },
          { emailRedirectTo: `${window.location.origin}/confirm-email` },
        );
        if (error) throw error;
      });
    } catch (error) {
      const { message } = faultOf(error, "Failed to update email.");
      toast({ title: "Email change failed", description: message, variant: "destructive" });
      return isWrongPassword(error) ? { fields: { currentPassword: message } } : { message };
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
