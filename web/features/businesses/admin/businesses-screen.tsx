import Plus from "lucide-react/icons/plus";
import Search from "lucide-react/icons/search";
import Upload from "lucide-react/icons/upload";
import { useState } from "react";
import { Form } from "react-router";
import { BUSINESSES_NOT_LOADED } from "#domain/site-admin-messages.ts";
import { formatDay } from "#domain/values/dates.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { countOf } from "#domain/values/numbers.ts";
import { LoadFailure } from "#web/features/site/admin/index.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Input } from "#web/ui/input.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import {
  BUSINESSES_PAGE,
  type Business,
  type BusinessList,
  type BusinessSearch,
  writeBusinessSearch,
} from "../queries.ts";
import { AddDialog } from "./add-dialog.tsx";
import { ClaimLink } from "./claim-link.tsx";
import { Claims } from "./claims.tsx";
import { ImportBusinesses } from "./import-dialog.tsx";

const State = ({
  business: { claimed, claim_date, owner_name, waits },
}: {
  business: Business;
}) => {
  if (!claimed)
    return waits ? <Badge tone="warning">Claim waiting</Badge> : <Badge>Unclaimed</Badge>;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone="success">Claimed</Badge>
      <span className="text-ink-soft">
        {owner_name && (
          <>
            by{" "}
            <Link to={`/admin/users?q=${encodeURIComponent(owner_name)}`} className="link">
              {owner_name}
            </Link>{" "}
          </>
        )}
        {claim_date && <span className="whitespace-nowrap">on {formatDay(claim_date)}</span>}
      </span>
    </span>
  );
};

const COLUMNS: Column<Business>[] = [
  {
    key: "name",
    header: "Business",
    primary: true,
    cell: ({ business_name, business_email }) => (
      <span className="block [overflow-wrap:anywhere]">
        {business_name}
        <span className="block text-sm font-normal text-ink-soft">
          {business_email ?? "No email"}
        </span>
      </span>
    ),
  },
  { key: "state", header: "State", cell: (business) => <State business={business} /> },
  {
    key: "added",
    header: "Added",
    labelled: true,
    cell: ({ created_at }) => (
      <span className="whitespace-nowrap text-ink-soft">{formatDay(created_at)}</span>
    ),
  },
  {
    key: "link",
    header: "Claim link",
    align: "end",
    cell: (business) => !business.claimed && !business.waits && <ClaimLink business={business} />,
  },
];

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
  const waiting = list !== null && list.claims.length > 0;
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
              variant={waiting ? "outline" : "solid"}
              icon={<Plus />}
              onClick={() => setOpened("add")}
            >
              Add Business
            </Button>
          </>
        }
      />
      {list && <Claims claims={list.claims} />}
      <Form role="search" method="get" className="mb-4 flex max-w-xl gap-2">
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
      <p role="status" className="mb-3 text-ink-soft">
        {list && countOf(list.total, "business", "businesses")}
      </p>
      {list ? (
        <Table
          caption="Businesses"
          stackBelow="lg"
          compact
          align="middle"
          columns={COLUMNS}
          rows={list.businesses}
          rowKey={({ id }) => id}
          empty={
            <EmptyState art="shelf" title="No businesses found">
              Try another search, or add a business.
            </EmptyState>
          }
        />
      ) : (
        <LoadFailure words={BUSINESSES_NOT_LOADED} />
      )}
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
