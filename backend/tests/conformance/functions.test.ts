import { cpSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  FunctionsFetchError,
  FunctionsHttpError,
  FunctionsRelayError,
  type SupabaseClient,
} from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { metrics, textOf } from "#backend/core/metrics.ts";
import { startTestBackend } from "#backend/tests/backend.ts";
import { newFolder } from "#backend/tests/folders.ts";
import { encoded, officialClient } from "#backend/tests/official-client.ts";
import { perFile } from "#backend/tests/per-file.ts";

const FIXTURE = path.join(import.meta.dirname, "fixtures", "functions");

// A copy, because a test writes into it; far from any package, so that the backend's own are found.
const folder = newFolder("functions-");
cpSync(FIXTURE, folder, { recursive: true });
writeFileSync(path.join(folder, "functions", ".env"), 'FROM_DOTENV="in the file"\n');
process.env.A_SECRET_OF_THE_SERVER = "not for functions";
const backend = perFile(() =>
  startTestBackend({ project: folder, env: { GIVEN: "by the server" } }),
);
let client: SupabaseClient;
beforeAll(() => {
  client = officialClient(backend.url, backend.keys.anon);
});
afterAll(() => {
  delete process.env.A_SECRET_OF_THE_SERVER;
});

const call = (name: string, init: RequestInit = {}) =>
  fetch(`${backend.url}/functions/v1/${name}`, init);

describe("a function", () => {
  test("responds to the client", async () => {
    const { data, error } = await client.functions.invoke("hello", { body: { name: "Ada" } });
    expect([data, error]).toEqual([{ message: "Hello Ada!" }, null]);
  });

  test("that refuses a caller who needs no key, as a webhook does, is counted", async () => {
    expect((await call("echo/refused")).status).toBe(401);
    expect(textOf(await metrics.snapshot())).toContain(
      '\nfunction_failures_total{function="echo",status="401"} 1\n',
    );
  });

  test("sees the request as it was sent, with every method", async () => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"] as const) {
      const { data } = await client.functions.invoke("echo/deep/er?q=1&q=ü", {
        method,
        body: "text",
        headers: { "x-custom": "mine", "x-forwarded-for": "6.6.6.6" },
      });
      expect(data).toMatchObject({
        method,
        path: "/echo/deep/er?q=1&q=%C3%BC",
        type: "text/plain",
        authorization: `Bearer ${backend.keys.anon}`,
        custom: "mine",
        ip: "127.0.0.1",
        forwarded: "127.0.0.1",
        body: "text",
      });
    }
    const { data } = await client.functions.invoke("echo", { method: "GET" });
    expect(data).toMatchObject({ method: "GET", length: 0 });
    const head = await call("echo", { method: "HEAD" });
    expect([head.status, head.headers.get("x-method")]).toEqual([200, "HEAD"]);
  });

  test("responds with its own headers and status", async () => {
    const response = await call("echo", { method: "POST", body: "x" });
    expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(response.headers.get("x-custom")).toBe("kept");
    const { data, error } = await client.functions.invoke("echo/teapot");
    expect(data).toBeNull();
    expect(error).toBeInstanceOf(FunctionsHttpError);
    expect(error.context.status).toBe(418);
    expect(await error.context.json()).toEqual({ error: "short and stout" });
  });

  test("may be exported in the newer way", async () => {
    expect((await client.functions.invoke("exported")).data).toBe("exported POST");
  });

  test("imports from npm, jsr, node, import maps and the usual addresses", async () => {
    const { data, error } = await client.functions.invoke("imports");
    expect(error).toBeNull();
    expect(data).toEqual({
      hash: "2d711642",
      same: true,
      parsed: "parsed",
      kind: "second",
      shared: "shared",
      mapped: "by the import map",
    });
  });

  test("sees only what it is given of the environment", async () => {
    const { data } = await client.functions.invoke("environment");
    expect(data).toEqual({
      FROM_DOTENV: "in the file",
      GIVEN: "by the server",
      SUPABASE_URL: backend.url,
      SUPABASE_ANON_KEY: backend.keys.anon,
      SUPABASE_SERVICE_ROLE_KEY: backend.keys.serviceRole,
      SUPABASE_DB_URL: expect.stringMatching(/^postgresql:\/\//),
    });
  });

  test("is loaded again when a file of it changes", async () => {
    expect((await client.functions.invoke("reloaded")).data).toBe("first");
    const file = path.join(folder, "functions", "reloaded", "answer.ts");
    writeFileSync(file, 'export const answer = "second";\n');
    utimesSync(file, new Date(), new Date(Date.now() + 5_000));
    const answer = async () => (await client.functions.invoke("reloaded")).data;
    await expect.poll(answer).toBe("second");
  });
});

