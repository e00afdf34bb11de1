import Pencil from "lucide-react/icons/pencil";
import { Link } from "#web/ui/link.tsx";
import type { OwnersPart } from "./change.ts";

/** The choice is too large for this page: its pencil leads to the field in Settings. */
export default function EditCategories({ heading, children }: OwnersPart) {
  return (
    <>
      <div className="flex min-h-8 items-center gap-1">
        {heading}
        <Link
          to="/account?change=categories"
          aria-label="Edit categories"
          title="Edit categories"
          className="inline-grid size-8 shrink-0 place-items-center rounded-md text-ink-soft transition-colors hover:bg-hover hover:text-ink print:hidden"
        >
          <Pencil className="size-4!" />
        </Link>
      </div>
      {children}
    </>
  );
}
