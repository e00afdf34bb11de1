import { type MouseEvent, useEffect, useRef, useState } from "react";
import type { MediaItem } from "#domain/values/media.ts";
import { type PictureShape, pictureSources, type picturesOf } from "#domain/values/pictures.ts";
import { useSettings } from "#web/session/settings.ts";

export interface PictureFieldProps {
  userId: string;
  /** Where the pictures are stored: a quote's are in the portfolio. */
  bucket: "portfolio_media" | "pictures" | "enquiry_pictures";
  pictures: readonly string[];
  onChange: (pictures: string[]) => void;
  uploading: boolean;
  onUploading: (uploading: boolean) => void;
  /** Without the line about how many and which. */
  compact?: boolean;
}

/** A small picture in a row. */
export interface PictureItemProps {
  shape: "thumbnail";
  sizes: string;
  className: string;
  slide: ReturnType<typeof picturesOf>[number];
  onOpen: (pressed: HTMLElement) => Promise<void>;
}

/** Whether a click is the browser's own, such as one for a new tab or a download. */
export const isBrowserClick = (event: MouseEvent): boolean =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;

export const PLACEHOLDER = "/art/placeholder.svg";

/** The shape of thumbnails, and the space reserved for them before they load. */
export const THUMBNAIL = { width: 480, height: 360 };

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
  // It may have failed before the listener was added.
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
