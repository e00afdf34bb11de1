import path from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "#backend/tests/project-folder.ts";
import { loadProject } from "./project.ts";

const { home, write, load } = projectFolder();

test("an empty file has the CLI's defaults", () => {
  const { config, folder, migrations, seeds } = load("");
  expect(folder).toBe(path.join(home(), "supabase"));
  expect(migrations).toEqual([]);
  expect(seeds).toEqual([]);
  expect(config).toMatchObject({
    projectId: path.basename(home()),
    api: { schemas: ["public", "graphql_public"], maxRows: 1000 },
    auth: {
      siteUrl: "http://127.0.0.1:3000",
      jwtSecret: null,
      jwtExpiry: 3600,
      enableSignup: true,
      refreshTokenReuseInterval: 10,
      minimumPasswordLength: 6,
      email: { enableConfirmations: false, maxFrequency: 1, otpLength: 6, templates: {} },
      rateLimit: { emailSent: 1000, tokenRefresh: 150, signInSignUps: 30, tokenVerifications: 30 },
      mfa: { maxEnrolledFactors: 10, totp: { enrollEnabled: false } },
    },
    storage: { fileSizeLimit: 52_428_800, buckets: {} },
    functions: {},
    unknownKeys: [],
  });
});

test("env(NAME) comes from the environment, then from .env, and stays as it is without either", () => {
  write("supabase/.env", "FROM_FILE=https://file.example\nBOTH=file");
  const { config } = load(
    `project_id = "env(BOTH)"
     [auth]
     site_url = "env(FROM_FILE)"
     jwt_expiry = "env(EXPIRY)"
     additional_redirect_urls = ["env(MISSING)", "not env(BOTH)"]`,
    { BOTH: "environment", EXPIRY: "60" },
  );
  expect(config.projectId).toBe("environment");
  expect(config.auth).toMatchObject({
    siteUrl: "https://file.example",
    jwtExpiry: 60,
    additionalRedirectUrls: ["env(MISSING)", "not env(BOTH)"],
  });
});

test("reads buckets, providers, hooks and templates", () => {
  write("supabase/templates/a.html");
  const { config } = load(`
    [storage.buckets.pictures]
    public = true
    file_size_limit = "5MB"
    allowed_mime_types = ["image/png"]
    [auth.external.github]
    enabled = true
    client_id = "id"
    secret = "s"
    [auth.hook.before_user_created]
    enabled = true
    uri = "pg-functions://postgres/public/check"
    [auth.email]
    max_frequency = "1m30s"
    [auth.email.template.recovery]
    subject = "Reset"
    content_path = "./supabase/templates/a.html"
    [auth.email.template.invite]
    content_path = "./templates/a.html"`);
  expect(config.storage.buckets).toEqual({
    pictures: { public: true, fileSizeLimit: 5 * 1024 ** 2, allowedMimeTypes: ["image/png"] },
  });
  expect(config.auth.external.github).toMatchObject({ enabled: true, clientId: "id", secret: "s" });
  expect(config.auth.hooks.before_user_created?.uri).toBe("pg-functions://postgres/public/check");
  expect(config.auth.email.maxFrequency).toBe(90);
  const contentPath = path.join(home(), "supabase/templates/a.html");
  expect(config.auth.email.templates).toEqual({
    recovery: { subject: "Reset", contentPath },
    invite: { subject: undefined, contentPath },
  });
});

test("finds functions by their folders and takes what config.toml says of them", () => {
  for (const file of ["hello/index.ts", "_shared/index.ts", "notes/readme.md", "off/index.js"])
    write(`supabase/functions/${file}`);
  write("supabase/elsewhere/main.ts");
  const { config } = load(`
    [functions.off]
    enabled = false
    [functions.moved]
    verify_jwt = false
    entrypoint = "./elsewhere/main.ts"
    import_map = "./functions/import_map.json"
    [functions.not_written_yet]
    verify_jwt = false`);
  const supabase = path.join(home(), "supabase");
  const made = { enabled: true, verifyJwt: true, importMap: null };
  expect(config.functions).toEqual({
    hello: { ...made, entrypoint: path.join(supabase, "functions/hello/index.ts") },
    off: { ...made, enabled: false, entrypoint: path.join(supabase, "functions/off/index.js") },
    moved: {
      enabled: true,
      verifyJwt: false,
      importMap: path.join(supabase, "functions/import_map.json"),
      entrypoint: path.join(supabase, "elsewhere/main.ts"),
    },
  });
});

test("names what the CLI would heed and the backend does not", () => {
  const { config } = load(`
    [auth]
    jwt_issuer = "https://elsewhere.example"
    [auth.third_party.clerk]
    enabled = true
    [auth.sessions]
    timebox = "24h"
    [auth.web3.solana]
    enabled = false
    [db.vault]
    key = "value"
    [db.settings]
    work_mem = "64MB"
    [storage.s3_protocol]
    enabled = true
    [storage.analytics]
    enabled = false`);
  expect(config.unknownKeys).toEqual([
    "db.vault",
    "db.settings",
    "auth.jwt_issuer",
    "auth.third_party",
    "auth.sessions",
    "storage.s3_protocol",
  ]);
});

test("names keys it does not know, but not those of parts that are off", () => {
  const { config } = load(`
    surprise = 1
    [auth]
    mistyped = true
    [auth.web3.solana]
    enabled = true
    [auth.sms.twilio]
    enabled = false
    account_sid = ""
    [auth.third_party.firebase]
    enabled = false
    [auth.third_party.clerk]
    enabled = false
    [db.seed]
    enabled = true
    [studio]
    port = 1`);
  expect(config.unknownKeys).toEqual(["surprise", "auth.mistyped", "auth.web3"]);
});

test.each([
  ["[auth]\njwt_expiry = -1", "auth.jwt_expiry must be a whole number"],
  ["[auth]\njwt_expiry = 604801", "auth.jwt_expiry must be at most 604800 seconds (a week)"],
  ['[auth]\njwt_secret = "short"', "auth.jwt_secret must be at least 16 characters long"],
  ["[auth]\nsite_url = 3", "auth.site_url must be a text in quotes"],
  ['[auth]\nenable_signup = "yes"', "auth.enable_signup must be true or false"],
  ['[auth.email]\nmax_frequency = "soon"', "auth.email.max_frequency must be a duration"],
  ['[storage]\nfile_size_limit = "much"', "storage.file_size_limit must be a size"],
  ['[api]\nschemas = "public"', "api.schemas must be a list of texts"],
  ['auth = "off"', "auth must be a table"],
  [
    '[functions.x]\nentrypoint = "./nothing.ts"',
    "functions.x.entrypoint must be a file that exists, and ./nothing.ts does not",
  ],
  [
    '[auth.email.template.invite]\ncontent_path = "./gone.html"',
    "auth.email.template.invite.content_path must be a file that exists, and ./gone.html does not",
  ],
])("refuses %j in one line", (toml, message) => {
  const file = path.join(home(), "supabase/config.toml");
  expect(() => load(toml)).toThrow(`${file}: ${message}`);
});

test("names the line of a file that is no TOML, and a folder without one", () => {
  expect(() => load("a = 1\nb = = 2")).toThrow(/config\.toml line 2: /);
  expect(() => loadProject(path.join(home(), "none"), {})).toThrow(/is no Supabase project/);
});

test("two migrations of one version are refused", () => {
  write("supabase/migrations/1_a.sql");
  write("supabase/migrations/1_b.sql");
  expect(() => load("")).toThrow("1_b.sql and 1_a.sql have the same version: rename one.");
});
