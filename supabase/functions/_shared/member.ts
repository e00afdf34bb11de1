import type { Db } from "./database.ts";

/** A member's row, with the columns that payment needs. */
export interface Member {
  /** Live now (P-11). */
  live: boolean;
  endsAt: string | null;
  customer: string | null;
  subscription: string | null;
}

/** The member's row, or an empty one for a person who never was a member. */
export const memberOf = async (db: Db, userId: string): Promise<Member> => {
  const { data } = await db
    .from("subscribers")
    .select("subscription_end, live_until, payment_customer, payment_subscription")
    .eq("user_id", userId)
    .maybeSingle()
    .throwOnError();
  return {
    live: Date.parse(data?.live_until ?? "") > Date.now(),
    endsAt: data?.subscription_end ?? null,
    customer: data?.payment_customer ?? null,
    subscription: data?.payment_subscription ?? null,
  };
};
