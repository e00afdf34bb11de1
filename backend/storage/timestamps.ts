/**
 * SQL that writes a timestamp as JavaScript's `toISOString()` does, in UTC with milliseconds, as in every
 * Storage response. A list sorted by such text is sorted by time.
 */
export const isoTimestamp = (column: string): string =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
