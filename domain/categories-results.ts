import { z } from "zod";

const category = z.strictObject({
  id: z.string(),
  name: z.string(),
  group_name: z.string(),
  is_active: z.boolean(),
  /** What was seen, so that nobody overwrites a colleague. */
  updated_at: z.string(),
  /** The category that took its place, by name. */
  merged_into: z.string().nullable(),
  /** Providers who are in it. */
  usage_count: z.number(),
});
export type ManagedCategory = z.output<typeof category>;

/** What a merger would move. Who chose a whole group is not counted: they keep it. */
const reach = z.strictObject({
  providers: z.number(),
  seekers: z.number(),
  jobs: z.number(),
  alerts: z.number(),
  services: z.number(),
});
export type Reach = z.output<typeof reach>;

/** What the functions about categories give as JSON. */
export const categoryResults = {
  admin_categories: z.array(category),
  admin_category_reach: reach,
  admin_merge_categories: reach,
};
