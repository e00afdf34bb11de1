import { expect, it } from "vitest";
import { createCallerAddress, parseProxies } from "./caller-address.ts";

it.each([
  ["127.0.0.1", undefined, "127.0.0.1"],
  ["127.0.0.1", "203.0.113.7", "203.0.113.7"],
  ["::1", "2001:db8::7", "2001:db8::7"],
  ["::ffff:127.0.0.1", "127.0.0.1, 203.0.113.7", "203.0.113.7"],
  // The caller's own entry precedes the proxy's.
  ["127.0.0.1", "127.0.0.1, 10.0.0.1, 203.0.113.7", "203.0.113.7"],
  // A remote peer is not trusted at all.
  ["203.0.113.9", "127.0.0.1", "203.0.113.9"],
  ["10.0.0.5", "198.51.100.3", "10.0.0.5"],
  ["127.0.0.1", "not an address", "127.0.0.1"],
  ["127.0.0.1", "", "127.0.0.1"],
])("%s with %j is %s", (socket, forwarded, address) => {
  expect(createCallerAddress("")(socket, forwarded)).toBe(address);
});

it.each([
  ["10.0.0.5", "203.0.113.7", "203.0.113.7"],
  ["::ffff:10.0.0.5", "203.0.113.7", "203.0.113.7"],
  ["2001:db8:1::9", "203.0.113.7", "203.0.113.7"],
  // Neighbours of a listed proxy are not trusted.
  ["10.0.0.6", "203.0.113.7", "10.0.0.6"],
  ["2001:db8:2::9", "203.0.113.7", "2001:db8:2::9"],
  // Two proxies in a row; what the caller invented comes before its own address.
  ["172.18.0.2", "192.0.2.1, 203.0.113.7, 10.0.0.5", "203.0.113.7"],
  ["127.0.0.1", "203.0.113.7, 172.18.0.2", "203.0.113.7"],
  ["172.18.0.2", "nonsense, 10.0.0.5", "10.0.0.5"],
])("behind listed proxies, %s with %j is %s", (socket, forwarded, address) => {
  const callerAddress = createCallerAddress("10.0.0.5, 172.16.0.0/12, 2001:db8:1::/48");
  expect(callerAddress(socket, forwarded)).toBe(address);
});

it.each(["proxy", "10.0.0.0/33", "10.0.0.0/8/8", "10.0.0.0/x", "10.0.0", "2001:db8::/129"])(
  "%s is no list of proxies",
  (list) => {
    expect(parseProxies(list)).toBeNull();
  },
);
