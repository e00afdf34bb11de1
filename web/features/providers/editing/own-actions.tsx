import Eye from "lucide-react/icons/eye";
import { ButtonLink } from "#web/ui/button.tsx";

/** What an owner can do at the top of their own page. */
export default function OwnActions({ path }: { path: string }) {
  return (
    <>
      <ButtonLink to="/account" variant="solid">
        Edit Full Profile
      </ButtonLink>
      <ButtonLink
        to={`${path}?view=visitor`}
        variant="outline"
        className="max-sm:size-11"
        icon={<Eye aria-hidden="true" />}
      >
        <span className="max-sm:sr-only">View as a visitor</span>
      </ButtonLink>
    </>
  );
}
