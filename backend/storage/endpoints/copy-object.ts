import { randomUUID } from "node:crypto";
import { z } from "zod";
import { asCaller, callerOf } from "../access.ts";
import { bucketRules } from "../buckets.ts";
import { refuse } from "../errors.ts";
import { abandon, announce } from "../loose-files.ts";
import { checkObjectName } from "../names.ts";
import { ownerOf, readObject, writeObject } from "../objects.ts";
import { jsonBody } from "../request.ts";
import { checkFits } from "../transfer.ts";
import type { Endpoint } from "./endpoint.ts";

const body = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().optional(),
  copyMetadata: z.boolean().default(true),
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
 * `POST /object/copy`: a second file with the same bytes, owned by the caller; with `x-upsert: true`
 * also in place of an old one. The type stays what the bytes are, whatever `metadata` says.
 */
export const copyObject: Endpoint = async ({ kernel, files, tidy }, c) => {
  const caller = await callerOf(kernel, c.req.raw);
  const wish = await jsonBody(c.req.raw, body);
  const { bucketId, sourceKey, destinationKey } = wish;
  checkObjectName(destinationKey);
  await bucketRules(kernel, bucketId);
  const target = await bucketRules(kernel, wish.destinationBucket ?? bucketId);
  const source = await readObject(kernel, caller, bucketId, sourceKey);
  checkFits(kernel, target, source.facts);

  const to = { bucket: target.id, name: destinationKey, version: randomUUID() };
  await announce(kernel, to);
  let id: string;
  try {
    id = await asCaller(kernel, caller, async (tx) => {
      const written = await writeObject(
        tx,
        c.req.header("x-upsert") === "true" ? "upsert" : "insert",
        {
          ...to,
          id: randomUUID(),
          owner: ownerOf(caller),
          facts: {
            ...source.facts,
            cacheControl: wish.copyMetadata
              ? source.facts.cacheControl
              : (wish.metadata?.cacheControl ?? source.facts.cacheControl),
            lastModified: new Date(kernel.clock.now()).toISOString(),
          },
          userMetadata: wish.copyMetadata ? source.userMetadata : null,
        },
      );
      if (!(await files.copy({ bucket: bucketId, name: sourceKey, version: source.version }, to)))
        throw refuse("noSuchKey");
      return written;
    });
  } catch (error) {
    await abandon(kernel, to);
    throw error;
  } finally {
    tidy();
  }
  return c.json({ Id: id, Key: `${target.id}/${destinationKey}` });
};
