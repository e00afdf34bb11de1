/** The site's name, unless its operator (`SITE_NAME`) or its admins set another one. */
export const DEFAULT_SITE_NAME = "Solutionz";

/** The picture types of a logo, with the end of the file's name; the bucket refuses others by content. */
export const LOGO_TYPES: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
};

/** Bytes of a logo, as the bucket has it. */
const LARGEST_LOGO = 2 * 1024 * 1024;

/** Why a file is no logo, or null; the bucket refuses the same by content. */
export const logoRefusal = ({ type, size }: { type: string; size: number }): string | null => {
  if (!LOGO_TYPES[type]) return "Please choose a PNG, JPEG or WEBP picture.";
  return size > LARGEST_LOGO ? "Please choose a picture smaller than 2MB." : null;
};

/** Where logos are in the storage service; `private.site_setting_error` accepts only files of this form. */
export const LOGO_BUCKET = "business_logos";
export const siteLogoPath = (type: string, now: number): string =>
  `site/logo-${now}.${LOGO_TYPES[type] ?? "png"}`;

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
