import type { Db } from "./database.ts";
import { Refusal } from "./errors.ts";

/** A member's row, with the columns that payment needs. */
export interface Member {
  /** Live now: paid or granted, with an end in the future (P-11). */
  live: boolean;
  endsAt: string | null;
  customer: string | null;
  subscription: string | null;
}

/** The member's row, or an empty one for a person who never was a member. */
export const memberOf = async (db: Db, userId: string): Promise<Member> => {
  const { data, error } = await db
    .from("subscribers")
    .select("subscribed, subscription_end, payment_customer, payment_subscription")
    .eq("user_id", userId)
    .maybeSingle();
  if (error) throw new Refusal("unavailable", { cause: error });
  const endsAt = data?.subscription_end ?? null;
  return {
    live: Boolean(data?.subscribed) && endsAt !== null && Date.parse(endsAt) > Date.now(),
    endsAt,
    customer: data?.payment_customer ?? null,
    subscription: data?.payment_subscription ?? null,
  };
};
