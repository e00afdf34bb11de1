import { Autocomplete as Base } from "@base-ui/react/autocomplete";
import { useFieldAria } from "./field.tsx";

const LIST_ITEM =
  "flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-sm px-3 py-1.5 outline-none select-none data-highlighted:bg-hover [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-brand";

/**
 * A line of free text with suggestions from the caller, who waits for a pause in the typing. The typed text
 * always counts; `onPick` reports that a suggestion was chosen.
 */
export const Suggest = <Item,>({
  value,
  onChange,
  suggestions,
  itemText,
  itemKey,
  onPick,
  name,
  autoComplete = "off",
}: {
  value: string;
  onChange: (text: string) => void;
  suggestions: readonly Item[];
  itemText: (item: Item) => string;
  itemKey: (item: Item) => string;
  onPick?: (item: Item) => void;
  name?: string;
  autoComplete?: string;
}) => {
  const field = useFieldAria();
  return (
    <Base.Root
      items={suggestions as Item[]}
      mode="none"
      value={value}
      onValueChange={onChange}
      itemToStringValue={itemText}
    >
      <Base.Input {...field} name={name} autoComplete={autoComplete} className="control" />
      {suggestions.length > 0 && (
        <Base.Portal>
          <Base.Positioner sideOffset={6} className="z-60 outline-none">
            <Base.Popup className="popup w-(--anchor-width)">
              <Base.List className="p-1.5">
                {(item: Item) => (
                  <Base.Item
                    key={itemKey(item)}
                    value={item}
                    onClick={() => onPick?.(item)}
                    className={LIST_ITEM}
                  >
                    {itemText(item)}
                  </Base.Item>
                )}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      )}
    </Base.Root>
  );
};
