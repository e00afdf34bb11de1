import { currentTraceparent, inResponseSpan } from "./tracing.ts";

/**
 * `fetch` whose calls are spans. Those to `own` addresses carry the trace on; others, such as a payment
 * provider's, do not learn of it.
 */
export const tracedFetch =
  (plain: typeof fetch, own: (url: URL) => boolean): typeof fetch =>
  async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const method = init?.method ?? (input instanceof Request ? input.method : "GET");
    return inResponseSpan(
      () => ({
        name: `${method} ${url.host}`,
        kind: "client",
        attributes: { "http.request.method": method, "server.address": url.hostname },
      }),
      () => {
        const traceparent = own(url) ? currentTraceparent() : null;
        if (!traceparent) return plain(input, init);
        const headers = new Headers(
          init?.headers ?? (input instanceof Request ? input.headers : {}),
        );
        headers.set("traceparent", traceparent);
        return plain(input, { ...init, headers });
      },
    );
  };
