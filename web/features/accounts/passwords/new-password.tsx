import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { z } from "zod";
import { RESET_PASSWORD_MIN } from "#domain/accounts/accounts.ts";
import { resetPasswordForm } from "#domain/accounts/forms.ts";
import { PASSWORD_NOT_UPDATED } from "#domain/accounts/login-messages.ts";
import { faultOf, LINK_IS_USED, passingFault } from "#domain/site/faults.ts";
import type { Db } from "#web/session/database.ts";
import { endSession } from "#web/session/end-session.ts";
import { owesSecondStep } from "#web/session/second-step.ts";
import { getSession, leaveSession, useSession } from "#web/session/session.ts";
import { useSettings } from "#web/session/settings.ts";
import type { SiteSettings } from "#web/session/site.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Form, SubmitButton, useForm } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { Link } from "#web/ui/link.tsx";
import type { Posted } from "#web/ui/posted-form.ts";
import { PostedNotice } from "#web/ui/posted-notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { AuthCard, BackToLogin } from "../auth-card.tsx";
import { useCountdown, WaitNotice } from "../countdown.tsx";
import { clientWithToken, detachedClient } from "../detached-client.ts";
import type { MailLink } from "../email/mail-link.ts";
import { useMailLink } from "../email/mail-link.ts";
import { reportCancelledDeletion } from "../personal-data/deletion-cancelled.ts";
import { type Added, loadAdded } from "../reauthentication/added.ts";
import { AddedSince } from "../reauthentication/added-since.tsx";
import { SecondStep } from "../reauthentication/second-step.tsx";
import { NewPasswordFields } from "./new-password-fields.tsx";

/** How long the success is shown before the login opens (spec 1 section 9). */
const REDIRECT_MS = 3000;

type UsableLink = Exclude<MailLink, { kind: "error" }>;

/** Redeems the link on a separate client. @returns why it was refused, or nothing */
const redeem = async (db: Db, link: UsableLink): Promise<unknown> => {
  if (link.kind === "token-hash") {
    const type = link.type === "invite" ? "invite" : "recovery";
    return (await db.auth.verifyOtp({ token_hash: link.tokenHash, type })).error;
  }
  if (!link.refreshToken) return (await db.auth.getUser()).error;
  const { error } = await db.auth.setSession({
    access_token: link.accessToken,
    refresh_token: link.refreshToken,
  });
  return error;
};

const clientFor = (settings: SiteSettings, link: UsableLink): Promise<Db> =>
  link.kind === "tokens" && !link.refreshToken
    ? clientWithToken(settings, link.accessToken)
    : detachedClient(settings);

const RequestAgain = ({ title, invited = false }: { title: string; invited?: boolean }) => (
  <AuthCard title={invited ? "Your invitation" : "Reset your password"}>
    <div className="grid gap-5">
      <Alert live tone="danger" title={title}>
        {invited
          ? "Invitations work once, and for a week. If you chose a password already, log in. Otherwise we can send you a new link here."
          : "Links work once, and for an hour. Please ask for another one."}
      </Alert>
      <ButtonLink to="/reset-password" variant="signal" size="lg">
        Request a new link
      </ButtonLink>
      {invited && <BackToLogin />}
    </div>
  </AuthCard>
);

/** The account whose password was changed, and where it logs in: admins have a login of their own, providers a tab. */
interface Changed {
  email: string;
  login: string;
}

/** After a reset of one account while another is signed in: neither should be left by itself. */
const OtherAccount = ({ changed, current }: { changed: Changed; current: string }) => {
  const navigate = useNavigate();
  const logIn = async () => {
    await endSession("local");
    await navigate(changed.login, { state: changed });
  };
  return (
    <div className="grid gap-5">
      <Alert live tone="success" title={`The password of ${changed.email} has been changed`}>
        You are still signed in as {current}.
      </Alert>
      <Button variant="signal" size="lg" onClick={() => void logIn()}>
        Log in as {changed.email}
      </Button>
      <ButtonLink to="/profile" variant="quiet">
        Stay signed in as {current}
      </ButtonLink>
    </div>
  );
};

const LOGINS: Record<string, string> = { admin: "/admin-login", provider: "/login?type=provider" };

