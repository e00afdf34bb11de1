import { type Finding, fault, ok, reasonOf, warning } from "./findings.ts";
import { PROBE, type ProbeReport } from "./probe.ts";

const WITHIN = 8_000;

/** Bytes: more than the largest file that people may upload (10 MB each). */
const BODY = 11 * 1024 ** 2;

/** An address for documentation (RFC 5737), which no real caller has. */
export const INVENTED = "192.0.2.123";

/** What the request that arrived shows about the proxy. */
export const judgeHeaders = (
  { caller, forwardedFor, forwardedProto, host }: ProbeReport,
  siteUrl: string,
) => {
  const findings: Finding[] = [];
  const { host: expected, protocol } = new URL(siteUrl);
  const entries = (forwardedFor ?? "").split(",").map((text) => text.trim());
  if (caller === INVENTED)
    findings.push(
      fault(
        "Proxy: it passes on X-Forwarded-For as the caller wrote it",
        "Callers could invent their address. Let the proxy append to the header or replace it (nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for)",
      ),
    );
  else if (forwardedFor === null || (entries.length === 1 && entries[0] === INVENTED))
    findings.push(
      fault(
        "Proxy: it sets no X-Forwarded-For",
        "All callers would share one limit. Let the proxy set the header (nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for)",
      ),
    );
  else if (caller !== entries.at(-1))
    findings.push(
      fault(
        `Proxy: the site does not trust ${caller}, from which the proxy connects`,
        `Add it to TRUSTED_PROXIES: TRUSTED_PROXIES=${caller}`,
      ),
    );
  else findings.push(ok(`Proxy: it passes on the caller's address (${caller})`));
  if (host !== expected)
    findings.push(
      warning(
        `Proxy: it sends the host as ${host}`,
        `Let it keep ${expected} (nginx: proxy_set_header Host $http_host)`,
      ),
    );
  if (protocol === "https:" && forwardedProto !== null && forwardedProto !== "https")
    findings.push(
      warning(`Proxy: X-Forwarded-Proto is ${forwardedProto}`, "Let the proxy set it to https"),
    );
  return findings;
};

/** Sends a request and a large body through the proxy, and reads what arrived. */
export const checkProxy = async (siteUrl: string, key: string): Promise<Finding[]> => {
  const send = (body: Uint8Array<ArrayBuffer>) =>
    fetch(siteUrl + PROBE, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "x-forwarded-for": INVENTED },
      body,
      signal: AbortSignal.timeout(WITHIN * 2),
    });
  const first = await send(new Uint8Array(1));
  if (first.status === 404)
    return [
      fault(
        "Address: another site answers at SITE_URL, or one with other keys",
        "Check that SITE_URL leads to this site, and that DATA_DIR is the running site's",
      ),
    ];
  const findings = judgeHeaders((await first.json()) as ProbeReport, siteUrl);
  const large = await send(new Uint8Array(BODY)).catch((error: unknown) => error as Error);
  const arrived =
    large instanceof Response && large.ok ? ((await large.json()) as ProbeReport).bytes : 0;
  findings.push(
    arrived === BODY
      ? ok("Proxy: a body of 11 MB arrives")
      : fault(
          `Proxy: a body of 11 MB does not arrive (${large instanceof Response ? large.status : reasonOf(large)})`,
          "People upload files of up to 10 MB. Raise the proxy's limit (nginx: client_max_body_size 60m)",
        ),
  );
  return findings;
};

/** Whether open pages can receive messages. */
export const checkWebSocket = (siteUrl: string, key: string): Promise<Finding> =>
  new Promise((resolve) => {
    const address = `${siteUrl.replace(/^http/, "ws")}/realtime/v1/websocket?vsn=1.0.0&apikey=${key}`;
    const socket = new WebSocket(address);
    const end = (finding: Finding) => {
      clearTimeout(overdue);
      socket.close();
      resolve(finding);
    };
    const refused = fault(
      "Proxy: WebSockets do not pass",
      "Open pages would not update themselves. Let the proxy pass on Upgrade and Connection (see deploy/nginx.conf)",
    );
    const overdue = setTimeout(() => end(refused), WITHIN);
    socket.addEventListener("open", () => end(ok("Proxy: WebSockets pass")));
    socket.addEventListener("error", () => end(refused));
  });
