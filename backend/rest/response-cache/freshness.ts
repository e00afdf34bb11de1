import { headersOf } from "#backend/core/http/http.ts";
import { sharedMaxAge } from "../cache-control.ts";

/** For how many seconds a response may be cached for everybody who sends the same request. */
export const sharedMaxAgeOf = (response: Response): number => {
  const headers = headersOf(response);
  if (response.status !== 200 || headers.has("set-cookie") || headers.get("vary")?.includes("*"))
    return 0;
  return sharedMaxAge(headers.get("cache-control"));
};

/** The request headers that a response's `Vary` names, in one order. */
export const variesBy = (header = ""): string[] =>
  header
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean)
    .toSorted();
