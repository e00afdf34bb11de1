import { formatDay } from "#domain/values/dates.ts";
import { Badge } from "#web/ui/badge.tsx";
import type { User } from "./queries.ts";

/** Who is listed: only members are, so only they are called visible. */
const Listed = ({ user }: { user: User }) => {
  if (!user.is_visible) return <Badge>Hidden</Badge>;
  return user.membership && user.is_active ? <Badge tone="info">Visible</Badge> : null;
};

/** Whether an account may sign in, and for providers whether it is found and is a member. */
export const StatusBadges = ({ user }: { user: User }) => (
  <span className="inline-flex flex-wrap gap-1.5">
    <Badge tone={user.is_active ? "success" : "danger"}>
      {user.is_active ? "Active" : "Inactive"}
    </Badge>
    {user.account_type === "provider" && (
      <>
        <Listed user={user} />
        {!user.membership && <Badge tone="warning">Not a member</Badge>}
      </>
    )}
    {user.membership && <Badge tone="brand">Member until {formatDay(user.membership.until)}</Badge>}
  </span>
);
