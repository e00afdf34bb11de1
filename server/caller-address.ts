import { BlockList, isIP } from "node:net";

const familyOf = (address: string): "ipv4" | "ipv6" => (isIP(address) === 6 ? "ipv6" : "ipv4");

/**
 * The addresses and networks of a list separated by commas (`10.0.0.5, 172.16.0.0/12`); null if one is
 * malformed.
 */
export const parseProxies = (list: string): BlockList | null => {
  const proxies = new BlockList();
  for (const entry of list.split(",").map((text) => text.trim())) {
    if (entry === "") continue;
    const [address = "", prefix, ...rest] = entry.split("/");
    const version = isIP(address);
    if (version === 0 || rest.length > 0) return null;
    if (prefix === undefined) {
      proxies.addAddress(address, familyOf(address));
      continue;
    }
    if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > (version === 4 ? 32 : 128)) return null;
    proxies.addSubnet(address, Number(prefix), familyOf(address));
  }
  return proxies;
};

/** Whether an address is this machine's own. */
export const isLoopback = (address: string): boolean =>
  address === "::1" || address.startsWith("127.") || address.startsWith("::ffff:127.");

/**
 * Finds a caller's address, for rate limits and for pages shown on this machine only. A peer is trusted if
 * it is on this machine or in `proxies`, but only for the entry of X-Forwarded-For that it wrote itself, the
 * last one: the caller may have invented earlier ones. If that entry is one of `proxies` too, the same
 * applies to the entry before it.
 */
export const createCallerAddress = (proxies: string) => {
  const trusted = parseProxies(proxies) ?? new BlockList();
  const isProxy = (address: string) => trusted.check(address, familyOf(address));
  return (socketAddress: string, forwardedFor: string | undefined): string => {
    if (!isLoopback(socketAddress) && !isProxy(socketAddress)) return socketAddress;
    let caller = socketAddress;
    for (const entry of (forwardedFor ?? "").split(",").reverse()) {
      const address = entry.trim();
      if (isIP(address) === 0) break;
      caller = address;
      if (!isProxy(address)) break;
    }
    return caller;
  };
};

/** Whether the host name of a URL is this machine itself, and not only begins like it. */
export const isLoopbackHost = (hostname: string): boolean =>
  /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
