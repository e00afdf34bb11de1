import Eye from "lucide-react/icons/eye";
import { Button, ButtonLink } from "#web/ui/button.tsx";

/** What an owner can do at the top of their own page. */
export default function OwnActions({ onPreview }: { onPreview: () => void }) {
  return (
    <>
      <ButtonLink to="/account" variant="solid">
        Edit Full Profile
      </ButtonLink>
      <Button
        variant="outline"
        className="max-sm:size-11"
        icon={<Eye aria-hidden="true" />}
        onClick={onPreview}
      >
        <span className="max-sm:sr-only">View as a visitor</span>
      </Button>
    </>
  );
}
