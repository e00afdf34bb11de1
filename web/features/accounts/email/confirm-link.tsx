import { useEffect, useRef, useState } from "react";
import { ADDRESS_CONFIRMED, OTHER_ADDRESS_TOO } from "#domain/accounts/login-messages.ts";
import { type Fault, faultOf, LINK_IS_USED, passingFault } from "#domain/site/faults.ts";
import { adoptSession, getSession, refreshSession, sessionClient } from "#web/session/session.ts";
import { useSettings } from "#web/session/settings.ts";
import type { SiteSettings } from "#web/session/site.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { detachedClient } from "../detached-client.ts";
import { reportCancelledDeletion } from "../personal-data/deletion-cancelled.ts";
import { type MailLink, ownerOf } from "./mail-link.ts";
import { RESEND_LABEL, Resend } from "./resend.tsx";

/** A session from a link: its person and its tokens. */
interface LinkParameters {
  id: string;
  email: string;
  accessToken: string;
  refreshToken: string;
}

/**
 * The result of a link. `half`: the other address must confirm too (a change of email). `ask`: it would
 * sign in a person whom this browser does not expect, so they must confirm that first.
 */
type Outcome =
  | { kind: "done" | "half" | "spent" }
  | { kind: "failed"; message: string }
  | { kind: "ask"; parameters: LinkParameters; current: string | null };

const FAILED = "Your address could not be confirmed. Please try again.";

/** Redeems one of our links on a separate client, which changes nobody's session. */
const redeem = async (
  link: Extract<MailLink, { kind: "token-hash" }>,
  settings: SiteSettings,
): Promise<LinkParameters | "half" | "spent" | Fault> => {
  const trial = await detachedClient(settings);
  const { data, error } = await trial.auth.verifyOtp({
    token_hash: link.tokenHash,
    type: link.type,
  });
  if (error) return passingFault(error) ?? "spent";
  if (!data.session) return "half";
  const { access_token, refresh_token, user } = data.session;
  return {
    id: user.id,
    email: user.email ?? "",
    accessToken: access_token,
    refreshToken: refresh_token,
  };
};

/** Makes the link's session this browser's. */
const adoptTokens = async ({ accessToken, refreshToken }: LinkParameters): Promise<Outcome> => {
  const db = await sessionClient();
  const { error } = await adoptSession(db, {
    access_token: accessToken,
    refresh_token: refreshToken,
  });
  if (error) {
    const fault = passingFault(error);
    return fault ? { kind: "failed", message: fault.message } : { kind: "spent" };
  }
  void reportCancelledDeletion(db);
  return { kind: "done" };
};

/** Whether two addresses are the same; an empty one matches none. */
const isSame = (one: string, other: string): boolean =>
  one !== "" && one.trim().toLowerCase() === other.trim().toLowerCase();

/**
 * Uses a link. Another person's session is never replaced without asking. Tokens in an address are adopted
 * at once only for the account that this browser signed up with: otherwise a stranger's link would sign
 * people in as the stranger.
 */
const take = async (
  link: MailLink,
  signedUpWith: string,
  settings: SiteSettings,
): Promise<Outcome> => {
  if (link.kind === "error") return { kind: "spent" };
  let parameters: LinkParameters;
  if (link.kind === "tokens") {
    const owner = ownerOf(link.accessToken);
    if (!owner) return { kind: "spent" };
    parameters = { ...owner, accessToken: link.accessToken, refreshToken: link.refreshToken };
  } else {
    const redeemed = await redeem(link, settings);
    if (typeof redeemed === "string") return { kind: redeemed };
    if ("kind" in redeemed) return { kind: "failed", message: redeemed.message };
    parameters = redeemed;
  }
  const session = await getSession();
  if (session.status === "signed-in") {
    if (session.user.id !== parameters.id) {
      return { kind: "ask", parameters, current: session.user.email ?? "" };
    }
    return link.kind === "tokens"
      ? refreshSession().then(() => ({ kind: "done" }))
      : adoptTokens(parameters);
  }
  const expected = link.kind === "token-hash" || isSame(parameters.email, signedUpWith);
  return expected ? adoptTokens(parameters) : { kind: "ask", parameters, current: null };
};

/** Asks before signing in a person whom this browser did not expect. */
const ConfirmAccount = ({
  parameters,
  current,
  busy,
  onContinue,
}: {
  parameters: LinkParameters;
  current: string | null;
  busy: boolean;
  onContinue: () => void;
}) => (
  <div className="grid gap-5">
    <Alert live tone="warning" title={`This link belongs to ${parameters.email}`}>
      {current === null
        ? "Continue only if this is your account: you will be signed in with it."
        : `You are signed in as ${current}. If you continue, you will be signed in with the account of the link instead.`}
    </Alert>
    <Button variant="signal" size="lg" busy={busy} onClick={onContinue}>
      Continue to Profile
    </Button>
    {current !== null && (
      <ButtonLink to="/profile" variant="quiet">
        Stay signed in as {current}
      </ButtonLink>
    )}
  </div>
);

/**
 * One of our links: redeemed by a press, because mail scanners open links. Tokens of a hosted service are
 * already redeemed, and adopted at once if they are expected.
 */
export const ConfirmLink = ({
  link,
  email,
  onDone,
}: {
  link: MailLink;
  email: string;
  onDone: () => void;
}) => {
  const settings = useSettings();
  const [outcome, setOutcome] = useState<Outcome | null>(
    link.kind === "error" ? { kind: "spent" } : null,
  );
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const run = async (act: () => Promise<Outcome>) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    const result = await act().catch(
      (error: unknown): Outcome => ({ kind: "failed", message: faultOf(error, FAILED).message }),
    );
    running.current = false;
    setBusy(false);
    setOutcome(result);
    if (result.kind === "done") onDone();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: tokens are taken once, on arrival
  useEffect(() => {
    if (link.kind === "tokens") void run(() => take(link, email, settings));
  }, []);

  if (outcome?.kind === "ask") {
    return (
      <ConfirmAccount
        {...outcome}
        busy={busy}
        onContinue={() => void run(() => adoptTokens(outcome.parameters))}
      />
    );
  }
  if (outcome?.kind === "half") {
    return (
      <Alert live tone="success" title={ADDRESS_CONFIRMED}>
        {OTHER_ADDRESS_TOO}
      </Alert>
    );
  }
  if (outcome?.kind === "spent") {
    const change = link.kind === "token-hash" && link.type === "email_change";
    return (
      <div className="grid gap-5">
        <Alert live tone="danger" title={LINK_IS_USED}>
          If your address is confirmed already, you can simply log in. Otherwise ask for another
          link.
        </Alert>
        <Resend email={email} label={RESEND_LABEL} kind={change ? "email_change" : "signup"} />
      </div>
    );
  }
  return (
    <div className="grid gap-5">
      {outcome?.kind === "failed" && (
        <Alert live tone="danger" title="Your address could not be confirmed">
          {outcome.message} The link is still good.
        </Alert>
      )}
      {outcome === null && <p>Confirm your email in one tap.</p>}
      <Button
        variant="signal"
        size="lg"
        busy={busy || outcome?.kind === "done"}
        onClick={() => void run(() => take(link, email, settings))}
      >
        Confirm my email
      </Button>
    </div>
  );
};
