import { type ConcurrencyLimit, createConcurrencyLimit } from "#backend/core/concurrency-limit.ts";
import type { Log } from "#backend/core/log.ts";
import { createSharedWork } from "#backend/core/shared-work.ts";
import { refuse } from "../errors.ts";
import type { FileDriver, FileKey } from "../files/driver.ts";
import { mediaTypeEssence, sniffFile } from "../intake/sniff.ts";
import { createShelf } from "./cache-directory.ts";
import { draw, type Target, targetOf } from "./draw.ts";
import { type ImageOptions, optionsKey } from "./options.ts";

/** A picture made from a file. */
interface MadeImage {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
}

/** Who asks for a picture. */
interface TransformCaller {
  /** The network for which it counts. */
  network: string;
  /** The types that the reader accepts, from the header `Accept`. */
  accept: string;
  /** Aborted when the reader has gone. */
  signal: AbortSignal;
}

export interface ImageTransformer {
  /**
   * The file with these options applied; null if the file is gone. Throws `invalidRequest` if it is not a
   * picture.
   */
  make(
    key: FileKey,
    mimetype: string,
    options: ImageOptions,
    caller: TransformCaller,
  ): Promise<MadeImage | null>;
  /** Removes everything made from one version of a file. */
  removeImages(version: string): Promise<void>;
  /** The versions with cached pictures. */
  versions(): Promise<string[]>;
}

/**
 * Decoding of pictures, on upload and for reading: two at once, of which one network may use one, so that
 * the other is free for everybody else. A third would only slow the two cores of a small machine.
 */
export const createPictureLimit = (): ConcurrencyLimit =>
  createConcurrencyLimit({
    running: 2,
    runningPerCaller: 1,
    waiting: 128,
    waitingPerCaller: 48,
    patience: 20_000,
    full: () => refuse("slowDown", { headers: { "retry-after": "5" } }),
  });

interface TransformerOptions {
  files: FileDriver;
  /** Folder for transformed pictures. */
  shelf: string;
  limit: ConcurrencyLimit;
  /** The limit of a source (see `checkPixels`). */
  pixels: number;
  log: Log;
}

/**
 * Transforms stored pictures (Supabase's image transformations) and caches the results. Vector pictures are
 * not drawn: that would run a whole document engine on strangers' input.
 */
export const createImageTransformer = ({
  files,
  shelf,
  limit,
  pixels,
  log,
}: TransformerOptions): ImageTransformer => {
  const made = createShelf(shelf);
  const shared = createSharedWork<Uint8Array<ArrayBuffer> | null>();
  /** Pictures being made at this moment, by place in the cache. */
  const drawing = new Map<string, Promise<Uint8Array<ArrayBuffer> | null>>();

  const drawn = async (key: FileKey, name: string, target: Target, options: ImageOptions) =>
    (await made.find(key.version, name)) ??
    (await files.withLocal(key, async (source) => {
      const bytes = await draw(source, target, options, pixels);
      // The reader gets the picture even if there is no room to cache it.
      await made
        .put(key.version, name, bytes)
        .catch((error) => log.warn("storage.picture_not_kept", { error }));
      return bytes;
    }));

  return {
    async make(key, mimetype, options, { network, accept, signal }) {
      // A picture uploaded without a type is declared as plain text.
      const kind =
        mediaTypeEssence(mimetype) === "text/plain"
          ? await files.withLocal(key, (source) => sniffFile(source, null))
          : mimetype;
      if (kind === null) return null;
      const target = targetOf(kind, options, accept);
      const name = `${optionsKey(options)}.${target}`;
      const place = `${key.version}/${name}`;
      // Each network waits for its own turn: one picture that many want must not wait in the longest queue.
      const bytes =
        (await made.find(key.version, name)) ??
        (await shared(
          `${network} ${place}`,
          async (unwanted) => {
            const turn = { caller: network, signal: unwanted };
            const { picture } = await limit(async () => {
              const others = drawing.get(place);
              // A caller who waits for another's drawing needs no slot for it.
              if (others) return { picture: others };
              const picture = drawn(key, name, target, options).finally(() =>
                drawing.delete(place),
              );
              drawing.set(place, picture);
              await picture;
              return { picture };
            }, turn);
            return picture;
          },
          signal,
        ));
      return bytes && { bytes, type: `image/${target}` };
    },
    removeImages: made.remove,
    versions: made.versions,
  };
};
