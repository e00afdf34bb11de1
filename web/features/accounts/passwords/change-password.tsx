import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import type { z } from "zod";
import { PASSWORD_MIN } from "#domain/accounts/accounts.ts";
import { changePasswordForm } from "#domain/accounts/forms.ts";
import { faultOf, isWrongPassword } from "#domain/site/faults.ts";
import { performWrite } from "#web/session/perform-write.ts";
import { sessionClient } from "#web/session/session.ts";
import { reloadParts } from "#web/session/use-loaded.ts";
import { Form, FormField, SubmitButton, useForm } from "#web/ui/form.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { SettingForm } from "#web/ui/setting-row.tsx";
import { toast } from "#web/ui/toast.ts";
import { type Added, loadAdded } from "../reauthentication/added.ts";
import { AddedSince } from "../reauthentication/added-since.tsx";
import { NewPasswordFields } from "./new-password-fields.tsx";

/** A new password, after the current one; then a list of additions that another person may have made. */
export const ChangePassword = ({ email }: { email: string }) => {
  const form = useForm({
    resolver: zodResolver(changePasswordForm),
    defaultValues: { currentPassword: "", password: "", confirmPassword: "" },
  });
  const [added, setAdded] = useState<readonly Added[]>([]);
  const submit = async (values: z.output<typeof changePasswordForm>, close: () => void) => {
    try {
      const recent = await performWrite(async (db) => {
        const { data, error } = await db.auth.updateUser({
          password: values.password,
          current_password: values.currentPassword,
        });
        if (error) throw error;
        return loadAdded(db, data.user).catch(() => []);
      });
      setAdded(recent);
    } catch (error) {
      const { message } = faultOf(error, "Failed to update password.");
      toast({ title: "Password change failed", description: message, variant: "destructive" });
      return isWrongPassword(error) ? { fields: { currentPassword: message } } : { message };
    }
    toast({ title: "Password updated", variant: "success" });
    void reloadParts();
    form.reset();
    close();
  };
  return (
    <SettingForm
      title="Password"
      value="Changing it logs out your other devices."
      change="Change your password"
      form={(close) => (
        <Form form={form} onSubmit={(values) => submit(values, close)} summary={false}>
          {/* Password managers need to know whose password this is. */}
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <FormField form={form} name="currentPassword" label="Current password" required>
            <PasswordInput autoComplete="current-password" />
          </FormField>
          <NewPasswordFields form={form} least={PASSWORD_MIN} what="new password" />
          <SubmitButton variant="solid" className="justify-self-start">
            Change password
          </SubmitButton>
        </Form>
      )}
      before={
        added.length > 0 && (
          <div className="mt-5">
            <AddedSince
              added={added}
              client={sessionClient}
              onRemoved={(id) => {
                setAdded(added.filter((one) => one.id !== id));
                void reloadParts();
              }}
            />
          </div>
        )
      }
    />
  );
};
