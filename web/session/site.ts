import { createContext } from "react-router";
import type { Plans } from "#domain/membership/plans.ts";
import type { SiteBrand } from "#domain/site/brand.ts";
import type { HomeTexts } from "#domain/site/home-texts.ts";
import type { Db } from "./database.ts";

/** A name always means one set of data. */
export type LoadShared = <Data extends object>(
  name: string,
  load: () => Promise<Data>,
) => Promise<Data>;

/** What the server hands to the site for one request. */
export interface RequestContext {
  /** A client without a session: everything rendered on the server is what a visitor may see. */
  visitor: Db;
  /** Marks the scripts of this render, so that the server can allow them by their hashes. */
  nonce: string;
  /** The public address, without a trailing slash. */
  origin: string;
  settings: SiteSettings;
  /**
   * How people may sign in other than by password, according to the service; only pages that show it load
   * this.
   */
  signInWays: () => Promise<SignInWays>;
  /**
   * What the loaders of a page returned, by route; undefined where the router sends it, to a page that is open or in
   * development.
   */
  loaded?: Map<string, unknown> | undefined;
  /** Loads what many pages share, once for all of them until it changes; nobody may alter what it returns. */
  shared: LoadShared;
  /** Waits until the page may be drawn, so that others are served between long pages. */
  turn: () => Promise<void>;
  /** Says what the page shows of providers: the server counts it each time the page is sent (P-46). */
  shows: (impression: Impression) => void;
}

/** A provider's page, the providers that a search found, or what a search wanted that found nobody (P-72). */
export type Impression =
  | { kind: "view" | "search"; providers: string[] }
  | { kind: "nobody"; trade: string; place: string };

export interface SignInWays {
  /** Other sites (`google`, …). */
  providers: readonly string[];
  passkeys: boolean;
}

/** The part of the configuration that the browser may read. */
export interface SiteSettings extends SiteBrand {
  /** The contact address for people. */
  contactEmail: string;
  /** Who runs the site, as one line; empty if admins have not set it. */
  company: string;
  /** Our profiles on other sites: a network's name and our address there. */
  social: { label: string; href: string }[];
  /** The notice at the top of every page during maintenance. */
  notice: string | null;
  plans: Plans;
  /** Null until admins set others than the original ones. */
  home: HomeTexts | null;
  /** Empty when the backend is on the site's own origin. */
  supabaseUrl: string;
  anonKey: string;
  /** Suffix of admin identities (spec 1 section 4, admin sign-in). */
  adminDomain: string;
  /** True in trial mode: the mailbox is linked, payments are a test. */
  trial: boolean;
}

export const siteContext = createContext<RequestContext>();
