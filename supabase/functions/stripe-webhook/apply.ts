import type Stripe from "stripe";
import type { Db } from "../_shared/database.ts";
import { Refusal } from "../_shared/errors.ts";
import {
  applyMembership,
  type Membership,
  memberIdOf,
  membershipFrom,
  sameMembership,
} from "../_shared/membership.ts";
import { isMissing } from "../_shared/stripe.ts";

/** Reads of one event before it fails and the provider sends it again. */
const ROUNDS = 4;

/** The subscription as it is now; the event's own copy only if the provider no longer has it. */
const currentState = async (
  stripe: Stripe,
  id: string,
  event: Stripe.Event,
): Promise<Stripe.Subscription> => {
  try {
    return await stripe.subscriptions.retrieve(id);
  } catch (error) {
    if (isMissing(error) && event.type === "customer.subscription.deleted") {
      return event.data.object;
    }
    throw error;
  }
};

/**
 * Applies an event. Events may come twice, late and in any order. The state is therefore read from the
 * provider, never from the event, and the database refuses what it has seen or what is older. Two events of
 * the same second could still be written in the wrong order, so the state is read again after writing, and
 * written again if it changed. Returns the database's result.
 */
export const applyEvent = async (
  stripe: Stripe,
  db: Db,
  event: Stripe.Event,
  subscriptionId: string,
): Promise<string> => {
  let written: Membership | null = null;
  let outcome = "none";
  for (let round = 1; round <= ROUNDS; round++) {
    const subscription = await currentState(stripe, subscriptionId, event);
    const found = membershipFrom(subscription);
    if (written && sameMembership(written, found)) return outcome;
    const memberId = await memberIdOf(db, {
      metadata: subscription.metadata,
      customer: found.customer,
    });
    // Another product may share the payment account; its subscriptions are not ours.
    if (!memberId) return "not ours";
    const applied = {
      event_id: round === 1 ? event.id : `${event.id}/${round}`,
      event_type: event.type,
      event_made_at: new Date(event.created * 1000).toISOString(),
    };
    outcome = await applyMembership(db, applied, memberId, found);
    if (outcome === "stale" || outcome === "unknown member") return outcome;
    written = found;
  }
  throw new Refusal("unavailable");
};
