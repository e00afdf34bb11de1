/** The exit code of a backup that is good, but that something is not in. */
export const INCOMPLETE = 2;

/** How a line begins that names something of it. */
export const NOT_IN_IT = "Not in the backup: ";
