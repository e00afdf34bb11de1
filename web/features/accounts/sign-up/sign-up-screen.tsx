import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import {
  accountLabels,
  type SignUpType,
  signUpTypeOf,
  withArticle,
} from "#domain/accounts/accounts.ts";
import { type SignUpValues, signUpForm } from "#domain/accounts/forms.ts";
import type { CategoryGroup } from "#domain/categories/categories.ts";
import { faultOf } from "#domain/site/faults.ts";
import { UNEXPECTED_ERROR } from "#domain/site/messages.ts";
import { PostingSteps } from "#web/features/jobs/index.ts";
import { Benefits, MembershipPrice, Questions, TickList } from "#web/features/membership/index.ts";
import { withReturn } from "#web/session/return-path.ts";
import { sessionClient, useSession } from "#web/session/session.ts";
import { useSettings } from "#web/session/settings.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { useForm } from "#web/ui/form.tsx";
import { Link } from "#web/ui/link.tsx";
import { PostedNotice } from "#web/ui/posted-notice.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { toast } from "#web/ui/toast.ts";
import { AuthCard, Or } from "../auth-card.tsx";
import { useCountdown } from "../countdown.tsx";
import { detachedClient } from "../detached-client.ts";
import { type PendingConfirmation, rememberPending } from "../email/pending-confirmation.ts";
import { RESEND_LABEL, Resend } from "../email/resend.tsx";
import { SocialButtons } from "../login/social-buttons.tsx";
import type { PostedSignUp } from "../posted.ts";
import { useSignOut } from "../sign-out/sign-out.ts";
import { useTarget } from "../target.ts";
import { signUp } from "./sign-up.ts";
import { SignUpForm } from "./sign-up-form.tsx";

const RESOLVERS = {
  client: zodResolver(signUpForm("client")),
  provider: zodResolver(signUpForm("provider")),
};

const LEADS: Record<SignUpType, string> = {
  client: "Find professionals and post jobs for free.",
  provider: "An account is free. Membership gets you listed and unlocks contact details.",
};

const SeekerPromises = () => (
  <div className="grid gap-10">
    <section aria-labelledby="promises">
      <h2 id="promises" className="mb-4 text-xl">
        Free from start to finish
      </h2>
      <TickList
        items={[
          "Post a job and hear from professionals near you",
          "Compare quotes, prices and reviews",
          "You decide how many professionals see your contact details",
          "No commission on the work you agree",
        ]}
      />
    </section>
    <section aria-labelledby="posting">
      <h2 id="posting" className="text-xl">
        When you post a job
      </h2>
      <PostingSteps />
    </section>
  </div>
);

/** What a seeker gets in short, where there is no room for all of it beside the form. */
const IN_SHORT = [
  "Compare quotes, prices and reviews",
  "You decide how many professionals see your contact details",
  "No fees and no commission",
];

const EMPTY: SignUpValues = {
  full_name: "",
  email: "",
  location: "",
  phone_number: "",
  business_name: "",
  categories: [],
  password: "",
  confirmPassword: "",
};

/** /signup: an account as seeker or as provider (spec 1 sections 2, 4, 5 and 8). */
export const SignUpScreen = ({
  groups,
  providers,
  freeYearsLeft,
  posted,
}: {
  groups: readonly CategoryGroup[];
  providers: readonly string[];
  /** How many free years of membership are left; null if unknown. */
  freeYearsLeft: number | null;
  /** The result of the form without scripts. */
  posted: PostedSignUp | undefined;
}) => {
  const [query] = useSearchParams();
  const target = useTarget();
  const [type, setType] = useState<SignUpType>(posted?.type ?? signUpTypeOf(query.get("type")));
  const form = useForm({ resolver: RESOLVERS[type], defaultValues: posted?.values ?? EMPTY });
  const refused = form.formState.isSubmitted;
  const session = useSession();
  const signOut = useSignOut("/signup");
  const countdown = useCountdown("sign-up");
  const navigate = useNavigate();
  const settings = useSettings();
  const labels = accountLabels(settings.siteName);

  const submit = async (values: SignUpValues) => {
    let outcome: Awaited<ReturnType<typeof signUp>>;
    try {
      outcome = await signUp(
        await sessionClient(),
        () => detachedClient(settings),
        values,
        type,
        window.location.origin,
      );
    } catch (error) {
      return { message: faultOf(error, UNEXPECTED_ERROR).message };
    }
    if (outcome.kind !== "created") {
      if (outcome.kind === "rate-limit") countdown.start();
      return { message: outcome.message };
    }
    const pending: PendingConfirmation = {
      email: values.email,
      accountType: type,
      accountCreated: true,
      emailSendFailed: outcome.emailSendFailed,
      target,
    };
    rememberPending(pending);
    toast({
      title: "Account created successfully",
      description: "Please check your email to confirm your account.",
      variant: "success",
    });
    await navigate("/confirm-email", { replace: true, state: pending });
  };

  const tab = (value: SignUpType) => ({
    value,
    label: labels[value],
    content: (
      <>
        {/* After a refusal what is wrong comes first. */}
        {!refused &&
          (value === "provider" ? (
            <div className="mb-6">
              <MembershipPrice freeYearsLeft={freeYearsLeft} />
            </div>
          ) : (
            <div className="mb-6 text-sm lg:hidden">
              <TickList items={IN_SHORT} />
            </div>
          ))}
        <SignUpForm
          form={form}
          type={value}
          groups={groups}
          wait={countdown.left}
          draft="sign-up"
          onSubmit={submit}
        />
      </>
    ),
  });

  if (session.status === "signed-in" && !session.ended) {
    return (
      <AuthCard title="Create your account">
        <div className="grid gap-5">
          <Alert title={`You are signed in as ${session.user.email}`}>
            Sign out first to create another account.
          </Alert>
          <ButtonLink to="/profile" variant="signal" size="lg">
            Go to my profile
          </ButtonLink>
          <Button variant="quiet" onClick={() => void signOut()}>
            Sign Out
          </Button>
        </div>
      </AuthCard>
    );
  }
  if (posted?.done) {
    return (
      <AuthCard title={posted.tone === "success" ? "Check Your Email" : "Account Created"}>
        <PostedNotice posted={posted} />
        <Resend email={posted.values.email} label={RESEND_LABEL} />
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title="Create your account"
      lead={
        <>
          {LEADS[type]}
          <span className="block">
            Already have an account?{" "}
            <Link to={withReturn("/login", target)} className="link">
              Log in
            </Link>
          </span>
        </>
      }
      aside={
        type === "provider" ? (
          <div className="grid gap-10">
            <Benefits />
            <Questions />
          </div>
        ) : (
          <SeekerPromises />
        )
      }
    >
      <PostedNotice posted={posted} />
      <noscript>
        <p className="mb-4">
          <Link
            to={withReturn(type === "provider" ? "/signup" : "/signup?type=provider", target)}
            className="link"
          >
            Sign up as {withArticle(labels[type === "provider" ? "client" : "provider"])} instead
          </Link>
        </p>
      </noscript>
      <Tabs
        layout="split"
        label="Account type"
        value={type}
        onChange={(value) => {
          setType(signUpTypeOf(value));
          form.clearErrors();
        }}
        tabs={[tab("client"), tab("provider")]}
      />
      {providers.length > 0 && (
        <>
          <Or />
          <div className="grid gap-3">
            <SocialButtons providers={providers} way={{ accountType: type, target }} />
          </div>
        </>
      )}
    </AuthCard>
  );
};
