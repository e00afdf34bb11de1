import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import {
  type BackupPlace,
  backupFolders,
  inFolder,
  MANIFEST,
  openPlace,
} from "supabase-compatible-backend/backup";
import { objectStorageAccount } from "../settings/object-storage.ts";
import { type Check, type Finding, fault, ok, reasonOf, warning } from "./findings.ts";

const HOUR = 60 * 60_000;

/** When the newest complete backup was made: its folder is named by it. */
const newestOf = async (place: BackupPlace): Promise<number | null> => {
  for (const folder of await backupFolders(place))
    if (await place.get(inFolder(folder, MANIFEST)))
      return Date.parse(folder.replace(/(\d\d)(\d\d)(\d\d)Z$/, "$1:$2:$3Z"));
  return null;
};

const checkAge = (newest: number | null, every: number, now: number): Finding => {
  if (newest === null)
    return warning("Backups: there is none yet", "The site makes the first one when it starts");
  const hours = Math.floor((now - newest) / HOUR);
  return hours < 2 * every
    ? ok(`Backups: the newest is ${hours} hours old`)
    : fault(
        `Backups: the newest is ${hours} hours old, and BACKUP_EVERY is ${every}`,
        "See why in the site's log (schedule.task_failed) or at /admin/health",
      );
};

/** Whether the site can back itself up, and has done so of late. */
export const checkBackups: Check = async ({ config, dataDir, now }) => {
  const { BACKUP_TO: address, BACKUP_EVERY, SITE_MODE, SUPABASE_URL } = config;
  if (SUPABASE_URL) return [];
  if (!address)
    return SITE_MODE === "live"
      ? [
          warning(
            "Backups: none are made, because BACKUP_TO is not set",
            "Set it to a folder on another disk, or to s3://bucket/prefix",
          ),
        ]
      : [];
  const account = objectStorageAccount(config);
  if (address.startsWith("s3://")) {
    // What is missing has a line among the settings.
    if (!account) return [];
  } else if (!path.relative(dataDir, path.resolve(address)).startsWith(".."))
    return [
      fault(
        "Backups: BACKUP_TO is inside DATA_DIR",
        "Set it to another disk: what destroys the data would destroy the backups",
      ),
    ];
  else if (!existsSync(address))
    return [
      warning(
        `Backups: ${address} does not exist`,
        "If it is another disk, mount it; otherwise the first backup makes the folder",
      ),
    ];
  const place = openPlace(address, account);
  const probe = `doctor-${randomUUID()}`;
  try {
    await place.put(inFolder(probe, MANIFEST), Buffer.from("A test by npm run doctor."));
    await place.remove(probe);
    return [
      ok(`Backups: ${address} can be written`),
      checkAge(await newestOf(place), BACKUP_EVERY, now()),
    ];
  } catch (error) {
    return [
      fault(
        `Backups: ${reasonOf(error)}`,
        address.startsWith("s3://")
          ? "Let the key list the bucket of BACKUP_TO and get, put and delete its objects"
          : `Give ${address} to the user that runs the site`,
      ),
    ];
  }
};
