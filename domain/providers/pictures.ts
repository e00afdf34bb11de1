import { LIMITS } from "#domain/values/limits.ts";

/** The most pictures of a job, a quote or a message; private.picture_problem has the same limit. */
export const MOST_PICTURES = LIMITS.jobs.pictures;

const PRIVATE_SHELF = "/storage/v1/object/authenticated/";

/** The address of a file that only some people may read. */
export const privateAddress = (bucket: string, path: string): string =>
  `${PRIVATE_SHELF}${bucket}/${path}`;

/** The place of a file that only some people may read; null for any other address. */
export const privatePlace = (url: string): { bucket: string; path: string } | null => {
  if (!url.startsWith(PRIVATE_SHELF)) return null;
  const [bucket = "", ...path] = url.slice(PRIVATE_SHELF.length).split("/");
  return { bucket, path: path.join("/") };
};

/** Pictures as the gallery shows them. Only their owner knows what is on them, so their texts say whose they are. */
export const picturesOf = (pictures: readonly string[], from: string) =>
  pictures.map((url, index) => ({
    media: { id: url, url, type: "image" as const, filename: "", alt: "", caption: "" },
    text: `Picture ${index + 1} of ${pictures.length}, from ${from}`,
  }));
