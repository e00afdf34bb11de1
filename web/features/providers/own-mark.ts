import { useEffect } from "react";
import { useSession } from "#web/session/session.ts";

/** The first paint marks a person's own page (web/session/first-paint.ts), until the page knows who looks at it. */
export const useOwnMark = (viewer: object | null): void => {
  const { status } = useSession();
  const known = viewer !== null || status === "signed-out";
  useEffect(() => {
    const unmark = () => delete document.documentElement.dataset.own;
    if (known) unmark();
    return () => void unmark();
  }, [known]);
};
