import { useEffect, useState } from "react";
import { CATEGORY_STATISTICS_NOT_LOADED, IN_AUDIT_LOG } from "#domain/site/admin-messages.ts";
import { sessionClient } from "#web/session/session.ts";
import { useSettings } from "#web/session/settings.ts";
import { describeFailure, useAct } from "#web/ui/admin/act.ts";
import { ReasonDialog } from "#web/ui/admin/reason-dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast } from "#web/ui/toast.ts";
import { loadReach, type ManagedCategory, type ManagedGroup, type Reach } from "./queries.ts";
import { countsOf } from "./reach.ts";
import { mergeCategories } from "./writes.ts";

/** How many items a merger would move; null while counting, or if that failed. */
const useCategoryReach = (category: ManagedCategory | null): Reach | null => {
  const [found, setFound] = useState<{ id: string; reach: Reach } | null>(null);
  const id = category?.id;
  useEffect(() => {
    if (!id) return;
    let here = true;
    void sessionClient()
      .then((db) => loadReach(db, id))
      .then(
        (reach) => here && setFound({ id, reach }),
        (error) => here && describeFailure(CATEGORY_STATISTICS_NOT_LOADED, error),
      );
    return () => {
      here = false;
      setFound(null);
    };
  }, [id]);
  return found?.id === id ? (found?.reach ?? null) : null;
};

/** Merges one category into another: shows first what moves, and asks for the target and a reason. */
export const MergeDialog = ({
  category,
  groups,
  onClose,
}: {
  category: ManagedCategory | null;
  groups: readonly ManagedGroup[];
  onClose: () => void;
}) => {
  const { siteName } = useSettings();
  const [targetId, setTargetId] = useState("");
  const [error, setError] = useState<string>();
  const reach = useCategoryReach(category);
  const { run } = useAct(mergeCategories);
  const target = groups.flatMap(({ categories }) => categories).find(({ id }) => id === targetId);
  const close = () => {
    setTargetId("");
    setError(undefined);
    onClose();
  };
  const merge = async (reason: string) => {
    if (!category) return;
    setError(target ? undefined : "Please select a category");
    if (!target) return { message: "Nothing was merged. Please select a category." };
    let moved: Reach | undefined;
    try {
      moved = await run({ removed: category, target, reason });
    } catch (failure) {
      return { message: describeFailure("Failed to merge the categories", failure) };
    }
    if (!moved) return;
    toast({
      title: `${category.name} is now ${target.name}`,
      description: `Moved: ${countsOf(moved, siteName)}.`,
      variant: "success",
    });
  };
  return (
    <ReasonDialog
      open={category !== null}
      onClose={close}
      title={`Merge ${category?.name ?? ""}`}
      confirmLabel={target ? `Merge into ${target.name}` : "Merge"}
      danger
      hint={IN_AUDIT_LOG}
      onConfirm={merge}
    >
      <Field label="Merge into" error={error} required>
        <Select value={targetId} onChange={(event) => setTargetId(event.target.value)}>
          <option value="">Select a category</option>
          {groups.map((group) => (
            <optgroup key={group.name} label={group.name}>
              {group.categories
                .filter(({ id }) => id !== category?.id)
                .map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
            </optgroup>
          ))}
        </Select>
      </Field>
      <p role="status" className="text-sm">
        {reach
          ? `This moves ${countsOf(reach, siteName)} to ${target?.name ?? "the other category"}.`
          : "Counting…"}{" "}
        Visitors to the {category?.name} page will be redirected. Restoring {category?.name} won't
        undo this.
      </p>
    </ReasonDialog>
  );
};
