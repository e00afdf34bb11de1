/** PostgREST's channel, by which the database tells what services may no longer rely on. */
export const SCHEMA_CHANNEL = "pgrst";

/** `notify pgrst, 'reload schema'`, or `'reload config'`: as PostgREST understands it. */
export const isSchemaReload = (payload: string): boolean =>
  ["", "reload schema", "reload config"].includes(payload);

/** Our own word on that channel, which PostgREST ignores: what kept answers rest on has changed. */
export const FORGET_ANSWERS = "forget answers";
