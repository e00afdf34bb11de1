import type { Caller } from "#backend/core/tokens/caller.ts";
import { refuse } from "../errors.ts";
import { type ImageOptions, optionsKey, parseImageOptions } from "./options.ts";
import { MOST_PIXELS } from "./pixels.ts";

/** A project's rules for pictures; without them everything is as on the hosted platform. */
export interface PictureSettings {
  /**
   * The only transformations allowed to callers other than the service role, as query strings such as
   * `width=480&quality=75`: each one that a stranger may choose is one more to make and store.
   */
  transformations?: readonly string[];
  /** The most pixels of a picture, except for a JPEG (see `checkPixels`). */
  pixels?: number;
}

export interface PictureRules {
  pixels: number;
  /** Throws `invalidRequest` for a transformation that this caller may not request; null is anybody. */
  check(options: ImageOptions, caller: Caller | null): void;
}

/** Reads a project's settings; throws for an invalid transformation. */
export const createPictureRules = ({
  transformations,
  pixels = MOST_PIXELS,
}: PictureSettings = {}): PictureRules => {
  const made =
    transformations &&
    new Set(
      transformations.map((query) =>
        optionsKey(parseImageOptions(Object.fromEntries(new URLSearchParams(query)))),
      ),
    );
  return {
    pixels: Math.min(pixels, MOST_PIXELS),
    check(options, caller) {
      if (!made || caller?.role === "service_role" || made.has(optionsKey(options))) return;
      throw refuse("invalidRequest", {
        message: "Pictures are made in a few sizes only, and this is none of them",
      });
    },
  };
};
