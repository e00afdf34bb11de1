import type Stripe from "stripe";
import type { Db } from "../_shared/database.ts";
import { recordPaidInvoice } from "../_shared/invoice.ts";
import {
  applyMembership,
  isLive,
  type Membership,
  memberIdOf,
  membershipFrom,
} from "../_shared/membership.ts";

interface Difference {
  member: string;
  subscription: string;
  /** The difference, as 'live: false → true'. */
  changes: string[];
  mended: boolean;
}

export interface Report {
  checked: number;
  differences: Difference[];
  /** Receipts that were missing and are now written. */
  receipts: number;
  /** Refunds that were missing or different, and now match the provider. */
  refunds: number;
  /** Where to continue; null once everything was checked. */
  next: string | null;
}

/** Subscriptions in one call; more would exceed a function's time. */
const PAGE = 50;
/** The newest invoices of a subscription, up to this many, are checked. */
const INVOICES = 3;

type Row = NonNullable<Awaited<ReturnType<typeof rowOf>>>;

const rowOf = async (db: Db, memberId: string) => {
  const { data } = await db
    .from("subscribers")
    .select(
      "subscription_tier, subscription_end, live_until, cancel_at_period_end, promo_code, payment_subscription, renewal_pence",
    )
    .eq("user_id", memberId)
    .maybeSingle()
    .throwOnError();
  return data;
};

const hasAccount = async (db: Db, memberId: string): Promise<boolean> => {
  const { data } = await db
    .from("profiles")
    .select("id")
    .eq("id", memberId)
    .maybeSingle()
    .throwOnError();
  return data !== null;
};

/** Where the database differs from the provider; times are compared by the second. */
const changesBetween = (row: Row | null, found: Membership): string[] => {
  const second = (time: string | null | undefined) =>
    time ? new Date(Math.floor(Date.parse(time) / 1000) * 1000).toISOString() : "none";
  const live = isLive(found);
  const pairs: [string, unknown, unknown][] = [
    ["live", Date.parse(row?.live_until ?? "") > Date.now(), live],
    // Nothing depends on an end in the past.
    ...(live
      ? ([
          ["tier", row?.subscription_tier, found.tier],
          ["end", second(row?.subscription_end), second(found.endsAt)],
          ["cancels", row?.cancel_at_period_end, found.cancels],
          ["subscription", row?.payment_subscription, found.subscription],
          ["price", row?.renewal_pence ?? null, found.pence],
        ] as [string, unknown, unknown][])
      : []),
  ];
  return pairs
    .filter(([, ours, theirs]) => ours !== theirs)
    .map(([name, ours, theirs]) => `${name}: ${ours ?? "none"} → ${theirs ?? "none"}`);
};

/** An ended subscription says nothing about a member who has another, or a free year. */
const isBesides = (row: Row | null, found: Membership): boolean =>
  !isLive(found) && row?.payment_subscription !== found.subscription;

/** A member who paid during a free year has its remaining time added: a later end is no difference. */
const lastsLonger = (row: Row | null, found: Membership): boolean =>
  found.live &&
  row?.payment_subscription === found.subscription &&
  Date.parse(row.subscription_end ?? "") > Date.parse(found.endsAt) &&
  row.subscription_tier === found.tier &&
  row.cancel_at_period_end === found.cancels;

const repairMembership = async (db: Db, memberId: string, found: Membership): Promise<boolean> => {
  const now = new Date().toISOString();
  const event = {
    event_id: `reconcile:${found.subscription}:${now}`,
    event_type: "reconcile",
    event_made_at: now,
  };
  return (await applyMembership(db, event, memberId, found)) === "applied";
};

const missingReceipts = async (stripe: Stripe, db: Db, subscription: string): Promise<number> => {
  const { data } = await stripe.invoices.list({ subscription, status: "paid", limit: INVOICES });
  const written = await Promise.all(data.map((invoice) => recordPaidInvoice(db, invoice)));
  return written.filter(Boolean).length;
};

/**
 * Checks one page of the provider's subscriptions, in any state, and repairs differences in the database;
 * with `checkOnly` it only reports. Safe to repeat.
 */
export const reconcile = async (
  stripe: Stripe,
  db: Db,
  { after, checkOnly }: { after: string | null; checkOnly: boolean },
): Promise<Report> => {
  const page = await stripe.subscriptions.list({
    status: "all",
    limit: PAGE,
    ...(after ? { starting_after: after } : {}),
  });
  const report: Report = { checked: 0, differences: [], receipts: 0, refunds: 0, next: null };
  for (const subscription of page.data) {
    const found = membershipFrom(subscription);
    const member = await memberIdOf(db, {
      metadata: subscription.metadata,
      customer: found.customer,
    });
    if (!member) continue;
    report.checked += 1;
    if (!checkOnly) report.receipts += await missingReceipts(stripe, db, subscription.id);
    const row = await rowOf(db, member);
    if (!row && isLive(found) && !(await hasAccount(db, member))) {
      // Erasing an account lets its subscription end with the paid period.
      if (found.cancels) continue;
      // Whether to pay it back is a person's decision: the operator cancels it at the provider.
      const changes = ["account: gone, its subscription goes on"];
      report.differences.push({ member, subscription: subscription.id, changes, mended: false });
      continue;
    }
    if (isBesides(row, found) || lastsLonger(row, found)) continue;
    const changes = changesBetween(row, found);
    if (changes.length === 0) continue;
    const mended = !checkOnly && (await repairMembership(db, member, found));
    report.differences.push({ member, subscription: subscription.id, changes, mended });
  }
  report.next = page.has_more ? (page.data.at(-1)?.id ?? null) : null;
  return report;
};
