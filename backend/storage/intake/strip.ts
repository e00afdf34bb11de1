import { rename, rm, writeFile } from "node:fs/promises";
import sharp, { type Metadata, type Sharp } from "sharp";
import { refusalName } from "../errors.ts";
import { checkPixels, MOST_PIXELS } from "../images/pixels.ts";
import type { Spooled } from "./receive.ts";

const WRITERS: Record<string, (image: Sharp) => Sharp> = {
  "image/jpeg": (image) => image.jpeg({ quality: 95, chromaSubsampling: "4:4:4" }),
  "image/png": (image) => image.png(),
  "image/webp": (image) => image.webp({ quality: 95 }),
};

const FORMATS: Record<string, string> = {
  "image/jpeg": "jpeg",
  "image/png": "png",
  "image/webp": "webp",
};

/** Pictures whose bytes are decoded on upload, so that their type is certain. */
export const isCheckedPicture = (type: string): boolean => type in FORMATS;

const hasPrivateMetadata = ({ exif, xmp, iptc, comments }: Metadata): boolean =>
  Boolean(exif || xmp || iptc || comments?.length);

interface StripOptions {
  /** Whether a picture must be readable to its end, and not only its beginning. */
  whole: boolean;
  /** The limit of a picture (see `checkPixels`). */
  pixels: number;
  /** Waits until a picture may be decoded. */
  turn: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * Removes camera, place and authorship (EXIF, XMP, IPTC, comments) from a JPEG, PNG or WebP file on disk,
 * and rotates the picture according to its orientation. A file without metadata, or of another type, is
 * unchanged. Returns the size in bytes, or `false` if the bytes are no readable picture of that type;
 * throws `tooLarge` past `pixels`.
 *
 * Limit: an animated PNG with metadata loses all but its first frame.
 */
export const stripImage = async (
  { path, size }: Pick<Spooled, "path" | "size">,
  type: string,
  { whole, pixels, turn }: StripOptions,
): Promise<number | false> => {
  const writer = WRITERS[type];
  if (!writer) return size;
  let bytes: Buffer;
  try {
    const options = { limitInputPixels: MOST_PIXELS, failOn: "error" } as const;
    const facts = await sharp(path, { ...options, limitInputPixels: false }).metadata();
    if (facts.format !== FORMATS[type]) return false;
    checkPixels(facts, pixels);
    // Its first bytes are as they should be: only reading all of it shows whether it was cut off.
    if (whole) await turn(() => sharp(path, options).resize(8, 8, { fit: "fill" }).toBuffer());
    if (!hasPrivateMetadata(facts)) return size;
    const animated = type === "image/webp" && (facts.pages ?? 1) > 1;
    const image = sharp(path, { ...options, animated });
    bytes = await turn(() =>
      writer((animated ? image : image.autoOrient()).keepIccProfile()).toBuffer(),
    );
  } catch (error) {
    if (refusalName(error)) throw error;
    return false;
  }
  // A full disk must not make a picture look like none, which would be stored with all its metadata.
  const stripped = `${path}.stripped`;
  try {
    await writeFile(stripped, bytes);
    await rename(stripped, path);
  } catch (error) {
    await rm(stripped, { force: true });
    throw error;
  }
  return bytes.length;
};
