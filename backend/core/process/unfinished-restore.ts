import { existsSync } from "node:fs";
import { mkdir, open, rm, writeFile } from "node:fs/promises";
import path from "node:path";

/** A file in the data folder from before the first thing that a restore writes until the last one. */
const fileOf = (dataDir: string): string => path.join(dataDir, "restore-unfinished");

const sync = async (name: string): Promise<void> => {
  const handle = await open(name, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

export const isRestoring = (dataDir: string): boolean => existsSync(fileOf(dataDir));

/** Both outlast a loss of power: what is written after them must not. */
export const markRestore = async (dataDir: string): Promise<void> => {
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  await writeFile(fileOf(dataDir), "", { flush: true });
  await sync(dataDir);
};

export const unmarkRestore = async (dataDir: string): Promise<void> => {
  await rm(fileOf(dataDir), { force: true });
  await sync(dataDir);
};

/** Throws a sentence for a folder that a restore began to fill: a start would take it for a new site's. */
export const refuseUnfinishedRestore = (dataDir: string): void => {
  if (isRestoring(dataDir))
    throw new Error(`The restore into ${dataDir} has not ended: run \`npm run restore\` again.`);
};
