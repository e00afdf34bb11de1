import ChevronDown from "lucide-react/icons/chevron-down";
import Search from "lucide-react/icons/search";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { type CategoryGroup, labelOf, selectionOf } from "#domain/categories/categories.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { useSuggestions } from "#web/features/search/index.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { cx } from "#web/ui/cx.ts";
import { Field, useFieldAria } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { PickerGuard } from "./picker-guard.tsx";
import {
  CHIPS_SHOWN,
  chipLabel,
  groupsFor,
  otherSelection,
  searchGroups,
  toggle,
} from "./selection.ts";

/** The picker's label and its default refusal (spec 1 sections 5 and 9, spec 2 section 3). */
export const PICKER_LABELS = { provider: "Business Category *", client: "Interested In" } as const;

const Chosen = ({
  value,
  onRemove,
}: {
  value: string[];
  onRemove: (selection: string) => void;
}) => {
  const [all, setAll] = useState(false);
  const shown = all ? value : value.slice(0, CHIPS_SHOWN);
  const more = value.length - CHIPS_SHOWN;
  return (
    <ul aria-label="Chosen categories" className="mt-2 flex flex-wrap gap-2">
      {shown.map((selection) => (
        <li key={selection} title={labelOf(selection)}>
          <Chip label={chipLabel(selection)} onRemove={() => onRemove(selection)} />
        </li>
      ))}
      {more > 0 && (
        <li>
          <Button variant="quiet" size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? "Show fewer" : `+${more} more`}
          </Button>
        </li>
      )}
    </ul>
  );
};

/** The chosen ones that have chips, for the button's name. */
const namesOf = (value: readonly string[]): string => {
  const names = value.slice(0, CHIPS_SHOWN).map(labelOf).join(", ");
  return value.length > CHIPS_SHOWN ? `${names} and ${value.length - CHIPS_SHOWN} more` : names;
};

/** Separates a box from the field around the picker, whose wiring belongs to the one button. */
const apart = (id: string) => ({ id, "aria-invalid": undefined, "aria-describedby": undefined });

const Group = ({
  group,
  value,
  onToggle,
}: {
  group: CategoryGroup;
  value: string[];
  onToggle: (selection: string) => void;
}) => {
  const id = useId();
  const whole = selectionOf(group.name);
  const all = value.includes(whole);
  return (
    <fieldset className="@container min-w-0">
      <legend className="font-semibold">{group.name}</legend>
      <Checkbox
        {...apart(id)}
        label={`All of ${group.name}`}
        checked={all}
        onChange={() => onToggle(whole)}
        className="mt-1"
      />
      <div className="grid gap-x-4 wrap-anywhere @md:grid-cols-2">
        {group.categories.map(({ id: categoryId, name }) => {
          const selection = selectionOf(group.name, name);
          return (
            <Checkbox
              {...apart(`${id}-${categoryId}`)}
              key={categoryId}
              label={name}
              checked={all || value.includes(selection)}
              disabled={all}
              onChange={() => onToggle(selection)}
            />
          );
        })}
      </div>
    </fieldset>
  );
};

const Other = ({
  searched,
  onAdd,
}: {
  /** The words of a search that found nothing. */
  searched: string;
  onAdd: (selection: string) => void;
}) => {
  const [own, setOwn] = useState<string | null>(null);
  const typed = own ?? searched;
  const add = () => {
    const selection = otherSelection(typed);
    if (!selection) return;
    onAdd(selection);
    setOwn(null);
  };
  return (
    <Field label="Other" hint="Not in the list? Say it in your own words.">
      <div className="flex gap-2">
        <Input
          value={typed}
          maxLength={INPUT_LIMITS.short_words}
          onChange={(event) => setOwn(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            add();
          }}
        />
        <Button variant="outline" className="h-12" onClick={add}>
          Add
        </Button>
      </div>
    </Field>
  );
};

/** The most selections. */
const MOST = 40;

