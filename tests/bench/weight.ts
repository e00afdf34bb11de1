import http from "node:http";
import { brotliDecompressSync } from "node:zlib";
import { startSite, throwAwayFolder } from "./site.ts";

/** The body of a GET exactly as it was sent. */
const sent = (url: URL): Promise<{ encoding: string; body: Buffer }> =>
  new Promise((resolve, reject) => {
    http
      .get(url, { headers: { "accept-encoding": "br" } }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () =>
          resolve({
            encoding: response.headers["content-encoding"] ?? "none",
            body: Buffer.concat(chunks),
          }),
        );
      })
      .on("error", reject);
  });

/**
 * Bytes of JavaScript that the home page loads with the first use of a control, as sent with brotli. What the
 * browser asks for beyond that is held to its limit by tests/e2e/site/budgets.spec.ts.
 */
export const homeScripts = async (url: string): Promise<{ files: number; bytes: number }> => {
  const { encoding, body } = await sent(new URL("/", url));
  const html = (encoding === "br" ? brotliDecompressSync(body) : body).toString("utf8");
  const named = /data-preloads="([^"]*)"/.exec(html)?.[1]?.split(" ") ?? [];
  const imported = [
    ...html.matchAll(/from "(\/assets\/[^"]+\.js)"|import "(\/assets\/[^"]+\.js)"/g),
  ];
  const files = new Set([...named, ...imported.map(([, from, bare]) => from ?? bare)]);
  if (files.size === 0) throw new Error("The home page names no scripts");
  let bytes = 0;
  for (const file of files) bytes += (await sent(new URL(file ?? "", url))).body.length;
  return { files: files.size, bytes };
};

export interface StartTimes {
  /** Milliseconds from starting Node until the first page was sent. */
  fresh: number;
  second: number;
}

/** Starts a site with its sample marketplace on a fresh folder, stops it, and starts it again. */
export const startTimes = async (): Promise<StartTimes> => {
  const { folder, remove } = throwAwayFolder();
  try {
    const times: number[] = [];
    for (const run of ["first", "second"]) {
      const site = await startSite({ dataDir: folder, empty: false });
      // Else the second start would have to load the sample anew.
      await site.printed(/^Sample sign-ins/m);
      await site.stop();
      if (site.built) throw new Error(`The ${run} start built the site; run the bench again`);
      times.push(site.firstPageAfter);
    }
    const [fresh = 0, second = 0] = times;
    return { fresh, second };
  } finally {
    remove();
  }
};
