import { headersOf } from "#backend/core/http/http.ts";
import { isPrivate } from "../cache-control.ts";

/** Whether a response may be cached for everybody who sends the same request. */
export const isShareable = (response: Response): boolean => {
  const headers = headersOf(response);
  return (
    response.status === 200 &&
    !headers.has("set-cookie") &&
    !headers.get("vary")?.includes("*") &&
    !isPrivate(headers.get("cache-control"))
  );
};

/** The request headers that a response's `Vary` names, in one order. */
export const variesBy = (header = ""): string[] =>
  header
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean)
    .toSorted();
