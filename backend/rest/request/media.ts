import { refuse } from "../errors.ts";
import type { Handler } from "../schema/types.ts";
import type { Handlers } from "./handlers.ts";

/** A response's plan instead of the response. */
interface PlanOptions {
  format: "json" | "text";
  options: readonly string[];
}

/** How a response is written. `single` is one object instead of an array; `bare` drops null members. */
export interface Media {
  format: "json" | "csv" | "geojson";
  single: boolean;
  bare: boolean;
  contentType: string;
  plan: PlanOptions | null;
  /** The part of the database that makes the body, if not this service. */
  handler?: Handler;
}

/** The parts that depend on the database and its settings. */
interface MediaSettings {
  plans: boolean;
  geoJson: boolean;
}

const json = (contentType: string, single = false, bare = false): Media => ({
  format: "json",
  single,
  bare,
  contentType,
  plan: null,
});

const JSON_MEDIA = json("application/json; charset=utf-8");
const CSV: Media = { ...json("text/csv; charset=utf-8"), format: "csv" };
const GEO_JSON: Media = { ...json("application/geo+json; charset=utf-8"), format: "geojson" };

const PLAN_OPTIONS = ["analyze", "verbose", "settings", "buffers", "wal"];

/** `; for="text/csv"; options=analyze|verbose`, as `explain` of the official client writes it. */
const planOf = (format: string, parameters: string, choice: Choice): Media | null => {
  const requested = /(?:^|;)\s*for="?([^";]+(?:;[^"]*)?)"?/.exec(parameters)?.[1];
  const [type = "", ...rest] = (requested ?? "application/json").split(";");
  const media = one(type.trim().toLowerCase(), rest.join(";"), choice);
  if (!media || media.plan) return null;
  const given = /(?:^|;)\s*options=([a-z|]*)/.exec(parameters)?.[1]?.split("|") ?? [];
  const options = PLAN_OPTIONS.filter((option) => given.includes(option));
  const listed = options.length > 0 ? `; options=${options.join("|")}` : "";
  const kind = format === "json" ? "json" : "text";
  const [shown] = media.contentType.split("; charset");
  return {
    ...media,
    contentType: `application/vnd.pgrst.plan+${kind}; for="${shown}"${listed}; charset=utf-8`,
    plan: { format: kind, options },
  };
};

const vendored = (subtype: string, parameters: string): Media => {
  const bare = /(?:^|;)\s*nulls=stripped\s*(?:;|$)/.test(parameters);
  if (subtype === "array" && !bare) return JSON_MEDIA;
  const suffix = `+json${bare ? ";nulls=stripped" : ""}; charset=utf-8`;
  return json(`application/vnd.pgrst.${subtype}${suffix}`, subtype === "object", bare);
};

interface Choice {
  settings: MediaSettings;
  handlers: Handlers;
}

/** The database's own way to make a type: handlers for any type come first, then those for this one. */
const handled = (type: string, handlers: Handlers): Media | null => {
  for (const all of handlers) {
    const handler = all.get("*/*") ?? all.get(type);
    if (handler) return { ...json(handler.contentType), handler };
  }
  return null;
};

const one = (type: string, parameters: string, choice: Choice): Media | null => {
  const { settings, handlers } = choice;
  const plan = /^application\/vnd\.pgrst\.plan(?:\+(json|text))?$/.exec(type);
  if (plan) return settings.plans ? planOf(plan[1] ?? "text", parameters, choice) : null;
  const match = /^application\/vnd\.pgrst\.(object|array)(?:\+json)?$/.exec(type);
  if (match?.[1]) return vendored(match[1], parameters);
  const own = handlers.length > 0 ? handled(type, handlers) : null;
  if (own) return own;
  if (type === "*/*" || type === "application/json" || type === "application/*") return JSON_MEDIA;
  if (type === "text/csv") return CSV;
  if (type === "application/geo+json") return settings.geoJson ? GEO_JSON : null;
  return null;
};

interface Accepted {
  written: string;
  type: string;
  parameters: string;
  /** The order of the caller's preference: `q`, then how specific the type is. */
  weight: readonly [number, number];
}

/** The types that a caller accepts, most preferred first; equals stay in the caller's order. */
const accepted = (accept: string): Accepted[] =>
  accept
    .split(",")
    .map((entry): Accepted => {
      const [type = "", ...parameters] = entry.split(";").map((part) => part.trim());
      const q = parameters.find((part) => /^q=/i.test(part));
      const others = parameters.filter((part) => part !== q);
      return {
        written: [type, ...others].join(";"),
        type: type.toLowerCase(),
        parameters: others.join(";"),
        weight: [
          q === undefined ? 1 : Number(q.slice(2)) || 0,
          others.length - (type.split("*").length - 1),
        ],
      };
    })
    .filter(({ type }) => type !== "")
    .sort(({ weight: [q, exact] }, { weight }) => weight[0] - q || weight[1] - exact);

const negotiate = (accept: string, choice: Choice): Media => {
  const offered = accepted(accept);
  for (const { type, parameters } of offered) {
    const media = one(type, parameters, choice);
    if (media) return media;
  }
  if (offered.length === 0) return one("*/*", "", choice) ?? JSON_MEDIA;
  const listed = offered.map(({ written }) => written).join(", ");
  throw refuse("PGRST107", {
    message: `None of these media types are available: ${listed.slice(0, 300)}`,
  });
};

const REMEMBERED = 100;
const remembered = new Map<string, Media>();

/** The media type of the response for an `Accept` header, from the database's own and ours. */
export const readAccept = (
  accept: string | null,
  settings: MediaSettings,
  handlers: Handlers = [],
): Media => {
  if (handlers.length > 0) return negotiate(accept ?? "*/*", { settings, handlers });
  if (!accept) return JSON_MEDIA;
  const known = remembered.get(accept);
  if (known) return known;
  const media = negotiate(accept, { settings, handlers });
  // Results that depend on the database's settings are not cached.
  if (/pgrst\.plan|geo\+json/i.test(accept) || accept.length > 200) return media;
  if (remembered.size >= REMEMBERED) remembered.clear();
  remembered.set(accept, media);
  return media;
};
