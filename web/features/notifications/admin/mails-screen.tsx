import type { MailSite } from "#domain/notifications/mail.ts";
import { MAIL_TOPICS, MAILS, settingOfMail } from "#domain/notifications/mails.ts";
import { composeMail, sampleOf } from "#domain/notifications/wording.ts";
import { EMAILS_NOT_LOADED } from "#domain/site/admin-messages.ts";
import { useSettings, useSiteOrigin } from "#web/session/settings.ts";
import { LoadFailure } from "#web/ui/admin/load-failure.tsx";
import { BackLink } from "#web/ui/back-link.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { useOpenedFocus } from "#web/ui/use-opened-focus.ts";
import { MailPart } from "./mail-part.tsx";
import type { MailSettings, SentMail } from "./queries.ts";
import { SENT_MAIL, SentMailPart } from "./sent-mail.tsx";

/** All mails by topic, with the subject of each. */
const MailList = ({ loaded, site }: { loaded: MailSettings; site: MailSite }) =>
  MAIL_TOPICS.map(([topic, mails]) => (
    <section
      key={topic}
      aria-label={topic}
      className="grid gap-x-10 gap-y-2 border-t border-line py-6 lg:grid-cols-[18rem_minmax(0,1fr)]"
    >
      <h2 className="text-xl">{topic}</h2>
      <ul className="max-w-2xl divide-y divide-line">
        {Object.entries(mails).map(([kind, mail]) => {
          const words = loaded[settingOfMail(kind)]?.value ?? null;
          return (
            <li key={kind} className="py-3 first:pt-0">
              <Link to={`?mail=${kind}`} className="link wrap-anywhere">
                {composeMail(mail, sampleOf(mail), site, words).subject}
              </Link>
              {words && (
                <>
                  {" "}
                  <Badge tone="info">Changed</Badge>
                </>
              )}
              <p className="text-sm text-ink-soft">{mail.about}</p>
            </li>
          );
        })}
      </ul>
    </section>
  ));

const ALL_EMAILS = <BackLink to="/admin/emails">All emails</BackLink>;

/** What can be looked up and changed here, or the one part of it that is open. */
const Head = ({
  kind,
  to,
  title,
  lead,
}: {
  kind: string | null;
  to: string;
  /** The subject of the email that is open. */
  title: string | null;
  /** What it is about, and what of it is fixed. */
  lead: string | null;
}) =>
  to && !kind ? (
    <PageHeader breadcrumb={ALL_EMAILS} title={SENT_MAIL.title} lead={SENT_MAIL.lead} />
  ) : (
    <PageHeader
      breadcrumb={kind && ALL_EMAILS}
      title={title ?? "Emails"}
      lead={lead ?? (!kind && "What was sent to a person, and the words of every email.")}
    />
  );

/** /admin/emails: what was sent to a person, and the words of every mail. */
export const MailsScreen = ({
  loaded,
  kind,
  to,
  sent,
}: {
  loaded: MailSettings | null;
  kind: string | null;
  /** The address that was looked up, or nothing. */
  to: string;
  sent: SentMail | null;
}) => {
  const { siteName, brandColour, company, plans } = useSettings();
  const site = { name: siteName, colour: brandColour, company, plans, url: useSiteOrigin() };
  const place = useOpenedFocus(kind, "a", (closed) => `a[href$="?mail=${closed}"]`);
  const mail = kind ? MAILS[kind] : undefined;
  const setting = kind ? loaded?.[settingOfMail(kind)] : undefined;
  return (
    <div ref={place}>
      <Head
        kind={kind}
        to={to}
        title={
          mail && setting ? composeMail(mail, sampleOf(mail), site, setting.value).subject : null
        }
        lead={mail && setting ? `${mail.about}.` : null}
      />
      {!loaded ? (
        <LoadFailure words={EMAILS_NOT_LOADED} />
      ) : kind && mail && setting ? (
        <MailPart
          key={`${kind} ${setting.updated_at}`}
          kind={kind}
          mail={mail}
          site={site}
          setting={setting}
        />
      ) : (
        <>
          {kind && <p className="mb-6">This email does not exist. Choose one from the list.</p>}
          <SentMailPart to={to} sent={sent} />
          {!to && <MailList loaded={loaded} site={site} />}
        </>
      )}
    </div>
  );
};
