import { isIP } from "node:net";

const isLoopback = (address: string): boolean =>
  address === "::1" || address.startsWith("127.") || address.startsWith("::ffff:127.");

/**
 * Who calls, for rate limits and for what is shown on this machine only. A proxy on this machine is
 * believed, and of its list only the last entry, which it wrote itself: what comes before may be the
 * caller's invention. Nobody else is believed.
 */
export const callerAddress = (socketAddress: string, forwardedFor: string | undefined): string => {
  if (!forwardedFor || !isLoopback(socketAddress)) return socketAddress;
  const last = forwardedFor.split(",").at(-1)?.trim() ?? "";
  return isIP(last) ? last : socketAddress;
};
