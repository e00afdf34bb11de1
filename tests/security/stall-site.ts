import http from "node:http";
import { expect } from "vitest";
import { longestStall } from "#tests/stall.ts";
import { startTestSite } from "#tests/test-site.ts";
import { BODY } from "./stall-requests.ts";

/** Milliseconds that this machine takes for a piece of work that takes 5 where the limit was set. */
const yardstick = (): number => {
  const rows = Array.from({ length: 20_000 }, (_, n) => ({ [`name ${n % 50}`]: n }));
  const text = JSON.stringify(rows);
  const before = process.threadCpuUsage();
  for (let n = 0; n < 20; n += 1) JSON.parse(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000 / 20;
};

/** Milliseconds for which one request may hold the event loop; more on a slower machine. */
const LONGEST_STALL = 50 * Math.max(1, yardstick() / 5);

/** Milliseconds for a test of some thousand requests on a busy machine. */
export const PATIENCE = 300_000;

export interface StallRequest {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

export const JSON_TYPE = { "content-type": "application/json" };

/** The most requests that are sent at a time. */
const TOGETHER = 8;

/** A refused request may get its response while it is still being sent. */
const CUT = ["EPIPE", "ECONNRESET"];

const send = (
  url: string,
  network: number,
  { path, method = "GET", headers = {}, body }: StallRequest,
): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const all = { "x-forwarded-for": `10.${network >> 8}.${network & 255}.1`, ...headers };
    const options = { path, method, headers: all, agent: false, maxHeaderSize: 4 * BODY };
    const request = http.request(url, options, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (piece) => {
        text += piece;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      response.on("error", reject);
    });
    request.on("upgrade", (_answer, socket) => {
      socket.destroy();
      resolve({ status: 101, text: "" });
    });
    request.on("error", (error: NodeJS.ErrnoException) =>
      CUT.includes(error.code ?? "") ? resolve({ status: 0, text: "" }) : reject(error),
    );
    request.end(body);
  });

const shown = ({ method = "GET", path, headers = {}, body = "" }: StallRequest): string => {
  const long = Object.entries(headers).filter(([, value]) => value.length > 1_000);
  const head = long.map(([name, value]) => `${name}: ${value.slice(0, 60)}`).join();
  return `${method} ${path.slice(0, 90)} ${head} ${body.slice(0, 60)}`;
};

/** The fewest milliseconds of a few tries: the first may be compiled, or a collection of memory may fall on one. */
export const leastStall = async (work: () => Promise<unknown>): Promise<number> => {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 4 && least >= LONGEST_STALL; attempt += 1)
    least = Math.min(least, await longestStall(work));
  return least;
};

export const isStall = (took: number): boolean => took >= LONGEST_STALL;

/** A site, somebody signed in, and the rule that no request may hold the site up or be a fault of ours. */
export const startStallSite = async () => {
  const site = await startTestSite();
  const { backend } = site.site;
  if (!backend) throw new Error("This site has a backend of its own");
  const { anon, serviceRole } = backend.keys;
  let networks = 0;
  // Each from its own network, so that no rate limit refuses it before it is read.
  const sendOne = (given: StallRequest) => send(`${site.url}/`, ++networks, given);
  const post = (path: string, key: string, body: unknown) =>
    sendOne({
      path,
      method: "POST",
      headers: { ...JSON_TYPE, apikey: key, authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    });
  const person = { email: "stalls@example.com", password: "correct horse battery" };
  await post("/auth/v1/admin/users", serviceRole, {
    ...person,
    email_confirm: true,
    user_metadata: { account_type: "client" },
  });
  const signedIn = await post("/auth/v1/token?grant_type=password", anon, person);
  const token: unknown = JSON.parse(signedIn.text).access_token;
  expect(token).toBeTypeOf("string");

  return {
    url: site.url,
    anon,
    visitor: { apikey: anon, authorization: `Bearer ${anon}` },
    person: { apikey: anon, authorization: `Bearer ${token}` },
    /**
     * Sends all, and names those that broke the rule. Several go out together: while none of them holds the event
     * loop for longer than one may, none of them does alone. A group that breaks the rule is sent again one by one.
     */
    async hold(requests: StallRequest[]): Promise<void> {
      const slow: string[] = [];
      const faults: string[] = [];
      const alone: StallRequest[] = [];
      let size = 1;
      for (let at = 0; at < requests.length; ) {
        const group = requests.slice(at, at + size);
        at += group.length;
        let responses: { status: number }[] = [];
        const took = await longestStall(async () => {
          responses = await Promise.all(group.map(sendOne));
        });
        const fine = !isStall(took) && responses.every(({ status }) => status < 500);
        if (!fine) alone.push(...group);
        size = fine ? Math.min(size * 2, TOGETHER) : Math.ceil(size / 2);
      }
      for (const each of alone) {
        let response = { status: 0, text: "" };
        const took = await leastStall(async () => {
          response = await sendOne(each);
        });
        if (isStall(took)) slow.push(`${Math.round(took)} ms: ${shown(each)}`);
        if (response.status >= 500)
          faults.push(`${response.status}: ${shown(each)} -> ${response.text.slice(0, 200)}`);
      }
      expect({ slow, faults }).toEqual({ slow: [], faults: [] });
    },
    close: site.close,
  };
};
