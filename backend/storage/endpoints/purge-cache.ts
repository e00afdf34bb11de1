import { callerOf } from "../access.ts";
import { refuse } from "../errors.ts";
import { findObject } from "../objects.ts";
import { type Endpoint, pathPart } from "./endpoint.ts";

/** `DELETE /cdn/:bucket/:name`: forgets the pictures made from a file; for the service role alone. */
export const purgeCache: Endpoint = async ({ kernel, images }, c) => {
  const caller = await callerOf(kernel, c.req.raw);
  if (caller.role !== "service_role") throw refuse("accessDenied", { message: "Access denied" });
  const { object } = await findObject(kernel, pathPart(c, "bucket"), pathPart(c, "name"));
  await images.forget(object.version);
  return c.json({ message: "success" });
};
