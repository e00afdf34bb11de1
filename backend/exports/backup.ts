/** Copies of the database and the files: made, checked, restored, moved. */
export { createBackup } from "../backup/backup.ts";
export { listSequences, listTables, nameOf } from "../backup/catalogue.ts";
export { folderPlace } from "../backup/folder-place.ts";
export type { Sources } from "../backup/make-tables.ts";
export { backupFolders, inFolder } from "../backup/manifest.ts";
export { openPlace } from "../backup/open-place.ts";
export { createPace, noPace } from "../backup/pace.ts";
export { type BackupPlace, MANIFEST } from "../backup/place.ts";
export {
  markNewFolder,
  openRestorable,
  refuseUsedTarget,
  restoreBackup,
} from "../backup/restore.ts";
export { deleteOldBackups } from "../backup/rotate.ts";
export { withSession } from "../backup/session.ts";
export { digestTable } from "../backup/tables-out.ts";
export { refuseUnfinishedRestore } from "../core/process/unfinished-restore.ts";
export type { S3Options } from "../storage/files/bucket.ts";
export type { FileDriver } from "../storage/files/driver.ts";
export { folderDriver } from "../storage/files/folder.ts";
export { s3Driver } from "../storage/files/s3.ts";
export { openFiles } from "../storage/storage.ts";
