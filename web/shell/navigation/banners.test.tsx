import { afterEach, expect, it, vi } from "vitest";
import { draw } from "#tests/draw.tsx";
import { removeDrafts, writeDraft } from "#web/ui/draft.ts";
import { ActivateMembershipBanner, ConfirmEmailBanner } from "./banners.tsx";

afterEach(() => vi.unstubAllGlobals());

it("asks for the confirmation, and for the membership, and can be dismissed", () => {
  const confirm = draw(
    <ConfirmEmailBanner userId="ada" email="ada@example.org" onResend={() => {}} />,
  );
  expect(confirm).toContain("Please confirm your email address.");
  expect(confirm).toContain("ada@example.org");
  expect(confirm).toContain("Resend Email");
  const activate = draw(<ActivateMembershipBanner userId="ada" />);
  expect(activate).toMatch(/<a[^>]*href="\/membership"[^>]*>.*Activate Membership/);
  for (const banner of [confirm, activate]) expect(banner).toContain("Dismiss");
});

/** What a browser keeps, as far as drafts need it. */
const storage = () => {
  const stored: Record<string, unknown> = {};
  return Object.defineProperties(stored, {
    getItem: { value: (key: string) => stored[key] ?? null },
    setItem: { value: (key: string, value: string) => Object.assign(stored, { [key]: value }) },
    removeItem: { value: (key: string) => delete stored[key] },
  });
};

it("stays dismissed for the same person in this browser, until they sign out", () => {
  vi.stubGlobal("window", { localStorage: storage(), sessionStorage: storage() });
  const confirm = () =>
    draw(<ConfirmEmailBanner userId="ada" email="ada@example.org" onResend={() => {}} />);
  const activate = (userId = "ada") => draw(<ActivateMembershipBanner userId={userId} />);
  writeDraft("browser", "dismissed:confirm-ada", {});
  expect(confirm()).toBe("");
  expect(activate()).toContain("Activate Membership");
  writeDraft("browser", "dismissed:membership-ada", {});
  expect(activate()).toBe("");
  expect(activate("grace")).toContain("Activate Membership");
  removeDrafts();
  expect(confirm() && activate()).toContain("Activate Membership");
});
