import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { visitorDraftAt } from "#domain/accounts/visitor-drafts.ts";
import { safePath } from "#web/session/return-path.ts";
import { readDraft } from "#web/ui/draft.ts";

/** The page where a person was stopped: `return` or `redirect`, only if it is a path of this site. */
export const useTarget = (): string | null => {
  const [query] = useSearchParams();
  return safePath(query.get("return")) ?? safePath(query.get("redirect"));
};

/** What this browser keeps of a visitor's text on that page; only the browser knows. */
export const useVisitorDraft = (target: string | null): ReturnType<typeof visitorDraftAt> => {
  const [found, setFound] = useState<ReturnType<typeof visitorDraftAt>>(null);
  useEffect(() => {
    const text = visitorDraftAt(target);
    setFound(text && readDraft("browser", text.draft) ? text : null);
  }, [target]);
  return found;
};
