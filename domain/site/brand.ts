import type { BrandColours } from "./palette.ts";

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

/** The shapes of the sign, 32 by 32, as SVG: a plus (something to solve) that turns into a tick (solved). */
export const signShapes = ({ ground, plus, tick }: BrandColours["sign"]): string =>
  `<rect width="32" height="32" rx="6" fill="${ground}"/><path d="M6 10h7M9.5 6.5v7" stroke="${plus}" stroke-width="2.4"/><path d="M7.5 18.5l7 7L27 10" fill="none" stroke="${tick}" stroke-width="5"/>`;

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
