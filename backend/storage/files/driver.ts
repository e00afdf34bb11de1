import type { Readable } from "node:stream";

/** Which bytes: one version of one object. Versions are random and never used twice. */
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

/** Where the bytes live. Files are written once and never changed, so a copy may share them. */
export interface FileDriver {
  /**
   * Takes over a finished local file. It is not in its place before `announced` has resolved; once `put`
   * has, the bytes survive a power cut.
   */
  put(key: FileKey, localPath: string, announced?: Promise<unknown>): Promise<void>;
  /** The bytes, from `range` only where it is given; null when there is no such file. */
  get(key: FileKey, range?: ByteRange): Promise<Readable | null>;
  /** A readable path of the whole file on this machine for as long as `use` runs; null when missing. */
  withLocal<T>(key: FileKey, use: (path: string) => Promise<T>): Promise<T | null>;
  /** Removes the file; no error when it is gone already. */
  remove(key: FileKey): Promise<void>;
  /** Makes `to` from `from`; false when `from` is missing. */
  copy(from: FileKey, to: FileKey): Promise<boolean>;
}
