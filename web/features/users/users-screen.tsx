import MoreHorizontal from "lucide-react/icons/more-horizontal";
import Plus from "lucide-react/icons/plus";
import Search from "lucide-react/icons/search";
import { useState } from "react";
import { Form, useSubmit } from "react-router";
import { accountLabel } from "#domain/accounts.ts";
import { categoriesColumn } from "#domain/administration.ts";
import type { CategoryGroup } from "#domain/categories.ts";
import { formatDay } from "#domain/dates.ts";
import { LoadFailure, tellFailure } from "#web/features/administration/index.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Input } from "#web/ui/input.tsx";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/menu.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { Select } from "#web/ui/select.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { toast } from "#web/ui/toast.ts";
import { CreateDialog } from "./create-dialog.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { EditDialog } from "./edit-dialog.tsx";
import {
  nameOf,
  USERS_PAGE,
  type User,
  type UserList,
  type UserSearch,
  writeUserSearch,
} from "./queries.ts";
import { StatusBadges } from "./status.tsx";
import { ViewDialog } from "./view-dialog.tsx";
import { switchUser } from "./writes.ts";

type Opened = { what: "view" | "edit" | "delete"; user: User } | { what: "create" } | null;

/** The two switches of an account, each with its own words when it fails (spec 2 section 8). */
const useSwitches = () => {
  const { run } = useWrite(switchUser);
  return async (user: User, field: "is_active" | "is_visible") => {
    const value = !user[field];
    try {
      await run({ id: user.profile_id, field, value });
    } catch (error) {
      const what = field === "is_active" ? "status" : "visibility";
      tellFailure(`Failed to update user ${what}`, error);
      return;
    }
    const done = field === "is_active" ? ["activated", "deactivated"] : ["shown", "hidden"];
    toast({ title: `${nameOf(user)} is ${done[value ? 0 : 1]}`, variant: "success" });
  };
};

const Actions = ({ user, onOpen }: { user: User; onOpen: (opened: Opened) => void }) => {
  const flip = useSwitches();
  return (
    <Menu trigger={<IconButton label={`Actions for ${nameOf(user)}`} icon={<MoreHorizontal />} />}>
      <MenuItem onSelect={() => onOpen({ what: "view", user })}>View</MenuItem>
      <MenuItem onSelect={() => onOpen({ what: "edit", user })}>Edit</MenuItem>
      <MenuItem onSelect={() => void flip(user, "is_active")}>
        {user.is_active ? "Deactivate" : "Activate"}
      </MenuItem>
      <MenuItem onSelect={() => void flip(user, "is_visible")}>
        {user.is_visible ? "Hide" : "Show"}
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger onSelect={() => onOpen({ what: "delete", user })}>
        Delete
      </MenuItem>
    </Menu>
  );
};

const columnsOf = (onOpen: (opened: Opened) => void): Column<User>[] => [
  { key: "name", header: "Name", primary: true, cell: nameOf },
  {
    key: "email",
    header: "Email",
    cell: ({ email }) => <span className="break-all">{email}</span>,
  },
  { key: "type", header: "Type", cell: (user) => accountLabel(user.account_type) },
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
    cell: (user) => <Actions user={user} onOpen={onOpen} />,
  },
];

const Filters = ({ search }: { search: UserSearch }) => {
  const submit = useSubmit();
  const apply = (form: HTMLFormElement | null) => {
    if (form) void submit(form, { replace: true });
  };
  return (
    <Form role="search" method="get" className="mb-6 flex flex-wrap items-end gap-3">
      <div className="min-w-60 flex-1">
        <Input
          key={search.text}
          type="search"
          name="q"
          defaultValue={search.text}
          aria-label="Search users"
          placeholder="Name, business or email"
          maxLength={120}
        />
      </div>
      <Select
        key={search.type}
        name="type"
        aria-label="Type"
        defaultValue={search.type}
        onChange={(event) => apply(event.currentTarget.form)}
      >
        <option value="all">All types</option>
        <option value="provider">Providers</option>
        <option value="client">Clients</option>
        <option value="admin">Admins</option>
      </Select>
      <Select
        key={`${search.sort} `}
        name="sort"
        aria-label="Order"
        defaultValue={search.sort}
        onChange={(event) => apply(event.currentTarget.form)}
      >
        <option value="newest">Newest first</option>
        <option value="oldest">Oldest first</option>
        <option value="name">By name</option>
      </Select>
      <Button type="submit" variant="outline" className="h-12" icon={<Search aria-hidden="true" />}>
        Search
      </Button>
    </Form>
  );
};

/** /admin/users: who has an account, and what an admin may do about it (spec 2 section 2). */
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
  const close = () => setOpened(null);
  const user = (what: "view" | "edit" | "delete") => (opened?.what === what ? opened.user : null);
  return (
    <>
      <Filters search={search} />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-ink-soft">
          {list && `${list.total} ${list.total === 1 ? "user" : "users"}`}
        </p>
        <Button icon={<Plus />} onClick={() => setOpened({ what: "create" })}>
          Create Provider
        </Button>
      </div>
      {list ? (
        <Table
          caption="Users"
          columns={columnsOf(setOpened)}
          rows={list.users}
          rowKey={({ profile_id }) => profile_id}
          empty={<EmptyState title="No users found" />}
        />
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
      <DeleteDialog user={user("delete")} onClose={close} />
      <CreateDialog open={opened?.what === "create"} groups={groups} onClose={close} />
    </>
  );
};
