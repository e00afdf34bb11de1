import sharp from "sharp";
import { refusalName, refuse } from "../errors.ts";
import { type ImageOptions, QUALITY } from "./options.ts";
import { checkPixels, MOST_PIXELS } from "./pixels.ts";

// Each picture is used once, so libvips's own cache would only waste memory. With one thread for each, the
// number of concurrent pictures decides how many cores they use.
sharp.cache(false);
sharp.concurrency(1);

/** Seconds for one picture. */
const TIME = 10;

export type Target = "jpeg" | "png" | "webp" | "avif" | "gif";
const ORIGIN: Record<string, Target> = {
  "image/jpeg": "jpeg",
  "image/png": "png",
  "image/webp": "webp",
  "image/avif": "avif",
  "image/gif": "gif",
};

const UNREADABLE = "The source image is invalid or unsupported for rendering";

/** The output format for a picture of this type; throws `invalidRequest` if it is not a picture. */
export const targetOf = (kind: string, { format }: ImageOptions, accept: string): Target => {
  const origin = ORIGIN[kind];
  if (!origin) {
    const drawn = kind.startsWith("image/");
    throw refuse("invalidRequest", {
      message: drawn ? UNREADABLE : "The requested resource isn't a valid image",
    });
  }
  if (format === "webp" || format === "avif") return format;
  if (format === "origin") return origin;
  return accept.includes("image/webp") ? "webp" : origin;
};

/** Makes the picture; throws `invalidRequest` if its source cannot be read, `tooLarge` past `pixels`. */
export const draw = async (
  path: string,
  target: Target,
  options: ImageOptions,
  pixels: number,
): Promise<Uint8Array<ArrayBuffer>> => {
  const { width, height, resize, quality = QUALITY } = options;
  // A damaged picture is shown as far as it can be read, as on the hosted platform.
  const image = sharp(path, { limitInputPixels: MOST_PIXELS, failOn: "none" });
  try {
    checkPixels(await image.metadata(), pixels);
    const bytes = await image
      .timeout({ seconds: TIME })
      .autoOrient()
      .resize({
        width,
        height,
        fit: resize === "contain" ? "inside" : resize,
        withoutEnlargement: resize !== "fill",
      })
      .toFormat(target, target === "gif" ? {} : { quality })
      .toBuffer();
    return new Uint8Array(bytes);
  } catch (cause) {
    if (refusalName(cause)) throw cause;
    throw refuse("invalidRequest", { message: UNREADABLE, cause });
  }
};
