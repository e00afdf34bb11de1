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
  main_category: z.string().nullish(),
  /** The first picture of the portfolio. */
  picture: z.string().nullish(),
  /** The lowest price of a service. */
  price_pence: z.number().nullish(),
  price_unit: z.string().nullish(),
  /** Opening hours, as stored. */
  hours: z.unknown().optional(),
  /** The area that its owner has given covers the requested place, from which they are further than asked. */
  covers: z.boolean().nullish(),
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

/** What may be meant by the letters in a search field, and for a synonym what it finds. */
const suggestion = z.strictObject({ text: z.string(), finds: z.string().nullable() });
export type Suggestion = z.output<typeof suggestion>;

const categoryPage = z.strictObject({
  total: z.number(),
  rated: z.number(),
  rating_count: z.number(),
  rating_average: z.number().nullable(),
  /** The spelling that most of the people there use; null for the whole country. */
  town: z.string().nullable(),
  /** The other towns: those with the most providers, or for a town the nearest. */
  towns: z.array(
    z.strictObject({
      slug: z.string(),
      name: z.string(),
      providers: z.number(),
      /** From the page's town; null for the whole country, and where a place is not known. */
      miles: z.number().nullable(),
    }),
  ),
  /** Their number by selection. */
  parts: z.record(z.string(), z.number()),
  /** The best rated, at most eight. */
  providers: z.array(card),
});
export type CategoryFacts = z.output<typeof categoryPage>;

const service = z.strictObject({
  id: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  price_pence: z.number().nullable(),
  price_text: z.string().nullable(),
  unit: z.string().nullable(),
  category: z.string().nullable(),
});
/** What a provider offers. */
export type OfferedService = z.output<typeof service>;

/** The latest feedback, as the page quotes it. */
const quote = z.strictObject({
  id: z.string(),
  rating: z.number(),
  title: z.string(),
  description: z.string().nullable(),
  author_name: z.string(),
  verified: z.boolean(),
  in_contact: z.boolean(),
  invited: z.boolean(),
  edited_at: z.string().nullable(),
  created_at: z.string(),
});
export type FeedbackQuote = z.output<typeof quote>;

const providerPage = z.strictObject({
  /** A row of `public_providers` with what follows; null unless the directory lists it. */
  provider: z
    .looseObject({
      /** Of verified hires alone. */
      verified_average: z.number().nullable(),
      verified_count: z.number(),
    })
    .nullable(),
  services: z.array(service),
  availability: z
    .strictObject({
      hours: z.unknown(),
      base: z.string().nullable(),
      miles: z.number().nullable(),
      whole_uk: z.boolean(),
      places: z.array(z.string()),
    })
    .nullable(),
  response: z
    .strictObject({
      reply_minutes: z.number().nullable(),
      questions: z.number().nullable(),
      answered: z.number().nullable(),
      hires: z.number().nullable(),
    })
    .nullable(),
  latest: z.array(quote),
  /** The account has left for good. */
  departed: z.boolean(),
});

/** What the functions about providers give as JSON. */
export const providerResults = {
  search_providers: directory,
  trial_providers: z.array(card),
  category_page: categoryPage,
  suggest_search: z.array(suggestion),
  provider_page: providerPage,
};
