import type { MailTemplateValues } from "#backend/core/core.ts";
import type { Queryable } from "#backend/core/database/database.ts";
import { MAILS, settingOfMail } from "#domain/notifications-mails.ts";
import { composeWords } from "#domain/notifications-wording.ts";
import { mailColours } from "#domain/site-palette.ts";
import type { brandSetByAdmins } from "./pages/site-settings.ts";

type Brand = Awaited<ReturnType<typeof brandSetByAdmins>>;

/** The words that admins gave to auth's mail, with its values; none for a mail that is not in the list. */
const wordsOf = async (
  db: Queryable,
  template: string,
  values: Record<string, string>,
): Promise<Record<string, unknown>> => {
  const mail = MAILS[template];
  if (!mail) return {};
  const [row] = await db.query<{ value: unknown }>(
    "select value from public.site_settings where key = $1",
    [settingOfMail(template)],
  );
  const { subject, preview, heading, paragraphs, small } = composeWords(mail, row?.value, values);
  return {
    Subject: subject,
    Preview: preview,
    Heading: heading,
    Paragraphs: paragraphs,
    Small: small,
  };
};

/** What the templates in supabase/templates have beside auth's own values: the brand, and the words. */
export const createMailTemplateValues =
  (currentBrand: (db: Queryable) => Promise<Brand>): MailTemplateValues =>
  async (db, { template, values }) => {
    const { siteName, brandColour, company } = await currentBrand(db);
    const { band, button, buttonText } = mailColours(brandColour);
    return {
      SiteName: siteName,
      SenderName: siteName,
      Company: company,
      BandColour: band,
      ButtonColour: button,
      ButtonTextColour: buttonText,
      ...(await wordsOf(db, template, {
        site: siteName,
        email: String(values.Email),
        new_email: String(values.NewEmail),
        code: String(values.Token),
      })),
    };
  };
