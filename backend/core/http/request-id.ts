import { randomUUID } from "node:crypto";

/** The id of a request for logs: the caller's or proxy's own if it cannot upset a log, otherwise a new one. */
export const requestIdOf = (request: Request): string => {
  const given = request.headers.get("x-request-id");
  return given && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
};
