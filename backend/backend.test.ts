import { createTransport } from "nodemailer";
import { expect, test, vi } from "vitest";
import { startTestBackend } from "#backend/tests/backend.ts";
import { perFile, perTest } from "#backend/tests/per-file.ts";
import type { Service } from "./core/core.ts";
import { HttpError } from "./core/errors.ts";
import { silentLog } from "./core/log.ts";
import { createRequestRate } from "./core/request-rate.ts";
import { createFetchHandler } from "./handle-request.ts";
import { createMailbox } from "./mailbox/mailbox.ts";

const backend = perFile(() =>
  startTestBackend({
    configure: (config) => {
      config.auth.email.enableConfirmations = true;
      config.storage.buckets.pictures = { public: true, fileSizeLimit: 1000 };
    },
  }),
);

test("responds over a real socket, with CORS and a request id", async () => {
  const response = await fetch(`${backend.url}/nothing/here`);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: "not_found" });
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(response.headers.get("sb-request-id")).toMatch(/^[0-9a-f-]{36}$/);
});

test("accepts a caller's request id only if it cannot break a log", async () => {
  const idOf = async (id: string) =>
    (await backend.request("/", { headers: { "x-request-id": id } })).headers.get("sb-request-id");
  expect(await idOf("abc-123")).toBe("abc-123");
  expect(await idOf('"}{')).toMatch(/^[0-9a-f-]{36}$/);
  expect(await idOf("x".repeat(65))).toMatch(/^[0-9a-f-]{36}$/);
});

test("every service responds below its own path, and only there", async () => {
  const headers = { apikey: backend.keys.anon };
  expect((await backend.request("/auth/v1/settings", { headers })).status).toBe(200);
  expect((await backend.request("/rest/v1/", { headers })).status).toBe(404);
  expect((await backend.request("/storage/v1/status", { headers })).status).toBe(200);
  expect((await backend.request("/functions/v1/none", { headers })).status).toBe(404);
  for (const path of ["/auth/v2/settings", "/graphql/v1", "/realtime/v1/websocket", "/_mailbox"])
    expect((await backend.request(path, { headers })).status).toBe(404);
});

test("a preflight gets a response for any origin", async () => {
  const response = await backend.request("/rest/v1/x", {
    method: "OPTIONS",
    headers: {
      origin: "https://elsewhere.example",
      "access-control-request-method": "PATCH",
      "access-control-request-headers": "apikey, x-client-info",
    },
  });
  expect(response.status).toBe(204);
  expect(response.headers.get("access-control-allow-methods")).toContain("PATCH");
  expect(response.headers.get("access-control-allow-headers")).toBe("apikey, x-client-info");
});

test("a 5xx is logged with its cause, which the response does not contain", async () => {
  const error = vi.fn();
  const failing = (thrown: unknown): Service => ({
    fetch: () => Promise.reject(thrown),
    close: async () => {},
  });
  const handler = createFetchHandler({
    services: new Map([
      ["broken", failing(new Error("password of the database"))],
      ["refusing", failing(new HttpError({ status: 418, code: "tea", message: "Tea" }, "private"))],
    ]),
    mailbox: null,
    otherRequests: createRequestRate(),
    log: { ...silentLog, error },
  });
  const get = (path: string) =>
    handler(new Request(`http://localhost${path}?secret=1`), { ip: "127.0.0.1" });
  const broken = await get("/broken/v1/x");
  expect(broken.status).toBe(500);
  expect(await broken.text()).not.toContain("password");
  expect(error).toHaveBeenCalledTimes(1);
  expect(error.mock.calls[0]?.[1]).toMatchObject({ method: "GET", path: "/broken/v1/x" });
  const refusing = await get("/refusing/v1/x");
  expect(refusing.status).toBe(418);
  expect(await refusing.json()).toEqual({ code: "tea", message: "Tea", details: null, hint: null });
  expect(error).toHaveBeenCalledTimes(1);
});

test("no other origin may read the mailbox", async () => {
  const mailbox = await perTest(
    createMailbox({ db: backend.db, clock: backend.clock, log: silentLog }),
  );
  const handler = createFetchHandler({
    services: new Map(),
    mailbox: mailbox.fetch,
    otherRequests: createRequestRate(),
    log: silentLog,
  });
  const get = (init?: RequestInit) =>
    handler(new Request("http://localhost/_mailbox/api/v1/messages", init), { ip: "127.0.0.1" });
  const list = await get({ headers: { origin: "https://elsewhere.example" } });
  expect(list.status).toBe(200);
  expect(list.headers.get("access-control-allow-origin")).toBeNull();
  const preflight = await get({
    method: "OPTIONS",
    headers: { origin: "https://x.example", "access-control-request-method": "DELETE" },
  });
  expect(preflight.status).toBe(405);
  expect(preflight.headers.get("access-control-allow-methods")).toBeNull();
  expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
  const transport = createTransport({ url: mailbox.smtpUrl });
  await transport.sendMail({ from: "a@example.org", to: "b@example.org", text: "x" });
  transport.close();
  expect((await (await get()).json()).total).toBe(1);
});

test("the callers' connections are only those of authenticator", async () => {
  const [who] = await backend.api.query("select session_user::text as name");
  expect(who?.name).toBe("authenticator");
  for (const table of ["_backend.outbox", "auth.users", "supabase_migrations.schema_migrations"])
    await expect(backend.api.query(`select * from ${table}`)).rejects.toThrow(/permission/);
});

test("a sign-up's mail leaves at once, or later when the mail server was away", async () => {
  const signUp = (email: string) =>
    backend.request("/auth/v1/signup", {
      method: "POST",
      headers: { apikey: backend.keys.anon, "content-type": "application/json" },
      body: JSON.stringify({ email, password: "correct horse battery" }),
    });
  const recipients = () => backend.mails.map(({ to }) => to);
  expect((await signUp("ann@example.org")).status).toBe(200);
  await expect.poll(() => recipients()).toEqual(["ann@example.org"]);
  backend.mailServer.down = true;
  await signUp("bob@example.org");
  const waiting = () =>
    backend.db.query("select attempts from _backend.outbox where mail is not null");
  await expect.poll(waiting).toEqual([{ attempts: 1 }]);
  // The caller and the operator learn that the mail was not sent at once.
  expect(backend.errors.splice(0)).toMatchObject([{ event: "auth.failed" }]);
  backend.mailServer.down = false;
  backend.clock.advance(60);
  await backend.outbox.deliverDue();
  await expect.poll(() => recipients()).toEqual(["ann@example.org", "bob@example.org"]);
});

test("a part that config.toml turns off is not there, as behind the CLI's gateway; the others are", async () => {
  const part = await perTest(
    startTestBackend({
      configure: (config) => {
        config.off = new Set(["auth", "storage", "functions"]);
        config.storage.buckets.pictures = { public: true };
      },
    }),
  );
  for (const path of ["/auth/v1/health", "/storage/v1/bucket", "/functions/v1/hello"]) {
    const response = await part.request(path, { headers: { apikey: part.keys.anon } });
    expect([response.status, await response.json()]).toEqual([
      503,
      { message: "name resolution failed" },
    ]);
  }
  const rest = await part.request("/rest/v1/none", { headers: { apikey: part.keys.anon } });
  expect(await rest.json()).toMatchObject({ code: "PGRST205" });
});
