import type { Metadata } from "sharp";
import { expect, it } from "vitest";
import { checkPixels } from "./pixels.ts";

it.each<[Metadata["format"], number, number, string | null]>([
  ["png", 5_000, 5_000, null],
  ["png", 8_000, 4_000, "The picture has 32.0 megapixels, more than 25"],
  ["jpeg", 8_160, 6_120, null],
  ["jpeg", 8_192, 6_144, "The picture has 50.3 megapixels, more than 50"],
  ["jpeg", 12_000, 9_000, "The picture has 108.0 megapixels, more than 50"],
])("a %s of %i by %i pixels", (format, width, height, refusal) => {
  const check = () => checkPixels({ format, width, height } as Metadata, 25_000_000);
  if (refusal) expect(check).toThrow(refusal);
  else expect(check).not.toThrow();
});
