import { redirect } from "react-router";
import type { Route } from "./+types/redirect.ts";

/** Older addresses of pages that have moved (spec 1 section 2), with their query. */
const MOVED: Record<string, string> = {
  "/jobs": "/job-directory",
  "/jobs/post": "/post-job",
  "/account-settings": "/account",
};

/** `url` is the page's; that of the request has the router's own path and query when scripts ask for the data. */
export const loader = ({ url }: Route.LoaderArgs) => {
  throw redirect((MOVED[url.pathname.replace(/\/$/, "")] ?? "/") + url.search, 301);
};
