import { shareMemory, WORKERS } from "supabase-compatible-backend/process";
import { z } from "zod";
import { DEFAULT_SITE_NAME } from "#domain/site/brand.ts";
import { parseProxies } from "../caller-address.ts";
import { ABOUT, type About, address, setting } from "./setting.ts";
import { signInSettings } from "./sign-in-settings.ts";

/** What a secret of the operator's own must be. */
export const SECRET = "a secret of at least 16 characters, for example from: openssl rand -hex 16";

const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

const flag = z.enum(["true", "false"]);

const site = { group: "The site" };
const data = { group: "Data" };
const backups = { group: "Backups" };
const mail = { group: "Mail" };
const payments = { group: "Payments (Stripe)" };
const files = { group: "Files in object storage" };
const supabase = { group: "A real Supabase instead of the backend" };
const admins = { group: "Admins" };

const price = (period: "month" | "year") =>
  setting(
    z
      .string()
      .regex(/^price_./)
      .optional(),
    {
      ...payments,
      about: `The price of a ${period}'s membership`,
      must: "the id of a price at Stripe, for example price_1PxYz",
      example: "price_",
      live: true,
    },
  );

/** Every setting, by group. Each may also be given as a file, by `NAME_FILE`. */
export const Settings = z.object({
  SITE_MODE: setting(z.enum(["trial", "live"]).default("trial"), {
    ...site,
    about: "live is for the public: no sample data, no mailbox, no test checkout",
    must: "trial or live",
    example: "live",
  }),
  SITE_URL: setting(address("http:", "https:").optional(), {
    ...site,
    about: "The site's public address; links in mails begin with it",
    must: "the public address of the site, for example https://www.example.org",
    example: "https://www.example.org",
    live: true,
  }),
  SITE_NAME: setting(z.string().min(1).max(60).default(DEFAULT_SITE_NAME), {
    ...site,
    about: "The site's name, until an admin sets another",
    must: "a name of at most 60 characters",
  }),
  HOST: setting(z.string().min(1).default("127.0.0.1"), {
    ...site,
    about: "The address to listen on",
    must: "an address of this machine, for example 127.0.0.1",
  }),
  PORT: setting(z.coerce.number().int().min(0).max(65535).default(3000), {
    ...site,
    about: "The port to listen on",
    must: "a whole number from 0 to 65535",
  }),
  TRUSTED_PROXIES: setting(
    z
      .string()
      .refine((value) => parseProxies(value) !== null)
      .default(""),
    {
      ...site,
      about:
        "Proxies whose X-Forwarded-For names the caller, besides those on this machine: addresses and networks, separated by commas",
      must: "addresses or networks separated by commas, for example 10.0.0.5,172.16.0.0/12",
    },
  ),
  ACCESS_LOG: setting(flag.default("false"), {
    ...site,
    about:
      "true logs a line for each request, without its query and with the caller's network only",
    must: "true or false",
  }),
  METRICS_TOKEN: setting(z.string().min(16).optional(), {
    ...site,
    about:
      "Must be sent as a bearer token to read /metrics; without it, only a local trial shows them",
    must: SECRET,
  }),
  WORKERS: setting(z.string().regex(WORKERS).default("1"), {
    ...site,
    about: "Processes that serve the port",
    must: "auto or a number from 1 to 8",
  }),
  RESPONSE_CACHE_MB: setting(
    z.coerce
      .number()
      .min(0)
      .max(4096)
      .default(() => shareMemory().responseCache),
    {
      ...site,
      about: "Megabytes for responses that are the same for all visitors; 0 switches the cache off",
      must: "a number of megabytes from 0 (none) to 4096",
      example: "64",
    },
  ),
  DATA_DIR: setting(z.string().min(1).default(".data"), {
    ...data,
    about: "The folder for keys, files and the embedded database",
    must: "a folder that the site may write to",
    example: "/var/lib/solutionz",
  }),
  DATABASE_URL: setting(address("postgres:", "postgresql:").optional(), {
    ...data,
    about: "A PostgreSQL of your own (15 or later) instead of the embedded one",
    must: "a PostgreSQL address, for example postgres://user:password@host:5432/name?sslmode=verify-full",
  }),
  BACKUP_TO: setting(z.string().min(1).optional(), {
    ...backups,
    about:
      "Where the site backs itself up: a folder, or s3://bucket/prefix in the storage of the S3 settings",
    must: "a folder, or s3://bucket/prefix",
    example: "/mnt/backups",
  }),
  BACKUP_EVERY: setting(
    z.coerce
      .number()
      .min(1)
      .max(24 * 31)
      .default(24),
    {
      ...backups,
      about: "Hours between two of these backups",
      must: "a number of hours from 1 to 744",
    },
  ),
  BACKUP_KEEP: setting(z.coerce.number().int().min(1).max(1000).default(14), {
    ...backups,
    about: "How many of these backups remain; older ones are deleted",
    must: "a whole number from 1 to 1000",
  }),
  BACKUP_KEY: setting(z.string().min(16).optional(), {
    ...backups,
    about: "Encrypts backups; without it, anyone who can read a backup can read everything",
    must: SECRET,
  }),
  SMTP_URL: setting(address("smtp:", "smtps:").optional(), {
    ...mail,
    about: "The server that sends mail; without it, a trial shows mail at /_mailbox",
    must: "a mail server's address, for example smtps://user:password@mail.example.org:465",
    example: "smtps://user:password@mail.example.org:465",
    live: true,
  }),
  MAIL_FROM: setting(
    z
      .string()
      .regex(/^[^<>@\s]+@[^<>@\s]+$|<[^<>@\s]+@[^<>@\s]+>$/)
      .default("hello@site.example"),
    {
      ...mail,
      about:
        "The sender of mails, under the site's name unless it has one of its own; also the address in the footer",
      must: "an address of your own, for example Your Name <hello@example.org>",
      example: "Your Name <hello@example.org>",
      live: true,
    },
  ),
  INBOUND_MAIL_DOMAIN: setting(z.string().regex(DOMAIN).optional(), {
    ...mail,
    about:
      "The domain whose mail a service posts to SITE_URL/functions/v1/receive-mail; without it, people answer messages on the site only",
    must: "a domain name in lower case, for example reply.example.org",
    example: "reply.example.org",
  }),
  INBOUND_MAIL_SECRET: setting(
    z
      .string()
      .regex(/^\S{16,}$/)
      .optional(),
    {
      ...mail,
      about: "What that service must send, as a bearer token or as the password of an address",
      must: SECRET,
    },
  ),
  STRIPE_SECRET_KEY: setting(
    z
      .string()
      .regex(/^(sk|rk)_(?!(live|test)_$)./)
      .optional(),
    {
      ...payments,
      about: "The secret key; without it, a trial uses the test checkout",
      must: "a secret key of Stripe, which begins with sk_ or rk_",
      example: "sk_live_",
      live: true,
    },
  ),
  STRIPE_WEBHOOK_SECRET: setting(
    z
      .string()
      .regex(/^whsec_./)
      .optional(),
    {
      ...payments,
      about: "The signing secret of the webhook at SITE_URL/functions/v1/stripe-webhook",
      must: "the signing secret of the webhook at Stripe, which begins with whsec_",
      example: "whsec_",
      live: true,
    },
  ),
  STRIPE_PRICE_MONTHLY: price("month"),
  STRIPE_PRICE_YEARLY: price("year"),
  ADMIN_SETUP_TOKEN: setting(z.string().min(16).optional(), {
    ...admins,
    about: "Must be entered at /admin-signup to create the first admin",
    must: SECRET,
    live: true,
  }),
  ADMIN_DOMAIN: setting(z.string().regex(DOMAIN).default("admin.solutionz.internal"), {
    ...admins,
    about: "The first admin's account is stored as <username>@ADMIN_DOMAIN",
    must: "a domain name in lower case",
  }),
  S3_BUCKET: setting(z.string().min(3).optional(), {
    ...files,
    about: "Keeps uploaded files in this bucket instead of DATA_DIR/storage",
    must: "the name of a bucket",
  }),
  S3_ACCESS_KEY_ID: setting(z.string().optional(), {
    ...files,
    about: "The id of a key that may list the bucket and get, put and delete objects",
    must: "the id of the storage's key",
  }),
  S3_SECRET_ACCESS_KEY: setting(z.string().optional(), {
    ...files,
    about: "That key's secret",
    must: "the secret of the storage's key",
  }),
  S3_REGION: setting(z.string().min(1).default("us-east-1"), {
    ...files,
    about: "The bucket's region",
    must: "the name of a region",
  }),
  S3_ENDPOINT: setting(address("http:", "https:").optional(), {
    ...files,
    about: "A storage other than Amazon's",
    must: "the address of an object storage, for example https://minio.example.org",
  }),
  ...signInSettings,
  SUPABASE_URL: setting(address("http:", "https:").optional(), {
    ...supabase,
    about: "The project's address",
    must: "the address of a Supabase project",
  }),
  SUPABASE_ANON_KEY: setting(z.string().min(20).optional(), {
    ...supabase,
    about: "The project's public key",
    must: "the public (anon) key of the Supabase project",
  }),
  SUPABASE_SERVICE_ROLE_KEY: setting(z.string().min(20).optional(), {
    ...supabase,
    about: "The project's secret key",
    must: "the secret (service_role) key of the Supabase project",
  }),
});

export type Config = z.infer<typeof Settings>;
export type SettingName = keyof Config;

export const SETTING_NAMES = Object.keys(Settings.shape) as SettingName[];

/** What an operator reads about a setting. */
export const aboutSetting = (name: SettingName): About => {
  const about = ABOUT.get(Settings.shape[name]);
  if (!about) throw new Error(`${name} has no description`);
  return about;
};
