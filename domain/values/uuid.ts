const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether the database would accept this as an id; checking first avoids its error for an address. */
export const isUuid = (value: unknown): value is string =>
  typeof value === "string" && UUID.test(value);
