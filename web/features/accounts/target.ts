import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { keptTextAt } from "#domain/accounts-kept-text.ts";
import { safePath } from "#web/session/return-path.ts";
import { readDraft } from "#web/ui/draft.ts";

/** The page where a person was stopped: `return` or `redirect`, only if it is a path of this site. */
export const useTarget = (): string | null => {
  const [query] = useSearchParams();
  return safePath(query.get("return")) ?? safePath(query.get("redirect"));
};

/** What this browser keeps of a visitor's text on that page; only the browser knows. */
export const useKeptText = (target: string | null): ReturnType<typeof keptTextAt> => {
  const [kept, setKept] = useState<ReturnType<typeof keptTextAt>>(null);
  useEffect(() => {
    const text = keptTextAt(target);
    setKept(text && readDraft("browser", text.draft) ? text : null);
  }, [target]);
  return kept;
};
