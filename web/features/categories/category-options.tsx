import {
  type CategoryGroup,
  isOwnWords,
  labelOf,
  selectionOf,
} from "#domain/categories/categories.ts";

/**
 * Every selection as options of a select: first a whole group, then each of its categories, where they are given.
 * Above them a person's `own`, which letters typed into the select then find before others.
 */
export const CategoryOptions = ({
  groups,
  own = [],
}: {
  groups: CategoryGroup[];
  own?: readonly string[];
}) => {
  const mine = own.filter((selection) => !isOwnWords(selection));
  return (
    <>
      {mine.length > 0 && (
        <optgroup label="Your categories">
          {mine.map((selection) => (
            <option key={selection} value={selection}>
              {labelOf(selection)}
            </option>
          ))}
        </optgroup>
      )}
      {groups.map(({ name, slug, categories }) =>
        categories.length === 0 ? (
          <option key={slug} value={selectionOf(name)}>
            {name}
          </option>
        ) : (
          <optgroup key={slug} label={name}>
            <option value={selectionOf(name)}>All of {name}</option>
            {categories.map((each) => (
              <option key={each.id} value={selectionOf(name, each.name)}>
                {each.name}
              </option>
            ))}
          </optgroup>
        ),
      )}
    </>
  );
};
