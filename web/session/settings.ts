import { useRouteLoaderData } from "react-router";
import { DEFAULT_PLANS } from "#domain/membership/plans.ts";
import { DEFAULT_SITE_NAME, type SiteBrand } from "#domain/site/brand.ts";
import { DEFAULT_HOME_TEXTS, type HomeTexts } from "#domain/site/home-texts.ts";
import type { SiteSettings } from "./site.ts";

export const DEFAULT_SETTINGS: SiteSettings = {
  siteName: DEFAULT_SITE_NAME,
  brandColour: "",
  logo: "",
  contactEmail: "hello@site.example",
  company: "",
  social: [],
  notice: null,
  plans: DEFAULT_PLANS,
  home: null,
  supabaseUrl: "",
  anonKey: "",
  adminDomain: "",
  trial: false,
};

/** The site's settings, as the root route loaded them; defaults on an error page. */
export const useSettings = (): SiteSettings =>
  useRouteLoaderData<{ settings: SiteSettings }>("root")?.settings ?? DEFAULT_SETTINGS;

/** The brand's own texts on the home page. */
export const useHomeTexts = (): HomeTexts => useSettings().home ?? DEFAULT_HOME_TEXTS;

/** The public address, without a trailing slash. */
export const useSiteOrigin = (): string =>
  useRouteLoaderData<{ origin: string }>("root")?.origin ?? "";

/** What the tags of a page need to know about the site; the root route loads it. */
export interface SiteFacts extends SiteBrand {
  /** The public address, without a trailing slash. */
  origin: string;
}

interface Root {
  id: "root";
  loaderData?: { origin?: string; settings?: SiteSettings };
}

const isRoot = (match: object | undefined): match is Root =>
  match !== undefined && "id" in match && match.id === "root";

/** The site's facts from the matches that a `meta` function receives. */
export const siteOf = (matches: readonly (object | undefined)[]): SiteFacts => {
  const { origin = "", settings = DEFAULT_SETTINGS } = matches.find(isRoot)?.loaderData ?? {};
  const { siteName, brandColour, logo } = settings;
  return { origin, siteName, brandColour, logo };
};
