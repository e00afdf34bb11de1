// The provider's objects, with the members that a subscription needs. Times are in seconds.

export interface Customer {
  id: string;
  object: "customer";
  created: number;
  livemode: false;
  email: string | null;
  name: string | null;
  metadata: Record<string, string>;
}

export interface Price {
  id: string;
  object: "price";
  active: true;
  currency: "gbp";
  unit_amount: number;
  nickname: string;
  recurring: { interval: "month" | "year"; interval_count: 1 };
}

export interface CheckoutSession {
  id: string;
  object: "checkout.session";
  created: number;
  expires_at: number;
  livemode: false;
  mode: "subscription";
  status: "open" | "complete" | "expired";
  payment_status: "unpaid" | "paid" | "no_payment_required";
  amount_total: number;
  currency: "gbp";
  customer: string;
  client_reference_id: string | null;
  metadata: Record<string, string>;
  subscription: string | null;
  invoice: string | null;
  success_url: string;
  cancel_url: string;
  url: string | null;
  /** The provider's internal facts: what is bought, and the metadata of the future subscription. */
  price_id: string;
  subscription_metadata: Record<string, string>;
  /** Until when nothing is charged, if it begins with a trial. */
  trial_end: number | null;
}

export interface Subscription {
  id: string;
  object: "subscription";
  created: number;
  livemode: false;
  status: "active" | "trialing" | "past_due" | "canceled";
  customer: string;
  currency: "gbp";
  metadata: Record<string, string>;
  billing_cycle_anchor: number;
  trial_end: number | null;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  ended_at: number | null;
  latest_invoice: string;
  items: {
    object: "list";
    has_more: false;
    data: {
      id: string;
      object: "subscription_item";
      quantity: 1;
      price: Price;
      current_period_start: number;
      current_period_end: number;
    }[];
  };
}

export interface Invoice {
  id: string;
  object: "invoice";
  created: number;
  livemode: false;
  status: "paid" | "open";
  billing_reason: "subscription_create" | "subscription_cycle" | "subscription_update";
  currency: "gbp";
  amount_due: number;
  amount_paid: number;
  customer: string;
  number: string;
  status_transitions: { paid_at: number | null };
  lines: { object: "list"; has_more: false; data: { period: { start: number; end: number } }[] };
  parent: {
    type: "subscription_details";
    subscription_details: { subscription: string; metadata: Record<string, string> };
  };
}

interface PortalSession {
  id: string;
  object: "billing_portal.session";
  created: number;
  livemode: false;
  customer: string;
  return_url: string;
  url: string;
}

export type Thing = Customer | CheckoutSession | Subscription | Invoice | PortalSession;

/** A new id in the provider's format; 128 bits, so an address that contains one is a secret. */
export const newId = (prefix: string): string =>
  `${prefix}_test_${crypto.randomUUID().replaceAll("-", "")}`;

/** The time so many months later, on the same day or the month's last (UTC seconds). */
export const addMonths = (from: number, months: number): number => {
  const start = new Date(from * 1000);
  const day = start.getUTCDate();
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + months);
  const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(day, last));
  return Math.floor(end.getTime() / 1000);
};
