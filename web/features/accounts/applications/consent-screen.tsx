import type { OAuthAuthorizationDetails } from "@supabase/supabase-js";
import Check from "lucide-react/icons/check";
import { useCallback, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { OUR_SIDE_TRY_AGAIN } from "#domain/site-messages.ts";
import {
  decide,
  grantsOf,
  nameOf,
  placeOf,
  type Question,
  readQuestion,
} from "#web/features/accounts/applications/index.ts";
import { ProveDialog } from "#web/features/accounts/reauthentication/index.ts";
import { sessionClient } from "#web/session/session.ts";
import { useSettings } from "#web/session/settings.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { RetryAlert } from "#web/ui/retry-alert.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { AuthCard } from "../auth-card.tsx";

const INCOMPLETE: Question = {
  kind: "over",
  message: "This address is not complete. Go back to the application and try again.",
};

/** The application, the data it would see, and the next page: everything needed to decide. */
const ConsentQuestion = ({
  details: { client, user, scope, redirect_uri },
  busy,
  onDecide,
}: {
  details: OAuthAuthorizationDetails;
  busy: "approve" | "deny" | null;
  onDecide: (decision: "approve" | "deny") => void;
}) => {
  const { siteName } = useSettings();
  const name = nameOf(client);
  return (
    <div className="grid gap-6">
      <div className="flex items-center gap-4">
        <Avatar name={name} />
        <p className="min-w-0 flex-1 wrap-anywhere">
          <bdi className="font-semibold">{name}</bdi> would like to sign you in with your {siteName}{" "}
          account.
        </p>
      </div>
      <section aria-labelledby="seen">
        <h2 id="seen" className="text-lg">
          It would see
        </h2>
        <ul className="mt-3 grid gap-2">
          {grantsOf(scope.split(" ")).map((what) => (
            <li key={what} className="flex gap-3">
              <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-soft" />
              {what}
            </li>
          ))}
        </ul>
        <p className="mt-4 text-sm text-ink-soft">
          It cannot change anything here, and does not get your password. You can remove it at any
          time under Account Security.
        </p>
      </section>
      <div className="border-t border-line pt-4">
        <p>
          You're logged in as <strong className="wrap-anywhere">{user.email}</strong>.
        </p>
        <p className="mt-2">
          You'll then go to <strong className="wrap-anywhere">{placeOf(redirect_uri)}</strong>. If
          you don't recognise it, choose Deny.
        </p>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button variant="outline" size="lg" busy={busy === "deny"} onClick={() => onDecide("deny")}>
          Deny
        </Button>
        <Button
          variant="signal"
          size="lg"
          className="max-sm:order-first"
          busy={busy === "approve"}
          onClick={() => onDecide("approve")}
        >
          Approve
        </Button>
      </div>
    </div>
  );
};

/** /oauth/consent: whether another application may sign the person in with their account here. */
export const ConsentScreen = () => {
  const [query] = useSearchParams();
  const authorizationId = query.get("authorization_id") ?? "";
  const [question, setQuestion] = useState<Question | null>(null);
  const [busy, setBusy] = useState<"approve" | "deny" | null>(null);
  const [proving, setProving] = useState(false);
  const running = useRef(false);

  /** One at a time; Back skips this page, which is over by then. */
  const loadAndShow = useCallback(async (loadQuestion: () => Promise<Question>) => {
    if (running.current) return;
    running.current = true;
    const next = await loadQuestion().catch(
      (): Question => ({ kind: "failed", message: OUR_SIDE_TRY_AGAIN }),
    );
    // The request is still visible on the page behind.
    setProving(next.kind === "unproven");
    if (next.kind !== "unproven") setQuestion(next);
    if (next.kind === "go") window.location.replace(next.address);
    else setBusy(null);
    running.current = false;
  }, []);
  const refresh = useCallback(
    () =>
      authorizationId
        ? loadAndShow(async () => readQuestion(await sessionClient(), authorizationId))
        : Promise.resolve(setQuestion(INCOMPLETE)),
    [loadAndShow, authorizationId],
  );
  useEffect(() => void refresh(), [refresh]);

  const onDecide = async (decision: "approve" | "deny") => {
    if (busy) return;
    setBusy(decision);
    await loadAndShow(async () => decide(await sessionClient(), authorizationId, decision));
  };
  return (
    <AuthCard title="Connect an application">
      {question === null && <Skeleton className="h-72 w-full" />}
      {question?.kind === "ask" && (
        <ConsentQuestion
          details={question.details}
          busy={busy}
          onDecide={(decision) => void onDecide(decision)}
        />
      )}
      <ProveDialog
        open={proving}
        onProven={() => onDecide("approve")}
        onCancel={() => setProving(false)}
      />
      {question?.kind === "go" && <p role="status">Taking you back to the application…</p>}
      {question?.kind === "failed" && (
        <RetryAlert title={question.message} onRetry={() => void refresh()} />
      )}
      {question?.kind === "over" && (
        <div className="grid gap-5">
          <Alert live tone="warning" title="There is nothing to decide here">
            {question.message}
          </Alert>
          <ButtonLink to="/" variant="outline">
            Go to the home page
          </ButtonLink>
        </div>
      )}
    </AuthCard>
  );
};
