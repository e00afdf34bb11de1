import type { Backend } from "supabase-compatible-backend";
import { type Log, systemClock } from "supabase-compatible-backend/core";
import {
  declineSample,
  hasSample,
  loadSample,
  sampleSignIns,
  type Upload,
  uploadSamplePictures,
} from "./sample.ts";

/** Uploads a picture to the storage service as its owner would, and returns its path on this site. */
const uploadTo =
  ({ fetch, keys }: Backend): Upload =>
  async (bucket, path, bytes, type) => {
    const address = `${bucket}/${path}`;
    const request = new Request(`http://localhost/storage/v1/object/${address}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${keys.serviceRole}`,
        "content-type": type,
        // Another picture has another address: by its id, or by its content.
        "cache-control": "max-age=31536000, immutable",
        "x-upsert": "true",
      },
      body: new Uint8Array(bytes),
    });
    const response = await fetch(request, { ip: "127.0.0.1" });
    if (!response.ok)
      throw new Error(`Storage answered ${response.status}: ${await response.text()}`);
    return `/storage/v1/object/public/${address}`;
  };

/**
 * Loads the sample marketplace into a fresh database, or records that it is not wanted, and prints the
 * sample sign-ins. The site serves already, so a failure only leaves it without the sample. The pictures are
 * drawn afterwards.
 * @returns when the drawing has ended.
 */
export const startSample = async ({
  backend,
  skip,
  log,
  say,
  signal,
}: {
  backend: Backend;
  skip: boolean;
  log: Log;
  say: (line: string) => void;
  /** Ends the load and stops the drawing; the next start makes what is missing. */
  signal: AbortSignal;
}): Promise<{ drawn: Promise<unknown> }> => {
  const { db } = backend;
  try {
    if (skip) await declineSample(db);
    else await loadSample({ db, clock: systemClock, log, signal });
    if (signal.aborted || !(await hasSample(db))) return { drawn: Promise.resolve() };
  } catch (error) {
    if (!signal.aborted) {
      log.error("sample.failed", { error });
      say(
        "The sample could not be loaded, and the site runs without it. The next start tries again.",
      );
    }
    return { drawn: Promise.resolve() };
  }
  const [admin] = await db.query(
    "select from public.profiles where account_type = 'admin' limit 1",
  );
  // In one piece, so that no line of the log comes between.
  say(
    [
      "Sample sign-ins",
      ...sampleSignIns.map(({ what, email, password }) => `  ${what}: ${email} / ${password}`),
      ...(admin ? [] : ["  Admin: make the first one at /admin-signup"]),
    ].join("\n"),
  );

  const drawn = uploadSamplePictures({ db, upload: uploadTo(backend), log, signal }).catch(
    (error) => {
      if (!signal.aborted) log.warn("sample.pictures_failed", { error });
    },
  );
  return { drawn };
};
