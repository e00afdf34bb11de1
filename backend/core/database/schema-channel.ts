/** PostgREST's channel, on which the database announces that cached data are out of date. */
export const SCHEMA_CHANNEL = "pgrst";

/** `notify pgrst, 'reload schema'` or `'reload config'`, as in PostgREST. */
export const isSchemaReload = (payload: string): boolean =>
  ["", "reload schema", "reload config"].includes(payload);

/** Our own message on that channel, which PostgREST ignores: `invalidate TAG …`, or all without tags. */
const INVALIDATE = /^invalidate(?: |$)/;

/** The tags of data that changed: null for all, undefined if the message says something else. */
export const invalidatedTags = (payload: string): string[] | null | undefined => {
  if (!INVALIDATE.test(payload)) return undefined;
  const [, ...tags] = payload.split(" ").filter((word) => word !== "");
  return tags.length === 0 ? null : tags;
};
