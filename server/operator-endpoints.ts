import type { Backend } from "supabase-compatible-backend";
import { json, type RequestInfo } from "supabase-compatible-backend/core";
import { PROBE, probe } from "./doctor/probe.ts";
import { measureDatabase, serveMetrics } from "./metrics.ts";
import type { Config } from "./settings/config.ts";

interface OperatorEndpointsOptions {
  /** Null if a real Supabase is used instead. */
  backend: Backend | null;
  config: Config;
  siteUrl: string;
  secretKey: string;
}

/** `/healthz`, `/readyz`, `/metrics` and the doctor's probe of the proxy: for operators and their tools. */
export const createOperatorEndpoints = ({
  backend,
  config,
  siteUrl,
  secretKey,
}: OperatorEndpointsOptions) => {
  if (backend) measureDatabase(backend.db);
  const guard = { token: config.METRICS_TOKEN, siteUrl };

  const readiness = async (): Promise<{ ready: boolean }> => {
    if (backend) return backend.readiness();
    return fetch(`${config.SUPABASE_URL}/auth/v1/health`).then(
      ({ ok }) => ({ ready: ok }),
      () => ({ ready: false }),
    );
  };

  const respondReady = async (): Promise<Response> => {
    const { ready, ...parts } = await readiness();
    return json({ ok: ready, ...parts }, ready ? 200 : 503);
  };

  /** The response, or null for any other address, without a promise: every page's request passes here. */
  return (
    request: Request,
    info: RequestInfo,
    path: string,
  ): Promise<Response> | Response | null => {
    if (path === PROBE) return probe(request, info, secretKey);
    if (path === "/healthz") return json({ ok: true });
    if (path === "/metrics") return serveMetrics(request, info, guard);
    return path === "/readyz" ? respondReady() : null;
  };
};
