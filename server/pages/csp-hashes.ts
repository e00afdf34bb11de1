import { createHash } from "node:crypto";

const hashOf = (script: Buffer): string =>
  `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

/**
 * Removes the nonce from a rendered page and returns the hashes of the scripts that had it. Only the
 * renderer knows its page's nonce, so a script injected into the text gets no hash. The remaining page is
 * the same for everybody, and may be cached and sent again. It stays bytes, read as one character each:
 * decoding and encoding a page costs more than all of this.
 */
export const hashScripts = (
  page: Uint8Array,
  nonce: string,
): { html: Buffer<ArrayBuffer>; scripts: string[] } => {
  const text = Buffer.from(page.buffer, page.byteOffset, page.byteLength).toString("latin1");
  const scripts = new Set<string>();
  const marked = new RegExp(`<script\\b[^>]*\\bnonce="${nonce}"[^>]*>([^]*?)</script>`, "g");
  for (const [, script] of text.matchAll(marked)) {
    if (script) scripts.add(hashOf(Buffer.from(script, "latin1")));
  }
  const html = Buffer.from(text.replaceAll(` nonce="${nonce}"`, ""), "latin1");
  return { html, scripts: [...scripts] };
};
