import { useEffect, useRef, useState } from "react";
import { Navigate, useLocation, useNavigate, useSearchParams } from "react-router";
import { withReturn } from "#web/session/return-path.ts";
import { getSession, refreshSession, type Session, useSession } from "#web/session/session.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Link } from "#web/ui/link.tsx";
import type { Posted } from "#web/ui/posted-form.ts";
import { PostedNotice } from "#web/ui/posted-notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { AuthCard } from "../auth-card.tsx";
import { SignInLink } from "../login/sign-in-link.tsx";
import { ChoosePassword, mustChoosePassword } from "./choose-password.tsx";
import { ConfirmLink } from "./confirm-link.tsx";
import { useMailLink } from "./mail-link.ts";
import { clearPending, type PendingConfirmation, readPending } from "./pending-confirmation.ts";
import { RESEND_LABEL, Resend } from "./resend.tsx";

/** How long "Email confirmed" is shown before the next page opens, without an intention the profile (spec 1 section 9). */
const REDIRECT_MS = 1000;

/** Where people go on to: who signed up to claim a business, to the claim (spec 2 section 2). */
const homeOf = (session: Session): string =>
  session.status === "signed-in" && session.user.user_metadata.claim_business
    ? "/dashboard"
    : "/profile";

/** Read in the browser only: the server has neither router state nor session storage. */
const usePending = () => {
  const { state } = useLocation();
  const [pending, setPending] = useState<PendingConfirmation | null>(null);
  useEffect(() => setPending(readPending(state)), [state]);
  const delivered = (well: boolean) =>
    setPending((now) => now && { ...now, emailSendFailed: !well });
  return { pending, delivered };
};

/** "Try Logging In": with a session of this browser (another tab may have confirmed), otherwise by hand. */
const useTryLoggingIn = ({ email, target }: PendingConfirmation) => {
  const navigate = useNavigate();
  return async () => {
    if (!email) {
      toast({
        title: "Login attempt failed",
        description: "Please try signing up again.",
        variant: "destructive",
      });
      return navigate(withReturn("/signup", target));
    }
    toast({ title: "Attempting to log you in" });
    try {
      const session = await refreshSession();
      if (session.status === "signed-in") return navigate(target ?? "/profile");
      toast({ title: "Login attempt failed", description: "Please sign in manually." });
    } catch {
      toast({
        title: "Authentication Error",
        description: "We couldn't log you in automatically. Please try logging in manually.",
        variant: "destructive",
      });
    }
    return navigate(withReturn("/login", target), { state: { email } });
  };
};

