import { useState } from "react";
import type { MediaItem, WorkSample } from "#domain/providers.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

const PLACEHOLDER = "/art/placeholder.svg";

/** A picture that gives way to our placeholder when it does not load. */
const Picture = ({ item, alt, className }: { item: MediaItem; alt: string; className: string }) => (
  <img
    src={item.url}
    alt={alt}
    loading="lazy"
    decoding="async"
    className={className}
    onError={(event) => {
      if (!event.currentTarget.src.endsWith(PLACEHOLDER)) event.currentTarget.src = PLACEHOLDER;
    }}
  />
);

/** Work samples; each opens its pictures and films. */
export const PortfolioTab = ({ samples, name }: { samples: WorkSample[]; name: string }) => {
  const [shown, setShown] = useState<WorkSample | null>(null);
  const filled = samples.filter(({ media }) => media.length > 0);
  if (filled.length === 0) {
    return (
      <EmptyState art="shelf" title="No work to show yet">
        <p>{name} has not added any work samples.</p>
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {filled.map((sample, index) => {
          const [first] = sample.media;
          const title = sample.title || `Work sample ${index + 1}`;
          return (
            <li key={sample.id}>
              <button
                type="button"
                onClick={() => setShown(sample)}
                className="group block w-full text-left"
              >
                <span className="block overflow-hidden rounded-lg border border-line bg-sunken">
                  {first?.type === "image" ? (
                    <Picture
                      item={first}
                      alt=""
                      className="aspect-4/3 w-full object-cover transition-transform duration-300 group-hover:scale-103"
                    />
                  ) : (
                    <video
                      src={first?.url}
                      muted
                      playsInline
                      preload="metadata"
                      className="aspect-4/3 w-full object-cover"
                    />
                  )}
                </span>
                <span className="mt-2 block font-semibold">{title}</span>
                {sample.media.length > 1 && (
                  <span className="text-sm text-ink-soft">{sample.media.length} items</span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
      <Dialog
        open={shown !== null}
        onOpenChange={(open) => !open && setShown(null)}
        title={shown?.title || "Work sample"}
        size="lg"
      >
        <div className="grid gap-4">
          {shown?.media.map((item, index) =>
            item.type === "image" ? (
              <Picture
                key={item.id}
                item={item}
                alt={`${shown.title || "Work sample"}, picture ${index + 1} of ${shown.media.length}`}
                className="w-full rounded-md"
              />
            ) : (
              // biome-ignore lint/a11y/useMediaCaption: the provider's own film has no captions to give
              <video key={item.id} src={item.url} controls className="w-full rounded-md" />
            ),
          )}
        </div>
      </Dialog>
    </>
  );
};
