import { z } from "zod";

/** A listed provider as shown on a card. */
const card = z.strictObject({
  user_id: z.string(),
  name: z.string(),
  title: z.string().nullable(),
  bio: z.string().nullable(),
  image_url: z.string().nullable(),
  business_name: z.string().nullable(),
  location: z.string().nullable(),
  rating_average: z.number().nullable(),
  rating_count: z.number(),
  /** From the requested place, if any. */
  miles: z.number().nullish(),
  /** In order of match: whether the words are in name, trade, skills or town, or are only mentioned. */
  named: z.boolean().nullish(),
});
export type ProviderCard = z.output<typeof card>;

const directory = z.strictObject({
  total: z.number(),
  /** What was searched instead of the typed text, if a word was unknown and a similar one is known. */
  corrected: z.string().nullish(),
  /** How the location was read. */
  place: z
    .strictObject({
      name: z.string(),
      /** The letters of a postcode that is treated as its town, because the exact place is unknown. */
      area: z.string().nullable(),
      corrected: z.boolean(),
      within: z.number().nullable(),
      /** Distances were measured from it. */
      near: z.boolean(),
    })
    .nullish(),
  providers: z.array(card),
});
export type DirectoryResult = z.output<typeof directory>;

const categoryPage = z.strictObject({
  total: z.number(),
  rated: z.number(),
  rating_count: z.number(),
  rating_average: z.number().nullable(),
  /** The spelling that most of the people there use; null for the whole country. */
  town: z.string().nullable(),
  /** The other towns with the most providers. */
  towns: z.array(z.strictObject({ slug: z.string(), name: z.string(), providers: z.number() })),
  /** Their number by selection. */
  parts: z.record(z.string(), z.number()),
  /** The best rated, at most eight. */
  providers: z.array(card),
});
export type CategoryFacts = z.output<typeof categoryPage>;

/** What the functions about providers give as JSON. */
export const providerResults = {
  search_providers: directory,
  trial_providers: z.array(card),
  category_page: categoryPage,
};
