import { refuse } from "../errors.ts";

/** An answer's plan instead of the answer. */
interface PlanOptions {
  format: "json" | "text";
  options: readonly string[];
}

/** How an answer is written. `single` is one object instead of an array; `bare` drops null members. */
export interface Media {
  format: "json" | "csv" | "geojson";
  single: boolean;
  bare: boolean;
  contentType: string;
  plan: PlanOptions | null;
}

/** What of it depends on the database and its settings. */
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
const planOf = (format: string, parameters: string, settings: MediaSettings): Media | null => {
  const wanted = /(?:^|;)\s*for="?([^";]+(?:;[^"]*)?)"?/.exec(parameters)?.[1];
  const [type = "", ...rest] = (wanted ?? "application/json").split(";");
  const media = one(type.trim().toLowerCase(), rest.join(";"), settings);
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

const vendored = (subtype: string, parameters: string): Media | null => {
  const bare = /(?:^|;)\s*nulls=stripped\s*(?:;|$)/.test(parameters);
  const suffix = `${bare ? ";nulls=stripped" : ""}; charset=utf-8`;
  if (subtype === "object") return json(`application/vnd.pgrst.object+json${suffix}`, true, bare);
  if (subtype === "array") return json(`application/vnd.pgrst.array+json${suffix}`, false, bare);
  return null;
};

const one = (type: string, parameters: string, settings: MediaSettings): Media | null => {
  if (type === "*/*" || type === "application/json" || type === "application/*") return JSON_MEDIA;
  if (type === "text/csv") return CSV;
  if (type === "application/geo+json") return settings.geoJson ? GEO_JSON : null;
  const plan = /^application\/vnd\.pgrst\.plan(?:\+(json|text))?$/.exec(type);
  if (plan) return settings.plans ? planOf(plan[1] ?? "text", parameters, settings) : null;
  const match = /^application\/vnd\.pgrst\.(object|array)(?:\+json)?$/.exec(type);
  return match?.[1] ? vendored(match[1], parameters) : null;
};

const negotiate = (accept: string, settings: MediaSettings): Media => {
  const offered: string[] = [];
  for (const entry of accept.split(",")) {
    const [type = "", ...parameters] = entry.split(";");
    const name = type.trim().toLowerCase();
    if (name === "") continue;
    offered.push(entry.trim());
    const media = one(name, parameters.join(";"), settings);
    if (media) return media;
  }
  if (offered.length === 0) return JSON_MEDIA;
  throw refuse("PGRST107", {
    message: `None of these media types are available: ${offered.join(", ").slice(0, 300)}`,
  });
};

const REMEMBERED = 100;
const remembered = new Map<string, Media>();

/** The first acceptable media type of an `Accept` header, in the caller's order. */
export const readAccept = (accept: string | null, settings: MediaSettings): Media => {
  if (!accept) return JSON_MEDIA;
  const known = remembered.get(accept);
  if (known) return known;
  const media = negotiate(accept, settings);
  // What the database's settings decide is not remembered.
  if (/pgrst\.plan|geo\+json/i.test(accept) || accept.length > 200) return media;
  if (remembered.size >= REMEMBERED) remembered.clear();
  remembered.set(accept, media);
  return media;
};
