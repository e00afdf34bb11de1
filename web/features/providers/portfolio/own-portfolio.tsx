import { Suspense } from "react";
import type { WorkSample } from "#domain/providers/portfolio.ts";
import { lazy } from "#web/session/parts.ts";
import { useSession } from "#web/session/session.ts";
import { Skeletons } from "#web/ui/skeleton.tsx";

const Manager = lazy(() => import("./manager.tsx"));

/** The owner's own portfolio; the code to change it is loaded for nobody else. */
export const OwnPortfolio = ({ samples, userId }: { samples: WorkSample[]; userId: string }) => {
  const session = useSession();
  const member = session.status === "signed-in" && session.subscription.isSubscribed;
  return (
    <Suspense fallback={<Skeletons count={3} label="Loading portfolio..." />}>
      <Manager samples={samples} userId={userId} member={member} />
    </Suspense>
  );
};
