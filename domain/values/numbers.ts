const whole = new Intl.NumberFormat("en-GB");

/** `1,204`. */
export const formatNumber = (number: number): string => whole.format(number);

/** `1 job`, `1,204 jobs`. */
export const countOf = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${Math.abs(count) === 1 ? one : many}`;
