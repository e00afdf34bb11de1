import { useEffect, useRef, useState } from "react";
import { pictureSources } from "#domain/values/pictures.ts";
import { cx } from "#web/ui/cx.ts";

/** What a company's name ends with, which is no part of what people call it. */
const LEGAL_FORM = /\s(?:ltd|limited|llp|plc|cic)\.?$/i;

/**
 * At most two letters for a name: of the first and the last word that begins with a letter or a digit, a company's
 * legal form left out. An empty name gives an empty text.
 */
export const initials = (name: string): string => {
  const first = name
    .trim()
    .replace(LEGAL_FORM, "")
    .split(/\s+/u)
    .flatMap((word) => word.match(/[\p{L}\p{N}]/u)?.[0] ?? []);
  const letters = first.length > 1 ? [first[0], first.at(-1)] : first;
  return letters.join("").toUpperCase();
};

const SIZES = {
  xs: "size-8 text-xs",
  sm: "size-10 text-sm",
  md: "size-14 text-lg",
  lg: "size-20 text-2xl",
  xl: "size-32 text-3xl",
} as const;

/** The widths of `SIZES`. */
const WIDTHS = { xs: 32, sm: 40, md: 56, lg: 80, xl: 128 } as const;

/** Pairs of background and letter colours, readable in light and dark; a name always gets the same one. */
const TINTS = [
  "bg-brand-wash text-brand",
  "bg-signal-wash text-warning",
  "bg-info-wash text-info",
  "bg-line text-ink-soft",
] as const;

const tint = (name: string): string =>
  TINTS[[...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % TINTS.length] ??
  TINTS[0];

/**
 * A person's picture in the smaller sizes of the service, or their initials if there is none or it does not load.
 * If the smaller sizes fail, the picture itself is shown. Decorative, because the name is beside it.
 */
export const Avatar = ({
  name,
  src,
  size = "md",
  className,
}: {
  name: string;
  src?: string | null;
  size?: keyof typeof SIZES;
  className?: string;
}) => {
  const [failed, setFailed] = useState<string | null>(null);
  const [undrawn, setUndrawn] = useState<string>();
  const sources = src ? pictureSources(src, "avatar") : undefined;
  const drawn = sources && sources !== undrawn ? sources : undefined;
  const image = useRef<HTMLImageElement>(null);
  // A picture of the server's page may have failed before the error handler was there.
  useEffect(() => {
    if (!src || !image.current?.complete || image.current.naturalWidth > 0) return;
    if (drawn) setUndrawn(drawn);
    else setFailed(src);
  }, [src, drawn]);
  const shape = cx(
    "inline-grid shrink-0 place-items-center overflow-hidden rounded-full font-display font-bold tracking-title select-none",
    SIZES[size],
  );
  if (src && failed !== src) {
    return (
      <img
        ref={image}
        {...(drawn && { srcSet: drawn, sizes: `${WIDTHS[size]}px` })}
        src={src}
        width={WIDTHS[size]}
        height={WIDTHS[size]}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => (drawn ? setUndrawn(drawn) : setFailed(src))}
        className={cx(shape, "bg-sunken object-cover", className)}
      />
    );
  }
  return (
    <span aria-hidden="true" className={cx(shape, tint(name), className)}>
      {initials(name)}
    </span>
  );
};
