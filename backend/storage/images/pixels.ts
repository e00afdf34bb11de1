import type { Metadata } from "sharp";
import { refuse } from "../errors.ts";

/** The hosted platform's limit: a small file can unpack to gigabytes. */
export const MOST_PIXELS = 50_000_000;

const MEGA = 1_000_000;

/**
 * Throws `tooLarge` for a picture of more than `pixels`. A JPEG is reduced while it is read, so it may have
 * as many as the platform allows.
 */
export const checkPixels = ({ format, width, height }: Metadata, pixels: number): void => {
  const most = format === "jpeg" ? MOST_PIXELS : pixels;
  if (width * height <= most) return;
  throw refuse("tooLarge", {
    message: `The picture has ${((width * height) / MEGA).toFixed(1)} megapixels, more than ${most / MEGA}`,
  });
};
