import { useRouteLoaderData } from "react-router";
import type { Settings } from "./site.ts";

const NOTHING_KNOWN: Settings = {
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
  useRouteLoaderData<{ settings: Settings }>("root")?.settings ?? NOTHING_KNOWN;
