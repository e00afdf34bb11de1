const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether the database would take this for an id; asked first, it need not refuse an address. */
export const isUuid = (value: unknown): value is string =>
  typeof value === "string" && UUID.test(value);
