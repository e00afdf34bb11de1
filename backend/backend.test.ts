import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestBackend, type TestBackend } from "#tests/backend.ts";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());

test("answers over a real socket, with CORS and a request id", async () => {
  const response = await fetch(`${backend.url}/nothing/here`);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: "not_found" });
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(response.headers.get("sb-request-id")).toMatch(/^[0-9a-f-]{36}$/);
});

test("the callers' connections are only those of authenticator", async () => {
  const [who] = await backend.api.query("select session_user::text as name");
  expect(who?.name).toBe("authenticator");
  await expect(backend.api.query("select * from _backend.outbox")).rejects.toThrow(/permission/);
});
