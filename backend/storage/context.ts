import type { Kernel } from "#backend/kernel/kernel.ts";
import type { FileDriver } from "./files/driver.ts";
import type { ImageShop } from "./images/shop.ts";

/** What every endpoint of Storage is given. */
export interface StorageContext {
  kernel: Kernel;
  files: FileDriver;
  images: ImageShop;
  /** Folder for uploads that are still arriving; on the same file system as the files. */
  spool: string;
  /** Asks for loose files to be removed soon; never throws, never waits. */
  tidy(): void;
}
