import "../environment.ts";

import { callRunningSite } from "./call-running-site.ts";
import { readArguments, runCommand, say } from "./command.ts";
import { readPostcodes } from "./postcode-files.ts";

/** `npm run postcodes -- FILE [FILE …]`: loads where postcodes are into the running site (docs/operations.md). */
const USAGE = "npm run postcodes -- FILE [FILE …]";

const main = async (): Promise<void> => {
  const { positionals: files } = readArguments(USAGE, { allowPositionals: true });
  if (files.length === 0) throw new Error(`Usage: ${USAGE}`);
  const call = await callRunningSite(process.env);
  const { csv, postcodes } = await readPostcodes(files, say);
  const { sectors, outwards } = await call<{ sectors: number; outwards: number }>(
    "POST",
    "/rest/v1/rpc/load_postcodes",
    { content: csv },
  );
  const written = (count: number) => count.toLocaleString("en-GB");
  say(
    `${written(sectors)} sectors and ${written(outwards)} first halves of postcodes loaded, from ${written(postcodes)} postcodes.`,
  );
};

runCommand(main);
