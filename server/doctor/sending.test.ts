import { generateKeyPairSync, X509Certificate } from "node:crypto";
import { createServer } from "node:http";
import https from "node:https";
import type { Server } from "node:net";
import tls from "node:tls";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { silentLog } from "supabase-compatible-backend/core";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { certificateOf } from "#backend/auth/saml/certificate.ts";
import { receiveMail } from "#backend/mailbox/receive.ts";
import { listening } from "#backend/tests/listening.ts";
import { perTest } from "#backend/tests/per-file.ts";
import { examined } from "#tests/examined.ts";
import type { Finding } from "./findings.ts";
import { runChecks } from "./run.ts";

/** What the doctor tries with servers of other people: the certificate of the proxy, and a mail. */

const trusted = tls.getCACertificates("default");
afterEach(() => tls.setDefaultCACertificates(trusted));

const examineWith = (...site: Parameters<typeof examined>): Promise<Finding[]> =>
  runChecks(examined(...site));

const about = (findings: Finding[], what: string) =>
  findings.filter((finding) => finding.what.startsWith(what));

const DAY = 86_400_000;

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const certificate = new X509Certificate(
  Buffer.from(certificateOf(privateKey, "localhost"), "base64"),
);
const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const cert = certificate.toString();
const until = Date.parse(certificate.validTo);
const portOf = async (server: Server): Promise<number> => (await perTest(listening(server))).port;
const sitePort = await portOf(createServer((_request, response) => response.end('{"ok":true}')));
const port = await portOf(
  https.createServer({ key, cert }, (_request, response) =>
    response.end('{"ok":true,"database":true}'),
  ),
);
const HERE = { HOST: "127.0.0.1", PORT: String(sitePort) };

const certificateAt = async (siteUrl: string, now = Date.now()) =>
  about(await examineWith(HERE, { siteUrl, now: () => now }), "TLS");

test.each([
  ['{"status":"UP"}', 200],
  ["<html>Welcome</html>", 200],
  ["<html>Unavailable</html>", 503],
])("an address that something else answers is a fault: %s", async (body, status) => {
  const other = createServer((_request, response) => response.writeHead(status).end(body));
  const siteUrl = `http://127.0.0.1:${await portOf(other)}`;
  const findings = await examineWith(HERE, { siteUrl });
  expect(about(findings, "Address")).toMatchObject([
    { level: "fault", what: `Address: ${siteUrl} is answered by something else (${status})` },
  ]);
});

test("a certificate that browsers do not trust is a fault, with what to install", async () => {
  expect(await certificateAt(`https://localhost:${port}`)).toEqual([
    {
      level: "fault",
      what: expect.stringMatching(
        /^TLS: browsers refuse the certificate of localhost \(DEPTH_ZERO_SELF_SIGNED_CERT\)$/,
      ),
      todo: expect.stringContaining("public authority"),
    },
  ]);
});

test.each([
  ["ok", 90, /^TLS: the certificate is valid for (89|90) days$/],
  ["warning", 5, /^TLS: the certificate expires in [45] days$/],
  ["fault", -3, /^TLS: the certificate expired [34] days ago$/],
] as const)("one that is trusted is %s %d days before its end", async (level, days, what) => {
  tls.setDefaultCACertificates([cert]);
  expect(await certificateAt(`https://localhost:${port}`, until - days * DAY)).toMatchObject([
    { level, what: expect.stringMatching(what) },
  ]);
});

const MAIL_FROM = "Site <hello@site.example.org>";

test("--send-test sends a mail that says what to look for", async () => {
  const received: { raw: Uint8Array; to: string[] }[] = [];
  const server = await receiveMail(async (raw, { to }) => {
    received.push({ raw, to });
  }, silentLog);
  onTestFinished(server.close);
  const findings = await examineWith(
    { SMTP_URL: server.url, MAIL_FROM, SITE_NAME: "Our Site" },
    { sendTestTo: "ann@example.org" },
  );
  expect(about(findings, "Mail: ")).toMatchObject([
    { level: "ok", what: expect.stringContaining("accepts connections") },
    { level: "ok", what: expect.stringContaining("took a test mail to ann@example.org") },
  ]);
  expect(received).toHaveLength(1);
  expect(received[0]?.to).toEqual(["ann@example.org"]);
  const mail = await PostalMime.parse(received[0]?.raw ?? "");
  expect(mail).toMatchObject({
    from: { address: "hello@site.example.org" },
    subject: "Test mail from Our Site",
    text: expect.stringMatching(/SPF, DKIM and DMARC/),
  });
});

test("a mail server that is away is one fault, with where to look, and not the address's too", async () => {
  const at = await portOf(
    createServer((_request, response) => response.end('{"ok":true,"database":true,"mail":false}')),
  );
  const findings = await examineWith(
    { HOST: "127.0.0.1", PORT: String(at), SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM },
    { siteUrl: `http://127.0.0.1:${at}` },
  );
  expect(about(findings, "Address")).toMatchObject([{ level: "ok" }]);
  expect(about(findings, "Mail: ")).toMatchObject([
    { level: "fault", todo: expect.stringMatching(/^Check host and port in SMTP_URL/) },
  ]);
});

test("a server that refuses mail from this sender is a fault, and without --send-test no mail is sent", async () => {
  let tried = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onMailFrom(_address, _session, callback) {
      tried += 1;
      callback(Object.assign(new Error("Sender not allowed"), { responseCode: 553 }));
    },
  });
  const smtpPort = await portOf(server.server);
  const environment = { SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, MAIL_FROM };
  expect(about(await examineWith(environment), "Mail: ")).toMatchObject([{ level: "ok" }]);
  expect(tried).toBe(0);
  const findings = await examineWith(environment, { sendTestTo: "ann@example.org" });
  expect(about(findings, "Mail: ").at(-1)).toEqual({
    level: "fault",
    what: expect.stringMatching(/the test mail was refused: .*Sender not allowed/),
    todo: "Check that the server may send for the address in MAIL_FROM",
  });
  expect(tried).toBe(1);
});
