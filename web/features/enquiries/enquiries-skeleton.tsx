import { Skeleton, SkeletonHead, Skeletons } from "#web/ui/skeleton.tsx";
import { TwoPane } from "#web/ui/two-pane.tsx";

/** The list of conversations while it loads, as high as most of its rows, with the place for one beside it. */
export const EnquiriesSkeleton = () => (
  <TwoPane side="start" className="gap-x-10">
    <Skeletons
      count={3}
      label="Loading..."
      className="self-start divide-y divide-line border-y border-line"
    >
      <div aria-hidden="true" className="flex gap-4 py-3.5">
        <Skeleton round className="size-10" />
        <div className="flex-1">
          <Skeleton className="mt-1 h-4 w-4/5" />
          <Skeleton className="mt-2 h-3.5 w-2/5" />
          <Skeleton className="mt-3 h-3.5 w-full" />
          <Skeleton className="mt-2 h-3.5 w-3/5" />
        </div>
      </div>
    </Skeletons>
    <div
      aria-hidden="true"
      className="hidden min-h-[70vh] flex-col border-line lg:flex lg:border-l lg:pl-10"
    >
      <SkeletonHead />
      <Skeleton className="mt-auto ml-auto h-16 w-3/5" />
      <Skeleton className="mt-6 mb-4 h-11 w-full" />
    </div>
  </TwoPane>
);
