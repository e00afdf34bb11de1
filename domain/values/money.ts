const pounds = new Intl.NumberFormat("en-GB", {
  style: "currency",
  currency: "GBP",
  trailingZeroDisplay: "stripIfInteger",
});

/** '£1,250' or '£12.50'. */
export const formatPence = (pence: number): string => pounds.format(pence / 100);
