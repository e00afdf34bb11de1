import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "zod";
import type { Core } from "#backend/core/core.ts";
import { callerOf, readAs } from "../access.ts";
import { bucketRules } from "../buckets.ts";
import { describeOptions, parseImageOptions } from "../images/options.ts";
import { text, whole } from "../lenient.ts";
import { checkVersion, readObject } from "../objects.ts";
import { jsonBody, MOST_NAMES } from "../request.ts";
import { signDownload } from "../signed.ts";
import { type Endpoint, pathPart } from "./endpoint.ts";

/** Seconds; ten years. */
const expiresIn = whole(1, 315_360_000);

const one = z.object({
  expiresIn,
  transform: z.record(z.string(), z.unknown()).optional(),
  versionId: z.string().optional(),
});
const many = z.object({ expiresIn, paths: z.array(text()).min(1).max(MOST_NAMES) });

/** How long an address works, in seconds: of a private bucket's file no longer than the project says. */
const lifeOf = async (core: Core, bucket: string, requested: number): Promise<number> => {
  const most = core.project.config.storage.signedUrlLife;
  if (most === 0 || requested <= most) return requested;
  return (await bucketRules(core, bucket)).public ? requested : most;
};

/** `POST /object/sign/:bucket/:name`: a temporary address for a file that the caller may read. */
export const signObject: Endpoint = async ({ core, pictureRules }, c) => {
  const caller = await callerOf(core, c.req.raw);
  const { expiresIn, transform, versionId } = await jsonBody(c.req.raw, caller, one);
  const imageOptions = transform && parseImageOptions(transform);
  // Some clients always send options: without effect, they produce the address of the file itself.
  const options = imageOptions && describeOptions(imageOptions) !== "" ? imageOptions : undefined;
  if (options) pictureRules.check(options, caller);
  const object = await readObject(core, caller, pathPart(c, "bucket"), pathPart(c, "name"));
  checkVersion(object, versionId);
  const { bucket, name } = object;
  const address = { bucket, name, version: versionId };
  const life = await lifeOf(core, bucket, expiresIn);
  return c.json({ signedURL: await signDownload(core, caller, address, life, options) });
};

const SIGNED_IN_A_TURN = 100;

const NOT_SEEN = "Either the object does not exist or you do not have access to it";

/** `POST /object/sign/:bucket`: the same for many; a file that cannot be read gets an error instead. */
export const signObjects: Endpoint = async ({ core }, c) => {
  const caller = await callerOf(core, c.req.raw);
  const { expiresIn, paths } = await jsonBody(c.req.raw, caller, many);
  const bucket = pathPart(c, "bucket");
  const rows = await readAs(core, caller, {
    text: `select o.name from storage.objects o where o.bucket_id = $1
             and o.name in (select json_array_elements_text($2))`,
    values: [bucket, JSON.stringify(paths)],
  });
  const life = rows.length > 0 ? await lifeOf(core, bucket, expiresIn) : expiresIn;
  const addresses = new Map<string, string>();
  // One after another, each once, and some in a turn: thousands at once would delay everybody else.
  for (const { name } of rows) {
    if (name) addresses.set(name, await signDownload(core, caller, { bucket, name }, life));
    if (addresses.size % SIGNED_IN_A_TURN === 0) await nextTurn();
  }
  return c.json(
    paths.map((path) => {
      const signedURL = addresses.get(path) ?? null;
      return { error: signedURL === null ? NOT_SEEN : null, path, signedURL };
    }),
  );
};
