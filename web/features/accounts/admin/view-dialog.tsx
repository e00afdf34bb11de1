import type { ReactNode } from "react";
import { accountLabel } from "#domain/accounts/accounts.ts";
import { PROFILE_COLUMNS, PROVIDER_COLUMNS, profileText } from "#domain/accounts/fields.ts";
import { formatDay } from "#domain/values/dates.ts";
import { useSettings } from "#web/session/settings.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Link } from "#web/ui/link.tsx";
import { Avatar } from "#web/ui/pictures/avatar.tsx";
import { nameOf, type User } from "./queries.ts";
import { StatusBadges } from "./status.tsx";
import { SupportAccessView } from "./support-view.tsx";

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-ink-soft">{label}</dt>
    <dd className="break-words">{children || "Not given"}</dd>
  </div>
);

/** The title has the names, and a long text is below. */
const FACTS = PROFILE_COLUMNS.filter(
  (column) => !column.endsWith("_name") || column === "business_name",
).filter((column) => !profileText(column).long);

/** Everything that the table has about an account. */
export const ViewDialog = ({
  user,
  onClose,
  onStay,
}: {
  user: User | null;
  onClose: () => void;
  /** For an admin who came from another screen, to which closing leads back. */
  onStay?: () => void;
}) => {
  const { siteName } = useSettings();
  const provider = user?.account_type === "provider";
  return (
    <Dialog
      open={user !== null}
      onOpenChange={(open) => !open && onClose()}
      title={user ? nameOf(user) : ""}
      description={user ? accountLabel(user.account_type, siteName) : ""}
      footer={
        onStay && (
          <>
            <Button variant="outline" onClick={onStay}>
              Show in Users
            </Button>
            <Button onClick={onClose}>Done</Button>
          </>
        )
      }
    >
      {user && (
        <>
          <div className="mb-5 flex items-center gap-4">
            <Avatar name={nameOf(user)} src={user.profile_image_url} />
            <StatusBadges user={user} />
          </div>
          <dl className="grid gap-4 sm:grid-cols-2">
            <Fact label="Email">{user.email}</Fact>
            {FACTS.filter((column) => provider || !PROVIDER_COLUMNS.includes(column)).map(
              (column) => (
                <Fact key={column} label={profileText(column).label}>
                  {user[column]}
                </Fact>
              ),
            )}
            <Fact label="Categories">{user.category_names.join(", ")}</Fact>
            <Fact label="Joined">{formatDay(user.created_at)}</Fact>
          </dl>
          <dl className="mt-4 whitespace-pre-line">
            <Fact label="Bio">{user.bio}</Fact>
          </dl>
          {provider && (
            <p className="mt-5">
              <Link to={`/directory/${user.id}`} className="link">
                Public profile
              </Link>
            </p>
          )}
          <SupportAccessView key={user.id} userId={user.id} />
        </>
      )}
    </Dialog>
  );
};
