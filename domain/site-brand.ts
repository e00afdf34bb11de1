/** The site's name, unless its operator (`SITE_NAME`) or its admins set another one. */
export const DEFAULT_SITE_NAME = "Solutionz";

/** A brand as everything that is drawn needs it. */
export interface SiteBrand {
  siteName: string;
  /** As `#rrggbb`; empty for the default's colours. */
  brandColour: string;
  /** The address of the logo, without the host on the site's own origin; empty for the sign. */
  logo: string;
}

/** What changes when the brand does. */
export const brandVersion = ({ siteName, brandColour, logo }: SiteBrand): string =>
  [siteName, brandColour, logo].join("");

/** Who runs the site, as the law wants it on pages and in mails; each part may be empty. */
export interface Company {
  name: string;
  number: string;
  address: string;
}

/** `Acme Ltd, company number 01234567, 1 High Street, Leeds`; empty without a name. */
export const companyLine = (company: Partial<Company> | null | undefined): string =>
  company?.name
    ? [company.name, company.number && `company number ${company.number}`, company.address]
        .filter(Boolean)
        .join(", ")
    : "";
