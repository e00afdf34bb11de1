import { existsSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import tls from "node:tls";
import { loadKeys } from "supabase-compatible-backend/project";
import type { Config } from "../settings/config.ts";
import { checkAdmins } from "./admins.ts";
import {
  type Check,
  type Examined,
  type Finding,
  fault,
  ok,
  reasonOf,
  warning,
} from "./findings.ts";
import { checkPostcodes } from "./postcodes.ts";
import { checkProxy, checkWebSocket } from "./proxy.ts";

const WITHIN = 8_000;

const DAY = 24 * 60 * 60_000;

const get = (url: string): Promise<Response> =>
  fetch(url, { signal: AbortSignal.timeout(WITHIN), redirect: "manual" });

const isFree = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });

const parseObject = (text: string): Record<string, unknown> => {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
};

type Local = "site" | "free" | "taken";

const localAddress = ({ HOST, PORT }: Config): string => {
  const host = HOST === "0.0.0.0" || HOST === "::" ? "127.0.0.1" : HOST;
  return `http://${host.includes(":") ? `[${host}]` : host}:${PORT}`;
};

const findLocal = async ({ config }: Examined): Promise<Local> => {
  const at = localAddress(config);
  const response = await get(`${at}/healthz`).catch(() => null);
  if (response?.ok && (await response.text()).includes('"ok":true')) return "site";
  return !response && (await isFree(config.HOST, config.PORT)) ? "free" : "taken";
};

/** The certificate of an address as a browser judges it. */
const checkCertificate = ({ siteUrl, now }: Examined): Promise<Finding> => {
  const { hostname, port } = new URL(siteUrl);
  return new Promise((resolve) => {
    const socket = tls.connect({
      host: hostname,
      port: Number(port || 443),
      ...(/^[\d.]+$/.test(hostname) ? {} : { servername: hostname }),
      rejectUnauthorized: false,
    });
    const end = (finding: Finding) => {
      socket.destroy();
      resolve(finding);
    };
    socket.setTimeout(WITHIN, () =>
      end(fault("TLS: no handshake within 8 seconds", "Check the proxy")),
    );
    socket.once("error", (error) =>
      end(fault(`TLS: ${reasonOf(error)}`, "Check the proxy's certificate and port")),
    );
    socket.once("secureConnect", () => {
      const until = Date.parse(socket.getPeerCertificate().valid_to);
      const days = Math.floor((until - now()) / DAY);
      if (days < 0) return end(fault(`TLS: the certificate expired ${-days} days ago`, "Renew it"));
      if (!socket.authorized)
        return end(
          fault(
            `TLS: browsers refuse the certificate of ${hostname} (${socket.authorizationError})`,
            "Install one of a public authority for this name, with its whole chain; Caddy does so automatically",
          ),
        );
      if (days < 14)
        return end(
          warning(`TLS: the certificate expires in ${days} days`, "Check that it renews itself"),
        );
      return end(ok(`TLS: the certificate is valid for ${days} days`));
    });
  });
};

const secretKeyOf = async ({ config, dataDir }: Examined): Promise<string | null> => {
  if (config.SUPABASE_SERVICE_ROLE_KEY) return config.SUPABASE_SERVICE_ROLE_KEY;
  if (!existsSync(path.join(dataDir, "keys.json"))) return null;
  return (await loadKeys(dataDir)).api.serviceRole;
};

/** The port with the site's admins, and the way to it from outside: name, certificate, proxy. */
export const checkAddress: Check = async (examined) => {
  const { config, siteUrl } = examined;
  const local = await findLocal(examined);
  const at = `${config.HOST}:${config.PORT}`;
  if (local === "taken")
    return [fault(`Port: something else listens at ${at}`, "Stop it, or set PORT to another")];
  if (local === "free")
    return [
      warning(
        `Port: ${at} is free, so the site is not running`,
        "Start it, and run this again: address, TLS and proxy can only be checked then",
      ),
    ];
  const findings = [ok(`Port: the site answers at ${at}`)];
  const key = await secretKeyOf(examined);
  if (key)
    findings.push(
      ...(await checkAdmins(examined, config.SUPABASE_URL ?? localAddress(config), key)),
      await checkPostcodes(config.SUPABASE_URL ?? localAddress(config), key),
    );
  else
    findings.push(
      fault(
        `Keys: ${examined.dataDir} has none, so the proxy and the admins were not checked`,
        "Set DATA_DIR to the running site's, and run this command as the user that runs the site",
      ),
    );
  const secure = siteUrl.startsWith("https:");
  if (secure) findings.push(await checkCertificate(examined));
  try {
    const ready = await get(`${siteUrl}/readyz`);
    const text = await ready.text();
    if (ready.status >= 300 && ready.status < 400)
      return [
        ...findings,
        fault(
          `Address: SITE_URL redirects to ${ready.headers.get("location")}`,
          "Set SITE_URL to the address that people end up at",
        ),
      ];
    const parts = parseObject(text);
    if (!("ok" in parts))
      return [
        ...findings,
        ready.status === 503 && text.startsWith("{")
          ? warning(
              `Address: ${siteUrl} is starting, or being upgraded`,
              "Run this again once it serves: the proxy can only be checked then",
            )
          : fault(
              `Address: ${siteUrl} is answered by something else (${ready.status})`,
              `Check the name in the DNS, and that the proxy passes everything on to ${at}`,
            ),
      ];
    const failed = Object.entries(parts)
      // Mail waits in the outbox, and has lines of its own.
      .filter(([name, value]) => name !== "ok" && name !== "mail" && value === false)
      .map(([name]) => name);
    findings.push(
      failed.length === 0 && ready.ok
        ? ok(`Address: ${siteUrl} is ready`)
        : fault(
            `Address: ${siteUrl} is not ready: ${failed.join(", ")}`,
            "See the lines about them, and the site's log",
          ),
    );
  } catch (error) {
    return [
      ...findings,
      fault(
        `Address: ${siteUrl} cannot be reached: ${reasonOf(error)}`,
        "Check the name in the DNS, the firewall and the proxy",
      ),
    ];
  }
  // A trial is often used without a proxy.
  if (!key || (!secure && config.SITE_MODE === "trial")) return findings;
  return [...findings, ...(await checkProxy(siteUrl, key)), await checkWebSocket(siteUrl, key)];
};
