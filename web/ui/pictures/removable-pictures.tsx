import { picturesOf } from "#domain/values/pictures.ts";
import { Button } from "#web/ui/button.tsx";
import { useListFocus } from "#web/ui/use-list-focus.ts";
import { Picture } from "./picture.tsx";

/** Pictures, each with a button that takes it off. */
export const RemovablePictures = ({
  pictures,
  from,
  of,
  disabled = false,
  onRemove,
}: {
  pictures: readonly string[];
  /** Whose pictures they are, for screen readers. */
  from: string;
  /** In a list: the title of what they belong to, so that the buttons of the rows differ. */
  of?: string;
  disabled?: boolean;
  onRemove: (picture: string) => void;
}) => {
  const listFocus = useListFocus<HTMLUListElement>();
  return (
    <ul {...listFocus} className="mt-4 flex flex-wrap gap-4 empty:hidden">
      {picturesOf(pictures, from).map(({ media, text }, index) => (
        <li key={media.url} className="grid justify-items-start gap-2">
          <Picture
            media={media}
            alt={text}
            shape="thumbnail"
            sizes="112px"
            className="h-21 w-28 rounded-md border border-line object-cover"
          />
          <Button
            size="sm"
            variant="outline"
            disabled={disabled}
            onClick={() => onRemove(media.url)}
          >
            <span>Remove picture {index + 1}</span>
            {of && <span className="sr-only"> of “{of}”</span>}
          </Button>
        </li>
      ))}
    </ul>
  );
};
