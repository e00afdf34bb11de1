import { hash } from "node:crypto";
import { z } from "zod";
import { type Cipher, openCipher } from "./cipher.ts";
import { type BackupPlace, MANIFEST } from "./place.ts";

/** Raised when an older program could misread what a newer one writes. */
const FORMAT = 1;

const Part = z.object({ bytes: z.number(), sha256: z.string() });
const Named = { schema: z.string(), name: z.string() };
const Digest = { rows: z.number(), hash: z.string() };

const Contents = z.object({
  ledger: z.object({
    services: z.array(z.object({ service: z.string(), name: z.string(), checksum: z.string() })),
    project: z.array(z.string()),
  }),
  tables: z.array(
    z.object({
      ...Named,
      columns: z.array(z.string()),
      binary: z.boolean().default(false),
      ...Digest,
      parts: z.array(Part),
    }),
  ),
  sequences: z.array(z.object({ ...Named, value: z.string(), called: z.boolean() })),
  files: z.object({
    count: z.number(),
    bytes: z.number(),
    parts: z.array(Part),
    /** Files that a row names and the storage does not have; at most a hundred names. */
    missing: z.object({ count: z.number(), names: z.array(z.string()) }),
  }),
  /** The data folder's keys, if it has any. */
  keys: z.array(Part),
  /** Tables that no migration makes: they are not in the backup. */
  leftOut: z.array(z.string()),
});

const Manifest = z.object({
  format: z.number(),
  id: z.string(),
  /** When its snapshot was taken, as ISO 8601 in UTC. */
  made: z.string(),
  release: z.string(),
  encryption: z
    .object({ kdf: z.literal("scrypt"), salt: z.string(), check: z.string() })
    .nullable(),
  sha256: z.string(),
  /** JSON of `Contents`; encrypted and in Base64 if the backup is. */
  contents: z.string(),
});

export type StoredPart = z.infer<typeof Part>;
export type Contents = z.infer<typeof Contents>;
export type TableEntry = Contents["tables"][number];

interface BackupHead {
  id: string;
  made: string;
  release: string;
}

export interface Backup extends BackupHead {
  /** The folder below its place; empty if the place itself is the backup. */
  folder: string;
  contents: Contents;
  cipher: Cipher;
}

export const inFolder = (folder: string, name: string): string =>
  folder === "" ? name : `${folder}/${name}`;

/** Written after everything else: a folder without it is no backup. */
export const writeManifest = async (
  place: BackupPlace,
  { folder, contents, cipher, id, made, release }: Backup,
): Promise<void> => {
  const text = cipher.encrypt(MANIFEST, Buffer.from(JSON.stringify(contents)));
  const manifest: z.infer<typeof Manifest> = {
    format: FORMAT,
    id,
    made,
    release,
    encryption: cipher.header,
    sha256: hash("sha256", text, "hex"),
    contents: text.toString(cipher.header ? "base64" : "utf8"),
  };
  await place.put(inFolder(folder, MANIFEST), Buffer.from(JSON.stringify(manifest, null, 1)));
};

const parse = (bytes: Buffer, where: string): z.infer<typeof Manifest> => {
  const damaged = `The manifest of the backup ${where} is damaged: use another backup.`;
  let manifest: z.infer<typeof Manifest>;
  try {
    manifest = Manifest.parse(JSON.parse(bytes.toString("utf8")));
  } catch {
    throw new Error(damaged);
  }
  const text = Buffer.from(manifest.contents, manifest.encryption ? "base64" : "utf8");
  if (manifest.format > FORMAT)
    throw new Error(
      `The backup ${where} was made by a newer release (${manifest.release}): restore it with that release.`,
    );
  if (hash("sha256", text, "hex") !== manifest.sha256) throw new Error(damaged);
  return manifest;
};

/** The folders of a place that may be backups: named by their time, the newest first. */
export const backupFolders = async (place: BackupPlace): Promise<string[]> =>
  (await place.folders())
    .filter((name) => /^\d{4}-\d\d-\d\dT\d{6}Z$/.test(name))
    .sort()
    .reverse();

/** The place itself if it is a backup, else the newest complete one in it. */
const findManifest = async (
  place: BackupPlace,
): Promise<{ folder: string; bytes: Buffer } | null> => {
  const candidates = async function* () {
    yield "";
    yield* await backupFolders(place);
  };
  for await (const folder of candidates()) {
    const bytes = await place.get(inFolder(folder, MANIFEST));
    if (bytes) return { folder, bytes };
  }
  return null;
};

/** Opens the newest backup of a place. Throws a sentence if there is none, or if it cannot be used. */
export const openBackup = async (
  place: BackupPlace,
  passphrase: string | null,
): Promise<Backup> => {
  const found = await findManifest(place);
  if (!found)
    throw new Error(
      `${place.address} is no backup: it has no ${MANIFEST}, which is written last, once everything else has been verified.`,
    );
  const where = inFolder(place.address, found.folder).replace(/\/$/, "");
  const manifest = parse(found.bytes, where);
  const cipher = await openCipher(manifest.id, manifest.encryption, passphrase);
  const text = Buffer.from(manifest.contents, manifest.encryption ? "base64" : "utf8");
  const { id, made, release } = manifest;
  try {
    const contents = Contents.parse(JSON.parse(cipher.decrypt(MANIFEST, text).toString("utf8")));
    return { folder: found.folder, id, made, release, contents, cipher };
  } catch {
    throw new Error(`The manifest of the backup ${where} is damaged: use another backup.`);
  }
};
