import { z } from "zod";
import { setting } from "./setting.ts";

/** What OTEL_EXPORTER_OTLP_HEADERS means: `name=value,name=value`, percent-encoded. Null if it is malformed. */
export const parseHeaders = (text: string): Record<string, string> | null => {
  const headers: Record<string, string> = {};
  for (const part of text.split(",").filter((each) => each.trim() !== "")) {
    const [, name, value] = /^\s*([\w!#$%&'*.^`|~-]+)\s*=\s*(.*?)\s*$/.exec(part) ?? [];
    if (!name || value === undefined) return null;
    try {
      headers[name] = decodeURIComponent(value);
    } catch {
      return null;
    }
  }
  return headers;
};

const traces = { group: "Traces (OpenTelemetry)" };

export const traceSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    z
      .string()
      .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ""))
      .optional(),
    {
      ...traces,
      about: "Where traces are sent by OTLP over HTTP; without it there are none",
      must: "the address of an OpenTelemetry receiver, for example http://localhost:4318",
    },
  ),
  OTEL_EXPORTER_OTLP_HEADERS: setting(
    z
      .string()
      .refine((text) => parseHeaders(text) !== null)
      .optional(),
    {
      ...traces,
      about: "Headers for it, for example a key",
      must: "names and values separated by commas, for example api-key=abc,tenant=x",
    },
  ),
  OTEL_SERVICE_NAME: setting(z.string().min(1).default("solutionz"), {
    ...traces,
    about: "The name under which the traces appear",
    must: "a name",
  }),
  OTEL_TRACES_SAMPLER_ARG: setting(z.coerce.number().min(0).max(1).default(1), {
    ...traces,
    about: "The share of requests that are traced, from 0 to 1",
    must: "a number from 0 to 1",
  }),
};
