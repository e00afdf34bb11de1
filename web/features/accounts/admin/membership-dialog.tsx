import { useState } from "react";
import { suggestedLastDay } from "#domain/accounts/admin.ts";
import { addYears, dayAhead, formatDay } from "#domain/values/dates.ts";
import { reportAct, useAct } from "#web/ui/admin/act.ts";
import { ReasonDialog } from "#web/ui/admin/reason-dialog.tsx";
import type { Outcome } from "#web/ui/admin/selection.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { nameOf, type User } from "./queries.ts";
import { MEMBERSHIP_FAILED, setMemberships } from "./writes.ts";

/** The longest that a membership can be granted for (public.admin_set_membership). */
const MOST_YEARS = 5;

interface Props {
  /** The outcome of each of several. */
  onOutcomes: (outcomes: Outcome[]) => void;
  onClose: () => void;
}

const MembershipForm = ({ users, onOutcomes, onClose }: Props & { users: readonly User[] }) => {
  const [first] = users;
  const who = users.length === 1 && first ? nameOf(first) : `${users.length} users`;
  const membership = users.length === 1 ? first?.membership : null;
  const [act, setAct] = useState<"give" | "end">("give");
  const [until, setUntil] = useState(() => suggestedLastDay(membership?.until ?? null));
  const [error, setError] = useState<string>();
  const { run } = useAct(setMemberships);
  const confirm = async (reason: string) => {
    if (act === "give" && !until) {
      setError("Choose the last day of the membership");
      return { message: "Nothing has changed yet." };
    }
    setError(undefined);
    const changing = run({ users, until: act === "end" ? null : until, reason }).then(
      (outcomes) => {
        if (outcomes && users.length > 1) onOutcomes(outcomes);
        return outcomes;
      },
    );
    const done = act === "end" ? "Membership ended" : "Membership saved";
    return reportAct(changing, MEMBERSHIP_FAILED, users.length === 1 ? done : undefined, who);
  };
  return (
    <ReasonDialog
      open
      onClose={onClose}
      title={membership ? "Change membership" : "Grant membership"}
      description={`${who}. ${
        membership
          ? `A member until ${formatDay(membership.until)}.`
          : users.length > 1
            ? "Those who are members stay as they are."
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

/** Grants, extends or ends a membership with a reason (P-35); several are only granted one. */
export const MembershipDialog = ({ users, ...props }: Props & { users: readonly User[] | null }) =>
  users && <MembershipForm key={users.map(({ id }) => id).join()} users={users} {...props} />;
