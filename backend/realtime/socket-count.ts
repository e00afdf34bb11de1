import type { Duplex } from "node:stream";
import { networkOf } from "#backend/core/http/network.ts";

/** Counts the open sockets of each network; `most` is one network's limit, 0 for none. */
export const createSocketCount = (most: number) => {
  const open = new Map<string, number>();
  return {
    /**
     * Counts a socket until it closes; returns false, and does not count it, if its network is at its
     * limit.
     */
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

/** An open socket, with the accounts for which it counts. */
interface CountedSocket {
  readonly accounts: Set<string>;
}

/**
 * Counts the open sockets on which an account has joined a channel; `most` is the limit, 0 for none. A
 * socket's token may change: it counts for each account until it closes.
 */
export const createAccountSockets = (most: number) => {
  const open = new Map<string, number>();
  return {
    /** Counts the socket; returns false, and does not count it, if its account is at its limit. */
    take(account: string, { accounts }: CountedSocket): boolean {
      if (accounts.has(account)) return true;
      const count = open.get(account) ?? 0;
      if (most > 0 && count >= most) return false;
      open.set(account, count + 1);
      accounts.add(account);
      return true;
    },
    /** Stops counting a closed socket. */
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
