import Images from "lucide-react/icons/images";
import { mediaText, sampleTitle, type WorkSample } from "#domain/providers/portfolio.ts";
import { cx } from "#web/ui/cx.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { isBrowserClick, useFileAddress } from "#web/ui/pictures/picture.tsx";
import { useGallery } from "#web/ui/pictures/use-gallery.tsx";
import { Thumbnail } from "./thumbnail.tsx";

/** All items with their text, or the first few as a mosaic: one large, and smaller ones beside it. */
type Layout = "full" | "mosaic";

const FULL_SIZES = "(min-width: 1024px) 400px, (min-width: 640px) 50vw, 100vw";
const LARGE_SIZES = "(min-width: 1024px) 540px, (min-width: 640px) 66vw, 100vw";
const SMALL_SIZES = "(min-width: 1024px) 260px, (min-width: 640px) 33vw, 25vw";

/**
 * The mosaic's columns by the number of its pictures. On a telephone the large one is above the others, which are
 * in one row.
 */
const MOSAICS: Record<number, string> = {
  1: "",
  2: "grid-cols-2",
  3: "grid-cols-2 sm:grid-cols-3",
  5: "grid-cols-4",
};

/** As many pictures as fill a mosaic without a gap. */
const mosaicCount = (count: number): number => (count >= 5 ? 5 : Math.min(count, 3));

const WorkCard = ({
  sample,
  title,
  layout,
  large,
  wide,
  onOpen,
}: {
  sample: WorkSample;
  title: string;
  layout: Layout;
  /** The first of a mosaic. */
  large: boolean;
  /** The first of an odd number: a row of its own, so that the others fill theirs. */
  wide: boolean;
  onOpen: (link: HTMLElement) => Promise<void>;
}) => {
  const [first, ...others] = sample.media;
  const address = useFileAddress(first?.url ?? "");
  const full = layout === "full";
  return (
    <li
      className={cx(
        "min-w-0",
        large && "col-span-full sm:col-span-2 sm:row-span-2",
        wide && "sm:col-span-2",
      )}
    >
      {/* Without scripts this is a link to the picture. */}
      <a
        href={address}
        data-scripted=""
        className={cx("group block rounded-lg", !full && "h-full")}
        onClick={(event) => {
          if (isBrowserClick(event)) return;
          event.preventDefault();
          void onOpen(event.currentTarget);
        }}
      >
        <span
          className={cx(
            "relative block overflow-hidden rounded-lg border border-line bg-sunken",
            large ? "max-sm:aspect-16/10" : full ? "aspect-4/3" : "max-sm:aspect-4/3",
            !full && "sm:h-full",
          )}
        >
          <Thumbnail
            media={first}
            sizes={full ? FULL_SIZES : large ? LARGE_SIZES : SMALL_SIZES}
            eager={!full}
            className="transition-transform duration-calm group-hover:scale-103 motion-reduce:transition-none"
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
            full ? "mt-2.5 block font-semibold wrap-anywhere group-hover:underline" : "sr-only",
          )}
        >
          {title}
        </span>
      </a>
      {full && sample.description && (
        <p className="mt-0.5 line-clamp-2 text-sm wrap-anywhere text-ink-soft">
          {sample.description}
        </p>
      )}
      {full && others.length > 0 && (
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
  const { gallery, open } = useGallery(slides);
  const count = layout === "full" ? shown.length : mosaicCount(shown.length);
  return (
    <>
      <ul
        aria-label="Work samples"
        className={cx(
          "grid",
          layout === "full"
            ? "gap-x-5 gap-y-8 sm:grid-cols-2"
            : cx("gap-2 sm:h-95", count > 2 && "sm:grid-rows-2", MOSAICS[count]),
        )}
      >
        {shown.slice(0, count).map(({ sample, title }, index) => (
          <WorkCard
            key={sample.id}
            sample={sample}
            title={title}
            layout={layout}
            large={layout === "mosaic" && index === 0 && count !== 2}
            wide={layout === "full" && index === 0 && count % 2 === 1}
            onOpen={(link) =>
              open(
                link,
                slides.findIndex(({ media }) => media === sample.media[0]),
              )
            }
          />
        ))}
      </ul>
      {gallery}
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
export const WorkMosaic = ({
  samples,
  path,
  editPath,
}: {
  samples: WorkSample[];
  /** The address of all of it. */
  path: string;
  /** Where its owner changes it. */
  editPath?: string | undefined;
}) => {
  const shown = samples.filter(hasMedia).length;
  if (shown === 0) return null;
  return (
    <section aria-labelledby="work">
      <h2 id="work" className="sr-only">
        Work
      </h2>
      <Work samples={samples} layout="mosaic" />
      <p className="mt-2 flex flex-wrap gap-x-6 text-sm print:hidden">
        <Link to={path} data-scripted="" className="link py-1">
          {shown > 1 ? `See all ${shown} pieces of work` : "See the portfolio"}
        </Link>
        {editPath && (
          <Link to={editPath} className="link py-1">
            Edit portfolio
          </Link>
        )}
      </p>
    </section>
  );
};
