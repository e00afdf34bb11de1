import Search from "lucide-react/icons/search";
import { useEffect, useRef } from "react";
import { Form, useSubmit } from "react-router";
import { accountsLabel } from "#domain/accounts.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { useSettings } from "#web/session/settings.ts";
import { Button } from "#web/ui/button.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import type { UserSearch } from "./queries.ts";

/** Which accounts, and in what order; stored in the address. */
export const UserFilters = ({ search }: { search: UserSearch }) => {
  const submit = useSubmit();
  const { siteName } = useSettings();
  const form = useRef<HTMLFormElement>(null);
  // Also after Back; the lists are not made anew, so that the focus stays in the one that was changed.
  useEffect(() => {
    for (const name of ["type", "status", "sort"] as const) {
      const list = form.current?.elements.namedItem(name);
      if (list instanceof HTMLSelectElement) list.value = search[name];
    }
  }, [search]);
  const apply = (form: HTMLFormElement | null) => {
    if (form) void submit(form, { replace: true });
  };
  return (
    <Form
      ref={form}
      role="search"
      method="get"
      className="mb-4 grid grid-cols-2 items-end gap-3 sm:grid-cols-3 lg:grid-cols-[1fr_auto_auto_auto_auto]"
    >
      <div className="col-span-full flex gap-3 lg:contents">
        <Input
          key={search.text}
          type="search"
          name="q"
          defaultValue={search.text}
          aria-label="Search users"
          placeholder="Name, business or email"
          maxLength={INPUT_LIMITS.search}
        />
        <Button
          type="submit"
          variant="outline"
          className="h-12"
          icon={<Search aria-hidden="true" />}
        >
          <span className="max-sm:sr-only">Search</span>
        </Button>
      </div>
      <Select
        name="type"
        aria-label="Type"
        defaultValue={search.type}
        onChange={(event) => apply(event.currentTarget.form)}
      >
        <option value="all">All types</option>
        <option value="provider">{accountsLabel("provider", siteName)}</option>
        <option value="client">{accountsLabel("client", siteName)}</option>
        <option value="admin">Admins</option>
      </Select>
      <Select
        name="status"
        aria-label="Status"
        defaultValue={search.status}
        onChange={(event) => apply(event.currentTarget.form)}
      >
        <option value="any">Any status</option>
        <option value="members">Members</option>
        <option value="non-members">Not members</option>
        <option value="hidden">Hidden</option>
        <option value="inactive">Inactive</option>
      </Select>
      <div className="max-sm:col-span-2">
        <Select
          name="sort"
          aria-label="Order"
          defaultValue={search.sort}
          onChange={(event) => apply(event.currentTarget.form)}
        >
          <option value="newest">Newest first</option>
          <option value="oldest">Oldest first</option>
          <option value="name">By name</option>
        </Select>
      </div>
    </Form>
  );
};
