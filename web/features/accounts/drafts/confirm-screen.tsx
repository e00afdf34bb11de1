import { useEffect, useRef, useState } from "react";
import { Form, useNavigate, useNavigation } from "react-router";
import { draftWords } from "#domain/accounts/drafts.ts";
import { FEEDBACK_PENDING, FEEDBACK_PUBLISHED } from "#domain/feedback/messages.ts";
import { secondStepPath } from "#web/session/return-path.ts";
import { sessionClient, useSession } from "#web/session/session.ts";
import { useSettings } from "#web/session/settings.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { CodeForm } from "#web/ui/connected/check-email.tsx";
import { toast } from "#web/ui/toast.ts";
import { AuthCard } from "../auth-card.tsx";
import { ChoosePassword } from "../email/choose-password.tsx";
import { type Confirmation, type Finished, signInWith } from "./finish-draft.ts";

const pathOf = ({ kind, result }: Finished): string | null =>
  kind === "job"
    ? `/job-directory?job=${result}`
    : kind === "enquiry"
      ? `/dashboard/enquiries?open=${result}`
      : null;

/** Signs in once, unless somebody is signed in here already. */
const useSignIn = ({ tokenHash, ...done }: Finished) => {
  const session = useSession();
  const settings = useSettings();
  const navigate = useNavigate();
  const tried = useRef(false);
  const isFree = session.status === "signed-out";
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as nobody is known to be signed in
  useEffect(() => {
    if (!tokenHash || !isFree || tried.current) return;
    tried.current = true;
    sessionClient()
      .then((db) => signInWith(db, settings, tokenHash))
      .then(
        (kind) =>
          kind === "second-step" &&
          navigate(secondStepPath(pathOf({ ...done, tokenHash })), { replace: true }),
        // It is published all the same; the page has a way to log in.
        console.warn,
      );
  }, [isFree]);
  return session.status === "signed-in" ? session.user : null;
};

const Done = ({ done }: { done: Finished }) => {
  const user = useSignIn(done);
  const [choosing, setChoosing] = useState(false);
  const path = pathOf(done);
  const { done: title } = draftWords(done.kind);
  if (choosing && user) {
    const chosen = () => {
      setChoosing(false);
      toast({ title: "Password saved", variant: "success" });
    };
    return <ChoosePassword email={user.email ?? ""} dropped={false} onDone={chosen} />;
  }
  return (
    <AuthCard title={title}>
      <div className="grid gap-5">
        <Alert tone="success" live title="Thank you">
          {done.kind === "job"
            ? "Professionals nearby can see it now. We email you their quotes."
            : done.kind === "enquiry"
              ? "We have emailed it. You get the reply by email too."
              : done.kind === "review"
                ? done.is_public
                  ? FEEDBACK_PUBLISHED
                  : FEEDBACK_PENDING
                : "There is nothing else to do."}
        </Alert>
        {path && (
          <ButtonLink to={path} variant="signal" size="lg">
            {done.kind === "job" ? "See your job" : "See your enquiry"}
          </ButtonLink>
        )}
        {user && done.kind === "job" && (
          <ButtonLink to={`/post-job?edit=${done.result}`} variant="outline">
            Add pictures
          </ButtonLink>
        )}
        {user && done.no_password && (
          <Button variant="quiet" onClick={() => setChoosing(true)}>
            Set a password
          </Button>
        )}
        {path && !user && (
          <p className="text-sm text-ink-soft">
            {done.no_password
              ? "Your account has no password: choose “Email me a login link” where you log in."
              : "Log in to go on."}
          </p>
        )}
      </div>
    </AuthCard>
  );
};

/** /confirm: mail scanners open links, so opening it changes nothing; one press publishes, also without scripts. */
export const ConfirmScreen = ({
  kind,
  token,
  confirmation,
}: {
  kind: string;
  token: string;
  confirmation: Confirmation | undefined;
}) => {
  const busy = useNavigation().state !== "idle";
  // The router forgets it with the first data that scripts load.
  const [latest, setLatest] = useState(confirmation);
  if (confirmation && confirmation !== latest) setLatest(confirmation);
  if (latest?.done) return <Done done={latest.done} />;
  const draft = latest?.draft ?? "";
  return (
    <AuthCard art title="Confirm your email">
      <div className="grid gap-5">
        {latest?.problem && <Alert tone="danger" live title={latest.problem} />}
        {token ? (
          <Form method="post" className="grid gap-3">
            <input type="hidden" name="token" value={token} />
            <p>One press, and it is done.</p>
            <Button type="submit" variant="signal" size="lg" busy={busy}>
              {draftWords(kind).button}
            </Button>
          </Form>
        ) : (
          <>
            {!draft && <p>Type the code of our email, or open its link.</p>}
            <CodeForm draft={draft} kind={kind} email={latest?.email} />
          </>
        )}
      </div>
    </AuthCard>
  );
};
