/** What the sample marketplace is written in. Everything here is invented; days count back from loading. */

/** `first100` is a year from the coupon; `lapsed` ended some weeks ago; `none` never paid. */
type Plan = "monthly" | "yearly" | "first100" | "lapsed" | "none";

export interface SampleProvider {
  /** Names the account for ever: its id, its mail address and its pictures come from it. */
  key: string;
  first: string;
  last: string;
  business: string;
  town: string;
  /** Days since sign-up. */
  joined: number;
  plan: Plan;
  /** Selections as the picker makes them; the first one is the heading in the directory. */
  categories: readonly string[];
  skills: readonly string[];
  bio: string;
  /** Shown on the profile. Where no number is given the account has a mobile that stays private. */
  phone?: string;
  website?: true;
  /** Titles of the work samples; the pictures are `pictures/<key>-1.webp` and so on. */
  work?: readonly string[];
}

/** `unit` is one of domain/providers-services.ts; hours are kept as domain/providers-opening-hours.ts says. */
export interface SampleOffer {
  services: readonly (readonly [
    title: string,
    price: number | string,
    unit?: "hour" | "day" | "job" | "item",
    description?: string,
  ])[];
  hours: Readonly<Record<string, "closed" | "appointment" | { opens: string; closes: string }>>;
  places: readonly string[];
  radius: string | null;
}

export interface SampleClient {
  key: string;
  first: string;
  last: string;
  town: string;
  joined: number;
}

/** Feedback: rating, title, text and, where the provider answered, the reply. */
export type FeedbackRow = readonly [
  rating: 1 | 2 | 3 | 4 | 5,
  title: string,
  text: string,
  reply?: string,
];

export interface SampleJob {
  title: string;
  description: string;
  categories: readonly string[];
  location: string;
  /** The poster's own words; null where none were given. */
  budget: string | null;
  /** A client's key. */
  by: string;
  /** Days since it was posted. */
  posted: number;
  closed?: true;
  /** Leaves a telephone number beside the email address. */
  phone?: true;
}
