import { randomUUID } from "node:crypto";
import { z } from "zod";
import { asCaller, callerOf } from "../access.ts";
import { bucketRules } from "../buckets.ts";
import { refuse } from "../errors.ts";
import { text } from "../lenient.ts";
import { checkObjectName } from "../names.ts";
import { readObject } from "../objects.ts";
import { whileReserved } from "../pending-files.ts";
import { jsonBody } from "../request.ts";
import { checkFits } from "../transfer.ts";
import type { Endpoint } from "./endpoint.ts";

const body = z.object({
  bucketId: text(),
  sourceKey: text(),
  destinationKey: text(),
  destinationBucket: text().optional(),
});

/** `POST /object/move`: gives a file another name or bucket, if the caller may update it so. */
export const moveObject: Endpoint = async ({ core, files, tidy }, c) => {
  const caller = await callerOf(core, c.req.raw);
  const { bucketId, sourceKey, destinationKey, destinationBucket } = await jsonBody(
    c.req.raw,
    caller,
    body,
  );
  checkObjectName(destinationKey);
  await bucketRules(core, bucketId);
  const target = await bucketRules(core, destinationBucket || bucketId);
  const source = await readObject(core, caller, bucketId, sourceKey);
  const moved = {
    message: "Successfully moved",
    Id: source.id,
    Key: `${target.id}/${destinationKey}`,
  };
  if (target.id === bucketId && destinationKey === sourceKey) return c.json(moved);
  if (target.id !== bucketId) checkFits(core, target, source.facts);

  const to = { bucket: target.id, name: destinationKey, version: randomUUID() };
  try {
    await whileReserved(core, to, async (announced) => {
      await announced;
      await asCaller(
        core,
        caller,
        async (tx) => {
          const [row] = await tx.query(
            `update storage.objects set bucket_id = $4, name = $5, version = $6
             where bucket_id = $1 and name = $2 and version = $3 returning id`,
            [bucketId, sourceKey, source.version, to.bucket, to.name, to.version],
          );
          if (!row) throw refuse("accessDenied");
          const from = { bucket: bucketId, name: sourceKey, version: source.version };
          if (!(await files.copy(from, to))) throw refuse("noSuchKey");
        },
        { reserved: to.version },
      );
    });
  } finally {
    tidy();
  }
  return c.json(moved);
};
