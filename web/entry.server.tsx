import { renderToReadableStream } from "react-dom/server";
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { siteContext } from "./session/site.ts";

/** The server reads the key from the build, because its own import would be another instance. */
export { siteContext };

/**
 * Waits for the whole page: nothing here streams late, and the buffered web stream costs the least
 * CPU of React's renderers on Node.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
) {
  headers.set("content-type", "text/html; charset=utf-8");
  if (request.method === "HEAD") return new Response(null, { status, headers });
  let failed = false;
  const { nonce } = context.get(siteContext);
  const body = await renderToReadableStream(
    <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
    {
      nonce,
      signal: request.signal,
      onError(error) {
        if (request.signal.aborted) return;
        failed = true;
        console.error(error);
      },
    },
  );
  await body.allReady;
  return new Response(body, { status: failed ? 500 : status, headers });
}

/** Refusals (4xx) are answers, not faults; only faults are logged. */
export function handleError(error: unknown, { request }: { request: Request }) {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  console.error(error);
}
