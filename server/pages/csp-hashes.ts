import { hash as digest } from "node:crypto";

const hashes = new Map<string, string>();

/** Scripts are the same for all pages of a route; more texts than these are no scripts of ours. */
const MOST_HASHES = 200;

const hashOf = (script: string): string => {
  const known = hashes.get(script);
  if (known) return known;
  const hash = `'sha256-${digest("sha256", script, "base64")}'`;
  if (hashes.size >= MOST_HASHES) hashes.clear();
  hashes.set(script, hash);
  return hash;
};

/** The text of the script whose start tag a piece of the page continues; null if it is another element. */
const scriptOf = (before: string, rest: string): string | null => {
  if (!/^<script\b/.test(before.slice(before.lastIndexOf("<")))) return null;
  const start = rest.indexOf(">") + 1;
  return rest.slice(start, rest.indexOf("</script>", start)) || null;
};

/**
 * Removes the nonce from the parts of a rendered page and returns the hashes of the scripts that had it. Only
 * the renderer knows its page's nonce, so a script injected into the text gets no hash. The remaining page is
 * the same for everybody, and may be cached and sent again. Parts that are bytes have neither.
 */
export const hashScripts = (
  parts: readonly (string | Uint8Array)[],
  nonce: string,
): { pieces: (string | Uint8Array)[]; scripts: string[] } => {
  const all: (string | Uint8Array)[] = [];
  const scripts = new Set<string>();
  for (const part of parts) {
    if (typeof part !== "string") {
      all.push(part);
      continue;
    }
    const pieces = part.split(` nonce="${nonce}"`);
    for (const [index, piece] of pieces.entries()) {
      const script = index > 0 ? scriptOf(pieces[index - 1] ?? "", piece) : null;
      if (script) scripts.add(hashOf(script));
    }
    all.push(...pieces);
  }
  return { pieces: all, scripts: [...scripts] };
};
