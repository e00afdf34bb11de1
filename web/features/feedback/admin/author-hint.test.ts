import { expect, it } from "vitest";
import { authorHint } from "./author-hint.ts";

const here = { has_author: true };
const deleted = { has_author: false };

it.each([
  [[here], "We'll email this to the author. It is kept in the audit log."],
  [[here, here], "We'll email this to each author. It is kept in the audit log."],
  [
    [here, deleted],
    "We'll email this to each author who still has an account. It is kept in the audit log.",
  ],
  [[deleted], "The author has no account, so nobody is emailed. It is kept in the audit log."],
  [
    [deleted, deleted],
    "Their authors have no account, so nobody is emailed. It is kept in the audit log.",
  ],
])("%j promises a mail only to who can get one", (items, hint) => {
  expect(authorHint(items)).toBe(hint);
});
