import { refuse } from "../errors.ts";

/** How an answer is written. `single` is one object instead of an array; `bare` drops null members. */
export interface Media {
  format: "json" | "csv";
  single: boolean;
  bare: boolean;
  contentType: string;
}

const json = (contentType: string, single = false, bare = false): Media => ({
  format: "json",
  single,
  bare,
  contentType,
});

const JSON_MEDIA = json("application/json; charset=utf-8");
const CSV: Media = {
  format: "csv",
  single: false,
  bare: false,
  contentType: "text/csv; charset=utf-8",
};

const vendored = (subtype: string, parameters: string): Media | null => {
  const bare = /(?:^|;)\s*nulls=stripped\s*(?:;|$)/.test(parameters);
  const suffix = `${bare ? ";nulls=stripped" : ""}; charset=utf-8`;
  if (subtype === "object") return json(`application/vnd.pgrst.object+json${suffix}`, true, bare);
  if (subtype === "array") return json(`application/vnd.pgrst.array+json${suffix}`, false, bare);
  return null;
};

const one = (type: string, parameters: string): Media | null => {
  if (type === "*/*" || type === "application/json" || type === "application/*") return JSON_MEDIA;
  if (type === "text/csv") return CSV;
  const match = /^application\/vnd\.pgrst\.(object|array)(?:\+json)?$/.exec(type);
  return match?.[1] ? vendored(match[1], parameters) : null;
};

const negotiate = (accept: string): Media => {
  const offered: string[] = [];
  for (const entry of accept.split(",")) {
    const [type = "", ...parameters] = entry.split(";");
    const name = type.trim().toLowerCase();
    if (name === "") continue;
    offered.push(entry.trim());
    const media = one(name, parameters.join(";"));
    if (media) return media;
  }
  if (offered.length === 0) return JSON_MEDIA;
  throw refuse("PGRST107", {
    message: `None of these media types are available: ${offered.join(", ").slice(0, 300)}`,
  });
};

const REMEMBERED = 100;
const remembered = new Map<string, Media>();

/**
 * The first acceptable media type of an `Accept` header, in the caller's order. Query plans
 * (`vnd.pgrst.plan`) tell about the database and are refused like any unknown type.
 */
export const readAccept = (accept: string | null): Media => {
  if (!accept) return JSON_MEDIA;
  const known = remembered.get(accept);
  if (known) return known;
  const media = negotiate(accept);
  if (remembered.size >= REMEMBERED) remembered.clear();
  if (accept.length <= 200) remembered.set(accept, media);
  return media;
};
