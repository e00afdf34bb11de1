import { LIMITS } from "./limits.ts";

/* Pictures and films that people upload. */

/** The most pictures of a job, a quote or a message; private.picture_problem has the same limit. */
export const MOST_PICTURES = LIMITS.jobs.pictures;

/** Bytes; the bucket has the same limit (P-21). */
const LARGEST_MEDIA = 10 * 1024 * 1024;

/** The accepted types, and the extension of each. */
const ENDINGS: Record<string, string> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "video/mp4": "mp4",
};
export const MEDIA_TYPES = Object.keys(ENDINGS);
export const PICTURE_TYPES = MEDIA_TYPES.filter((type) => type.startsWith("image/"));

export type MediaItem = {
  id: string;
  /** A web address, or the path of a public file of ours. */
  url: string;
  type: "image" | "video";
  filename: string;
  /** A description for people who cannot see it. */
  alt: string;
  /** The text below it, for everybody. */
  caption: string;
  /** A film's spoken words and sounds, as WebVTT. */
  subtitles?: string;
};

/**
 * Why a file cannot be accepted, as text for people, or null (spec 2 section 5). The server checks the
 * content.
 */
export const fileRefusal = (file: {
  name: string;
  size: number;
  type: string;
}): { title: string; description: string } | null => {
  if (!MEDIA_TYPES.includes(file.type)) {
    return {
      title: "Invalid file type",
      description: `${file.name} is not a JPEG, PNG, WEBP or MP4`,
    };
  }
  if (file.size === 0) {
    return {
      title: "File is empty",
      description: `${file.name} is empty. Please choose another file.`,
    };
  }
  if (file.size > LARGEST_MEDIA) {
    return { title: "File too large", description: `${file.name} is larger than 10MB` };
  }
  return null;
};

/** As above, for a picture outside the portfolio, where no film is accepted. */
export const pictureRefusal = (file: {
  name: string;
  size: number;
  type: string;
}): { title: string; description: string } | null =>
  PICTURE_TYPES.includes(file.type)
    ? fileRefusal(file)
    : { title: "Invalid file type", description: `${file.name} is not a JPEG, PNG or WEBP` };

/** The path of a picture outside the portfolio: the hash of its content, so the same picture is one file. */
export const picturePath = (userId: string, hash: string, type: string): string =>
  `${userId}/${hash}.${ENDINGS[type] ?? "bin"}`;

/** A file's path in the bucket (spec 2 section 7). */
export const mediaPath = (userId: string, timestamp: number, index: number, type: string): string =>
  `${userId}/portfolio/${timestamp}-${index}.${ENDINGS[type] ?? "bin"}`;
