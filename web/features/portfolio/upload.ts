import { mediaPath } from "#domain/portfolio.ts";
import { sessionClient } from "#web/session/session.ts";

/** Seconds; a path is never used again for another file. */
const CACHED = "31536000";

/** A file that did not arrive, with the title to show. */
export class UploadFailed extends Error {
  readonly title: string;

  constructor(title: string, message: string) {
    super(message);
    this.title = title;
  }
}

const failed = (file: File, status?: number, said = ""): UploadFailed => {
  if (status === 413 || /exceeded the maximum/i.test(said)) {
    return new UploadFailed("File too large", `${file.name} is larger than 10MB`);
  }
  if (status === 415 || /mime type/i.test(said)) {
    return new UploadFailed("Invalid file type", `${file.name} is not a JPEG, PNG, WEBP or MP4`);
  }
  if (status === 401 || status === 403) {
    return new UploadFailed(
      "Subscription required",
      "Activate a membership to add services and portfolio items.",
    );
  }
  return new UploadFailed("Upload failed", `Failed to upload ${file.name}`);
};

/** As the official client sends it, but telling how far it is, which fetch cannot. */
const put = (
  url: string,
  file: File,
  progress: (part: number) => void,
  signal: AbortSignal,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("PUT", url);
    request.setRequestHeader("x-upsert", "false");
    request.upload.onprogress = ({ lengthComputable, loaded, total }) =>
      lengthComputable && progress(loaded / total);
    request.onload = () =>
      request.status < 300 ? resolve() : reject(failed(file, request.status, request.responseText));
    request.onerror = () => reject(failed(file));
    request.onabort = () => reject(failed(file));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    const body = new FormData();
    body.append("cacheControl", CACHED);
    body.append("", file);
    request.send(body);
  });

/**
 * Puts a file into the owner's folder and gives its address as a path. The address to send it to is
 * signed just before, by the client that keeps the session fresh, however long somebody edits.
 */
export const uploadMedia = async (
  file: File,
  { userId, index }: { userId: string; index: number },
  progress: (part: number) => void,
  signal: AbortSignal,
): Promise<string> => {
  const db = await sessionClient();
  const bucket = db.storage.from("portfolio_media");
  const path = mediaPath(userId, Date.now(), index, file.type);
  const signed = await bucket.createSignedUploadUrl(path);
  if (signal.aborted) throw failed(file);
  if (signed.error) {
    const status = Number((signed.error as { statusCode?: string }).statusCode);
    throw failed(file, status || undefined, signed.error.message);
  }
  await put(signed.data.signedUrl, file, progress, signal);
  return bucket.getPublicUrl(path).data.publicUrl.replace(/^.*?(?=\/storage\/v1\/)/, "");
};
