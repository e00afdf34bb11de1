import { expect, it } from "vitest";
import { callerAddress } from "./caller-address.ts";

it.each([
  ["127.0.0.1", undefined, "127.0.0.1"],
  ["127.0.0.1", "203.0.113.7", "203.0.113.7"],
  ["::1", "2001:db8::7", "2001:db8::7"],
  ["::ffff:127.0.0.1", "127.0.0.1, 203.0.113.7", "203.0.113.7"],
  // The caller's own entry precedes the proxy's.
  ["127.0.0.1", "127.0.0.1, 10.0.0.1, 203.0.113.7", "203.0.113.7"],
  // A remote peer is not trusted at all.
  ["203.0.113.9", "127.0.0.1", "203.0.113.9"],
  ["127.0.0.1", "not an address", "127.0.0.1"],
  ["127.0.0.1", "", "127.0.0.1"],
])("%s with %j is %s", (socket, forwarded, address) => {
  expect(callerAddress(socket, forwarded)).toBe(address);
});
