import Search from "lucide-react/icons/search";
import { useState } from "react";
import { Form } from "react-router";
import { formatDay } from "#domain/dates.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Input } from "#web/ui/input.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { Stars } from "#web/ui/stars.tsx";
import { TabLinks } from "#web/ui/tabs.tsx";
import { toast } from "#web/ui/toast.ts";
import { DeleteDialog } from "./delete-dialog.tsx";
import { EditDialog } from "./edit-dialog.tsx";
import {
  MODERATION_PAGE,
  type ModeratedItem,
  type Moderation,
  type ModerationSearch,
  writeModeration,
} from "./queries.ts";
import { setApproval } from "./writes.ts";

const StateBadge = ({ item }: { item: ModeratedItem }) => {
  if (item.approved) return <Badge tone="success">Approved</Badge>;
  return item.moderated_at ? (
    <Badge tone="danger">Hidden</Badge>
  ) : (
    <Badge tone="warning">Pending</Badge>
  );
};

const Item = ({
  item,
  onEdit,
  onDelete,
}: {
  item: ModeratedItem;
  onEdit: () => void;
  onDelete: () => void;
}) => {
  const { run, busy } = useWrite(setApproval);
  const decide = async (approved: boolean) => {
    try {
      await run({ id: item.id, approved });
    } catch {
      toast({
        title: "Error",
        description: "Failed to update feedback approval",
        variant: "destructive",
      });
    }
  };
  const provider = item.provider;
  const name =
    provider.business_name || `${provider.first_name} ${provider.last_name}`.trim() || "Unknown";
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <h2 className="text-lg">{item.title}</h2>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
            <Stars rating={item.rating} size="sm" />
            <span>
              {item.author_name} on {name}
            </span>
            <time dateTime={item.created_at}>{formatDay(item.created_at)}</time>
            {item.edited_at && <span>edited by a moderator</span>}
          </p>
        </div>
        <StateBadge item={item} />
      </div>
      {item.description && (
        <p className="mt-3 max-w-prose whitespace-pre-line">{item.description}</p>
      )}
      <div className="mt-5 flex flex-wrap gap-2">
        {!item.approved && (
          <Button size="sm" busy={busy} onClick={() => void decide(true)}>
            Approve
          </Button>
        )}
        {(item.approved || !item.moderated_at) && (
          <Button size="sm" variant="outline" busy={busy} onClick={() => void decide(false)}>
            {item.approved ? "Remove approval" : "Hide"}
          </Button>
        )}
        <Button size="sm" variant="outline" onClick={onEdit}>
          Edit
        </Button>
        <Button size="sm" variant="quiet" onClick={onDelete}>
          Delete
        </Button>
      </div>
    </Card>
  );
};

/** /admin/feedback: what was said, and what a moderator may do about it. */
export const ModerationScreen = ({
  search,
  list,
}: {
  search: ModerationSearch;
  list: Moderation;
}) => {
  const [edited, setEdited] = useState<ModeratedItem | null>(null);
  const [deleted, setDeleted] = useState<ModeratedItem | null>(null);
  const tab = (state: ModerationSearch["state"], label: string) => ({
    to: `/admin/feedback${writeModeration({ ...search, state, page: 1 })}`,
    label,
    count: list.counts[state],
    active: search.state === state,
  });
  return (
    <>
      <Form role="search" method="get" className="mb-6 flex max-w-xl gap-2">
        {search.state !== "all" && <input type="hidden" name="state" value={search.state} />}
        <Input
          key={search.text}
          type="search"
          name="q"
          defaultValue={search.text}
          aria-label="Search feedback"
          placeholder="Title, author, provider or business"
          maxLength={120}
        />
        <Button type="submit" variant="outline" icon={<Search aria-hidden="true" />}>
          Search
        </Button>
      </Form>
      <TabLinks
        label="Feedback by state"
        links={[tab("all", "All"), tab("approved", "Approved"), tab("pending", "Pending")]}
      />
      <p role="status" className="mt-6 mb-4 text-ink-soft">
        {list.total} {list.total === 1 ? "item" : "items"}
      </p>
      {list.items.length === 0 ? (
        <EmptyState art="letter" title="No feedback found" />
      ) : (
        <ul className="grid grid-cols-1 gap-4">
          {list.items.map((item) => (
            <li key={item.id}>
              <Item item={item} onEdit={() => setEdited(item)} onDelete={() => setDeleted(item)} />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-10">
        <Pagination
          page={search.page}
          pageCount={Math.ceil(list.total / MODERATION_PAGE)}
          label="Pages of feedback"
          href={(page) => `/admin/feedback${writeModeration({ ...search, page })}`}
        />
      </div>
      <EditDialog item={edited} onClose={() => setEdited(null)} />
      <DeleteDialog item={deleted} onClose={() => setDeleted(null)} />
    </>
  );
};