const NewPasswordForm = ({ link, posted }: { link: UsableLink; posted: Posted | undefined }) => {
  const settings = useSettings();
  const navigate = useNavigate();
  const [isUsed, setIsUsed] = useState(false);
  const [changed, setChanged] = useState<Changed | null>(null);
  const countdown = useCountdown("new-password");
  const session = useSession();
  const other = session.status === "signed-in" && !session.ended ? session.user.email : undefined;
  const [owing, setOwing] = useState(false);
  const [added, setAdded] = useState<readonly Added[] | null>(null);
  const proven = useRef<Db>(undefined);
  const form = useForm({
    resolver: zodResolver(resetPasswordForm),
    defaultValues: { password: "", confirmPassword: "" },
  });
  useEffect(() => {
    if (!changed || other) return;
    const logIn = () => void navigate(changed.login, { replace: true, state: changed });
    const timer = setTimeout(logIn, REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [changed, other, navigate]);

  const submit = async ({ password }: z.output<typeof resetPasswordForm>) => {
    // The link is redeemed only now, and once: a refused password can be tried again.
    if (!proven.current) {
      try {
        const db = await clientFor(settings, link);
        const error = await redeem(db, link);
        if (error) throw error;
        proven.current = db;
      } catch (error) {
        const fault = passingFault(error);
        if (!fault) return setIsUsed(true);
        if (fault.kind === "rate-limit") countdown.start();
        return { message: fault.message };
      }
    }
    // A mailbox alone is not both steps: the password waits for the second step.
    const { user } = (await proven.current.auth.getUser()).data;
    const { session } = (await proven.current.auth.getSession()).data;
    if (user && owesSecondStep(user, session?.access_token)) {
      setOwing(true);
      return;
    }
    return save(proven.current, password);
  };

  const save = async (db: Db, password: string) => {
    const { data, error } = await db.auth.updateUser({ password });
    if (error) {
      const { kind, message } = faultOf(error, PASSWORD_NOT_UPDATED);
      if (kind === "rate-limit") countdown.start();
      toast({ title: "Error", description: message, variant: "destructive" });
      return { message };
    }
    toast({ title: "Password updated", variant: "success" });
    const recent = await loadAdded(db, data.user).catch(() => []);
    if (recent.length > 0) setAdded(recent);
    else await finish(db);
  };

  const finish = async (db: Db) => {
    await reportCancelledDeletion(db);
    const { user } = (await db.auth.getUser()).data;
    const profile = await db
      .from("profiles")
      .select("account_type")
      .eq("id", user?.id ?? "")
      .maybeSingle();
    const login = LOGINS[profile.data?.account_type ?? ""] ?? "/login";
    // Everybody who knew the old password is signed out everywhere, including this browser.
    const here = await getSession();
    const own = here.status !== "signed-out" && here.user.id === user?.id;
    if (own) leaveSession();
    await db.auth.signOut({ scope: "global" });
    if (own) await endSession("local");
    setChanged({ email: user?.email ?? "", login });
  };

  const invited = link.type === "invite";
  if (isUsed) return <RequestAgain title={LINK_IS_USED} invited={invited} />;
  if (changed) {
    return (
      <AuthCard title="Password updated">
        {other ? (
          <OtherAccount changed={changed} current={other} />
        ) : (
          <Alert live tone="success" title="Your password has been changed">
            You are taken to the login in a moment.{" "}
            <Link to={changed.login} state={changed} className="link">
              Log in now
            </Link>
          </Alert>
        )}
      </AuthCard>
    );
  }
  const { current: db } = proven;
  if (added && db) {
    return (
      <AuthCard title="Password updated" lead="Before you log in, please check one more thing.">
        <div className="grid gap-6">
          <AddedSince
            added={added}
            client={async () => db}
            onRemoved={(id) => setAdded(added.filter((one) => one.id !== id))}
          />
          <Button variant="signal" size="lg" onClick={() => void finish(db)}>
            Continue to login
          </Button>
        </div>
      </AuthCard>
    );
  }
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
    <AuthCard
      title={invited ? `Welcome to ${settings.siteName}` : "Choose a new password"}
      lead={
        invited
          ? "Your account is ready. Choose a password, then log in to see your page and complete it."
          : "This changes the password of the account we emailed. Afterwards, log in again on each device."
      }
      footer={<BackToLogin />}
    >
      {other && (
        <div className="mb-5">
          <Alert title={`You are signed in as ${other}`}>
            This link sets the password of the account it was sent to.
          </Alert>
        </div>
      )}
      <PostedNotice posted={posted} />
      <Form form={form} onSubmit={submit} summary={false}>
        <NewPasswordFields
          form={form}
          least={RESET_PASSWORD_MIN}
          what={invited ? "password" : "new password"}
        />
        <WaitNotice seconds={countdown.left} />
        <SubmitButton size="lg" disabled={countdown.left > 0}>
          {invited ? "Choose password" : "Update password"}
        </SubmitButton>
      </Form>
    </AuthCard>
  );
};

/** The new password of a recovery link; opening the page does not use the link up. */
export const NewPassword = ({ posted }: { posted: Posted | undefined }) => {
  const link = useMailLink();
  if (link === undefined) {
    return (
      <AuthCard title="Choose a new password">
        <PostedNotice posted={posted} />
        <noscript>
          <form method="post" className="mb-5 grid gap-5">
            <Field label="New password" hint={`At least ${RESET_PASSWORD_MIN} characters`}>
              <Input type="password" name="password" autoComplete="new-password" />
            </Field>
            <Field label="Confirm new password">
              <Input type="password" name="confirmPassword" autoComplete="new-password" />
            </Field>
            <Button type="submit" variant="signal" size="lg">
              Update password
            </Button>
          </form>
        </noscript>
        <Skeleton className="needs-script h-40 w-full" />
      </AuthCard>
    );
  }
  if (link === null) return <RequestAgain title="This link is not complete." />;
  if (link.kind === "error") return <RequestAgain title={LINK_IS_USED} />;
  return <NewPasswordForm link={link} posted={posted} />;
};
