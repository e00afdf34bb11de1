import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "@supabase/supabase-js";
import type { ServerBuild } from "react-router";
import { afterAll, beforeAll, expect, it } from "vitest";
import { requestListener } from "#backend/core/http/request-listener.ts";
import { silentLog } from "#backend/core/log.ts";
import { type EndedSpan, startTracing } from "#backend/core/tracing/tracing.ts";
import { startTestBackend, type TestBackend } from "#backend/tests/backend.ts";
import { observeRequests } from "#server/observe-requests.ts";
import { createRenderer } from "#server/pages/render.ts";
import { THE_PROJECT } from "#tests/the-project.ts";
import type { RequestContext } from "#web/session/site.ts";

const spans: EndedSpan[] = [];
let backend: TestBackend;
let stopTracing: () => void;
let stripe: Server;
const seenByStripe: (string | undefined)[] = [];

beforeAll(async () => {
  stopTracing = startTracing({ ratio: 1, onEnd: (span) => spans.push(span) });
  stripe = createServer((request, response) => {
    seenByStripe.push(request.headers.traceparent as string | undefined);
    response.writeHead(200, { "content-type": "application/json" });
    response.end('{"object":"list","data":[],"has_more":false}');
  });
  await new Promise<void>((resolve) => stripe.listen(0, "127.0.0.1", resolve));
  const at = `http://127.0.0.1:${(stripe.address() as AddressInfo).port}`;
  backend = await startTestBackend({
    project: THE_PROJECT,
    env: {
      SITE_URL: "http://localhost",
      SITE_NAME: "Site",
      STRIPE_SECRET_KEY: "sk_test_1",
      STRIPE_API_URL: at,
      SMTP_URL: "smtp://127.0.0.1:9",
      MAIL_FROM: "a@example.org",
      ADMIN_DOMAIN: "admin.example.org",
    },
  });
});
afterAll(async () => {
  await backend?.close();
  stopTracing();
  await new Promise((resolve) => stripe.close(resolve));
});

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const traceparent = `00-${TRACE}-b7ad6b7169203331-01`;

/** The names from a span up to the caller. */
const pathOf = (span: EndedSpan | undefined): string[] => {
  if (!span) return [];
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [span.name, ...pathOf(parent)];
};
const pathTo = (name: string) => pathOf(spans.find((span) => span.name === name));

const observe = (serve: (request: Request) => Promise<Response>) =>
  observeRequests({ accessLog: false, log: silentLog, fetch: serve });

it("follows a page through its render and its calls into the database, by one request id", async () => {
  const page = {
    entry: { module: { siteContext: {}, default: () => new Response() } },
    routes: {
      root: {
        id: "root",
        path: "*",
        module: {
          loader: () =>
            backend.fetch(
              new Request(`${backend.url}/rest/v1/categories?select=name&limit=1`, {
                headers: { apikey: backend.keys.anon },
              }),
              { ip: "127.0.0.1" },
            ),
        },
      },
    },
    assets: { routes: {} },
    ssr: true,
    future: {},
    basename: "/",
    publicPath: "/",
    routeDiscovery: { mode: "initial" },
  } as unknown as ServerBuild;
  const { respond } = createRenderer({ build: page, mode: "production" });
  const serve = observe((request) =>
    respond(request.url, {
      site: async () => ({}) as RequestContext,
      signal: new AbortController().signal,
      caller: "somebody",
    }),
  );
  spans.length = 0;
  const headers = { traceparent, "x-request-id": "request-7" };
  const request = () => new Request("http://localhost/directory?q=x", { headers });
  await serve(request(), { ip: "203.0.113.7" });
  expect(spans.length).toBeGreaterThan(0);
  expect(spans.map(({ traceId }) => traceId)).not.toContain(TRACE);
  spans.length = 0;
  await serve(request(), { ip: "127.0.0.1", traceparent });
  const sql = spans.find((span) => String(span.attributes["db.query.text"]).includes("categories"));
  expect(pathOf(sql)).toEqual(["sql", "api rest", "render", "GET page"]);
  expect(sql).toMatchObject({ traceId: TRACE, attributes: { "db.system.name": "postgresql" } });
  const first = spans.find(({ name }) => name === "GET page");
  expect(first).toMatchObject({
    parentSpanId: "b7ad6b7169203331",
    attributes: { "request.id": "request-7", "url.path": "/directory" },
  });
  expect(JSON.stringify(spans)).not.toContain("q=x");
});

