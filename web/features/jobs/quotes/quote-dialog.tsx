import { Suspense } from "react";
import { lazy } from "#web/session/parts.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import type { Job } from "../queries.ts";
import type { OwnQuote } from "./queries.ts";

/** Only members open it, so nobody else loads it. */
const QuoteForm = lazy(async () => ({ default: (await import("./quote-form.tsx")).QuoteForm }));

export interface Quoting {
  job: Pick<Job, "id" | "title" | "budget" | "reveals_left">;
  /** The one that was sent before. */
  quote: OwnQuote | null;
  /** The provider has one of the places already. */
  revealed: boolean;
  userId: string;
}

/** A limit has been reached, and the provider is not among those within it. */
export const isFull = ({ job, quote, revealed }: Quoting): boolean =>
  job.reveals_left === 0 && !revealed && !quote;

/** The form of a quote, new or changed, over the job's page. */
export const QuoteDialog = ({
  job,
  quote,
  revealed,
  userId,
  open,
  onOpenChange,
}: Quoting & { open: boolean; onOpenChange: (open: boolean) => void }) => (
  <Dialog
    open={open}
    onOpenChange={onOpenChange}
    title={quote ? "Change your quote" : "Send a quote"}
    description={job.budget ? `${job.title} (${job.budget})` : job.title}
  >
    {open && (
      <Suspense fallback={<Spinner />}>
        <QuoteForm
          jobId={job.id}
          userId={userId}
          quote={quote}
          unlocks={!revealed}
          limited={job.reveals_left !== null}
          onDone={() => onOpenChange(false)}
        />
      </Suspense>
    )}
  </Dialog>
);
