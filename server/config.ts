import { z } from "zod";
import { WORKERS, WORKERS_ADVICE } from "#backend/core/process/workers.ts";

const url = (name: string, protocols: string[], advice: string) =>
  z.string().refine(
    (value) => {
      try {
        return protocols.includes(new URL(value).protocol);
      } catch {
        return false;
      }
    },
    { error: `${name} ${advice}` },
  );

const Environment = z.object({
  SITE_MODE: z
    .enum(["trial", "live"], { error: "SITE_MODE must be trial or live" })
    .default("trial"),
  HOST: z.string().min(1).default("127.0.0.1"),
  PORT: z.coerce
    .number({ error: "PORT must be a number from 0 to 65535" })
    .int("PORT must be a whole number")
    .min(0, "PORT must be 0 or more")
    .max(65535, "PORT must be 65535 or less")
    .default(3000),
  SITE_URL: url(
    "SITE_URL",
    ["http:", "https:"],
    "must be the address of the site, for example https://www.example.org",
  ).optional(),
  HSTS_SUBDOMAINS: z
    .enum(["true", "false"], { error: "HSTS_SUBDOMAINS must be true or false" })
    .default("false"),
  SITE_NAME: z.string().min(1, "SITE_NAME must not be empty").max(60).default("Solutionz"),
  DATA_DIR: z.string().min(1, "DATA_DIR must not be empty").default(".data"),
  DATABASE_URL: url(
    "DATABASE_URL",
    ["postgres:", "postgresql:"],
    "must be a PostgreSQL address, for example postgres://user:password@host:5432/name",
  ).optional(),
  RESPONSE_CACHE_MB: z.coerce
    .number({ error: "RESPONSE_CACHE_MB must be a number of megabytes, 0 for none" })
    .min(0, "RESPONSE_CACHE_MB must be 0 or more")
    .max(4096, "RESPONSE_CACHE_MB must be 4096 or less")
    .default(64),
  WORKERS: z.string().regex(WORKERS, WORKERS_ADVICE).default("1"),
  SUPABASE_URL: url(
    "SUPABASE_URL",
    ["http:", "https:"],
    "must be the address of a Supabase project",
  ).optional(),
  SUPABASE_ANON_KEY: z.string().min(20, "SUPABASE_ANON_KEY is too short to be a key").optional(),
  SUPABASE_SERVICE_ROLE_KEY: z
    .string()
    .min(20, "SUPABASE_SERVICE_ROLE_KEY is too short to be a key")
    .optional(),
  SMTP_URL: url(
    "SMTP_URL",
    ["smtp:", "smtps:"],
    "must be a mail server's address, for example smtps://user:password@host:465",
  ).optional(),
  MAIL_FROM: z
    .string()
    .min(3, "MAIL_FROM must be an address")
    .default("Solutionz <hello@solutionz.example>"),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_/, "STRIPE_SECRET_KEY must begin with sk_ or rk_")
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, "STRIPE_WEBHOOK_SECRET must begin with whsec_")
    .optional(),
  STRIPE_PRICE_MONTHLY: z
    .string()
    .regex(/^price_/, "STRIPE_PRICE_MONTHLY must begin with price_")
    .optional(),
  STRIPE_PRICE_YEARLY: z
    .string()
    .regex(/^price_/, "STRIPE_PRICE_YEARLY must begin with price_")
    .optional(),
  S3_BUCKET: z.string().min(3, "S3_BUCKET must be the name of a bucket").optional(),
  S3_REGION: z.string().min(1).default("us-east-1"),
  S3_ENDPOINT: url(
    "S3_ENDPOINT",
    ["http:", "https:"],
    "must be the address of an object storage, for example https://minio.example.org",
  ).optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  ADMIN_SETUP_TOKEN: z
    .string()
    .min(16, "ADMIN_SETUP_TOKEN must have at least 16 characters")
    .optional(),
  ADMIN_DOMAIN: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, "ADMIN_DOMAIN must be a domain name in lower case")
    .default("admin.solutionz.internal"),
});

export type Config = z.infer<typeof Environment>;

type Environs = Record<string, string | undefined>;

/** Settings that must be set together, and those that live mode requires. */
const demands = (config: Config): string[] => {
  const missing = (names: (keyof Config)[], why: string) =>
    names.filter((name) => config[name] === undefined).map((name) => `${name} must be set ${why}`);
  const live: (keyof Config)[] = [
    "SITE_URL",
    "SMTP_URL",
    "STRIPE_SECRET_KEY",
    "STRIPE_WEBHOOK_SECRET",
    "STRIPE_PRICE_MONTHLY",
    "STRIPE_PRICE_YEARLY",
    "ADMIN_SETUP_TOKEN",
  ];
  return [
    ...(config.SITE_MODE === "live" ? missing(live, "when SITE_MODE is live") : []),
    ...(config.SUPABASE_URL
      ? missing(["SUPABASE_ANON_KEY", "SUPABASE_SERVICE_ROLE_KEY"], "when SUPABASE_URL is")
      : []),
    ...(config.S3_BUCKET
      ? missing(["S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"], "when S3_BUCKET is")
      : []),
    ...(config.S3_ENDPOINT || config.S3_ACCESS_KEY_ID
      ? missing(["S3_BUCKET"], "when another S3 variable is")
      : []),
    ...(config.STRIPE_SECRET_KEY
      ? missing(
          ["STRIPE_WEBHOOK_SECRET", "STRIPE_PRICE_MONTHLY", "STRIPE_PRICE_YEARLY"],
          "when STRIPE_SECRET_KEY is",
        )
      : []),
  ];
};

/** Renamed settings, by their old name. The old one is read if the new one is not set. */
const RENAMED: Record<string, keyof Config> = { KEPT_ANSWERS_MB: "RESPONSE_CACHE_MB" };

/** One sentence for each setting given by its old name. */
export const renamedSettings = (environment: Environs): string[] =>
  Object.entries(RENAMED)
    .filter(([old]) => environment[old])
    .map(([old, name]) => `${old} is called ${name} now: rename it where you set it.`);

/**
 * Reads every environment variable once. An empty value counts as not set. Throws an Error whose message is
 * one line that names the variable and says what to set.
 */
export const readConfig = (environment: Environs): Config => {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  for (const [old, name] of Object.entries(RENAMED)) given[name] ??= given[old];
  const parsed = Environment.safeParse(given);
  if (!parsed.success) throw new Error(parsed.error.issues[0]?.message ?? "Bad configuration");
  const [demand] = demands(parsed.data);
  if (demand) throw new Error(demand);
  return parsed.data;
};
