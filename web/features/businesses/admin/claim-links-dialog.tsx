import { useEffect, useState } from "react";
import type { Wording } from "#domain/notifications/mail.ts";
import { MAILS, settingOfMail } from "#domain/notifications/mails.ts";
import { composeMail } from "#domain/notifications/wording.ts";
import { countOf } from "#domain/values/numbers.ts";
import { loadMails } from "#web/features/notifications/index.ts";
import { sessionClient } from "#web/session/session.ts";
import { useSettings, useSiteOrigin } from "#web/session/settings.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import type { Business } from "../queries.ts";

const KIND = "claim_invitation";

/** The words that admins gave the mail; undefined until they are known. */
const useWords = (): Wording | null | undefined => {
  const [words, setWords] = useState<Wording | null>();
  useEffect(() => {
    sessionClient()
      .then(loadMails)
      .then((mails) => setWords(mails[settingOfMail(KIND)]?.value ?? null))
      .catch(() => {});
  }, []);
  return words;
};

/** Asks before claim links are mailed: to whom, and in which words. */
export const ClaimLinksDialog = ({
  businesses,
  onClose,
  onConfirm,
}: {
  businesses: readonly Business[];
  onClose: () => void;
  onConfirm: () => Promise<void>;
}) => {
  const { siteName, brandColour, company, plans } = useSettings();
  const site = { name: siteName, colour: brandColour, company, plans, url: useSiteOrigin() };
  const words = useWords();
  const [first] = businesses;
  const mail = MAILS[KIND];
  const composed =
    words !== undefined &&
    first &&
    mail &&
    composeMail(mail, { business: first.business_name, business_id: first.id }, site, words);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Email ${countOf(businesses.length, "business", "businesses")}?`}
      description="Each gets its own claim link, at most once a day."
      confirmLabel="Send"
      onConfirm={onConfirm}
    >
      <ul aria-label="Recipients" className="text-sm wrap-anywhere">
        {businesses.map(({ id, business_name, business_email }) => (
          <li key={id}>
            {business_name}, {business_email}
          </li>
        ))}
      </ul>
      {composed && (
        <section aria-label="Preview" className="mt-4 rounded-md border border-line p-4 text-sm">
          <p className="font-semibold">{composed.subject}</p>
          {[...composed.paragraphs, ...composed.small].map((paragraph) => (
            <p key={paragraph} className="mt-2">
              {paragraph}
            </p>
          ))}
        </section>
      )}
    </ConfirmDialog>
  );
};
