/** A bar too small to see would look like none (spec 2 section 9). */
const NARROWEST = 10;

/** A bar's width in per cent of the largest, at least 10. */
export const barWidth = (count: number, largest: number): number =>
  largest > 0 ? Math.max(NARROWEST, Math.round((count / largest) * 100)) : NARROWEST;
