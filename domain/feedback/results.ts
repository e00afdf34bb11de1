import { z } from "zod";

/** The text before a moderator's first edit, and the reason for the edit. */
const original = z.strictObject({
  rating: z.number(),
  title: z.string(),
  description: z.string().nullable(),
  reason: z.string().nullable(),
  replaced_at: z.string(),
  replaced_by: z.string().nullable(),
});
export type Original = z.output<typeof original>;

const item = z.strictObject({
  id: z.string(),
  rating: z.number(),
  title: z.string(),
  description: z.string().nullable(),
  author_name: z.string(),
  /** Whether the author still has an account, and so gets the moderator's reason by email. */
  has_author: z.boolean(),
  state: z.enum(["pending", "approved", "hidden"]),
  verified: z.boolean(),
  in_contact: z.boolean(),
  /** Of somebody without an account, whom the provider asked; work is what was done then. */
  invited: z.boolean(),
  work: z.string().nullable(),
  /** How many more about this provider came from the same network without an account. */
  same_network: z.number(),
  /** It came from a network in which the provider is signed in. */
  own_network: z.boolean(),
  pictures: z.array(z.string()),
  edited_at: z.string().nullable(),
  created_at: z.string(),
  provider_id: z.string(),
  provider: z.string(),
  /** An action is refused if a colleague has acted since. */
  updated_at: z.string(),
  original: original.nullable(),
});
export type ModeratedItem = z.output<typeof item>;

const moderation = z.strictObject({
  items: z.array(item),
  total: z.number(),
  /** There are more than `total`: a search counts up to 10,000. */
  more: z.boolean(),
  counts: z.strictObject({
    all: z.number(),
    pending: z.number(),
    approved: z.number(),
    hidden: z.number(),
  }),
});
export type Moderation = z.output<typeof moderation>;

const right = z.strictObject({
  /** The caller's hire that has no feedback yet. */
  hire_id: z.string().nullable(),
  /** The title of its job, unless that was deleted. */
  job: z.string().nullable(),
  /** What became of the caller's feedback, if they may give none now. */
  given: z.enum(["public", "pending", "hidden"]).nullable(),
  /** When the caller's next hire may be reviewed, while none may be. */
  opens_at: z.string().nullable(),
});

/** What the functions about feedback give as JSON. */
export const feedbackResults = {
  admin_feedback: moderation,
  feedback_right: right,
  review_link_owner: z.strictObject({ id: z.string(), name: z.string() }),
};
