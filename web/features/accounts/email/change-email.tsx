import { zodResolver } from "@hookform/resolvers/zod";
import type { z } from "zod";
import { changeEmailForm } from "#domain/accounts/forms.ts";
import { faultOf, isWrongPassword } from "#domain/site/faults.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { performWrite } from "#web/session/perform-write.ts";
import { reloadUser, useSession } from "#web/session/session.ts";
import { Form, FormField, SubmitButton, useForm } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { SettingForm } from "#web/ui/setting-row.tsx";
import { toast } from "#web/ui/toast.ts";
import { PendingChange } from "./pending-change.tsx";

/** A new address, after the current password; both addresses must confirm (P-20). */
export const ChangeEmail = ({ email }: { email: string }) => {
  const session = useSession();
  const pending = session.status === "signed-in" ? session.user.new_email : undefined;
  const form = useForm({
    resolver: zodResolver(changeEmailForm(email)),
    defaultValues: { email: "", currentPassword: "" },
  });
  const submit = async (
    values: z.output<ReturnType<typeof changeEmailForm>>,
    close: () => void,
  ) => {
    try {
      await performWrite(async (db) => {
        const { error } = await db.auth.updateUser(
          { email: values.email, current_password: values.currentPassword },
          { emailRedirectTo: `${window.location.origin}/confirm-email` },
        );
        if (error) throw error;
        await reloadUser();
      });
    } catch (error) {
      const { message } = faultOf(error, "Failed to update email.");
      toast({ title: "Email change failed", description: message, variant: "destructive" });
      return isWrongPassword(error) ? { fields: { currentPassword: message } } : { message };
    }
    toast({
      title: "Email update initiated",
      description: "Check your new email to confirm.",
      variant: "success",
    });
    form.reset();
    close();
  };
  return (
    <SettingForm
      title="Email address"
      value={
        <>
          You log in with <strong className="wrap-anywhere text-ink">{email}</strong>.
        </>
      }
      change="Change your email address"
      before={pending && <PendingChange current={email} wanted={pending} />}
      form={(close) => (
        <Form form={form} onSubmit={(values) => submit(values, close)} summary={false}>
          <FormField form={form} name="email" label="New email" required>
            <Input type="email" autoComplete="email" maxLength={INPUT_LIMITS.email} />
          </FormField>
          <FormField form={form} name="currentPassword" label="Current password" required>
            <PasswordInput autoComplete="current-password" />
          </FormField>
          <SubmitButton variant="solid" className="justify-self-start">
            Change email
          </SubmitButton>
        </Form>
      )}
    />
  );
};
