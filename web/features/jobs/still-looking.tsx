import { Form, useNavigation } from "react-router";
import { JOB_STOPPED } from "#domain/jobs/messages.ts";
import type { JobQuestion } from "#domain/jobs/results.ts";
import { formatDay } from "#domain/values/dates.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

const Done = ({ question }: { question: JobQuestion }) => (
  <Alert
    tone="success"
    live
    title={question.answer === "yes" ? "Your job stays open" : "Your job is closed"}
    action={
      <ButtonLink to="/profile?tab=my-jobs" size="sm" variant="outline">
        My Jobs
      </ButtonLink>
    }
  >
    {question.answer === "yes"
      ? `“${question.title}” is shown until ${formatDay(question.expires_at)}.`
      : `Nobody can find “${question.title}” or unlock your contact details any more.`}
  </Alert>
);

const statusOf = ({ status, expires_at }: JobQuestion): string => {
  switch (status) {
    case "stopped":
      return JOB_STOPPED;
    case "hired":
    case "done":
      return "You have hired someone for this job.";
    case "closed":
      return "This job is closed. Log in to reopen it.";
    case "expired":
      return "This job has expired and is no longer shown.";
    default:
      return `Shown until ${formatDay(expires_at)}.`;
  }
};

/**
 * The page of the 'still looking?' mail, signed in or not. Mail scanners open links, so opening it changes
 * nothing; a press does, also without scripts.
 */
export const StillLooking = ({
  question,
  token,
  problem,
}: {
  /** Null if the link is no longer valid. */
  question: JobQuestion | null;
  token: string;
  problem: string | null;
}) => {
  const busy = useNavigation().state !== "idle";
  if (!question) {
    return (
      <EmptyState
        art="letter"
        level={1}
        title="This link has expired"
        action={
          <>
            <ButtonLink to="/profile?tab=my-jobs">Go to My Jobs</ButtonLink>
            <ButtonLink to="/" variant="outline">
              Return Home
            </ButtonLink>
          </>
        }
      >
        <p>Log in to see your jobs, and to reopen or close them there.</p>
      </EmptyState>
    );
  }
  const closed = ["stopped", "closed", "hired", "done"].includes(question.status);
  return (
    <div className="pt-12">
      <h1 className="mb-6 text-title tracking-title wrap-anywhere">Are you still looking?</h1>
      {problem && <Alert tone="danger" live title={problem} />}
      {question.answer ? (
        <Done question={question} />
      ) : (
        <Card>
          <p className="text-lg font-semibold wrap-anywhere">{question.title}</p>
          <p className="mt-1 text-ink-soft">{statusOf(question)}</p>
          {!closed && (
            <Form method="post" className="mt-6 flex flex-wrap gap-3">
              <input type="hidden" name="token" value={token} />
              <Button type="submit" name="answer" value="yes" variant="signal" busy={busy}>
                Yes, keep it open
              </Button>
              <Button type="submit" name="answer" value="no" variant="outline" disabled={busy}>
                No, close it
              </Button>
              <p className="mt-2 w-full text-ink-soft">Have you hired someone?</p>
              <Button
                type="submit"
                name="answer"
                value="elsewhere"
                variant="outline"
                disabled={busy}
              >
                I hired someone elsewhere
              </Button>
              <Button type="submit" name="answer" value="nobody" variant="outline" disabled={busy}>
                I didn't hire anyone
              </Button>
              <ButtonLink to="/profile?tab=my-jobs" variant="quiet">
                I hired someone here
              </ButtonLink>
            </Form>
          )}
        </Card>
      )}
    </div>
  );
};
