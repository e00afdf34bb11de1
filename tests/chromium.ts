import { execFile } from "node:child_process";
import { createReadStream, createWriteStream } from "node:fs";
import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { createBrotliDecompress } from "node:zlib";

const PACKAGE = path.resolve(import.meta.dirname, "../node_modules/@sparticuz/chromium");
const CACHE = path.resolve(import.meta.dirname, "../node_modules/.cache");

const unpackTar = async (archive: string, into: string) => {
  // By way of a file: tar may stop reading a pipe at the archive's end mark, before what pads it.
  const plain = path.join(into, `${path.basename(archive)}.plain`);
  await pipeline(createReadStream(archive), createBrotliDecompress(), createWriteStream(plain));
  await promisify(execFile)("tar", ["-x", "-C", into, "-f", plain]);
  await rm(plain);
};

/**
 * The Chromium that npm installed, unpacked once for each version. Unpacking into a folder of its own
 * and renaming it makes parallel runs safe: the last one wins with the same content.
 * @returns the folder with `chromium` and the libraries it needs (`lib/`).
 */
const unpackChromium = async (): Promise<string> => {
  const { version } = JSON.parse(await readFile(path.join(PACKAGE, "package.json"), "utf8"));
  const home = path.join(CACHE, `chromium-${version}`);
  if (
    await access(path.join(home, "chromium")).then(
      () => true,
      () => false,
    )
  )
    return home;
  await mkdir(CACHE, { recursive: true });
  const draft = await mkdtemp(path.join(CACHE, "unpacking-"));
  await Promise.all([
    pipeline(
      createReadStream(path.join(PACKAGE, "bin/chromium.br")),
      createBrotliDecompress(),
      createWriteStream(path.join(draft, "chromium"), { mode: 0o755 }),
    ),
    unpackTar(path.join(PACKAGE, "bin/al2023.tar.br"), draft),
    unpackTar(path.join(PACKAGE, "bin/fonts.tar.br"), draft),
  ]);
  // The package's own file names folders of the service it was made for.
  await writeFile(
    path.join(draft, "fonts.conf"),
    `<?xml version="1.0"?><fontconfig><dir>${home}/fonts</dir><cachedir>${home}/fonts-cache</cachedir></fontconfig>`,
  );
  await rename(draft, home).catch(() => rm(draft, { recursive: true, force: true }));
  return home;
};

/** Launch options for Playwright: our Chromium with its own libraries, in a sandbox-less container. */
export const chromiumLaunch = async () => {
  const home = await unpackChromium();
  return {
    executablePath: path.join(home, "chromium"),
    args: ["--no-sandbox", "--font-render-hinting=none", "--disable-gpu"],
    env: { ...process.env, LD_LIBRARY_PATH: path.join(home, "lib"), FONTCONFIG_PATH: home },
  };
};
