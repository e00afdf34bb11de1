import { hash } from "node:crypto";
import { promisify } from "node:util";
import { zstdCompress, zstdDecompress } from "node:zlib";
import type { Cipher } from "./cipher.ts";
import { PART_BYTES } from "./copy.ts";
import { type Backup, inFolder, type StoredPart } from "./manifest.ts";
import type { Pace } from "./pace.ts";
import type { BackupPlace } from "./place.ts";

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

const partName = (stream: string, index: number): string =>
  `${stream}/${String(index + 1).padStart(5, "0")}`;

export interface PartTarget {
  place: BackupPlace;
  folder: string;
  cipher: Cipher;
  pace: Pace;
}

/** Writes one stream of a backup, compressed, encrypted and cut into files of bounded size. */
export const createPartWriter = (target: PartTarget, stream: string) => {
  const parts: StoredPart[] = [];
  let chunks: Buffer[] = [];
  let bytes = 0;

  const store = async (plain: Buffer): Promise<void> => {
    const name = partName(stream, parts.length);
    await target.pace(plain.length);
    const stored = target.cipher.encrypt(name, await compress(plain));
    await target.place.put(inFolder(target.folder, name), stored);
    parts.push({ bytes: stored.length, sha256: hash("sha256", stored, "hex") });
  };
  const flush = async (): Promise<void> => {
    if (bytes === 0) return;
    const plain = Buffer.concat(chunks, bytes);
    chunks = [];
    bytes = 0;
    await store(plain);
  };

  return {
    /** Stores these bytes as one part. */
    store,
    /** Gathers bytes for a part. */
    async add(chunk: Buffer): Promise<void> {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= PART_BYTES) await flush();
    },
    async end(): Promise<StoredPart[]> {
      await flush();
      return parts;
    },
  };
};

/** Reads one stream of a backup. A part that is missing or not as it was written is named. */
export async function* readParts(
  place: BackupPlace,
  { folder, cipher }: Pick<Backup, "folder" | "cipher">,
  stream: string,
  parts: readonly StoredPart[],
): AsyncGenerator<Buffer> {
  for (const [index, { sha256 }] of parts.entries()) {
    const name = partName(stream, index);
    const stored = await place.get(inFolder(folder, name));
    if (!stored) throw new Error(`The part ${name} of this backup is missing: use another backup.`);
    const damaged = new Error(`The part ${name} of this backup is damaged: use another backup.`);
    if (hash("sha256", stored, "hex") !== sha256) throw damaged;
    let plain: Buffer;
    try {
      plain = await decompress(cipher.decrypt(name, stored));
    } catch {
      throw damaged;
    }
    yield plain;
  }
}
