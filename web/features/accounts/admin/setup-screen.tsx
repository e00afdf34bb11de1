import { zodResolver } from "@hookform/resolvers/zod";
import { useNavigate } from "react-router";
import type { z } from "zod";
import { PASSWORD_MIN } from "#domain/accounts/accounts.ts";
import { adminSetupRefusal } from "#domain/accounts/errors.ts";
import { adminSetupForm } from "#domain/accounts/forms.ts";
import { ADMIN_EXISTS } from "#domain/accounts/messages.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { useSettings } from "#web/session/settings.ts";
import type { SiteSettings } from "#web/session/site.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Form, FormField, SubmitButton, useForm } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { Link } from "#web/ui/link.tsx";
import { toast } from "#web/ui/toast.ts";
import { AuthCard } from "../auth-card.tsx";
import { NewPasswordFields } from "../passwords/new-password-fields.tsx";

/**
 * Calls the admin-setup function to create the first admin. Returns null, or why not, in the words of spec
 * 1 section 8. The token is sent in a header, and only if there is one.
 */
const setUpAdmin = async (
  settings: SiteSettings,
  input: { username: string; password: string; setupToken: string },
): Promise<string | null> => {
  const { username, password, setupToken } = input;
  let response: Response;
  try {
    response = await fetch(`${settings.supabaseUrl}/functions/v1/admin-setup`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        apikey: settings.anonKey,
        ...(setupToken ? { "x-setup-token": setupToken } : {}),
      },
      body: JSON.stringify({ username, password }),
    });
  } catch {
    return "Unexpected error. Please try again.";
  }
  if (response.ok) return null;
  const body: unknown = await response.json().catch(() => null);
  return adminSetupRefusal(response.status, (body as { error?: unknown } | null)?.error);
};

/** /admin-signup: creates the first admin, once; `made` if there is one already (spec 1 sections 2, 5 and 8, P-03). */
export const AdminSetupScreen = ({ made }: { made: boolean }) => {
  const settings = useSettings();
  const navigate = useNavigate();
  const form = useForm({
    resolver: zodResolver(adminSetupForm),
    defaultValues: { username: "", password: "", confirmPassword: "", setupToken: "" },
  });
  const submit = async (values: z.output<typeof adminSetupForm>) => {
    const message = await setUpAdmin(settings, values);
    if (message) return { message };
    toast({ title: "Admin account created", variant: "success" });
    await navigate("/admin-login", { replace: true, state: { adminCreated: true } });
  };
  if (made) {
    return (
      <AuthCard
        title="There is an admin already"
        lead={ADMIN_EXISTS}
        footer={
          <>
            Not an admin?{" "}
            <Link to="/login" className="link">
              Log in here
            </Link>
          </>
        }
      >
        <ButtonLink to="/admin-login" variant="signal" size="lg" className="w-full">
          Go to admin login
        </ButtonLink>
        <p className="mt-5 text-sm text-ink-soft">
          No login of your own? Another admin can make you one.
        </p>
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title="Create the first admin"
      lead="This works once. Afterwards, admins are made by admins."
      footer={
        <Link to="/admin-login" className="link">
          Go to admin login
        </Link>
      }
    >
      <Form form={form} onSubmit={submit} summary={false}>
        <FormField form={form} name="username" label="Username" required>
          <Input
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={INPUT_LIMITS.admin_username}
          />
        </FormField>
        <NewPasswordFields form={form} least={PASSWORD_MIN} />
        <FormField
          form={form}
          name="setupToken"
          label="Setup token"
          hint={`Ask the person who installed the site.${settings.trial ? " Leave empty if there is none." : ""}`}
          required={!settings.trial}
          optional={settings.trial}
        >
          <Input autoComplete="off" autoCapitalize="none" spellCheck={false} />
        </FormField>
        <SubmitButton size="lg">Create admin account</SubmitButton>
      </Form>
    </AuthCard>
  );
};
