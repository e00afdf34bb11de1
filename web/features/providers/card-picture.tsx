import { useEffect, useRef, useState } from "react";
import { pictureSources } from "#domain/values/pictures.ts";
import { tradeArt } from "#web/features/categories/index.ts";

/** The widths that cards have in the directory's columns. */
const SIZES = "(min-width: 1536px) 280px, (min-width: 1024px) 390px, 46vw";

/** The first picture of the work, or a drawing of the trade. Decorative: the trade is beside it in words. */
export const CardPicture = ({
  address,
  mainCategory,
  trade,
  eager,
}: {
  /** Empty if there is none. */
  address: string;
  mainCategory: string | null | undefined;
  trade: string | null | undefined;
  /** On the first screen. */
  eager: boolean;
}) => {
  const sources = pictureSources(address, "card");
  const [failed, setFailed] = useState(false);
  const image = useRef<HTMLImageElement>(null);
  // It may have failed before the listener was added.
  useEffect(() => {
    const { current } = image;
    if (current?.complete && current.naturalWidth === 0 && current.currentSrc) setFailed(true);
  }, []);
  const drawn = !sources || failed;
  return (
    <picture>
      {!drawn && (
        <source media="(width < 40rem)" srcSet={pictureSources(address, "tile")} sizes="112px" />
      )}
      <img
        ref={image}
        {...(!drawn && { srcSet: sources, sizes: SIZES })}
        src={drawn ? tradeArt(mainCategory, trade) : address}
        alt=""
        width="400"
        height="250"
        loading={eager ? "eager" : "lazy"}
        decoding="async"
        onError={() => setFailed(true)}
        className="absolute inset-0 size-full object-cover transition-[scale] duration-calm ease-settle group-hover:scale-103"
      />
    </picture>
  );
};
