import { expect, it } from "vitest";
import { addressWithWay, readWay } from "./sign-in-way.ts";

const there = (accountType: "client" | "provider", target: string | null) =>
  addressWithWay("https://site.example", "/confirm-email", { accountType, target });

it.each([
  ["client", null],
  ["provider", "/account?tab=security&x=%20#top"],
  ["client", "/directory?service=Büro%20&location=Leeds"],
] as const)("the way forward returns unchanged: %s %s", (accountType, target) => {
  const address = there(accountType, target);
  expect(address).toMatch(/^https:\/\/site\.example\/confirm-email\?way=[\w-]+$/);
  // Encoded once more in a mail's HTML, but not in its plain text.
  const mail = `https://site.example/confirm-email?type=magiclink&next=`;
  for (const link of [`${mail}${encodeURIComponent(address)}`, `${mail}${address}`]) {
    const read = readWay(new URL(link).searchParams.get("next"));
    expect(read).toEqual({ accountType, target: target && encodeURI(decodeURI(target)) });
  }
});

it.each(["//evil.example", "https:evil.example", "/\\evil.example", "javascript:alert(1)"])(
  "the way forward does not lead to another site: %s",
  (target) => {
    expect(readWay(there("client", target))).toEqual({ accountType: "client", target: null });
  },
);

it.each([null, "", "https://site.example", "https://site.example/?way=", "?way=%%%", "?way=a"])(
  "the way forward is absent without a page of this site: %s",
  (address) => {
    expect(readWay(address)).toBeNull();
  },
);

it("the way forward makes nobody an admin", () => {
  const word = btoa("admin /admin").replace(/=+$/, "");
  expect(readWay(`?way=${word}`)).toEqual({ accountType: "client", target: "/admin" });
});
