import { SESSION_ENDED } from "#domain/accounts/sessions.ts";
import { MEMBERSHIP_NEEDED, SUBSCRIPTION_REQUIRED } from "#domain/membership/messages.ts";
import { faultOf, NETWORK_ISSUE, ReadableError, refusalWords } from "#domain/site/faults.ts";
import { mediaPath, picturePath } from "#domain/values/media.ts";
import { privateAddress } from "#domain/values/pictures.ts";
import { performWrite } from "#web/session/perform-write.ts";
import { sessionClient, sessionEnded } from "#web/session/session.ts";

/** Seconds; a path is never reused for another file. */
const CACHED = "31536000";
/** Who may see a picture of a conversation changes: a browser asks each time. */
const CACHED_PRIVATELY = "private, no-cache";

/** The code of a file that is never accepted, because of what it is. */
export const UNSUITABLE = "unsuitable";

const failed = (title: string, message: string, mayRetry = true) =>
  new ReadableError(message, mayRetry ? { title } : { title, code: UNSUITABLE });

const notUploaded = (file: File): string => `Failed to upload ${file.name}`;

const networkFailure = (file: File): ReadableError =>
  failed("Upload failed", `${notUploaded(file)}. ${NETWORK_ISSUE}`);

/** Storage's response to a refused upload: the real status is in the body, as text. */
interface StorageRefusal {
  statusCode?: string;
  message?: string;
}

/** Where files are stored: the portfolio, or pictures by the hash of their content. */
type Bucket = "portfolio_media" | "pictures" | "enquiry_pictures";

/** How storage's sentences about a file itself begin. */
const OWN_FAULT = /^The (?:file|picture)\b/;

/** Why storage refused a file, in words for its owner. */
export const uploadFailed = (
  file: File,
  refusal: StorageRefusal = {},
  bucket: Bucket = "portfolio_media",
): ReadableError => {
  const words = refusalWords(refusal);
  const { statusCode, message = "" } = refusal;
  if (words !== undefined) {
    // A broken file (400) stays so, and a picture of too many pixels.
    const mayRetry = statusCode !== "400" && !OWN_FAULT.test(words);
    return failed("Upload failed", words.replace(OWN_FAULT, file.name), mayRetry);
  }
  if (statusCode === "413" || /exceeded the maximum/i.test(message)) {
    return failed("File too large", `${file.name} is larger than 10MB`, false);
  }
  if (statusCode === "415" || /mime type/i.test(message)) {
    return failed(
      "Invalid file type",
      `${file.name} is not a JPEG, PNG${bucket === "portfolio_media" ? ", WEBP or MP4" : " or WEBP"}`,
      false,
    );
  }
  if ((statusCode === "401" || statusCode === "403") && bucket !== "portfolio_media") {
    return failed("Upload failed", "You cannot use this picture. Choose another one.");
  }
  if (statusCode === "401" || statusCode === "403") {
    return failed(SUBSCRIPTION_REQUIRED, MEMBERSHIP_NEEDED);
  }
  return failed("Upload failed", notUploaded(file));
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
  cacheControl: string,
  progress: (part: number) => void,
  signal: AbortSignal,
): Promise<StorageRefusal | null> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("PUT", url);
    request.setRequestHeader("x-upsert", "false");
    request.upload.onprogress = ({ lengthComputable, loaded, total }) =>
      lengthComputable && progress(loaded / total);
    request.onload = () => resolve(request.status < 300 ? null : refusalOf(request));
    request.onerror = () => reject(networkFailure(file));
    request.onabort = () => reject(uploadFailed(file));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    const body = new FormData();
    body.append("cacheControl", cacheControl);
    body.append("", file);
    request.send(body);
  });

const isThere = ({ statusCode }: StorageRefusal): boolean => statusCode === "409";

/**
 * Uploads a file. The upload address is signed just before, by the client that renews the session, however
 * long the person edits.
 */
const upload = async (
  bucket: Bucket,
  path: string,
  file: File,
  progress: (part: number) => void,
  signal: AbortSignal,
): Promise<void> => {
  // This content was uploaded before, under its own hash.
  const mayExist = bucket !== "portfolio_media";
  const signedUrl = await performWrite(async (db) => {
    const { data, error } = await db.storage.from(bucket).createSignedUploadUrl(path);
    if (error && mayExist && isThere(error as StorageRefusal)) return null;
    if (error) throw error;
    return data.signedUrl;
  }).catch(async (error: StorageRefusal | null) => {
    const { kind } = faultOf(error, notUploaded(file));
    // Under the rules for files an ended session is a visitor's, who may store nothing.
    if (await sessionEnded()) throw failed("Upload failed", SESSION_ENDED.message);
    if (kind === "network") throw networkFailure(file);
    throw uploadFailed(file, error ?? {}, bucket);
  });
  if (signal.aborted) throw uploadFailed(file);
  const caching = bucket === "enquiry_pictures" ? CACHED_PRIVATELY : CACHED;
  const refusal = signedUrl && (await put(signedUrl, file, caching, progress, signal));
  if (refusal && !(mayExist && isThere(refusal))) throw uploadFailed(file, refusal, bucket);
};

/** The address of a public file, as a path. */
const addressOf = async (bucket: Bucket, path: string): Promise<string> => {
  const { data } = (await sessionClient()).storage.from(bucket).getPublicUrl(path);
  return data.publicUrl.replace(/^.*?(?=\/storage\/v1\/)/, "");
};

/** Uploads a file to the owner's portfolio and returns its address. */
export const uploadMedia = async (
  file: File,
  { userId, index }: { userId: string; index: number },
  progress: (part: number) => void,
  signal: AbortSignal,
): Promise<string> => {
  const path = mediaPath(userId, Date.now(), index, file.type);
  await upload("portfolio_media", path, file, progress, signal);
  return addressOf("portfolio_media", path);
};

/** The SHA-256 of a file in hexadecimal digits, or random ones where browsers hash nothing (without HTTPS). */
const hashOf = async (file: File): Promise<string> => {
  const content = await file.arrayBuffer().catch(() => {
    throw uploadFailed(file);
  });
  const bytes = crypto.subtle
    ? new Uint8Array(await crypto.subtle.digest("SHA-256", content))
    : crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
};

/** Uploads a picture that is shown outside the portfolio and returns its address; the same one twice is one file. */
export const uploadPicture = async (
  file: File,
  userId: string,
  bucket: "pictures" | "enquiry_pictures",
): Promise<string> => {
  const path = picturePath(userId, await hashOf(file), file.type);
  await upload(bucket, path, file, () => {}, new AbortController().signal);
  return bucket === "pictures" ? addressOf(bucket, path) : privateAddress(bucket, path);
};
