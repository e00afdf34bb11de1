import { expect, it } from "vitest";
import * as accountsAdmin from "#domain/accounts/admin-messages.ts";
import * as accountsLogin from "#domain/accounts/login-messages.ts";
import * as accounts from "#domain/accounts/messages.ts";
import * as businesses from "#domain/businesses/messages.ts";
import * as checkout from "#domain/membership/checkout-messages.ts";
import * as membership from "#domain/membership/messages.ts";
import * as wordings from "#domain/notifications/messages.ts";
import * as notifications from "#domain/notifications/notifications.ts";
import * as providers from "#domain/providers/messages.ts";
import * as reports from "#domain/reports/messages.ts";
import { read, sourceFiles, sqlFiles } from "./imports.ts";
import { sentencesOf, sqlSentencesOf } from "./sentences.ts";

/** The sentences that the database raises or stores too. A change of one changes `supabase/schemas` too. */
const ALSO_IN_SQL: readonly string[] = [
  accountsAdmin.NAMES_REQUIRED,
  accounts.BUSINESS_NAME_REQUIRED,
  accountsAdmin.PROVIDER_BUSINESS_REQUIRED,
  accounts.PROVIDER_PHONE_REQUIRED,
  accounts.PROVIDER_CATEGORY_REQUIRED,
  accounts.PROFILE_CATEGORY_REQUIRED,
  accounts.INVALID_PHONE,
  accounts.INVALID_EMAIL,
  accounts.DEACTIVATED,
  accounts.NOT_AN_ADMIN,
  accountsLogin.OPEN_EMAIL_LINK,
  accounts.VERIFY_EMAIL,
  accountsAdmin.NO_SUCH_ACCOUNT,
  accountsAdmin.LAST_ADMIN,
  accounts.ADMIN_EXISTS,
  businesses.NO_SUCH_CLAIM,
  membership.MEMBERSHIP_NEEDED,
  checkout.PROVIDERS_ONLY,
  checkout.ALREADY_SUBSCRIBED,
  checkout.COUPON_USED,
  ...Object.values(notifications.CONSENT_WORDING),
  ...Object.values(wordings),
  providers.MEDIA_REQUIRED,
  reports.DISAGREEMENT_REQUIRED,
  // Tested by its code, and shown by the page in its own place (spec 2 section 5).
  "You have already submitted feedback for this provider",
];

/** Files whose sentences are examples, or names of the categories. */
const EXEMPT = /\.test\.|^web\/(?:shell\/styleguide|features\/site\/home\/showcase)/;

const written = sourceFiles()
  .filter((file) => /^(?:domain|web|server|supabase\/functions)\//.test(file) && !EXEMPT.test(file))
  .flatMap((file) => sentencesOf(file, read(file)).map((sentence) => ({ file, sentence })));

const inSql = new Set(
  sqlFiles()
    .filter((file) => file.startsWith("supabase/schemas/"))
    .flatMap((file) => sqlSentencesOf(read(file))),
);

it("a sentence for people is written in one file", () => {
  const repeated = [...Map.groupBy(written, ({ sentence }) => sentence)]
    .map(([sentence, places]) => [sentence, ...new Set(places.map(({ file }) => file))])
    .filter((places) => places.length > 2);
  expect(written.length).toBeGreaterThan(800);
  expect(repeated).toEqual([]);
});

it("a sentence for people is the database's own where the database has it too", () => {
  const shared = written.map(({ sentence }) => sentence).filter((sentence) => inSql.has(sentence));
  expect([...new Set(shared)].sort()).toEqual([...ALSO_IN_SQL].sort());
});

it("a sentence for people is found in a string, in a page's text and in SQL", () => {
  const source =
    'const a = "Please log in again first."; <p>\n  Please log in\n  again later.\n</p>';
  const found = ["Please log in again first.", "Please log in again later."];
  expect(sentencesOf("x.tsx", source)).toEqual(found);
  const sql = "raise exception 'It''s over, please try again.'; -- 'A comment is not one of them.'";
  expect(sqlSentencesOf(sql)).toEqual(["It's over, please try again."]);
});