describe("streams", () => {
  test("stream in both directions at once", async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const sent = call("streams", { method: "POST", body: readable, duplex: "half" } as RequestInit);
    const encode = (text: string) => new TextEncoder().encode(text);
    await writer.write(encode("one"));
    const response = await sent;
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe("one");
    await writer.write(encode("two"));
    expect((await reader?.read())?.value).toBe("two");
    await writer.close();
    expect((await reader?.read())?.done).toBe(true);
  });

  test("end in the function when the caller leaves", async () => {
    const leaving = new AbortController();
    const response = await call("streams/endless", { signal: leaving.signal });
    const reader = response.body?.getReader();
    await reader?.read();
    leaving.abort();
    const aborted = async () => (await client.functions.invoke("streams/aborted")).data;
    await expect.poll(aborted).toEqual({ aborted: 1 });
  });

  test("do not carry more than a function may be sent", async () => {
    const piece = new Uint8Array(1_048_576);
    let pieces = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (pieces++ < 25) controller.enqueue(piece);
        else controller.close();
      },
    });
    const init = { method: "POST", body, duplex: "half" } as RequestInit;
    const response = await backend.request("/functions/v1/streams/count", init);
    expect([response.status, (await response.json()).code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
  });
});

describe("the door", () => {
  test("needs one of our tokens where the project requires it", async () => {
    const status = async (authorization?: string) => {
      const response = await call("guarded", { headers: authorization ? { authorization } : {} });
      return [response.status, ((await response.json()) as { code?: string }).code];
    };
    expect(await status()).toEqual([401, "UNAUTHORIZED_NO_AUTH_HEADER"]);
    expect(await status("Bearer nonsense")).toEqual([401, "UNAUTHORIZED_INVALID_JWT_FORMAT"]);
    const [head, , signature] = backend.keys.anon.split(".");
    const claims = encoded({ role: "service_role" });
    const late = await backend.tokens.sign({ role: "authenticated", exp: 1_000 });
    const none = `${encoded({ alg: "none" })}.${claims}.`;
    for (const token of [`${head}.${claims}.${signature}`, none, late])
      expect((await status(`Bearer ${token}`))[0]).toBe(401);
    expect((await client.functions.invoke("guarded")).data).toEqual({ secret: 42 });
  });

  test("lets a function respond to OPTIONS itself", async () => {
    const own = await call("echo", { method: "OPTIONS" });
    expect([own.status, own.headers.get("x-method")]).toEqual([204, "OPTIONS"]);
    const guarded = await call("guarded", { method: "OPTIONS" });
    expect([guarded.status, await guarded.text()]).toEqual([200, "ok"]);
    expect((await call("hello", { method: "OPTIONS" })).status).toBeLessThan(500);
  });

  test("knows no other functions", async () => {
    const names = ["none", "disabled", "_shared", "toString", "__proto__", "..%2fhello", "%ff", ""];
    for (const name of names) expect((await call(name, { method: "POST" })).status, name).toBe(404);
    const { error } = await client.functions.invoke("none");
    expect(error).toBeInstanceOf(FunctionsHttpError);
    const unreachable = officialClient("http://127.0.0.1:9", backend.keys.anon);
    const { error: fetchError } = await unreachable.functions.invoke("hello");
    expect(fetchError).toBeInstanceOf(FunctionsFetchError);
  });
});

describe("a badly behaved function", () => {
  const bad = async (how: string) => (await client.functions.invoke(`bad/${how}`)).error;
  const well = async () => (await client.functions.invoke("bad/well")).data;

  test("that throws responds with 500, reveals nothing, and continues", async () => {
    const before = await well();
    for (const how of ["throw", "nothing"]) {
      const error = await bad(how);
      expect(error).toBeInstanceOf(FunctionsHttpError);
      expect(error.context.status).toBe(500);
      expect(await error.context.text()).toBe("Internal Server Error");
    }
    expect((await well()).pid).toBe(before.pid);
  });

  test("that ends or breaks is started again", async () => {
    for (const how of ["exit", "unhandled"]) {
      const { pid } = await well();
      const error = await bad(how);
      expect(error, how).toBeInstanceOf(FunctionsRelayError);
      expect(error.context.status).toBe(500);
      expect((await error.context.json()).code).toBe("WORKER_ERROR");
      const next = await well();
      expect(next.served).toBe(1);
      expect(next.pid).not.toBe(pid);
    }
  });

  test("that does not load reports it every time", async () => {
    for (let attempt = 0; attempt < 2; attempt++) {
      const { error } = await client.functions.invoke("broken");
      expect(error).toBeInstanceOf(FunctionsRelayError);
      const { code } = await error.context.json();
      expect([error.context.status, code]).toEqual([503, "BOOT_ERROR"]);
    }
  });
});
