import { createHmac } from "node:crypto";
import path from "node:path";
import type { ServerBuild } from "react-router";
import { type Backend, createBackend, responseCacheLimits } from "supabase-compatible-backend";
import {
  ClientDisconnected,
  type Handler,
  json,
  type Log,
  logFailure,
  splitAddress,
  systemClock,
  type Upgrade,
} from "supabase-compatible-backend/core";
import {
  type ConnectionOptions,
  parseConnectionUrl,
  type Queryable,
} from "supabase-compatible-backend/database";
import { closeAll } from "supabase-compatible-backend/process";
import { type Keys, loadKeys } from "supabase-compatible-backend/project";
import { DEFAULT_PLANS } from "#domain/membership/plans.ts";
import { MOST_PIXELS, PICTURE_TRANSFORMATIONS } from "#domain/values/pictures.ts";
import type { SiteSettings } from "#web/session/site.ts";
import { createApiClients } from "./api-clients.ts";
import { isLoopbackHost } from "./caller-address.ts";
import { createMailTemplateValues } from "./mail-template-values.ts";
import { observeRequests } from "./observe-requests.ts";
import { createOperatorEndpoints } from "./operator-endpoints.ts";
import { addressFault } from "./pages/address-limits.ts";
import { createBrandFiles } from "./pages/brand-files.ts";
import { createImpressions } from "./pages/impressions.ts";
import { brandSetByAdmins } from "./pages/site-settings.ts";
import { createWeb } from "./pages/web.ts";
import { openProject } from "./project.ts";
import { startSchedule } from "./schedule/schedule.ts";
import { BACKUP_TASK, runScheduledBackup } from "./schedule/scheduled-backup.ts";
import type { Config } from "./settings/config.ts";
import { objectStorage } from "./settings/object-storage.ts";
import { readSignInWays } from "./settings/sign-in-providers.ts";
import { createSharePictures } from "./share-pictures/share-pictures.ts";
import { createTestCheckout, testCheckoutEnvironment } from "./test-checkout/test-checkout.ts";

/** Paths that belong to the backend; all others are the site's. */
const BACKEND =
  /^\/(?:(?:auth|rest|storage|functions|realtime|graphql)\/v1(?:\/|$)|_mailbox(?:\/|$)|\.well-known\/[\w-]+\/auth\/v1(?:\/|$))/;

/** Addresses of public files are stored as paths, without the backend's origin. */
const PUBLIC_FILE = /^\/storage\/v1\/(?:object|render\/image)\/public\//;

const MAILBOX = /^\/_mailbox(?:\/|$)/;

interface SiteOptions {
  root: string;
  config: Config;
  /** Processes of this start that serve, including this one. */
  workers: number;
  /** Whether this process prepares the database. */
  first: boolean;
  /** The embedded database, if it runs beside this process and not below it. */
  connection?: ConnectionOptions;
  /** The public address, without a trailing slash. */
  siteUrl: string;
  /** The address at which this process reaches itself. */
  ownUrl: string;
  log: Log;
  development?: () => Promise<ServerBuild>;
  onDatabaseExit: (reason: string) => void;
}

export interface Site {
  fetch: Handler;
  upgrade: Upgrade;
  /** Null if a real Supabase is used instead. */
  backend: Backend | null;
  /** Starts no more timed work, and waits a while for running work. */
  stopSchedule(): Promise<void>;
  close(): Promise<void>;
}

/** The variables of functions; the test checkout's values apply if no provider is configured. */
const functionSettings = (config: Config, siteUrl: string, checkout: Record<string, string>) => ({
  SITE_URL: siteUrl,
  SITE_NAME: config.SITE_NAME,
  SITE_MODE: config.SITE_MODE,
  STRIPE_SECRET_KEY: config.STRIPE_SECRET_KEY,
  STRIPE_WEBHOOK_SECRET: config.STRIPE_WEBHOOK_SECRET,
  STRIPE_PRICE_MONTHLY: config.STRIPE_PRICE_MONTHLY,
  STRIPE_PRICE_YEARLY: config.STRIPE_PRICE_YEARLY,
  ADMIN_SETUP_TOKEN: config.ADMIN_SETUP_TOKEN,
  ADMIN_DOMAIN: config.ADMIN_DOMAIN,
  INBOUND_MAIL_DOMAIN: config.INBOUND_MAIL_DOMAIN,
  INBOUND_MAIL_SECRET: config.INBOUND_MAIL_SECRET,
  ...checkout,
});

