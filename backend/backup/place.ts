/** The file that makes a folder a backup: written last, and deleted first. */
export const MANIFEST = "manifest.json";

/** Where backups are stored: a folder, or a bucket of an object storage. */
export interface BackupPlace {
  /** As the operator wrote it. */
  address: string;
  /** Names of the folders directly below. */
  folders(): Promise<string[]>;
  /** Stores a file whole or not at all; once resolved, it survives a power cut. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Null if there is no such file. */
  get(name: string): Promise<Buffer | null>;
  /** Deletes a folder with all its files, its manifest first. */
  remove(folder: string): Promise<void>;
}
