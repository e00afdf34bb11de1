import { Link } from "#web/ui/link.tsx";

/** Above an owner's page: that they see it as visitors do, or that nobody else sees it. */
export default function OwnNotes({
  path,
  asVisitor,
  listed,
}: {
  path: string;
  asVisitor: boolean;
  listed: boolean;
}) {
  return (
    <div className="grid gap-4 not-empty:mt-4 print:hidden">
      {asVisitor && (
        <p className="flex flex-wrap justify-between gap-x-6 rounded-md bg-signal-wash px-4 py-3 font-semibold">
          This is how visitors see your page.
          <Link to={path} className="link">
            Back to editing
          </Link>
        </p>
      )}
      {!listed && (
        <p className="text-ink-soft">
          Only you can see this page. It appears in the directory while your membership is live and
          your profile is visible.{" "}
          <Link to="/membership" className="link">
            See membership
          </Link>
        </p>
      )}
    </div>
  );
}
