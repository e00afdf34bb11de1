import { useState } from "react";
import type { ClaimQuestion } from "#domain/businesses/results.ts";
import { faultOf } from "#domain/site/faults.ts";
import { AuthCard } from "#web/features/accounts/index.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";

import { answerClaim } from "./writes.ts";

const AnswerQuestion = ({
  question: { business, claimant },
  linkKey,
  onDone,
}: {
  question: ClaimQuestion;
  linkKey: string;
  onDone: (confirmed: boolean) => void;
}) => {
  const { run, busy } = useWrite(answerClaim);
  const [problem, setProblem] = useState<string | null>(null);
  const answer = async (confirm: boolean) => {
    setProblem(null);
    try {
      await run({ key: linkKey, confirm });
      onDone(confirm);
    } catch (error) {
      setProblem(faultOf(error, "Please try again.").message);
    }
  };
  return (
    <>
      <p>
        <strong>{claimant}</strong> says that <strong>{business}</strong> is theirs. If you confirm,
        their account becomes its owner here. If you do not know them, please refuse.
      </p>
      {problem && (
        <Alert live tone="danger" title="Your answer was not saved">
          {problem}
        </Alert>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <Button size="lg" busy={busy} onClick={() => void answer(true)}>
          Confirm
        </Button>
        <Button size="lg" variant="outline" busy={busy} onClick={() => void answer(false)}>
          Refuse
        </Button>
      </div>
    </>
  );
};

/** The page for the link in a business's mail: is the claim right? (P-27) */
export const ClaimAnswer = ({
  linkKey,
  question,
}: {
  linkKey: string;
  /** Null if there is nothing (left) to answer. */
  question: ClaimQuestion | null;
}) => {
  // As it was when the page opened: answering it makes it null.
  const [answered] = useState(question);
  const [confirmed, setConfirmed] = useState<boolean | null>(null);
  return (
    <AuthCard title="Is this claim right?">
      <div className="grid gap-5">
        {confirmed === null && answered && (
          <AnswerQuestion question={answered} linkKey={linkKey} onDone={setConfirmed} />
        )}
        {!answered && (
          <Alert tone="warning" title="This link has been used or has expired.">
            Please contact us if you need help.
          </Alert>
        )}
        {confirmed !== null && (
          <Alert
            live
            tone="success"
            title={confirmed ? "You have confirmed the claim" : "You have refused the claim"}
          >
            {confirmed ? "The business has its owner." : "Nothing was given away."} We'll email the
            person who claimed it.
          </Alert>
        )}
        {(confirmed !== null || !answered) && (
          <ButtonLink to="/directory" variant="outline">
            Back to Directory
          </ButtonLink>
        )}
      </div>
    </AuthCard>
  );
};
