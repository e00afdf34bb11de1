import Search from "lucide-react/icons/search";
import { Form } from "react-router";
import { AUDIT_LOG_NOT_LOADED } from "#domain/site-admin-messages.ts";
import { INPUT_LIMITS, LIMITS } from "#domain/values/limits.ts";
import { LoadFailure } from "#web/features/site/admin/index.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { actLabel } from "./difference.ts";
import { Entry } from "./entry.tsx";
import { type AuditPage, type AuditSearch, writeAuditSearch } from "./queries.ts";
import { VerifyButton } from "./verify-button.tsx";

const Filters = ({ search, actions }: { search: AuditSearch; actions: readonly string[] }) => (
  <Form
    key={writeAuditSearch({ ...search, before: null })}
    role="search"
    method="get"
    className="mb-6 grid grid-cols-2 items-end gap-3 *:min-w-0 max-lg:[&>:nth-child(3)]:col-span-full max-lg:[&>button]:col-span-full lg:grid-cols-[1fr_1fr_1.4fr_auto_auto_auto]"
  >
    <Field label="Who">
      <Input
        name="who"
        defaultValue={search.who}
        maxLength={LIMITS.profiles.first_name}
        placeholder="Part of a name"
      />
    </Field>
    <Field label="What">
      <Select name="what" defaultValue={search.what}>
        <option value="">All actions</option>
        {actions.map((action) => (
          <option key={action} value={action}>
            {actLabel(action)}
          </option>
        ))}
      </Select>
    </Field>
    <Field label="About">
      <Input
        name="target"
        defaultValue={search.target}
        maxLength={INPUT_LIMITS.search}
        placeholder="Part of a name, or an id"
      />
    </Field>
    <Field label="From">
      <Input type="date" name="from" defaultValue={search.from} />
    </Field>
    <Field label="To">
      <Input type="date" name="to" defaultValue={search.to} />
    </Field>
    <Button type="submit" variant="outline" className="h-12" icon={<Search aria-hidden="true" />}>
      Search
    </Button>
  </Form>
);

/** /admin/audit: who did what, when and why, with the values before. */
export const AuditScreen = ({ search, page }: { search: AuditSearch; page: AuditPage | null }) => {
  if (!page) return <LoadFailure words={AUDIT_LOG_NOT_LOADED} />;
  return (
    <>
      <VerifyButton />
      <Filters search={search} actions={page.actions} />
      {page.items.length === 0 ? (
        <EmptyState title="No entries found">Try another search, or fewer filters.</EmptyState>
      ) : (
        <ol aria-label="Entries, newest first" className="border-t border-line">
          {page.items.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
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
