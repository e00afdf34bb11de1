import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { filesBelow } from "./build.ts";

const COMPRESSIBLE = /\.(js|css|svg|html|json|txt|xml|webmanifest)$/;

/**
 * Writes `.br` and `.gz` beside every text file of a folder, so that serving one costs no CPU. A program of its own
 * (`ensureBuilt`), since what it takes of memory for a few seconds, a server would keep.
 */
const [folder = ""] = process.argv.slice(2);
const files = (await filesBelow(folder)).filter((file) => COMPRESSIBLE.test(file));
await Promise.all(
  files.map(async (file) => {
    const content = await readFile(file);
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }));
    await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
  }),
);
