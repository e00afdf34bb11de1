import Search from "lucide-react/icons/search";
import { useState } from "react";
import { Form } from "react-router";
import { AUDIT_LOG_NOT_LOADED } from "#domain/site/admin-messages.ts";
import { INPUT_LIMITS, LIMITS } from "#domain/values/limits.ts";
import { countOf } from "#domain/values/numbers.ts";
import { LoadFailure } from "#web/ui/admin/load-failure.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { AuditHeader } from "./audit-header.tsx";
import { actLabel } from "./difference.ts";
import { Entry } from "./entry.tsx";
import { type AuditPage, type AuditSearch, writeAuditSearch } from "./queries.ts";

const Filters = ({ search, actions }: { search: AuditSearch; actions: readonly string[] }) => {
  const { who, what, from, to } = search;
  const [more, setMore] = useState([who, what, from, to].some(Boolean));
  const rare = cx("sm:max-lg:col-span-2", !more && "max-sm:hidden");
  return (
    <Form
      role="search"
      method="get"
      className="mb-6 grid grid-cols-2 items-end gap-3 *:min-w-0 sm:max-lg:grid-cols-6 lg:grid-cols-[1.4fr_1fr_1fr_auto_auto_auto]"
    >
      <Field label="What was changed" className="col-span-2 lg:col-span-1">
        <Input
          name="target"
          defaultValue={search.target}
          maxLength={INPUT_LIMITS.search}
          placeholder="Name or ID"
        />
      </Field>
      <Field label="Admin" className={rare}>
        <Input
          name="who"
          defaultValue={who}
          maxLength={LIMITS.profiles.first_name}
          placeholder="Part of a name"
        />
      </Field>
      <Field label="Action" className={rare}>
        <Select name="what" defaultValue={what}>
          <option value="">All actions</option>
          {actions.map((action) => (
            <option key={action} value={action}>
              {actLabel(action)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="From" className={rare}>
        <Input type="date" name="from" defaultValue={from} className="max-sm:px-2.5" />
      </Field>
      <Field label="To" className={rare}>
        <Input type="date" name="to" defaultValue={to} className="max-sm:px-2.5" />
      </Field>
      <Button
        type="submit"
        variant="outline"
        className="h-12 sm:max-lg:col-span-2"
        icon={<Search aria-hidden="true" />}
      >
        Search
      </Button>
      <Button
        variant="outline"
        className="h-12 sm:hidden"
        aria-expanded={more}
        onClick={() => setMore(!more)}
      >
        {more ? "Fewer filters" : "More filters"}
      </Button>
    </Form>
  );
};

/** A log of several pages is not counted. */
const orderOf = ({ before }: AuditSearch, { items, next }: AuditPage): string =>
  before || next ? "Newest first" : `${countOf(items.length, "entry", "entries")}, newest first`;

/** /admin/audit: who did what, when and why, with the values before. */
export const AuditScreen = ({ search, page }: { search: AuditSearch; page: AuditPage | null }) => {
  if (!page)
    return (
      <>
        <AuditHeader />
        <LoadFailure words={AUDIT_LOG_NOT_LOADED} />
      </>
    );
  return (
    <>
      <AuditHeader />
      <Filters
        key={writeAuditSearch({ ...search, before: null })}
        search={search}
        actions={page.actions}
      />
      {page.items.length === 0 ? (
        <EmptyState title="No entries found">Try another search, or fewer filters.</EmptyState>
      ) : (
        <>
          <p className="mb-3 text-sm text-ink-soft">{orderOf(search, page)}</p>
          <ol aria-label="Entries, newest first" className="border-t border-line">
            {page.items.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        </>
      )}
      <div className="mt-8 flex flex-wrap justify-between gap-3">
        {search.before ? (
          <ButtonLink
            variant="outline"
            to={`/admin/audit${writeAuditSearch({ ...search, before: null })}`}
          >
            Newest entries
          </ButtonLink>
        ) : (
          <span />
        )}
        {page.next && (
          <ButtonLink
            variant="outline"
            to={`/admin/audit${writeAuditSearch({ ...search, before: page.next })}`}
          >
            Older entries
          </ButtonLink>
        )}
      </div>
    </>
  );
};
