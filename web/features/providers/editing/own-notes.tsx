import { useEffect, useRef } from "react";
import { Button } from "#web/ui/button.tsx";
import { Link } from "#web/ui/link.tsx";

/** Notes above an owner's page: it is the visitor view, or nobody else can see it. */
export const OwnNotes = ({
  asVisitor,
  listed,
  onEdit,
}: {
  asVisitor: boolean;
  listed: boolean;
  onEdit: () => void;
}) => {
  const before = useRef(asVisitor);
  useEffect(() => {
    if (before.current === asVisitor) return;
    before.current = asVisitor;
    // The button that was pressed is gone.
    const heading = document.querySelector<HTMLElement>("main h1");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
  }, [asVisitor]);
  if (asVisitor)
    return (
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-md bg-signal-wash px-4 py-3 print:hidden">
        <p className="font-semibold">
          {listed
            ? "This is how visitors see your page."
            : "This is how visitors will see your page once it is listed."}
        </p>
        <Button size="sm" variant="outline" onClick={onEdit}>
          Back to editing
        </Button>
      </div>
    );
  if (listed) return null;
  return (
    <p className="mt-4 text-ink-soft print:hidden">
      Only you can see this page. It appears in the directory while your membership is live and your
      profile is visible.{" "}
      <Link to="/membership" className="link">
        See membership
      </Link>
    </p>
  );
};
