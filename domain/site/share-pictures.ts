import { brandVersion, type SiteBrand } from "./brand.ts";

/**
 * A short hash of a sharing picture's text, for its address: a new text gives a new address, so the picture
 * may be cached for ever. (FNV-1a: nothing secret depends on it.)
 */
export const pictureVersion = (brand: SiteBrand, facts: readonly string[]): string => {
  let hash = 0x811c9dc5;
  for (const sign of [brandVersion(brand), ...facts].join("\n")) {
    hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(36);
};
