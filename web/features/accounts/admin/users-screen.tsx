import Download from "lucide-react/icons/download";
import MoreHorizontal from "lucide-react/icons/more-horizontal";
import Plus from "lucide-react/icons/plus";
import Upload from "lucide-react/icons/upload";
import { useState } from "react";
import { accountLabel } from "#domain/accounts.ts";
import { categoriesColumn, createProviderLabel } from "#domain/accounts-admin.ts";
import type { CategoryGroup } from "#domain/categories.ts";
import { formatDay } from "#domain/values/dates.ts";
import {
  LoadFailure,
  type Outcome,
  OutcomeReport,
  type Selection,
  SelectionBar,
  useSelection,
} from "#web/features/site/admin/index.ts";
import { useSettings } from "#web/session/settings.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/menu.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { CreateDialog } from "./create-dialog.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { EditDialog } from "./edit-dialog.tsx";
import { ExportDialog } from "./export-dialog.tsx";
import { ImportProviders } from "./import-dialog.tsx";
import { MembershipDialog } from "./membership-dialog.tsx";
import {
  nameOf,
  totalOf,
  USERS_PAGE,
  type User,
  type UserList,
  type UserSearch,
  writeUserSearch,
} from "./queries.ts";
import { StatusBadges } from "./status.tsx";
import { labelOfSwitch, useSwitching } from "./switching.tsx";
import { UserFilters } from "./user-filters.tsx";
import { ViewDialog } from "./view-dialog.tsx";

type Opened =
  | { what: "view" | "edit" | "membership" | "delete"; user: User }
  | { what: "create" | "export" | "import" }
  | null;

type ConfirmSwitch = ReturnType<typeof useSwitching>["confirmSwitch"];

const Actions = ({
  user,
  confirmSwitch,
  onOpen,
}: {
  user: User;
  confirmSwitch: ConfirmSwitch;
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
          className="relative top-1.5 -my-3"
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
        <MenuItem onSelect={() => onOpen({ what: "membership", user })}>Membership</MenuItem>
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
  onOpen: (opened: Opened) => void,
  siteName: string,
): Column<User>[] => [
  {
    key: "name",
    header: "Name",
    primary: true,
    cell: (user) => (
      <span className="block lg:w-64 xl:w-76">
        <Checkbox
          checked={selection.has(user)}
          onChange={() => selection.toggle(user)}
          label={
            <>
              <span className="sr-only">Select </span>
              <span className="[overflow-wrap:anywhere]">{nameOf(user)}</span>
            </>
          }
        />
        <span className="block pl-9 text-sm font-normal text-ink-soft [overflow-wrap:anywhere]">
          {user.email}
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
  { key: "business", header: "Business", cell: (user) => user.business_name },
  { key: "categories", header: "Categories", cell: (user) => categoriesColumn(user.categories) },
  { key: "status", header: "Status", cell: (user) => <StatusBadges user={user} /> },
  {
    key: "joined",
    header: "Joined",
    cell: (user) => <span className="whitespace-nowrap">{formatDay(user.created_at)}</span>,
  },
  {
    key: "actions",
    header: "Actions",
    align: "end",
    cell: (user) => <Actions user={user} confirmSwitch={confirmSwitch} onOpen={onOpen} />,
  },
];

const BULK = [
  { field: "is_active", value: true },
  { field: "is_active", value: false },
  { field: "is_visible", value: true },
  { field: "is_visible", value: false },
] as const;

const UserTable = ({ list, onOpen }: { list: UserList; onOpen: (opened: Opened) => void }) => {
  const [outcomes, setOutcomes] = useState<Outcome[] | null>(null);
  const { siteName } = useSettings();
  const selection = useSelection(list.users, ({ profile_id }) => profile_id);
  const { confirmSwitch, dialog, busy } = useSwitching((finished) => {
    setOutcomes(finished);
    selection.clear();
  });
  return (
    <>
      <OutcomeReport outcomes={outcomes} onDismiss={() => setOutcomes(null)} />
      {list.users.length > 0 && (
        <SelectionBar selection={selection}>
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
        </SelectionBar>
      )}
      <Table
        caption="Users"
        stackBelow="lg"
        columns={columnsOf(selection, confirmSwitch, onOpen, siteName)}
        rows={list.users}
        rowKey={({ profile_id }) => profile_id}
        empty={<EmptyState title="No users found">Try another search or account type.</EmptyState>}
      />
      {dialog}
    </>
  );
};

/** /admin/users: all accounts, and the actions of an admin (spec 2 section 2). */
export const UsersScreen = ({
  search,
  list,
  groups,
}: {
  search: UserSearch;
  list: UserList | null;
  groups: readonly CategoryGroup[];
}) => {
  const [opened, setOpened] = useState<Opened>(null);
  const { siteName } = useSettings();
  const close = () => setOpened(null);
  const user = (what: "view" | "edit" | "membership" | "delete") =>
    opened?.what === what ? opened.user : null;
  return (
    <>
      <UserFilters search={search} />
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="max-sm:basis-full text-ink-soft">
          {list && totalOf(list)}
        </p>
        <div className="grid grow gap-3 sm:flex sm:grow-0 sm:flex-wrap">
          <Button
            variant="outline"
            icon={<Download />}
            onClick={() => setOpened({ what: "export" })}
          >
            Export CSV
          </Button>
          <Button variant="outline" icon={<Upload />} onClick={() => setOpened({ what: "import" })}>
            Import from CSV
          </Button>
          <Button icon={<Plus />} onClick={() => setOpened({ what: "create" })}>
            {createProviderLabel(siteName)}
          </Button>
        </div>
      </div>
      {list ? (
        <UserTable list={list} onOpen={setOpened} />
      ) : (
        <LoadFailure words="Failed to load users" />
      )}
      <div className="mt-10">
        <Pagination
          page={search.page}
          pageCount={Math.ceil((list?.total ?? 0) / USERS_PAGE)}
          label="Pages of users"
          href={(page) => `/admin/users${writeUserSearch({ ...search, page })}`}
        />
      </div>
      <ViewDialog user={user("view")} onClose={close} />
      <EditDialog user={user("edit")} onClose={close} />
      <MembershipDialog user={user("membership")} onClose={close} />
      <DeleteDialog user={user("delete")} onClose={close} />
      <CreateDialog open={opened?.what === "create"} groups={groups} onClose={close} />
      <ExportDialog open={opened?.what === "export"} search={search} list={list} onClose={close} />
      <ImportProviders open={opened?.what === "import"} onClose={close} />
    </>
  );
};
