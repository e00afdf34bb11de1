import { lazy, type MouseEvent, Suspense, useRef, useState } from "react";
import { picturesOf } from "#domain/providers-portfolio.ts";
import { loadOnPress } from "#web/features/site/offline/index.ts";
import { isForTheBrowser } from "./for-the-browser.ts";
import { Picture, useFileAddress } from "./picture.tsx";

const load = () => import("./gallery.tsx");
const Gallery = lazy(load);

const PictureLink = ({
  slide,
  onOpen,
}: {
  slide: ReturnType<typeof picturesOf>[number];
  onOpen: (link: HTMLElement) => Promise<void>;
}) => (
  // Without scripts this is a link to the picture.
  <a
    href={useFileAddress(slide.media.url)}
    data-scripted=""
    className="block rounded-md"
    onClick={(event: MouseEvent<HTMLElement>) => {
      if (isForTheBrowser(event)) return;
      event.preventDefault();
      void onOpen(event.currentTarget);
    }}
  >
    <Picture
      media={slide.media}
      alt={slide.text}
      shape="thumbnail"
      sizes="112px"
      className="h-21 w-28 rounded-md border border-line object-cover"
    />
  </a>
);

/** Pictures in a row; each opens the gallery. */
export const PictureStrip = ({
  pictures,
  title,
  from,
}: {
  pictures: readonly string[];
  /** Of the gallery. */
  title: string;
  /** Whose pictures they are, for people who do not see them. */
  from: string;
}) => {
  const [at, setAt] = useState<number | null>(null);
  const [everOpened, setEverOpened] = useState(false);
  const pressed = useRef<HTMLElement | null>(null);
  if (pictures.length === 0) return null;
  const slides = picturesOf(pictures, from).map((slide) => ({ ...slide, title, description: "" }));
  return (
    <>
      <ul aria-label="Pictures" className="mt-4 flex flex-wrap gap-2">
        {slides.map((slide, index) => (
          <li key={slide.media.url}>
            <PictureLink
              slide={slide}
              onOpen={async (link) => {
                if (!(await loadOnPress(load))) return;
                pressed.current = link;
                setEverOpened(true);
                setAt(index);
              }}
            />
          </li>
        ))}
      </ul>
      {everOpened && (
        <Suspense>
          <Gallery slides={slides} at={at} onMove={setAt} returnTo={pressed} />
        </Suspense>
      )}
    </>
  );
};
