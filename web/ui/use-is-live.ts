import { useSyncExternalStore } from "react";
import { useLocation } from "react-router";

/** Whether scripts run here: false on the server, and for the first rendering of its page. */
export const useIsLive = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );

/** What this entry of the history remembers. It survives a reload, whose page the server renders without it. */
export const useEntryState = <State extends object>(): Partial<State> | null => {
  const { state } = useLocation();
  return useIsLive() ? (state as Partial<State> | null) : null;
};
