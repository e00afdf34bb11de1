/**
 * How a picture is shown: cropped to a small square, to a card's 16 by 10 (on a telephone a tile of 3 by 4), or to 4 by
 * 3, whole and as large as the screen, or as a sign.
 */
export type PictureShape = "avatar" | "card" | "tile" | "thumbnail" | "screen" | "logo";

/** The widths in pixels in which pictures are made. */
const WIDTHS: Record<PictureShape, readonly number[]> = {
  avatar: [112, 256],
  card: [400, 800],
  tile: [114, 228],
  thumbnail: [240, 480, 960],
  screen: [800, 1600, 2400],
  logo: [160],
};

/** Height for each pixel of width; a picture without one is shown whole. */
const HEIGHT: Partial<Record<PictureShape, number>> = {
  avatar: 1,
  card: 0.625,
  tile: 4 / 3,
  thumbnail: 0.75,
};

/** Of 100; a page has many tiles, and each is small. */
const QUALITY: Partial<Record<PictureShape, number>> = { tile: 45 };

const transformation = (shape: PictureShape, width: number): string => {
  const height = HEIGHT[shape];
  const size = height
    ? `width=${width}&height=${width * height}&resize=cover`
    : `width=${width}&resize=contain`;
  return `${size}&quality=${QUALITY[shape] ?? 75}`;
};

/** As above, for a private picture, which is requested in one size. */
export const privateTransformation = (shape: "thumbnail" | "screen") => {
  const width = shape === "thumbnail" ? 240 : 1600;
  return shape === "thumbnail"
    ? { width, height: width * 0.75, resize: "cover" as const, quality: 75 }
    : { width, resize: "contain" as const, quality: 75 };
};

/**
 * Every query with which the site requests pictures from the storage service, which makes no others for
 * visitors.
 */
export const PICTURE_TRANSFORMATIONS: readonly string[] = (
  ["avatar", "card", "tile", "thumbnail", "screen", "logo"] as const
).flatMap((shape) => WIDTHS[shape].map((width) => transformation(shape, width)));

/** The most pixels of a picture; a JPEG, which is reduced while it is read, may have more. */
export const MOST_PIXELS = 25_000_000;

/** What makes the address of a replaced picture a new one. */
const VERSION = /^(.*?)(?:\?(v=[\w-]+))?$/;

/**
 * The widths in which the storage service makes a public picture, as a `srcset`; undefined for a picture of
 * another site.
 */
export const pictureSources = (url: string, shape: PictureShape): string | undefined => {
  const [base, file] = url.split("/storage/v1/object/public/");
  const [, path, version] = VERSION.exec(file ?? "") ?? [];
  if (!path || path.includes("?")) return undefined;
  const address = `${base}/storage/v1/render/image/public/${path}`;
  return WIDTHS[shape]
    .map((width) => {
      const query = [transformation(shape, width), version].filter(Boolean).join("&");
      return `${address}?${query} ${width}w`;
    })
    .join(", ");
};

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
