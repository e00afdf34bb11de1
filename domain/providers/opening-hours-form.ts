import { z } from "zod";
import { DAYS, type Hours, TIME } from "./opening-hours.ts";

const time = z.string().regex(TIME, "Please enter a time, such as 09:00");

const dayForm = z
  .object({
    kind: z.enum(["", "open", "appointment", "closed"]),
    opens: z.string(),
    closes: z.string(),
  })
  .superRefine(({ kind, opens, closes }, context) => {
    if (kind !== "open") return;
    for (const [path, value] of Object.entries({ opens, closes })) {
      const { error } = time.safeParse(value);
      if (error) {
        context.addIssue({ code: "custom", path: [path], message: error.issues[0]?.message });
      }
    }
    if (opens === closes && opens !== "00:00") {
      context.addIssue({
        code: "custom",
        path: ["closes"],
        message: "Please choose another time to close",
      });
    }
  });

export const hoursForm = z.record(z.enum(DAYS), dayForm);
export type HoursValues = z.output<typeof hoursForm>;

/** The form of stored hours. A newly added day begins with nine to five. */
export const hoursValues = (hours: Hours): HoursValues =>
  Object.fromEntries(
    DAYS.map((name) => {
      const day = hours[name];
      const span = typeof day === "object" ? day : { opens: "09:00", closes: "17:00" };
      return [name, { kind: typeof day === "object" ? "open" : (day ?? ""), ...span }];
    }),
  ) as HoursValues;

export const hoursFrom = (values: HoursValues): Hours =>
  Object.fromEntries(
    DAYS.flatMap((name) => {
      const { kind, opens, closes } = values[name];
      if (kind === "") return [];
      return [[name, kind === "open" ? { opens, closes } : kind]];
    }),
  );
