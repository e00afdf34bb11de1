import { headersOf } from "#backend/core/http/http.ts";
import { sharedMaxAge } from "../cache-control.ts";

/** For how many seconds an answer may be kept for everybody who asks the same. */
export const keepsFor = (response: Response): number => {
  const headers = headersOf(response);
  if (response.status !== 200 || headers.has("set-cookie") || headers.get("vary")?.includes("*"))
    return 0;
  return sharedMaxAge(headers.get("cache-control"));
};

/** The request headers that an answer says it depends on by its `Vary`, in one order. */
export const variesBy = (header = ""): string[] =>
  header
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean)
    .toSorted();
