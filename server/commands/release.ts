import { ROOT } from "../root.ts";
import { makeRelease } from "./make-release.ts";
import { readArguments } from "./read-arguments.ts";

/** `npm run release -- FOLDER`: the archive of the checked-out commit, its manifest and their hashes. */
const USAGE = "npm run release -- FOLDER";

const main = (): void => {
  const { positionals } = readArguments(USAGE, { allowPositionals: true });
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new Error(`Usage: ${USAGE}`);
  const { version, commit, archive } = makeRelease(ROOT, folder);
  process.stdout.write(
    `${archive.file}: ${(archive.bytes / 1e6).toFixed(1)} MB\nTag it: git tag -s v${version} ${commit.slice(0, 12)} && git push origin v${version}\n`,
  );
};

try {
  main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
