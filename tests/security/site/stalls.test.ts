import { describe, expect, test } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import {
  BODY,
  documents,
  HEAD,
  inAddress,
  inHeader,
  texts,
} from "#tests/security/stall-requests.ts";
import { isStall, leastStall, PATIENCE, startStallSite } from "#tests/security/stall-site.ts";

/** 32 KB, wherever one caller puts them, keep nobody else waiting; `site/stalls-api.test.ts` has the API's languages. */

const site = perFile(startStallSite);

const ENTRIES =
  `/directory /directory.data /assets/x.js /config.json /share/providers/x.png /auth/v1/user
  /rest/v1/public_providers /storage/v1/object/public/avatars/a.png /functions/v1/admin-setup
  /realtime/v1/websocket /_mailbox /_test-checkout/api/checkout/sessions`.split(/\s+/);

test.each(ENTRIES)("in the path and query of %s", { timeout: PATIENCE }, async (entry) => {
  const long = inAddress(HEAD).flatMap((text) => [`${entry}/${text}`, `${entry}?q=${text}`]);
  // What is short enough for the site's pages.
  const short = [
    ...inAddress(7_000).map((text) => `${entry}?q=${text}`),
    ...inAddress(900).map((text) => `${entry}/${text}`),
  ];
  const paths = entry.startsWith("/directory") ? [...long, ...short] : long;
  await site.hold(paths.map((path) => ({ path, headers: site.visitor })));
});

/** What each reads of a request's head beside what the first two, a page and the API, have in common with it. */
const HEADERS = {
  "/directory": `accept accept-encoding cookie host if-none-match origin referer user-agent
    x-forwarded-for x-forwarded-host`,
  "/rest/v1/public_providers": `accept accept-profile access-control-request-headers apikey
    authorization cache-control content-profile content-type cookie prefer range x-client-info`,
  "/directory.data": "cookie if-none-match",
  "/assets/x.js": "accept-encoding if-none-match",
  "/config.json": "accept-encoding if-none-match",
  "/share/providers/x.png": "accept if-none-match",
  "/auth/v1/user": "apikey authorization cookie x-forwarded-for x-supabase-api-version",
  "/storage/v1/object/public/avatars/a.png": `accept authorization if-modified-since if-none-match
    if-range range x-upsert`,
  "/functions/v1/admin-setup": "authorization content-type cookie prefer x-setup-token",
  "/realtime/v1/websocket": "apikey authorization",
  "/_mailbox": "accept cookie",
  "/_test-checkout/api/checkout/sessions": "authorization idempotency-key",
};

describe("in a header", { timeout: PATIENCE }, () => {
  test.each(Object.entries(HEADERS))("of %s", async (path, names) => {
    const long = inHeader(HEAD - 1_000);
    const headers = names
      .split(/\s+/)
      .flatMap((name) => [
        ...long.map((value) => ({ [name]: value })),
        ...(name === "authorization" ? long.map((value) => ({ [name]: `Bearer ${value}` })) : []),
      ]);
    await site.hold(headers.map((header) => ({ path, headers: { ...site.visitor, ...header } })));
  });

  test.each([
    "/directory",
    "/rest/v1/jobs",
    "/auth/v1/signup",
    "/storage/v1/object/portfolio/a.png",
  ])("of what is sent to %s", async (path) => {
    const names = ["accept", "content-type", "content-profile", "prefer", "content-disposition"];
    await site.hold(
      names.flatMap((name) =>
        inHeader(HEAD - 2_000).map((value) => {
          const headers = { ...site.person, "content-type": "application/json", [name]: value };
          return { path, method: "POST", headers, body: "{}" };
        }),
      ),
    );
  });
});

test.each([
  "/unsubscribe?token=x&topic=y",
  "/login",
  "/_mailbox",
  "/_test-checkout/cs_1",
  "/_test-checkout/api/checkout/sessions",
])("in a form posted to %s", { timeout: PATIENCE }, async (path) => {
  const type = "application/x-www-form-urlencoded";
  const forms = inAddress(BODY).flatMap((text) => [text, `undo=${text}`]);
  const parts = texts(BODY).map((text) => `--b\r\n${text}\r\n\r\nx\r\n--b--\r\n`);
  const multipart = "multipart/form-data; boundary=b";
  await site.hold(
    [
      ...forms.map((body) => ({ body, "content-type": type })),
      ...parts.map((body) => ({ body, "content-type": multipart })),
    ].map(({ body, ...headers }) => ({
      path,
      method: "POST",
      headers: { ...headers, origin: site.url },
      body,
    })),
  );
});

describe("of a socket", { timeout: PATIENCE }, () => {
  const PATH = "/realtime/v1/websocket";

  test("in the request for it", async () => {
    const headers = {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    };
    const odd = ["//", "/\\", "http://[", "/realtime/v1/%", `/${PATH}`, "http:/realtime/v1"];
    const names = ["apikey", "cookie", "host", "origin", "sec-websocket-key"];
    const paths = inAddress(HEAD - 1_000).flatMap((text) => [
      `//${text}`,
      `${PATH}/${text}`,
      `${PATH}?vsn=${text}`,
      `${PATH}?apikey=${text}`,
    ]);
    await site.hold([
      ...[...odd, ...paths].map((path) => ({ path, headers })),
      ...[...names, "sec-websocket-protocol", "sec-websocket-extensions"].flatMap((name) =>
        inHeader(HEAD - 2_000).map((value) => ({
          path: PATH,
          headers: { ...headers, [name]: value },
        })),
      ),
    ]);
  });

  const join = (payload: unknown, topic = "realtime:a") =>
    JSON.stringify(["1", "1", topic, "phx_join", payload]);
  const listen = (filter: string, count = 1) => {
    const change = { event: "*", schema: "public", table: "jobs", filter };
    return join({ config: { postgres_changes: Array.from({ length: count }, () => change) } });
  };
  const frames = (): string[] => [
    ...documents(["topic", "event", "payload"]),
    ...texts(BODY).flatMap((text) => [
      join({}, `realtime:${text}`),
      join({ access_token: text }),
      join({ config: { presence: { key: text } } }),
      listen(text),
      listen(`id=in.(${text})`),
      listen(`id=eq.${text.slice(0, 300)}`, 90),
    ]),
    ...["phx_join", "broadcast"].flatMap((event) =>
      documents(["config"]).map((payload) => `["1","1","realtime:a","${event}",${payload}]`),
    ),
  ];

  test("in a frame", async () => {
    const open = () =>
      new Promise<WebSocket>((resolve, reject) => {
        const url = `${site.url.replace("http", "ws")}${PATH}?apikey=${site.anon}&vsn=2.0.0`;
        const opening = new WebSocket(url);
        opening.onopen = () => resolve(opening);
        opening.onerror = reject;
      });
    const beat = JSON.stringify([null, "9", "phoenix", "heartbeat", {}]);
    let socket = await open();
    const slow: string[] = [];
    for (const frame of frames()) {
      const took = await leastStall(async () => {
        if (socket.readyState !== WebSocket.OPEN) socket = await open();
        await new Promise<void>((resolve) => {
          // The reply to the heartbeat follows that to the frame; a frame too bad for a reply ends the socket.
          socket.onclose = () => resolve();
          socket.onmessage = ({ data }) => String(data).includes('"phoenix"') && resolve();
          socket.send(frame);
          socket.send(beat);
        });
      });
      if (isStall(took)) slow.push(`${Math.round(took)} ms: ${frame.slice(0, 100)}`);
    }
    socket.close();
    expect(slow).toEqual([]);
  });
});
