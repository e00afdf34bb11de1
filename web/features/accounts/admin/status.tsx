import { daysUntil, formatDay } from "#domain/values/dates.ts";
import { Badge } from "#web/ui/badge.tsx";
import type { User } from "./queries.ts";

/** Days before its end from which a membership that does not renew is shown as a warning. */
const SOON = 30;

/** What is not as usual, and for providers whether they are members; nothing about most others. */
export const StatusBadges = ({ user }: { user: User }) => {
  const provider = user.account_type === "provider";
  if (user.is_active && !provider && !user.membership) return null;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      {!user.is_active && <Badge tone="danger">Inactive</Badge>}
      {provider && !user.is_visible && <Badge tone="warning">Hidden</Badge>}
      {provider && !user.membership && <Badge>Not a member</Badge>}
      {user.membership && (
        <Badge
          tone={
            !user.membership.renews && daysUntil(user.membership.until) <= SOON
              ? "warning"
              : "brand"
          }
        >
          Member until {formatDay(user.membership.until)}
        </Badge>
      )}
    </span>
  );
};
