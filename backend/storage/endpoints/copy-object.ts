import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Queryable, Row } from "#backend/core/database/database.ts";
import { asCaller, callerOf, ownerOf } from "../access.ts";
import { bucketRules } from "../buckets.ts";
import { refuse } from "../errors.ts";
import { metadataHeader } from "../intake/open.ts";
import { flag, text } from "../lenient.ts";
import { checkObjectName } from "../names.ts";
import { OBJECT_COLUMNS, readObject } from "../objects.ts";
import { whileReserved } from "../pending-files.ts";
import { jsonBody } from "../request.ts";
import { checkFits } from "../transfer.ts";
import { writeObject } from "../write-object.ts";
import type { Endpoint } from "./endpoint.ts";

const body = z.object({
  bucketId: text(),
  sourceKey: text(),
  destinationKey: text(),
  destinationBucket: text().optional(),
  copyMetadata: flag().default(true),
  metadata: z
    .object({
      cacheControl: z
        .string()
        .regex(/^[\w\-=, ]{1,200}$/)
        .optional(),
    })
    .optional(),
});

/**
 * `POST /object/copy`: a second file with the same bytes, owned by the caller; `x-upsert: true` also
 * replaces an old one. Without `copyMetadata` its metadata comes from the header `x-metadata`. The type
 * always follows the bytes, whatever `metadata` says.
 */
export const copyObject: Endpoint = async ({ core, files, tidy }, c) => {
  const caller = await callerOf(core, c.req.raw);
  const wish = await jsonBody(c.req.raw, caller, body);
  const { bucketId, sourceKey, destinationKey } = wish;
  checkObjectName(destinationKey);
  await bucketRules(core, bucketId);
  const target = await bucketRules(core, wish.destinationBucket || bucketId);
  const source = await readObject(core, caller, bucketId, sourceKey);
  checkFits(core, target, source.facts);

  const to = { bucket: target.id, name: destinationKey, version: randomUUID() };
  const write = async (tx: Queryable): Promise<Row> => {
    const id = await writeObject(tx, c.req.header("x-upsert") === "true" ? "upsert" : "insert", {
      ...to,
      id: randomUUID(),
      owner: ownerOf(caller),
      facts: {
        ...source.facts,
        cacheControl: wish.copyMetadata
          ? source.facts.cacheControl
          : (wish.metadata?.cacheControl ?? source.facts.cacheControl),
        lastModified: new Date(core.clock.now()).toISOString(),
      },
      userMetadata: wish.copyMetadata ? source.userMetadata : metadataHeader(c.req.raw.headers),
    });
    if (!(await files.copy({ bucket: bucketId, name: sourceKey, version: source.version }, to)))
      throw refuse("noSuchKey");
    // A policy for inserts alone does not let the caller read the new row.
    const [row] = await tx.query(
      `select ${OBJECT_COLUMNS} from storage.objects where bucket_id = $1 and name = $2`,
      [to.bucket, to.name],
    );
    return row ?? { id };
  };
  let copy: Row;
  try {
    copy = await whileReserved(core, to, async (announced) => {
      await announced;
      return asCaller(core, caller, write, { reserved: to.version });
    });
  } finally {
    tidy();
  }
  return c.json({ Id: copy.id, Key: `${target.id}/${destinationKey}`, ...copy });
};
