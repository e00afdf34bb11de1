import { Suspense } from "react";
import { lazy } from "#web/session/parts.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { PictureFieldProps } from "./picture.tsx";

/** Only people who are logged in upload pictures, so no visitor loads it. */
const PictureChooser = lazy(() => import("./picture-chooser.tsx"));

/** Up to five pictures of a job, a quote or a message. */
export const PictureField = (props: PictureFieldProps) => (
  <Suspense fallback={<Skeleton className="h-11 w-36 sm:h-9" />}>
    <PictureChooser {...props} />
  </Suspense>
);
