import Bookmark from "lucide-react/icons/bookmark";
import { useWrite } from "#web/session/use-write.ts";
import { Button } from "#web/ui/button.tsx";
import { tellSaveFailed } from "./tell-failure.ts";
import { saveProvider } from "./writes.ts";

/** Saves or unsaves a provider; the page's data then says which. */
export const SaveProviderButton = ({
  providerId,
  userId,
  saved,
}: {
  providerId: string;
  userId: string;
  saved: boolean;
}) => {
  const { run, busy } = useWrite(saveProvider);
  const toggle = async () => {
    try {
      await run({ providerId, saved: !saved }, userId);
    } catch (error) {
      await tellSaveFailed(error);
    }
  };
  return (
    <Button
      variant="outline"
      busy={busy}
      aria-pressed={saved}
      icon={<Bookmark aria-hidden="true" fill={saved ? "currentColor" : "none"} />}
      onClick={() => void toggle()}
    >
      {saved ? "Saved" : "Save"}
    </Button>
  );
};
