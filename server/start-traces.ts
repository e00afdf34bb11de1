import os from "node:os";
import type { Log } from "#backend/core/log.ts";
import { release } from "./release.ts";
import type { Config } from "./settings/config.ts";
import { parseHeaders } from "./settings/trace-settings.ts";

/** Sends traces of this process where the settings say so; null, and nothing loaded, if they do not. */
export const startTraces = async (config: Config, log: Log) => {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint) return null;
  const { exportTraces } = await import("#backend/core/tracing/otlp.ts");
  return exportTraces({
    endpoint,
    headers: parseHeaders(config.OTEL_EXPORTER_OTLP_HEADERS ?? "") ?? {},
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
    resource: {
      "service.name": config.OTEL_SERVICE_NAME,
      "service.version": release,
      "host.name": os.hostname(),
      "process.pid": process.pid,
    },
    log,
  });
};
