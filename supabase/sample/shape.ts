/** What the sample marketplace is written in. Everything here is invented; days count back from loading. */

type Hair =
  | "short"
  | "crop"
  | "quiff"
  | "bald"
  | "curls"
  | "afro"
  | "bob"
  | "long"
  | "wavy"
  | "bun"
  | "ponytail"
  | "braids"
  | "hijab"
  | "turban"
  | "beanie";

export type Shade = "black" | "brown" | "chestnut" | "ginger" | "blond" | "grey" | "white";
export type Wear = "tee" | "shirt" | "blazer" | "overalls" | "apron" | "hoodie" | "polo" | "knit";

/** A drawn face. `skin` runs from 1 (fair) to 6 (deep); a hijab, turban or beanie takes no shade. */
export interface Portrait {
  skin: 1 | 2 | 3 | 4 | 5 | 6;
  hair: Hair;
  shade?: Shade;
  wear: Wear;
  beard?: "full" | "short" | "moustache";
  glasses?: "round" | "square";
  earrings?: true;
}

export type Emblem =
  | "bolt"
  | "broom"
  | "cake"
  | "code"
  | "drop"
  | "house"
  | "key"
  | "leaf"
  | "lens"
  | "paw"
  | "pen"
  | "scissors"
  | "tree"
  | "wave"
  | "wheel";

export type SceneName =
  | "barber"
  | "bathroom"
  | "blueprint"
  | "boiler"
  | "bunting"
  | "cake"
  | "camera"
  | "car"
  | "chart"
  | "clean"
  | "code"
  | "desk"
  | "dog"
  | "door"
  | "garden"
  | "gym"
  | "kitchen"
  | "logo"
  | "massage"
  | "mural"
  | "nails"
  | "phone"
  | "repair"
  | "roof"
  | "room"
  | "shelves"
  | "stone"
  | "studio"
  | "terrace"
  | "timeline"
  | "tree"
  | "van"
  | "wedding"
  | "windows"
  | "wiring";

/** A portfolio picture: what its owner calls it, what is drawn, and in which of the scene's versions. */
type Work = readonly [title: string, scene: SceneName, version: number];

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
  face?: Portrait;
  emblem?: Emblem;
  work?: readonly Work[];
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
  face?: Portrait;
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
  /** Leaves a telephone number beside the e-mail address. */
  phone?: true;
}
