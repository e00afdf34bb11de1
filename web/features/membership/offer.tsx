import Check from "lucide-react/icons/check";
import type { ReactNode } from "react";
import { priceOfMembership } from "#domain/membership/plans.ts";
import { countOf } from "#domain/values/numbers.ts";
import { useSettings } from "#web/session/settings.ts";

/** Promises, each with a tick. */
export const TickList = ({ items }: { items: readonly string[] }) => (
  <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))] gap-x-8 gap-y-[.5lh]">
    {items.map((item) => (
      <li key={item} className="flex items-start gap-3">
        <Check aria-hidden="true" className="mt-[.125lh] size-[.75lh] shrink-0 text-brand" />
        <span className="min-w-0 text-pretty">{item}</span>
      </li>
    ))}
  </ul>
);

/** What a membership gives. */
export const BENEFITS = [
  "Your own page in the directory, found by town, trade and skill",
  "The contact details of open jobs",
  "A portfolio of your work and a list of your services",
  "Feedback from your customers on your public page",
] as const;

/** What a membership brings, under a heading, for people without one. */
export const Benefits = () => (
  <section aria-labelledby="benefits">
    <h2 id="benefits" className="mb-4 text-xl">
      What members get
    </h2>
    <TickList items={BENEFITS} />
  </section>
);

const QUESTIONS = [
  ["Do you take commission?", "No. You agree your own price, and keep all of it."],
  [
    "Can I cancel?",
    "Any time, in your account. You stay listed until the period you paid for ends.",
  ],
  ["What happens after a free year?", "It ends. You pay nothing unless you choose a plan."],
  ["Can I pay for a higher place?", "No, and nobody else can. Search results are earned."],
] as const;

/** What people ask before they join. */
export const Questions = () => (
  <section aria-labelledby="questions">
    <h2 id="questions" className="text-xl">
      Questions
    </h2>
    <dl className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))] gap-x-10 gap-y-5">
      {QUESTIONS.map(([question, answer]) => (
        <div key={question}>
          <dt className="font-semibold">{question}</dt>
          <dd className="mt-1 text-pretty text-ink-soft">{answer}</dd>
        </div>
      ))}
    </dl>
  </section>
);

/** What a membership costs, for a person who has none. */
export const MembershipPrice = ({
  freeYearsLeft,
  claimHint = "Claim yours after confirming your email.",
  children,
}: {
  /** How many free years are left for this person; null if unknown. */
  freeYearsLeft: number | null;
  /** How to claim it. */
  claimHint?: string;
  /** The button of the offer. */
  children?: ReactNode;
}) => {
  const price = priceOfMembership(useSettings().plans);
  return (
    <section aria-labelledby="price" className="rounded-md bg-signal-wash p-4 text-sm">
      <h2 id="price" className="text-lg">
        {freeYearsLeft ? "£0 for your first year" : price}
      </h2>
      {freeYearsLeft ? (
        <p className="mt-1">
          <strong>{`${countOf(freeYearsLeft, "free place", "free places")} left.`}</strong>{" "}
          {claimHint}
        </p>
      ) : (
        <p className="mt-1">No commission, and you can cancel any time.</p>
      )}
      {freeYearsLeft ? (
        <p className="mt-2">{`No card, no automatic renewal. Then ${price}, only if you choose a plan.`}</p>
      ) : null}
      {children}
    </section>
  );
};
