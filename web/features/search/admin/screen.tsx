import Pencil from "lucide-react/icons/pencil";
import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { LoadFailure, reportAct } from "#web/features/site/admin/index.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { matching, type Synonym } from "./queries.ts";
import { SynonymDialog } from "./synonym-form.tsx";
import { deleteSynonym } from "./writes.ts";

/** /admin/synonyms: other words that people type for a trade. */
export const SynonymsScreen = ({ synonyms }: { synonyms: Synonym[] | null }) => {
  const [query, setQuery] = useState("");
  const [opened, setOpened] = useState<"new" | Synonym | null>(null);
  const [leaving, setLeaving] = useState<Synonym | null>(null);
  const { run } = useWrite(deleteSynonym);
  const shown = matching(synonyms ?? [], query);
  return (
    <>
      <PageHeader
        title="Synonyms"
        lead="What people type, and what the search also finds for it."
        actions={
          <Button icon={<Plus />} onClick={() => setOpened("new")}>
            Add Synonym
          </Button>
        }
      />
      {!synonyms && <LoadFailure words="Failed to load synonyms" />}
      {synonyms && (
        <>
          <Field label="Search synonyms" className="max-w-md">
            <Input type="search" value={query} onChange={(event) => setQuery(event.target.value)} />
          </Field>
          <p role="status" className="mt-3 mb-4 text-sm text-ink-soft">
            Showing {shown.length} of {synonyms.length}
          </p>
          {shown.length === 0 && (
            <EmptyState title="No synonyms found">Try another search, or add a synonym.</EmptyState>
          )}
          <ul className="divide-y divide-line border-y border-line">
            {shown.map((synonym) => (
              <li
                key={synonym.id}
                className="flex flex-wrap items-center justify-between gap-3 py-2"
              >
                <span className="min-w-0 break-words">
                  <strong>{synonym.term}</strong> <span className="text-ink-soft">also finds</span>{" "}
                  {synonym.means}
                </span>
                <span className="flex gap-2">
                  <Button
                    size="sm"
                    variant="quiet"
                    icon={<Pencil />}
                    aria-label={`Edit ${synonym.term}, which finds ${synonym.means}`}
                    onClick={() => setOpened(synonym)}
                  >
                    Edit
                  </Button>
                  <Button
                    size="sm"
                    variant="quiet"
                    icon={<Trash2 />}
                    aria-label={`Delete ${synonym.term}, which finds ${synonym.means}`}
                    onClick={() => setLeaving(synonym)}
                  >
                    Delete
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <SynonymDialog
        open={opened !== null}
        synonym={opened === "new" ? null : opened}
        onClose={() => setOpened(null)}
      />
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        title={`Delete ${leaving?.term ?? ""}?`}
        description={`A search for it will no longer find ${leaving?.means ?? ""}.`}
        confirmLabel="Delete"
        danger
        onConfirm={async () => {
          if (!leaving) return;
          const done = "Synonym deleted successfully";
          return reportAct(run(leaving.id), "Failed to delete synonym", done);
        }}
      />
    </>
  );
};
