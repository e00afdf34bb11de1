import {
  type Handler,
  type Log,
  metrics,
  requestIdOf,
  splitAddress,
  subnetOf,
} from "supabase-compatible-backend/core";
import { withRequestId } from "./current-work.ts";

let inProgress = 0;
metrics.gauge("http_requests_in_progress", "Requests that wait for a response.", "sum", () => [
  { value: inProgress },
]);
const durations = metrics.histogram(
  "http_request_duration_seconds",
  "Seconds until the response began, by part of the site, method and class of status.",
);

const SERVICE = /^\/(auth|rest|storage|functions|realtime)\/v1(?:\/|$)/;

/** The part of the site that an address belongs to: few, because each is a series of its own. */
const routeOf = (path: string): string =>
  SERVICE.exec(path)?.[1] ??
  (/^\/(?:assets|fonts)\//.test(path)
    ? "asset"
    : path === "/healthz" || path === "/readyz"
      ? "probe"
      : "page");

const recorders = new Map<string, ReturnType<typeof durations>>();

const recordDuration = (route: string, method: string, status: number, seconds: number): void => {
  const digit = Math.floor(status / 100);
  const key = `${route} ${method} ${digit}`;
  const record = recorders.get(key) ?? durations({ route, method, status: `${digit}xx` });
  recorders.set(key, record);
  record(seconds);
};

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * Gives each request an id that its calls and functions share, measures it, and with `accessLog` writes a
 * line about it. The line has no query, which may contain tokens, and of the address only the network.
 */
export const observeRequests =
  ({ fetch, log, accessLog }: { fetch: Handler; log: Log; accessLog: boolean }): Handler =>
  async (request, info) => {
    const requestId = info.requestId ?? requestIdOf(request);
    const started = performance.now();
    const { path } = splitAddress(request.url);
    const route = routeOf(path);
    const method = METHODS.has(request.method) ? request.method : "other";
    let status = 500;
    inProgress += 1;
    try {
      const respond = () => fetch(request, { ...info, requestId });
      // Only what makes a page calls the backend in a request's name.
      const response = await (route === "page" ? withRequestId(requestId, respond) : respond());
      status = response.status;
      return response;
    } finally {
      inProgress -= 1;
      const ms = performance.now() - started;
      recordDuration(route, method, status, ms / 1000);
      if (accessLog)
        log.info("http.request", {
          request: requestId,
          method: request.method,
          path,
          status,
          ms: Math.round(ms * 10) / 10,
          network: subnetOf(info.ip),
        });
    }
  };
