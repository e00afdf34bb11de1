import { z } from "zod";

/** A listed provider as a card shows it. */
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
  /** From the place that was asked for, where one was. */
  miles: z.number().nullish(),
  /** In order of match: whether the words stand in name, trade, skills or town, or are only mentioned. */
  named: z.boolean().nullish(),
});
export type ProviderCard = z.output<typeof card>;

const directory = z.strictObject({
  total: z.number(),
  /** What was searched for in place of what was typed, when a word was unknown and a near one is not. */
  corrected: z.string().nullish(),
  /** How the location was understood. */
  place: z
    .strictObject({
      name: z.string(),
      /** The letters of a postcode whose town stands for it, because the exact place is not known. */
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
  /** As most of those who are there write it; null for the whole country. */
  town: z.string().nullable(),
  /** The other towns with the most of them. */
  towns: z.array(z.strictObject({ slug: z.string(), name: z.string(), providers: z.number() })),
  /** How many there are by selection. */
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
