import { useRevalidator } from "react-router";
import { RetryAlert } from "#web/ui/retry-alert.tsx";
import { describeFailure } from "./describe-failure.ts";

/** Stands where a list could not be loaded, in the catalogue's words (spec 2 section 8). */
export const LoadFailure = ({ words }: { words: string }) => {
  const { revalidate, state } = useRevalidator();
  return (
    <RetryAlert title={words} busy={state === "loading"} onRetry={() => void revalidate()}>
      Nothing was changed.
    </RetryAlert>
  );
};

/** What a screen shows: what was loaded, or null when that failed, which is told in these words. */
export const orNull = async <Loaded,>(
  words: string,
  loading: Promise<Loaded>,
): Promise<Loaded | null> => {
  try {
    return await loading;
  } catch (error) {
    describeFailure(words, error);
    return null;
  }
};
