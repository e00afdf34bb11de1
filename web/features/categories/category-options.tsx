import { type CategoryGroup, selectionOf } from "#domain/categories.ts";

/** Every selection as options of a select: first a whole group, then each of its categories. */
export const CategoryOptions = ({ groups }: { groups: CategoryGroup[] }) =>
  groups.map((group) => (
    <optgroup key={group.slug} label={group.name}>
      <option value={selectionOf(group.name)}>All of {group.name}</option>
      {group.categories.map(({ id, name }) => (
        <option key={id} value={selectionOf(group.name, name)}>
          {name}
        </option>
      ))}
    </optgroup>
  ));
