import { isIP } from "node:net";

const isLoopback = (address: string): boolean =>
  address === "::1" || address.startsWith("127.") || address.startsWith("::ffff:127.");

/**
 * The caller's address, for rate limits and for pages shown on this machine only. A proxy on this machine
 * is trusted, but only for the last entry of its list, which it wrote itself: the caller may have invented
 * earlier ones. No other peer is trusted.
 */
export const callerAddress = (socketAddress: string, forwardedFor: string | undefined): string => {
  if (!forwardedFor || !isLoopback(socketAddress)) return socketAddress;
  const last = forwardedFor.split(",").at(-1)?.trim() ?? "";
  return isIP(last) ? last : socketAddress;
};
