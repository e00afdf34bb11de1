import { z } from "zod";

const category = z.strictObject({
  id: z.string(),
  name: z.string(),
  group_name: z.string(),
  is_active: z.boolean(),
  /** The version on the screen, so that nobody overwrites a colleague. */
  updated_at: z.string(),
  /** The name of the category that replaced it. */
  merged_into: z.string().nullable(),
  /** Providers in it. */
  usage_count: z.number(),
});
export type ManagedCategory = z.output<typeof category>;

/** What a merger would move. People who chose a whole group are not counted: their choice remains. */
const reach = z.strictObject({
  providers: z.number(),
  seekers: z.number(),
  jobs: z.number(),
  services: z.number(),
});
export type Reach = z.output<typeof reach>;

/** What the functions about categories give as JSON. */
export const categoryResults = {
  admin_categories: z.array(category),
  admin_category_reach: reach,
  admin_merge_categories: reach,
};
