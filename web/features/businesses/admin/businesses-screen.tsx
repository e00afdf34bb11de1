import Plus from "lucide-react/icons/plus";
import Search from "lucide-react/icons/search";
import Send from "lucide-react/icons/send";
import Upload from "lucide-react/icons/upload";
import { useState } from "react";
import { Form } from "react-router";
import { BUSINESS_IMPORT } from "#domain/businesses/import.ts";
import { BUSINESSES_NOT_LOADED } from "#domain/site/admin-messages.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { countOf } from "#domain/values/numbers.ts";
import { ImportDialog } from "#web/ui/admin/import-dialog.tsx";
import { LoadFailure } from "#web/ui/admin/load-failure.tsx";
import { OutcomeReport, SelectionBar, useSelection } from "#web/ui/admin/selection.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Input } from "#web/ui/input.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import { Table } from "#web/ui/table.tsx";
import {
  BUSINESS_STATES,
  BUSINESSES_PAGE,
  type Business,
  type BusinessList,
  type BusinessSearch,
  type BusinessState,
  writeBusinessSearch,
} from "../queries.ts";
import { addBusiness } from "../writes.ts";
import { AddDialog } from "./add-dialog.tsx";
import { useClaimLinks } from "./claim-links.ts";
import { ClaimLinksDialog } from "./claim-links-dialog.tsx";
import { Claims } from "./claims.tsx";
import { columnsOf, isInvitable } from "./columns.tsx";

/** Adds businesses from a CSV file. */
const ImportBusinesses = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <ImportDialog
    open={open}
    onClose={onClose}
    kind={BUSINESS_IMPORT}
    make={async (db, values) => {
      await addBusiness(db, values);
      return false;
    }}
    what="businesses"
    description="From a CSV file, by the same rules as Add Business."
    name={([name]) => name}
    columns={[
      {
        header: "Email",
        cell: (cells) => <span className="[overflow-wrap:anywhere]">{cells[1] || "None"}</span>,
      },
    ]}
  >
    The first line names the columns: Business name is required, Business email is optional. Anyone
    who confirms that address can claim the business without your approval. No emails are sent yet:
    send the claim links when you are ready.
  </ImportDialog>
);

const STATES: [BusinessState | null, string][] = [
  [null, "All"],
  ["unclaimed", BUSINESS_STATES.unclaimed],
  // Short, so that a phone has room for all.
  ["waiting", "Waiting"],
  ["claimed", BUSINESS_STATES.claimed],
];

const totalOf = (total: number): string =>
  `${countOf(total, "business", "businesses")}${total > 1 ? ", newest first" : ""}`;

/** A page of businesses, and their claim links, for one or several. */
const BusinessTable = ({ list }: { list: BusinessList }) => {
  const selection = useSelection<Business>(list.businesses.filter(isInvitable), ({ id }) => id);
  const { send, busy, outcomes, dismiss } = useClaimLinks();
  const [confirming, setConfirming] = useState(false);
  return (
    <>
      <OutcomeReport outcomes={outcomes} done="emailed" onDismiss={dismiss} />
      <SelectionBar selection={selection} total={totalOf(list.total)}>
        <Button
          size="sm"
          variant="outline"
          icon={<Send />}
          busy={busy}
          onClick={() => setConfirming(true)}
        >
          Email claim {selection.selected.length === 1 ? "link" : "links"}
        </Button>
      </SelectionBar>
      {confirming && (
        <ClaimLinksDialog
          businesses={selection.selected}
          onClose={() => setConfirming(false)}
          onConfirm={async () => {
            if (await send(selection.selected)) selection.clear();
          }}
        />
      )}
      <Table
        caption="Businesses"
        stackBelow="lg"
        compact
        align="top"
        columns={columnsOf(selection, busy, (businesses) => void send(businesses))}
        rows={list.businesses}
        rowKey={({ id }) => id}
        empty={
          <EmptyState art="shelf" title="No businesses found">
            Try another search or state, or add a business.
          </EmptyState>
        }
      />
    </>
  );
};

/** /admin/businesses: all businesses and their claims (P-25 and P-27). */
export const BusinessesScreen = ({
  search,
  list,
}: {
  search: BusinessSearch;
  list: BusinessList | null;
}) => {
  const [opened, setOpened] = useState<"add" | "import" | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <PageHeader
        title="Businesses"
        actions={
          <>
            <Button variant="outline" icon={<Upload />} onClick={() => setOpened("import")}>
              Import
            </Button>
            <Button
              variant={list && list.claims.length > 0 ? "outline" : "solid"}
              icon={<Plus />}
              onClick={() => setOpened("add")}
            >
              Add Business
            </Button>
          </>
        }
      />
      {list && <Claims claims={list.claims} />}
      {list && list.claims.length > 0 && <h2 className="mb-4 text-xl">All businesses</h2>}
      <Form role="search" method="get" className="mb-4 flex max-w-xl gap-2">
        {search.state && <input type="hidden" name="state" value={search.state} />}
        <Input
          key={search.text}
          type="search"
          name="q"
          defaultValue={search.text}
          aria-label="Search businesses"
          placeholder="Name or email"
          maxLength={INPUT_LIMITS.search}
        />
        <Button type="submit" variant="outline" icon={<Search aria-hidden="true" />}>
          <span className="max-sm:sr-only">Search</span>
        </Button>
      </Form>
      <div className="mb-3 max-sm:text-sm">
        <TabLinks
          label="States"
          links={STATES.map(([state, label]) => ({
            to: `/admin/businesses${writeBusinessSearch({ ...search, state, page: 1 })}`,
            label,
            count: list?.counts[state ?? "all"],
            active: search.state === state,
          }))}
        />
      </div>
      {list ? <BusinessTable list={list} /> : <LoadFailure words={BUSINESSES_NOT_LOADED} />}
      <div className="mt-10">
        <Pagination
          page={search.page}
          pageCount={Math.ceil((list?.total ?? 0) / BUSINESSES_PAGE)}
          label="Pages of businesses"
          href={(page) => `/admin/businesses${writeBusinessSearch({ ...search, page })}`}
        />
      </div>
      <AddDialog open={opened === "add"} onClose={close} />
      <ImportBusinesses open={opened === "import"} onClose={close} />
    </>
  );
};
