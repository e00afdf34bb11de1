import { accountLabels } from "#domain/accounts/accounts.ts";
import { DEFAULT_SITE_NAME } from "#domain/site/brand.ts";
import { chanceOf, idOf } from "./seeded-random.ts";
import { clients, providers, type SampleClient, type SampleProvider } from "./written.ts";

const LABELS = accountLabels(DEFAULT_SITE_NAME);

/** The password of every sample account, printed at start: they are for trying things out. */
export const SAMPLE_PASSWORD = "solutionz-sample-1";

/** The three accounts that are printed, by key. Balloon Weather has never had a membership. */
const PRINTED = {
  hannah: "client@solutionz.example",
  dovetailyard: "member@solutionz.example",
  balloonweather: "provider@solutionz.example",
} as const;

interface SignIn {
  what: string;
  email: string;
  password: string;
}

/**
 * The text printed after a start with the sample. There is no sample admin: /admin-signup creates the
 * first.
 */
export const sampleSignIns: readonly SignIn[] = [
  { what: LABELS.client, email: PRINTED.hannah, password: SAMPLE_PASSWORD },
  {
    what: `${LABELS.provider} with a membership`,
    email: PRINTED.dovetailyard,
    password: SAMPLE_PASSWORD,
  },
  {
    what: `${LABELS.provider} without one`,
    email: PRINTED.balloonweather,
    password: SAMPLE_PASSWORD,
  },
];

export type Person = { id: string; email: string; phone: string } & (
  | ({ type: "provider" } & Omit<SampleProvider, "phone"> & { showPhone: boolean })
  | ({ type: "client" } & SampleClient)
);

const taken = new Set(providers.map(({ phone }) => phone));

/** Mobile numbers that Ofcom reserves for drama, in order, without those written into the data. */
const freeMobiles = Array.from({ length: 1000 }, (_, n) => `07700 900${`${n}`.padStart(3, "0")}`)
  .slice(11)
  .filter((number, n) => n % 7 === 0 && !taken.has(number));

const printed: Record<string, string> = PRINTED;

/** Everybody, providers first, with the ids, addresses and numbers that their keys give them. */
export const people: readonly Person[] = [
  ...providers.map((provider) => ({ type: "provider" as const, ...provider })),
  ...clients.map((client) => ({ type: "client" as const, ...client })),
].map((person, n): Person => {
  const shared = {
    id: idOf("person", person.key),
    email:
      printed[person.key] ??
      (person.type === "provider"
        ? `${person.first.toLowerCase()}@${person.key}.example.com`
        : `${person.key}.${person.last.toLowerCase()}@example.com`),
  };
  const mobile = freeMobiles[n] ?? "07700 900000";
  if (person.type === "client") return { ...person, ...shared, phone: mobile };
  const { phone, ...rest } = person;
  return { ...rest, ...shared, phone: phone ?? mobile, showPhone: phone !== null };
});

const NATIONS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    Scotland: "Aberdeen,Dundee,Edinburgh,Glasgow,Inverness,Paisley,Perth,Stirling",
    Wales: "Bangor,Cardiff,Newport,Swansea,Wrexham",
    "Northern Ireland": "Belfast,Derry/Londonderry",
  }).flatMap(([nation, towns]) => towns.split(",").map((town) => [town, nation])),
);

export const nationOf = (town: string): string => NATIONS[town] ?? "England";

/** Milliseconds since the epoch at which somebody signed up, when the sample is loaded at `now`. */
export const joinedAt = (person: Person, now: number): number =>
  now - (person.joined + chanceOf("joined", person.key).between(0.1, 0.9)) * DAY;

export const DAY = 86_400_000;

export const isLive = (person: Person): boolean =>
  person.type === "provider" && person.plan !== "lapsed" && person.plan !== "none";
