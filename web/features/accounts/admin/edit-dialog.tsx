import { zodResolver } from "@hookform/resolvers/zod";
import { useNavigate } from "react-router";
import { accountLabels } from "#domain/accounts/accounts.ts";
import { type UserForm, userForm } from "#domain/accounts/admin.ts";
import {
  PROFILE_COLUMNS,
  PROVIDER_COLUMNS,
  profileText,
  typedTexts,
} from "#domain/accounts/fields.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { ProfileField } from "#web/features/providers/index.ts";
import { endSession } from "#web/session/end-session.ts";
import { useSession } from "#web/session/session.ts";
import { useSettings } from "#web/session/settings.ts";
import { reportAct, useAct } from "#web/ui/admin/act.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Form, FormField, useForm } from "#web/ui/form.tsx";
import { FormButtons } from "#web/ui/form-buttons.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { nameOf, type User } from "./queries.ts";
import { StatusBadges } from "./status.tsx";
import { useSwitching } from "./switching.tsx";
import { updateUser } from "./writes.ts";

/** What is not as usual, each with its remedy; the membership has a dialog of its own in place of this one. */
const Facts = ({
  user,
  changed,
  onMembership,
  onDone,
}: {
  user: User;
  /** There are changes that would be lost with this dialog. */
  changed: boolean;
  onMembership: (user: User) => void;
  onDone: () => void;
}) => {
  const { confirmSwitch, busy } = useSwitching(() => {});
  const provider = user.account_type === "provider";
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 text-sm">
      {provider && !user.is_visible && (
        <span className="flex items-center gap-2">
          <Badge tone="warning">Hidden</Badge>
          <Button
            variant="outline"
            size="sm"
            disabled={changed}
            busy={busy}
            onClick={async () => {
              const failure = await confirmSwitch([user], { field: "is_visible", value: true });
              if (!failure) onDone();
            }}
          >
            Make profile visible
          </Button>
        </span>
      )}
      <span className="flex flex-wrap items-center gap-2">
        <StatusBadges user={{ ...user, is_visible: true }} />
        {provider && (
          <Button variant="outline" size="sm" disabled={changed} onClick={() => onMembership(user)}>
            {user.membership ? "Change or end membership" : "Grant membership"}
          </Button>
        )}
      </span>
      {provider && changed && <p className="text-ink-soft">Save your changes here first.</p>}
    </div>
  );
};

const EditForm = ({
  user,
  onDone,
  onMembership,
}: {
  user: User;
  onDone: () => void;
  onMembership: (user: User) => void;
}) => {
  const { run } = useAct(updateUser);
  const { siteName } = useSettings();
  const session = useSession();
  const navigate = useNavigate();
  const isOwn = session.status === "signed-in" && session.user.id === user.id;
  const oneName = user.last_name === "";
  const form = useForm({
    resolver: zodResolver(userForm({ oneName })),
    defaultValues: {
      ...typedTexts(user),
      account_type: user.account_type as UserForm["account_type"],
      reason: "",
    },
  });
  const type = form.watch("account_type");
  const newType = type !== user.account_type;
  const columns = PROFILE_COLUMNS.filter(
    (column) => type === "provider" || !PROVIDER_COLUMNS.includes(column) || user[column],
  );
  return (
    <Form
      form={form}
      onSubmit={async (values) => {
        if (newType && !values.reason) {
          form.setError("reason", {
            message: "Please give a reason for changing the account type",
          });
          return;
        }
        const saving = run({ user, values });
        const failure = await reportAct(saving, "Failed to update user", "User updated");
        if (failure) return failure;
        onDone();
        if (!newType || !isOwn) return;
        // The service has ended the sessions of the account type that they had.
        await endSession("local");
        await navigate("/login");
      }}
    >
      <Facts
        user={user}
        changed={form.formState.isDirty}
        onMembership={onMembership}
        onDone={onDone}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        {columns.map((column) => (
          <ProfileField
            key={column}
            form={form}
            column={column}
            ofAnother
            required={column === "first_name" || (column === "last_name" && !oneName)}
            rows={2}
            className={profileText(column).long && "sm:col-span-2"}
          />
        ))}
      </div>
      <div className="grid items-end gap-5 border-t border-line pt-5 sm:grid-cols-[auto_1fr]">
        <FormField form={form} name="account_type" label="Account type" required>
          <Select>
            {Object.entries(accountLabels(siteName)).map(([type, label]) => (
              <option key={type} value={type}>
                {label}
              </option>
            ))}
          </Select>
        </FormField>
        <FormField
          form={form}
          name="reason"
          label="Reason"
          hint="Required if you change the account type. We'll email it to them with what changed."
          required={newType}
        >
          <Input maxLength={INPUT_LIMITS.reason} />
        </FormField>
      </div>
      <FormButtons submit="Save Changes" onCancel={onDone} />
    </Form>
  );
};

/** Changes an account's details and type. */
export const EditDialog = ({
  user,
  onClose,
  onMembership,
}: {
  user: User | null;
  onClose: () => void;
  onMembership: (user: User) => void;
}) => (
  <Dialog
    open={user !== null}
    onOpenChange={(open) => !open && onClose()}
    size="lg"
    title="Edit user"
    description={user && <span className="wrap-anywhere">{user.email ?? nameOf(user)}</span>}
  >
    {user && <EditForm key={user.id} user={user} onDone={onClose} onMembership={onMembership} />}
  </Dialog>
);
