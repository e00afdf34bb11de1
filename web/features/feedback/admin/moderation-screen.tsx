import Search from "lucide-react/icons/search";
import { useState } from "react";
import { Form } from "react-router";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { countOf } from "#domain/values/numbers.ts";
import { describeFailure, reportAct, useAct } from "#web/ui/admin/act.ts";
import { LoadFailure } from "#web/ui/admin/load-failure.tsx";
import {
  type Outcome,
  OutcomeReport,
  SelectionBar,
  useSelection,
} from "#web/ui/admin/selection.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Input } from "#web/ui/input.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { Count, TabLinks } from "#web/ui/tab-links.tsx";
import { useListFocus } from "#web/ui/use-list-focus.ts";
import { DeleteDialog, EditDialog, HideDialog, outcomesOf, PictureDialog } from "./dialogs.tsx";
import { ItemRow } from "./item-row.tsx";
import {
  MODERATION_PAGE,
  type ModeratedItem,
  type Moderation,
  type ModerationSearch,
  type State,
  writeModeration,
} from "./queries.ts";
import { MODERATION_FAILED, moderate, moderateAll } from "./writes.ts";

const totalOf = ({ total, more }: Moderation, state: State): string => {
  const count = `${more ? "More than " : ""}${countOf(total, "item", "items")}`;
  return state === "pending" && total > 1 ? `${count}, oldest first` : count;
};

const SearchForm = ({ search }: { search: ModerationSearch }) => (
  <Form role="search" method="get" className="mb-6 flex max-w-xl gap-2">
    {search.state !== "pending" && <input type="hidden" name="state" value={search.state} />}
    <Input
      key={search.text}
      type="search"
      name="q"
      defaultValue={search.text}
      aria-label="Search feedback"
      placeholder="Title, name or business"
      maxLength={INPUT_LIMITS.search}
    />
    <Button type="submit" variant="outline" icon={<Search aria-hidden="true" />}>
      <span className="max-sm:sr-only">Search</span>
    </Button>
  </Form>
);

/** A queue that is empty is done; a search found nothing. */
const NoItems = ({ search: { state, text } }: { search: ModerationSearch }) =>
  state === "pending" && !text ? (
    <EmptyState
      art="letter"
      title="You're all caught up."
      action={<ButtonLink to="/admin/dashboard">Back to the dashboard</ButtonLink>}
    >
      No feedback is waiting.
    </EmptyState>
  ) : (
    <EmptyState art="letter" title="No feedback found">
      Try another search or state.
    </EmptyState>
  );

/** So many are in view together with what is above them. */
const FEW = 5;

const Items = ({ list, search }: { list: Moderation; search: ModerationSearch }) => {
  const { state } = search;
  const [edited, setEdited] = useState<ModeratedItem | null>(null);
  const [deleted, setDeleted] = useState<ModeratedItem | null>(null);
  const [removed, setRemoved] = useState<{ item: ModeratedItem; picture: string } | null>(null);
  const [hidden, setHidden] = useState<readonly ModeratedItem[]>([]);
  const [outcomes, setOutcomes] = useState<Outcome[] | null>(null);
  const [done, setDone] = useState<"approved" | "hidden">("approved");
  const selection = useSelection(list.items, ({ id }) => id);
  const listFocus = useListFocus<HTMLUListElement>();
  const one = useAct(moderate);
  const several = useAct(moderateAll);

  const approve = (item: ModeratedItem) =>
    reportAct(one.run({ item, approve: true }), MODERATION_FAILED, "Feedback approved");
  const approveSelected = async () => {
    const items = selection.selected;
    try {
      const results = await several.run({ items, approve: true });
      if (results) setOutcomes(outcomesOf(items, results));
      setDone("approved");
      selection.clear();
    } catch (error) {
      describeFailure(MODERATION_FAILED, error);
    }
  };
  return (
    <>
      <OutcomeReport outcomes={outcomes} done={done} onDismiss={() => setOutcomes(null)} />
      <SelectionBar selection={selection} total={totalOf(list, state)}>
        <Button size="sm" busy={several.busy} onClick={() => void approveSelected()}>
          Approve selected
        </Button>
        <Button size="sm" variant="outline" onClick={() => setHidden(selection.selected)}>
          Hide selected
        </Button>
      </SelectionBar>
      {list.items.length === 0 ? (
        <NoItems search={search} />
      ) : (
        <ul {...listFocus} className="divide-y divide-line border-y border-line">
          {list.items.map((item) => (
            <li key={item.id}>
              <ItemRow
                item={item}
                showState={state === "all"}
                ticked={selection.has(item)}
                busy={one.busy}
                onTick={() => selection.toggle(item)}
                onApprove={() => void approve(item)}
                onHide={() => setHidden([item])}
                onEdit={() => setEdited(item)}
                onDelete={() => setDeleted(item)}
                onRemovePicture={(picture) => setRemoved({ item, picture })}
              />
            </li>
          ))}
        </ul>
      )}
      {/* Where somebody is who has read them all. */}
      {list.items.length > FEW && (
        <div className="mt-3">
          <Checkbox
            label={`Select all ${list.items.length} above`}
            checked={selection.all}
            onChange={selection.toggleAll}
          />
        </div>
      )}
      <PictureDialog chosen={removed} onClose={() => setRemoved(null)} />
      <EditDialog item={edited} onClose={() => setEdited(null)} />
      <DeleteDialog item={deleted} onClose={() => setDeleted(null)} />
      <HideDialog
        items={hidden}
        onClose={() => setHidden([])}
        onOutcomes={(finished) => {
          setOutcomes(finished);
          setDone("hidden");
          selection.clear();
        }}
      />
    </>
  );
};

/** /admin/feedback: all feedback, and a moderator's actions. */
export const ModerationScreen = ({
  search,
  list,
}: {
  search: ModerationSearch;
  list: Moderation | null;
}) => {
  const tab = (state: State, label: string) => ({
    to: `/admin/feedback${writeModeration({ ...search, state, page: 1 })}`,
    active: search.state === state,
    label: (
      <>
        {label}
        {/* Four figures would push the last tab out of sight on a phone. */}
        <span className={state === "pending" ? undefined : "max-sm:hidden"}>
          <Count value={list?.counts[state]} />
        </span>
      </>
    ),
  });
  return (
    <>
      <SearchForm search={search} />
      <div className="mb-3">
        <TabLinks
          label="Feedback by state"
          links={[
            tab("all", "All"),
            tab("pending", "Pending"),
            tab("approved", "Approved"),
            tab("hidden", "Hidden"),
          ]}
        />
      </div>
      {list ? (
        <Items list={list} search={search} />
      ) : (
        <LoadFailure words="Failed to load feedback" />
      )}
      <div className="mt-10">
        <Pagination
          page={search.page}
          pageCount={Math.ceil((list?.total ?? 0) / MODERATION_PAGE)}
          label="Pages of feedback"
          href={(page) => `/admin/feedback${writeModeration({ ...search, page })}`}
        />
      </div>
    </>
  );
};
