/** `unit` is one of domain/providers-services.ts; hours are kept as domain/providers-opening-hours.ts says. */
interface SampleOffer {
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

const weekdays = (opens: string, closes: string) =>
  Object.fromEntries(["mon", "tue", "wed", "thu", "fri"].map((day) => [day, { opens, closes }]));

/** Some providers' services, hours and areas, by their keys. A price is in pence, or in words. */
export const offers: Readonly<Record<string, SampleOffer>> = {
  dovetailyard: {
    services: [
      [
        "Alcove cupboards, a pair",
        145_000,
        "job",
        "Measured, drawn, made and fitted; paint not included.",
      ],
      ["Bookshelves", 38_000, "item", "Oak, ash or painted ply, scribed to your walls."],
      ["Repairs to stairs and sashes", 4200, "hour"],
      ["First visit and a drawing", "Free within the area"],
    ],
    hours: { ...weekdays("08:00", "17:30"), sat: "appointment", sun: "closed" },
    places: ["Shrewsbury", "Church Stretton", "Wem", "SY1", "SY3"],
    radius: "Up to 20 miles from Shrewsbury",
  },
  brasskey: {
    services: [
      [
        "Locked out, by day",
        8500,
        "job",
        "No drilling unless there is no other way, and I say so first.",
      ],
      ["Locked out, midnight to 6am", 14_000, "job"],
      ["New front door lock", 11_000, "item", "British Standard, three keys."],
    ],
    hours: Object.fromEntries(
      ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].map((day) => [
        day,
        { opens: "00:00", closes: "00:00" },
      ]),
    ),
    places: ["London"],
    radius: null,
  },
  tidewater: {
    services: [
      ["Weekly home cleaning", 1950, "hour"],
      ["End of tenancy clean", 16_500, "job", "One bedroom; oven and windows included."],
      ["Holiday let changeover", 6000, "job"],
    ],
    hours: { ...weekdays("07:30", "18:00"), sat: { opens: "09:00", closes: "15:00" } },
    places: ["Brighton", "Hove", "BN1", "BN2", "BN3"],
    radius: null,
  },
  twosisters: {
    services: [
      ["Flat move", 18_000, "job", "Two of us, the van and the blankets, for up to four hours."],
      ["Single item", 4500, "item"],
      ["House clearance", "Quote after a look"],
    ],
    hours: {
      ...weekdays("08:00", "19:00"),
      sat: { opens: "08:00", closes: "16:00" },
      sun: "appointment",
    },
    places: ["Glasgow", "Paisley"],
    radius: "Anywhere in Scotland by arrangement",
  },
  buttercream: {
    services: [
      ["Celebration cake", 6500, "item", "Eight inches, serves twenty; two weeks' notice, please."],
      ["Wedding cake", "From £320, after a tasting"],
    ],
    hours: {
      tue: "appointment",
      wed: { opens: "10:00", closes: "16:00" },
      thu: { opens: "10:00", closes: "16:00" },
      fri: { opens: "10:00", closes: "18:00" },
    },
    places: [],
    radius: "Delivery within 25 miles",
  },
};
