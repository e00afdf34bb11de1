/** HTTP carries a header's value as bytes, one character each; names are encoded as UTF-8. */
export const fromHeader = (value: string): string => Buffer.from(value, "latin1").toString("utf8");

/** A name as the value of a header. */
export const toHeader = (name: string): string => Buffer.from(name, "utf8").toString("latin1");
