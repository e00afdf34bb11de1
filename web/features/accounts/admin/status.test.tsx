import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { User } from "./queries.ts";
import { StatusBadges } from "./status.tsx";

const MEMBER = { until: "2027-10-06T12:00:00Z", renews: false, granted: false, paid: true };
const PROVIDER = { account_type: "provider", is_active: true, is_visible: true, membership: null };
const htmlOf = (user: Partial<User>) =>
  renderToStaticMarkup(<StatusBadges user={{ ...PROVIDER, ...user } as User} />);
const words = (user: Partial<User>) =>
  htmlOf(user)
    .replaceAll("<!-- -->", "")
    .split(/<[^>]+>/)
    .filter(Boolean);

it.each<[string[], Partial<User>]>([
  [["Member until 6 Oct 2027"], { membership: MEMBER }],
  [["Hidden", "Member until 6 Oct 2027"], { membership: MEMBER, is_visible: false }],
  [["Inactive", "Member until 6 Oct 2027"], { membership: MEMBER, is_active: false }],
  [["Not a member"], {}],
  [["Hidden", "Not a member"], { is_visible: false }],
  [[], { account_type: "client" }],
  [["Inactive"], { account_type: "admin", is_active: false }],
])("says %j", (badges, user) => expect(words(user)).toEqual(badges));

it.each([
  [29, false, true],
  [40, false, false],
  [29, true, false],
])(
  "a membership with %i days left that renews (%s) is shown as a warning: %s",
  (days, renews, warns) => {
    const until = new Date(Date.now() + days * 86_400_000).toISOString();
    expect(htmlOf({ membership: { ...MEMBER, until, renews } }).includes("text-warning")).toBe(
      warns,
    );
  },
);
