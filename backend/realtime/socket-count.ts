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
