import type { User } from "@supabase/supabase-js";
import { expect, it } from "vitest";
import { draw, wordsOf } from "#tests/draw.tsx";
import { NO_SUBSCRIPTION, type Subscription } from "#web/session/subscription.ts";
import { MembershipScreen } from "./membership-screen.tsx";
import type { MembershipData } from "./queries.ts";

const NO_DATA: MembershipData = {
  member: false,
  membership: null,
  worth: null,
  contacts: null,
  freeYearsLeft: null,
  jobs: null,
};

const show = (
  data: Partial<MembershipData> = {},
  subscription: Subscription = NO_SUBSCRIPTION,
  state: object | null = null,
) =>
  draw(
    <MembershipScreen
      user={{ id: "u" } as User}
      profile={null}
      subscription={subscription}
      data={{ ...NO_DATA, ...data }}
    />,
    { at: "/membership", state },
  );

it("offers a month and a year, the year first, chosen, and with what it saves", () => {
  const html = show();
  const text = wordsOf(html);
  expect(text).toMatch(
    /Yearly Best value £20\.00 per year £35\.88 paid monthly Save £15\.88 ?, over 40%/,
  );
  expect(text).toMatch(/Monthly £2\.99 per month/);
  expect(html).toContain("<s>£35.88 paid monthly</s>");
  expect(html.match(/<input[^>]*type="radio"[^>]*value="yearly"[^>]*>/)?.[0]).toContain(
    'checked=""',
  );
  expect(html.match(/<input[^>]*type="radio"[^>]*value="monthly"[^>]*>/)?.[0]).not.toContain(
    'checked=""',
  );
  expect(text).toContain("Continue to Payment");
});

it("accepts no coupon while none is typed", () => {
  expect(show()).toMatch(/<button[^>]*disabled=""[^>]*><span[^>]*>Apply<\/span>/);
});

it("explains why the visitor was sent here", () => {
  const words = "The page you asked for is for Solutionz Providers with a membership.";
  const sent = (redirectReason: string) => show({}, NO_SUBSCRIPTION, { redirectReason });
  expect(sent("subscription_required")).toContain("Subscription required");
  expect(sent("subscription_required")).toContain(words);
  expect(sent("other")).not.toContain(words);
});

it("offers the free year while there are any, and once to each person", () => {
  const claim = "Claim my free year";
  expect(wordsOf(show({ freeYearsLeft: 91 }))).toContain("91 free places left.");
  expect(show({ freeYearsLeft: 91 })).toContain(claim);
  expect(wordsOf(show({ freeYearsLeft: 1 }))).toContain("1 free place left.");
  for (const freeYearsLeft of [0, null]) expect(show({ freeYearsLeft })).not.toContain(claim);
});

const SUBSCRIBED: Subscription = {
  isSubscribed: true,
  free: false,
  tier: "yearly",
  expiresAt: "2027-09-22T11:00:00Z",
  cancelAtPeriodEnd: false,
};
const MEMBERSHIP = {
  ...SUBSCRIBED,
  promoCode: null,
  grantReason: null,
  renewalPence: null,
  receipts: [],
};
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const showMember = (change: object) => {
  const membership = { ...MEMBERSHIP, ...change };
  return show({ member: true, membership }, membership);
};
const wordsFor = (change: object) => wordsOf(showMember(change));

it("says until when a member is one, and what next year costs", () => {
  const free = wordsFor({ free: true, promoCode: "FIRST100", cancelAtPeriodEnd: true });
  expect(free).toContain("Free until 22 Sep 2027");
  expect(free).toContain(
    "After that it&#x27;s £20 a year or £2.99 a month, only if you choose a plan.",
  );
  expect(free).toContain("We&#x27;ll email you two weeks before your free year ends.");
  const granted = wordsFor({ free: true, grantReason: "A thank you.", cancelAtPeriodEnd: true });
  expect(granted).toContain("only if you choose a plan.");
  expect(granted).not.toContain("email you");
  const yearly = wordsFor({ renewalPence: 1800 });
  expect(yearly).toContain("Renews on 22 Sep 2027");
  expect(yearly).toContain("You pay £18.00 a year.");
  const monthly = wordsFor({ tier: "monthly" });
  expect(monthly).toContain("You pay £2.99 a month, £35.88 over a year.");
  expect(monthly).toContain("Paying £20.00 a year saves you £15.88.");
  const cancelled = wordsFor({ cancelAtPeriodEnd: true });
  expect(cancelled).toContain("Ends on 22 Sep 2027");
  expect(cancelled).toContain("You stay listed until 22 Sep 2027");
});

it("asks for a plan for afterwards loudly only when free time is about to end", () => {
  const choice = (days: number) => {
    const html = showMember({ free: true, promoCode: "FIRST100", expiresAt: inDays(days) });
    return html.match(/<button[^>]*class="([^"]*)"[^>]*><span[^>]*>Choose a plan</)?.[1];
  };
  expect(choice(59)).toContain("bg-signal");
  expect(choice(300)).not.toContain("bg-signal");
});
