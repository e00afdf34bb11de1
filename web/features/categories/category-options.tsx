import { type CategoryGroup, selectionOf } from "#domain/categories.ts";

/** Every selection as options of a select: first a whole group, then each of its categories, where they are given. */
export const CategoryOptions = ({ groups }: { groups: CategoryGroup[] }) =>
  groups.map(({ name, slug, categories }) => {
    if (categories.length === 0)
      return (
        <option key={slug} value={selectionOf(name)}>
          {name}
        </option>
      );
    return (
      <optgroup key={slug} label={name}>
        <option value={selectionOf(name)}>All of {name}</option>
        {categories.map((each) => (
          <option key={each.id} value={selectionOf(name, each.name)}>
            {each.name}
          </option>
        ))}
      </optgroup>
    );
  });
