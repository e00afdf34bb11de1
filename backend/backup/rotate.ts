import { backupFolders, inFolder } from "./manifest.ts";
import { type BackupPlace, MANIFEST } from "./place.ts";

/**
 * Deletes all but the newest complete backups of a place, and what failed attempts left before the newest
 * one. Returns the deleted folders.
 */
export const deleteOldBackups = async (place: BackupPlace, most: number): Promise<string[]> => {
  const deleted: string[] = [];
  let complete = 0;
  for (const folder of await backupFolders(place)) {
    const whole = (await place.get(inFolder(folder, MANIFEST))) !== null;
    if (whole) complete += 1;
    // A folder that is newer than every backup may be one that is being made.
    if (complete === 0 || (whole && complete <= most)) continue;
    await place.remove(folder);
    deleted.push(folder);
  }
  return deleted;
};
