import { createHash } from "node:crypto";

const hashOf = (script: string): string =>
  `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

/**
 * Removes the nonce from a rendered page and returns the hashes of the scripts that had it. Only the
 * renderer knows its page's nonce, so a script injected into the text gets no hash. The remaining page is
 * the same for everybody, and may be cached and sent again.
 */
export const hashScripts = (html: string, nonce: string): { html: string; scripts: string[] } => {
  const scripts = new Set<string>();
  const marked = new RegExp(`<script\\b[^>]*\\bnonce="${nonce}"[^>]*>([^]*?)</script>`, "g");
  for (const [, script] of html.matchAll(marked)) if (script) scripts.add(hashOf(script));
  return { html: html.replaceAll(` nonce="${nonce}"`, ""), scripts: [...scripts] };
};
