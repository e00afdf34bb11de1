const whole = new Intl.NumberFormat("en-GB");

/** `1,204`. */
export const formatNumber = (number: number): string => whole.format(number);

/** `1 job`, `1,204 jobs`. */
export const countOf = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${Math.abs(count) === 1 ? one : many}`;

/** The digits of a script are ten in a row. */
const asciiOf = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
};

/**
 * A number as an English keyboard types it: digits of any script and fullwidth signs as ASCII, any dash as `-`, and
 * nothing that nobody sees. The database has the same rule (private.plain_digits).
 */
export const plainDigits = (text: string): string =>
  text
    .replace(/\p{Cf}|[\ufe00-\ufe0f]/gu, "")
    .replace(/\p{Pd}|−/gu, "-")
    .replace(/\p{Zs}/gu, " ")
    .replace(/’/g, "'")
    .replace(/[·•]/g, ".")
    .replace(/\p{Nd}/gu, asciiOf)
    .replace(/[\uff01-\uffee]/g, (sign) => sign.normalize("NFKC"));
