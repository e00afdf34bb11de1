import type { MailTemplateValues } from "supabase-compatible-backend";
import type { Queryable } from "supabase-compatible-backend/database";
import { MAILS, settingOfMail } from "#domain/notifications/mails.ts";
import { composeWords } from "#domain/notifications/wording.ts";
import { mailColours } from "#domain/site/palette.ts";
import { isUuid } from "#domain/values/uuid.ts";
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

/** The business that somebody signed up to claim; empty if there is none, or it has an owner. */
const claimedBusiness = async (db: Queryable, data: unknown): Promise<string> => {
  const { claim_business: id } = Object(data) as { claim_business?: unknown };
  if (!isUuid(id)) return "";
  const [row] = await db.query<{ business_name: string }>(
    "select business_name from public.businesses where id = $1 and not claimed",
    [id],
  );
  return row?.business_name ?? "";
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
        business: template === "confirmation" ? await claimedBusiness(db, values.Data) : "",
      })),
    };
  };
