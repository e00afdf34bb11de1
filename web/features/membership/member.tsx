import CircleCheck from "lucide-react/icons/circle-check";
import { useState } from "react";
import { membershipUntil } from "#domain/accounts/accounts.ts";
import { ownProfilePath } from "#domain/accounts/profile.ts";
import {
  formatPaid,
  planIn,
  planLabel,
  priceOfMembership,
  pricePhrase,
  saving,
} from "#domain/membership/plans.ts";
import type { MembershipWorth } from "#domain/statistics/results.ts";
import { daysUntil, formatDay } from "#domain/values/dates.ts";
import { formatPoundsAndPence } from "#domain/values/money.ts";
import { NewJobs } from "#web/features/jobs/index.ts";
import { FurtherFigures, MainFigures } from "#web/features/statistics/index.ts";
import type { Profile } from "#web/session/session.ts";
import { useSettings } from "#web/session/settings.ts";
import type { Subscription } from "#web/session/subscription.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Link } from "#web/ui/link.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { type Step, StepList } from "#web/ui/step-list.tsx";
import { Contacts } from "./contacts.tsx";
import { ideasFor } from "./ideas.ts";
import { CHOOSE_PLAN, PlanForAfterwards } from "./plan-choice.tsx";
import type { MembershipData } from "./queries.ts";
import type { Membership } from "./subscription/subscription.ts";
import { verdictOf } from "./verdict.ts";

/** The newest receipts that the page shows; the rest is in Settings. */
const RECEIPTS = 3;

/** From this many days before free time ends, what follows is the next thing to decide. */
const DECIDE_DAYS = 60;

/** The plan that follows free time and what it costs, if one was chosen; null while it was cancelled, too. */
const planAfterwards = (
  { tier, cancelAtPeriodEnd, free }: Subscription,
  membership: Membership | null,
): string | null =>
  free && !cancelAtPeriodEnd && tier !== "none" && membership?.renewalPence != null
    ? pricePhrase({ id: tier, pence: membership.renewalPence })
    : null;

/** What comes after the day above it, and what it costs. */
const Cost = ({
  subscription,
  membership,
}: {
  subscription: Subscription;
  membership: Membership | null;
}) => {
  const { plans } = useSettings();
  const { tier, expiresAt, cancelAtPeriodEnd, free } = subscription;
  const then = planAfterwards(subscription, membership);
  if (!expiresAt) return null;
  const day = formatDay(expiresAt);
  if (then)
    return `Then ${then}. You won't be charged before ${day}. Cancel by then and you'll pay nothing.`;
  if (free && membership?.renewalPence != null)
    return "You cancelled your next plan, so you won't be charged.";
  if (free)
    return `You aren't charged. After that it's ${priceOfMembership(plans)}, only if you choose a plan. Without one, you leave the directory.${
      membership?.promoCode && daysUntil(expiresAt) > 14
        ? " We'll email you two weeks before your free year ends."
        : ""
    }`;
  if (cancelAtPeriodEnd)
    return `You stay listed until ${day}, and you can change your mind before then.`;
  if (tier === "none") return null;
  const price = { id: tier, pence: membership?.renewalPence ?? planIn(plans, tier).pence };
  const yearly = planIn(plans, "yearly");
  const saved = tier === "monthly" && yearly.offered && saving(yearly, plans);
  const yearlyCost = tier === "monthly" && formatPoundsAndPence(price.pence * 12);
  return `You pay ${pricePhrase(price)}${yearlyCost ? `, ${yearlyCost} over a year` : ""}.${
    saved ? ` Paying ${pricePhrase(yearly)} saves you ${formatPoundsAndPence(saved.pence)}.` : ""
  }`;
};

/** In the first week of a free year. */
const isFirstWeek = (membership: Membership | null, { free, expiresAt }: Subscription): boolean =>
  free && Boolean(membership?.promoCode && expiresAt && daysUntil(expiresAt) > 358);

