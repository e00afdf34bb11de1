import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import type { z } from "zod";
import {
  accountLabels,
  pathAfterLogin,
  type SignUpType,
  signUpTypeOf,
} from "#domain/accounts/accounts.ts";
import { loginForm } from "#domain/accounts/forms.ts";
import { secondStepPath, withReturn } from "#web/session/return-path.ts";
import { closeSession, sessionClient } from "#web/session/session.ts";
import { useSettings } from "#web/session/settings.ts";
import type { SignInWays } from "#web/session/site.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Form, FormField, SubmitButton, useForm } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { Link } from "#web/ui/link.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { toast } from "#web/ui/toast.ts";
import { AuthCard, Or } from "../auth-card.tsx";
import { useCountdown, WaitNotice } from "../countdown.tsx";
import { detachedClient } from "../detached-client.ts";
import { useTarget } from "../target.ts";
import { useSignInElsewhere } from "../use-sign-in-elsewhere.ts";
import { useCompleteLogIn } from "./complete-log-in.ts";
import { EmailLink } from "./email-link.tsx";
import { lastAccountType } from "./last-account-type.ts";
import { type LogInOutcome, logIn, signInRefusal } from "./log-in.ts";
import { loginNotice } from "./login-notice.ts";
import { PasskeyButton } from "./passkey-button.tsx";
import { SocialButtons } from "./social-buttons.tsx";
import { WrongType } from "./wrong-type.tsx";

/** What each type of account is for (spec 1 section 2). */
const BLURBS: Record<SignUpType, string> = {
  client: "Find professionals and post jobs.",
  provider: "Get found and win work near you.",
};

/** A person who is signed in, as the page opens or in another tab later, is sent on. */
const useLeaveWhenSignedIn = (target: string | null) => {
  const navigate = useNavigate();
  useSignInElsewhere((session) => {
    if (session.status === "signed-out") return;
    // The rest of an ended session is discarded for the new one.
    if (session.status === "signed-in" && session.ended) return closeSession();
    if (session.status === "second-step") {
      void navigate(secondStepPath(target), { replace: true });
      return;
    }
    const { profile, subscription } = session;
    void navigate(pathAfterLogin(target, profile, subscription.isSubscribed), { replace: true });
  });
};

const prefilledEmail = (state: unknown): string => {
  const email = (state as { email?: unknown } | null)?.email;
  return typeof email === "string" ? email : "";
};

/** /login: one form under two account types (spec 1 sections 2, 4 and 8). */
export const LoginScreen = ({
  providers,
  passkeys,
  posted,
}: SignInWays & {
  /** The address of a form that was sent without scripts. */
  posted: { email: string } | undefined;
}) => {
  const [query] = useSearchParams();
  const { state } = useLocation();
  const target = useTarget();
  const goOn = useCompleteLogIn();
  const settings = useSettings();
  const [type, setType] = useState<SignUpType>(signUpTypeOf(query.get("type")));
  const [unconfirmed, setUnconfirmed] = useState("");
  const [registeredAs, setRegisteredAs] = useState("");
  const countdown = useCountdown("log-in");
  const form = useForm({
    resolver: zodResolver(loginForm),
    defaultValues: { email: posted?.email || prefilledEmail(state), password: "" },
  });
  useLeaveWhenSignedIn(target);

  // Only the browser knows the last login; a type in the address has priority.
  const named = query.get("type");
  useEffect(() => {
    const last = lastAccountType();
    if (last && !named) setType(last);
  }, [named]);

  const tryPassword = async (
    { email, password }: z.output<typeof loginForm>,
    accountType: SignUpType,
  ): Promise<LogInOutcome> => {
    try {
      const [db, trial] = await Promise.all([sessionClient(), detachedClient(settings)]);
      return await logIn(db, trial, { email, password, accountType, target });
    } catch (error) {
      return { kind: "refused", message: signInRefusal(error).message, unconfirmed: false };
    }
  };
  const enterAs = async (values: z.output<typeof loginForm>, accountType: SignUpType) => {
    setUnconfirmed("");
    setRegisteredAs("");
    const outcome = await tryPassword(values, accountType);
    if (outcome.kind === "refused") {
      toast({ title: "Login failed", description: outcome.message, variant: "destructive" });
      if (outcome.unconfirmed) setUnconfirmed(values.email);
      if (outcome.limited) countdown.start();
      setRegisteredAs(outcome.registeredAs ?? "");
      return { message: outcome.message };
    }
    await goOn(outcome, target);
  };
  const submit = (values: z.output<typeof loginForm>) => enterAs(values, type);
  const changeType = (next: SignUpType) => {
    setType(next);
    setRegisteredAs("");
    form.clearErrors();
  };

  const notice = loginNotice(target, settings.siteName);
  const signUp = withReturn("/signup", target);
  const content = (
    <>
      <p className="mb-5 text-ink-soft">{BLURBS[type]}</p>
      {notice && (
        <div className="mb-5">
          <Alert title={notice.title}>{notice.text}</Alert>
        </div>
      )}
      <Form form={form} onSubmit={submit} summary={false}>
        <FormField form={form} name="email" label="Email" required>
          <Input type="email" autoComplete="username" inputMode="email" />
        </FormField>
        <FormField
          form={form}
          name="password"
          label="Password"
          required
          aside={
            <Link to="/forgot-password" className="link text-sm">
              Forgot password?
            </Link>
          }
        >
          <PasswordInput autoComplete="current-password" />
        </FormField>
        {unconfirmed && (
          <Alert tone="warning">
            Your email address is not confirmed yet.{" "}
            <Link to="/confirm-email" state={{ email: unconfirmed }} className="link">
              Send the confirmation again
            </Link>
          </Alert>
        )}
        <WrongType
          registeredAs={registeredAs}
          onPress={async () => {
            const own = signUpTypeOf(registeredAs);
            changeType(own);
            const failure = await enterAs(loginForm.parse(form.getValues()), own);
            if (failure) form.setError("root.server", { type: "server", ...failure });
          }}
        />
        <WaitNotice seconds={countdown.left} />
        <SubmitButton
          variant={registeredAs ? "outline" : "signal"}
          size="lg"
          disabled={countdown.left > 0}
        >
          Log in
        </SubmitButton>
      </Form>
    </>
  );

  return (
    <AuthCard
      title="Log in"
      footer={
        <div className="grid gap-2">
          <span>
            Don't have an account?{" "}
            <Link to={signUp} className="link">
              Sign up
            </Link>
          </span>
          <Link to="/reset-password" className="link justify-self-start">
            Forgot your password?
          </Link>
        </div>
      }
    >
      {posted && (
        <div className="mb-5">
          <Alert tone="warning" title="You are not logged in yet">
            This page had not finished loading. Type your password again, and log in.
          </Alert>
        </div>
      )}
      <noscript>
        <div className="mb-5">
          <Alert tone="warning" title="Logging in needs JavaScript">
            Switch it on for this site and load the page again. Without it you can still search,
            sign up, and reset your password.
          </Alert>
        </div>
      </noscript>
      <Tabs
        layout="split"
        label="Account type"
        value={type}
        onChange={(value) => changeType(signUpTypeOf(value))}
        tabs={(["client", "provider"] as const).map((value) => ({
          value,
          label: accountLabels(settings.siteName)[value],
          content,
        }))}
      />
      <Or />
      <div className="grid gap-3">
        {passkeys && <PasskeyButton key={type} way={{ accountType: type, target }} />}
        <SocialButtons providers={providers} way={{ accountType: type, target }} />
        <EmailLink form={form} way={{ accountType: type, target }} />
      </div>
    </AuthCard>
  );
};
