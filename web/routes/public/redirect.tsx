import { redirect } from "react-router";
import type { Route } from "./+types/redirect.ts";

/** Older addresses of pages that have moved (spec 1 section 2), with their query. */
const MOVED: Record<string, string> = {
  "/jobs": "/job-directory",
  "/jobs/post": "/post-job",
  "/account-settings": "/account",
};

export const loader = ({ request }: Route.LoaderArgs) => {
  const url = new URL(request.url);
  throw redirect((MOVED[url.pathname.replace(/\/$/, "")] ?? "/") + url.search, 301);
};