const Plan = ({
  profile,
  subscription,
  membership,
  worth,
}: {
  profile: Profile | null;
  subscription: Subscription;
  membership: Membership | null;
  worth: MembershipWorth | null;
}) => {
  const { plans } = useSettings();
  const verdict =
    worth && membership && verdictOf(worth.people_so_far, subscription.free, membership.receipts);
  const [choosing, setChoosing] = useState(false);
  const { free } = subscription;
  const mayChoose = free && membership?.renewalPence === null && subscription.expiresAt;
  const day = subscription.expiresAt && formatDay(subscription.expiresAt);
  const soon = mayChoose && daysUntil(mayChoose) <= DECIDE_DAYS;
  const firstWeek = isFirstWeek(membership, subscription);
  if (choosing && mayChoose && day) return <PlanForAfterwards day={day} />;
  return (
    <section aria-labelledby="plan" className="rounded-lg bg-signal-wash p-6 sm:p-8">
      <h2 id="plan" className="flex items-center gap-2 text-base font-semibold">
        {firstWeek && <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-success" />}
        {/* Free time is no plan. */}
        <span>
          {firstWeek
            ? "Your free year has started"
            : free
              ? "Membership active"
              : `${planLabel(subscription.tier, plans)} active`}
        </span>
      </h2>
      <p className="mt-1 font-display text-3xl font-bold tracking-display">
        {subscription.expiresAt &&
          membershipUntil(subscription.expiresAt, subscription.cancelAtPeriodEnd, free)}
      </p>
      <p className="mt-2 max-w-prose">
        <Cost subscription={subscription} membership={membership} />
      </p>
      {verdict && <p className="mt-2 max-w-prose font-semibold">{verdict}</p>}
      <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
        {firstWeek && (
          <ButtonLink to="/profile" className="max-sm:w-full">
            Complete your page
          </ButtonLink>
        )}
        {mayChoose && (
          <Button
            variant={soon ? "signal" : firstWeek ? "quiet" : "outline"}
            className="max-sm:w-full"
            onClick={() => setChoosing(true)}
          >
            {CHOOSE_PLAN}
          </Button>
        )}
        {!mayChoose && (
          <ButtonLink to="/account?tab=payments" variant="outline" className="max-sm:w-full">
            Manage Subscription
          </ButtonLink>
        )}
        <Link to={ownProfilePath(profile, subscription.isSubscribed)} className="link">
          View My Profile
        </Link>
      </div>
    </section>
  );
};

const Value = ({ worth }: { worth: MembershipWorth | null }) => (
  <section aria-labelledby="value">
    <h2 id="value" tabIndex={-1} className="mb-2 text-xl outline-none">
      What the last 30&nbsp;days brought you
    </h2>
    {worth ? <MainFigures worth={worth} /> : <LoadProblem title="Failed to load your figures" />}
  </section>
);

/** In place of figures that are all zero: what helps a new page to be found. */
const FirstSteps = ({ ideas }: { ideas: Step[] }) => (
  <section aria-labelledby="value">
    <h2 id="value" tabIndex={-1} className="text-xl outline-none">
      Help people find you
    </h2>
    <StepList steps={ideas} />
  </section>
);

const LatestReceipts = ({ membership }: { membership: Membership | null }) => {
  if (!membership || membership.receipts.length === 0) return null;
  return (
    <section aria-labelledby="receipts">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="receipts" className="text-xl">
          Receipts
        </h2>
        <Link to="/account?tab=payments" className="link text-sm">
          All receipts
        </Link>
      </div>
      <ul className="mt-2 divide-y divide-line">
        {membership.receipts.slice(0, RECEIPTS).map((receipt) => (
          <li key={receipt.id} className="flex justify-between gap-4 py-3">
            <time dateTime={receipt.paid_at}>{formatDay(receipt.paid_at)}</time>
            <span className="font-semibold tabular-nums">
              {formatPaid(receipt.pence, receipt.currency)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** A member's page: until when, what it brought, and what comes next. Changes are made in Settings. */
export const Member = ({
  profile,
  subscription,
  data: { membership, worth, contacts, jobs },
}: {
  profile: Profile | null;
  subscription: Subscription;
  data: MembershipData;
}) => {
  const hasFigures = worth !== null && Object.values(worth.figures).some((figure) => figure > 0);
  const ideas =
    profile && worth && !hasFigures && isFirstWeek(membership, subscription)
      ? ideasFor(profile, worth)
      : [];
  return (
    <div className="grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
      <div className="grid content-start gap-10">
        <Plan profile={profile} subscription={subscription} membership={membership} worth={worth} />
        {ideas.length > 0 ? <FirstSteps ideas={ideas} /> : <Value worth={worth} />}
      </div>
      <div className="grid content-start gap-10 lg:row-span-2">
        <Contacts contacts={contacts} />
        <LatestReceipts membership={membership} />
        {jobs && jobs.jobs.length > 0 && <NewJobs found={jobs} />}
      </div>
      {worth && hasFigures && ideas.length === 0 && (
        <section aria-labelledby="further">
          <h2 id="further" className="mb-3 text-xl">
            Work and feedback
          </h2>
          <FurtherFigures worth={worth} />
        </section>
      )}
    </div>
  );
};
