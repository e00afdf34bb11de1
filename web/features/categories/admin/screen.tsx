import Plus from "lucide-react/icons/plus";
import Search from "lucide-react/icons/search";
import { useState } from "react";
import { CATEGORIES_NOT_LOADED } from "#domain/site/admin-messages.ts";
import { countOf } from "#domain/values/numbers.ts";
import { reportAct, useAct } from "#web/ui/admin/act.ts";
import { LoadFailure } from "#web/ui/admin/load-failure.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Input } from "#web/ui/input.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { AddDialog, EditDialog } from "./category-form.tsx";
import { foundIn } from "./found-in.ts";
import { type Act, GroupCard } from "./group-card.tsx";
import { MergeDialog } from "./merge-dialog.tsx";
import type { Managed, ManagedCategory } from "./queries.ts";
import { StatisticsDialog } from "./statistics-dialog.tsx";
import { deleteCategory, restoreCategory } from "./writes.ts";

const DeleteDialog = ({
  category,
  onClose,
}: {
  category: ManagedCategory | null;
  onClose: () => void;
}) => {
  const { run } = useAct(deleteCategory);
  return (
    <ConfirmDialog
      open={category !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${category?.name ?? ""}?`}
      description="Are you sure you want to delete this category? This will remove it from all providers."
      confirmLabel="Delete"
      danger
      onConfirm={async () => {
        if (!category) return;
        const done = "Category deleted successfully";
        return reportAct(run(category), "Failed to delete category", done);
      }}
    />
  );
};

const Deleted = ({ categories }: { categories: readonly ManagedCategory[] }) => {
  const { run, busy } = useAct(restoreCategory);
  const restore = (category: ManagedCategory) =>
    reportAct(run(category), "Failed to restore category", "Category restored", category.name);
  return (
    <Card className="mt-10">
      <h2 className="mb-3 text-xl">Deleted categories</h2>
      <ul>
        {categories.map((category) => (
          <li
            key={category.id}
            className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-2"
          >
            <span className="min-w-0 break-words">
              <span>{category.name}</span>
              <span className="text-ink-soft"> in {category.group_name}</span>
              {category.merged_into && (
                <span className="block text-sm text-ink-soft">
                  Merged into {category.merged_into}. Restored, it comes back empty: what it had
                  stays there.
                </span>
              )}
            </span>
            <Button
              size="sm"
              variant="outline"
              busy={busy}
              aria-label={`Restore ${category.name}`}
              onClick={() => void restore(category)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
};

const totalOf = (sizes: readonly number[]): string => {
  const categories = sizes.reduce((sum, size) => sum + size, 0);
  return `${countOf(sizes.length, "group", "groups")}, ${countOf(categories, "category", "categories")}`;
};

/** /admin/categories (spec 2 section 2, P-26). */
export const CategoryManagementScreen = ({ managed }: { managed: Managed | null }) => {
  const [adding, setAdding] = useState(false);
  const [opened, setOpened] = useState<{ act: Act; category: ManagedCategory } | null>(null);
  const [typed, setTyped] = useState("");
  const [expanded, setExpanded] = useState(false);
  const groups = managed?.groups ?? [];
  const searched = typed.trim() !== "";
  const shown = groups
    .map((group) => ({ group, found: foundIn(group, typed) }))
    .filter(({ found }) => found.length > 0);
  const names = groups.map(({ name }) => name);
  const at = (act: Act) => (opened?.act === act ? opened.category : null);
  const close = () => setOpened(null);
  return (
    <>
      <PageHeader
        title="Categories Management"
        lead="Open a group to edit, merge or reorder its categories."
        actions={
          <>
            {groups.length > 0 && (
              <Button variant="outline" disabled={searched} onClick={() => setExpanded(!expanded)}>
                {expanded ? "Collapse all" : "Expand all"}
              </Button>
            )}
            <Button icon={<Plus />} onClick={() => setAdding(true)}>
              Add Category
            </Button>
          </>
        }
      />
      {!managed && <LoadFailure words={CATEGORIES_NOT_LOADED} />}
      {managed && groups.length === 0 && (
        <EmptyState title="No categories found">Add the first category.</EmptyState>
      )}
      {groups.length > 0 && (
        <>
          <div className="mb-4 max-w-md">
            <Input
              icon={<Search />}
              type="search"
              aria-label="Search categories"
              placeholder="Category or group"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
          <p role="status" className="mb-3 text-sm text-ink-soft">
            {`${totalOf(shown.map(({ found }) => found.length))}${searched ? " found" : ""}`}
          </p>
        </>
      )}
      {searched && shown.length === 0 && (
        <EmptyState title="No categories found">Try another word, or add a category.</EmptyState>
      )}
      <div>
        {shown.map(({ group, found }) => (
          <div key={group.name} className="-mb-px border-y border-line">
            <GroupCard
              group={group}
              open={expanded || searched}
              found={found}
              onAct={(act, category) => setOpened({ act, category })}
            />
          </div>
        ))}
      </div>
      {managed && managed.deleted.length > 0 && <Deleted categories={managed.deleted} />}
      <AddDialog open={adding} groups={names} onClose={() => setAdding(false)} />
      <EditDialog category={at("edit")} groups={names} onClose={close} />
      <DeleteDialog category={at("delete")} onClose={close} />
      <MergeDialog category={at("merge")} groups={groups} onClose={close} />
      <StatisticsDialog category={at("statistics")} onClose={close} />
    </>
  );
};
