import { useRouteLoaderData } from "react-router";
import type { Settings } from "./site.ts";

export const DEFAULT_SETTINGS: Settings = {
  siteName: "Solutionz",
  contactEmail: "hello@solutionz.example",
  social: [],
  notice: null,
  supabaseUrl: "",
  anonKey: "",
  adminDomain: "",
  trial: false,
};

/** The site's settings, as the root route loaded them; plain ones while an error page is shown. */
export const useSettings = (): Settings =>
  useRouteLoaderData<{ settings: Settings }>("root")?.settings ?? DEFAULT_SETTINGS;

/** What the tags of a page need to know of the running site; the root route loads it. */
export interface SiteFacts {
  /** Where people reach the site, without a slash at the end. */
  origin: string;
  siteName: string;
}

interface Root {
  id: "root";
  loaderData?: { origin?: string; settings?: Settings };
}

const isRoot = (match: object | undefined): match is Root =>
  match !== undefined && "id" in match && match.id === "root";

/** The site's facts out of the matches that a `meta` function is given. */
export const siteOf = (matches: readonly (object | undefined)[]): SiteFacts => {
  const { origin = "", settings = DEFAULT_SETTINGS } = matches.find(isRoot)?.loaderData ?? {};
  return { origin, siteName: settings.siteName };
};
