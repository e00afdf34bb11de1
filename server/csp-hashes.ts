import { createHash } from "node:crypto";

const hashOf = (script: string): string =>
  `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

/**
 * Takes the nonce out of a rendered page and gives the hashes of the scripts that bore it. Only the
 * renderer knows the nonce of its page, so a script that somebody smuggled into the text has no hash.
 * What is left is the same for everybody, and may be kept and sent again.
 */
export const hashScripts = (html: string, nonce: string): { html: string; scripts: string[] } => {
  const scripts = new Set<string>();
  const marked = new RegExp(`<script\\b[^>]*\\bnonce="${nonce}"[^>]*>([^]*?)</script>`, "g");
  for (const [, script] of html.matchAll(marked)) if (script) scripts.add(hashOf(script));
  return { html: html.replaceAll(` nonce="${nonce}"`, ""), scripts: [...scripts] };
};
