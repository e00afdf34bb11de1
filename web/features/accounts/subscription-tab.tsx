import { useState } from "react";
import { renewalCountdown } from "#domain/accounts.ts";
import { formatDay } from "#domain/dates.ts";
import { planLabel } from "#domain/plans.ts";
import { refreshSession } from "#web/session/session.ts";
import type { Db } from "#web/session/site.ts";
import type { Subscription } from "#web/session/subscription.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { toast } from "#web/ui/toast.ts";

const refuse = (description: string) =>
  toast({
    title: "Failed to open subscription management",
    description,
    variant: "destructive",
  });

/** The payment provider's own page for card and invoices; opened in this window. */
const openPortal = async (db: Db): Promise<void> => {
  const { data, error } = await db.functions.invoke<{ url?: unknown }>("customer-portal");
  if (error) {
    refuse((await refusalOf(error)) ?? "Failed to generate customer portal link");
    return;
  }
  if (typeof data?.url !== "string" || !/^https?:/.test(data.url)) {
    refuse("No portal URL returned");
    return;
  }
  window.location.assign(data.url);
};

/** The words of a function's refusal, where it gave some. */
const refusalOf = async (error: unknown): Promise<string | null> => {
  const context = (error as { context?: unknown }).context;
  if (!(context instanceof Response) || context.status >= 500) return null;
  const body: unknown = await context.json().catch(() => null);
  const message = (body as { error?: unknown } | null)?.error;
  return typeof message === "string" ? message : null;
};

const cancel = async (db: Db): Promise<string> => {
  const { data, error } = await db.functions.invoke<{ message?: unknown }>("cancel-subscription", {
    body: {},
  });
  if (error) throw new Error("Failed to cancel subscription");
  await refreshSession();
  return typeof data?.message === "string"
    ? data.message
    : "Subscription cancelled (will not renew)";
};

const CancelButton = ({ endsAt }: { endsAt: string }) => {
  const [open, setOpen] = useState(false);
  const { run } = useWrite(cancel);
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Cancel membership
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        danger
        title="Are you sure you want to cancel?"
        description={`Your membership stays live until ${formatDay(endsAt)} and will not renew.`}
        confirmLabel="Cancel Membership"
        cancelLabel="Keep My Membership"
        onConfirm={async () => {
          const message = await run();
          if (message) toast({ title: message, variant: "success" });
        }}
      />
    </>
  );
};

/** A provider's membership: plan, renewal, and the ways to manage and to cancel it. */
export const SubscriptionTab = ({ subscription }: { subscription: Subscription }) => {
  const { run: manage, busy } = useWrite(openPortal);
  const { isSubscribed, tier, expiresAt, cancelAtPeriodEnd } = subscription;
  return (
    <Card className="max-w-xl">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">{planLabel(tier)}</h2>
        <Badge tone={isSubscribed ? (cancelAtPeriodEnd ? "warning" : "success") : "neutral"}>
          {isSubscribed ? (cancelAtPeriodEnd ? "Will not renew" : "Active") : "Not subscribed"}
        </Badge>
      </div>
      {isSubscribed && expiresAt ? (
        <>
          <dl className="mt-4 grid gap-3 sm:grid-cols-2">
            <div>
              <dt className="text-sm text-ink-soft">
                {cancelAtPeriodEnd ? "Ends on" : "Renewal date"}
              </dt>
              <dd className="font-semibold">{formatDay(expiresAt)}</dd>
            </div>
            <div>
              <dt className="text-sm text-ink-soft">Time left</dt>
              <dd className="font-semibold">{renewalCountdown(expiresAt, cancelAtPeriodEnd)}</dd>
            </div>
          </dl>
          <div className="mt-6 flex flex-wrap gap-3">
            <Button
              variant="outline"
              busy={busy}
              onClick={() => {
                manage().catch(() => refuse("Please check your connection and try again."));
              }}
            >
              Manage subscription
            </Button>
            {!cancelAtPeriodEnd && <CancelButton endsAt={expiresAt} />}
          </div>
        </>
      ) : (
        <>
          <p className="mt-3 text-ink-soft">
            {expiresAt && Date.parse(expiresAt) < Date.now()
              ? `Your membership ended on ${formatDay(expiresAt)}.`
              : "With a membership you stand in the directory and can reveal the contacts of jobs."}
          </p>
          <ButtonLink to="/membership" variant="signal" className="mt-6">
            Activate Membership
          </ButtonLink>
        </>
      )}
    </Card>
  );
};
