import { slugOf } from "#domain/categories/categories.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Done } from "#web/ui/done.tsx";

/** In place of the form of an enquiry that was sent. */
export default function EnquirySent({
  title,
  id,
  subject,
  name,
  trade,
}: {
  title: string;
  id: string;
  subject: string;
  /** The provider's. */
  name: string;
  /** The category of others who do this work. */
  trade: string | null;
}) {
  return (
    <Done
      title={title}
      subject={subject}
      focused
      actions={
        <>
          <ButtonLink to={`/dashboard/enquiries?open=${id}`}>See your enquiries</ButtonLink>
          {trade && (
            <ButtonLink to={`/categories/${slugOf(trade)}`} variant="outline">
              Ask others in {trade}
            </ButtonLink>
          )}
        </>
      }
    >
      {`We've emailed ${name}. You'll get the reply under Enquiries and by email.${trade ? " If you hear nothing in two days, ask others too." : ""}`}
    </Done>
  );
}
