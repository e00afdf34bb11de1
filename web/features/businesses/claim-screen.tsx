import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { PASSWORD_MIN } from "#domain/accounts/accounts.ts";
import { VERIFY_EMAIL } from "#domain/accounts/messages.ts";
import { claimForm } from "#domain/businesses/businesses.ts";
import { faultOf } from "#domain/site/faults.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { AuthCard } from "#web/features/accounts/index.ts";
import { withReturn } from "#web/session/return-path.ts";
import { sessionClient, useSession } from "#web/session/session.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { AgreeToTerms } from "#web/ui/connected/agree-to-terms.tsx";
import { Form, FormField, SubmitButton, useForm } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { Link } from "#web/ui/link.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { Skeletons } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { ClaimState } from "./claim-state.tsx";
import type { Claimable, OwnClaim } from "./queries.ts";
import { claimBusiness, signUpToClaim } from "./writes.ts";

/** The next step if the address is not the business's own. */
const PENDING = {
  emailed: "We've asked the business to confirm it. We'll email you when they or our team decide.",
  waiting: "Our team will review it and email you.",
} as const;

/** Claims for the signed-in person; leads to the dashboard, which shows the claim's progress. */
const useClaim = (business: Claimable) => {
  const navigate = useNavigate();
  const { run, busy } = useWrite(claimBusiness);
  const claim = async () => {
    try {
      const outcome = await run(business.id);
      if (!outcome) return;
      if (outcome === "approved") {
        toast({
          title: "Business claimed",
          description: business.business_name,
          variant: "success",
        });
      } else {
        toast({ title: "We have your claim", description: PENDING[outcome] });
      }
    } catch (error) {
      const { message } = faultOf(error, "Please try again.", true);
      toast({ title: "Claim failed", description: message, variant: "destructive" });
      return;
    }
    await navigate("/dashboard");
  };
  return { claim, busy };
};

const SignedIn = ({ business, claim: made }: { business: Claimable; claim: OwnClaim | null }) => {
  const { claim, busy } = useClaim(business);
  if (made) {
    return (
      <div className="grid gap-5">
        <p>
          <ClaimState status={made.status} />
        </p>
        <ButtonLink to="/dashboard" variant="outline">
          Go to your dashboard
        </ButtonLink>
      </div>
    );
  }
  return (
    <Button variant="signal" size="lg" className="w-full" busy={busy} onClick={() => void claim()}>
      Claim this business
    </Button>
  );
};

const SignUp = ({ business }: { business: Claimable }) => {
  const { claim } = useClaim(business);
  const [sent, setSent] = useState(false);
  const form = useForm({
    resolver: zodResolver(claimForm),
    defaultValues: { name: "", email: "", password: "" },
  });
  if (sent) {
    return (
      <Alert live tone="success" title="Verify email">
        {VERIFY_EMAIL} We'll make your claim when you open the link in our email.
      </Alert>
    );
  }
  return (
    <Form
      form={form}
      summary={false}
      onSubmit={async (values) => {
        const outcome = await signUpToClaim(await sessionClient(), business.id, values);
        if (outcome.kind === "failed") {
          toast({
            title: "Signup failed",
            description: outcome.message,
            variant: "destructive",
          });
          return { message: outcome.message };
        }
        if (outcome.kind === "signed-in") {
          await claim();
          return;
        }
        toast({ title: "Verify email", description: VERIFY_EMAIL });
        setSent(true);
      }}
    >
      <FormField form={form} name="name" label="Full name" required>
        <Input autoComplete="name" maxLength={INPUT_LIMITS.full_name} />
      </FormField>
      <FormField
        form={form}
        name="email"
        label="Email"
        hint="Use the business's own address, and no approval is needed."
        required
      >
        <Input type="email" autoComplete="email" maxLength={INPUT_LIMITS.email} />
      </FormField>
      <FormField
        form={form}
        name="password"
        label="Password"
        hint={`At least ${PASSWORD_MIN} characters`}
        required
      >
        <PasswordInput autoComplete="new-password" />
      </FormField>
      <AgreeToTerms doing="claiming" />
      <SubmitButton size="lg">Claim business</SubmitButton>
    </Form>
  );
};

const INVITATION = "is on our list. Claim it to show that it's yours. It's free.";

/** The way of a claim. */
const WhatHappens = () => (
  <div className="grid gap-3">
    <h2 className="text-base text-ink">What happens next</h2>
    <ol className="grid list-decimal gap-2 pl-5">
      <li>We email you a link to confirm your address.</li>
      <li>
        If that's the address we have for the business, the business is yours at once. If not, we
        email the address we have, or our team checks, and we'll email you the outcome.
      </li>
    </ol>
  </div>
);

/** /claim-business?businessID= (spec 2 section 2, P-27). */
export const ClaimScreen = ({
  business,
  claim,
}: {
  business: Claimable | null;
  /** The signed-in person's claims of it. */
  claim: OwnClaim | null;
}) => {
  const session = useSession();
  const { pathname, search } = useLocation();
  const signedOut = session.status === "signed-out" || session.status === "second-step";
  if (!business || (business.claimed && !claim)) {
    return (
      <AuthCard title="Claim your business">
        <div className="grid gap-5">
          <Alert
            tone="warning"
            title={business ? "This business has already been claimed." : "Business not found"}
          >
            {business
              ? "If it is yours, please contact us."
              : "The link is not complete. Please open it again from our email."}
          </Alert>
          <ButtonLink to="/directory" variant="outline">
            Back to Directory
          </ButtonLink>
        </div>
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title="Claim your business"
      lead={
        <>
          <strong className="text-ink">{business.business_name}</strong>
          <span> {claim ? "is the business that you claimed." : INVITATION}</span>
          {signedOut && (
            <>
              {" "}
              Already have an account?{" "}
              <Link to={withReturn("/login", pathname + search)} className="link">
                Log in
              </Link>
            </>
          )}
        </>
      }
      footer={
        signedOut && (
          <div className="lg:hidden">
            <WhatHappens />
          </div>
        )
      }
      aside={
        signedOut && (
          <div className="text-sm text-ink-soft">
            <WhatHappens />
          </div>
        )
      }
    >
      {session.status === "loading" && <Skeletons count={1} label="Loading..." />}
      {session.status === "signed-in" && <SignedIn business={business} claim={claim} />}
      {signedOut && <SignUp business={business} />}
    </AuthCard>
  );
};
