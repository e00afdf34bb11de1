import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import { ActivateMembershipBanner, ConfirmEmailBanner } from "./banners.tsx";

const draw = (banner: React.ReactNode) => {
  const Stub = createRoutesStub([{ path: "/", Component: () => banner }]);
  return renderToStaticMarkup(<Stub />);
};

it("asks for the confirmation, and for the membership, and can be dismissed", () => {
  const confirm = draw(<ConfirmEmailBanner email="ada@example.org" onResend={() => {}} />);
  expect(confirm).toContain("Please confirm your email address.");
  expect(confirm).toContain("ada@example.org");
  expect(confirm).toContain("Resend Email");
  const activate = draw(<ActivateMembershipBanner userId="ada" />);
  expect(activate).toMatch(/<a[^>]*href="\/membership"[^>]*>.*Activate Membership/);
  for (const banner of [confirm, activate]) expect(banner).toContain("Dismiss");
});
