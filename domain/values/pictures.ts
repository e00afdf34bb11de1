/** How a picture is shown: cropped to a small one of 4 by 3, or whole and as large as the screen. */
export type PictureShape = "thumbnail" | "screen";

/** The widths in pixels in which pictures are made. */
const WIDTHS: Record<PictureShape, readonly number[]> = {
  thumbnail: [240, 480, 960],
  screen: [800, 1600, 2400],
};

const transformation = (shape: PictureShape, width: number): string => {
  const size =
    shape === "thumbnail"
      ? `width=${width}&height=${width * 0.75}&resize=cover`
      : `width=${width}&resize=contain`;
  return `${size}&quality=75`;
};

/**
 * Every query with which the site requests pictures from the storage service, which makes no others for
 * visitors.
 */
export const PICTURE_TRANSFORMATIONS: readonly string[] = (
  ["thumbnail", "screen"] as const
).flatMap((shape) => WIDTHS[shape].map((width) => transformation(shape, width)));

/** The most pixels of a picture; a JPEG, which is reduced while it is read, may have more. */
export const MOST_PIXELS = 25_000_000;

/**
 * The widths in which the storage service makes a public picture, as a `srcset`; undefined for a picture of
 * another site.
 */
export const pictureSources = (url: string, shape: PictureShape): string | undefined => {
  const [base, path] = url.split("/storage/v1/object/public/");
  if (path === undefined || path.includes("?")) return undefined;
  const address = `${base}/storage/v1/render/image/public/${path}`;
  return WIDTHS[shape]
    .map((width) => `${address}?${transformation(shape, width)} ${width}w`)
    .join(", ");
};
