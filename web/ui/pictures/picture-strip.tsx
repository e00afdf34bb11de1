import type { MouseEvent, ReactNode } from "react";
import { picturesOf } from "#domain/values/pictures.ts";
import { cx } from "#web/ui/cx.ts";
import type { PictureItemProps } from "./picture.tsx";
import { isBrowserClick, Picture, useFileAddress } from "./picture.tsx";
import { useGallery } from "./use-gallery.tsx";

const SMALL = {
  shape: "thumbnail",
  sizes: "112px",
  className: "h-21 w-28 rounded-md border border-line object-cover",
} as const;

const PictureLink = ({ slide, onOpen, ...picture }: PictureItemProps) => (
  // Without scripts this is a link to the picture.
  <a
    href={useFileAddress(slide.media.url)}
    data-scripted=""
    className="block rounded-md"
    onClick={(event: MouseEvent<HTMLElement>) => {
      if (isBrowserClick(event)) return;
      event.preventDefault();
      void onOpen(event.currentTarget);
    }}
  >
    <Picture {...picture} media={slide.media} alt={slide.text} />
  </a>
);

/** Pictures in a row; each opens the gallery. */
export const PictureStrip = ({
  pictures,
  title,
  from,
  className = "mt-4",
  Item = PictureLink,
}: {
  pictures: readonly string[];
  /** Of the gallery. */
  title: string;
  /** Whose pictures they are, for screen readers. */
  from: string;
  className?: string;
  /** PrivatePictureButton where not everybody may read them. */
  Item?: (props: PictureItemProps) => ReactNode;
}) => {
  const slides = picturesOf(pictures, from).map((slide) => ({ ...slide, title, description: "" }));
  const { gallery, open } = useGallery(slides);
  if (pictures.length === 0) return null;
  return (
    <>
      <ul aria-label="Pictures" className={cx("flex flex-wrap gap-2", className)}>
        {slides.map((slide, index) => (
          <li key={slide.media.url}>
            <Item {...SMALL} slide={slide} onOpen={(link) => open(link, index)} />
          </li>
        ))}
      </ul>
      {gallery}
    </>
  );
};
