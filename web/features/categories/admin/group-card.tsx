import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import ChartColumn from "lucide-react/icons/chart-column";
import ChevronRight from "lucide-react/icons/chevron-right";
import GripVertical from "lucide-react/icons/grip-vertical";
import Merge from "lucide-react/icons/merge";
import Pencil from "lucide-react/icons/pencil";
import Trash from "lucide-react/icons/trash-2";
import { useId } from "react";
import { countOfAccounts } from "#domain/accounts/accounts.ts";
import { countOf } from "#domain/values/numbers.ts";
import { useSettings } from "#web/session/settings.ts";
import { useWrite } from "#web/session/use-write.ts";
import { reportAct } from "#web/ui/admin/act.ts";
import { cx } from "#web/ui/cx.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import type { ManagedCategory, ManagedGroup } from "./queries.ts";
import { useSorting } from "./use-sorting.ts";
import { reorderCategories } from "./writes.ts";

export type Act = "statistics" | "edit" | "merge" | "delete";

/** A group, which opens to show its categories in order, which can be changed by mouse, finger, keyboard or buttons. */
export const GroupCard = ({
  group,
  open,
  found,
  onAct,
}: {
  group: ManagedGroup;
  open: boolean;
  /** The categories that a search found: they cannot be moved among those that it left out. */
  found: readonly ManagedCategory[];
  onAct: (act: Act, category: ManagedCategory) => void;
}) => {
  const { siteName } = useSettings();
  const hintId = useId();
  const { run, busy } = useWrite(reorderCategories);
  const sorting = useSorting(group.categories, async (ids) => {
    const saving = run({ group: group.name, ids });
    const done = "Category order updated";
    return !(await reportAct(saving, "Failed to update category order", done));
  });
  const fixed = busy || found.length < group.categories.length;
  const known = new Map(found.map((category) => [category.id, category]));
  const rows = sorting.order.flatMap(({ id }) => known.get(id) ?? []);
  const empty = group.categories.filter(({ usage_count }) => usage_count === 0).length;
  return (
    <details className="group" open={open}>
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 rounded-lg py-2 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-5 shrink-0 text-ink-soft transition-transform group-open:rotate-90"
        />
        <span className="min-w-0 grow items-baseline justify-between gap-x-3 sm:flex">
          <h2 className="text-base">{group.name}</h2>
          <span className="text-sm text-ink-soft">
            <span>{countOf(group.categories.length, "category", "categories")}</span>
            {empty > 0 && <span className="text-warning">, {empty} with nobody listed</span>}
          </span>
        </span>
      </summary>
      <p id={hintId} className="sr-only">
        Press space to pick it up, the arrows to move it, space to drop it, escape to put it back.
      </p>
      <p role="status" className="sr-only">
        {sorting.announcement}
      </p>
      <ul ref={sorting.list} aria-label={group.name}>
        {rows.map((category, at) => (
          <li
            key={category.id}
            data-id={category.id}
            className={cx(
              "flex flex-wrap items-center gap-x-2 border-t border-line bg-paper py-1.5",
              sorting.grabbed === category.id && "relative z-1 rounded-md shadow-float",
            )}
          >
            <button
              type="button"
              data-handle=""
              aria-label={`Move ${category.name}`}
              aria-describedby={hintId}
              aria-pressed={sorting.grabbed === category.id}
              aria-disabled={fixed}
              className="grid size-11 shrink-0 cursor-grab touch-none place-items-center rounded-md text-ink-soft hover:bg-hover active:cursor-grabbing aria-pressed:text-brand"
              {...(fixed ? {} : sorting.handle(category))}
            >
              <GripVertical aria-hidden="true" className="size-5" />
            </button>
            <span className="min-w-40 flex-1">
              <span className="block font-semibold break-words">{category.name}</span>
              <span className="text-sm text-ink-soft">
                {countOfAccounts(category.usage_count, "provider", siteName)}
              </span>
            </span>
            <span className="flex flex-wrap gap-x-3">
              <span className="flex">
                <IconButton
                  label={`Move ${category.name} up`}
                  icon={<ArrowUp />}
                  aria-disabled={fixed || at === 0}
                  onClick={() => sorting.step(category, -1)}
                />
                <IconButton
                  label={`Move ${category.name} down`}
                  icon={<ArrowDown />}
                  aria-disabled={fixed || at === rows.length - 1}
                  onClick={() => sorting.step(category, 1)}
                />
              </span>
              <span className="flex">
                <IconButton
                  label={`Statistics of ${category.name}`}
                  icon={<ChartColumn />}
                  onClick={() => onAct("statistics", category)}
                />
                <IconButton
                  label={`Edit ${category.name}`}
                  icon={<Pencil />}
                  onClick={() => onAct("edit", category)}
                />
                <IconButton
                  label={`Merge ${category.name}`}
                  icon={<Merge />}
                  onClick={() => onAct("merge", category)}
                />
                <IconButton
                  label={`Delete ${category.name}`}
                  icon={<Trash />}
                  onClick={() => onAct("delete", category)}
                />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
};
