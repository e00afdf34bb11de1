import Play from "lucide-react/icons/play";
import { type SyntheticEvent, useEffect, useRef, useState } from "react";
import type { MediaItem } from "#domain/providers-portfolio.ts";
import { type PictureShape, pictureSources } from "#domain/values/pictures.ts";
import { useSettings } from "#web/session/settings.ts";
import { cx } from "#web/ui/cx.ts";

const PLACEHOLDER = "/art/placeholder.svg";

/** The shape of thumbnails, and the space reserved for them before they load. */
const THUMBNAIL = { width: 480, height: 360 };

/** The address of a file stored as a path, if the backend may be on another origin. */
export const fileAddress = (url: string, supabaseUrl: string): string =>
  url.startsWith("/storage/") ? supabaseUrl + url : url;

export const useFileAddress = (url: string): string => fileAddress(url, useSettings().supabaseUrl);

type Stage = "drawn" | "file" | "placeholder";
const lesser = (stage: Stage): Stage => (stage === "drawn" ? "file" : "placeholder");

/**
 * A picture in the needed size; if that fails, the file itself, and then our placeholder. Give it a `key`
 * of its address.
 */
export const Picture = ({
  media,
  alt,
  shape,
  sizes,
  eager = shape !== "thumbnail",
  className,
}: {
  media: MediaItem;
  alt: string;
  shape: PictureShape;
  sizes: string;
  /** On the first screen. */
  eager?: boolean;
  className?: string;
}) => {
  const address = useFileAddress(media.url);
  const sources = pictureSources(address, shape);
  const [stage, setStage] = useState<Stage>(sources ? "drawn" : "file");
  const image = useRef<HTMLImageElement>(null);
  // It may have failed before there was a listener.
  useEffect(() => {
    const { current } = image;
    if (current?.complete && current.naturalWidth === 0 && current.currentSrc) setStage(lesser);
  }, []);
  return (
    <img
      ref={image}
      {...(stage === "drawn" && { srcSet: sources, sizes })}
      src={stage === "placeholder" ? PLACEHOLDER : address}
      alt={alt}
      {...(shape === "thumbnail" && THUMBNAIL)}
      loading={eager ? "eager" : "lazy"}
      decoding="async"
      draggable={false}
      className={className}
      onError={() => setStage(lesser)}
    />
  );
};

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
        className="absolute inset-0 m-auto grid size-11 max-h-1/2 max-w-1/2 place-items-center rounded-full bg-black/70 text-white"
      >
        <Play className="size-1/2 fill-current" />
      </span>
    </>
  );
};
