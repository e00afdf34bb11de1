import { formatDay } from "#domain/values/dates.ts";
import { Badge } from "#web/ui/badge.tsx";
import type { User } from "./queries.ts";

/** What is so for most people has no colour, so that the exceptions are seen. */
const Usual = ({ children }: { children: string }) => (
  <span className="text-sm text-ink-soft">{children}</span>
);

/** Who is listed: only members are, so only they are called visible. */
const Listed = ({ user }: { user: User }) => {
  if (!user.is_visible) return <Badge tone="warning">Hidden</Badge>;
  return user.membership && user.is_active ? <Usual>Visible</Usual> : null;
};

/** Whether an account may sign in, and for providers whether it is found and is a member. */
export const StatusBadges = ({ user }: { user: User }) => (
  <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
    {user.is_active ? <Usual>Active</Usual> : <Badge tone="danger">Inactive</Badge>}
    {user.account_type === "provider" && (
      <>
        <Listed user={user} />
        {!user.membership && <Badge>Not a member</Badge>}
      </>
    )}
    {user.membership && <Badge tone="brand">Member until {formatDay(user.membership.until)}</Badge>}
  </span>
);
