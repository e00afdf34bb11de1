import { expect, it } from "vitest";
import { compareClaimEmails, describeClaimLink } from "./claim-proof.ts";

const SAME = "Same email domain";
const DIFFERENT = "Different email domain";
const NOTHING = "No business email to compare";

it.each([
  ["jas@redcourse.example", "Hello@Redcourse.example ", SAME],
  ["jas@redcourse.example.evil.example", "hello@redcourse.example", DIFFERENT],
  ["hello@redcourse.example@evil.example", "hello@redcourse.example", DIFFERENT],
  ["jas@gmail.com", "red@gmail.com", "Same mail service"],
  ["jas@yahoo.com", "red@yahoo.co.uk", DIFFERENT],
  [null, "hello@redcourse.example", DIFFERENT],
  ["jas@redcourse.example", " ", NOTHING],
  ["", null, NOTHING],
])("compares %j with %j: %s", (claimant, business, label) => {
  expect(compareClaimEmails(claimant, business).label).toBe(label);
});

it.each(
  `gmail.com googlemail.com ymail.com rocketmail.com aol.com aol.co.uk yahoo.com yahoo.co.uk yahoo.ie yahoo.com.au
   hotmail.com hotmail.co.uk hotmail.fr outlook.com outlook.ie outlook.com.br live.com live.co.uk live.ie msn.com
   gmx.com gmx.co.uk gmx.net pm.me proton.me protonmail.com fastmail.com fastmail.fm zoho.com zoho.eu zohomail.com
   icloud.com me.com mac.com mail.com blueyonder.co.uk tiscali.co.uk btinternet.com btopenworld.com o2.co.uk
   talktalk.net talktalk.co.uk virginmedia.com virgin.net sky.com ntlworld.com`.split(/\s+/),
)("knows that anybody can have an address at %s", (domain) => {
  const shown = compareClaimEmails(`Jas@${domain.toUpperCase()}`, `red@${domain}`);
  expect(shown).toEqual({
    label: "Same mail service",
    note: `Anyone can have an address at ${domain}.`,
    tone: "warning",
  });
});

it.each([
  // A name within a business's own domain, and one that only resembles a provider's.
  "live.bakery.co.uk",
  "mail.bakery.com",
  "outlook.bakery.example",
  "notgmail.com",
  "yahoo-plumbing.co.uk",
  "mac.example",
  // No list is complete: a provider that is missing is not taken for proof.
  "mail-for-all.example",
])("never takes the same domain for proof: %s", (domain) => {
  const shown = compareClaimEmails(`jas@${domain}`, `red@${domain}`);
  const note = `Check that ${domain} is the business's own.`;
  expect(shown).toEqual({ label: SAME, note, tone: "neutral", domain });
});

it.each([
  ["was not asked", null, null, false, ""],
  [
    "was asked",
    "2027-05-03T10:00:00Z",
    "2027-05-17T10:00:00Z",
    true,
    "Sent 3 May 2027, no answer yet. Decide now, or wait until the link expires on 17 May 2027.",
  ],
  [
    "was asked too long ago",
    "2027-04-20T10:00:00Z",
    "2027-05-04T10:00:00Z",
    true,
    "Sent 20 Apr 2027, no answer, and the link has expired.",
  ],
  [
    "was asked at another address",
    "2027-05-03T10:00:00Z",
    "2027-05-17T10:00:00Z",
    false,
    "Sent 3 May 2027 to an earlier email address, so that link no longer works.",
  ],
])("says whether the link works of a business that %s", (_what, sent, end, current, words) => {
  const link = { business_asked_at: sent, link_expires_at: end, asked_current_address: current };
  const text = describeClaimLink(link, new Date("2027-05-04T10:00:00Z"));
  expect(text.replaceAll("\u00a0", " ")).toBe(words);
});
