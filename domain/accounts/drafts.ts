import { ENQUIRY_SENT } from "#domain/enquiries/messages.ts";
import { FEEDBACK_RECEIVED } from "#domain/feedback/messages.ts";
import { firstOf, lengthOf } from "#domain/values/characters.ts";

/** What is sent without an account: how its mail and its page speak of it. */
const DRAFTS = {
  job: {
    what: "a job was written",
    account: "This also makes your account, without a password.",
    button: "Confirm and post",
    done: "Your job is posted",
  },
  enquiry: {
    what: "an enquiry was written",
    account: "This also makes your account, without a password.",
    button: "Confirm and send",
    done: ENQUIRY_SENT,
  },
  alert: {
    what: "an email of new jobs was ordered",
    account: "No account is needed.",
    button: "Confirm",
    done: "We will email you new jobs",
  },
  review: {
    what: "a review was written",
    account: "No account is needed.",
    button: "Confirm and publish",
    done: FEEDBACK_RECEIVED,
  },
} as const;

export type DraftKind = keyof typeof DRAFTS;

const isDraftKind = (value: unknown): value is DraftKind => Object.hasOwn(DRAFTS, String(value));

export const draftWords = (kind: unknown): (typeof DRAFTS)[DraftKind] =>
  DRAFTS[isDraftKind(kind) ? kind : "job"];

const LONGEST_TITLE = 80;

/** A title out of somebody's words: the first sentence or line, cut between words. */
export const titleOf = (words: string): string => {
  const [first = ""] = words.trim().split(/(?<=[.!?…])\s|\n/);
  if (lengthOf(first) <= LONGEST_TITLE) return first.replace(/\.$/, "");
  const cut = firstOf(first, LONGEST_TITLE - 1);
  return `${cut.replace(/\s+\S*$/, "") || cut}…`;
};
