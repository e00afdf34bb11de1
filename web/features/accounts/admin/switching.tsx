import { useState } from "react";
import { IN_AUDIT_LOG } from "#domain/site/admin-messages.ts";
import { describeFailure, useAct } from "#web/ui/admin/act.ts";
import { ReasonDialog } from "#web/ui/admin/reason-dialog.tsx";
import type { Outcome } from "#web/ui/admin/selection.tsx";
import { toast } from "#web/ui/toast.ts";
import { nameOf, type User } from "./queries.ts";
import { type Switch, switchUser, switchUsers } from "./writes.ts";

type SwitchTo = Pick<Switch, "field" | "value">;

/** The name of each switch, and the message once it is done. */
const WORDS = {
  is_active: { on: ["Activate", "activated"], off: ["Deactivate", "deactivated"] },
  is_visible: { on: ["Show", "shown"], off: ["Hide", "hidden"] },
} as const;

const CONSEQUENCES = {
  is_active: "They are signed out everywhere and cannot sign in until they are activated again.",
  is_visible:
    "The directory does not show them until they are shown again. They can still sign in.",
} as const;

export const labelOfSwitch = ({ field, value }: SwitchTo): string =>
  WORDS[field][value ? "on" : "off"][0];

/**
 * The two switches of accounts, for one or for several at once. Switching on acts at once; switching off
 * needs a reason first, in `dialog`, which the caller renders.
 */
export const useSwitching = (onOutcomes: (outcomes: Outcome[]) => void) => {
  const [pending, setPending] = useState<(SwitchTo & { users: readonly User[] }) | null>(null);
  const one = useAct(switchUser);
  const several = useAct(switchUsers);

  const flip = async (users: readonly User[], change: SwitchTo, reason?: string) => {
    const [first] = users;
    if (!first) return;
    const how = { ...change, ...(reason ? { reason } : {}) };
    try {
      if (users.length > 1) {
        const results = await several.run({ users, ...how });
        if (!results) return;
        onOutcomes(
          results.map(({ profile_id, ...became }) => {
            const user = users.find((each) => each.id === profile_id);
            return { name: user ? nameOf(user) : "", ...became };
          }),
        );
      } else {
        await one.run({ user: first, ...how });
        const done = WORDS[change.field][change.value ? "on" : "off"][1];
        toast({ title: `${nameOf(first)} is ${done}`, variant: "success" });
      }
    } catch (error) {
      const what = change.field === "is_active" ? "status" : "visibility";
      return { message: describeFailure(`Failed to update user ${what}`, error) };
    }
  };

  /** Switching on gives its failure, if any; switching off only opens the dialog. */
  const confirmSwitch = async (users: readonly User[], change: SwitchTo) => {
    if (change.value) return flip(users, change);
    setPending({ users, ...change });
  };

  const [first] = pending?.users ?? [];
  const who = (pending?.users.length ?? 0) > 1 ? `${pending?.users.length} users` : "this user";
  // Only providers are shown in the directory, so only they are told that they are not.
  const isMailed =
    pending?.field === "is_active" ||
    pending?.users.some(({ account_type }) => account_type === "provider");
  const dialog = (
    <ReasonDialog
      {...(isMailed ? {} : { hint: IN_AUDIT_LOG })}
      open={pending !== null}
      onClose={() => setPending(null)}
      title={pending ? `${labelOfSwitch(pending)} ${who}?` : ""}
      description={
        pending &&
        `${pending.users.length === 1 && first ? `${nameOf(first)}. ` : ""}${CONSEQUENCES[pending.field]}`
      }
      confirmLabel={pending ? labelOfSwitch(pending) : ""}
      onConfirm={async (reason) => {
        return pending ? flip(pending.users, pending, reason) : undefined;
      }}
    />
  );
  return { confirmSwitch, dialog, busy: one.busy || several.busy };
};