/** Shared by all processes: one checks what another one made. */
const checkoutSecret = ({ signing }: Keys, use: string): string =>
  createHmac("sha256", signing.secret).update(`test checkout ${use}`).digest("hex");

/** Composes the parts: the backend, the test checkout, the site. */
export const createSite = async (options: SiteOptions): Promise<Site> => {
  const { root, config, workers, siteUrl, ownUrl, log } = options;
  const dataDir = path.resolve(root, config.DATA_DIR);
  // An embedded database is used by one start at a time.
  const isAlone = options.first && !config.DATABASE_URL;
  const currentBrand = async (db: Queryable) => {
    const brand = await brandSetByAdmins(db);
    return { ...brand, siteName: brand.siteName || config.SITE_NAME };
  };
  const closing: (() => Promise<unknown>)[] = [];
  const close = () => closeAll(closing);
  try {
    const project = config.SUPABASE_URL ? null : openProject(root, siteUrl, config);
    const keys = project && (await loadKeys(dataDir, project.config.auth.jwtSecret));
    const checkoutOptions =
      keys && config.SITE_MODE === "trial" && !config.STRIPE_SECRET_KEY
        ? {
            siteUrl,
            apiOrigin: ownUrl,
            webhookUrl: `${ownUrl}/functions/v1/stripe-webhook`,
            secretKey: `sk_test_${checkoutSecret(keys, "calls")}`,
            webhookSecret: `whsec_${checkoutSecret(keys, "events")}`,
          }
        : null;
    const backend =
      project &&
      keys &&
      (await createBackend({
        project,
        dataDir,
        keys,
        connection: config.DATABASE_URL
          ? parseConnectionUrl(config.DATABASE_URL)
          : options.connection,
        trusted: !config.DATABASE_URL,
        migrate: options.first,
        isAlone,
        workers,
        apiUrl: ownUrl,
        publicUrl: siteUrl,
        files: objectStorage(config),
        pictures: { transformations: PICTURE_TRANSFORMATIONS, pixels: MOST_PIXELS },
        responseCacheLimits: responseCacheLimits(config.RESPONSE_CACHE_MB / workers),
        mail: {
          url: config.SMTP_URL ?? null,
          from: config.MAIL_FROM,
          values: createMailTemplateValues(currentBrand),
        },
        env: functionSettings(
          config,
          siteUrl,
          checkoutOptions ? testCheckoutEnvironment(checkoutOptions) : {},
        ),
        log,
        onDatabaseExit: options.onDatabaseExit,
      }));
    if (backend) closing.push(backend.close);
    if (backend && isAlone) await backend.db.query("select private.release_claims()");
    const checkout =
      backend && checkoutOptions
        ? createTestCheckout({
            ...checkoutOptions,
            db: backend.db,
            siteName: async () => (await currentBrand(backend.db)).siteName,
            clock: systemClock,
            log,
          })
        : null;
    if (checkout) closing.push(checkout.close);

    const settings: SiteSettings = {
      siteName: config.SITE_NAME,
      brandColour: "",
      logo: "",
      contactEmail: /<([^>]+)>/.exec(config.MAIL_FROM)?.[1] ?? config.MAIL_FROM,
      company: "",
      social: [],
      notice: null,
      plans: DEFAULT_PLANS,
      home: null,
      supabaseUrl: config.SUPABASE_URL ?? "",
      anonKey: config.SUPABASE_ANON_KEY ?? backend?.keys.anon ?? "",
      adminDomain: config.ADMIN_DOMAIN,
      trial: config.SITE_MODE === "trial",
    };
    const openClient = createApiClients(config.SUPABASE_URL ?? ownUrl, backend);
    const secretKey = config.SUPABASE_SERVICE_ROLE_KEY ?? backend?.keys.serviceRole ?? "";
    const visitor = openClient(settings.anonKey);
    const service = openClient(secretKey || settings.anonKey);
    const schedule = startSchedule({
      service,
      ownFunctions: { [BACKUP_TASK]: runScheduledBackup(log) },
      // On another machine's database each check would cost a request.
      pollSeconds: backend ? 1 : 10,
      log,
    });
    closing.push(schedule.stop);
    const impressions = createImpressions(service, log);
    closing.push(impressions.close);
    const web = await createWeb({
      root,
      visitor,
      visitorFrom: (ip) => openClient(settings.anonKey, ip),
      settings,
      signInWays: () =>
        readSignInWays(
          new Request(`${config.SUPABASE_URL ?? ownUrl}/auth/v1/settings`, {
            headers: { apikey: settings.anonKey },
          }),
          (request) => (backend ? backend.fetch(request, { ip: "127.0.0.1" }) : fetch(request)),
        ),
      siteUrl: config.SITE_URL ?? null,
      cache: backend?.core.cache ?? null,
      impressions,
      development: options.development,
    });

    const sharePicture = createSharePictures(visitor, web.settings);
    const brandFile = createBrandFiles(web.settings, visitor);

    const operatorEndpoint = createOperatorEndpoints({ backend, config, siteUrl, secretKey });

    // A proxy may present strangers as this machine, and the mailbox contains every link.
    const mailboxShown = isLoopbackHost(new URL(siteUrl).hostname);

    const serve: Handler = async (request, info) => {
      const address = splitAddress(request.url);
      const pathname = address.path;
      if (MAILBOX.test(pathname) && !mailboxShown) return json({ error: "not found" }, 404);
      if (backend && BACKEND.test(pathname)) return backend.fetch(request, info);
      if (config.SUPABASE_URL && PUBLIC_FILE.test(pathname)) {
        const { pathname: file, search } = new URL(request.url);
        const location = config.SUPABASE_URL.replace(/\/+$/, "") + file + search;
        return new Response(null, { status: 307, headers: { location } });
      }
      const operators = operatorEndpoint(request, info, pathname);
      if (operators) return operators;
      // Cached pages, assets and pictures use the processor, too, and never reach the backend.
      backend?.core.otherRequests.count();
      const fault = addressFault(address);
      if (fault) return web.refuseAddress(request, fault);
      if (pathname === "/config.json") {
        const { siteName, anonKey } = await web.settings();
        const supabaseUrl =
          settings.supabaseUrl || (config.SITE_URL ?? new URL(request.url).origin);
        // In trial mode the address is taken from the request, so no proxy may cache the response.
        return json({ supabaseUrl, anonKey, siteName }, 200, { "cache-control": "no-store" });
      }
      try {
        const special =
          brandFile(pathname) ??
          checkout?.fetch(request) ??
          sharePicture(request, pathname, info.ip);
        return (special && (await special)) ?? (await web.fetch(request, info));
      } catch (error) {
        if (error instanceof ClientDisconnected)
          return new Response(null, { status: error.status });
        const { requestId } = info;
        logFailure(log, "site.failed", error, {
          request: requestId,
          method: request.method,
          path: pathname,
        });
        return web.fail(request);
      }
    };

    return {
      backend,
      stopSchedule: schedule.stop,
      close,
      upgrade: (request, socket, head, info) =>
        backend?.upgrade(request, socket, head, info) ?? false,
      fetch: observeRequests({ fetch: serve, log, accessLog: config.ACCESS_LOG === "true" }),
    };
  } catch (error) {
    await close().catch((failure) => log.warn("site.close_failed", { error: failure }));
    throw error;
  }
};
