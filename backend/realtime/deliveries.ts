import type { Clock } from "#backend/core/clock.ts";
import { networkOf } from "#backend/core/http/network.ts";
import { createTimedTurns } from "#backend/core/turns.ts";
import { LIMITS } from "./limits.ts";

/** Milliseconds of one turn of the event loop in which messages to many begin. */
const SENDING = 5;

/** Members of a channel from which its messages wait for a turn. */
const MANY = 10;

/**
 * One message of a channel with a hundred members is sent a hundred times. So a network has a budget of what its
 * messages make this process send, and messages to many are sent a few milliseconds at a time.
 */
export const createDeliveries = (clock: Clock) => {
  const budgets = new Map<string, { left: number; at: number }>();
  const turn = createTimedTurns({ milliseconds: SENDING, accepted: () => 0 });
  const leftOf = (network: string, now: number): number => {
    const { left, at } = budgets.get(network) ?? { left: LIMITS.deliveryBurst, at: now };
    return Math.min(LIMITS.deliveryBurst, left + ((now - at) / 1000) * LIMITS.deliveries);
  };
  return {
    /** Charges the network of an address for so many; returns false, and charges nothing, if that is too many. */
    take(ip: string, count: number): boolean {
      const network = networkOf(ip);
      const now = clock.now();
      const left = leftOf(network, now);
      if (left < count) return false;
      budgets.set(network, { left: left - count, at: now });
      return true;
    },
    /** Resolves when a message to so many may be sent. */
    turnFor: (count: number): Promise<void> | undefined => (count < MANY ? undefined : turn()),
    /** Called about every second: forgets budgets that are full again. */
    inspect(now: number): void {
      for (const network of budgets.keys())
        if (leftOf(network, now) >= LIMITS.deliveryBurst) budgets.delete(network);
    },
  };
};

export type Deliveries = ReturnType<typeof createDeliveries>;
