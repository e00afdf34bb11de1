import { dayOf } from "#domain/values/dates.ts";
import { DAY } from "../people.ts";
import { chanceOf } from "../seeded-random.ts";
import { jobs } from "../written.ts";
import { jobId, revealRows } from "./jobs.ts";

const OPENINGS = [
  "Happy to help with this. I have done several like it and can bring everything that is needed.",
  "This is the kind of work I do most weeks. I would start with a quick look, then give you a firm date.",
  "I can fit this in. The price covers materials, clearing up and a follow-up visit if anything is not right.",
  "Thank you for the clear description. My price assumes normal access and nothing hidden.",
];

const VAT = ["included", "added", "not_registered"] as const;

/** The sum that a budget in a client's own words begins with, in pounds. */
const poundsIn = (budget: string | null): number | null => {
  const [, number = "", thousand] = /([\d.,]+)(k?)/.exec(budget ?? "") ?? [];
  const pounds = Number(number.replaceAll(",", "")) * (thousand ? 1000 : 1);
  return pounds > 0 ? pounds : null;
};

const price = (budget: string | null, chance: ReturnType<typeof chanceOf>) => {
  const pounds = poundsIn(budget);
  if (pounds === null) return { price_type: "after_visit", price_min: null, price_max: null };
  const pence = Math.max(1, Math.round((pounds * chance.between(0.9, 1.4)) / 5)) * 500;
  if (/hour|hr/.test(budget ?? ""))
    return { price_type: "hourly", price_min: pence, price_max: null };
  return pounds > 300 && chance.between(0, 1) < 0.5
    ? { price_type: "range", price_min: pence, price_max: pence + 10_000 }
    : { price_type: "fixed", price_min: pence, price_max: null };
};

/** Most of those who unlocked the contact of a job that is still open have quoted for it. */
export const quoteRows = (now: number) =>
  jobs
    .filter(({ closed }) => !closed)
    .flatMap((job) =>
      revealRows(now)
        .filter(({ job_id }) => job_id === jobId(job))
        .map(({ job_id, provider_id, revealed_at }) => {
          const chance = chanceOf("quote", job.title, provider_id);
          const sent = new Date(revealed_at).toISOString();
          return {
            job_id,
            provider_id,
            message: chance.pick(OPENINGS),
            ...price(job.budget, chance),
            vat: chance.pick(VAT),
            earliest_start: dayOf(now + chance.between(2, 20) * DAY),
            valid_until: dayOf(now + chance.between(7, 40) * DAY),
            created_at: sent,
            updated_at: sent,
            state: "sent",
            pictures: [],
          };
        })
        .filter(
          ({ provider_id }) => chanceOf("quotes", job.title, provider_id).between(0, 1) < 0.8,
        ),
    );
