import type { Duplex } from "node:stream";
import { networkOf } from "#backend/core/http/network.ts";

/** Counts the open sockets of each network; `most` is what one may have, 0 for any number. */
export const createSocketCount = (most: number) => {
  const open = new Map<string, number>();
  return {
    /** Counts a socket until it closes; false, and not counted, where its network has as many as it may. */
    take(ip: string, socket: Duplex): boolean {
      const network = networkOf(ip);
      const count = open.get(network) ?? 0;
      if (most > 0 && count >= most) return false;
      open.set(network, count + 1);
      socket.once("close", () => {
        const left = (open.get(network) ?? 1) - 1;
        if (left > 0) open.set(network, left);
        else open.delete(network);
      });
      return true;
    },
  };
};

/** An open socket, with the accounts that it counts for. */
export interface CountedSocket {
  readonly accounts: Set<string>;
}

/**
 * Counts the open sockets on which an account has joined something; `most` is what one may have, 0 for any number.
 * Whose token speaks on a socket may change: it counts for each of them until it closes.
 */
export const createAccountSockets = (most: number) => {
  const open = new Map<string, number>();
  return {
    /** Counts the socket; false, and not counted, where its account has as many others as it may. */
    take(account: string, { accounts }: CountedSocket): boolean {
      if (accounts.has(account)) return true;
      const count = open.get(account) ?? 0;
      if (most > 0 && count >= most) return false;
      open.set(account, count + 1);
      accounts.add(account);
      return true;
    },
    /** Counts a closed socket no more. */
    release({ accounts }: CountedSocket): void {
      for (const account of accounts) {
        const left = (open.get(account) ?? 1) - 1;
        if (left > 0) open.set(account, left);
        else open.delete(account);
      }
      accounts.clear();
    },
  };
};

export type AccountSockets = ReturnType<typeof createAccountSockets>;
