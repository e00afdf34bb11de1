import Images from "lucide-react/icons/images";
import { lazy, type MouseEvent, Suspense, useRef, useState } from "react";
import { mediaText, sampleTitle, type WorkSample } from "#domain/portfolio.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Thumbnail, useFileAddress } from "./picture.tsx";

const Gallery = lazy(() => import("./gallery.tsx"));

const SIZES = "(min-width: 1024px) 400px, (min-width: 640px) 50vw, 100vw";

/** A new tab, a download: what the reader asked of the link itself. */
const isForTheBrowser = (event: MouseEvent) =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;

const WorkCard = ({
  sample,
  title,
  onOpen,
}: {
  sample: WorkSample;
  title: string;
  onOpen: (link: HTMLElement) => void;
}) => {
  const [first, ...others] = sample.media;
  const address = useFileAddress(first?.url ?? "");
  return (
    <li className="min-w-0">
      {/* Without scripts this is a link to the picture. */}
      <a
        href={address}
        className="group block rounded-lg"
        onClick={(event) => {
          if (isForTheBrowser(event)) return;
          event.preventDefault();
          onOpen(event.currentTarget);
        }}
      >
        <span className="relative block aspect-4/3 overflow-hidden rounded-lg border border-line bg-sunken">
          <Thumbnail
            media={first}
            sizes={SIZES}
            className="transition-transform duration-300 group-hover:scale-103 motion-reduce:transition-none"
          />
          {others.length > 0 && (
            <span className="absolute right-2.5 bottom-2.5 flex items-center gap-1.5 rounded-full bg-black/75 px-2.5 py-1 text-xs font-semibold text-white">
              <Images aria-hidden="true" className="size-4" />
              {sample.media.length}
              <span className="sr-only"> items</span>
            </span>
          )}
        </span>
        <span className="mt-2.5 block font-semibold wrap-anywhere group-hover:underline">
          {title}
        </span>
      </a>
      {sample.description && (
        <p className="mt-0.5 line-clamp-2 text-sm wrap-anywhere text-ink-soft">
          {sample.description}
        </p>
      )}
      {others.length > 0 && (
        <noscript>
          <ul className="mt-1 flex flex-wrap gap-x-3 text-sm">
            {others.map((media, index) => (
              <PlainLink
                key={media.id}
                url={media.url}
                text={mediaText(media, title, index + 2, sample.media.length)}
              />
            ))}
          </ul>
        </noscript>
      )}
    </li>
  );
};

const PlainLink = ({ url, text }: { url: string; text: string }) => (
  <li>
    <a href={useFileAddress(url)} className="link">
      {text}
    </a>
  </li>
);

/** A provider's work as visitors see it: each item opens the gallery at its first medium. */
export const PortfolioTab = ({ samples, name }: { samples: WorkSample[]; name: string }) => {
  const [at, setAt] = useState<number | null>(null);
  const [everOpened, setEverOpened] = useState(false);
  const pressed = useRef<HTMLElement | null>(null);
  const shown = samples.flatMap((sample, index) =>
    sample.media.length > 0 ? [{ sample, title: sampleTitle(sample, index) }] : [],
  );
  if (shown.length === 0) {
    return (
      <EmptyState art="shelf" title="No work to show yet">
        <p>{name} has not added any work samples.</p>
      </EmptyState>
    );
  }
  const slides = shown.flatMap(({ sample, title }) =>
    sample.media.map((media, index) => ({
      media,
      title,
      description: sample.description,
      text: mediaText(media, title, index + 1, sample.media.length),
    })),
  );
  return (
    <>
      <ul aria-label="Work samples" className="grid gap-x-5 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
        {shown.map(({ sample, title }) => (
          <WorkCard
            key={sample.id}
            sample={sample}
            title={title}
            onOpen={(link) => {
              pressed.current = link;
              setEverOpened(true);
              setAt(slides.findIndex(({ media }) => media === sample.media[0]));
            }}
          />
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
