import type { ConcurrencyLimit } from "#backend/core/concurrency-limit.ts";
import type { Core } from "#backend/core/core.ts";
import type { FileDriver } from "./files/driver.ts";
import type { ImageTransformer } from "./images/image-transformer.ts";
import type { PictureRules } from "./images/rules.ts";

/** The parts that all requests to Storage share. */
export interface StorageParts {
  core: Core;
  files: FileDriver;
  images: ImageTransformer;
  /** Decodes pictures in turn. */
  pictureLimit: ConcurrencyLimit;
  pictureRules: PictureRules;
  /** Folder for unfinished uploads, on the same file system as the files. */
  spool: string;
  /** Requests the removal of abandoned files soon; never throws, never waits. */
  tidy(): void;
}

/** The parameters of every Storage endpoint. */
export interface StorageContext extends StorageParts {
  /** The caller's address, for limits. */
  network: string;
}
