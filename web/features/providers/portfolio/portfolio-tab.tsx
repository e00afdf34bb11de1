import Images from "lucide-react/icons/images";
import { lazy, type MouseEvent, Suspense, useRef, useState } from "react";
import { mediaText, sampleTitle, type WorkSample } from "#domain/providers-portfolio.ts";
import { loadOnPress } from "#web/features/site/offline/index.ts";
import { cx } from "#web/ui/cx.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { Thumbnail, useFileAddress } from "./picture.tsx";

const load = () => import("./gallery.tsx");
const Gallery = lazy(load);

/** The layout of the items: all of them with their text, or the first few in a row as a teaser. */
const LAYOUTS = {
  full: {
    list: "gap-x-5 gap-y-8 sm:grid-cols-2",
    sizes: "(min-width: 1024px) 400px, (min-width: 640px) 50vw, 100vw",
    limit: Number.POSITIVE_INFINITY,
  },
  row: {
    list: "grid-cols-3 gap-2 sm:gap-4",
    sizes: "(min-width: 1024px) 260px, 33vw",
    limit: 3,
  },
} as const;
type Layout = keyof typeof LAYOUTS;

/** A new tab, a download: what the reader wanted from the link itself. */
const isForTheBrowser = (event: MouseEvent) =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;

const WorkCard = ({
  sample,
  title,
  layout,
  onOpen,
}: {
  sample: WorkSample;
  title: string;
  layout: Layout;
  onOpen: (link: HTMLElement) => Promise<void>;
}) => {
  const [first, ...others] = sample.media;
  const address = useFileAddress(first?.url ?? "");
  return (
    <li className="min-w-0">
      {/* Without scripts this is a link to the picture. */}
      <a
        href={address}
        data-scripted=""
        className="group block rounded-lg"
        onClick={(event) => {
          if (isForTheBrowser(event)) return;
          event.preventDefault();
          void onOpen(event.currentTarget);
        }}
      >
        <span className="relative block aspect-4/3 overflow-hidden rounded-lg border border-line bg-sunken">
          <Thumbnail
            media={first}
            sizes={LAYOUTS[layout].sizes}
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
        <span
          className={cx(
            "mt-2.5 block font-semibold wrap-anywhere group-hover:underline",
            layout === "row" && "text-sm max-sm:sr-only",
          )}
        >
          {title}
        </span>
      </a>
      {layout === "full" && sample.description && (
        <p className="mt-0.5 line-clamp-2 text-sm wrap-anywhere text-ink-soft">
          {sample.description}
        </p>
      )}
      {layout === "full" && others.length > 0 && (
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

const hasMedia = ({ media }: WorkSample) => media.length > 0;

/** A provider's work as visitors see it: each item opens the gallery at its first medium. */
const Work = ({ samples, layout }: { samples: readonly WorkSample[]; layout: Layout }) => {
  const [at, setAt] = useState<number | null>(null);
  const [everOpened, setEverOpened] = useState(false);
  const pressed = useRef<HTMLElement | null>(null);
  const shown = samples.flatMap((sample, index) =>
    hasMedia(sample) ? [{ sample, title: sampleTitle(sample, index) }] : [],
  );
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
      <ul aria-label="Work samples" className={cx("grid", LAYOUTS[layout].list)}>
        {shown.slice(0, LAYOUTS[layout].limit).map(({ sample, title }) => (
          <WorkCard
            key={sample.id}
            sample={sample}
            title={title}
            layout={layout}
            onOpen={async (link) => {
              if (!(await loadOnPress(load))) return;
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

/** The Portfolio tab for everybody except its owner. */
export const PortfolioTab = ({ samples, name }: { samples: WorkSample[]; name: string }) =>
  samples.some(hasMedia) ? (
    <section aria-labelledby="portfolio">
      <h2 id="portfolio" className="sr-only">
        Portfolio
      </h2>
      <Work samples={samples} layout="full" />
    </section>
  ) : (
    <EmptyState art="shelf" title="No work to show yet">
      <p>{name} has not added any work samples.</p>
    </EmptyState>
  );

/** The first few items for the About tab; nothing if there are none. */
export const WorkRow = ({ samples, path }: { samples: WorkSample[]; path: string }) => {
  if (!samples.some(hasMedia)) return null;
  return (
    <section aria-labelledby="work">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 id="work" className="text-xl">
          Work
        </h2>
        <Link to={path} preventScrollReset data-scripted="" className="link text-sm print:hidden">
          See the portfolio
        </Link>
      </div>
      <Work samples={samples} layout="row" />
    </section>
  );
};
