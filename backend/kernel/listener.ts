import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { arrives } from "./body.ts";
import { readOn } from "./cut-bodies.ts";
import { PlainResponse } from "./plain-response.ts";

/** A handler of web-standard requests, as Node's server takes it. */
export const requestListener = (
  handle: (request: Request, incoming: IncomingMessage) => Promise<Response> | Response,
): RequestListener =>
  getRequestListener(
    async (request, { incoming, outgoing }) => {
      arrives(request, incoming as IncomingMessage);
      readOn(incoming as IncomingMessage, outgoing as ServerResponse);
      const answer = await handle(request, incoming as IncomingMessage);
      return answer instanceof PlainResponse && answer.send(outgoing as ServerResponse)
        ? RESPONSE_ALREADY_SENT
        : answer;
    },
    // The platform's own Request and Response stay what they are for the libraries. What is left of a body is
    // read on here (see `readOn`).
    { overrideGlobalObjects: false, autoCleanupIncoming: false },
  );
