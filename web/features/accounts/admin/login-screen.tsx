import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { z } from "zod";
import { adminLoginForm } from "#domain/accounts/forms.ts";
import { faultOf } from "#domain/site/faults.ts";
import { UNEXPECTED_ERROR } from "#domain/site/messages.ts";
import { safePath, secondStepPath } from "#web/session/return-path.ts";
import { sessionClient } from "#web/session/session.ts";
import { useSettings } from "#web/session/settings.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Form, FormField, SubmitButton, useForm } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { Link } from "#web/ui/link.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { useEntryState } from "#web/ui/use-is-live.ts";
import { AuthCard } from "../auth-card.tsx";
import { detachedClient } from "../detached-client.ts";
import { reportCancelledDeletion } from "../personal-data/deletion-cancelled.ts";
import { useSignInElsewhere } from "../use-sign-in-elsewhere.ts";
import { logInAsAdmin, SECOND_STEP } from "./log-in.ts";

/** The admin page where a person was stopped, otherwise the dashboard. */
const useTarget = (): string => {
  const [query] = useSearchParams();
  const path = safePath(query.get("return"));
  return path?.startsWith("/admin/") ? path : "/admin/dashboard";
};

/** /admin-login: username and password (spec 1 sections 2, 4 and 8). */
export const AdminLoginScreen = ({ settable }: { settable: boolean }) => {
  const settings = useSettings();
  const navigate = useNavigate();
  const target = useTarget();
  const state = useEntryState<{ adminCreated: boolean; idle: boolean; email: string }>();
  const [forgotten, setForgotten] = useState(false);
  const form = useForm({
    resolver: zodResolver(adminLoginForm),
    // After the link of a mail, whose it was.
    defaultValues: { username: state?.email ?? "", password: "" },
  });

  useSignInElsewhere((session) => {
    const admin = session.status === "signed-in" && session.profile?.account_type === "admin";
    if (admin) void navigate(target, { replace: true });
    if (session.status === "second-step") void navigate(secondStepPath(target), { replace: true });
  });

  const submit = async ({ username, password }: z.output<typeof adminLoginForm>) => {
    try {
      const [db, trial] = await Promise.all([sessionClient(), detachedClient(settings)]);
      const domain = settings.adminDomain;
      const outcome = await logInAsAdmin(db, trial, { username, password, domain });
      if (typeof outcome === "string") return { message: outcome };
      if (outcome === SECOND_STEP) {
        await navigate(secondStepPath(target), { replace: true });
        return;
      }
      void reportCancelledDeletion(db);
    } catch (error) {
      return { message: faultOf(error, UNEXPECTED_ERROR).message };
    }
    await navigate(target, { replace: true });
  };

  return (
    <AuthCard
      title="Admin login"
      lead="For the people who run this site."
      footer={
        settable ? (
          <>
            Setting the site up?{" "}
            <Link to="/admin-signup" className="link">
              Create the first admin
            </Link>
          </>
        ) : (
          <>
            Not an admin?{" "}
            <Link to="/login" className="link">
              Log in here
            </Link>
          </>
        )
      }
    >
      {state?.idle && (
        <div className="mb-5">
          <Alert title="You have been signed out">
            Nothing was done here for 30 minutes. Please log in again.
          </Alert>
        </div>
      )}
      {state?.adminCreated && (
        <div className="mb-5">
          <Alert tone="success" title="Admin account created">
            Please log in with your new username and password.
          </Alert>
        </div>
      )}
      <Form form={form} onSubmit={submit} summary={false}>
        <FormField form={form} name="username" label="Username or email" required>
          <Input autoComplete="username" autoCapitalize="none" spellCheck={false} />
        </FormField>
        <FormField
          form={form}
          name="password"
          label="Password"
          required
          aside={
            <button
              type="button"
              className="link text-sm"
              aria-expanded={forgotten}
              onClick={() => setForgotten(true)}
            >
              Forgot Password?
            </button>
          }
        >
          <PasswordInput autoComplete="current-password" />
        </FormField>
        <div role="status" className="empty:hidden">
          {forgotten && (
            <Alert>Please contact the system administrator to reset your password.</Alert>
          )}
        </div>
        <SubmitButton size="lg">Log in</SubmitButton>
      </Form>
    </AuthCard>
  );
};
