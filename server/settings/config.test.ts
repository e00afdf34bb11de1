import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { expect, it } from "vitest";
import { newFolder } from "#backend/tests/folders.ts";
import { checkConfig, readConfig } from "./config.ts";
import { SETTING_NAMES } from "./settings.ts";

const live = {
  SITE_MODE: "live",
  SITE_URL: "https://www.acme-market.co.uk",
  SMTP_URL: "smtps://user:pass@mail.acme-market.co.uk:465",
  MAIL_FROM: "Acme <hello@acme-market.co.uk>",
  STRIPE_SECRET_KEY: "sk_live_51Qk2vTJd8fXyB4n",
  STRIPE_WEBHOOK_SECRET: "whsec_7GhT2mPq9LcVxR4w",
  STRIPE_PRICE_MONTHLY: "price_1",
  STRIPE_PRICE_YEARLY: "price_2",
  ADMIN_SETUP_TOKEN: "9f1c4be07a52d863",
};

it("works with nothing configured", () => {
  expect(readConfig({})).toMatchObject({ SITE_MODE: "trial", HOST: "127.0.0.1", PORT: 3000 });
});

it("treats an empty value as not set", () => {
  expect(readConfig({ SITE_NAME: "", PORT: "" })).toMatchObject({
    SITE_NAME: "Solutionz",
    PORT: 3000,
  });
});

it.each(Object.keys(live).filter((name) => name !== "SITE_MODE"))(
  "will not start live without %s",
  (name) => {
    expect(() => readConfig({ ...live, [name]: undefined })).toThrow(name);
  },
);

it("starts live with everything set", () => {
  expect(readConfig(live).SITE_MODE).toBe("live");
});

it.each([
  [
    { INBOUND_MAIL_DOMAIN: "reply.example.org" },
    /^INBOUND_MAIL_SECRET must be set when INBOUND_MAIL_DOMAIN is: a secret/,
  ],
  [{ S3_BUCKET: "files" }, /^S3_ACCESS_KEY_ID must be set when S3_BUCKET is: the id of/],
  [
    { S3_ENDPOINT: "http://localhost:9000" },
    /^S3_BUCKET must be set when S3_ENDPOINT is: the name/,
  ],
  [
    { SIGN_IN_GITHUB_SECRET: "x" },
    /^SIGN_IN_GITHUB_CLIENT_ID must be set when SIGN_IN_GITHUB_SECRET is/,
  ],
  [
    { SIGN_IN_GITHUB_CLIENT_ID: "x" },
    /^SIGN_IN_GITHUB_SECRET must be set when SIGN_IN_GITHUB_CLIENT_ID is/,
  ],
  [
    { BACKUP_TO: "s3://backups/site" },
    /^S3_ACCESS_KEY_ID must be set when BACKUP_TO is: .*\nS3_SECRET_ACCESS_KEY must be set/,
  ],
  [{ S3_ENDPOINT: "localhost" }, /^S3_ENDPOINT must be the address of an object storage/],
])("will not start with a group of settings half given: %j", (given, message) => {
  expect(() => readConfig(given)).toThrow(message);
});

