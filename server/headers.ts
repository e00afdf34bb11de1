import { createHash } from "node:crypto";
import { FIRST_PAINT } from "#web/session/first-paint.ts";
import type { Config } from "./config.ts";

const FIRST_PAINT_HASH = `'sha256-${createHash("sha256").update(FIRST_PAINT).digest("base64")}'`;

const YEAR = 365 * 24 * 60 * 60;

/**
 * For every answer of a site that people reach by HTTPS: browsers ask for it in no other way. Other names of the
 * domain may be somebody else's, so that they are only meant where HSTS_SUBDOMAINS says so.
 */
export const transportSecurity = ({
  SITE_URL,
  HSTS_SUBDOMAINS,
}: Pick<Config, "SITE_URL" | "HSTS_SUBDOMAINS">): Record<string, string> =>
  SITE_URL?.startsWith("https:")
    ? {
        "strict-transport-security": `max-age=${YEAR}${HSTS_SUBDOMAINS === "true" ? "; includeSubDomains" : ""}`,
      }
    : {};

/**
 * The headers of every page of the site, beside those of all answers (`backend/core/http/request-listener.ts`). Of the scripts in a page only those run whose hashes are
 * given; pictures and calls may also go to a backend on another origin, where one is configured.
 */
export const securityHeaders = ({
  scripts,
  backendOrigin,
  secure,
}: {
  scripts: readonly string[];
  backendOrigin: string | null;
  secure: boolean;
}): Record<string, string> => {
  const elsewhere = backendOrigin ? ` ${backendOrigin}` : "";
  const sockets = backendOrigin ? ` ${backendOrigin.replace(/^http/, "ws")}` : "";
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", ...new Set([FIRST_PAINT_HASH, ...scripts])].join(" "),
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${elsewhere}`,
    `media-src 'self' blob:${elsewhere}`,
    "font-src 'self'",
    `connect-src 'self'${elsewhere}${sockets}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(secure ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
  return {
    "content-security-policy": policy,
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-frame-options": "DENY",
  };
};
