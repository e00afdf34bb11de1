import { useRevalidator } from "react-router";
import { sessionEnded } from "#web/session/session.ts";
import { RetryAlert } from "#web/ui/retry-alert.tsx";
import { describeFailure } from "./act.ts";

/** Shown where a list could not be loaded, in the specification's words (spec 2 section 8). */
export const LoadFailure = ({ words }: { words: string }) => {
  const { revalidate, state } = useRevalidator();
  return (
    <RetryAlert title={words} busy={state === "loading"} onRetry={() => void revalidate()}>
      Nothing was changed.
    </RetryAlert>
  );
};

/** A screen's data, or null if loading failed, which is reported with this message. */
export const orNull = async <Loaded,>(
  words: string,
  loading: Promise<Loaded>,
): Promise<Loaded | null> => {
  try {
    return await loading;
  } catch (error) {
    // This request opens the login over the page, which then loads.
    if (!(await sessionEnded())) describeFailure(words, error);
    return null;
  }
};
