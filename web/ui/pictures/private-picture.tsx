import { type ComponentProps, useEffect, useState } from "react";
import { privatePlace, privateTransformation } from "#domain/values/pictures.ts";
import { sessionClient } from "#web/session/session.ts";
import type { PictureItemProps } from "./picture.tsx";
import { Picture, PLACEHOLDER } from "./picture.tsx";

/**
 * The address in this page of a picture that only some people may read, each time as the signed-in person:
 * undefined until it has been read, null if it may not be. Nothing is requested for a public one.
 */
const usePrivatePicture = (
  url: string,
  shape: "thumbnail" | "screen",
): string | null | undefined => {
  const [address, setAddress] = useState<string | null>();
  useEffect(() => {
    const place = privatePlace(url);
    if (!place) return;
    let here = true;
    let made: string | undefined;
    const read = async () => {
      const bucket = (await sessionClient()).storage.from(place.bucket);
      const transform = privateTransformation(shape);
      const { data } = await bucket.download(place.path, { transform });
      if (!here) return;
      made = data ? URL.createObjectURL(data) : undefined;
      setAddress(made ?? null);
    };
    read().catch(() => here && setAddress(null));
    return () => {
      here = false;
      if (made) URL.revokeObjectURL(made);
    };
  }, [url, shape]);
  return address;
};

const PrivatePicture = ({ media, alt, shape, className }: ComponentProps<typeof Picture>) => {
  const address = usePrivatePicture(media.url, shape === "screen" ? shape : "thumbnail");
  return (
    <img
      src={address === null ? PLACEHOLDER : address}
      alt={alt}
      draggable={false}
      className={className}
    />
  );
};

/** A picture for everybody, or for those alone who may read it. */
export const AnyPicture = (props: ComponentProps<typeof Picture>) =>
  privatePlace(props.media.url) ? <PrivatePicture {...props} /> : <Picture {...props} />;

/** An item of PictureStrip that opens the gallery and has no address of its own. */
export const PrivatePictureButton = ({ slide, onOpen, ...picture }: PictureItemProps) => (
  <button
    type="button"
    className="block cursor-pointer rounded-md"
    onClick={(event) => void onOpen(event.currentTarget)}
  >
    <PrivatePicture {...picture} media={slide.media} alt={slide.text} />
  </button>
);
