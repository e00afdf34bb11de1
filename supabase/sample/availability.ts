import type { Area } from "#domain/providers/area.ts";

/** The hours are kept as domain/providers/opening-hours.ts says. */
interface SampleAvailability {
  hours: Readonly<Record<string, "closed" | "appointment" | { opens: string; closes: string }>>;
  area: Partial<Area>;
}

const weekdays = (opens: string, closes: string) =>
  Object.fromEntries(["mon", "tue", "wed", "thu", "fri"].map((day) => [day, { opens, closes }]));

/** Some providers' hours and areas, by their keys. */
export const availability: Readonly<Record<string, SampleAvailability>> = {
  dovetailyard: {
    hours: { ...weekdays("08:00", "17:30"), sat: "appointment", sun: "closed" },
    area: { base: "Shrewsbury", miles: 20 },
  },
  brasskey: {
    hours: Object.fromEntries(
      ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].map((day) => [
        day,
        { opens: "00:00", closes: "00:00" },
      ]),
    ),
    area: { base: "London", miles: 15 },
  },
  tidewater: {
    hours: { ...weekdays("07:30", "18:00"), sat: { opens: "09:00", closes: "15:00" } },
    area: { places: ["Brighton", "Hove", "BN1", "BN2", "BN3"] },
  },
  twosisters: {
    hours: {
      ...weekdays("08:00", "19:00"),
      sat: { opens: "08:00", closes: "16:00" },
      sun: "appointment",
    },
    area: { places: ["Glasgow", "Paisley"] },
  },
  buttercream: {
    hours: {
      tue: "appointment",
      wed: { opens: "10:00", closes: "16:00" },
      thu: { opens: "10:00", closes: "16:00" },
      fri: { opens: "10:00", closes: "18:00" },
    },
    area: { base: "York", miles: 25 },
  },
};
