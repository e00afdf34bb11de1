/** Exit code: the backup is good but incomplete. */
export const INCOMPLETE = 2;

/** Starts each line that names something missing. */
export const NOT_IN_IT = "Not in the backup: ";
