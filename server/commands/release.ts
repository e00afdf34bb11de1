import { ROOT } from "../root.ts";
import { readArguments, runCommand, say } from "./command.ts";
import { makeRelease } from "./make-release.ts";

/** `npm run release -- FOLDER`: the archive of the checked-out commit, its manifest and their hashes. */
const USAGE = "npm run release -- FOLDER";

const main = async (): Promise<void> => {
  const { positionals } = readArguments(USAGE, { allowPositionals: true });
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new Error(`Usage: ${USAGE}`);
  const { version, commit, archive } = makeRelease(ROOT, folder);
  say(`${archive.file}: ${(archive.bytes / 1e6).toFixed(1)} MB`);
  say(`Tag it: git tag -s v${version} ${commit.slice(0, 12)} && git push origin v${version}`);
};

runCommand(main);
