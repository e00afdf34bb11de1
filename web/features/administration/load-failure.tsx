import { useRevalidator } from "react-router";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { tellFailure } from "./tell-failure.ts";

/** Stands where a list could not be loaded, in the catalogue's words (spec 2 section 8). */
export const LoadFailure = ({ words }: { words: string }) => {
  const { revalidate, state } = useRevalidator();
  return (
    <Alert
      tone="danger"
      title={words}
      live
      action={
        <Button
          size="sm"
          variant="outline"
          busy={state === "loading"}
          onClick={() => void revalidate()}
        >
          Try again
        </Button>
      }
    >
      Nothing was changed.
    </Alert>
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
    tellFailure(words, error);
    return null;
  }
};
