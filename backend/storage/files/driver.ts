import type { Readable } from "node:stream";

/** Which bytes: one version of one object. Versions are random and never reused. */
export interface FileKey {
  bucket: string;
  name: string;
  version: string;
}

/** Inclusive byte positions, as HTTP counts them (RFC 9110 section 14.1.2). */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where the bytes are stored. Files are written once and never changed, so a copy may share them. */
export interface FileDriver {
  /** Throws one line if no file could be saved. */
  check(): Promise<void>;
  /**
   * Takes over a finished local file. It is put in place only after `announced` has resolved; once `put`
   * has, the bytes survive a power cut.
   */
  put(key: FileKey, localPath: string, announced?: Promise<unknown>): Promise<void>;
  /** The bytes, only those of `range` if given; null if there is no such file. */
  get(key: FileKey, range?: ByteRange): Promise<Readable | null>;
  /** A readable path of the whole file on this machine while `use` runs; null if missing. */
  withLocal<T>(key: FileKey, use: (path: string) => Promise<T>): Promise<T | null>;
  /** Deletes the file; no error if it is gone already. */
  remove(key: FileKey): Promise<void>;
  /** Creates `to` from `from`; false if `from` is missing. */
  copy(from: FileKey, to: FileKey): Promise<boolean>;
}
