import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link, useNavigate, useSearchParams } from "react-router";
import { type SignUpValues, signUpForm } from "#domain/account-forms.ts";
import { ACCOUNT_LABELS, type SignUpType, signUpTypeOf } from "#domain/accounts.ts";
import type { CategoryGroup } from "#domain/categories.ts";
import { sessionClient } from "#web/session/session.ts";
import { useSettings } from "#web/session/settings.ts";
import { Tabs } from "#web/ui/tabs.tsx";
import { toast } from "#web/ui/toast.ts";
import { AuthCard } from "./auth-card.tsx";
import { useCountdown } from "./countdown.ts";
import { detachedClient } from "./detached-client.ts";
import { type PendingConfirmation, rememberPending } from "./pending-confirmation.ts";
import { signUp } from "./sign-up.ts";
import { SignUpForm } from "./sign-up-form.tsx";
import { SocialButtons } from "./social-buttons.tsx";

const RESOLVERS = {
  client: zodResolver(signUpForm("client")),
  provider: zodResolver(signUpForm("provider")),
};

const EMPTY: SignUpValues = {
  fullName: "",
  email: "",
  location: "",
  phone: "",
  businessName: "",
  categories: [],
  password: "",
  confirmPassword: "",
};

/** /signup: an account as seeker or as provider (spec 1 sections 2, 4, 5 and 8). */
export const SignUpScreen = ({
  groups,
  providers,
}: {
  groups: readonly CategoryGroup[];
  providers: readonly string[];
}) => {
  const [query] = useSearchParams();
  const [type, setType] = useState<SignUpType>(signUpTypeOf(query.get("type")));
  const form = useForm({ resolver: RESOLVERS[type], defaultValues: EMPTY });
  const countdown = useCountdown();
  const navigate = useNavigate();
  const settings = useSettings();

  const submit = async (values: SignUpValues) => {
    let outcome: Awaited<ReturnType<typeof signUp>>;
    try {
      outcome = await signUp(await sessionClient(), () => detachedClient(settings), values, type);
    } catch (error) {
      const message = error instanceof Error && error.message;
      return { message: message || "An unexpected error occurred. Please try again." };
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
    label: ACCOUNT_LABELS[value],
    content: (
      <SignUpForm
        form={form}
        type={value}
        groups={groups}
        wait={countdown.left}
        onSubmit={submit}
      />
    ),
  });

  return (
    <AuthCard
      title="Create your account"
      lead="Find trusted professionals, or be found by the people who need you."
      footer={
        <>
          Already have an account?{" "}
          <Link to="/login" className="link">
            Log in
          </Link>
        </>
      }
    >
      <Tabs
        look="split"
        label="Account type"
        value={type}
        onChange={(value) => {
          setType(signUpTypeOf(value));
          form.clearErrors();
        }}
        tabs={[tab("client"), tab("provider")]}
      />
      {providers.length > 0 && (
        <div className="mt-5 grid gap-3 border-t border-line pt-5">
          <SocialButtons providers={providers} way={{ accountType: type, target: null }} />
        </div>
      )}
    </AuthCard>
  );
};
