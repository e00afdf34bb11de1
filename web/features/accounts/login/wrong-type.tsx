import { useEffect, useRef, useState } from "react";
import { accountLabels, isSignUpType } from "#domain/accounts/accounts.ts";
import { queueRevocation, retryRevocations } from "#web/session/revocations.ts";
import { useSettings } from "#web/session/settings.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { useCompleteLogIn } from "./complete-log-in.ts";
import { type LogInOutcome, type PreparedSession, signInRefusal } from "./log-in.ts";

export type Refusal = Extract<LogInOutcome, { kind: "refused" }>;

/** The result of a login on the wrong tab: one press for the account's own type, or the admin login. */
export const WrongType = ({
  registeredAs,
  onPress,
}: {
  registeredAs: string | undefined;
  onPress: () => Promise<void>;
}) => {
  const [busy, setBusy] = useState(false);
  const { siteName } = useSettings();
  if (registeredAs === "admin") {
    return (
      <ButtonLink to="/admin-login" variant="signal" size="lg">
        Go to the admin login
      </ButtonLink>
    );
  }
  if (!isSignUpType(registeredAs)) return null;
  return (
    <Button
      variant="signal"
      size="lg"
      busy={busy}
      onClick={() => {
        setBusy(true);
        void onPress().finally(() => setBusy(false));
      }}
    >
      Log in as {accountLabels(siteName)[registeredAs]}
    </Button>
  );
};

/** Ends a held session if the page is left without using it. @returns a function to call when it is used */
const usePreparedSession = (preparedSession: PreparedSession | undefined) => {
  const used = useRef(false);
  const mounted = useRef(false);
  useEffect(() => {
    if (!preparedSession) return;
    used.current = false;
    mounted.current = true;
    const end = () => {
      if (used.current) return;
      used.current = true;
      // Queued first, because a page that closes may not complete the call: the next visit repeats it.
      queueRevocation(preparedSession.tokens);
      void retryRevocations();
    };
    window.addEventListener("pagehide", end);
    return () => {
      window.removeEventListener("pagehide", end);
      mounted.current = false;
      // React mounts twice in development, within one task.
      queueMicrotask(() => {
        if (!mounted.current) end();
      });
    };
  }, [preparedSession]);
  return () => {
    used.current = true;
  };
};

/** As above, for a sign-in that needs more than one press to repeat, such as a link: its session waits. */
export const WrongTypeChoice = ({
  refusal,
  target,
  onRefused,
}: {
  refusal: Refusal;
  target: string | null;
  onRefused: (refusal: Refusal) => void;
}) => {
  const { preparedSession, registeredAs } = refusal;
  const use = usePreparedSession(preparedSession);
  const goOn = useCompleteLogIn();
  const press = async () => {
    if (!preparedSession) return;
    use();
    const outcome = await preparedSession.enter().catch(
      (error: unknown): LogInOutcome => ({
        kind: "refused",
        message: signInRefusal(error).message,
        unconfirmed: false,
        registeredAs: registeredAs ?? "",
        preparedSession,
      }),
    );
    if (outcome.kind === "refused") onRefused(outcome);
    else await goOn(outcome, target);
  };
  return <WrongType registeredAs={registeredAs} onPress={press} />;
};
