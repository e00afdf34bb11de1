import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { Link, useNavigate } from "react-router";
import type { z } from "zod";
import { resetPasswordForm } from "#domain/account-forms.ts";
import { RESET_PASSWORD_MIN } from "#domain/accounts.ts";
import { tellWhenKept } from "#web/features/personal-data/index.ts";
import { SecondStep } from "#web/features/two-step/index.ts";
import { owesSecondStep } from "#web/session/second-step.ts";
import { useSettings } from "#web/session/settings.ts";
import type { Db } from "#web/session/site.ts";
import { Alert } from "#web/ui/alert.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Form, FormField, SubmitButton } from "#web/ui/form.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { AuthCard } from "./auth-card.tsx";
import { LINK_IS_SPENT } from "./confirm-link.tsx";
import { detachedClient } from "./detached-client.ts";
import type { MailLink } from "./mail-link.ts";
import { useMailLink } from "./use-mail-link.ts";

/** How long the success stands before the login opens (spec 1 section 9). */
const REDIRECT_MS = 3000;
const FAILED = "Failed to update password. Please try again.";

/** Redeems the link on a client of its own; answers whether it was good. */
const prove = async (db: Db, link: MailLink): Promise<boolean> => {
  if (link.kind === "token-hash") {
    const type = link.type === "invite" ? "invite" : "recovery";
    const { error } = await db.auth.verifyOtp({ token_hash: link.tokenHash, type });
    return !error;
  }
  if (link.kind === "tokens") {
    const { error } = await db.auth.setSession({
      access_token: link.accessToken,
      refresh_token: link.refreshToken,
    });
    return !error;
  }
  return false;
};

const AskAgain = ({ title }: { title: string }) => (
  <AuthCard title="Reset your password">
    <div className="grid gap-5">
      <Alert live tone="danger" title={title}>
        Links work once, and for an hour. Please ask for another one.
      </Alert>
      <ButtonLink to="/reset-password" variant="signal" size="lg">
        Request a new link
      </ButtonLink>
    </div>
  </AuthCard>
);

const NewPasswordForm = ({ link }: { link: MailLink }) => {
  const settings = useSettings();
  const navigate = useNavigate();
  const [spent, setSpent] = useState(false);
  const [changed, setChanged] = useState(false);
  const [owing, setOwing] = useState(false);
  const proven = useRef<Db>(undefined);
  const form = useForm({
    resolver: zodResolver(resetPasswordForm),
    defaultValues: { password: "", confirmPassword: "" },
  });
  useEffect(() => {
    if (!changed) return;
    const timer = setTimeout(() => void navigate("/login", { replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [changed, navigate]);

  const submit = async ({ password }: z.output<typeof resetPasswordForm>) => {
    // The link is redeemed only now, and once: a refused password can be tried again.
    if (!proven.current) {
      const db = await detachedClient(settings);
      if (!(await prove(db, link))) {
        setSpent(true);
        return;
      }
      proven.current = db;
    }
    // A mailbox alone is not both steps: the password waits until the second is shown.
    const { session } = (await proven.current.auth.getSession()).data;
    if (session && owesSecondStep(session.user, session.access_token)) {
      setOwing(true);
      return;
    }
    return save(proven.current, password);
  };

  const save = async (db: Db, password: string) => {
    const { error } = await db.auth.updateUser({ password });
    if (error) {
      toast({ title: "Error", description: FAILED, variant: "destructive" });
      const why = error.code === "same_password" || error.code === "weak_password";
      return { message: why ? error.message : FAILED };
    }
    await tellWhenKept(db);
    // Whoever knew the old password is out everywhere.
    await db.auth.signOut({ scope: "global" });
    toast({ title: "Password updated", variant: "success" });
    setChanged(true);
  };

  if (spent) return <AskAgain title={LINK_IS_SPENT} />;
  if (changed) {
    return (
      <AuthCard title="Password updated">
        <Alert live tone="success" title="Your password has been changed">
          You are taken to the login in a moment.{" "}
          <Link to="/login" className="link">
            Log in now
          </Link>
        </Alert>
      </AuthCard>
    );
  }
  const { current: db } = proven;
  if (owing && db) {
    const proceed = async () => {
      const failure = await save(db, form.getValues("password"));
      setOwing(false);
      if (failure) form.setError("root.server", { type: "server", message: failure.message });
    };
    return (
      <AuthCard
        title="Two-step verification"
        lead="Your new password is set when you have shown the second step."
      >
        <SecondStep client={async () => db} onProven={proceed} label="Update password" />
      </AuthCard>
    );
  }
  return (
    <AuthCard title="Choose a new password">
      <Form form={form} onSubmit={submit} summary={false}>
        <FormField
          form={form}
          name="password"
          label="New password"
          hint={`At least ${RESET_PASSWORD_MIN} characters`}
          required
        >
          <PasswordInput autoComplete="new-password" meter />
        </FormField>
        <FormField form={form} name="confirmPassword" label="Confirm new password" required>
          <PasswordInput autoComplete="new-password" />
        </FormField>
        <SubmitButton size="lg">Update password</SubmitButton>
      </Form>
    </AuthCard>
  );
};

/** The new password of a recovery link; opening the page burns nothing. */
export const NewPassword = () => {
  const link = useMailLink();
  if (link === undefined) {
    return (
      <AuthCard title="Choose a new password">
        <Skeleton className="h-40 w-full" />
      </AuthCard>
    );
  }
  if (link === null) return <AskAgain title="This link is not complete." />;
  if (link.kind === "error") return <AskAgain title={LINK_IS_SPENT} />;
  return <NewPasswordForm link={link} />;
};
