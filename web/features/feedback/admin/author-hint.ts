import type { ModeratedItem } from "./queries.ts";

/** What becomes of a moderator's reason: the authors who still have an account read it. */
export const authorHint = (
  items: readonly Pick<ModeratedItem, "has_author">[],
  fate = "kept in the audit log",
): string => {
  if (items.length > 0 && items.every(({ has_author }) => !has_author))
    return `${items.length > 1 ? "Their authors have" : "The author has"} no account, so nobody is emailed. It is ${fate}.`;
  const receivers =
    items.length === 1
      ? "the author"
      : items.every(({ has_author }) => has_author)
        ? "each author"
        : "each author who still has an account";
  return `We'll email this to ${receivers}. It is ${fate}.`;
};
