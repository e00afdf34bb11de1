import Link2 from "lucide-react/icons/link-2";
import Plus from "lucide-react/icons/plus";
import Search from "lucide-react/icons/search";
import Send from "lucide-react/icons/send";
import Upload from "lucide-react/icons/upload";
import { useState } from "react";
import { Form } from "react-router";
import { fullNameOf } from "#domain/accounts.ts";
import { claimPath } from "#domain/businesses.ts";
import { BUSINESSES_NOT_LOADED } from "#domain/site-admin-messages.ts";
import { formatDay } from "#domain/values/dates.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { describeFailure, LoadFailure, reportAct } from "#web/features/site/admin/index.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Input } from "#web/ui/input.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { toast } from "#web/ui/toast.ts";
import {
  BUSINESSES_PAGE,
  type Business,
  type BusinessList,
  type BusinessSearch,
  type Claim,
  writeBusinessSearch,
} from "../queries.ts";
import { decideClaim, sendClaimLink } from "../writes.ts";
import { AddDialog } from "./add-dialog.tsx";
import { ImportBusinesses } from "./import-dialog.tsx";

const copyLink = async ({ id }: Business) => {
  const link = window.location.origin + claimPath(id);
  try {
    await navigator.clipboard.writeText(link);
    toast({ title: "Claim link copied", description: link, variant: "success" });
  } catch {
    // No permission for the clipboard: the link can still be copied from the message.
    toast({ title: "Claim link", description: link, duration: Number.POSITIVE_INFINITY });
  }
};

/** The claim link of a business: to copy, or to send to the business's own address. */
const ClaimLink = ({ business }: { business: Business }) => {
  const { id, business_name, business_email, link_sent_at } = business;
  const { run, busy } = useWrite(sendClaimLink);
  const send = async () => {
    try {
      const sent = await run(id);
      if (sent === undefined) return;
      toast(
        sent
          ? { title: "Claim link sent", description: business_email, variant: "success" }
          : { title: "Sent already", description: "A business is sent its link once a day." },
      );
    } catch (error) {
      describeFailure("Failed to send the claim link", error);
    }
  };
  return (
    <span className="inline-grid justify-items-end gap-1">
      <span className="flex gap-2">
        <Button
          size="sm"
          variant="outline"
          icon={<Link2 />}
          aria-label={`Copy claim link of ${business_name}`}
          onClick={() => void copyLink(business)}
        >
          Copy
        </Button>
        {business_email && (
          <Button
            size="sm"
            variant="outline"
            icon={<Send />}
            busy={busy}
            aria-label={`Send claim link to ${business_name}`}
            onClick={() => void send()}
          >
            Send
          </Button>
        )}
      </span>
      {link_sent_at && (
        <span className="text-xs whitespace-nowrap text-ink-soft">
          Sent {formatDay(link_sent_at)}
        </span>
      )}
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
  {
    key: "state",
    header: "State",
    cell: ({ claimed, owner_name }) =>
      claimed ? (
        <Badge tone="success">Claimed{owner_name && ` by ${owner_name}`}</Badge>
      ) : (
        <Badge>Unclaimed</Badge>
      ),
  },
  {
    key: "added",
    header: "Added",
    cell: ({ created_at }) => <span className="whitespace-nowrap">{formatDay(created_at)}</span>,
  },
  {
    key: "link",
    header: "Claim link",
    align: "end",
    cell: (business) =>
      business.claimed ? (
        <span className="whitespace-nowrap text-ink-soft">
          Claimed {business.claim_date && formatDay(business.claim_date)}
        </span>
      ) : (
        <ClaimLink business={business} />
      ),
  },
];

const Claims = ({ claims }: { claims: readonly Claim[] }) => {
  const { run, busy } = useWrite(decideClaim);
  const decide = (id: string, approve: boolean) => {
    const done = approve ? "Claim approved" : "Claim refused";
    return reportAct(run({ id, approve }), "Failed to decide the claim", done);
  };
  return (
    <Card className="mb-8">
      <h2 className="mb-3 text-xl">Claims waiting for you</h2>
      <ul>
        {claims.map(({ id, created_at, business, claimant }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-3 sm:flex-nowrap"
          >
            <span className="min-w-0 break-words">
              <span className="font-semibold">{business.business_name}</span> by{" "}
              {fullNameOf(claimant, "Unknown")}, {claimant.email}
              <span className="block text-sm text-ink-soft">{formatDay(created_at)}</span>
            </span>
            <span className="flex gap-2">
              <Button
                size="sm"
                busy={busy}
                aria-label={`Approve the claim to ${business.business_name}`}
                onClick={() => void decide(id, true)}
              >
                Approve
              </Button>
              <Button
                size="sm"
                variant="outline"
                busy={busy}
                aria-label={`Refuse the claim to ${business.business_name}`}
                onClick={() => void decide(id, false)}
              >
                Refuse
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </Card>
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
      {list && list.claims.length > 0 && <Claims claims={list.claims} />}
      <Form role="search" method="get" className="mb-6 flex max-w-xl gap-2">
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
          Search
        </Button>
      </Form>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-ink-soft">
          {list && `${list.total} ${list.total === 1 ? "business" : "businesses"}`}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" icon={<Upload />} onClick={() => setOpened("import")}>
            Import businesses
          </Button>
          <Button icon={<Plus />} onClick={() => setOpened("add")}>
            Add Business
          </Button>
        </div>
      </div>
      {list ? (
        <Table
          caption="Businesses"
          stackBelow="lg"
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
