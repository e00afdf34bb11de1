import ArrowRight from "lucide-react/icons/arrow-right";
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
import { IconButton } from "#web/ui/icon-button.tsx";
import { Input } from "#web/ui/input.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { byTerm, firstOfLetters, matching, type Synonym } from "./queries.ts";
import { SynonymDialog } from "./synonym-form.tsx";
import { deleteSynonym } from "./writes.ts";

/** Ways down a long list: to the first word of each letter. */
const LetterIndex = ({ letters }: { letters: readonly string[] }) => (
  <nav aria-label="Letters" className="-mx-2 mb-4 flex flex-wrap">
    {letters.map((letter) => (
      <a
        key={letter}
        href={`#letter-${letter}`}
        className="link grid size-11 place-items-center uppercase"
      >
        {letter}
      </a>
    ))}
  </nav>
);

/** /admin/synonyms: other words that people type for a trade. */
export const SynonymsScreen = ({ synonyms }: { synonyms: Synonym[] | null }) => {
  const [query, setQuery] = useState("");
  const [opened, setOpened] = useState<"new" | Synonym | null>(null);
  const [leaving, setLeaving] = useState<Synonym | null>(null);
  const { run } = useWrite(deleteSynonym);
  const shown = matching(synonyms ?? [], query);
  const firsts = firstOfLetters(shown);
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
          <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3 pb-4">
            <Field label="Search synonyms" className="w-full max-w-md">
              <Input
                type="search"
                value={query}
                onChange={(event) => setQuery(event.target.value)}
              />
            </Field>
            <p role="status" className="text-sm text-ink-soft">
              Showing {shown.length} of {synonyms.length}
            </p>
          </div>
          {firsts.size > 1 && <LetterIndex letters={[...firsts.values()]} />}
          {shown.length === 0 ? (
            <EmptyState title="No synonyms found">Try another search, or add a synonym.</EmptyState>
          ) : (
            <ul aria-label="Synonyms" className="border-t border-line lg:columns-2 lg:gap-x-14">
              {byTerm(shown).map(([term, meanings]) => (
                <li
                  key={term}
                  id={firsts.has(term) ? `letter-${firsts.get(term)}` : undefined}
                  className="grid scroll-mt-24 break-inside-avoid gap-x-4 border-b sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] border-line py-1 wrap-anywhere"
                >
                  <p className="flex gap-2 py-1.5">
                    <strong className="sm:grow">{term}</strong>
                    <ArrowRight aria-hidden="true" className="mt-1 size-4 shrink-0 text-ink-soft" />
                    <span className="sr-only">also finds</span>
                  </p>
                  <ul>
                    {meanings.map((synonym) => (
                      <li key={synonym.id} className="flex items-center gap-1">
                        <span className="grow">{synonym.means}</span>
                        <IconButton
                          size="sm"
                          className="size-9!"
                          icon={<Pencil />}
                          label={`Edit ${term}, which finds ${synonym.means}`}
                          onClick={() => setOpened(synonym)}
                        />
                        <IconButton
                          size="sm"
                          className="size-9!"
                          icon={<Trash2 />}
                          label={`Delete ${term}, which finds ${synonym.means}`}
                          onClick={() => setLeaving(synonym)}
                        />
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ul>
          )}
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
