import { expect, it } from "vitest";
import { draw } from "#tests/draw.tsx";
import type { Claim } from "../queries.ts";
import { Claims } from "./claims.tsx";

const claim: Claim = {
  id: "1",
  created_at: "2027-05-03T10:00:00Z",
  business_id: "2",
  business_name: "Red Course",
  business_email: "hello@redcourse.example",
  business_asked_at: "2027-05-03T10:00:00Z",
  link_expires_at: "9999-05-17T10:00:00Z",
  asked_current_address: true,
  claimant_name: "Jas Dhillon",
  claimant_email: "jas@redcourse.example",
  claimant_type: "provider",
  claimant_business: "",
  claimant_joined: "2027-05-01T10:00:00Z",
};

const htmlOf = (change: Partial<Claim>) => draw(<Claims claims={[{ ...claim, ...change }]} />);

it("never shows the same domain in the colour of success, and says what to check", () => {
  const html = htmlOf({});
  expect(html).toContain("Check that redcourse.example is the business&#x27;s own.");
  expect(html).toContain('href="https://redcourse.example"');
  expect(html).not.toContain("success");
});

it("says whether the link that the business was sent still works", () => {
  expect(htmlOf({})).toContain("no answer yet. Decide now, or wait until");
  expect(htmlOf({ link_expires_at: "2026-05-17T10:00:00Z" })).toContain("the link has expired");
  expect(htmlOf({ asked_current_address: false })).toContain("that link no longer works");
});
