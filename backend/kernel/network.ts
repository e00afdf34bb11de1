/** The groups of an IPv6 address, zeros and all; null for an IPv4 address. */
const groupsOf = (plain: string): string[] | null => {
  if (!plain.includes(":")) return null;
  const [head = "", tail] = plain.split("::");
  const left = head.split(":").filter(Boolean);
  const right = (tail ?? "").split(":").filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array<string>(zeros).fill("0"), ...right];
};

const plainAddress = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.)/i, "");

/** The network of an address, which limits count by: an IPv6 client owns its whole /64. */
export const networkOf = (ip: string): string => {
  const plain = plainAddress(ip);
  return groupsOf(plain)?.slice(0, 4).join(":") ?? plain;
};

/** A network as an operator gives it to somebody, and how many ordinary users it stands for. */
export interface WiderNetwork {
  network: string;
  share: number;
}

/**
 * The networks of an address for what one address could do too much of with its neighbours' help: /24 of
 * IPv4; /64 of IPv6, and its /48, which anybody can have for nothing.
 */
export const widerNetworksOf = (ip: string): WiderNetwork[] => {
  const plain = plainAddress(ip);
  const groups = groupsOf(plain);
  if (!groups) return [{ network: `${plain.split(".").slice(0, 3).join(".")}/24`, share: 1 }];
  return [
    { network: `${groups.slice(0, 4).join(":")}/64`, share: 1 },
    { network: `${groups.slice(0, 3).join(":")}/48`, share: 10 },
  ];
};
