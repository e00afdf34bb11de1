import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { createConcurrencyLimit } from "#backend/kernel/concurrency-limit.ts";
import { refuse } from "../errors.ts";
import type { FileDriver, FileKey } from "../files/driver.ts";
import { essence, sniffFile } from "../intake/sniff.ts";
import { MOST_PIXELS } from "../intake/strip.ts";
import { type ImageOptions, optionsKey, QUALITY } from "./options.ts";

/** A picture made from a file. */
interface MadeImage {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
}

export interface ImageShop {
  /** The file as the options ask; null when the file is gone. Throws `invalidRequest` for no picture. */
  make(
    key: FileKey,
    mimetype: string,
    options: ImageOptions,
    accept: string,
  ): Promise<MadeImage | null>;
  /** Drops everything made from one version of a file. */
  forget(version: string): Promise<void>;
  /** The versions that something made from them is kept of. */
  kept(): Promise<string[]>;
}

/** At work at once, and waiting for it; a third would only slow the two cores of a small machine. */
const AT_ONCE = 2;
const WAITING = 64;
/** Bytes on disk, after which the pictures longest unused go. */
const SHELF = 512 * 1_048_576;
const INVENTORY_EVERY = 200;
/** Seconds that one picture may take. */
const TIME = 10;

type Target = "jpeg" | "png" | "webp" | "avif" | "gif";
const ORIGIN: Record<string, Target> = {
  "image/jpeg": "jpeg",
  "image/png": "png",
  "image/webp": "webp",
  "image/avif": "avif",
  "image/gif": "gif",
};

const UNREADABLE = "The source image is invalid or unsupported for rendering";

const targetOf = (kind: string, { format }: ImageOptions, accept: string): Target => {
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

const draw = async (path: string, target: Target, options: ImageOptions): Promise<Buffer> => {
  const { width, height, resize, quality = QUALITY } = options;
  try {
    // A damaged picture is shown as far as it can be read, as by the hosted platform.
    return await sharp(path, { limitInputPixels: MOST_PIXELS, failOn: "none" })
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
  } catch (cause) {
    throw refuse("invalidRequest", { message: UNREADABLE, cause });
  }
};

/**
 * Makes pictures from stored ones (Supabase's image transformations) and keeps them in `shelf`,
 * one folder per version of the file. Vector pictures are not drawn: that runs a whole document
 * engine on strangers' input.
 */
export const createImageShop = (files: FileDriver, shelf: string): ImageShop => {
  const queue = createConcurrencyLimit({
    running: AT_ONCE,
    waiting: WAITING,
    full: () => refuse("slowDown"),
  });
  const making = new Map<string, Promise<MadeImage | null>>();
  let made = 0;

  const keep = async (path: string, bytes: Uint8Array) => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const part = `${path}.${randomUUID()}`;
    await writeFile(part, bytes, { mode: 0o600 });
    await rename(part, path);
    made++;
    if (made % INVENTORY_EVERY === 0) await takeInventory(shelf);
  };

  return {
    async make(key, mimetype, options, accept) {
      // A picture that came without a type goes by plain text.
      const kind =
        essence(mimetype) === "text/plain"
          ? await files.withLocal(key, (source) => sniffFile(source, null))
          : mimetype;
      if (kind === null) return null;
      const target = targetOf(kind, options, accept);
      const path = join(shelf, key.version, `${optionsKey(options)}.${target}`);
      const type = `image/${target}`;
      const ready = await readFile(path).catch(() => null);
      if (ready) {
        const now = new Date();
        await utimes(path, now, now).catch(() => undefined);
        return { bytes: new Uint8Array(ready), type };
      }
      let work = making.get(path);
      if (!work) {
        work = queue(() =>
          files.withLocal(key, async (source) => {
            const bytes = new Uint8Array(await draw(source, target, options));
            await keep(path, bytes);
            return { bytes, type };
          }),
        ).finally(() => making.delete(path));
        making.set(path, work);
      }
      return work;
    },
    async forget(version) {
      await rm(join(shelf, version), { recursive: true, force: true });
    },
    kept: () => readdir(shelf),
  };
};

/** Removes the pictures longest unused until the shelf is within its bounds. */
const takeInventory = async (shelf: string): Promise<void> => {
  const pictures: { path: string; size: number; used: number }[] = [];
  for (const entry of await readdir(shelf, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const facts = await stat(path).catch(() => null);
    if (facts) pictures.push({ path, size: facts.size, used: facts.mtimeMs });
  }
  let total = pictures.reduce((sum, { size }) => sum + size, 0);
  for (const { path, size } of pictures.sort((a, b) => a.used - b.used)) {
    if (total <= SHELF) break;
    await rm(path, { force: true });
    total -= size;
  }
};
