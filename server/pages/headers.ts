import { createHash } from "node:crypto";
import { PREFETCH_RULES } from "#web/session/first-paint.ts";
import type { Config } from "../settings/config.ts";

/** The rules that the first script of every page adds to it. */
const RULES_HASH = `'sha256-${createHash("sha256").update(PREFETCH_RULES).digest("base64")}'`;

const YEAR = 365 * 24 * 60 * 60;

/**
 * For every response of a site with an HTTPS address: browsers then use only HTTPS. Other names of the
 * domain may belong to others, so they are not included.
 */
export const transportSecurity = ({
  SITE_URL,
}: Pick<Config, "SITE_URL">): Record<string, string> =>
  SITE_URL?.startsWith("https:") ? { "strict-transport-security": `max-age=${YEAR}` } : {};

/**
 * The headers of every page of the site, in addition to those of all responses
 * (`backend/core/http/request-listener.ts`). Only scripts of the page whose hashes are given run. Pictures
 * and calls may also use a backend on another origin, if one is configured.
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
    ["script-src 'self'", RULES_HASH, ...scripts].join(" "),
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
