import Pencil from "lucide-react/icons/pencil";
import Plus from "lucide-react/icons/plus";
import Search from "lucide-react/icons/search";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { countOf } from "#domain/values/numbers.ts";
import { LoadFailure, reportAct } from "#web/features/site/admin/index.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { cx } from "#web/ui/cx.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Input } from "#web/ui/input.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { byTerm, letterOf, lettersOf, matching, type Synonym } from "./queries.ts";
import { SynonymDialog } from "./synonym-form.tsx";
import { deleteSynonym } from "./writes.ts";

const ALL = "All";

/** The parts of a long list, of which one is shown, or all. */
const Letters = ({
  letters,
  chosen,
  onChoose,
}: {
  letters: readonly string[];
  chosen: string;
  onChoose: (letter: string) => void;
}) => (
  <fieldset className="fade-edges mb-3 -ml-2 flex min-w-0 overflow-x-auto [scrollbar-width:none] sm:flex-wrap">
    <legend className="sr-only">First letter</legend>
    {letters.map((letter) => (
      <button
        key={letter}
        type="button"
        aria-pressed={letter === chosen}
        className="grid min-h-11 min-w-11 place-items-center rounded-md px-2 font-semibold hover:bg-hover aria-pressed:bg-brand aria-pressed:text-on-brand"
        onClick={() => onChoose(letter)}
      >
        {letter === ALL ? ALL : letter.toUpperCase()}
      </button>
    ))}
  </fieldset>
);

/** What is typed, and what it finds. */
const COLUMNS = "grid gap-x-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]";

/** /admin/synonyms: other words that people type for a trade. */
export const SynonymsScreen = ({ synonyms }: { synonyms: Synonym[] | null }) => {
  const [query, setQuery] = useState("");
  const [opened, setOpened] = useState<"new" | Synonym | null>(null);
  const [leaving, setLeaving] = useState<Synonym | null>(null);
  const { run } = useWrite(deleteSynonym);
  const [letter, setLetter] = useState("");
  const letters = lettersOf(synonyms ?? []);
  const chosen = letter === ALL || letters.includes(letter) ? letter : letters[0];
  const searched = query.trim() !== "";
  // A search looks in the whole list.
  const shown = matching(synonyms ?? [], query).filter(
    ({ term }) => searched || chosen === ALL || letterOf(term) === chosen,
  );
  const entries = byTerm(shown);
  return (
    <>
      <PageHeader
        title="Synonyms"
        lead="Help people find services in their own words."
        actions={
          <Button icon={<Plus />} onClick={() => setOpened("new")}>
            Add Synonym
          </Button>
        }
      />
      {!synonyms && <LoadFailure words="Failed to load synonyms" />}
      {synonyms && (
        <>
          <div className="mb-4 max-w-md">
            <Input
              icon={<Search />}
              type="search"
              aria-label="Search synonyms"
              placeholder="Word or meaning"
              value={query}
              onChange={(event) => setQuery(event.target.value)}
            />
          </div>
          {!searched && chosen && (
            <Letters letters={[ALL, ...letters]} chosen={chosen} onChoose={setLetter} />
          )}
          <p role="status" className="mb-3 text-sm text-ink-soft">
            {shown.length < synonyms.length && `${shown.length} of `}
            {countOf(synonyms.length, "synonym", "synonyms")}
            {!searched && chosen !== ALL && chosen && `, beginning with ${chosen.toUpperCase()}`}
          </p>
          {shown.length === 0 ? (
            <EmptyState title="No synonyms found">Try another search, or add a synonym.</EmptyState>
          ) : (
            <ul aria-label="Synonyms" className="divide-y divide-line border-y border-line">
              <li
                aria-hidden="true"
                className={cx(COLUMNS, "py-3 text-sm font-semibold text-ink-soft")}
              >
                <span>Word</span>
                <span>Also finds</span>
              </li>
              {entries.map(([term, meanings]) => (
                <li key={term} className={cx(COLUMNS, "py-1 wrap-anywhere")}>
                  <p className="min-h-11 content-center self-start">
                    <strong>{term}</strong>
                    <span className="sr-only"> also finds</span>
                  </p>
                  <ul className="-mr-2">
                    {meanings.map((synonym) => (
                      <li key={synonym.id} className="flex items-center">
                        <span className="grow">{synonym.means}</span>
                        <IconButton
                          icon={<Pencil />}
                          label={`Edit ${term}, which finds ${synonym.means}`}
                          onClick={() => setOpened(synonym)}
                        />
                        <IconButton
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
        onSaved={(term) => {
          setLetter(letterOf(term));
          setOpened(null);
        }}
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
