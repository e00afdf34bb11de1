import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { parseCsv } from "#domain/values/csv.ts";

/**
 * What the sample marketplace is written in: CSV files, a row for each provider, service, client, job, message
 * and piece of feedback. Everything in them is invented; days count back from loading.
 */
const readRows = <Row>(name: string, row: z.ZodType<Row>): Row[] => {
  const text = readFileSync(path.join(import.meta.dirname, `${name}.csv`), "utf8");
  const [head, ...lines] = parseCsv(text).map(({ cells }) => cells);
  const named = lines.map((cells) => head?.map((column, n) => [column, cells[n] ?? ""]) ?? []);
  return z.array(row).parse(named.map((cells) => Object.fromEntries(cells)));
};

const text = z.string().min(1);
const orNull = z.string().transform((value) => value || null);
const yes = z.enum(["yes", ""]).transform((value) => value === "yes");
const list = z.string().transform((value) => (value ? value.split("; ") : []));
const days = z.coerce.number().nonnegative();

const client = z.object({
  /** Names the account for ever: its id, its mail address and its pictures come from it. */
  key: text,
  first: text,
  last: text,
  town: text,
  /** Days since sign-up. */
  joined: days,
});

const provider = client.extend({
  business: text,
  /** `first100` is a year from the coupon; `lapsed` ended some weeks ago; `none` never paid. */
  plan: z.enum(["monthly", "yearly", "first100", "lapsed", "none"]),
  /** Selections as the picker makes them; the first one is the heading in the directory. */
  categories: list,
  skills: list,
  bio: text,
  /** Shown on the profile. Where no number is given the account has a mobile that stays private. */
  phone: orNull,
  website: yes,
  /** Titles of the work samples; the pictures are `pictures/<key>-1.webp` and so on. */
  work: list,
});

const service = z.object({
  /** The provider's key. */
  provider: text,
  title: text,
  /** As a provider types it: an amount in pounds, or words. */
  price: text,
  /** One of domain/providers/prices.ts, or none. */
  unit: z.string(),
  description: orNull,
});

const job = z.object({
  title: text,
  description: text,
  categories: list,
  location: text,
  /** The poster's own words; null where none were given. */
  budget: orNull,
  /** A client's key. */
  by: text,
  /** Days since it was posted. */
  posted: days,
  closed: yes,
  /** Leaves a telephone number beside the email address. */
  phone: yes,
});

const feedbackRow = z.object({
  /** The provider's key. */
  provider: text,
  rating: z.coerce.number().int().min(1).max(5),
  title: text,
  text,
  /** What the provider answered. */
  reply: orNull,
});

const enquiry = z.object({
  /** A client's key. */
  client: text,
  /** A provider's key. */
  provider: text,
  subject: text,
  /** Who wrote this message. */
  from: z.enum(["client", "provider"]),
  /** Hours since it was sent. */
  hours: days,
  /** The other side has not opened it yet. */
  unread: yes,
  text,
});

export type SampleClient = z.infer<typeof client>;
export type SampleProvider = z.infer<typeof provider>;
export type SampleJob = z.infer<typeof job>;

/** Everybody who offers something, in a fixed order that numbers and colours are dealt out by. */
export const providers: readonly SampleProvider[] = readRows("providers", provider);

/** Each provider's in the order of their profile. Not every provider has any. */
export const services = readRows("services", service);

/** People who look for somebody. Some never gave a picture. */
export const clients: readonly SampleClient[] = readRows("clients", client);

export const jobs: readonly SampleJob[] = readRows("jobs", job);

/** Each provider's newest first. Author and date are assigned when it is loaded. */
export const feedback = readRows("feedback", feedbackRow);

/** A row for each message; those of one conversation follow each other, oldest first. */
export const enquiries = readRows("enquiries", enquiry);

/** The first halves and sectors of the sample's towns, by hand and rounded, for `load_postcodes()`. */
export const samplePostcodes = (): string =>
  readFileSync(path.join(import.meta.dirname, "postcodes.csv"), "utf8");
