import { Combobox as Base } from "@base-ui/react/combobox";
import Check from "lucide-react/icons/check";
import ChevronDown from "lucide-react/icons/chevron-down";
import { useFieldAria } from "./field.tsx";

export const LIST_ITEM =
  "flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-sm px-3 py-1.5 outline-none select-none data-highlighted:bg-hover [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-brand";

export type Option = { value: string; label: string };

/**
 * Chooses one entry of a list that is too long for a Select, by typing a part of it. With `onSearch` the
 * caller supplies the entries: pass the matches as `options`, and `loading` meanwhile. For free text with
 * suggestions use Suggest.
 */
export const Combobox = ({
  options,
  value,
  onChange,
  onSearch,
  loading = false,
  placeholder,
  emptyText = "Nothing found",
  disabled,
}: {
  options: readonly Option[];
  value: Option | null;
  onChange: (value: Option | null) => void;
  onSearch?: (text: string) => void;
  loading?: boolean;
  placeholder?: string;
  emptyText?: string;
  disabled?: boolean;
}) => {
  const field = useFieldAria();
  return (
    <Base.Root
      items={options as Option[]}
      value={value}
      onValueChange={onChange}
      onInputValueChange={(text, details) => {
        if (details.reason === "input-change") onSearch?.(text);
      }}
      filter={onSearch ? null : undefined}
      isItemEqualToValue={(a, b) => a.value === b.value}
      disabled={disabled}
    >
      <div className="relative">
        <Base.Input {...field} placeholder={placeholder} className="control pr-11" />
        <Base.Trigger
          aria-label="Show the list"
          className="absolute inset-y-0 right-0 grid w-11 place-items-center text-ink-soft"
        >
          <ChevronDown aria-hidden="true" className="size-5" />
        </Base.Trigger>
      </div>
      <Base.Portal>
        <Base.Positioner sideOffset={6} className="z-60 outline-none">
          <Base.Popup className="popup max-h-[min(var(--available-height),22rem)] w-(--anchor-width) overflow-y-auto overscroll-contain">
            <Base.Status className="text-sm text-ink-soft">
              {loading && <span className="block px-4 py-3">Searching…</span>}
            </Base.Status>
            <Base.Empty>
              {!loading && <span className="block px-4 py-3 text-ink-soft">{emptyText}</span>}
            </Base.Empty>
            <Base.List className="p-1.5 empty:p-0">
              {(option: Option) => (
                <Base.Item key={option.value} value={option} className={LIST_ITEM}>
                  {option.label}
                  <Base.ItemIndicator>
                    <Check aria-hidden="true" />
                  </Base.ItemIndicator>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
};
