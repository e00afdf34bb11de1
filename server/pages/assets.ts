import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { PlainResponse } from "supabase-compatible-backend/core";

const TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".json": "application/json",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
};

interface Asset {
  headers: Record<string, string>;
  plain: Uint8Array<ArrayBuffer>;
  br?: Uint8Array<ArrayBuffer>;
  gzip?: Uint8Array<ArrayBuffer>;
}

/**
 * Serves the built browser files from memory (about 3 MB), compressed as the browser accepts. Files with a
 * content hash in their name may be cached for ever.
 * @returns a response, or null when there is no such file.
 */
export const loadAssets = async (folder: string) => {
  const assets = new Map<string, Asset>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const type = TYPES[path.extname(entry.name)];
    if (!entry.isFile() || !type) continue;
    const file = path.join(entry.parentPath, entry.name);
    const address = `/${path.relative(folder, file).split(path.sep).join("/")}`;
    const variant = async (suffix: string) =>
      new Uint8Array(await readFile(file + suffix).catch(() => new Uint8Array(0)));
    const [plain, br, gzip] = await Promise.all([variant(""), variant(".br"), variant(".gz")]);
    assets.set(address, {
      headers: {
        "content-type": type,
        "cache-control": address.startsWith("/assets/")
          ? "public, max-age=31536000, immutable"
          : "public, max-age=3600",
        vary: "accept-encoding",
      },
      plain,
      ...(br.length ? { br } : {}),
      ...(gzip.length ? { gzip } : {}),
    });
  }

  return (request: Request, pathname: string): Response | null => {
    const asset = assets.get(pathname);
    if (!asset || (request.method !== "GET" && request.method !== "HEAD")) return null;
    const accepted = request.headers.get("accept-encoding") ?? "";
    const encoding =
      asset.br && /\bbr\b/.test(accepted)
        ? "br"
        : asset.gzip && /\bgzip\b/.test(accepted)
          ? "gzip"
          : null;
    const body = (encoding && asset[encoding]) || asset.plain;
    return new PlainResponse(request.method === "HEAD" ? null : body, {
      headers: {
        ...asset.headers,
        "content-length": String(body.length),
        ...(encoding ? { "content-encoding": encoding } : {}),
      },
    });
  };
};
