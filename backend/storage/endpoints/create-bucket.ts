import { z } from "zod";
import { asCaller, callerOf, ownerOf } from "../access.ts";
import { parseSize } from "../buckets.ts";
import { refusalName, refuse } from "../errors.ts";
import { flag, text } from "../lenient.ts";
import { checkBucketName } from "../names.ts";
import { jsonBody } from "../request.ts";
import type { Endpoint } from "./endpoint.ts";

const TYPE = /^(?:\*|[\w!#$&^.+-]+\/(?:\*|[\w!#$&^.+-]+))$/;

/** The rules for creating or changing a bucket. */
export const bucketShape = {
  public: flag().optional(),
  file_size_limit: z.union([z.number().int().min(0), z.string()]).nullish(),
  allowed_mime_types: z.array(z.string().regex(TYPE, "is not a mime type")).max(200).nullish(),
  type: text().optional(),
  versioning_status: text().optional(),
};

const body = z.object({ id: text().optional(), name: text(), ...bucketShape });

/** Only plain buckets without old versions exist here. */
export const refuseUnsupported = (rules: { type?: string; versioning_status?: string }): void => {
  if ((rules.type ?? "STANDARD") !== "STANDARD")
    throw refuse("notSupported", { message: "Only buckets of type STANDARD are supported" });
  if ((rules.versioning_status ?? "DISABLED") !== "DISABLED")
    throw refuse("notSupported", { message: "Object versioning is not supported" });
};

/** `POST /bucket`: creates a bucket, if the caller's policies on storage.buckets allow it. */
export const createBucket: Endpoint = async ({ core }, c) => {
  const caller = await callerOf(core, c.req.raw);
  const rules = await jsonBody(c.req.raw, caller, body);
  refuseUnsupported(rules);
  const name = checkBucketName(rules.name);
  const id = checkBucketName(rules.id || name);
  const owner = ownerOf(caller);
  try {
    await asCaller(core, caller, (tx) =>
      tx.query(
        `insert into storage.buckets
           (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
         values ($1, $2, case when pg_input_is_valid($3, 'uuid') then $3::uuid end, $3, $4, $5, $6)`,
        [
          id,
          name,
          owner,
          rules.public ?? false,
          parseSize(rules.file_size_limit),
          rules.allowed_mime_types ?? null,
        ],
      ),
    );
  } catch (error) {
    throw refusalName(error) === "keyExists" ? refuse("bucketExists", { cause: error }) : error;
  }
  return c.json({ name });
};
