import { useEffect } from "react";
import { useNavigate } from "react-router";
import { leaveSession, sessionClient } from "#web/session/session.ts";
import { dismissAllToasts, dismissToast, toast } from "#web/ui/toast.ts";

const MINUTE = 60_000;
const IDLE_MS = 30 * MINUTE;
const WARN_MS = IDLE_MS - 2 * MINUTE;
const RENEW_MS = 10 * MINUTE;
const POLL_MS = 15_000;
/** Where the browser's tabs read when an admin last acted in any of them. */
const LAST_ACT = "admin-acted";
const ACTS = ["pointerdown", "keydown", "wheel", "touchstart"] as const;

const showWarning = (): number =>
  toast({
    title: "You'll be signed out in 2 minutes",
    description:
      "You have been inactive for 28 minutes. Press a key, click or tap to stay signed in.",
    variant: "destructive",
    duration: Number.POSITIVE_INFINITY,
  });

/** The later of this tab's last act and that of the others, which it also lets them know. */
const lastActOfAll = (here: number): number => {
  try {
    // A clock that was set back must not keep anybody signed in.
    const elsewhere = Math.min(Number(localStorage.getItem(LAST_ACT)) || 0, Date.now());
    const last = Math.max(here, elsewhere);
    localStorage.setItem(LAST_ACT, String(last));
    return last;
  } catch {
    // Without storage, each tab knows only its own.
    return here;
  }
};

/**
 * Signs an admin out after 30 idle minutes in all tabs, with a warning 2 minutes before (WCAG 2.2.1), and renews
 * the session every 10 minutes otherwise: the database takes one that was not renewed for 45, or began 8 hours
 * ago, for ended (private.is_admin_session_expired).
 */
export const useShortSession = (): void => {
  const navigate = useNavigate();
  useEffect(() => {
    let acted = Date.now();
    let renewed = Date.now();
    let leaving = false;
    let warning: number | null = null;
    const endWarning = () => {
      if (warning !== null) dismissToast(warning);
      warning = null;
    };
    const note = () => {
      acted = Date.now();
      endWarning();
    };
    const refresh = async () => {
      const now = Date.now();
      if (leaving) return;
      acted = lastActOfAll(acted);
      if (now - acted < WARN_MS) endWarning();
      if (now - acted >= IDLE_MS) {
        leaving = true;
        dismissAllToasts();
        leaveSession();
        const db = await sessionClient();
        await db.auth.signOut({ scope: "local" });
        await navigate("/admin-login", { replace: true, state: { idle: true } });
      } else if (now - acted >= WARN_MS) {
        warning ??= showWarning();
      } else if (now - renewed >= RENEW_MS && acted > renewed) {
        renewed = now;
        await (await sessionClient()).auth.refreshSession();
      }
    };
    const timer = setInterval(() => void refresh(), POLL_MS);
    for (const act of ACTS) window.addEventListener(act, note, { passive: true });
    return () => {
      clearInterval(timer);
      endWarning();
      for (const act of ACTS) window.removeEventListener(act, note);
    };
  }, [navigate]);
};
