/** The site's name, unless its operator (`SITE_NAME`) or its admins set another one. */
export const DEFAULT_SITE_NAME = "Solutionz";
