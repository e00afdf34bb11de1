import KeyRound from "lucide-react/icons/key-round";
import { useEffect, useState } from "react";
import { failureToast } from "#web/session/refusal.ts";
import { sessionClient } from "#web/session/session.ts";
import { useSettings } from "#web/session/settings.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";
import { detachedClient } from "../detached-client.ts";
import { passkeysWork, reasonOf } from "../passkeys/passkeys.ts";
import { useCompleteLogIn } from "./complete-log-in.ts";
import { admit, type LogInOutcome } from "./log-in.ts";
import type { SignInWay } from "./sign-in-way.ts";
import { type Refusal, WrongTypeChoice } from "./wrong-type.tsx";

/**
 * 'Use a passkey', if the service has passkeys and the browser supports them. The tab counts, as
 * with a password.
 */
export const PasskeyButton = ({ way }: { way: SignInWay }) => {
  const settings = useSettings();
  const enter = useCompleteLogIn();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  // Shown until the browser reports otherwise: nearly all support it.
  const [works, setWorks] = useState(true);
  useEffect(() => setWorks(passkeysWork()), []);

  const tryPasskey = async (): Promise<LogInOutcome> => {
    const [db, trial] = await Promise.all([sessionClient(), detachedClient(settings)]);
    const { data, error } = await trial.auth.signInWithPasskey();
    if (error || !data?.session || !data.user) {
      const message = error ? reasonOf(error) : "Please try again.";
      return { kind: "refused", message, unconfirmed: false };
    }
    return admit(db, trial, data.session, way, true);
  };
  const refuse = (outcome: Refusal) => {
    setRefusal(outcome);
    toast({ title: "Login failed", description: outcome.message, variant: "destructive" });
  };
  const signIn = async () => {
    if (busy) return;
    setBusy(true);
    setRefusal(null);
    try {
      const outcome = await tryPasskey();
      if (outcome.kind === "refused") refuse(outcome);
      else await enter(outcome, way.target);
    } catch (error) {
      toast(failureToast(error, "Login failed"));
    } finally {
      setBusy(false);
    }
  };

  if (!works) return null;
  return (
    <>
      <Button variant="outline" icon={<KeyRound />} busy={busy} onClick={() => void signIn()}>
        Use a passkey
      </Button>
      {refusal && <WrongTypeChoice refusal={refusal} target={way.target} onRefused={refuse} />}
    </>
  );
};
