import { Suspense } from "react";
import { lazy } from "#web/session/parts.ts";
import { useSession } from "#web/session/session.ts";
import type { Recipient } from "./own-enquiry.tsx";
import type { PostedEnquiry } from "./posted.ts";
import { StartEnquiry } from "./start-enquiry.tsx";

const OwnEnquiry = lazy(() => import("./own-enquiry.tsx"));

/** An enquiry from an account, or of a visitor, which a mail confirms. */
export const EnquiryForm = ({
  posted,
  onSent,
  ...to
}: Recipient & {
  onSent: () => void;
  /** The result of the form without scripts. */
  posted?: PostedEnquiry | undefined;
}) => {
  const session = useSession();
  if (session.status === "signed-in") {
    return (
      <Suspense fallback={null}>
        <OwnEnquiry {...to} userId={session.user.id} onSent={onSent} />
      </Suspense>
    );
  }
  // The first paint knows by its mark whether a person may be signed in (web/session/first-paint.ts).
  return (
    <div className={session.status === "loading" ? "in-data-[session=stored]:hidden" : undefined}>
      <StartEnquiry providerId={to.providerId} posted={posted} />
    </div>
  );
};
