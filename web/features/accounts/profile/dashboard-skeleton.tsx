import { Skeleton } from "#web/ui/skeleton.tsx";

/** A heading, and a row below it. */
const List = ({ heading }: { heading: string }) => (
  <div>
    <Skeleton className={`h-7 ${heading}`} />
    <Skeleton className="mt-5 h-4 w-3/5" />
    <Skeleton className="mt-2.5 h-3.5 w-4/5" />
  </div>
);

/** The heading of a part that only providers have, and the link at its side. */
const Heading = () => (
  <div className="flex items-center justify-between">
    <Skeleton className="h-7 w-40" />
    <Skeleton className="h-4 w-24" />
  </div>
);

const NextStep = () => (
  <div className="rounded-lg bg-signal-wash p-6 sm:p-8 [&_span]:bg-signal/30!">
    <Skeleton className="my-0.5 h-4 w-20" />
    <Skeleton className="mt-2 h-7 w-64 max-w-full" />
    <div className="mt-3 flex items-center gap-x-3">
      <Skeleton round className="size-14 shrink-0 max-sm:size-10" />
      <div className="grid grow gap-2.5">
        <Skeleton className="h-4 max-w-prose sm:hidden" />
        <Skeleton className="h-4 max-w-prose" />
        <Skeleton className="h-4 max-w-prose" />
        <Skeleton className="h-4 w-3/5" />
      </div>
    </div>
    <Skeleton className="mt-6 h-11 sm:w-40" />
  </div>
);

/** In the shape and size of a dashboard, so that little moves when it arrives: with figures for providers. */
export const DashboardSkeleton = () => (
  <div role="status">
    <span className="sr-only">Loading...</span>
    <Skeleton className="mt-6 mb-5 h-8 w-52 max-w-full sm:mt-10 sm:mb-6 lg:h-10" />
    <div className="grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <div className="grid content-start gap-10">
        <NextStep />
        <List heading="w-32" />
        <div className="for-providers gap-4">
          <Heading />
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="h-4 w-3/5 sm:hidden" />
          <div className="grid grid-cols-2 gap-x-4 gap-y-6 sm:gap-x-6 lg:grid-cols-4">
            {["views", "found", "enquiries", "contacts"].map((figure) => (
              <div key={figure} className="border-t-2 border-line pt-3">
                <Skeleton className="my-0.5 h-4 w-24 max-w-full" />
                <Skeleton className="mt-3 h-8 w-16" />
                <Skeleton className="mt-3 h-4 w-20" />
              </div>
            ))}
          </div>
        </div>
        <List heading="w-44" />
      </div>
      <div className="grid content-start gap-10 sm:max-lg:grid-cols-2">
        <div className="for-providers self-start rounded-lg border border-line bg-surface p-5 sm:p-6">
          <Skeleton className="h-7 w-32" />
          <Skeleton className="mt-4 h-11 w-36 sm:h-9" />
        </div>
        <div className="grid content-start gap-4">
          <Skeleton className="h-7 w-48 max-w-full" />
          <Skeleton className="h-11 w-24 sm:h-9" />
          {["w-44", "w-32", "w-24"].map((width) => (
            <Skeleton key={width} className={`h-4 ${width}`} />
          ))}
        </div>
        <div className="for-providers">
          <List heading="w-44" />
        </div>
      </div>
    </div>
  </div>
);
