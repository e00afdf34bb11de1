import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { WebSocket } from "ws";
import { CLI_JWT_SECRET } from "#backend/core/tokens/keys.ts";

/**
 * What realtime costs: `node backend/bench/realtime.ts [sockets] [listeners] [seconds]` (5,000, 50 and
 * 20 by default). First the memory of a backend alone while sockets are open, each with a channel,
 * and idle; then, with them still there, the time from the moment a row is sent to the data API until
 * a listener has it. The rows belong to ten people, who receive only their own. Needs about as many
 * open files as sockets on both sides: `ulimit -n 20000`. Linux only (/proc).
 */
const [SOCKETS = 5_000, LISTENERS = 50, SECONDS = 20] = process.argv.slice(2).map(Number);
const PEOPLE = 10;
/** Rows a second. */
const RATE = 20;

const root = path.resolve(import.meta.dirname, "..");
const project = path.join(root, "tests/conformance/fixtures/realtime");

/** The backend with the CLI's well-known keys, in a process of its own. */
const startBackend = async () => {
  const child = spawn(process.execPath, [path.join(root, "cli.ts"), project, "--port", "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  for await (const chunk of child.stdout.setEncoding("utf8")) {
    output += chunk;
    if (output.includes("service_role:")) break;
  }
  const [, url = ""] = /API URL: (\S+)/.exec(output) ?? [];
  const [, anon = ""] = /anon key: (\S+)/.exec(output) ?? [];
  return { child, url, anon };
};

const memory = (pid: number): number => {
  const [, kilobytes = "0"] =
    /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kilobytes) / 1024);
};

const person = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

const tokenOf = (sub: string, role = "authenticated"): string => {
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const text = `${encode({ alg: "HS256", typ: "JWT" })}.${encode({ sub, role, exp })}`;
  return `${text}.${createHmac("sha256", CLI_JWT_SECRET).update(text).digest("base64url")}`;
};

/** Opens a socket, joins one channel, and resolves when changes arrive (or at once without any). */
const open = (
  address: string,
  topic: string,
  payload: object,
  onChange?: (title: string) => void,
): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(address, { perMessageDeflate: false });
    socket.once("error", reject);
    socket.once("open", () =>
      socket.send(JSON.stringify(["1", "1", `realtime:${topic}`, "phx_join", payload])),
    );
    const beat = setInterval(
      () => socket.send(JSON.stringify([null, "h", "phoenix", "heartbeat", {}])),
      25_000,
    );
    socket.once("close", () => clearInterval(beat));
    socket.on("message", (data) => {
      const text = String(data);
      const [, ref, , event, body] = JSON.parse(text);
      if (event === "postgres_changes") onChange?.(body.data.record.title);
      if (event === "phx_reply" && ref === "1" && body.status !== "ok") reject(new Error(text));
      if (event === (onChange ? "system" : "phx_reply")) resolve(socket);
    });
  });

const percentile = (sorted: readonly number[], share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1);

const { child, url, anon } = await startBackend();
const sockets: WebSocket[] = [];
try {
  const address = `${url.replace("http", "ws")}/realtime/v1/websocket?apikey=${anon}&vsn=2.0.0`;
  const pid = child.pid ?? 0;
  console.log(`backend alone: ${memory(pid)} MB`);
  for (let opened = 0; opened < SOCKETS; opened += 100) {
    const some = Array.from({ length: Math.min(100, SOCKETS - opened) }, (_, index) =>
      open(address, `idle ${opened + index}`, { config: {} }),
    );
    sockets.push(...(await Promise.all(some)));
  }
  console.log(`${sockets.length} sockets, just opened: ${memory(pid)} MB`);
  await delay(40_000);
  console.log(`after 40 s of heartbeats: ${memory(pid)} MB`);

  const sent = new Map<string, number>();
  const times: number[] = [];
  const received: number[] = [];
  const receive = (title: string) =>
    times.push(performance.now() - (sent.get(title) ?? Number.NaN));
  for (let number = 0; number < LISTENERS; number++) {
    const owner = person(number % PEOPLE);
    const config = {
      postgres_changes: [
        { event: "INSERT", schema: "public", table: "notes", filter: `owner=eq.${owner}` },
      ],
    };
    const payload = { config, access_token: tokenOf(owner) };
    sockets.push(await open(address, "notes", payload, receive));
  }
  const service = tokenOf(person(999), "service_role");
  const headers = { apikey: service, "content-type": "application/json" };
  const writing: Promise<unknown>[] = [];
  for (let number = 0; number < SECONDS * RATE; number++) {
    const title = `note ${number}`;
    const body = JSON.stringify({ owner: person(number % PEOPLE), title });
    sent.set(title, performance.now());
    writing.push(
      fetch(`${url}/rest/v1/notes`, { method: "POST", headers, body }).then(() =>
        received.push(performance.now() - (sent.get(title) ?? 0)),
      ),
    );
    await delay(1000 / RATE);
  }
  await Promise.all(writing);
  const expected = (SECONDS * RATE * LISTENERS) / PEOPLE;
  for (let waited = 0; times.length < expected && waited < 100; waited++) await delay(50);
  times.sort((a, b) => a - b);
  console.log(
    `${RATE} rows/s, ${LISTENERS} listeners, ${times.length} of ${expected} arrived; ms from request to listener: p50 ${percentile(times, 0.5)}, p95 ${percentile(times, 0.95)}, p99 ${percentile(times, 0.99)}`,
  );
  received.sort((a, b) => a - b);
  console.log(
    `for comparison, until the writer has its answer: p50 ${percentile(received, 0.5)}, p95 ${percentile(received, 0.95)}`,
  );
  console.log(`at the end: ${memory(pid)} MB`);
} finally {
  for (const socket of sockets) socket.terminate();
  child.kill("SIGTERM");
}
