import { useState } from "react";
import { DELETE_WORD } from "#domain/accounts/admin.ts";
import { USER_NOT_DELETED } from "#domain/accounts/admin-messages.ts";
import { faultOf } from "#domain/site/faults.ts";
import { useWrite } from "#web/session/use-write.ts";
import { ReasonDialog } from "#web/ui/admin/reason-dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";
import { nameOf, type User } from "./queries.ts";
import { deleteUser } from "./writes.ts";

/** Deletes an account and all its data, after the word was typed and a reason given. */
export const DeleteDialog = ({ user, onClose }: { user: User | null; onClose: () => void }) => {
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const { run } = useWrite(deleteUser);
  const close = () => {
    setTyped("");
    setError(undefined);
    onClose();
  };
  const confirm = async (reason: string) => {
    if (!user) return;
    if (typed.trim() !== DELETE_WORD) {
      setError(`Type ${DELETE_WORD} to confirm`);
      return { message: "The user was not deleted." };
    }
    setError(undefined);
    try {
      await run({ id: user.id, reason });
    } catch (failure) {
      const { message } = faultOf(failure, USER_NOT_DELETED);
      toast({ title: "Error", description: message, variant: "destructive" });
      return { message };
    }
    toast({ title: "User deleted", variant: "success" });
  };
  return (
    <ReasonDialog
      open={user !== null}
      onClose={close}
      title="Delete this user?"
      description={
        user
          ? `This deletes ${nameOf(user)} and all data of the account, for good. Feedback they gave to others stays without their name.`
          : ""
      }
      confirmLabel="Delete user"
      hint="If their email address is confirmed, we'll email this to them. It is kept in the audit log."
      danger
      onConfirm={confirm}
    >
      <Field label={`Type ${DELETE_WORD} to confirm`} error={error} required>
        <Input
          value={typed}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
    </ReasonDialog>
  );
};
