import { formatDay } from "#domain/values/dates.ts";
import { Badge } from "#web/ui/badge.tsx";
import type { User } from "./queries.ts";

/** Whether an account may sign in, and for providers whether it may be found and is a member. */
export const StatusBadges = ({ user }: { user: User }) => (
  <span className="inline-flex flex-wrap gap-1.5">
    <Badge tone={user.is_active ? "success" : "danger"}>
      {user.is_active ? "Active" : "Inactive"}
    </Badge>
    {user.account_type === "provider" && (
      <Badge tone={user.is_visible ? "info" : "neutral"}>
        {user.is_visible ? "Visible" : "Hidden"}
      </Badge>
    )}
    {user.membership && <Badge tone="brand">Member until {formatDay(user.membership.until)}</Badge>}
  </span>
);
