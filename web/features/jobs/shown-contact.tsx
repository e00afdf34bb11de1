import Copy from "lucide-react/icons/copy";
import Mail from "lucide-react/icons/mail";
import Phone from "lucide-react/icons/phone";
import type { Ref } from "react";
import { callLink } from "#domain/values/phone.ts";
import { breakable } from "#web/ui/breakable.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { copyText } from "#web/ui/copy-text.ts";
import type { Contact } from "./contacts.ts";

/** The contact of a job, to call, to email and to copy. */
export const ShownContact = ({
  contact,
  own,
  ref,
}: {
  contact: Contact;
  /** The reader's own: nobody calls themselves. */
  own: boolean;
  /** Gets the focus once it has been revealed. */
  ref: Ref<HTMLElement>;
}) => {
  const { contact_name: name, contact_email: email, contact_phone: phone, sector } = contact;
  return (
    <div className="grid gap-3">
      <address ref={ref} tabIndex={-1} className="wrap-anywhere not-italic lg:text-sm">
        {name && <p className="font-semibold">{name}</p>}
        <p>{email ? breakable(email) : "We erased these contact details after the job ended."}</p>
        {phone && <p>{phone}</p>}
        {sector && <p>{sector}</p>}
      </address>
      {email && !own && (
        <div className="flex flex-wrap gap-2">
          {phone && (
            <a
              className={buttonClass("outline", "sm")}
              href={callLink(phone)}
              aria-label={`Call ${phone}`}
            >
              <Phone aria-hidden="true" />
              Call
            </a>
          )}
          <a
            className={buttonClass("outline", "sm")}
            href={`mailto:${email}`}
            aria-label={`Email ${email}`}
          >
            <Mail aria-hidden="true" />
            Email
          </a>
          <Button
            variant="quiet"
            size="sm"
            icon={<Copy aria-hidden="true" />}
            aria-label={`Copy contact details for ${name ?? email}`}
            onClick={() =>
              void copyText([name, email, phone].filter(Boolean).join("\n"), "contact details")
            }
          >
            Copy
          </Button>
        </div>
      )}
    </div>
  );
};
