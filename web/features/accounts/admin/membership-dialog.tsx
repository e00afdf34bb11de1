import { useState } from "react";
import { suggestedLastDay } from "#domain/accounts-admin.ts";
import { addYears, dayAhead, formatDay } from "#domain/values/dates.ts";
import { ReasonDialog, reportAct, useAct } from "#web/features/site/admin/index.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { nameOf, type User } from "./queries.ts";
import { setMembership } from "./writes.ts";

/** The longest that a membership can be granted for (public.admin_set_membership). */
const MOST_YEARS = 5;

const MembershipForm = ({ user, onClose }: { user: User; onClose: () => void }) => {
  const { membership } = user;
  const [act, setAct] = useState<"give" | "end">("give");
  const [until, setUntil] = useState(() => suggestedLastDay(membership?.until ?? null));
  const [error, setError] = useState<string>();
  const { run } = useAct(setMembership);
  const confirm = async (reason: string) => {
    if (act === "give" && !until) {
      setError("Choose the last day of the membership");
      return { message: "Nothing has changed yet." };
    }
    setError(undefined);
    const changing = run({ user, until: act === "end" ? null : until, reason });
    const done = act === "end" ? "Membership ended" : "Membership saved";
    return reportAct(changing, "Failed to change the membership", done, nameOf(user));
  };
  return (
    <ReasonDialog
      open
      onClose={onClose}
      title={membership ? "Change membership" : "Grant membership"}
      description={`${nameOf(user)}. ${
        membership
          ? `A member until ${formatDay(membership.until)}.`
          : "Not a member at the moment."
      } Nothing is charged, and no revenue figure counts it.`}
      confirmLabel={act === "end" ? "End membership" : membership ? "Save" : "Grant membership"}
      danger={act === "end"}
      hint="The member sees this on their account page. It is kept in the audit log."
      onConfirm={confirm}
    >
      {membership && (
        <Field label="What to do" required>
          <Select value={act} onChange={(event) => setAct(event.target.value as typeof act)}>
            <option value="give">Change the last day</option>
            <option value="end">End it now</option>
          </Select>
        </Field>
      )}
      {act === "give" && (
        <Field label="Last day" error={error} required>
          <Input
            type="date"
            value={until}
            min={dayAhead(0)}
            max={addYears(dayAhead(0), MOST_YEARS)}
            onChange={(event) => setUntil(event.target.value)}
          />
        </Field>
      )}
    </ReasonDialog>
  );
};

/** Grants, extends or ends a membership with a reason (P-35). */
export const MembershipDialog = ({ user, onClose }: { user: User | null; onClose: () => void }) =>
  user && <MembershipForm key={user.id} user={user} onClose={onClose} />;
