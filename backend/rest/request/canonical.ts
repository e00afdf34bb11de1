/** Most names and values need no encoding. Checking that costs a tenth of encoding. */
const PLAIN = /^[\w.~-]*$/;

const encode = (text: string): string =>
  PLAIN.test(text)
    ? text
    : encodeURIComponent(text).replaceAll(
        /[!'()*]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
      );

/** A query string as `Content-Location` shows it: sorted by name, each name once with all of its values. */
export const canonicalQuery = (query: string): string => {
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(query)) {
    const known = values.get(name);
    if (known) known.push(encode(value));
    else values.set(name, [encode(value)]);
  }
  return [...values]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, all]) => `${encode(name)}=${all.join(",")}`)
    .join("&");
};
