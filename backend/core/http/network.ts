/** The groups of an IPv6 address, with all zeros; null for an IPv4 address. */
const groupsOf = (plain: string): string[] | null => {
  if (!plain.includes(":")) return null;
  const [head = "", tail] = plain.split("::");
  const left = head.split(":").filter(Boolean);
  const right = (tail ?? "").split(":").filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array<string>(zeros).fill("0"), ...right];
};

const plainAddress = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.)/i, "");

/** The network of an address, for limits: an IPv6 client owns its whole /64. */
export const networkOf = (ip: string): string => {
  const plain = plainAddress(ip);
  return groupsOf(plain)?.slice(0, 4).join(":") ?? plain;
};

/**
 * The /24 of an IPv4 address or the /64 of an IPv6 address: phones and offices change address within it.
 */
export const subnetOf = (ip: string): string => {
  const network = networkOf(ip);
  return network.includes(":") ? network : network.split(".").slice(0, 3).join(".");
};

/** A network as an operator assigns it, and how many ordinary users it counts for. */
interface WiderNetwork {
  network: string;
  share: number;
}

/**
 * The networks to count by when one caller may have many addresses: the /24 of IPv4, and of IPv6 the /64
 * and the /48, which anybody can get free of charge.
 */
export const widerNetworksOf = (ip: string): WiderNetwork[] => {
  const groups = groupsOf(plainAddress(ip));
  if (!groups) return [{ network: `${subnetOf(ip)}/24`, share: 1 }];
  return [
    { network: `${subnetOf(ip)}/64`, share: 1 },
    { network: `${groups.slice(0, 3).join(":")}/48`, share: 10 },
  ];
};