it.each([
  ["SITE_MODE", "production"],
  ["PORT", "http"],
  ["PORT", "70000"],
  ["SITE_URL", "www.example.org"],
  ["DATABASE_URL", "mysql://localhost/x"],
  ["DATABASE_URL", "http://127.0.0.1:5432/x"],
  ["SMTP_URL", "mail.example.org"],
  ["SMTP_URL", "http://localhost:25"],
  ["STRIPE_SECRET_KEY", "pk_live_1"],
  ["STRIPE_SECRET_KEY", "sk_live_"],
  ["STRIPE_WEBHOOK_SECRET", "whsec_"],
  ["STRIPE_PRICE_YEARLY", "price_"],
  ["ADMIN_SETUP_TOKEN", "short"],
  ["ADMIN_DOMAIN", "Not A Domain"],
  ["RESPONSE_CACHE_MB", "lots"],
  ["RESPONSE_CACHE_MB", "-1"],
  ["WORKERS", "0"],
  ["WORKERS", "many"],
  ["TRUSTED_PROXIES", "my-proxy"],
  ["MAIL_FROM", "nobody"],
  ["SIGN_IN_AZURE_URL", "http://login.example.org"],
])("names %s when it is %s", (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must be `));
});

it("wants the keys of a real Supabase with its address", () => {
  expect(() => readConfig({ SUPABASE_URL: "https://x.example.org" })).toThrow("SUPABASE_ANON_KEY");
});

it("names everything that is missing or wrong at once, with what to set", () => {
  const { config, problems } = checkConfig({
    SITE_MODE: "live",
    PORT: "http",
    STRIPE_SECRET_KEY: "pk_live_1",
    S3_BUCKET: "files",
  });
  expect(config).toBeNull();
  expect(problems.map(({ name }) => name)).toEqual(
    `PORT STRIPE_SECRET_KEY SITE_URL SMTP_URL MAIL_FROM STRIPE_WEBHOOK_SECRET
    STRIPE_PRICE_MONTHLY STRIPE_PRICE_YEARLY ADMIN_SETUP_TOKEN S3_ACCESS_KEY_ID
    S3_SECRET_ACCESS_KEY`.split(/\s+/),
  );
  for (const { name, message } of problems)
    expect(message).toMatch(
      new RegExp(`^${name} must be (\\w+ )*?[^:]+(: .+|, which .+| from .+)`),
    );
  expect(() => readConfig({ SITE_MODE: "live", PORT: "http" })).toThrow(
    /^PORT.*\nSITE_URL.*\nSMTP_URL/,
  );
});

it.each([
  [{ SITE_URL: "http://www.example.org" }, "SITE_URL must begin with https://"],
  [
    { MAIL_FROM: "Solutionz <hello@solutionz.example>" },
    "MAIL_FROM is an example: it must be an address of your own",
  ],
  [{ MAIL_FROM: "hello@site.test" }, "MAIL_FROM is an example"],
  [
    { SITE_URL: "https://example.com" },
    // Without its own example, which is such a value.
    /^SITE_URL is an example: it must be the public address of the site$/m,
  ],
  [{ SMTP_URL: "smtp://mail.example.net" }, "SMTP_URL is an example"],
  [{ STRIPE_SECRET_KEY: "sk_live_123" }, "STRIPE_SECRET_KEY is too short"],
  [{ STRIPE_WEBHOOK_SECRET: "whsec_secret" }, "STRIPE_WEBHOOK_SECRET is too short"],
  [{ ADMIN_SETUP_TOKEN: "0123456789abcdef" }, "ADMIN_SETUP_TOKEN can be guessed"],
  [{ ADMIN_SETUP_TOKEN: "1111111111111112" }, "ADMIN_SETUP_TOKEN can be guessed"],
  [{ BACKUP_KEY: "changemechangeme" }, "BACKUP_KEY can be guessed"],
])("will not start live with %j, which does for a trial", (unfit, message) => {
  expect(() => readConfig({ ...live, ...unfit })).toThrow(message);
  expect(readConfig({ ...live, ...unfit, SITE_MODE: "trial" })).toMatchObject(unfit);
});

it("refuses each value of .env.example that a live site needs", () => {
  const file = new URL("../../.env.example", import.meta.url);
  const example = parseEnv(readFileSync(file, "utf8"));
  const { config, problems } = checkConfig({ ...example, ADMIN_SETUP_TOKEN: "9f1c4be07a52d863" });
  expect(config).toBeNull();
  const own = ["SITE_MODE", "ADMIN_SETUP_TOKEN"];
  const given = Object.keys(example).filter((name) => !own.includes(name));
  expect(problems.map(({ name }) => name).sort()).toEqual(given.sort());
});

it.each([
  ["SITEMODE", "SITE_MODE"],
  ["SMTPURL", "SMTP_URL"],
  ["STRIPE_PRICE_MONTLY", "STRIPE_PRICE_MONTHLY"],
  ["site_url", "SITE_URL"],
  ["S3_BUCKETS", "S3_BUCKET"],
  ["BACKUPTO_FILE", "BACKUP_TO"],
])("names %s as a misspelt %s, unless that is set too", (name, meant) => {
  const message = `${name} is no setting: if you mean ${meant}, rename it`;
  expect(checkConfig({ [name]: "x" }).misspelt).toEqual([{ name, message }]);
  expect(() => readConfig({ [name]: "x", ACCESS_LOG: "x" })).toThrow(message);
  expect(checkConfig({ [name]: "x", [meant]: "x" }).misspelt).toEqual([]);
});

it("takes no other program's variable for a misspelt setting", () => {
  const others =
    "PATH HOME HOSTNAME HOSTTYPE POST TZ LOGNAME NODE_ENV NODE_OPTIONS SMTP_HOST SITE AWS_REGION PGDATA OTEL_TRACES_SAMPLER OTEL_EXPORTER_OTLP_TRACES_ENDPOINT POSTGRES_PASSWORD SITE_ADDRESS STRIPE_API_URL npm_package_name";
  const environment = Object.fromEntries(others.split(" ").map((name) => [name, "x"]));
  expect(checkConfig(environment).misspelt).toEqual([]);
});

it("never prints a secret", () => {
  const secrets = { STRIPE_SECRET_KEY: "hush", SMTP_URL: "hush", ADMIN_SETUP_TOKEN: "hush" };
  expect(JSON.stringify(checkConfig(secrets).problems)).not.toContain("hush");
});

const fileWith = (text: string): string => {
  const file = path.join(newFolder("secret-"), "secret");
  writeFileSync(file, text);
  return file;
};

it.each(SETTING_NAMES)("reads %s from a file, without the line break at its end", (name) => {
  const values: Record<string, string> = {
    ...live,
    ...{ HOST: "::1", PORT: "3001", ACCESS_LOG: "true", TRUSTED_PROXIES: "10.0.0.5" },
    ...{ WORKERS: "2", RESPONSE_CACHE_MB: "7", BACKUP_EVERY: "6", BACKUP_KEEP: "3" },
    ADMIN_DOMAIN: "admin.example.org",
    INBOUND_MAIL_DOMAIN: "reply.acme-market.co.uk",
    DATABASE_URL: "postgres://user:password@host/name",
  };
  const value = values[name] ?? "https://some.long.enough.value";
  const given = { [name]: undefined, [`${name}_FILE`]: fileWith(`${value}\n`) };
  const { config, problems } = checkConfig({ ...live, ...given });
  // Settings that need others report those, and this one never.
  expect(problems.filter((problem) => problem.name === name)).toEqual([]);
  if (config) expect(String(config[name])).toBe(value);
});

it("refuses a setting given twice, and a file that cannot be read", () => {
  const SITE_URL_FILE = fileWith("https://www.example.org");
  expect(() => readConfig({ SITE_URL: "https://a.example.org", SITE_URL_FILE })).toThrow(
    /^SITE_URL and SITE_URL_FILE must not both be set: remove one$/,
  );
  expect(() => readConfig({ ...live, SMTP_URL: "", SMTP_URL_FILE: "/nowhere/smtp" })).toThrow(
    /^SMTP_URL_FILE must be a file that the site may read, and \/nowhere\/smtp is not \(ENOENT\)$/,
  );
});
