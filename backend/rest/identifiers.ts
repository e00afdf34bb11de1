/** Quotes an identifier; names contain no NUL (the scanner and the catalogue ensure that). */
export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const qualified = ({ schema, name }: { schema: string; name: string }): string =>
  `${identifier(schema)}.${identifier(name)}`;
