import { Dialog as Base } from "@base-ui/react/dialog";
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import Maximize from "lucide-react/icons/maximize";
import Minimize from "lucide-react/icons/minimize";
import X from "lucide-react/icons/x";
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { MediaItem } from "#domain/values/media.ts";
import { pictureSources, privatePlace } from "#domain/values/pictures.ts";
import { cx } from "#web/ui/cx.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useFileAddress } from "./picture.tsx";
import { AnyPicture } from "./private-picture.tsx";

export interface Slide {
  media: MediaItem;
  title: string;
  description: string;
  /** The visible content as text. */
  text: string;
}

/** Pixels that a finger must move sideways for the next picture. */
const SWIPE = 48;

const onFullScreen = (notify: () => void) => {
  document.addEventListener("fullscreenchange", notify);
  return () => document.removeEventListener("fullscreenchange", notify);
};

const FullScreenButton = ({ target }: { target: RefObject<HTMLElement | null> }) => {
  const full = useSyncExternalStore(onFullScreen, () => document.fullscreenElement !== null);
  if (!document.fullscreenEnabled) return null;
  const toggle = () => (full ? document.exitFullscreen() : target.current?.requestFullscreen());
  return (
    <IconButton
      label={full ? "Leave full screen" : "Full screen"}
      icon={full ? <Minimize /> : <Maximize />}
      onClick={() => void toggle()?.catch(() => undefined)}
    />
  );
};

/** Preloads a neighbour. */
const usePreload = (slide: Slide | undefined) => {
  const address = useFileAddress(slide?.media.url ?? "");
  const isPicture = slide?.media.type === "image" && !privatePlace(slide.media.url);
  useEffect(() => {
    if (!isPicture) return;
    const image = new Image();
    image.sizes = "100vw";
    const sources = pictureSources(address, "screen");
    if (sources) image.srcset = sources;
    else image.src = address;
  }, [address, isPicture]);
};

/** Follows a finger (or a mouse) sideways; moving far enough turns the page. */
const useSwipe = (turn: (by: number) => void) => {
  const start = useRef<number | null>(null);
  const [offset, setOffset] = useState(0);
  const end = (event: PointerEvent) => {
    if (start.current === null) return;
    const way = event.clientX - start.current;
    start.current = null;
    setOffset(0);
    if (event.type === "pointerup" && Math.abs(way) >= SWIPE) turn(way < 0 ? 1 : -1);
  };
  return {
    offset,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        // A video's own controls are moved sideways too.
        if (!event.isPrimary || (event.target as Element).closest("button, video")) return;
        start.current = event.clientX;
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove: (event: PointerEvent) => {
        if (start.current !== null) setOffset(event.clientX - start.current);
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  };
};

/** The address of a film's subtitles while it is shown. */
const useSubtitles = (subtitles: string | undefined): string | undefined => {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!subtitles) return;
    const made = URL.createObjectURL(new Blob([subtitles], { type: "text/vtt" }));
    setAddress(made);
    return () => {
      setAddress(undefined);
      URL.revokeObjectURL(made);
    };
  }, [subtitles]);
  return address;
};

const Film = ({ slide }: { slide: Slide }) => {
  const subtitles = useSubtitles(slide.media.subtitles);
  return (
    // biome-ignore lint/a11y/useMediaCaption: a film has the subtitles that its owner added
    <video
      src={useFileAddress(slide.media.url)}
      aria-label={slide.text}
      controls
      playsInline
      className="max-h-full max-w-full"
    >
      {subtitles && <track kind="captions" srcLang="en" label="English" src={subtitles} />}
    </video>
  );
};

const KEYS: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_at, last) => last,
};

const OVER_PICTURE =
  "bg-black/60 text-white hover:bg-black/85 hover:text-white aria-disabled:opacity-35";

/**
 * All media, one at a time, over the whole window. Buttons, arrow keys, Home, End and swiping change it.
 * `at` is the current one, null while closed.
 */
