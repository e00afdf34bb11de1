/** What a picture is shown as: cut to a small one of 4 by 3, or whole and as large as the screen. */
export type PictureShape = "thumbnail" | "screen";

/** Pixels of width that pictures are drawn in. */
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

/** Every query that the site asks the storage service for pictures with; it draws no others for visitors. */
export const PICTURE_TRANSFORMATIONS: readonly string[] = (
  ["thumbnail", "screen"] as const
).flatMap((shape) => WIDTHS[shape].map((width) => transformation(shape, width)));

/** Pixels that a picture may have; a JPEG, which is shrunk while it is read, may have more. */
export const MOST_PIXELS = 25_000_000;

/**
 * The widths that the storage service draws a public picture in, wherever the service is, as `srcset` has them;
 * undefined for a picture that lies elsewhere.
 */
export const pictureSources = (url: string, shape: PictureShape): string | undefined => {
  const [base, path] = url.split("/storage/v1/object/public/");
  if (path === undefined || path.includes("?")) return undefined;
  const address = `${base}/storage/v1/render/image/public/${path}`;
  return WIDTHS[shape]
    .map((width) => `${address}?${transformation(shape, width)} ${width}w`)
    .join(", ");
};
