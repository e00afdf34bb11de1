import { useEffect } from "react";
import { useNavigate } from "react-router";
import { leaveSession, sessionClient } from "#web/session/session.ts";

const MINUTE = 60_000;
const IDLE_MS = 30 * MINUTE;
const RENEW_MS = 10 * MINUTE;
const POLL_MS = 15_000;
const ACTS = ["pointerdown", "keydown", "wheel", "touchstart"] as const;

/**
 * Signs an admin out after 30 idle minutes, and renews the session every 10 minutes otherwise: the database
 * takes one that was not renewed for 45, or began 8 hours ago, for ended (private.is_admin_session_expired).
 */
export const useShortSession = (): void => {
  const navigate = useNavigate();
  useEffect(() => {
    let acted = Date.now();
    let renewed = Date.now();
    let leaving = false;
    const note = () => {
      acted = Date.now();
    };
    const refresh = async () => {
      const now = Date.now();
      if (leaving) return;
      if (now - acted >= IDLE_MS) {
        leaving = true;
        leaveSession();
        const db = await sessionClient();
        await db.auth.signOut({ scope: "local" });
        await navigate("/admin-login", { replace: true, state: { idle: true } });
      } else if (now - renewed >= RENEW_MS && acted > renewed) {
        renewed = now;
        await (await sessionClient()).auth.refreshSession();
      }
    };
    const timer = setInterval(() => void refresh(), POLL_MS);
    for (const act of ACTS) window.addEventListener(act, note, { passive: true });
    return () => {
      clearInterval(timer);
      for (const act of ACTS) window.removeEventListener(act, note);
    };
  }, [navigate]);
};