const Waiting = ({
  pending,
  onDelivery,
}: {
  pending: PendingConfirmation;
  onDelivery: (delivered: boolean) => void;
}) => {
  const { email, emailSendFailed } = pending;
  const tryLoggingIn = useTryLoggingIn(pending);
  const sent = Boolean(email) && !emailSendFailed;
  const logIn = (
    <Button
      variant="quiet"
      size={sent ? "sm" : "md"}
      className={cx(sent && "link")}
      onClick={() => void tryLoggingIn()}
    >
      Try Logging In
    </Button>
  );
  const resend = (
    <Resend
      email={email}
      main={!sent}
      label={emailSendFailed ? "Send Confirmation Email" : RESEND_LABEL}
      onDelivery={onDelivery}
    />
  );
  return (
    <div className="grid gap-6">
      {emailSendFailed ? (
        <Alert tone="warning" title="Failed to send email">
          Your account was created, but we could not send the confirmation email. You can still log
          in with your credentials, or contact support.
        </Alert>
      ) : email ? (
        <div>
          <p>
            We sent a confirmation link to <strong className="block wrap-anywhere">{email}</strong>
          </p>
          <p className="mt-2">
            Open the link within an hour to activate your account. If you can't see it, check your
            spam folder.
          </p>
        </div>
      ) : (
        <p>
          Follow the link in our confirmation email to activate your account. If you can't see it,
          check your spam folder, or enter your address to get another one.
        </p>
      )}
      {/* One form in both cases, so that its result outlives the change from one to the other. */}
      <div className={cx(sent && "border-t border-line pt-5")}>
        {sent && <h2 className="mb-3 text-lg">Didn't arrive?</h2>}
        {resend}
      </div>
      <div className={cx(sent ? "flex flex-wrap items-center border-t border-line pt-3" : "grid")}>
        {sent && <p className="text-sm text-ink-soft">Already confirmed?</p>}
        {logIn}
      </div>
    </div>
  );
};

const Confirmed = ({ target, home }: { target: string | null; home: string }) => (
  <div className="grid gap-5">
    <Alert tone="success" title="Email confirmed">
      Your address is confirmed and you are signed in.
    </Alert>
    <ButtonLink to={target ?? home} variant="signal" size="lg">
      {target ? "Continue" : home === "/profile" ? "Continue to Profile" : "Go to your dashboard"}
    </ButtonLink>
  </div>
);

/** The button, or another mail, in a browser without scripts: the server accepts the form. */
const WithoutScript = ({ hasLink }: { hasLink: boolean }) => (
  <noscript>
    <form method="post" className="grid gap-5">
      {!hasLink && (
        <Field label="Email">
          <Input type="email" name="email" autoComplete="email" />
        </Field>
      )}
      <Button type="submit" variant="signal" size="lg">
        {hasLink ? "Confirm my email" : RESEND_LABEL}
      </Button>
    </form>
  </noscript>
);

/** /confirm-email: Check Your Email, Account Created or Email Confirmed (spec 1 sections 2 and 4). */
export const ConfirmEmailScreen = ({ posted }: { posted: Posted | undefined }) => {
  const { pending, delivered } = usePending();
  const link = useMailLink();
  const [query] = useSearchParams();
  const session = useSession();
  const navigate = useNavigate();
  const [redeemed, setRedeemed] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const here = session.status === "signed-in" ? session.user : null;
  // Also after a reload, when the link is used.
  useEffect(() => {
    if (here?.id) mustChoosePassword().then(setChoosing, () => {});
  }, [here?.id]);

  // A change of address is no sign-up, and has nothing to go back to.
  const signsUp = !(link && "type" in link && link.type !== "signup");
  const target = signsUp ? (pending?.target ?? null) : null;
  const goOn = async () => {
    const home = signsUp ? homeOf(await getSession()) : "/profile";
    return navigate(target ?? home, { replace: true });
  };
  const done = async () => {
    if (await mustChoosePassword().catch(() => false)) return setChoosing(true);
    setChoosing(false);
    setRedeemed(true);
    clearPending();
    toast({ title: "Email confirmed", variant: "success" });
    timer.current = setTimeout(() => void goOn(), REDIRECT_MS);
  };

  const footer = session.status !== "signed-in" && (
    <>
      Already confirmed?{" "}
      <Link to={withReturn("/login", target)} className="link">
        Log in
      </Link>
    </>
  );

  if (posted?.done) {
    return (
      <AuthCard title="Confirm your email" footer={footer}>
        <PostedNotice posted={posted} />
      </AuthCard>
    );
  }
  if (choosing) {
    return <ChoosePassword email={here?.email ?? ""} onDone={() => void done()} />;
  }
  if (link === undefined || pending === null) {
    return (
      <AuthCard title="Confirm your email" footer={footer}>
        <PostedNotice posted={posted} />
        <WithoutScript hasLink={query.has("token_hash")} />
        <Skeleton className="needs-script h-24 w-full" />
      </AuthCard>
    );
  }
  if (link?.kind === "token-hash" && link.type === "recovery") {
    const query = new URLSearchParams({
      mode: "reset",
      token_hash: link.tokenHash,
      type: "recovery",
    });
    return <Navigate replace to={`/reset-password?${query}`} />;
  }
  if (link?.kind === "token-hash" && link.type === "magiclink") {
    return <SignInLink tokenHash={link.tokenHash} next={query.get("next")} />;
  }
  const confirmed =
    redeemed ||
    (!link && session.status === "signed-in" && Boolean(session.user.email_confirmed_at));
  if (confirmed) {
    return (
      <AuthCard title="Email Confirmed">
        <Confirmed target={target} home={signsUp ? homeOf(session) : "/profile"} />
      </AuthCard>
    );
  }
  if (link) {
    return (
      <AuthCard title="Confirm your email" footer={footer}>
        <ConfirmLink link={link} email={pending.email} onDone={() => void done()} />
      </AuthCard>
    );
  }
  const created = pending.accountCreated && pending.emailSendFailed;
  return (
    <AuthCard art title={created ? "Account Created" : "Check Your Email"}>
      <Waiting pending={pending} onDelivery={delivered} />
    </AuthCard>
  );
};