it("follows a function into its process, to the payment provider and back into the data", async () => {
  spans.length = 0;
  // Over a socket, as functions call back.
  const site = createServer(
    requestListener((request, { headers }) =>
      backend.fetch(request, { ip: "127.0.0.1", traceparent: String(headers.traceparent) }),
    ),
  );
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  try {
    const at = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    const client = createClient(at, backend.keys.serviceRole, { auth: { persistSession: false } });
    const { error } = await client.functions.invoke("reconcile-payments", {
      body: {},
      headers: { traceparent, "x-request-id": "request-8" },
    });
    expect(error).toBeNull();
    // This one reads and writes rows, and its response ends with its work.
    const delivered = await fetch(`${at}/functions/v1/deliver-notices`, {
      method: "POST",
      headers: { authorization: `Bearer ${backend.keys.serviceRole}`, traceparent },
      body: "{}",
    });
    expect(await delivered.text()).toContain('"sent":0');
  } finally {
    site.closeAllConnections();
    await new Promise((resolve) => site.close(resolve));
  }
  const run = ["run", "function reconcile-payments", "api functions"];
  // A function's process reports its spans beside its response, and perhaps after it.
  await expect.poll(() => pathTo(`GET ${stripeHost()}`)).toEqual([`GET ${stripeHost()}`, ...run]);
  expect(seenByStripe.length).toBeGreaterThan(0);
  expect(new Set(seenByStripe)).toEqual(new Set([undefined]));
  const back = `POST ${new URL(backend.url).host}`;
  const rows = ["api rest", back, "run", "function deliver-notices", "api functions"];
  await expect
    .poll(() => spans.filter(({ name }) => name === "api rest").map(pathOf))
    .toContainEqual(rows);
  // The mail queue looks for mails every few seconds, in traces of its own.
  const ofCalls = spans.filter(
    ({ attributes }) => !/_backend\.outbox/.test(`${attributes["db.query.text"]}`),
  );
  expect(new Set(ofCalls.map(({ traceId }) => traceId))).toEqual(new Set([TRACE]));
});

const stripeHost = () => `127.0.0.1:${(stripe.address() as AddressInfo).port}`;

it("has a span for each mail that leaves", async () => {
  spans.length = 0;
  const client = createClient(backend.url, backend.keys.anon, { auth: { persistSession: false } });
  const { error } = await client.auth.signUp({
    email: "traced@people.example",
    password: "correct horse battery",
    options: {
      data: {
        full_name: "Tracy Field",
        first_name: "Tracy",
        last_name: "Field",
        account_type: "client",
      },
    },
  });
  expect(error).toBeNull();
  await expect.poll(() => pathTo("send mail")).toEqual(["send mail", "api auth"]);
  expect(pathTo("sql transaction")).toEqual(["sql transaction", "api auth"]);
  expect(JSON.stringify(spans)).not.toMatch(/traced@people|correct horse/);
});

it("has a span for each mail of a notice, within the run that sends it", async () => {
  const service = createClient(backend.url, backend.keys.serviceRole, {
    auth: { persistSession: false },
  });
  const { data, error } = await service.auth.admin.createUser({
    email: "noticed@people.example",
    password: "correct horse battery",
    email_confirm: true,
  });
  expect(error).toBeNull();
  await backend.db.query("select notify.account($1, 'feedback_received', '{}')", [data.user?.id]);
  spans.length = 0;
  // No mail server listens.
  const delivered = await service.functions.invoke("deliver-notices", { body: {} });
  expect(delivered).toMatchObject({ data: { sent: 0, failed: 1 }, error: null });
  const run = ["run", "function deliver-notices", "api functions"];
  await expect.poll(() => pathTo("send mail")).toEqual(["send mail", ...run]);
  const [mail] = spans.filter(({ name }) => name === "send mail");
  expect(mail?.failed).toBe(true);
  expect(Math.abs((mail?.end ?? 0) - Date.now())).toBeLessThan(60_000);
  expect(JSON.stringify(spans)).not.toMatch(/noticed@people/);
});
