import MoreHorizontal from "lucide-react/icons/more-horizontal";
import { accountLabel } from "#domain/accounts/accounts.ts";
import { categoriesColumn } from "#domain/accounts/admin.ts";
import { formatDay } from "#domain/values/dates.ts";
import { useSettings } from "#web/session/settings.ts";
import { describeFailure, useAct } from "#web/ui/admin/act.ts";
import {
  type Outcome,
  OutcomeReport,
  type Selection,
  SelectionBar,
  useSelection,
} from "#web/ui/admin/selection.tsx";
import { breakable } from "#web/ui/breakable.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/menu.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { toast } from "#web/ui/toast.ts";
import { nameOf, totalOf, type User, type UserList } from "./queries.ts";
import { StatusBadges } from "./status.tsx";
import { labelOfSwitch, useSwitching } from "./switching.tsx";
import { INVITATION_FAILED, inviteAgain } from "./writes.ts";

/** The dialog that is open, and about whom. */
export type Opened =
  | { what: "view" | "edit" | "delete"; user: User }
  | { what: "membership"; users: readonly User[] }
  | { what: "create" | "export" | "import" }
  | null;

type Invite = (users: readonly User[]) => void;
type ConfirmSwitch = ReturnType<typeof useSwitching>["confirmSwitch"];

const Actions = ({
  user,
  confirmSwitch,
  invite,
  onOpen,
}: {
  user: User;
  confirmSwitch: ConfirmSwitch;
  invite: Invite;
  onOpen: (opened: Opened) => void;
}) => {
  const flip = (field: "is_active" | "is_visible") => {
    const change = { field, value: !user[field] };
    return (
      <MenuItem onSelect={() => confirmSwitch([user], change)}>{labelOfSwitch(change)}</MenuItem>
    );
  };
  return (
    <Menu
      trigger={
        <IconButton
          className="-my-2.5 lg:-mt-3"
          label={`Actions for ${nameOf(user)}`}
          icon={<MoreHorizontal />}
        />
      }
    >
      <MenuItem onSelect={() => onOpen({ what: "view", user })}>View</MenuItem>
      <MenuItem onSelect={() => onOpen({ what: "edit", user })}>Edit</MenuItem>
      {flip("is_active")}
      {flip("is_visible")}
      {user.account_type === "provider" && (
        <>
          <MenuItem onSelect={() => onOpen({ what: "membership", users: [user] })}>
            Membership
          </MenuItem>
          <MenuItem onSelect={() => invite([user])}>Invite again</MenuItem>
        </>
      )}
      <MenuSeparator />
      <MenuItem danger onSelect={() => onOpen({ what: "delete", user })}>
        Delete
      </MenuItem>
    </Menu>
  );
};

const columnsOf = (
  selection: Selection<User>,
  confirmSwitch: ConfirmSwitch,
  invite: Invite,
  onOpen: (opened: Opened) => void,
  siteName: string,
): Column<User>[] => [
  {
    key: "name",
    // Above the names, not the tick boxes.
    header: <span className="lg:pl-9">Name</span>,
    primary: true,
    cell: (user) => (
      <span className="flex lg:w-64 xl:w-76">
        <Checkbox
          className="-mt-0.5"
          checked={selection.has(user)}
          onChange={() => selection.toggle(user)}
          label={<span className="sr-only">Select {nameOf(user)}</span>}
        />
        <span className="grid min-w-0 justify-items-start wrap-anywhere">
          <button
            type="button"
            className="link min-h-6 text-left max-lg:pr-14"
            onClick={() => onOpen({ what: "view", user })}
          >
            {nameOf(user)}
          </button>
          {user.email && (
            <span className="text-sm font-normal text-ink-soft">{breakable(user.email)}</span>
          )}
        </span>
      </span>
    ),
  },
  {
    key: "type",
    header: "Type",
    cell: (user) => (
      <span className="whitespace-nowrap">{accountLabel(user.account_type, siteName)}</span>
    ),
  },
  {
    key: "joined",
    header: "Joined",
    labelled: true,
    cell: (user) => <span className="whitespace-nowrap">{formatDay(user.created_at)}</span>,
  },
  {
    key: "business",
    header: "Business",
    cell: (user) => user.business_name && <span>{user.business_name}</span>,
  },
  { key: "status", header: "Status", cell: (user) => <StatusBadges user={user} /> },
  {
    key: "categories",
    header: "Categories",
    wide: true,
    cell: (user) =>
      user.category_names.length > 0 && (
        <span className="text-ink-soft max-lg:hidden">{categoriesColumn(user.category_names)}</span>
      ),
  },
  {
    key: "actions",
    header: <span className="sr-only">Actions</span>,
    align: "end",
    corner: true,
    cell: (user) => (
      <Actions user={user} confirmSwitch={confirmSwitch} invite={invite} onOpen={onOpen} />
    ),
  },
];

const BULK = [
  { field: "is_active", value: true },
  { field: "is_active", value: false },
  { field: "is_visible", value: true },
  { field: "is_visible", value: false },
] as const;

/** A page of accounts, with the actions for one and for several of them. */
export const UserTable = ({
  list,
  outcomes,
  onOutcomes,
  onOpen,
}: {
  list: UserList;
  outcomes: readonly Outcome[] | null;
  onOutcomes: (outcomes: Outcome[] | null) => void;
  onOpen: (opened: Opened) => void;
}) => {
  const { siteName } = useSettings();
  const selection = useSelection(list.users, ({ id }) => id);
  const { confirmSwitch, dialog, busy } = useSwitching((finished) => {
    onOutcomes(finished);
    selection.clear();
  });
  const inviting = useAct(inviteAgain);
  const invite = async (users: readonly User[]) => {
    try {
      const finished = await inviting.run(users);
      if (users.length > 1) onOutcomes(finished ?? null);
      else if (finished) toast({ title: "Invitation sent", variant: "success" });
    } catch (error) {
      describeFailure(INVITATION_FAILED, error);
    }
  };
  const providers = selection.selected.filter(({ account_type }) => account_type === "provider");
  return (
    <>
      <OutcomeReport outcomes={outcomes} onDismiss={() => onOutcomes(null)} />
      <SelectionBar selection={selection} total={totalOf(list)}>
        {BULK.map((change) => (
          <Button
            key={labelOfSwitch(change)}
            size="sm"
            variant="outline"
            busy={busy}
            onClick={() => confirmSwitch(selection.selected, change)}
          >
            {labelOfSwitch(change)}
          </Button>
        ))}
        {providers.length > 0 && (
          <>
            <Button
              size="sm"
              variant="outline"
              onClick={() => onOpen({ what: "membership", users: providers })}
            >
              Grant membership
            </Button>
            <Button
              size="sm"
              variant="outline"
              busy={inviting.busy}
              onClick={() => void invite(providers)}
            >
              Invite again
            </Button>
          </>
        )}
      </SelectionBar>
      <Table
        caption="Users"
        stackBelow="lg"
        compact
        align="top"
        columns={columnsOf(
          selection,
          confirmSwitch,
          (users) => void invite(users),
          onOpen,
          siteName,
        )}
        rows={list.users}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="No users found">
            Try another search, account type or status.
          </EmptyState>
        }
      />
      {dialog}
    </>
  );
};
