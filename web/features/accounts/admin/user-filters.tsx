import Search from "lucide-react/icons/search";
import { useEffect, useRef } from "react";
import { Form, useSubmit } from "react-router";
import { accountsLabel } from "#domain/accounts/accounts.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { useSettings } from "#web/session/settings.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import type { UserSearch } from "./queries.ts";

type Choices = { [Name in "type" | "status" | "sort"]: Record<UserSearch[Name], string> };

const choicesOf = (siteName: string): Choices => ({
  type: {
    all: "All types",
    provider: accountsLabel("provider", siteName),
    client: accountsLabel("client", siteName),
    admin: "Admins",
  },
  status: {
    any: "Any status",
    members: "Members",
    "non-members": "Not members",
    hidden: "Hidden",
    inactive: "Inactive",
  },
  sort: { newest: "Newest first", oldest: "Oldest first", name: "By name" },
});

const LABELS = { type: "Type", status: "Status", sort: "Order" } as const;
const NAMES = ["type", "status", "sort"] as const;

/** Which accounts, and in what order; stored in the address. */
export const UserFilters = ({ search }: { search: UserSearch }) => {
  const submit = useSubmit();
  const { siteName } = useSettings();
  const choices = choicesOf(siteName);
  const form = useRef<HTMLFormElement>(null);
  const { type, status, sort } = search;
  // Also after Back; the lists are not made anew, so that the focus stays in the one that was changed.
  useEffect(() => {
    const chosen = { type, status, sort };
    for (const name of NAMES) {
      const list = form.current?.elements.namedItem(name);
      if (list instanceof HTMLSelectElement) list.value = chosen[name];
    }
  }, [type, status, sort]);
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
      {NAMES.map((name) => (
        <div key={name} className={cx(name === "sort" && "max-sm:col-span-2")}>
          <Select
            name={name}
            aria-label={LABELS[name]}
            defaultValue={search[name]}
            onChange={() => void submit(form.current, { replace: true })}
          >
            {Object.entries(choices[name]).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </div>
      ))}
    </Form>
  );
};
