import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { getRequestListener, RequestError } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { arrives } from "./body.ts";
import { memoryOf } from "./connection-memory.ts";
import { drainBody } from "./cut-bodies.ts";
import { ALWAYS, withHeaders } from "./http.ts";
import { PlainResponse } from "./plain-response.ts";
import { refuseTinyPieces } from "./tiny-pieces.ts";

/**
 * Adapts a handler of web-standard requests to Node's server. `headers` are defaults for every response.
 */
export const requestListener = (
  handle: (request: Request, incoming: IncomingMessage) => Promise<Response> | Response,
  headers: () => Record<string, string> = () => ALWAYS,
): RequestListener =>
  getRequestListener(
    async (request, { incoming, outgoing }) => {
      refuseTinyPieces(incoming as IncomingMessage);
      arrives(request, incoming as IncomingMessage);
      drainBody(incoming as IncomingMessage, outgoing as ServerResponse);
      // A `Host` that ends in a number too large for an address is accepted as a name until it is parsed.
      if (!URL.canParse(request.url))
        return new Response(null, { status: 400, headers: headers() });
      const given = await handle(request, incoming as IncomingMessage);
      const response = withHeaders(given, headers());
      if (!(response instanceof PlainResponse) || !response.send(outgoing as ServerResponse))
        return response;
      memoryOf(outgoing.socket as Socket | null)?.note();
      return RESPONSE_ALREADY_SENT;
    },
    {
      // Libraries still get the platform's own Request and Response.
      overrideGlobalObjects: false,
      // The rest of a body is read here (see `drainBody`).
      autoCleanupIncoming: false,
      errorHandler: (error) =>
        new Response(null, {
          status: error instanceof RequestError ? 400 : 500,
          headers: headers(),
        }),
    },
  );
