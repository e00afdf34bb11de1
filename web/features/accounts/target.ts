import { useSearchParams } from "react-router";
import { safePath } from "#web/session/return-path.ts";

/** The page where a person was stopped: `return` or `redirect`, only if it is a path of this site. */
export const useTarget = (): string | null => {
  const [query] = useSearchParams();
  return safePath(query.get("return")) ?? safePath(query.get("redirect"));
};
