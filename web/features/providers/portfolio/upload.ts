import { SESSION_ENDED } from "#domain/accounts-sessions.ts";
import { MEMBERSHIP_NEEDED, SUBSCRIPTION_REQUIRED } from "#domain/membership-messages.ts";
import { mediaPath } from "#domain/providers-portfolio.ts";
import { faultOf, NETWORK_ISSUE, ReadableError, refusalWords } from "#domain/site-faults.ts";
import { performWrite } from "#web/session/perform-write.ts";
import { sessionClient, sessionEnded } from "#web/session/session.ts";

/** Seconds; a path is never reused for another file. */
const CACHED = "31536000";

/** A failed upload, with the title to show. */
export class UploadFailed extends ReadableError {
  readonly title: string;
  /** Whether the same file may be accepted another time. */
  readonly mayRetry: boolean;

  constructor(title: string, message: string, mayRetry = true) {
    super(message);
    this.title = title;
    this.mayRetry = mayRetry;
  }
}

const notUploaded = (file: File): string => `Failed to upload ${file.name}`;

const networkFailure = (file: File): UploadFailed =>
  new UploadFailed("Upload failed", `${notUploaded(file)}. ${NETWORK_ISSUE}`);

/** Storage's response to a refused upload: the real status is in the body, as text. */
interface StorageRefusal {
  statusCode?: string;
  message?: string;
}

/** Why storage refused a file, in words for its owner. */
export const uploadFailed = (file: File, refusal: StorageRefusal = {}): UploadFailed => {
  const words = refusalWords(refusal);
  if (words !== undefined) return new UploadFailed("Upload failed", words);
  const { statusCode, message = "" } = refusal;
  if (statusCode === "413" || /exceeded the maximum/i.test(message)) {
    return new UploadFailed("File too large", `${file.name} is larger than 10MB`, false);
  }
  if (statusCode === "415" || /mime type/i.test(message)) {
    return new UploadFailed(
      "Invalid file type",
      `${file.name} is not a JPEG, PNG, WEBP or MP4`,
      false,
    );
  }
  if (statusCode === "401" || statusCode === "403") {
    return new UploadFailed(SUBSCRIPTION_REQUIRED, MEMBERSHIP_NEEDED);
  }
  return new UploadFailed("Upload failed", notUploaded(file));
};

/** The refusal in an answer; one of a proxy is no JSON and has only its status. */
const refusalOf = ({ status, responseText }: XMLHttpRequest): StorageRefusal => {
  try {
    const { statusCode = String(status), message } = JSON.parse(responseText) as StorageRefusal;
    return { statusCode, message };
  } catch {
    return { statusCode: String(status) };
  }
};

/** As the official client sends it, but with progress, which fetch cannot report. */
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
      request.status < 300 ? resolve() : reject(uploadFailed(file, refusalOf(request)));
    request.onerror = () => reject(networkFailure(file));
    request.onabort = () => reject(uploadFailed(file));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    const body = new FormData();
    body.append("cacheControl", CACHED);
    body.append("", file);
    request.send(body);
  });

/**
 * Uploads a file to the owner's folder and returns its address as a path. The upload address is signed just
 * before, by the client that renews the session, however long the person edits.
 */
export const uploadMedia = async (
  file: File,
  { userId, index }: { userId: string; index: number },
  progress: (part: number) => void,
  signal: AbortSignal,
): Promise<string> => {
  const path = mediaPath(userId, Date.now(), index, file.type);
  const signedUrl = await performWrite(async (db) => {
    const { data, error } = await db.storage.from("portfolio_media").createSignedUploadUrl(path);
    if (error) throw error;
    return data.signedUrl;
  }).catch(async (error: StorageRefusal | null) => {
    const { kind } = faultOf(error, notUploaded(file));
    // Under the rules for files an ended session is a visitor's, who may store nothing.
    if (await sessionEnded()) throw new UploadFailed("Upload failed", SESSION_ENDED.message);
    if (kind === "network") throw networkFailure(file);
    throw uploadFailed(file, error ?? {});
  });
  if (signal.aborted) throw uploadFailed(file);
  await put(signedUrl, file, progress, signal);
  const bucket = (await sessionClient()).storage.from("portfolio_media");
  return bucket.getPublicUrl(path).data.publicUrl.replace(/^.*?(?=\/storage\/v1\/)/, "");
};
