import { useEffect, useRef, useState } from "react";
import { getSession, refreshSession, sessionClient } from "#web/session/session.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import type { MailLink } from "./mail-link.ts";
import { Resend } from "./resend.tsx";

export const LINK_IS_SPENT = "This link has expired or was already used.";

type Redeemed = "done" | "half" | "spent" | "failed";

/** Redeems the link's secret. `half`: the other address has to confirm too (a change of e-mail). */
const redeem = async (link: MailLink): Promise<Redeemed> => {
  if (link.kind === "error") return "spent";
  const db = await sessionClient();
  if (link.kind === "tokens") {
    // Tokens in an address never replace whoever is signed in.
    if ((await getSession()).status === "signed-in") return "done";
    const { error } = await db.auth.setSession({
      access_token: link.accessToken,
      refresh_token: link.refreshToken,
    });
    if (error) return "spent";
  } else {
    const { data, error } = await db.auth.verifyOtp({
      token_hash: link.tokenHash,
      type: link.type,
    });
    if (error)
      return error.status && error.status < 500 && error.status !== 429 ? "spent" : "failed";
    if (!data.session) return "half";
  }
  await refreshSession();
  return "done";
};

/**
 * A link of ours: redeemed by a press, because mail scanners open links. Tokens of a hosted service
 * are already redeemed and taken at once.
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
  const [state, setState] = useState<Redeemed | "waiting" | "busy">(
    link.kind === "error" ? "spent" : "waiting",
  );
  const running = useRef(false);
  const run = async () => {
    if (running.current) return;
    running.current = true;
    setState("busy");
    const outcome = await redeem(link).catch((): Redeemed => "failed");
    running.current = false;
    setState(outcome);
    if (outcome === "done") onDone();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: tokens are taken once, on arrival
  useEffect(() => {
    if (link.kind === "tokens") void run();
  }, []);

  if (state === "half") {
    return (
      <Alert live tone="success" title="Thank you, this address is confirmed">
        For your safety both addresses have to agree: please follow the link that was sent to your
        other address too.
      </Alert>
    );
  }
  if (state === "spent") {
    const change = link.kind === "token-hash" && link.type === "email_change";
    return (
      <div className="grid gap-5">
        <Alert live tone="danger" title={LINK_IS_SPENT}>
          If your address is confirmed already, you can simply log in. Otherwise ask for another
          link.
        </Alert>
        <Resend
          email={email}
          label="Resend Confirmation Email"
          kind={change ? "email_change" : "signup"}
        />
      </div>
    );
  }
  return (
    <div className="grid gap-5">
      {state === "failed" && (
        <Alert live tone="danger" title="Your address could not be confirmed">
          Please check your connection and try again. The link is still good.
        </Alert>
      )}
      <Button
        variant="signal"
        size="lg"
        busy={state === "busy" || state === "done"}
        onClick={() => void run()}
      >
        Confirm my e-mail
      </Button>
    </div>
  );
};
