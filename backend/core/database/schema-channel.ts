/** PostgREST's channel, on which the database announces that cached data are out of date. */
export const SCHEMA_CHANNEL = "pgrst";

/** `notify pgrst, 'reload schema'` or `'reload config'`, as in PostgREST. */
export const isSchemaReload = (payload: string): boolean =>
  ["", "reload schema", "reload config"].includes(payload);

/**
 * Our own message on that channel, which PostgREST ignores: the data behind cached responses have changed.
 */
export const INVALIDATE_CACHES = "forget answers";
