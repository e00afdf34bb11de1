const exact = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });
const short = new Intl.NumberFormat("en-GB", {
  style: "currency",
  currency: "GBP",
  trailingZeroDisplay: "stripIfInteger",
});

/** Pence as pounds, without pence if there are none: `£1,250` or `£12.50`. */
export const formatPounds = (pence: number): string => short.format(pence / 100);

/** Pence as pounds with two decimals, for example `£20.00`. Throws a RangeError unless whole. */
export const formatPoundsAndPence = (pence: number): string => {
  if (!Number.isSafeInteger(pence)) throw new RangeError("Pence must be a whole number");
  return exact.format(pence / 100);
};
