import { chmodSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import net from "node:net";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { newFolder } from "#backend/tests/folders.ts";
import { listening } from "#backend/tests/listening.ts";
import { perFile, perTest } from "#backend/tests/per-file.ts";
import { startS3 } from "#backend/tests/s3.ts";
import { examined } from "#tests/examined.ts";
import type { Finding } from "./findings.ts";
import { WEBHOOK_EVENTS } from "./payments.ts";
import { PROBE } from "./probe.ts";
import { judgeHeaders } from "./proxy.ts";
import { runChecks } from "./run.ts";

const s3 = perFile(startS3);

const portOf = async (server: net.Server): Promise<number> =>
  (await perTest(listening(server))).port;

const startHttp = (handle: RequestListener): Promise<number> => portOf(createServer(handle));

/** A mail server that accepts nothing but a name and password, and says what it thinks of them. */
const startSmtp = (verdict: string): Promise<number> =>
  portOf(
    net.createServer((socket) => {
      socket.write("220 mail\r\n");
      socket.on("error", () => {});
      socket.on("data", (data) => {
        const line = String(data);
        if (line.startsWith("EHLO")) socket.write("250-mail\r\n250 AUTH PLAIN\r\n");
        else if (line.startsWith("AUTH")) socket.write(`${verdict}\r\n`);
        else socket.end("221 bye\r\n");
      });
    }),
  );

const price = (interval: string, amount: number, active = true) => ({
  active,
  currency: "gbp",
  unit_amount: amount,
  recurring: { interval, interval_count: 1 },
});

const startStripe = async (objects: Record<string, unknown>, date = new Date()) => {
  const port = await startHttp((request, response) => {
    const found = objects[new URL(request.url ?? "/", "http://stripe").pathname];
    response.writeHead(found ? 200 : 404, {
      "content-type": "application/json",
      date: date.toUTCString(),
    });
    response.end(
      JSON.stringify(
        found ?? { error: { type: "invalid_request_error", message: "No such price" } },
      ),
    );
  });
  return `http://127.0.0.1:${port}`;
};

const dns = (records: Record<string, string[]>) => async (name: string) => {
  const found = records[name];
  if (!found) throw Object.assign(new Error(`queryTxt ENODATA ${name}`), { code: "ENODATA" });
  return found.map((text) => [text]);
};

const dataFolder = (mode: number): string => {
  const dataDir = newFolder("doctor-");
  writeFileSync(path.join(dataDir, "keys.json"), JSON.stringify(KEYS));
  chmodSync(path.join(dataDir, "keys.json"), mode);
  return dataDir;
};

const KEYS = { signing: { secret: "s".repeat(40) }, api: { anon: "a", serviceRole: "secret key" } };

const named = (findings: Finding[], level: Finding["level"]) =>
  findings.filter((finding) => finding.level === level).map(({ what }) => what);

/** The settings of a site that listens there and sends its mail by a server of this verdict. */
const settingsOf = async (port: number, password: string, verdict: string) => ({
  HOST: "127.0.0.1",
  PORT: String(port),
  SITE_URL: `http://127.0.0.1:${port}`,
  SMTP_URL: `smtp://user:${password}@127.0.0.1:${await startSmtp(verdict)}`,
  MAIL_FROM: "Example <hello@example.org>",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
  STRIPE_PRICE_MONTHLY: "price_m",
  STRIPE_PRICE_YEARLY: "price_y",
  S3_BUCKET: s3.options.bucket,
  S3_REGION: s3.options.region,
  S3_ENDPOINT: s3.options.endpoint,
  S3_ACCESS_KEY_ID: s3.options.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.options.secretAccessKey,
});

test("names twenty-one planted faults at once, each with what to do", async () => {
  const site = await startHttp(async (request, response) => {
    if (request.url === "/healthz") return response.end('{"ok":true}');
    if (request.url === "/readyz")
      return response
        .writeHead(503)
        .end('{"ok":false,"database":true,"storage":false,"mail":null}');
    if (request.url !== PROBE) return response.writeHead(400).end();
    // As a proxy with its defaults: no header of its own, and a small limit.
    const { length } = await buffer(request);
    if (length > 1_000_000) return response.writeHead(413).end();
    const forwardedFor = request.headers["x-forwarded-for"];
    const { host } = request.headers;
    return response.end(
      JSON.stringify({
        caller: "127.0.0.1",
        forwardedFor,
        forwardedProto: null,
        host,
        bytes: length,
      }),
    );
  });
  const stripeApi = await startStripe(
    {
      "/v1/balance": { object: "balance" },
      "/v1/prices/price_m": price("month", 299, false),
      "/v1/webhook_endpoints": { object: "list", data: [] },
    },
    new Date(Date.now() - 600_000),
  );
  const settings = {
    ...(await settingsOf(site, "wrong", "535 no")),
    SITE_MODE: "live",
    DATABASE_URL: "postgres://ann:secret@127.0.0.1:9/market",
    STRIPE_SECRET_KEY: "sk_test_1",
    BACKUPTO: "/mnt/backups",
    S3_SECRET_ACCESS_KEY: "wrong",
  };
  const resolveTxt = dns({ "example.org": ["v=spf1 -all", "v=spf1 include:other.example -all"] });
  const dataDir = dataFolder(0o644);
  const findings = await runChecks(examined(settings, { dataDir, resolveTxt, stripeApi }));
  const faults = named(findings, "fault").join("\n");
  const planted = [
    /^Settings: SITE_URL$/m,
    /^Settings: ADMIN_SETUP_TOKEN$/m,
    /^Permissions: others may read .*keys\.json$/m,
    /^Admins: they could not be listed/m,
    /^Address: .* is not ready: storage$/m,
    /^Proxy: it sets no X-Forwarded-For$/m,
    /^Proxy: a body of 11 MB does not arrive \(413\)$/m,
    /^Proxy: WebSockets do not pass$/m,
    /^Database: .*(ECONNREFUSED|connect)/m,
    /^Mail: 127\.0\.0\.1 refuses: .*535/m,
    /^Mail domain: example\.org has 2 SPF records$/m,
    /^Settings: MAIL_FROM$/m,
    /^Settings: STRIPE_SECRET_KEY$/m,
    /^Settings: STRIPE_WEBHOOK_SECRET$/m,
    /^Settings: BACKUPTO$/m,
    /^Stripe: STRIPE_SECRET_KEY is a test key$/m,
    /^Stripe: STRIPE_PRICE_MONTHLY: The price of “Monthly Plan” is archived at Stripe$/m,
    /^Stripe: STRIPE_PRICE_YEARLY: No such price/m,
    /^Stripe: no webhook leads to this site$/m,
    /^Clock: (599|6\d\d) seconds off$/m,
    /^Files: .* 403/m,
  ];
  for (const fault of planted) expect(faults).toMatch(fault);
  expect(named(findings, "fault")).toHaveLength(planted.length);
  const warnings = named(findings, "warning").join("\n");
  expect(warnings).toMatch(/no DKIM key.*\n.*no DMARC record/);
  for (const { level, todo } of findings) if (level !== "ok") expect(todo).toMatch(/\w{3}/);
  expect(JSON.stringify(findings)).not.toMatch(/secret@|sk_test_1|whsec_1|wrong/);
});

test("reports no fault in a sound site", async () => {
  const site = await startHttp(({ url }, response) =>
    response.end(
      url?.endsWith("operator_list_admins")
        ? '[{"email":"ann@acme-market.co.uk","is_active":true},{"email":"boss@admin.solutionz.internal","is_active":true}]'
        : '{"ok":true,"database":true}',
    ),
  );
  const siteUrl = `http://127.0.0.1:${site}`;
  const stripeApi = await startStripe({
    "/v1/balance": { object: "balance" },
    "/v1/prices/price_m": price("month", 299),
    "/v1/prices/price_y": price("year", 2000),
    "/v1/webhook_endpoints": {
      object: "list",
      data: [
        {
          url: `${siteUrl}/functions/v1/stripe-webhook`,
          status: "enabled",
          enabled_events: WEBHOOK_EVENTS,
        },
      ],
    },
  });
  const right = await settingsOf(site, "right", "235 yes");
  const settings = { ...right, STRIPE_SECRET_KEY: "sk_live_1" };
  const resolveTxt = dns({
    "example.org": ["v=spf1 include:mail.example -all"],
    "_dmarc.example.org": ["v=DMARC1; p=reject"],
    "s1._domainkey.example.org": ["v=DKIM1; p=MIIB"],
  });
  const dataDir = dataFolder(0o600);
  const findings = await runChecks(examined(settings, { dataDir, resolveTxt, stripeApi }));
  expect(named(findings, "fault")).toEqual([]);
  expect(named(findings, "ok").join("\n")).toMatch(/SPF.*\n.*DKIM.*\n.*DMARC/);
  expect(named(findings, "warning")).toContain(
    "Admins: boss has no mailbox, so alerts and password links do not arrive",
  );
});

test.each(["ETIMEOUT", "ENOTFOUND"])(
  "without a network (%s), nothing is reported about mail records but that they were not read",
  async (code) => {
    const resolveTxt = async () => {
      throw Object.assign(new Error("no DNS"), { code });
    };
    const settings = { PORT: "0", SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "hello@example.org" };
    const findings = await runChecks(examined(settings, { resolveTxt }));
    const about = findings.filter(({ what }) => what.startsWith("Mail domain"));
    expect(about).toMatchObject([{ level: "warning", what: expect.stringContaining("looked up") }]);
  },
);

test.each([
  ["203.0.113.7", "192.0.2.123, 203.0.113.7", "ok", "it passes on the caller's address"],
  ["203.0.113.7", "203.0.113.7", "ok", "it passes on the caller's address"],
  ["192.0.2.123", "192.0.2.123", "fault", "as the caller wrote it"],
  ["127.0.0.1", null, "fault", "it sets no X-Forwarded-For"],
  ["172.18.0.2", "192.0.2.123, 203.0.113.7", "fault", "the site does not trust 172.18.0.2"],
])(
  "a proxy by which the caller is %s, with X-Forwarded-For %j: %s",
  (caller, forwardedFor, level, what) => {
    const report = {
      caller,
      forwardedFor,
      forwardedProto: "https",
      host: "www.example.org",
      bytes: 1,
    };
    expect(judgeHeaders(report, "https://www.example.org")).toMatchObject([
      { level, what: expect.stringContaining(what) },
    ]);
  },
);
