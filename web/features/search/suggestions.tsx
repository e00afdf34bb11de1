import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import type { Suggestion } from "#domain/providers/results.ts";
import { foldText } from "#domain/values/names.ts";
import { placeName } from "#domain/values/places.ts";
import { type SuggestionField, useSuggestions } from "./lookup/use-suggestions.ts";

/** Calls with each event of the field, and with the newest state. */
const useFieldEvent = <Name extends keyof HTMLElementEventMap>(
  input: RefObject<HTMLInputElement | null>,
  name: Name,
  act: (event: HTMLElementEventMap[Name]) => void,
) => {
  const onEvent = useEffectEvent(act);
  useEffect(() => {
    const field = input.current;
    const listen = (event: HTMLElementEventMap[Name]) => onEvent(event);
    field?.addEventListener(name, listen);
    return () => field?.removeEventListener(name, listen);
  }, [input, name]);
};

/** Writes the roles and states of a combobox on the field; null removes one. */
const useAttributes = (
  input: RefObject<HTMLInputElement | null>,
  attributes: Record<string, string | null>,
) => {
  useEffect(() => {
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null) input.current?.removeAttribute(name);
      else input.current?.setAttribute(name, value);
    }
  });
};

/**
 * Makes a plain field a combobox of the ARIA APG's pattern (editable, with a list of suggestions, chosen by hand) and
 * draws its list. `Suggest` has a field of its own; this one keeps the field that somebody types in already. A chosen
 * suggestion is searched at once, unless `onChoose` does something else.
 */
export default function Suggestions({
  input,
  field,
  onChoose = () => input.current?.form?.requestSubmit(),
}: {
  input: RefObject<HTMLInputElement | null>;
  field: SuggestionField;
  onChoose?: (() => void) | undefined;
}): ReactNode {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const { list: found } = useSuggestions(field, typed);
  const list = useRef<HTMLDivElement>(null);
  const textOf = ({ text }: Suggestion) => (field === "location" ? placeName(text) : text);
  // The typed text itself is no suggestion.
  const shown = open && found.some(({ text }) => foldText(text) !== foldText(typed));

  const close = () => {
    setOpen(false);
    setAt(-1);
  };
  const choose = (suggestion: Suggestion) => {
    if (!input.current) return;
    input.current.value = textOf(suggestion);
    close();
    setTyped("");
    onChoose();
  };
  const move = (step: number) => {
    // Past either end, nothing is highlighted: the typed text counts.
    const places = found.length + 1;
    const next = ((at + 1 + step + places) % places) - 1;
    setAt(next);
    list.current?.children[next]?.scrollIntoView({ block: "nearest" });
  };

  useFieldEvent(input, "input", () => {
    setTyped(input.current?.value ?? "");
    setOpen(true);
    setAt(-1);
  });
  useFieldEvent(input, "blur", close);
  useFieldEvent(input, "keydown", (event) => {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = shown ? found[at] : undefined;
    if (step) {
      if (shown) move(step);
      else {
        setTyped(input.current?.value ?? "");
        setOpen(true);
      }
    } else if (event.key === "Enter" && chosen) choose(chosen);
    else if (event.key === "Escape" && shown) close();
    else {
      // The form is sent: the list must not come up over its results.
      if (event.key === "Enter") close();
      return;
    }
    event.preventDefault();
  });

  useAttributes(input, {
    role: "combobox",
    autocomplete: "off",
    "aria-autocomplete": "list",
    "aria-expanded": String(shown),
    "aria-controls": shown ? id : null,
    "aria-activedescendant": shown && at >= 0 ? `${id}-${at}` : null,
  });

  return (
    <>
      <span aria-live="polite" className="sr-only">
        {shown && `${found.length} ${found.length === 1 ? "suggestion" : "suggestions"}`}
      </span>
      {shown && (
        <div
          ref={list}
          id={id}
          role="listbox"
          aria-label="Suggestions"
          className="popup absolute inset-x-0 top-full z-30 mt-1.5 p-1.5"
        >
          {found.map((suggestion, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus, and its keys choose
            // biome-ignore lint/a11y/useKeyWithClickEvents: the same
            <div
              key={suggestion.text}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(suggestion)}
              // Forced colours paint no backgrounds, but every outline.
              style={{ outline: index === at ? "2px solid transparent" : undefined }}
              data-highlighted={index === at ? "" : undefined}
              className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 rounded-sm px-3 py-1.5 select-none hover:bg-hover data-highlighted:bg-hover"
            >
              <span>{textOf(suggestion)}</span>
              {suggestion.finds && (
                <span className="text-sm text-ink-soft">finds {suggestion.finds}</span>
              )}
            </div>
          ))}
        </div>
      )}
    </>
  );
}