export default function Gallery({
  slides,
  at,
  onMove,
  returnTo,
}: {
  slides: readonly Slide[];
  at: number | null;
  onMove: (at: number | null) => void;
  /** Where the focus goes afterwards. */
  returnTo: RefObject<HTMLElement | null>;
}) {
  const last = slides.length - 1;
  // The last medium remains while the dialog fades.
  const [initial, setInitial] = useState(at ?? 0);
  if (at !== null && at !== initial) setInitial(at);
  const now = Math.min(initial, last);
  const popup = useRef<HTMLDivElement>(null);
  const slide = slides[now];
  usePreload(at === null ? undefined : slides[now + 1]);

  const go = (to: number) => {
    if (to >= 0 && to <= last && to !== now) onMove(to);
  };
  const { offset, handlers } = useSwipe((by) => go(now + by));
  const onKeyDown = (event: KeyboardEvent) => {
    const key = KEYS[event.key];
    if (!key || (event.target as Element).closest("video")) return;
    event.preventDefault();
    go(key(now, last));
  };
  if (!slide) return null;
  const turnButton = (by: -1 | 1) => (
    <IconButton
      label={by < 0 ? "Previous" : "Next"}
      icon={by < 0 ? <ChevronLeft /> : <ChevronRight />}
      variant="outline"
      aria-disabled={by < 0 ? now === 0 : now === last}
      onClick={() => go(now + by)}
      className={cx(
        "absolute top-1/2 -translate-y-1/2",
        by < 0 ? "left-2 sm:left-4" : "right-2 sm:right-4",
        OVER_PICTURE,
      )}
    />
  );
  return (
    <Base.Root open={at !== null} onOpenChange={(open) => !open && onMove(null)}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-50 bg-black transition-opacity duration-calm data-ending-style:opacity-0 data-starting-style:opacity-0 motion-reduce:transition-none" />
        <Base.Popup
          ref={popup}
          data-theme="dark"
          finalFocus={returnTo}
          onKeyDown={onKeyDown}
          className="fixed inset-0 z-50 flex flex-col bg-black text-ink outline-none transition-opacity duration-calm data-ending-style:opacity-0 data-starting-style:opacity-0 motion-reduce:transition-none"
        >
          <div className="flex items-center gap-1 px-3 py-2 sm:px-5">
            <p className="mr-auto font-semibold tabular-nums">
              {now + 1} of {slides.length}
            </p>
            <FullScreenButton target={popup} />
            <Base.Close render={<IconButton label="Close" icon={<X />} />} />
          </div>
          <div
            {...handlers}
            className="relative min-h-0 flex-1 touch-pan-y touch-pinch-zoom overflow-hidden select-none"
          >
            <div
              key={slide.media.id + slide.media.url}
              style={{ translate: `${offset}px` }}
              className={cx(
                "absolute inset-0 flex items-center justify-center sm:inset-x-20",
                offset === 0 && "transition-[translate] motion-reduce:transition-none",
              )}
            >
              {slide.media.type === "image" ? (
                <AnyPicture
                  media={slide.media}
                  alt={slide.text}
                  shape="screen"
                  sizes="100vw"
                  className="size-full object-contain"
                />
              ) : (
                <Film slide={slide} />
              )}
            </div>
            {last > 0 && turnButton(-1)}
            {last > 0 && turnButton(1)}
          </div>
          <div className="max-h-[30dvh] min-h-20 overflow-y-auto px-5 py-4 text-center">
            <Base.Title className="text-lg font-semibold wrap-anywhere">{slide.title}</Base.Title>
            {slide.media.caption && <p className="mt-1 wrap-anywhere">{slide.media.caption}</p>}
            {slide.description && (
              <Base.Description className="mx-auto mt-1 max-w-2xl wrap-anywhere whitespace-pre-line text-ink-soft">
                {slide.description}
              </Base.Description>
            )}
          </div>
          <p role="status" className="sr-only">
            {slide.text}, {now + 1} of {slides.length}
          </p>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
