import { z } from "zod";
import { asCaller, callerOf } from "../access.ts";
import { refuse } from "../errors.ts";
import { type DeleteTarget, deleteObjects } from "../objects.ts";
import { jsonBody, MOST_NAMES } from "../request.ts";
import { type Endpoint, pathPart } from "./endpoint.ts";

const body = z.object({
  prefixes: z
    .array(z.union([z.string(), z.object({ path: z.string(), versionId: z.string() })]))
    .min(1)
    .max(MOST_NAMES),
});

const asTarget = (entry: string | { path: string; versionId: string }): DeleteTarget =>
  typeof entry === "string"
    ? { name: entry, version: null }
    : { name: entry.path, version: entry.versionId };

/** `DELETE /object/:bucket`: deletes those named files that the caller may delete, and lists them. */
export const removeObjects: Endpoint = async ({ core, tidy }, c) => {
  const caller = await callerOf(core, c.req.raw);
  const { prefixes } = await jsonBody(c.req.raw, caller, body);
  const removed = await asCaller(core, caller, (tx) =>
    deleteObjects(tx, pathPart(c, "bucket"), prefixes.map(asTarget)),
  );
  tidy();
  return c.json(removed);
};

/** `DELETE /object/:bucket/:name`: deletes one file. */
export const removeObject: Endpoint = async ({ core, tidy }, c) => {
  const caller = await callerOf(core, c.req.raw);
  const [removed] = await asCaller(core, caller, (tx) =>
    deleteObjects(tx, pathPart(c, "bucket"), [asTarget(pathPart(c, "name"))]),
  );
  if (!removed) throw refuse("noSuchKey");
  tidy();
  return c.json({ message: "Successfully deleted" });
};
