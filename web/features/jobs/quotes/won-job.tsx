import { Alert } from "#web/ui/alert.tsx";
import { useListFocus } from "#web/ui/use-list-focus.ts";
import { ConfirmHireButton, DoneButton } from "./done-button.tsx";
import { hireNews } from "./hire-news.ts";
import type { JobHire } from "./queries.ts";
import { QuoteMessage } from "./quote-message.tsx";

/** On the page of a job, for the provider who was hired for it. */
export const WonJob = ({
  job,
  state,
  won,
  userId,
  quoted,
}: {
  job: { id: string; title: string };
  /** The job's. */
  state: string;
  won: JobHire;
  userId: string;
  /** There is a quote to write about. */
  quoted: boolean;
}) => {
  const listFocus = useListFocus<HTMLDivElement>();
  return (
    <div {...listFocus}>
      <Alert
        tone="success"
        title="You were hired"
        action={
          <>
            {(state === "hired" || state === "done") && !won.said_done && <DoneButton job={job} />}
            {!won.confirmed && <ConfirmHireButton job={job} />}
            {(quoted || won.enquiry_id) && (
              <QuoteMessage
                jobId={job.id}
                providerId={userId}
                name={won.client}
                enquiryId={won.enquiry_id}
                label="Message"
              />
            )}
          </>
        }
      >
        {hireNews({ status: state, ...won })}
      </Alert>
    </div>
  );
};
