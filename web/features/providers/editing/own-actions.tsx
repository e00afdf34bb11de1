import Eye from "lucide-react/icons/eye";
import { Button, ButtonLink } from "#web/ui/button.tsx";

/** What an owner can do at the top of their own page. */
export const OwnActions = ({ onPreview }: { onPreview: () => void }) => (
  <>
    <ButtonLink to="/account" variant="solid" className="max-sm:w-full">
      Edit Full Profile
    </ButtonLink>
    <Button variant="outline" icon={<Eye aria-hidden="true" />} onClick={onPreview}>
      View as a visitor
    </Button>
  </>
);
