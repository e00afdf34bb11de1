import type { Caller } from "#backend/core/tokens/caller.ts";
import { refuse } from "../errors.ts";
import { toHeader } from "../header-text.ts";
import type { CallerApi } from "../limits.ts";
import { readSchema } from "../request/request.ts";
import type { SchemaCache } from "../schema/types.ts";
import { describeSchema } from "./document.ts";
import { readFacts } from "./facts.ts";

interface Described {
  api: CallerApi;
  cache: SchemaCache;
  /** The address at which callers reach the backend. */
  url: string;
}

const FORMS = ["application/openapi+json", "application/json"];

const formOf = (accept: string | null): string => {
  const accepted = (accept ?? "*/*").split(",").map((entry) => entry.split(";")[0]?.trim() ?? "");
  for (const type of accepted) {
    if (type === "*/*" || type === "application/*" || type === "") return FORMS[0] ?? "";
    if (FORMS.includes(type)) return type;
  }
  throw refuse("PGRST107", {
    message: `None of these media types are available: ${accepted.join(", ").slice(0, 300)}`,
  });
};

/**
 * `GET /`: the schema as an OpenAPI document. As on the hosted platform since 2026, only for the secret
 * key: it reveals more of a database than visitors need.
 */
export const describeApi = async (
  { api, cache, url }: Described,
  request: Request,
  caller: Caller,
): Promise<Response> => {
  const { openApi, schemas } = cache.settings;
  if (request.method !== "GET" && request.method !== "HEAD") {
    throw refuse("PGRST117", { message: `Unsupported HTTP method: ${request.method}` });
  }
  if (openApi === "disabled") throw refuse("PGRST126");
  if (caller.role !== "service_role") {
    throw refuse("schema_forbidden", {
      hint: "Accessing the schema via the Data API is only allowed using a secret API key.",
    });
  }
  const { schema, profiled } = readSchema(request.headers, true, schemas);
  const form = formOf(request.headers.get("accept"));
  const facts = await readFacts(api, caller, schema, openApi);
  const document = JSON.stringify(describeSchema(cache, schema, facts, new URL(url)));
  return new Response(request.method === "HEAD" ? null : document, {
    status: 200,
    headers: {
      "content-type": `${form}; charset=utf-8`,
      ...(profiled ? { "content-profile": toHeader(schema) } : {}),
    },
  });
};
