import { type ReactNode, useState } from "react";
import { failureToast } from "#web/session/refusal.ts";
import { useSettings } from "#web/session/settings.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";
import { travellingClient } from "../detached-client.ts";
import { addressWithWay, type SignInWay } from "./sign-in-way.ts";
import { providerMark, providerName } from "./social-marks.tsx";

const Mark = ({ children }: { children: ReactNode }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    {children}
  </svg>
);

/** 'Continue with …' for each of the service's providers; nothing without any. */
export const SocialButtons = ({
  providers,
  way,
}: {
  providers: readonly string[];
  way: SignInWay;
}) => {
  const settings = useSettings();
  const [leaving, setLeaving] = useState<string | null>(null);
  const leave = async (provider: string) => {
    if (leaving) return;
    setLeaving(provider);
    try {
      const trial = await travellingClient(settings);
      const { data, error } = await trial.auth.signInWithOAuth({
        // The service names its own; supabase-js lists those known at its release.
        provider: provider as "google",
        options: {
          redirectTo: addressWithWay(window.location.origin, "/sign-in-return", way),
          skipBrowserRedirect: true,
        },
      });
      if (error) throw error;
      window.location.assign(data.url);
    } catch (error) {
      setLeaving(null);
      toast(failureToast(error, "Login failed"));
    }
  };
  const byName = [...providers].sort((a, b) => providerName(a).localeCompare(providerName(b)));
  return byName.map((provider) => {
    const mark = providerMark(provider);
    return (
      <Button
        key={provider}
        variant="outline"
        icon={mark && <Mark>{mark}</Mark>}
        busy={leaving === provider}
        onClick={() => void leave(provider)}
      >
        Continue with {providerName(provider)}
      </Button>
    );
  });
};
