import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { DEFAULT_HOME_TEXTS } from "#domain/site/home-texts.ts";
import { dayAhead } from "#domain/values/dates.ts";
import { Container } from "#web/ui/container.tsx";
import { Link } from "#web/ui/link.tsx";
import { Logo } from "#web/ui/logo.tsx";
import { sameHtml } from "#web/ui/same-html.ts";
import { logoPicture, type NavigationUser, quickLinks } from "./places.ts";

const Heading = ({ children }: { children: ReactNode }) => (
  <h2 className="font-sans text-sm font-semibold tracking-normal text-ink-soft">{children}</h2>
);

const LINK = "inline-block py-1 underline-offset-4 hover:underline";

interface FooterProps {
  user: NavigationUser | null;
  siteName: string;
  logo?: string;
  contactEmail: string;
  company?: string;
  social: readonly { label: string; href: string }[];
  tagline?: string;
}

/** On a narrow screen it breaks at its sign, if it must. */
const Mail = ({ address }: { address: string }) => {
  const at = address.lastIndexOf("@");
  return (
    <a href={`mailto:${address}`} className={`${LINK} wrap-anywhere`}>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </a>
  );
};

const thisYear = () => dayAhead(0).slice(0, 4);

const Legal = ({ siteName, company }: Pick<FooterProps, "siteName" | "company">) => (
  <>
    <p className="mr-auto py-1">
      <span>
        &copy; {thisYear()} {siteName}. All rights reserved.
      </span>
      {company && <span className="block wrap-anywhere">{company}</span>}
    </p>
    <p className="flex flex-wrap gap-x-6">
      <Link to="/how-we-keep-this-fair" className={LINK}>
        How we keep this fair
      </Link>
      <Link to="/terms" className={LINK}>
        Terms
      </Link>
      <Link to="/privacy" className={LINK}>
        Privacy
      </Link>
    </p>
  </>
);

/** Two columns, if there is room for two. */
const TWO = "grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,34%)),1fr))] gap-x-5";

/** In two columns on a telephone, otherwise in a line. */
const LINKS = `${TWO} max-sm:w-full sm:flex sm:flex-wrap`;

/** The footer in a few lines, for signed-in people and on pages behind the login. */
export const CompactFooter = ({ user, siteName, contactEmail, company, social }: FooterProps) => (
  <footer className="mt-auto border-t border-line text-sm text-ink-soft">
    <Container className="py-4">
      <div className="flex flex-wrap justify-between gap-x-10 max-sm:gap-y-4 max-sm:[&_a]:py-2">
        <ul aria-label="Quick links" className={LINKS}>
          {quickLinks(user).map(({ to, label }) => (
            <li key={to}>
              <Link to={to} className={LINK}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
        <ul aria-label="Contact" className={`${LINKS} border-line max-sm:border-y max-sm:py-4`}>
          {social.map(({ href, label }) => (
            <li key={href}>
              <a href={href} rel="noopener noreferrer" className={LINK}>
                {label}
              </a>
            </li>
          ))}
          <li className="max-sm:col-span-full">
            <Mail address={contactEmail} />
          </li>
        </ul>
      </div>
      <div className="flex flex-wrap gap-x-6 max-sm:mt-2">
        <Legal siteName={siteName} company={company} />
      </div>
    </Container>
  </footer>
);

const FullContent = ({
  user,
  siteName,
  logo = "",
  contactEmail,
  company,
  social,
  tagline = DEFAULT_HOME_TEXTS.tagline,
}: FooterProps) => (
  <>
    <Container
      className={`${TWO} gap-y-8 pt-12 pb-10 sm:gap-x-10 md:grid-cols-[1fr_auto_auto_auto] lg:grid-cols-4`}
    >
      <div className="col-span-full md:col-span-1">
        <Link to="/" aria-label={`${siteName}, home`} className="inline-block">
          <Logo name={siteName} picture={logoPicture(logo)} />
        </Link>
        <p className="mt-4 max-w-xs text-ink-soft">{tagline}</p>
      </div>
      <nav aria-label="Quick links" className="sm:max-md:row-span-2">
        <Heading>Quick links</Heading>
        <ul className="mt-3">
          {quickLinks(user).map(({ to, label }) => (
            <li key={to}>
              <Link to={to} className={LINK}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {social.length > 0 && (
        <nav aria-label="Social media">
          <Heading>Follow us</Heading>
          <ul className="mt-3">
            {social.map(({ href, label }) => (
              <li key={href}>
                <a href={href} rel="noopener noreferrer" className={LINK}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div className="max-sm:col-span-full">
        <Heading>Contact</Heading>
        <p className="mt-3">
          <Mail address={contactEmail} />
        </p>
      </div>
    </Container>
    <Container>
      <div className="flex flex-wrap gap-x-6 gap-y-2 border-t border-pine-line py-6 text-sm text-ink-soft">
        <Legal siteName={siteName} company={company} />
      </div>
    </Container>
  </>
);

/** Quick links, our profiles on other sites, the contact address, and the copyright. */
export const Footer = (props: FooterProps) => {
  const { pathname } = useLocation();
  return (
    <footer
      data-theme="dark"
      className="mt-auto bg-pine"
      {...sameHtml(["footer", thisYear(), props], () => <FullContent {...props} />, pathname)}
    />
  );
};
