import { type CategoryGroup, selectionOf } from "#domain/categories/categories.ts";

/** The picker's choice for a browser without scripts, where the picker does not open. */
export const CategoriesWithoutScript = ({
  groups,
  chosen,
}: {
  groups: readonly CategoryGroup[];
  chosen: readonly string[];
}) => (
  <noscript>
    <select
      name="categories"
      multiple
      size={8}
      aria-label="Categories"
      defaultValue={chosen}
      className="control mt-2 h-auto"
    >
      {groups.map((group) => (
        <optgroup key={group.slug} label={group.name}>
          {group.categories.map(({ id, name }) => (
            <option key={id} value={selectionOf(group.name, name)}>
              {name}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  </noscript>
);
