import Download from "lucide-react/icons/download";
import MoreHorizontal from "lucide-react/icons/more-horizontal";
import Plus from "lucide-react/icons/plus";
import Upload from "lucide-react/icons/upload";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { createProviderLabel } from "#domain/accounts/admin.ts";
import type { CategoryGroup } from "#domain/categories/categories.ts";
import { useSettings } from "#web/session/settings.ts";
import { LoadFailure } from "#web/ui/admin/load-failure.tsx";
import type { Outcome } from "#web/ui/admin/selection.tsx";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { CreateDialog } from "./create-dialog.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { EditDialog } from "./edit-dialog.tsx";
import { ExportDialog } from "./export-dialog.tsx";
import { ImportProviders } from "./import-dialog.tsx";
import { MembershipDialog } from "./membership-dialog.tsx";
import { USERS_PAGE, type UserList, type UserSearch, writeUserSearch } from "./queries.ts";
import { UserFilters } from "./user-filters.tsx";
import { type Opened, UserTable } from "./users-table.tsx";
import { ViewDialog } from "./view-dialog.tsx";

/** The account that accountPath() leads to. */
const accountOf = ({ text }: UserSearch, list: UserList | null): Opened => {
  const user = list?.users.find(({ email }) => email?.toLowerCase() === text.toLowerCase());
  return user ? { what: "view", user } : null;
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
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  // Undefined until something was opened or closed.
  const [chosen, setOpened] = useState<Opened>();
  const linked = params.get("view") === "account" ? accountOf(search, list) : null;
  const opened = chosen === undefined ? linked : chosen;
  const [outcomes, setOutcomes] = useState<Outcome[] | null>(null);
  const { siteName } = useSettings();
  // Closed for good, also after a reload.
  const stay = () => {
    setOpened(null);
    const rest = new URLSearchParams(params);
    rest.delete("view");
    setParams(rest, { replace: true, preventScrollReset: true });
  };
  const isLinked = chosen === undefined && linked !== null;
  const close = () => {
    setOpened(null);
    if (!isLinked) return;
    // From a queue, such as the claims, back to it.
    if (window.history.state?.idx > 0) void navigate(-1);
    else stay();
  };
  const user = (what: "view" | "edit" | "delete") => (opened?.what === what ? opened.user : null);
  const tools = (
    <>
      <Button icon={<Plus />} className="max-sm:grow" onClick={() => setOpened({ what: "create" })}>
        {createProviderLabel(siteName)}
      </Button>
      <Menu
        trigger={
          <IconButton variant="outline" label="Export or import" icon={<MoreHorizontal />} />
        }
      >
        <MenuItem icon={<Download />} onSelect={() => setOpened({ what: "export" })}>
          Export CSV
        </MenuItem>
        <MenuItem icon={<Upload />} onSelect={() => setOpened({ what: "import" })}>
          Import from CSV
        </MenuItem>
      </Menu>
    </>
  );
  return (
    <>
      <PageHeader title="User Management" actions={tools} />
      <UserFilters search={search} />
      {list ? (
        <UserTable list={list} outcomes={outcomes} onOutcomes={setOutcomes} onOpen={setOpened} />
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
      <ViewDialog user={user("view")} onClose={close} {...(isLinked && { onStay: stay })} />
      <EditDialog
        user={user("edit")}
        onClose={close}
        onMembership={(chosen) => setOpened({ what: "membership", users: [chosen] })}
      />
      <MembershipDialog
        users={opened?.what === "membership" ? opened.users : null}
        onOutcomes={setOutcomes}
        onClose={close}
      />
      <DeleteDialog user={user("delete")} onClose={close} />
      <CreateDialog open={opened?.what === "create"} groups={groups} onClose={close} />
      <ExportDialog open={opened?.what === "export"} search={search} list={list} onClose={close} />
      <ImportProviders open={opened?.what === "import"} groups={groups} onClose={close} />
    </>
  );
};
