/** The hours are kept as domain/providers/opening-hours.ts says. */
interface SampleAvailability {
  hours: Readonly<Record<string, "closed" | "appointment" | { opens: string; closes: string }>>;
  places: readonly string[];
  radius: string | null;
}

const weekdays = (opens: string, closes: string) =>
  Object.fromEntries(["mon", "tue", "wed", "thu", "fri"].map((day) => [day, { opens, closes }]));

/** Some providers' hours and areas, by their keys. */
export const availability: Readonly<Record<string, SampleAvailability>> = {
  dovetailyard: {
    hours: { ...weekdays("08:00", "17:30"), sat: "appointment", sun: "closed" },
    places: ["Shrewsbury", "Church Stretton", "Wem", "SY1", "SY3"],
    radius: "Up to 20 miles from Shrewsbury",
  },
  brasskey: {
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
    hours: { ...weekdays("07:30", "18:00"), sat: { opens: "09:00", closes: "15:00" } },
    places: ["Brighton", "Hove", "BN1", "BN2", "BN3"],
    radius: null,
  },
  twosisters: {
    hours: {
      ...weekdays("08:00", "19:00"),
      sat: { opens: "08:00", closes: "16:00" },
      sun: "appointment",
    },
    places: ["Glasgow", "Paisley"],
    radius: "Anywhere in Scotland by arrangement",
  },
  buttercream: {
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
