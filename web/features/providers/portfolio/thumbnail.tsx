import Play from "lucide-react/icons/play";
import type { SyntheticEvent } from "react";
import type { MediaItem } from "#domain/values/media.ts";
import { cx } from "#web/ui/cx.ts";
import { Picture, PLACEHOLDER, THUMBNAIL, useFileAddress } from "#web/ui/pictures/picture.tsx";

/** The first picture or video of an item, small; its title is beside it. */
export const Thumbnail = ({
  media,
  sizes,
  eager = false,
  className,
}: {
  media: MediaItem | undefined;
  sizes: string;
  eager?: boolean;
  className?: string;
}) => {
  const address = useFileAddress(media?.url ?? "");
  const style = cx("block size-full object-cover", className);
  if (!media) return <img src={PLACEHOLDER} alt="" {...THUMBNAIL} className={style} />;
  if (media.type === "image") {
    return (
      <Picture
        key={media.url}
        media={media}
        alt=""
        shape="thumbnail"
        sizes={sizes}
        eager={eager}
        className={style}
      />
    );
  }
  const swallow = (event: SyntheticEvent) => event.stopPropagation();
  return (
    <>
      {/* The first moment of the film is its picture; its failure concerns no other part of the page. */}
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a video without controls takes no focus */}
      <video
        src={`${address}#t=0.1`}
        aria-hidden="true"
        muted
        playsInline
        preload="metadata"
        onError={swallow}
        className={style}
      />
      <span
        aria-hidden="true"
        className="absolute inset-0 m-auto grid size-11 max-h-1/2 max-w-1/2 place-items-center rounded-full bg-black/75 text-white"
      >
        <Play className="size-1/2 fill-current" />
      </span>
    </>
  );
};
