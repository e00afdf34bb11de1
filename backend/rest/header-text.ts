/** HTTP carries the value of a header as bytes, shown as a character each; of names these are UTF-8. */
export const fromHeader = (value: string): string => Buffer.from(value, "latin1").toString("utf8");

/** A name as the value of a header. */
export const toHeader = (name: string): string => Buffer.from(name, "utf8").toString("latin1");
