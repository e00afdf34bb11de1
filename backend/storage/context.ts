import type { ConcurrencyLimit } from "#backend/core/concurrency-limit.ts";
import type { Core } from "#backend/core/core.ts";
import type { FileDriver } from "./files/driver.ts";
import type { ImageTransformer } from "./images/image-transformer.ts";
import type { PictureRules } from "./images/rules.ts";

/** What all requests to Storage share. */
export interface StorageParts {
  core: Core;
  files: FileDriver;
  images: ImageTransformer;
  /** Decodes pictures in turn. */
  pictureLimit: ConcurrencyLimit;
  pictureRules: PictureRules;
  /** Folder for uploads that are still arriving; on the same file system as the files. */
  spool: string;
  /** Asks for loose files to be removed soon; never throws, never waits. */
  tidy(): void;
}

/** What every endpoint of Storage is given. */
export interface StorageContext extends StorageParts {
  /** Where the request comes from, as limits count it. */
  network: string;
}
