import { PictureStrip } from "#web/ui/pictures/picture-strip.tsx";
import type { ClientPictures as Given } from "./client-pictures-query.ts";

/** Pictures from feedback whose authors agreed to show them in the portfolio. */
export const ClientPictures = ({ given }: { given: readonly Given[] }) => (
  <section aria-labelledby="client-pictures" className="mt-10">
    <h2 id="client-pictures" className="text-xl">
      Pictures from feedback
    </h2>
    <ul className="mt-2 grid gap-x-8 gap-y-4 sm:grid-cols-2">
      {given.map(({ id, title, author_name, pictures }) => (
        <li key={id}>
          <PictureStrip pictures={pictures} title={title} from={author_name} />
          <p className="mt-1 text-sm text-ink-soft wrap-anywhere">
            {title}, {author_name}
          </p>
        </li>
      ))}
    </ul>
  </section>
);
