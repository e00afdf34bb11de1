import { describe, expect, it } from "vitest";
import { readConfig, renamedSettings } from "./config.ts";

const live = {
  SITE_MODE: "live",
  SITE_URL: "https://www.example.org",
  SMTP_URL: "smtps://user:pass@mail.example.org:465",
  STRIPE_SECRET_KEY: "sk_live_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
  STRIPE_PRICE_MONTHLY: "price_1",
  STRIPE_PRICE_YEARLY: "price_2",
  ADMIN_SETUP_TOKEN: "0123456789abcdef",
};

describe("readConfig", () => {
  it("reads a setting by its old name, and says what it is called now", () => {
    const old = { KEPT_ANSWERS_MB: "7" };
    expect(readConfig(old).RESPONSE_CACHE_MB).toBe(7);
    expect(readConfig({ ...old, RESPONSE_CACHE_MB: "8" }).RESPONSE_CACHE_MB).toBe(8);
    expect(renamedSettings(old)).toEqual([expect.stringContaining("RESPONSE_CACHE_MB")]);
    expect(renamedSettings({ RESPONSE_CACHE_MB: "8" })).toEqual([]);
  });

  it("works with nothing configured", () => {
    expect(readConfig({})).toMatchObject({ SITE_MODE: "trial", HOST: "127.0.0.1", PORT: 3000 });
  });

  it("takes an empty value as not set", () => {
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
    [{ S3_BUCKET: "files" }, /^S3_ACCESS_KEY_ID must be set when S3_BUCKET is$/],
    [
      { S3_ENDPOINT: "http://localhost:9000" },
      /^S3_BUCKET must be set when another S3 variable is$/,
    ],
    [{ S3_ENDPOINT: "localhost" }, /^S3_ENDPOINT must be the address of an object storage/],
  ])("will not start with an object storage half told: %j", (given, message) => {
    expect(() => readConfig(given)).toThrow(message);
  });

  it.each([
    ["SITE_MODE", "production"],
    ["PORT", "http"],
    ["PORT", "70000"],
    ["SITE_URL", "www.example.org"],
    ["DATABASE_URL", "mysql://localhost/x"],
    ["SMTP_URL", "mail.example.org"],
    ["STRIPE_SECRET_KEY", "pk_live_1"],
    ["ADMIN_SETUP_TOKEN", "short"],
    ["ADMIN_DOMAIN", "Not A Domain"],
    ["RESPONSE_CACHE_MB", "lots"],
    ["RESPONSE_CACHE_MB", "-1"],
    ["WORKERS", "0"],
    ["WORKERS", "many"],
  ])("names %s when it is %s", (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} `));
  });

  it("wants the keys of a real Supabase with its address", () => {
    expect(() => readConfig({ SUPABASE_URL: "https://x.example.org" })).toThrow(
      "SUPABASE_ANON_KEY",
    );
  });
});