interface PickerProps {
  groups: readonly CategoryGroup[];
  value: string[];
  onChange: (value: string[]) => void;
}

/** Of several words the last, which is mostly the thing itself: "fence" of "garden fence". */
const lastWord = (typed: string): string => typed.trim().match(/\s(\S+)$/)?.[1] ?? "";

const Picker = ({ groups, value, onChange }: PickerProps) => {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const button = useRef<HTMLButtonElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const panelId = useId();
  const { "aria-required": _required, ...field } = useFieldAria();
  const named = searchGroups(groups, typed);
  const unnamed = named.length > 0 ? "" : typed;
  const suggested = useSuggestions("service", unnamed);
  const last = useSuggestions("service", lastWord(unnamed));
  const found =
    named.length > 0 || suggested.typed !== typed || last.typed !== lastWord(typed)
      ? named
      : groupsFor(
          groups,
          [...suggested.list, ...last.list].flatMap(({ text, finds }) =>
            (finds ?? text).toLowerCase().split(", "),
          ),
          typed,
        );
  const change = (selection: string) => {
    const next = toggle(value, selection);
    if (next.length <= MOST || next.length < value.length) onChange(next);
  };
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const addOther = (selection: string) => {
    if (!value.includes(selection)) change(selection);
    setTyped("");
    close();
  };
  useEffect(() => {
    // On a touch screen the keyboard would cover the list.
    if (open && matchMedia("(pointer: fine)").matches) search.current?.focus();
  }, [open]);
  return (
    <div>
      <button
        ref={button}
        type="button"
        {...field}
        aria-labelledby={field.id && `${field.id}-label ${panelId}-chosen`}
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setOpen(!open)}
        className="control flex items-center justify-between text-left"
      >
        <span id={`${panelId}-chosen`} className={cx(value.length === 0 && "text-ink-soft")}>
          {value.length === 0 ? "Choose one or more" : `${value.length} chosen`}
          <span className="sr-only">{value.length > 0 && `: ${namesOf(value)}`}</span>
        </span>
        <ChevronDown
          aria-hidden="true"
          className={cx("size-5 text-ink-soft transition-transform", open && "rotate-180")}
        />
      </button>
      <section
        id={panelId}
        hidden={!open}
        aria-label="Categories"
        onKeyDown={(event: KeyboardEvent) => event.key === "Escape" && close()}
        className="mt-2 rounded-md border border-line bg-surface"
      >
        <div className="border-b border-line p-3">
          <Field label="Search categories" hideLabel>
            <Input
              ref={search}
              type="search"
              icon={<Search />}
              placeholder="Search categories..."
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
            />
          </Field>
          <p role="status" className="sr-only">
            {typed && `${found.length} ${found.length === 1 ? "group" : "groups"} found`}
          </p>
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: it only scrolls; the fieldsets are inside it */}
        <div
          role="group"
          aria-label="All categories"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          className="grid max-h-80 gap-5 overflow-y-auto p-4"
        >
          {found.map((group) => (
            <Group key={group.slug} group={group} value={value} onToggle={change} />
          ))}
          {found.length === 0 && <p className="text-ink-soft">No categories found</p>}
          <Other searched={found.length === 0 ? typed.trim() : ""} onAdd={addOther} />
        </div>
        <div className="border-t border-line p-3">
          <Button variant="outline" className="w-full" onClick={close}>
            Done
          </Button>
        </div>
      </section>
      {/* Below the list, which must not move under the next press. */}
      {value.length > 0 && <Chosen value={value} onRemove={change} />}
    </div>
  );
};

/**
 * Chooses categories: whole groups, parts of them, or a person's own words, as the selections of P-26. A
 * Field around it provides label, hint and error.
 */
export const CategoryPicker = (props: PickerProps) => (
  <PickerGuard empty={props.groups.length === 0}>
    <Picker {...props} />
  </PickerGuard>
);
